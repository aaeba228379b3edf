/** What the price of an open offer was in the last week, beside its fields, and when it changed. Pure. */

import { weekdayTime } from '../../../../base/time.ts';
import { priceWords } from '../../../../pricing/place-words.ts';
import { brailleChart } from '../../../ui/chart.ts';
import type { BarLook } from '../../../ui/gauge.ts';
import type { RecordLine } from '../../../ui/record-lines.ts';
import { band, dim, plain, type Segment } from '../../../ui/segments.ts';
import { leanRoles, leanSegments } from '../lean.ts';
import type { PastReadState } from '../pages.ts';
import { isSeenOnce, type OfferPlace, pointsOf, priceTable } from './past-lines.ts';

/** Lines of the chart of a week. */
const WEEK_LINES = 7;

/** What the price of an open offer was in the last week, and when it changed: two parts of a page, in lines of `width` cells, as many however they are drawn. */
export const offerWeekParts = (
  past: PastReadState | undefined,
  place: OfferPlace,
  look: BarLook,
): readonly (readonly RecordLine[])[] => {
  const { prices, stretch } = past?.value?.kind === 'offer' ? past.value.past : {};
  if (prices === undefined || stretch === undefined) return [];
  const begin = stretch.toEpochMs - WEEK_MS;
  const all = pointsOf(prices, stretch);
  const points = all.filter(({ toEpochMs }) => toEpochMs > begin);
  const range = { ...stretch, fromEpochMs: Math.max(begin, prices.sinceEpochMs) };
  const room = { ...place, height: WEEK_LINES };
  const drawn = isSeenOnce(prices)
    ? [[dim('no record yet')]]
    : place.isInWords || look === 'blank'
      ? priceTable({ points, range }, room)
      : brailleChart({ points, range }, room);
  const most = Math.max(...prices.changes.map(({ price, before }) => Math.abs(price / before - 1)));
  return [
    [band('7 days', [dim('$/h')]), ...drawn],
    prices.changes.length === 0
      ? []
      : [
          band('What changed', [dim('from your record')]),
          ...prices.changes.map(({ price, before, atEpochMs }) => [
            dim(`${weekdayTime(atEpochMs, place.timeZone)}  `),
            plain(`${priceWords(price)}  `),
            ...leanSegments(price / before - 1, look, most).slice(0, -1),
            changeWords(price / before - 1),
          ]),
        ],
  ];
};

/** `+12.4%`. */
const changeWords = (share: number): Segment => ({
  text: `${share > 0 ? '+' : ''}${(share * 100).toFixed(1)}%`.padStart(9),
  role: leanRoles(share).text,
});

const WEEK_MS = 7 * 86_400_000;
