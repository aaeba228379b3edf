/** How far an offer's price of a GPU is from the median of those that are alike, among the offers that were received. */
import { lastKept } from '../../../base/once.ts';
import { pricePerGpu } from '../../../catalogue/computed-fields.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { type BarStyle, leanSegments, PERCENT, SIDE } from '../../../drawing/lean.ts';
import { ofModel } from '../../../pricing/same-model.ts';
import { ascending, LEAST_ALIKE, quantile } from '../../../pricing/spread.ts';
import { barLook } from '../../ui/gauge.ts';
import { plain, type Segment, segmentsWidth } from '../../ui/segments.ts';
import { plainColumn, type TableColumn } from '../../ui/table.tsx';

export { leanRoles, leanSegments, leanWords } from '../../../drawing/lean.ts';

/** Offers that are compared, and their prices, $/hour of a GPU, ascending. */
type Alike = { readonly offers: readonly Offer[]; readonly prices: readonly number[]; readonly median: number };

/** The cohorts of a model by their verification, as `USUAL_LIKENESS` asks; each is made when it is first asked for. */
const COHORTS = new WeakMap<readonly Offer[], Map<Offer['verification'], Alike | undefined>>();

/** Those of `rows` that are alike to `offer`, its own among them; undefined where there are none whose price is known. */
export const alikeTo = ({ gpu_name: model, verification = null }: Offer, rows: readonly Offer[]): Alike | undefined => {
  const sameModel = ofModel(rows, model);
  return COHORTS.getOrInsertComputed(sameModel, () => new Map()).getOrInsertComputed(verification, () =>
    alikeAmong(sameModel.filter(({ verification: own = null }) => own === verification)),
  );
};

const alikeAmong = (all: readonly Offer[]): Alike | undefined => {
  const offers = all.filter((offer) => pricePerGpu(offer) !== undefined);
  const prices = ascending(offers.map((offer) => pricePerGpu(offer) ?? 0));
  const median = quantile(prices, 0.5);
  return median === undefined ? undefined : { offers, prices, median };
};

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
