/** Draws the offers pane: filter line, what is also sent, the table or the open offer. Slice and rectangle in, lines out. */
import { Box, Text } from 'ink';
import { memo, type ReactNode, useContext } from 'react';
import { cellWidth, printable, printableStart } from '../../../base/text.ts';
import { wrappedLines } from '../../../base/wrap.ts';
import { defaultClauses } from '../../../filter/defaults.ts';
import type { Condition } from '../../../filter/line.ts';
import { printClause, printWire } from '../../../filter/print.ts';
import { wireFilters } from '../../../filter/request.ts';
import { orderMark } from '../../state/order.ts';
import { lastArrived, retryOf } from '../../state/remote.ts';
import { ageSegment, keptSegments, waitSegments } from '../../ui/age.ts';
import { countSegment } from '../../ui/counts.ts';
import { Field } from '../../ui/field.tsx';
import { FilterLine, fitsBeside } from '../../ui/filter-line.tsx';
import { Table as InkTable } from '../../ui/ink-table.ts';
import { marksFootnote } from '../../ui/list-footnote.ts';
import { MessagePage } from '../../ui/message-page.tsx';
import { moreLinesBelow } from '../../ui/more-words.ts';
import { pageTabSegments } from '../../ui/page-tabs.ts';
import { RECORD_TITLE_LINES } from '../../ui/record-page.tsx';
import { SegmentLine } from '../../ui/segment-line.tsx';
import { dim, plain, type Segment, segmentsWidth } from '../../ui/segments.ts';
import { NoFrame } from '../../ui/small-table.tsx';
import { GUTTER, Table } from '../../ui/table.tsx';
import { LookContext, Tone } from '../../ui/theme.tsx';
import { offerColumnsBeyond, offerColumnsInView } from './columns.ts';
import { candidatesHere, suggestingProblem } from './completion.ts';
import { costRows, detailHeight, detailLines, marketLines } from './detail.ts';
import { noRowsLines } from './no-rows.ts';
import { pricingWords } from './pricing.ts';
import {
  awaitedPricing,
  type Candidates,
  type Detail,
  isCut,
  isCutAtLimit,
  isCutByService,
  type OffersState,
  shownPricing,
} from './state.ts';

/** Lines above the table's rows: the filter, what is also sent, a blank one, the headings. */
export const LINES_ABOVE_ROWS = 4;

/** The pane in `width` by `height` cells. */
export const OffersView = ({
  state,
  width,
  height,
  timeZone,
}: {
  readonly state: OffersState;
  readonly width: number;
  readonly height: number;
  readonly timeZone: string;
}) => {
  const { isPlain = false } = useContext(LookContext);
  if (state.detail !== undefined)
    return <DetailView detail={state.detail} offers={state.offers} width={width} height={height} />;
  const terms = termsSegments(state);
  const facts = searchSegments(state, timeZone, isPlain);
  // A long filter takes the place of the terms, which then stand under it.
  const areTermsBeside = fitsBeside(state.filter, [...terms, ...facts], width);
  return (
    <Box flexDirection="column" height={height}>
      {state.prompt === undefined ? (
        <FilterLine
          line={state.filter}
          problems={state.parsed.problems}
          isEditing={state.editing !== undefined}
          example="press / and type, as num_gpus>=4 gpu_ram>=24"
          facts={areTermsBeside ? [...terms, ...facts] : facts}
          width={width}
        />
      ) : (
        <Field label={PROMPT_LABELS[state.prompt.subject]} line={state.prompt.line} isOpen width={width} />
      )}
      <Explanation
        state={state}
        terms={areTermsBeside ? [] : [plain('   '), ...terms]}
        width={width}
        timeZone={timeZone}
      />
      <OffersBody state={state} width={width} height={height - LINES_ABOVE_ROWS + 1} />
    </Box>
  );
};

