/** Draws the offers pane: the filter line or a form, what is also sent, then the table, why it has no rows, or the open offer. */

import { Box } from 'ink';
import { type ReactNode, useContext } from 'react';
import { fixed, grouped } from '../../../base/figures.ts';
import { keyName } from '../../../base/named-keys.ts';
import type { Column } from '../../../catalogue/columns.ts';
import { countryOfPlace } from '../../../catalogue/countries.ts';
import { displayText } from '../../../catalogue/format.ts';
import { gpusText } from '../../../catalogue/offer-columns.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { piecesOf } from '../../../filter/clause-parts.ts';
import { hourly } from '../../../money/money.ts';
import { placeAt } from '../../state/groups.ts';
import { currentRow } from '../../state/list.ts';
import { presentOf } from '../../state/list-places.ts';
import { comparedRows } from '../../state/over-list.ts';
import { isKept, lastArrived } from '../../state/remote.ts';
import { Field } from '../../ui/field.tsx';
import { FilterLine, FindLine, fitsBeside, isFinding } from '../../ui/filter-line.tsx';
import { AwaitedRows, ListRows, markedColumns, noMarkedLines } from '../../ui/list-page.tsx';
import { ageSegment, countSegment } from '../../ui/list-words.ts';
import { failureSentences, MessagePage } from '../../ui/message-page.tsx';
import { ComparisonPage, filterPage } from '../../ui/over-list.tsx';
import { SegmentLine } from '../../ui/segment-line.tsx';
import { dim, isLow, piece, plain, type Segment } from '../../ui/segments.ts';
import { cellOf, columnEnd, type TableCell, tableRoom, textOfCell, textOfCells } from '../../ui/table.tsx';
import { LookContext } from '../../ui/theme.tsx';
import { exportedRows } from '../list-pane/copy-menu.ts';
import { ColumnsPage, CopyPage, ExportPage } from '../list-pane/view.tsx';
import { drawnOver } from '../page/page.ts';
import type { Place } from '../pane.ts';
import { offerColumnsHere, offerColumnsInView } from './columns.ts';
import { offersNamed, offersSubject } from './copying.ts';
import { offersCompared } from './detail.ts';
import { Explanation, orderBeside } from './filter/explanation.tsx';
import { offerLanguageText } from './filter/language-detail.ts';
import { NoRows } from './filter/no-rows-view.tsx';
import { groupSegments } from './group-lines.ts';
import { jobWords } from './job-costs.ts';
import { leanCells, leanColumn } from './lean.ts';
import { OFFERS_LIST } from './list.ts';
import { offersTabs, TABS_FROM } from './market/market-page.tsx';
import { OfferPage } from './offer-page.tsx';
import { OFFERS_PAGES } from './over.tsx';
import { awaitedPricing, awaitedTarget, pricingWords, shownPricing } from './pricing.ts';
import { isCut, type OffersState } from './state.ts';
import { PROMPT_LABELS } from './terms.ts';
import { changeColumn, changeWidth, changeWords, isQuietlyWatched, spanWords } from './watch-changes.ts';
import { weekCells, weekColumn } from './week-column.ts';

type OfferRowsProps = {
  readonly state: OffersState;
  /** Each offer as one text, without headings. */
  readonly isBrief?: boolean;
} & Pick<Place, 'width' | 'height' | 'timeZone'>;

