/** A market for the history that moves by itself, without a service. */
import type { Offer } from '../../src/catalogue/values.ts';

/** Of a local market that moves, so many offers of a hundred were another from one minute to the next. */
const CHANGED_PERCENT = 2.5;

/** A market that is asked again and again. */
export type Market = { readonly answer: () => readonly Offer[]; readonly sample: Offer };

/** A market of `offers`: prices move, machines are rented, are free again and judged anew, and offers go while others come. Always the same way. */
export const createMarket = (offers: readonly Offer[]): Market => {
  let state = 11;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const rows = [...offers];
  let newest = Math.max(...rows.map(({ id }) => id ?? 0));
  return {
    sample: offers[0] ?? {},
    answer: () => {
      for (let count = (rows.length * CHANGED_PERCENT) / 100; count > 0; count--) {
        const place = Math.floor(random() * rows.length);
        const offer = rows[place] ?? {};
        const kind = random();
        if (kind < 0.15) rows[place] = { ...offer, id: ++newest };
        else if (kind < 0.8) {
          const price = Math.round((offer.dph_total ?? 1) * (0.95 + random() * 0.1) * 10_000) / 10_000;
          rows[place] = { ...offer, dph_total: price, min_bid: Math.round(price * 6000) / 10_000 };
        } else if (kind < 0.9)
          rows[place] = { ...offer, rentable: offer.rented === true, rented: offer.rented !== true };
        else rows[place] = { ...offer, reliability2: Math.round((0.9 + random() * 0.1) * 1000) / 1000 };
      }
      return rows;
    },
  };
};