/** What the prices of the rows are for, and what they are not for yet. */
const termsSegments = (state: OffersState): readonly Segment[] => {
  const awaited = awaitedPricing(state);
  if (awaited === undefined) return [plain(pricingWords(state))];
  return [plain(pricingWords(shownPricing(state))), { text: ` (not yet ${pricingWords(awaited)})`, role: 'warning' }];
};

/** What the footer says of the list: how many came, and whether it may be cut. */
export const offersFootnote = (state: OffersState, width: number): readonly Segment[] => {
  const facts = lastArrived(state.search)?.value;
  if (facts === undefined || state.detail !== undefined) return [];
  const marked = marksFootnote(state.marked, state.shown, ({ id }) => id);
  if (!isCut(state)) return [...marked, dim('nothing cut')];
  const isWide = width >= 100;
  const first = `first ${grouped(facts.count)}`;
  const byService = isWide ? `${first}, cut by the service: narrow the filter` : `${first}, cut`;
  const atLimit = `${first}${isWide ? (isCutByService(state) ? ', cut' : ', may be cut') : ''}: + for more`;
  return [...marked, { text: isCutAtLimit(state) ? atLimit : byService, role: 'warning' }];
};

/** Says that the offers were kept by an earlier run, and what they answer where that is something else. */
const offersNote = ({ search, keptFilter }: OffersState, timeZone: string): readonly Segment[] => {
  const kept = keptSegments(search, timeZone);
  if (kept.length === 0 || keptFilter === undefined) return kept;
  const filter = keptFilter === '' ? 'no filter' : printable(keptFilter);
  return [...kept, { text: `, asked with ${filter}`, role: 'warning' }];
};

/** What the message line says of the search: when it is sent again, or after a failure, what the rows are that stay. */
export const offersStatus = (state: OffersState, timeZone: string): readonly Segment[] => {
  const waiting = waitSegments(state.waitS, retryOf(state.search));
  return waiting.length === 0 && state.search.stage === 'failed' ? offersNote(state, timeZone) : waiting;
};

const PROMPT_LABELS = {
  storage: ' Disk of the instance, GB (prices follow it):',
  limit: ' Most offers to ask for:',
} as const;

/** Counts and the age of the data, for the right end of the filter line. */
const searchSegments = (state: OffersState, timeZone: string, isPlain: boolean): readonly Segment[] => {
  const last = lastArrived(state.search);
  const { shown, cursor } = state;
  const count =
    last === undefined
      ? []
      : [
          plain('   '),
          countSegment({ row: cursor.row, shown: shown.length, came: last.value.count, isCut: isCut(state) }, isPlain),
        ];
  const received = state.receivedSoFar === undefined ? '' : grouped(state.receivedSoFar);
  return [...count, ageSegment(state.search, timeZone, received)];
};

/**
 * The two lines under the filter: what Tab found, else what is wrong with it, else why the last search failed, else what is sent
 * besides.
 */
const Explanation = ({
  state,
  terms,
  width,
  timeZone,
}: {
  readonly state: OffersState;
  /** Pricing and storage, where they do not stand beside the filter. */
  readonly terms: readonly Segment[];
  readonly width: number;
  readonly timeZone: string;
}) => {
  const candidates = candidatesHere(state);
  if (candidates !== undefined && candidates.texts.length > 1) {
    return (
      <>
        <SegmentLine left={candidateSegments(candidates, width - 3)} width={width} />
        <Text> </Text>
      </>
    );
  }
  const trouble = troubleOf(state);
  if (trouble === undefined) {
    const sent = [...terms, ...sentSegments(state)];
    const besides = [...hintSegments(state), ...besidesSegments(state)];
    const note = offersNote(state, timeZone);
    // Where the second line says that the rows are of an earlier run, all has to be in the first one.
    const areInOneLine = note.length > 0 || segmentsWidth([...sent, ...besides]) <= width;
    return (
      <>
        <SegmentLine left={areInOneLine ? [...sent, ...besides] : sent} width={width} />
        <SegmentLine left={areInOneLine ? note : besides} width={width} />
      </>
    );
  }
  const [first = '', second = ' ', ...rest] = wrappedLines(trouble, width - 4);
  return (
    <>
      {[first, rest.length === 0 ? second : `${second} ${rest.join(' ')}`].map((text, row) => (
        <SegmentLine key={row} left={[{ text: `   ${text}`, role: 'danger' }]} width={width} />
      ))}
    </>
  );
};

