/** What is known of the past, as lines: prices of a cohort, the price of an open offer, and what became of its machine. Pure. */

import { USUAL_SEARCH } from '../../../../api/requests.ts';
import { counted, grouped } from '../../../../base/figures.ts';
import { printable } from '../../../../base/text.ts';
import { dayWords, weekdayTime, zonedTime } from '../../../../base/time.ts';
import { wrappedLines } from '../../../../base/wrap.ts';
import { printLine } from '../../../../filter/print.ts';
import { generatedWords } from '../../../../history/generated.ts';
import type { MachineState } from '../../../../history/machine-timeline.ts';
import type { OfferPast } from '../../../../history/offer-past.ts';
import { priceWords } from '../../../../pricing/place-words.ts';
import { PERCENTILES_FROM } from '../../../../pricing/spread.ts';
import {
  brailleChart,
  type Chart,
  type ChartPlace,
  type ChartPoint,
  chartTable,
  dotArea,
  inCells,
  sparkline,
  type TimeRange,
  thinned,
} from '../../../ui/chart.ts';
import { band, dim, piece, plain, type Segment, type Size, segmentsWidth } from '../../../ui/segments.ts';
import type { CohortWanted, OfferWanted, PastBucket, PastReadState, PastValue } from '../pages.ts';
import { TYPE_WORDS } from '../pricing.ts';
import { type Span, spanNamed } from './past.ts';

/** What is said where nothing at all was recorded. */
const noHistoryWords = ({ keepsAsked }: Extract<PastValue, { kind: 'nothing' }>): string =>
  keepsAsked
    ? 'There is no history of this service yet: gpudeck record keeps one.'
    : 'What is asked here of this local service is not kept: gpudeck record, beside it, keeps a history.';

/** Why nothing is shown; undefined where something was read. */
export const missingWords = (past: PastReadState | undefined): string | undefined => {
  if (past === undefined) return 'No history of this service is kept.';
  if (past.problem !== undefined) return printable(past.problem);
  return past.value === undefined ? 'Reading the history ...' : undefined;
};

/** That a part of the stretch from `fromEpochMs` on was generated. */
const generatedLines = (past: PastReadState, fromEpochMs: number, timeZone: string): readonly Line[] => {
  const { generatedUntilEpochMs: untilMs } = past;
  return untilMs === undefined || untilMs <= fromEpochMs ? [] : [[dim(`   ${generatedWords(untilMs, timeZone)}`)]];
};

/** Cells, lines and the zone of the times; `isInWords` where figures are told rather than drawn. */
type PastPlace = Size & {
  readonly timeZone: string;
  readonly isInWords: boolean;
};

/** The chart in `height` lines, drawn or told, or in few what is known of it; `price` is that of the offer now, $/hour for one GPU. */
export const cohortChart = (
  past: PastReadState | undefined,
  span: Span,
  price: number | undefined,
  place: PastPlace,
): readonly Line[] => {
  const lines = [titleLine(span, past), ...bodyLines(past, price, place)];
  const isChart = past?.value?.kind === 'cohort' && past.problem === undefined && past.value.buckets.length > 1;
  return isChart ? Array.from({ length: place.height }, (_, row) => lines[row] ?? []) : lines;
};

const titleLine = (span: Span, past: PastReadState | undefined): readonly Segment[] =>
  band(
    `Its cohort over ${spanNamed(span).words}, $/GPU/h`,
    [],
    [
      dim(knownWords(span, past?.value)),
      dim(past?.stage === 'reading' && past.value !== undefined ? '   reading on ...' : ''),
    ],
  );

/** What is said where nothing is known of most of the time. */
const knownWords = (span: Span, value: PastValue | undefined): string => {
  if (value?.kind !== 'cohort' || value.buckets.length < 2) return '';
  const length = value.range.toEpochMs - value.range.fromEpochMs;
  return length * 2 < spanNamed(span).lengthMs ? `   known for ${lengthWords(length)}` : '';
};

/** What is said where one answer alone is known, which is no line yet. */
const onceWords = (epochMs: number, timeZone: string): string =>
  `No record yet: it was seen once, on ${weekdayTime(epochMs, timeZone)}.`;

