/** What a machine would bring at other prices, by demands that are known. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adviceOf, LEAST_CASES, type Spell } from '../src/pricing/advice.ts';

const HOUR_MS = 3_600_000;

/** One machine of one GPU at a price: `times` it was free for some hours, then rented for some. */
const turnsOf = (
  { machineId, price, median }: Pick<Spell, 'machineId' | 'price' | 'median'>,
  times: number,
  [freeH, rentedH]: readonly [number, number],
): readonly Spell[] => {
  let fromEpochMs = 0;
  return Array.from({ length: 2 * times + 1 }, (_, place) => {
    const rented = place % 2;
    const toEpochMs = fromEpochMs + (rented === 1 ? rentedH : freeH) * HOUR_MS;
    const spell = { machineId, price, median, gpus: 1, rented, fromEpochMs, toEpochMs };
    fromEpochMs = toEpochMs;
    return spell;
  });
};

/** Hours free and rented at $0.30, $0.40 and $0.50: rented for nearly all, two thirds and a tenth of the time. */
const KNOWN = [
  ...turnsOf({ machineId: 1, price: 0.3, median: 0.4 }, 40, [1, 19]),
  ...turnsOf({ machineId: 2, price: 0.4, median: 0.4 }, 40, [10, 20]),
  ...turnsOf({ machineId: 3, price: 0.5, median: 0.4 }, 40, [45, 5]),
];

const ASKED = { machineId: 2, gpus: 8, price: 0.4, median: 0.4 };

describe('what a machine would bring', () => {
  test('is the share of the time in which machines were rented at a price, times that price', () => {
    const { curve, best, present, median, cases } = adviceOf(KNOWN, ASKED);
    expect(curve.map(({ price, share, cases }) => [price.toFixed(4), share.expected.toFixed(2), cases])).toEqual([
      ['0.3000', '0.95', 40],
      ['0.4000', '0.66', 40],
      ['0.5000', '0.10', 40],
    ]);
    expect(best?.price).toBeCloseTo(0.3);
    expect(best?.income.expected).toBeCloseTo(0.3 * 8 * 24 * 0.949, 0);
    expect(present).toEqual(median);
    expect(present?.income.expected).toBeCloseTo(0.4 * 8 * 24 * 0.661, 0);
    for (const { share } of curve) {
      expect(share.low).toBeLessThan(share.expected);
      expect(share.high).toBeGreaterThan(share.expected);
    }
    expect(cases).toEqual({ all: 120, own: 40 });
  });

  test('goes by how prices stood to the median then, and tells of the median now', () => {
    const dearer = KNOWN.map((spell) => ({ ...spell, price: spell.price * 3, median: 1.2 }));
    const { best } = adviceOf([...KNOWN, ...dearer.map((spell) => ({ ...spell, machineId: spell.machineId + 10 }))], {
      ...ASKED,
      median: 0.8,
    });
    expect(best?.price).toBeCloseTo(0.6);
    expect(best?.cases).toBe(80);
  });

  test('goes by prices as they are where no others are known', () => {
    const own = KNOWN.map((spell) => ({ ...spell, machineId: 2, median: undefined }));
    const { best, median } = adviceOf(own, { ...ASKED, median: undefined });
    expect(best?.price).toBeCloseTo(0.3);
    expect(median).toBeUndefined();
  });

  test('is not advised by too few cases, and nothing is said of a price that nobody had', () => {
    const few = turnsOf({ machineId: 1, price: 0.3, median: 0.4 }, LEAST_CASES - 1, [1, 19]);
    const { best, curve, present } = adviceOf(few, ASKED);
    expect([best, present]).toEqual([undefined, undefined]);
    expect(curve.map(({ cases }) => cases)).toEqual([LEAST_CASES - 1]);
    expect(
      adviceOf([...few, ...turnsOf({ machineId: 2, price: 0.3, median: 0.4 }, 1, [1, 9])], ASKED).best?.cases,
    ).toBe(LEAST_CASES);
    expect(adviceOf([], ASKED)).toMatchObject({ curve: [], best: undefined, machines: 0, knownMs: 0 });
  });

  test('has wider bounds where machines at one price differ more than by chance', () => {
    const widthAt = (shares: readonly (readonly [number, number])[]): number => {
      const spells = shares.flatMap((hours, place) =>
        turnsOf({ machineId: place, price: 0.4, median: 0.4 }, 20, hours),
      );
      const { share } = adviceOf(spells, { ...ASKED, machineId: 99 }).curve[0] ?? {};
      return share === undefined ? 0 : share.high - share.low;
    };
    const same = widthAt(Array.from({ length: 6 }, () => [10, 10] as const));
    expect(widthAt(Array.from({ length: 6 }, (_, place) => (place % 2 === 0 ? [18, 2] : [2, 18])))).toBeGreaterThan(
      3 * same,
    );
  });

  test('leans with a machine that is rented less than others at its price', () => {
    const others = Array.from({ length: 6 }, (_, place) => (place % 2 === 0 ? ([8, 12] as const) : ([12, 8] as const)));
    const spells = [[16, 4] as const, ...others].flatMap((hours, place) =>
      turnsOf({ machineId: place, price: 0.4, median: 0.4 }, 60, hours),
    );
    const at = (machineId: number) => adviceOf(spells, { ...ASKED, machineId }).curve[0]?.share.expected;
    expect([at(0), at(99)]).toEqual([expect.closeTo(0.22, 1), expect.closeTo(0.46, 1)]);
  });

  test('never says that a dearer price is rented longer, nor advises what is not the most', () => {
    const market = fc.array(
      fc.record({
        price: fc.double({ min: 0.1, max: 3, noNaN: true }),
        hours: fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 1, max: 50 })),
        times: fc.integer({ min: 1, max: 60 }),
      }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(market, (machines) => {
        const spells = machines.flatMap(({ price, hours, times }, machineId) =>
          turnsOf({ machineId, price, median: 1 }, times, hours),
        );
        const { curve, best } = adviceOf(spells, { machineId: 0, gpus: 2, price: 1, median: 1 });
        for (const [place, point] of curve.entries()) {
          const { share, income } = point;
          const next = curve[place + 1];
          if (next !== undefined) {
            expect(next.price).toBeGreaterThan(point.price);
            expect(next.share.expected).toBeLessThan(share.expected + 1e-9);
          }
          const { low, expected, high } = share;
          expect([0, low, expected, high, 1].every((it, rank, all) => it >= (all[rank - 1] ?? 0))).toBe(true);
          if (point.cases >= LEAST_CASES) expect(best?.income.expected ?? 0).toBeGreaterThanOrEqual(income.expected);
        }
      }),
    );
  });
});
