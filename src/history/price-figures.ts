/** What the known prices of one offer tell. Pure. */
import type { Stretch } from './store.ts';

/** A price in $/hour and when it was seen; one answer alone has no length. */
export type PastPrice = Stretch & { readonly price: number };

/** A price, and when it was seen first. */
type PriceAt = { readonly price: number; readonly atEpochMs: number };

/** Figures of the prices in a stretch. */
export type PriceFigures = {
  readonly sinceEpochMs: number;
  readonly lowest: PriceAt;
  readonly highest: PriceAt;
  /** Days before today of which a price is known, and those whose mean price is above the present one. */
  readonly days: { readonly known: number; readonly dearer: number };
  /** Parts of the stretch, ascending, each with the last price that is known of it; undefined where none is. */
  readonly parts: readonly (number | undefined)[];
};

/** How many parts a stretch has. */
const PRICE_PARTS = 120;

/** An error of computing is no difference. */
const SAME = 1e-9;

/** The figures of `prices`; undefined where there are none. `price` is the present one. */
export const priceFigures = (
  prices: readonly PastPrice[],
  terms: { readonly stretch: Stretch; readonly timeZone: string; readonly price?: number | undefined },
): PriceFigures | undefined => {
  const sorted = prices.toSorted((one, other) => one.fromEpochMs - other.fromEpochMs);
  const [first] = sorted;
  if (first === undefined) return undefined;
  let [lowest, highest] = [first, first];
  for (const it of sorted) {
    if (it.price < lowest.price) lowest = it;
    if (it.price > highest.price) highest = it;
  }
  return {
    sinceEpochMs: first.fromEpochMs,
    lowest: { price: lowest.price, atEpochMs: lowest.fromEpochMs },
    highest: { price: highest.price, atEpochMs: highest.fromEpochMs },
    days: daysOf(sorted, terms),
    parts: partsOf(sorted, terms.stretch),
  };
};

const partsOf = (
  sorted: readonly PastPrice[],
  { fromEpochMs, toEpochMs }: Stretch,
): readonly (number | undefined)[] => {
  const parts: { price: number; atMs: number }[] = [];
  const partMs = (toEpochMs - fromEpochMs) / PRICE_PARTS;
  for (const { price, fromEpochMs: from, toEpochMs: to } of sorted) {
    const begin = Math.max(0, Math.floor((from - fromEpochMs) / partMs));
    // A price that ends with a part is none of the next one.
    const end = Math.min(PRICE_PARTS - 1, Math.max(begin, Math.ceil((to - fromEpochMs) / partMs) - 1));
    for (let part = begin; part <= end; part++) {
      const atMs = Math.min(to, fromEpochMs + (part + 1) * partMs);
      if (atMs >= (parts[part]?.atMs ?? atMs)) parts[part] = { price, atMs };
    }
  }
  return Array.from({ length: PRICE_PARTS }, (_, part) => parts[part]?.price);
};

const daysOf = (
  sorted: readonly PastPrice[],
  {
    stretch,
    timeZone,
    price,
  }: { readonly stretch: Stretch; readonly timeZone: string; readonly price?: number | undefined },
): PriceFigures['days'] => {
  let known = 0;
  let dearer = 0;
  let day = Temporal.Instant.fromEpochMilliseconds(stretch.fromEpochMs).toZonedDateTimeISO(timeZone).startOfDay();
  for (let next = day.add({ days: 1 }); next.epochMilliseconds < stretch.toEpochMs; next = day.add({ days: 1 })) {
    const mean = meanIn(sorted, day.epochMilliseconds, next.epochMilliseconds);
    day = next;
    if (mean === undefined) continue;
    known++;
    if (price !== undefined && mean > price + SAME) dearer++;
  }
  return { known, dearer };
};

/** The mean over the time that is known of; an answer alone counts for a moment. */
const meanIn = (sorted: readonly PastPrice[], fromMs: number, toMs: number): number | undefined => {
  let sum = 0;
  let length = 0;
  for (const { price, fromEpochMs, toEpochMs } of sorted) {
    if (fromEpochMs >= toMs || toEpochMs < fromMs || (toEpochMs === fromMs && fromEpochMs < fromMs)) continue;
    const known = Math.max(1, Math.min(toMs, toEpochMs) - Math.max(fromMs, fromEpochMs));
    sum += price * known;
    length += known;
  }
  return length === 0 ? undefined : sum / length;
};