const bodyLines = (past: PastReadState | undefined, price: number | undefined, place: PastPlace): readonly Line[] => {
  const noted = (text: string, role: Segment['role'] = 'dim'): readonly Line[] =>
    wrappedLines(text, Math.max(10, place.width - 4)).map((line) => [{ text: `   ${line}`, role }]);
  const missing = missingWords(past);
  if (missing !== undefined) return noted(missing, past?.problem === undefined ? 'dim' : 'warning');
  if (past?.wanted.kind !== 'cohort' || past.value === undefined) return [];
  const { wanted, value } = past;
  if (value.kind === 'nothing') return noted(nothingWords(value, wanted));
  if (value.kind !== 'cohort') return [];
  const { buckets, range } = value;
  const last = buckets.at(-1);
  if (last === undefined) return noted('No offer of this cohort was seen in this time.');
  const points = buckets.map(({ median: middle, n: _, ...bucket }) => ({ ...bucket, middle }));
  const band = bandOf(buckets);
  const medians = buckets.map(({ median }) => median);
  const command = commandOf(wanted, value.stepMs);
  const commandLine = [dim(command.length + 3 < place.width ? `   ${command}` : '')];
  const legend = place.isInWords ? [] : [legendLine(band.words, place.width)];
  const generated = generatedLines(past, range.fromEpochMs, place.timeZone);
  const height = place.height - 3 - legend.length - generated.length;
  const said = `   last median ${priceWords(last.median)} (${counted(last.n, 'offer')})`;
  if (buckets.length === 1)
    return [[plain(said)], ...noted(onceWords(last.fromEpochMs, place.timeZone)), ...generated, commandLine];
  return [
    [plain(`${said}, ${rangeWords(medians)}`)],
    ...generated,
    ...legend,
    ...(place.isInWords
      ? chartTable(
          {
            points,
            range,
            headings: [band.ends[0], 'median', band.ends[1]],
            figures: ({ low, middle, high }) => [low, middle, high],
            words: priceWords,
            margin: 3,
          },
          { ...place, height },
        )
      : brailleChart(
          { points, range, mark: price === undefined ? undefined : { figure: price, text: 'this' } },
          { ...place, height },
        )),
    commandLine,
  ];
};

/** `0.3000 to 0.4000 in this time`. */
const rangeWords = (figures: readonly number[]): string => {
  const [lowest, highest] = [Math.min(...figures), Math.max(...figures)].map(priceWords);
  return lowest === highest ? 'the same all this time' : `${lowest} to ${highest} in this time`;
};

/** The same figures as records. */
const commandOf = (wanted: CohortWanted, stepMs: number): string => {
  const { type, storageGb, span } = wanted;
  const priced = `${type === USUAL_SEARCH.type ? '' : ` --type ${type}`}${storageGb === USUAL_SEARCH.allocatedStorageGb ? '' : ` --storage ${storageGb}`}`;
  return `gpudeck history '${filterOf(wanted)}'${priced} --from ${spanNamed(span).from} --step ${stepWords(stepMs)}`;
};

const stepWords = (stepMs: number): string =>
  stepMs % HOUR_MS === 0 ? `${stepMs / HOUR_MS}h` : `${stepMs / MINUTE_MS}m`;

/** What the ends of the band are called, and what it is: percentiles, or where offers are few all of their prices. */
const bandOf = (
  buckets: readonly PastBucket[],
): { readonly ends: readonly [string, string]; readonly words: string } => {
  const few = buckets.filter(({ n }) => n < PERCENTILES_FROM).length;
  if (few === 0) return { ends: ['p25', 'p75'], words: 'p25 to p75' };
  if (few === buckets.length) return { ends: ['lowest', 'highest'], words: 'lowest to highest' };
  return { ends: ['low', 'high'], words: `p25 to p75, of fewer than ${PERCENTILES_FROM} all` };
};

const legendLine = (band: string, width: number): readonly Segment[] => [
  { text: '   ⠤⠤', role: 'accent' },
  dim(` median   ⢕⢕ ${band}`),
  dim(width < 76 ? '' : '   blank: not asked, or no such offer'),
];

/** What there is nothing of, and how one gets it. */
const nothingWords = (value: Extract<PastValue, { kind: 'nothing' }>, wanted: CohortWanted): string => {
  if (wanted.conditions === undefined)
    return 'What its cohort is alike in is not known of this offer: loosen the cohort.';
  if (value.unkept.length > 0) return `The history does not keep ${value.unkept.join(', ')}: loosen the cohort.`;
  if (value.isEmpty) return noHistoryWords(value);
  return `Nothing was recorded in this time that answers for all of this cohort: gpudeck record '${filterOf(wanted)}' does.`;
};

const filterOf = ({ conditions = [] }: CohortWanted): string =>
  printable(printLine({ clauses: conditions, words: [] }));

