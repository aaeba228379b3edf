/** Draws what each part of the filter keeps of the market, or what it says of one offer or machine, and what is said of that market. */

import { Box, Text } from 'ink';
import { useContext } from 'react';
import { LARGEST_LIMIT } from '../../../../api/requests.ts';
import { counted, grouped, plural, sizeWords } from '../../../../base/figures.ts';
import { keyName } from '../../../../base/named-keys.ts';
import { capital, cellWidth, cutCell, padCell, printable } from '../../../../base/text.ts';
import { clockTime } from '../../../../base/time.ts';
import { wrappedLines } from '../../../../base/wrap.ts';
import type { Verdict } from '../../../../filter/waterfall.ts';
import { presentOf } from '../../../state/list-places.ts';
import { lastArrived } from '../../../state/remote.ts';
import { Field } from '../../../ui/field.tsx';
import { type BarLook, barLook, barMost, lyingBar } from '../../../ui/gauge.ts';
import { SegmentLine, SegmentLines } from '../../../ui/segment-line.tsx';
import { dim, isNarrow, piece, plain, type Segment } from '../../../ui/segments.ts';
import { LookContext, useNamed } from '../../../ui/theme.tsx';
import { type Drawn, type Page, pageOf } from '../../page/page.ts';
import type { OffersTools } from '../needs.ts';
import type { OffersPage, PartRow, WaterfallPage, WhyTold } from '../pages.ts';
import { termsWords } from '../pricing.ts';
import { isCut, isCutAtLimit, type OffersState } from '../state.ts';
import { baseInUse, baseOf } from './market-base.ts';
import { WATERFALL_SAVED } from './waterfall.ts';
import { createWaterfall } from './waterfall-keys.ts';

/** Cells of the cursor, of a column of counts, and of the least that a bar and a part have. */
const GUTTER = 3;
const COUNT_WIDTH = { usual: 9, narrow: 8 };
const BAR_MINIMUM = 10;
const PART_MINIMUM = { usual: 12, narrow: 10 };

/** Cells that a verdict keeps beside the parts. */
const VERDICT_MINIMUM = 30;

/** Cells of what is said of a part that has no counts: `not judged`. */
const STATE_WIDTH = 10;

/** Cells between the parts, the counts and the bars. */
const GAP = 2;

/** Lines around those of the text under the title and the rows: the title, the market, a blank one, the headings. */
const OTHER_LINES = 4;

/** The page in `width` by `height` cells. */
const WaterfallView = ({ page, state, width, height, timeZone }: Drawn<OffersState, WaterfallPage>) => {
  const look = useContext(LookContext);
  const style = barLook({ ...look, isSparse: look.isPlain === true });
  const { rows, why, asking, at } = page;
  const said = saidOf(page, state, timeZone);
  const lines = wrappedLines(useNamed()(said.text), width - 2 * GUTTER);
  const room = Math.max(1, height - lines.length - OTHER_LINES - (asking === undefined ? 0 : 1));
  const top = Math.max(0, at - room + 1);
  const base = baseInUse(state);
  const offers = base?.count ?? presentOf(state.list, state.list.rows).length;
  const columns = base === undefined ? AT_HAND : OF_MARKET;
  const least = isNarrow(width) ? PART_MINIMUM.narrow : PART_MINIMUM.usual;
  const parts = Math.max(least, ...rows.map((row) => cellWidth(partWords(row))));
  const hasCounts = why === undefined && offers > 0;
  const most = Math.max(1, ...rows.map(({ isOff, counts }) => (isOff ? 0 : (counts?.after ?? 0))));
  const countWidth = isNarrow(width) ? COUNT_WIDTH.narrow : COUNT_WIDTH.usual;
  const figures = columns.length * countWidth;
  const shortest = base === undefined ? 0 : BAR_MINIMUM;
  const counts = hasCounts ? figures + GAP + shortest : why === undefined ? STATE_WIDTH : VERDICT_MINIMUM;
  const fixed = GUTTER + GAP + counts;
  const part = Math.min(parts, Math.max(least, width - fixed));
  const bar = style === 'blank' ? 0 : Math.min(barMost(width), width - GUTTER - part - figures - 2 * GAP - 1);
  const told = why && (why.inMarket || why.shown);
  const meanings = hasCounts ? wrappedLines(meaningOf(columns, bar > 0), width - 2 * GUTTER) : [];
  const besides = (row: PartRow, place: number): readonly Segment[] =>
    why === undefined
      ? countSegments(row, columns, { most, bar, style, width: countWidth })
      : [verdictSegment(row, why.verdicts[place], told ?? 0)];
  return (
    <Box flexDirection="column" height={height}>
      <SegmentLine
        left={[{ text: ` ${why === undefined ? 'What the filter keeps' : whyTitle(why)}`, role: 'strong' }]}
        width={width}
      />
      <SegmentLine left={baseSegments(state, timeZone)} width={width} />
      {asking !== undefined && (
        <Field label="   Id of an offer or a machine:" line={asking.line} isOpen width={width} />
      )}
      <SegmentLines lines={lines.map((text) => [{ text, role: said.role }])} margin={GUTTER} width={width} />
      <Text> </Text>
      <SegmentLine
        left={[dim(headings(part, hasCounts ? columns : [], countWidth, hasCounts && bar > 0))]}
        width={width}
      />
      {rows.slice(top, top + room).map((row, index) => (
        <SegmentLine
          key={top + index}
          left={[...partSegments(row, top + index === at, part), plain(' '.repeat(GAP)), ...besides(row, top + index)]}
          width={width}
        />
      ))}
      {rows.length + meanings.length < room ? (
        <>
          <Text> </Text>
          <SegmentLines lines={meanings.map((text) => [dim(text)])} margin={GUTTER} width={width} />
        </>
      ) : null}
    </Box>
  );
};

