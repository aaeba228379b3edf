/** How far an offer's price of a GPU is from the median of those that are alike, among the offers that were received. */
import { lastKept, once } from '../../../base/once.ts';
import { pricePerGpu } from '../../../catalogue/computed-fields.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { type BarStyle, leanSegments, PERCENT, SIDE } from '../../../drawing/lean.ts';
import { createGrouping } from '../../../pricing/cohorts.ts';
import { quantile } from '../../../pricing/spread.ts';
import { barLook } from '../../ui/gauge.ts';
import { plain, type Segment, segmentsWidth } from '../../ui/segments.ts';
import { plainColumn, type TableColumn } from '../../ui/table.tsx';

export { leanRoles, leanSegments, leanWords } from '../../../drawing/lean.ts';

/** Of fewer a median says little. */
export const LEAST_ALIKE = 5;

/** Offers that are compared, and their prices, $/hour of a GPU, ascending. */
type Alike = { readonly offers: readonly Offer[]; readonly prices: readonly number[]; readonly median: number };

/** What the offers of a cohort are alike in: as `USUAL_LIKENESS` asks. */
const ALIKE_BY = ['gpu_name', 'verification'];

/** The offers that are alike to one; undefined where there are none whose price is known. */
type Medians = (offer: Offer) => Alike | undefined;

/** Made once for each answer, and the prices of a cohort put in order when they are first asked for. */
const MEDIANS = new WeakMap<readonly Offer[], Medians>();

const mediansOf = (rows: readonly Offer[]): Medians =>
  MEDIANS.getOrInsertComputed(rows, () => {
    const cohortOf = createGrouping(ALIKE_BY, () => {
      const offers: Offer[] = [];
      return { offers, alike: once(() => alikeAmong(offers)) };
    });
    for (const offer of rows) if (pricePerGpu(offer) !== undefined) cohortOf(offer).offers.push(offer);
    return (offer) => cohortOf(offer).alike();
  });

const alikeAmong = (offers: readonly Offer[]): Alike | undefined => {
  const prices = offers.flatMap((offer) => pricePerGpu(offer) ?? []).sort((one, other) => one - other);
  const median = quantile(prices, 0.5);
  return median === undefined ? undefined : { offers, prices, median };
};

/** Those of `rows` that are alike to `offer`, its own among them; undefined where there are none. */
export const alikeTo = (offer: Offer, rows: readonly Offer[]): Alike | undefined => mediansOf(rows)(offer);

/** Cells of a screen from which on there is room for the bar, and for the percentage. */
const BAR_FROM = 80;
const PERCENT_FROM = 60;

/** The column on a screen of `width` cells; undefined where there is no room. */
export const leanColumn = (width: number): TableColumn | undefined => {
  if (width >= BAR_FROM) return plainColumn('vs median', 2 * SIDE + 1 + PERCENT, 'left');
  return width >= PERCENT_FROM ? plainColumn('vs med', PERCENT, 'right') : undefined;
};

/** What stands in that column for each of `rows`. */
export const leanCells = (rows: readonly Offer[], width: number, look: Parameters<typeof barLook>[0]) =>
  cellsIn(rows, width < BAR_FROM ? 'none' : barLook(look));

/** Made once for each offer of an answer that was on the screen. */
const cellsIn = lastKept((rows: readonly Offer[], style: BarStyle) => {
  const cells = new Map<Offer, readonly Segment[]>();
  return (offer: Offer) => cells.getOrInsertComputed(offer, () => cellOfOffer(offer, rows, style));
});

const cellOfOffer = (offer: Offer, rows: readonly Offer[], style: BarStyle): readonly Segment[] => {
  const price = pricePerGpu(offer);
  const alike = alikeTo(offer, rows);
  if (price === undefined || alike === undefined || alike.median <= 0) return [plain('')];
  if (alike.prices.length < LEAST_ALIKE) {
    const words = `n ${alike.prices.length}`;
    return [{ text: style === 'none' ? words : words.padStart(2 * SIDE + 1 + PERCENT), role: 'dim' }];
  }
  return leanSegments(price / alike.median - 1, style);
};

/** The same of a full side, without the room around it: `████│ -50%`, in ten cells whatever its style. */
export const leanSample = (side: 'cheap' | 'dear', style: BarStyle): readonly Segment[] => {
  const pieces = leanSegments(side === 'cheap' ? -0.5 : 0.5, style);
  const shown = pieces.map(({ text, role }) => ({ text: text.trim(), role }));
  return [...shown.slice(0, -1), plain(' '.repeat(SAMPLE - segmentsWidth(shown))), ...shown.slice(-1)];
};

const SAMPLE = SIDE + PERCENT;