const troubleOf = (state: OffersState): string | undefined => {
  const { prompt, parsed, search, offers } = state;
  if (prompt?.problem !== undefined) return prompt.problem;
  const [problem] = parsed.problems;
  if (problem !== undefined) {
    return state.editing !== undefined && suggestingProblem(state) !== undefined
      ? `${problem.message} Tab writes that.`
      : problem.message;
  }
  if (search.stage !== 'failed' || offers.length === 0) return undefined;
  const { tried, whatCameBack, whatToDo } = search.failure;
  return `${whatCameBack} ${whatToDo} ${tried}`;
};

/** Longest candidate that is shown whole, in characters. */
const CANDIDATE_MAXIMUM = 200;

/** The candidates that fit into `width` cells, among them the chosen one, and how many there are besides. */
const candidateSegments = ({ texts, chosen }: Candidates, width: number): readonly Segment[] => {
  const words = texts.map((text) => printableStart(text.trim(), CANDIDATE_MAXIMUM));
  const room = width - ' +99 more'.length;
  let first = 0;
  let used = 0;
  let end = 0;
  for (; end < words.length; end++) {
    const cells = cellWidth(words[end] ?? '') + 2;
    if (used + cells > room && end > (chosen ?? 0)) break;
    if (used + cells > room) [first, used] = [end, 0];
    used += cells;
  }
  const others = words.length - (end - first);
  return [
    plain('   '),
    ...words.slice(first, end).map((text, index): Segment => {
      return { text: `${text}  `, role: first + index === chosen ? 'strong' : 'dim' };
    }),
    ...(others === 0 ? [] : [dim(`+${others} more`)]),
  ];
};

const sentSegments = ({ applied }: OffersState): readonly Segment[] => [
  dim('   also sent: '),
  dim(defaultClauses(applied).map(printClause).join('  ') || 'nothing'),
];

/** Why the clause being typed is held back, else what is to be known of the filter although it is good. */
const hintSegments = ({ editing, parsed: { hints } }: OffersState): readonly Segment[] => {
  const message = editing?.held === undefined ? hints[0]?.message : `Not applied: ${editing.held.message}`;
  return message === undefined ? [] : [{ text: `   ${printable(message)}`, role: 'warning' }];
};

/** What is not sent as it stands in the filter: applied here, or sent in another form. */
const besidesSegments = ({ applied }: OffersState): readonly Segment[] => {
  const { local } = wireFilters(applied);
  const isLocal = new Set<Condition>(local);
  const rescaled = applied.clauses.filter(
    (clause) => clause.operator !== 'any' && !isLocal.has(clause) && printWire(clause) !== printClause(clause),
  );
  return [
    ...(local.length === 0 ? [] : [dim(`   applied here: ${printable(local.map(printClause).join('  '))}`)]),
    ...(rescaled.length === 0 ? [] : [dim(`   as ${printable(rescaled.map(printWire).join('  '))}`)]),
  ];
};