type CountColumn = 'alone' | 'left' | 'without';

/** Of the whole market, and of the rows at hand. */
const OF_MARKET: readonly CountColumn[] = ['alone', 'left', 'without'];
const AT_HAND: readonly CountColumn[] = ['left'];

const MEANINGS: Readonly<Record<CountColumn, string>> = {
  alone: 'pass this part, whatever the others say',
  left: 'pass it and all parts above it',
  without: 'would pass all if it alone were dropped',
};

/** What the headings mean. */
const meaningOf = (columns: readonly CountColumn[], hasBar: boolean): string =>
  `${columns.map((column) => `${column}: ${MEANINGS[column]}`).join('; ')}.${hasBar ? ' The bar is what is left, to scale.' : ''}`;

/** What stands under the title. */
const saidOf = ({ rows, why, asking }: WaterfallPage, state: OffersState, timeZone: string): Segment => {
  if (asking !== undefined)
    return asking.problem === undefined
      ? dim('12345 is an offer, or else a machine; machine 8207 is a machine.')
      : { text: printable(asking.problem), role: 'danger' };
  if (why !== undefined) return baseSegment(state, whyAnswer(state, why, rows, timeZone), timeZone);
  const kept = baseInUse(state) && rows.at(-1)?.counts?.after;
  return baseSegment(
    state,
    kept === undefined ? undefined : `${counted(kept, 'passes', 'pass')} the whole filter.`,
    timeZone,
  );
};

const headings = (part: number, columns: readonly CountColumn[], countWidth: number, hasBar: boolean): string =>
  `${' '.repeat(GUTTER)}${padCell('part', part)}${' '.repeat(GAP)}${columns.map((text) => padCell(text, countWidth, 'right')).join('')}${hasBar ? '  left, to scale' : ''}`;

const partSegments = (row: PartRow, isCurrent: boolean, width: number): readonly Segment[] => [
  plain(isCurrent ? ' > ' : ' '.repeat(GUTTER)),
  { text: padCell(cutCell(partWords(row), width), width), role: isCurrent ? 'strong' : row.isOff ? 'dim' : 'plain' },
];

/** The counts of a part and its bar, or why it has none. */
const countSegments = (
  { counts, isOff, isEvaluated, isDefault }: PartRow,
  columns: readonly CountColumn[],
  {
    most,
    bar,
    style,
    width,
  }: { readonly most: number; readonly bar: number; readonly style: BarLook; readonly width: number },
): readonly Segment[] => {
  if (counts === undefined) return [dim(isOff ? 'off' : isEvaluated ? '' : 'not judged')];
  const { alone, after, without } = counts;
  const figures = {
    alone: isEvaluated ? alone : undefined,
    left: isOff ? undefined : after,
    without: isOff || !isEvaluated ? undefined : without,
  };
  const text = columns.map((column) => {
    const figure = figures[column];
    return padCell(figure === undefined ? '-' : grouped(figure), width, 'right');
  });
  const told: Segment = isOff
    ? dim('off')
    : isEvaluated
      ? { text: lyingBar(after / most, bar, style), role: isDefault ? 'chart' : 'accent-bar' }
      : dim('not judged');
  return [{ text: text.join(''), role: isOff ? 'dim' : 'plain' }, plain(' '.repeat(GAP)), told];
};