/** The table in `width` by `height` cells, its headings among them. */
const OfferRows = ({ state, width, height, timeZone, isBrief = false }: OfferRowsProps): ReactNode => {
  const { answer, list } = state;
  const look = useContext(LookContext);
  const brief = isBrief ? { width, textOf: offerBrief } : undefined;
  if (list.shown.length === 0 && answer.stage === 'failed' && list.rows.length === 0)
    return <MessagePage lines={failureSentences(answer.failure)} width={width} />;
  if (list.shown.length === 0 && list.rows.length > 0 && list.isMarkedOnly) {
    return <MessagePage lines={noMarkedLines(list, 'offer')} width={width} />;
  }
  if (list.shown.length === 0 && (answer.stage === 'loaded' || list.rows.length > 0))
    return <NoRows state={state} width={width} timeZone={timeZone} />;
  const changeHere = changeWords(state, width);
  const { gap } = tableRoom(width);
  const takenBy = (cells: number | undefined) => (cells === undefined ? 0 : cells + gap);
  const taken = takenBy(changeHere && changeWidth(width));
  // Among columns of the user's own choice it stands beside the price that it is about.
  const hasLean = () =>
    list.columns === undefined || offerColumnsInView(width, list, taken).inView.some(({ id }) => id === 'dph_gpu');
  const lean = look.isPlain || !hasLean() ? undefined : leanColumn(width);
  const week = weekColumn(width, state, look);
  const beside = takenBy(lean?.width) + takenBy(week?.width);
  const { inView, beyond } = offerColumnsInView(width, list, taken + beside, look.isPlain);
  const shownColumns = inView.map(({ id, width: cells }) => `${id} ${cells}`).join();
  const [before, behind] = apart(markedColumns(inView, list));
  const drawn = {
    columns: [
      ...(changeHere === undefined ? [] : [changeColumn(width)]),
      ...before,
      ...(lean === undefined ? [] : [lean]),
      ...(week === undefined ? [] : [week]),
      ...behind,
    ],
    kind: 'long',
    count: brief === undefined ? height - 1 : height,
    brief,
    long: {
      beyond,
      isStale: awaitedPricing(state) !== undefined || awaitedTarget(state) !== undefined || isKept(answer),
    },
  } as const;
  if (list.rows.length === 0) return <AwaitedRows {...drawn} noun="offer" width={width} />;
  // Of the first rows of a list that still comes there is no median yet.
  const isComing = state.receivedSoFar !== undefined;
  const leanHere = lean === undefined ? undefined : isComing ? () => '' : leanCells(list.rows, width, look);
  const weekHere = week === undefined ? undefined : weekCells(state, look);
  const placed = [leanHere, weekHere].filter((cell) => cell !== undefined);
  const priceEnd = columnEnd(brief === undefined ? drawn.columns : [], 'dph_gpu');
  const placeOfModel = drawn.columns.findIndex(({ id }) => id === 'gpu_name');
  return (
    <ListRows
      {...drawn}
      list={list}
      keyOf={OFFERS_LIST.keyOf}
      finding={OFFERS_LIST.finding}
      width={width}
      groupLine={(line, isCurrent) => ({
        pieces: groupSegments(line, state, { width, priceEnd, isCurrent }),
        ...(line.is === 'band' && { ground: 'band' }),
      })}
      cellsOf={(offer) => {
        const own = placed.map((cell) => cell(offer));
        const cells = cellsOf(offer, inView, shownColumns, changeHere?.(offer), own);
        return look.isQuick && offer === currentRow(list) ? titled(cells, placeOfModel) : cells;
      }}
    />
  );
};

/** The cells of an offer, and the columns that they are of. */
type Cells = { readonly shown: string; readonly cells: readonly TableCell[] };

/** Kept while an offer is on the screen: an offer that has changed is another object. */
const keptCells = new WeakMap<Offer, Cells>();

const cellsOf = (
  offer: Offer,
  columns: readonly Column[],
  ids: string,
  change: string | undefined,
  placed: readonly TableCell[],
): readonly TableCell[] => {
  const shown = `${ids} ${change} ${placed.map(textOfCell).join()}`;
  const kept = keptCells.get(offer);
  if (kept?.shown === shown) return kept.cells;
  const [before, behind] = apart(columns);
  const cells = [
    ...(change === undefined ? [] : [change]),
    ...before.map((column) => cellOf(column, offer)),
    ...placed,
    ...behind.map((column) => cellOf(column, offer)),
  ];
  keptCells.set(offer, { shown, cells });
  return cells;
};

/** `cells` with the model in bold, which is the title of a row. */
const titled = (cells: readonly TableCell[], place: number): readonly TableCell[] => {
  const text = textOfCell(cells[place] ?? '');
  const from = text.indexOf(' ', text.indexOf('×')) + 1;
  return place < 0
    ? cells
    : cells.with(place, [plain(text.slice(0, from)), { text: text.slice(from), role: 'strong' }]);
};

/** `columns` up to the price of a GPU, or else of the job, or the model, behind which stands how far it is from the median; and the others. */
const apart = <Own extends { readonly id: string }>(
  columns: readonly Own[],
): readonly [readonly Own[], readonly Own[]] => {
  const place = 1 + Math.max(...PRECEDING.map((id) => columns.findIndex((column) => column.id === id)));
  return [columns.slice(0, place), columns.slice(place)];
};

const PRECEDING = ['dph_gpu', 'job_hour', 'gpu_name'];

/** Lines above the table's rows: the filter, the two under it, the headings. */
const LINES_ABOVE_ROWS = 4;

/** Rows of the table on a pane of `height` lines; where it is low there are no headings. */
export const offerRows = (height: number): number => Math.max(1, height - LINES_ABOVE_ROWS + (isLow(height) ? 1 : 0));

/** `$0.2975/h  1× RTX 5090  ES  99.67 %`: what matters of an offer. */
const offerBrief = (offer: Offer): string => {
  const { dph_total: price, num_gpus: gpus, gpu_name: model, geolocation: place, reliability } = offer;
  return textOfCells([
    typeof price === 'number' ? hourly(price) : 'no price',
    gpusText(gpus, model),
    typeof place === 'string' ? (countryOfPlace(place) ?? displayText(place)) : '',
    typeof reliability === 'number' ? `${fixed(100 * reliability, 2)} %` : '',
  ]);
};

type OffersViewProps = { readonly state: OffersState } & Place;