/** `23 days`, `4 hours`, `12 minutes`. */
export const lengthWords = (ms: number): string => {
  const [size, unit] = LENGTHS.find(([each]) => ms >= 2 * each) ?? [MINUTE_MS, 'minute'];
  const count = Math.round(ms / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LENGTHS = [
  [86_400_000, 'day'],
  [HOUR_MS, 'hour'],
] as const;

/** The cell of each state, its words in the order in which they are told, and what it is to the reader. */
const LOOKS: Readonly<
  Record<MachineState, { readonly cell: string; readonly words: string; readonly role: Segment['role'] }>
> = {
  listed: { cell: '█', words: 'for rent', role: 'good' },
  rented: { cell: '▄', words: 'rented', role: 'accent' },
  gone: { cell: '▁', words: 'not listed', role: 'warning' },
  away: { cell: '·', words: 'not for rent', role: 'dim' },
};

const STATES = Object.keys(LOOKS) as readonly MachineState[];

/** Where they are drawn; `bar` is where the row of cells lies. */
type MachinePlace = {
  readonly bar: { readonly left: number; readonly columns: number };
  readonly timeZone: string;
  readonly isInWords: boolean;
};

/** The lines of one machine over so long. */
const machineLines = (
  { figures, isSeen }: OfferPast['machine'],
  machineId: number | undefined,
  length: string,
  { bar, timeZone, isInWords }: MachinePlace,
): readonly Line[] => {
  const { parts, lengths, turns } = figures;
  if (machineId === undefined) return [[dim('Which machine it is on is not known.')]];
  const title = band(`Machine ${machineId} over ${length}`);
  const known = STATES.reduce((sum, state) => sum + lengths[state], 0);
  if (known < MINUTE_MS)
    return [title, [dim(isSeen || known > 0 ? JUST_BEGUN : '  Nothing that was recorded tells what became of it.')]];
  const shares = STATES.flatMap((state): Line => {
    if (lengths[state] === 0) return [];
    const { cell, words, role } = LOOKS[state];
    return [{ text: isInWords ? '' : `${cell} `, role }, plain(`${words} ${percent(lengths[state] / known)} %   `)];
  });
  return [
    title,
    ...(isInWords ? [] : [[plain(' '.repeat(bar.left)), ...inCells(parts, bar.columns).map(cellOf)]]),
    [plain('  '), ...shares, dim(`of the ${lengthWords(known)} known`)],
    ...turns
      .toReversed()
      .map(
        ({ atEpochMs, state }): Line => [
          dim(`  ${weekdayTime(atEpochMs, timeZone).padEnd(18)}`),
          state === undefined ? dim('not known any more') : { text: LOOKS[state].words, role: LOOKS[state].role },
        ],
      ),
    ...(lengths.away > 0 ? [[dim('  "not for rent" is rented, off, or not verified: more was not asked for.')]] : []),
  ];
};

const JUST_BEGUN = '  Recording it has just begun: the next answer tells more.';

const cellOf = (state: MachineState | undefined): Segment =>
  state === undefined ? plain(' ') : { text: LOOKS[state].cell, role: LOOKS[state].role };

/** A share that is not all and not nothing is told as such. */
const percent = (share: number): string =>
  share > 0.99 && share < 1 ? '>99' : share < 0.01 ? '<1' : String(Math.round(share * 100));

type Line = readonly Segment[];

type Prices = NonNullable<Extract<PastValue, { kind: 'offer' }>['past']['prices']>;

/** Where it is drawn; `isInWords` where figures are told rather than drawn. */
export type OfferPlace = { readonly width: number; readonly timeZone: string; readonly isInWords: boolean };

/** One answer alone is no line. */
export const isSeenOnce = ({ sinceEpochMs, untilEpochMs }: Prices): boolean => sinceEpochMs === untilEpochMs;

/** Cells of the row of bars. */
const BARS_LEAST = 14;
const BARS_MOST = 40;

/** The prices in one line of `width` cells, with as much as has room; empty where none are known. */
export const priceLine = (past: PastReadState | undefined, { width, timeZone, isInWords }: OfferPlace): Line => {
  const prices = past?.value?.kind === 'offer' ? past.value.past.prices : undefined;
  if (prices === undefined || isSeenOnce(prices)) return [];
  const bars = sparkline(thinned(prices.parts, Math.max(BARS_LEAST, Math.min(BARS_MOST, width - 90))));
  const parts: Line = [
    ...(isInWords ? [] : [piece(bars, 'accent')]),
    plain(`lowest ${priceWords(prices.lowest.price)}`),
    plain(`highest ${priceWords(prices.highest.price)}`),
    plain(cheaperWords(prices)),
    dim(`$/h since ${dayWords(zonedTime(prices.sinceEpochMs, timeZone))}`),
  ];
  const line: Segment[] = [];
  for (const part of parts) {
    if (part.text === '') continue;
    const added = [plain(line.length === 0 ? ' ' : '  '), part];
    if (segmentsWidth([...line, ...added]) < width) line.push(...added);
  }
  return line;
};

/** `cheaper than on 83 % of 24 days`; nothing where no day before today is known. */
const cheaperWords = ({ days: { known, dearer } }: Prices): string =>
  known === 0
    ? ''
    : known === 1
      ? `${dearer === 1 ? '' : 'not '}cheaper than on the 1 day before`
      : `cheaper than on ${Math.floor((dearer / known) * 100)} % of ${grouped(known)} days`;

/** Few enough that the machine is told of on the same screen. */
const CHART_LINES = 10;

/** The page of an open offer's past, as far as it was read. */
export const offerPastLines = (past: PastReadState | undefined, place: OfferPlace): readonly Line[] => {
  const missing = missingWords(past);
  if (missing !== undefined) return [[{ text: missing, role: past?.problem === undefined ? 'dim' : 'warning' }]];
  if (past?.wanted.kind !== 'offer' || past.value === undefined) return [];
  const { wanted, value } = past;
  if (value.kind === 'nothing')
    return wrappedLines(noHistoryWords(value), Math.max(10, place.width)).map((line) => [dim(line)]);
  if (value.kind !== 'offer') return [];
  const { prices, machine, stretch } = value.past;
  const length = lengthWords(stretch.toEpochMs - stretch.fromEpochMs);
  const chart = { points: prices === undefined ? [] : pointsOf(prices, stretch), range: stretch };
  const room = { ...place, width: place.width - MARGIN, height: CHART_LINES };
  const isDrawn = prices !== undefined && !isSeenOnce(prices);
  const bar = isDrawn ? dotArea(chart, room) : { left: MARGIN, columns: room.width - MARGIN };
  return [
    band(`Its price over ${length}, $/h ${TYPE_WORDS[wanted.type]} with ${wanted.storageGb} GB`),
    ...generatedLines(past, stretch.fromEpochMs, place.timeZone),
    ...(prices === undefined
      ? [[dim('  No answer that was recorded holds it at such a price.')]]
      : isSeenOnce(prices)
        ? [[dim(`  ${onceWords(prices.sinceEpochMs, place.timeZone)}`)]]
        : priceLines(prices, wanted, chart, room)),
    [],
    ...machineLines(machine, wanted.machineId, length, { ...place, bar }),
  ];
};

/** Cells left of what stands below a title. */
const MARGIN = 2;

export const pointsOf = ({ parts }: Prices, { fromEpochMs, toEpochMs }: TimeRange): readonly ChartPoint[] => {
  const partMs = (toEpochMs - fromEpochMs) / parts.length;
  return parts.flatMap((figure, part) => {
    const from = fromEpochMs + part * partMs;
    return figure === undefined
      ? []
      : [{ fromEpochMs: from, toEpochMs: from + partMs, low: figure, middle: figure, high: figure }];
  });
};

const priceLines = (
  prices: Prices,
  { price }: OfferWanted,
  chart: Pick<Chart, 'points' | 'range'>,
  room: OfferPlace & ChartPlace,
): readonly Line[] => {
  const { lowest, highest, sinceEpochMs } = prices;
  const at = (epochMs: number): string => dayWords(zonedTime(epochMs, room.timeZone));
  const present = price === undefined ? '' : `${priceWords(price)} now   `;
  return [
    [
      plain(`  ${present}lowest ${priceWords(lowest.price)} `),
      dim(`(${at(lowest.atEpochMs)})`),
      plain(`   highest ${priceWords(highest.price)} `),
      dim(`(${at(highest.atEpochMs)})`),
    ],
    [plain(`  ${[cheaperWords(prices), `known since ${at(sinceEpochMs)}`].filter((text) => text !== '').join('   ')}`)],
    ...(room.isInWords ? priceTable(chart, room) : brailleChart(chart, room)),
  ];
};

export const priceTable = (chart: Pick<Chart, 'points' | 'range'>, room: ChartPlace): readonly Line[] =>
  chartTable(
    { ...chart, headings: ['price'], figures: ({ middle }) => [middle], words: priceWords, margin: MARGIN },
    room,
  );
