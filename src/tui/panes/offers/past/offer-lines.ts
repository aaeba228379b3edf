/** What is known of the price of an open offer, and of its machine. Pure. */

import { grouped } from '../../../../base/figures.ts';
import {
  brailleChart,
  type Chart,
  type ChartPlace,
  type ChartPoint,
  chartTable,
  dotArea,
  sparkline,
  type TimeRange,
  thinned,
} from '../../../ui/chart.ts';
import { dim, plain, type Segment, segmentsWidth } from '../../../ui/segments.ts';
import type { OfferWanted, PastReadState, PastValue } from '../pages.ts';

import { priceWords } from '../position/figures.ts';
import { TYPE_WORDS } from '../pricing.ts';
import { machineLines } from './machine-lines.ts';
import { missingWords, NO_HISTORY } from './missing.ts';
import { dayWords, lengthWords } from './moments.ts';

type Line = readonly Segment[];

type Prices = NonNullable<Extract<PastValue, { kind: 'offer' }>['past']['prices']>;

/** Where it is drawn; `isInWords` where figures are told rather than drawn. */
type Place = { readonly width: number; readonly timeZone: string; readonly isInWords: boolean };

/** Cells of the row of bars. */
const BARS_LEAST = 14;
const BARS_MOST = 40;

/** The prices in one line of `width` cells, with as much as has room; empty where none are known. */
export const priceLine = (past: PastReadState | undefined, { width, timeZone, isInWords }: Place): Line => {
  if (past?.value?.kind !== 'offer' || past.value.past.prices === undefined) return [];
  const { prices } = past.value.past;
  const bars = sparkline(thinned(prices.parts, Math.max(BARS_LEAST, Math.min(BARS_MOST, width - 90))));
  const parts: Line = [
    ...(isInWords ? [] : [{ text: bars, role: 'accent' } as const]),
    plain(`lowest ${priceWords(prices.lowest.price)}`),
    plain(`highest ${priceWords(prices.highest.price)}`),
    plain(cheaperWords(prices)),
    dim(`$/h since ${dayWords(prices.sinceEpochMs, timeZone)}`),
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
export const offerPastLines = (past: PastReadState | undefined, place: Place): readonly Line[] => {
  const missing = missingWords(past);
  if (missing !== undefined) return [[{ text: missing, role: past?.problem === undefined ? 'dim' : 'warning' }]];
  if (past?.wanted.kind !== 'offer' || past.value === undefined) return [];
  const { wanted, value } = past;
  if (value.kind !== 'offer') return [[dim(NO_HISTORY)]];
  const { prices, machine, stretch } = value.past;
  const length = lengthWords(stretch.toEpochMs - stretch.fromEpochMs);
  const chart = { points: prices === undefined ? [] : pointsOf(prices, stretch), range: stretch };
  const room = { ...place, width: place.width - MARGIN, height: CHART_LINES };
  const bar = prices === undefined ? { left: MARGIN, columns: room.width - MARGIN } : dotArea(chart, room);
  return [
    [{ text: `Its price over ${length}, $/h ${TYPE_WORDS[wanted.type]} with ${wanted.storageGb} GB`, role: 'accent' }],
    ...(prices === undefined
      ? [[dim('  No answer that was recorded holds it at such a price.')]]
      : priceLines(prices, wanted, chart, room)),
    [],
    ...machineLines(machine, wanted.machineId, length, { ...place, bar }),
  ];
};

/** Cells left of what stands below a title. */
const MARGIN = 2;

const pointsOf = ({ parts }: Prices, { fromEpochMs, toEpochMs }: TimeRange): readonly ChartPoint[] => {
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
  room: Place & ChartPlace,
): readonly Line[] => {
  const { lowest, highest, sinceEpochMs } = prices;
  const at = (epochMs: number): string => dayWords(epochMs, room.timeZone);
  const present = price === undefined ? '' : `${priceWords(price)} now   `;
  return [
    [
      plain(`  ${present}lowest ${priceWords(lowest.price)} `),
      dim(`(${at(lowest.atEpochMs)})`),
      plain(`   highest ${priceWords(highest.price)} `),
      dim(`(${at(highest.atEpochMs)})`),
    ],
    [plain(`  ${[cheaperWords(prices), `known since ${at(sinceEpochMs)}`].filter((text) => text !== '').join('   ')}`)],
    ...(room.isInWords
      ? chartTable(
          { ...chart, headings: ['price'], figures: ({ middle }) => [middle], words: priceWords, margin: MARGIN },
          room,
        )
      : brailleChart(chart, room)),
  ];
};