const partWords = ({ text, isDefault }: PartRow): string => `${printable(text)}${isDefault ? ' (default)' : ''}`;

/** The question, as the title of the page. */
const whyTitle = ({ asked, kind }: WhyTold): string =>
  `Why is ${kind ?? asked.kind ?? 'offer or machine'} ${asked.id} not here?`;

/** The answer; undefined where only the market can tell, and it is not here. */
const whyAnswer = (
  state: OffersState,
  told: WhyTold,
  rows: readonly PartRow[],
  timeZone: string,
): string | undefined => {
  const { inMarket, shown, row, passing, verdicts } = told;
  const name = nameOf(told);
  const length = grouped(presentOf(state.list, state.list.shown).length);
  if (shown > 0 && row !== undefined && shown >= (inMarket ?? shown)) {
    const places =
      shown === 1 ? `in row ${grouped(row + 1)}` : `in ${shown} rows, the first of them row ${grouped(row + 1)},`;
    return `${name} is here: ${places} of ${length}.`;
  }
  const base = baseInUse(state);
  if (base === undefined || inMarket === undefined) return undefined;
  const market = `the ${counted(base.count, 'offer')} of ${clockTime(base.atEpochMs, timeZone)}`;
  if (inMarket === 0) {
    const cut = base.isCut
      ? ' The list was cut: it may be among those left out.'
      : ' It is rented out whole, offline or gone, or has less free disk than is asked for.';
    return `${name} is not among ${market}, with every default lifted.${cut}`;
  }
  const parts = rows.filter(({ isOff }, place) => !isOff && (verdicts[place]?.refused ?? 0) > 0).length;
  const by = `kept away by ${parts} ${plural(parts, 'part')} of the filter.`;
  if (inMarket === 1)
    return parts > 0
      ? `${name} is ${by}`
      : `${name}: ${missingWords(state, rows, 'every part lets it pass', 'it', timeZone)}`;
  const kept = parts === 0 ? '' : ` ${passing === 0 ? 'All' : inMarket - passing} are ${by}`;
  const missing =
    passing > shown
      ? ` ${missingWords(state, rows, `Every part lets ${passing} of them pass`, 'all of them', timeZone)}`
      : '';
  return `${name} has ${inMarket} offers, ${shown === 0 ? 'none' : shown} of them among the rows.${kept}${missing}`;
};

/** What one part says of it, for its line. */
const verdictSegment = ({ isOff, isEvaluated }: PartRow, verdict: Verdict | undefined, offers: number): Segment => {
  if (!isEvaluated) return dim('not judged');
  if (verdict === undefined) return dim('');
  const { refused, because } = verdict;
  const isOne = offers === 1;
  if (refused === 0) return dim(isOff ? 'off' : isOne ? 'lets it pass' : `lets all ${offers} pass`);
  const whom = isOne ? 'it' : refused === offers ? `all ${offers}` : `${refused} of ${offers}`;
  const reasons =
    because.length === 0
      ? ''
      : `: ${printable(because.slice(0, REASONS).join(', '))}${because.length > REASONS ? ', ...' : ''}`;
  if (isOff) return dim(`off; kept ${whom} away${reasons}`);
  return { text: `keeps ${whom} away${reasons}`, role: 'warning' };
};

const REASONS = 3;

const nameOf = ({ asked, kind, words, machineId }: WhyTold): string => {
  if (kind === undefined)
    return asked.kind === undefined
      ? `No offer and no machine has the id ${asked.id}: it`
      : `${capital(asked.kind)} ${asked.id}`;
  const machine = kind === 'offer' && machineId !== undefined ? [`machine ${machineId}`] : [];
  const told = [...(words === undefined ? [] : [printable(words)]), ...machine];
  return `${capital(kind)} ${asked.id}${told.length === 0 ? '' : ` (${told.join(', ')})`}`;
};