const OffersBody = ({
  state,
  width,
  height,
}: {
  readonly state: OffersState;
  readonly width: number;
  readonly height: number;
}): ReactNode => {
  const inView = offerColumnsInView(width, state.column);
  const columns = inView.map((column) => ({
    ...column,
    mark: orderMark(state.order, column.sortField),
    isCurrent: column.id === state.column,
  }));
  const { search, shown, cursor } = state;
  if (shown.length === 0 && search.stage === 'failed' && state.offers.length === 0) {
    const { tried, whatCameBack, whatToDo } = search.failure;
    return <MessagePage lines={[tried, whatCameBack, whatToDo]} width={width} />;
  }
  if (shown.length === 0 && search.stage === 'loaded') {
    return <NoRows state={state} width={width} />;
  }
  const isWaiting = shown.length === 0 && state.offers.length === 0;
  const rows = isWaiting
    ? Array.from({ length: height - 1 }, (_, index) => ({
        key: String(index),
        cells: columns.map(({ width: cells }) => '.'.repeat(Math.min(cells, 4))),
        isMarked: false,
      }))
    : shown.slice(cursor.top, cursor.top + height - 1).map((offer, index) => ({
        key: String(index),
        cells: columns.map(({ cell }) => cell(offer)),
        isMarked: typeof offer.id === 'number' && state.marked.includes(offer.id),
      }));
  return (
    <Table
      columns={columns}
      rows={rows}
      cursorRow={isWaiting ? undefined : cursor.row - cursor.top}
      beyond={offerColumnsBeyond(width, inView)}
      isStale={awaitedPricing(state) !== undefined}
    />
  );
};

/** All offers are gone through for it: when the answer or the filter is another one, and not at every key. */
const NoRows = memo(
  ({ state, width }: { readonly state: OffersState; readonly width: number }) => (
    <MessagePage lines={noRowsLines(state)} width={width} />
  ),
  (before, now) =>
    before.width === now.width &&
    before.state.offers === now.state.offers &&
    before.state.applied === now.state.applied &&
    before.state.search === now.state.search,
);

const DetailView = ({
  detail,
  offers,
  width,
  height,
}: {
  readonly detail: Detail;
  readonly offers: OffersState['offers'];
  readonly width: number;
  readonly height: number;
}) => {
  const { offer, page, top } = detail;
  const below = detailHeight(detail, width) - top - (height - RECORD_TITLE_LINES);
  const place = offer.geolocation === undefined || offer.geolocation === null ? '' : `   ${offer.geolocation}`;
  const title = printableStart(`Offer ${offer.id ?? '?'}   ${offer.num_gpus ?? '?'}x ${offer.gpu_name ?? '?'}${place}`);
  return (
    <Box flexDirection="column" height={height}>
      <SegmentLine
        left={[{ text: ` ${title}`, role: 'strong' }]}
        right={[dim(`${moreLinesBelow(below)}  `), ...pageTabSegments(['Fields', 'Costs'], page === 'fields' ? 0 : 1)]}
        width={width}
      />
      <Text> </Text>
      {page === 'costs' ? (
        <Box flexDirection="column" height={height - 2} overflow="hidden">
          <Box flexDirection="column" flexShrink={0} marginLeft={GUTTER} marginTop={-top}>
            <Market offer={offer} offers={offers} width={width - GUTTER} />
            <InkTable
              data={[...costRows(offer)]}
              columns={['$/hour', 'search', 'instance']}
              header={Heading}
              skeleton={NoFrame}
            />
            <SegmentLine
              left={[dim('"search" is the price of this search, "instance" that of an instance')]}
              width={width - GUTTER}
            />
            <SegmentLine
              left={[dim('created from it. Disk prices follow the storage that was asked for.')]}
              width={width - GUTTER}
            />
          </Box>
        </Box>
      ) : (
        detailLines(offer, width)
          .slice(top, top + height - 2)
          .map((line, index) => <SegmentLine key={index} left={[plain(' '), ...line]} width={width} />)
      )}
    </Box>
  );
};

/** A whole market is gone through for it: when an answer or an offer is another one, and not at every key. */
const Market = memo(
  ({
    offer,
    offers,
    width,
  }: {
    readonly offer: Detail['offer'];
    readonly offers: OffersState['offers'];
    readonly width: number;
  }) => (
    <>
      {marketLines(offer, offers, width).map((line, index) => (
        <SegmentLine key={index} left={line} width={width} />
      ))}
    </>
  ),
);

const Heading = ({ children }: { readonly children?: ReactNode }) => <Tone of="strong">{children}</Tone>;

const grouped = (figure: number): string => figure.toLocaleString('en-US', { maximumFractionDigits: 3 });