/** The pane in `width` by `height` cells. */
export const OffersView = ({ state, ...place }: OffersViewProps) => {
  const { width, height, timeZone } = place;
  const { isPlain = false } = useContext(LookContext);
  const { list, prompt, page } = state;
  if (page !== undefined) return drawnOver(OFFERS_PAGES, state, place);
  if (list.copying !== undefined) {
    const subject = offersSubject(state, width, undefined);
    return <CopyPage subject={subject} at={list.copying.at} width={width} height={height} />;
  }
  if (list.exporting !== undefined) {
    const what = offersNamed(exportedRows(list, OFFERS_LIST).length);
    const { chosen } = offersSubject(state, width, undefined);
    return <ExportPage what={what} chosen={chosen} exporting={list.exporting} width={width} height={height} />;
  }
  if (list.choosing !== undefined)
    return (
      <ColumnsPage
        choosing={list.choosing}
        choice={list.columns}
        here={offerColumnsHere(width, list)}
        table={(cells, lines, column = list.column) => (
          <OfferRows state={{ ...state, list: { ...list, column } }} width={cells} height={lines} timeZone={timeZone} />
        )}
        width={width}
        height={height}
      />
    );
  if (list.opened !== undefined)
    return <OfferPage state={state} opened={list.opened} timeZone={timeZone} width={width} height={height} />;
  if (list.comparing !== undefined) {
    const { keys, isDifferingOnly } = list.comparing;
    const comparison = offersCompared(comparedRows(keys, list.rows, OFFERS_LIST.keyOf), isDifferingOnly);
    return (
      <ComparisonPage comparing={list.comparing} comparison={comparison} noun="offer" width={width} height={height} />
    );
  }
  const { problems } = list.query.parsed;
  const ofFilter = filterPage(list, piecesOf, problems, { width, height }, () =>
    offerLanguageText(list, isCut(state), isPlain),
  );
  if (ofFilter !== undefined) return ofFilter;
  const ownTerms = termsSegments(state);
  const facts = searchSegments(state, timeZone, isPlain);
  const withTabs = [...offersTabs(0), plain('   '), ...ownTerms];
  const hasTabs = width >= TABS_FROM && !isPlain && fitsBeside(list.filter, [...withTabs, ...facts], width);
  const terms = hasTabs ? withTabs : ownTerms;
  // A long filter takes the place of the terms, which then stand under it.
  const areTermsBeside = fitsBeside(list.filter, [...terms, ...facts], width);
  const under = areTermsBeside ? [] : [plain('   '), ...terms];
  return (
    <Box flexDirection="column" height={height}>
      {prompt === undefined ? (
        <FilterLine
          line={list.filter}
          problems={problems}
          piecesOf={piecesOf}
          isEditing={list.editing !== undefined}
          example={`press ${keyName('offers.filter')} and type e.g. h100 under $2`}
          facts={areTermsBeside ? [...terms, ...facts] : facts}
          width={width}
        />
      ) : (
        <Field label={PROMPT_LABELS[prompt.subject]} line={prompt.line} isOpen width={width} />
      )}
      {isFinding(list) && prompt === undefined ? (
        <>
          <FindLine list={list} finding={OFFERS_LIST.finding} width={width} />
          <SegmentLine left={under} right={orderBeside(state, under, [], width).right} width={width} />
        </>
      ) : (
        <Explanation
          state={state}
          terms={areTermsBeside ? [] : [plain('   '), ...terms]}
          width={width}
          timeZone={timeZone}
        />
      )}
      <OfferRows
        state={state}
        width={width}
        height={height - LINES_ABOVE_ROWS + 1}
        timeZone={timeZone}
        isBrief={isLow(height)}
      />
    </Box>
  );
};

/** What the prices of the rows are for, and what they are not for yet. */
const termsSegments = (state: OffersState): readonly Segment[] => {
  const pricing = awaitedPricing(state) ?? {};
  const awaited = [pricingWords(pricing), awaitedTarget(state) ?? ''].filter(Boolean).join('   ');
  const job = state.workload === undefined ? [] : [plain(`   ${jobWords(state.workload)}`)];
  return [
    plain(pricingWords(shownPricing(state))),
    ...(awaited === '' ? [] : [piece(` (not yet ${awaited})`, 'warning')]),
    ...job,
  ];
};

/** Counts and the age of the data, for the right end of the filter line. */
const searchSegments = (state: OffersState, timeZone: string, isPlain: boolean): readonly Segment[] => {
  const last = lastArrived(state.answer);
  const { list } = state;
  const { rows, shown, cursor, isMarkedOnly } = list;
  const isHere = list.departed === undefined;
  const place = placeAt(list, cursor.row);
  const above = isHere ? place : presentOf(list, shown.slice(0, place)).length;
  const count =
    last === undefined
      ? []
      : [
          plain('   '),
          countSegment(
            { row: above, shown: presentOf(list, shown).length, came: rows.length, isCut: isCut(state), isMarkedOnly },
            isPlain,
          ),
        ];
  const received = state.receivedSoFar === undefined ? '' : grouped(state.receivedSoFar);
  return [
    ...count,
    ...(isQuietlyWatched(state)
      ? [dim(`   every ${spanWords(state.watch.everyS)} `)]
      : [ageSegment(state.answer, timeZone, received)]),
  ];
};