/** Why `whom`, of which `what` is true, is not among the rows. */
const missingWords = (
  state: OffersState,
  rows: readonly PartRow[],
  what: string,
  whom: string,
  timeZone: string,
): string => {
  if (state.list.isMarkedOnly)
    return `${what}, but only marked rows are shown: ${keyName('offers.marked-only')} shows all.`;
  const last = lastArrived(state.answer);
  if (last === undefined || state.answer.stage === 'loading') return `${what}; the answer to the filter is awaited.`;
  const answer = `the answer of ${clockTime(last.atEpochMs, timeZone)}`;
  if (isCut(state))
    return `${what}, but ${answer} was cut${isCutAtLimit(state) ? `: ${keyName('offers.more')} asks for more` : ' by the service'}.`;
  if (rows.some(({ isOff, isEvaluated }) => !isOff && !isEvaluated))
    return `${what}, but ${answer} does not have ${whom}: only the service judges the part marked so.`;
  return `${what}, but ${answer}, asked at another time, does not have ${whom}.`;
};

/** Size, completeness, age and terms of the market, for the line under the title. */
const baseSegments = (state: OffersState, timeZone: string): readonly Segment[] => {
  const base = baseInUse(state);
  if (base === undefined) return atHandSegments(state, timeZone);
  const { count, isCut, atEpochMs } = base;
  return [
    dim(`   of ${counted(count, 'offer')}, `),
    isCut ? { text: 'cut', role: 'warning' } : dim('nothing cut'),
    dim(`, as of ${clockTime(atEpochMs, timeZone)}, ${termsWords(state)}`),
  ];
};

/** Of which offers the counts are while the market is not here. */
const atHandSegments = (state: OffersState, timeZone: string): readonly Segment[] => {
  const { length } = presentOf(state.list, state.list.rows);
  const last = lastArrived(state.answer);
  if (length === 0 || last === undefined) return [];
  return [
    dim(`   of ${counted(length, 'offer')} at hand`),
    ...(isCut(state) ? [piece(', cut', 'warning')] : []),
    dim(`, as of ${clockTime(last.atEpochMs, timeZone)}`),
  ];
};

/** What stands under the title; `told` is what is to be said where the market is here, or does not matter. */
const baseSegment = (state: OffersState, told: string | undefined, timeZone: string): Segment => {
  const { answer, received } = baseOf(state);
  if (answer.stage === 'loading') {
    const came = received && ` ${counted(received.count, 'offer')}, ${sizeWords(received.characters)} so far.`;
    const asking = answer.retry === undefined ? 'Asking for the whole market' : 'The whole market has not come yet';
    return { text: `${asking}.${came ?? ` ${expectedWords(state, timeZone)}`} Esc stops it.`, role: 'accent' };
  }
  if (answer.stage === 'failed') {
    const { whatCameBack, whatToDo } = answer.failure;
    const counted = told === undefined || baseInUse(state) === undefined ? '' : ` ${told}`;
    return { text: printable(`${whatCameBack} ${whatToDo}${counted}`), role: 'danger' };
  }
  if (told !== undefined) return plain(told);
  const what = `Counting takes the whole market, in one request: without your filter, its defaults lifted, ${termsWords(state)}.`;
  return plain(`${what} ${expectedWords(state, timeZone)} ${keyName('offers.waterfall-ask')} asks.`);
};

/** How large the answer will be, as far as that can be known before. */
const expectedWords = (state: OffersState, timeZone: string): string => {
  const before = lastArrived(baseOf(state).answer);
  if (before !== undefined) {
    const { count, characters } = before.value;
    return `At ${clockTime(before.atEpochMs, timeZone)} it had ${counted(count, 'offer')}, ${sizeWords(characters)} before compression.`;
  }
  const facts = lastArrived(state.answer)?.value;
  const most = `at most ${grouped(LARGEST_LIMIT)} offers`;
  if (facts?.characters === undefined || facts.count === 0) return `How large it is is not known: ${most}.`;
  const each = facts.characters / facts.count;
  return `An offer has about ${sizeWords(each)} before compression; how many there are is not known: ${most}, ${sizeWords(each * LARGEST_LIMIT)}.`;
};

/** What each part of the filter keeps, as a page over the offers. */
export const waterfallPage: Page<OffersState, OffersTools> = pageOf({
  holds: (page: OffersPage): page is WaterfallPage => page.kind === 'waterfall',
  create: createWaterfall,
  draw: (drawn) => <WaterfallView {...drawn} />,
  saved: WATERFALL_SAVED,
});
