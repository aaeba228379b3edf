/** The market in groups, and their prices as boxes on one axis. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Peer, USUAL_LIKENESS } from '../src/pricing/likeness.ts';
import { marketGroups } from '../src/pricing/market-groups.ts';
import { spreadOf } from '../src/pricing/spread.ts';
import { axisHeading, priceAxis, priceBox } from '../src/tui/panes/offers/market/price-box.ts';

const groupOf = (...prices: readonly number[]) => {
  const spread = spreadOf(prices);
  if (spread === undefined) throw new Error('no prices');
  return { prices, spread };
};

const drawn = (
  group: ReturnType<typeof groupOf>,
  axis: NonNullable<ReturnType<typeof priceAxis>>,
  { own = [], style = 'blocks' }: { readonly own?: readonly number[]; readonly style?: 'blocks' | 'ascii' } = {},
) =>
  priceBox(group, own, axis, style)
    .map(({ text }) => text)
    .join('');

describe('groups of the market', () => {
  const peer = fc.record({
    model: fc.constantFrom('A', 'B'),
    price: fc.integer({ min: 1, max: 9 }),
    gpus: fc.constantFrom(1, 2),
    verification: fc.constantFrom('verified', 'unverified'),
    score: fc.integer({ min: 1, max: 9 }),
  });

  test('have every offer that is meant once, and the median that a plain count finds', () => {
    fc.assert(
      fc.property(fc.array(peer, { maxLength: 40 }), fc.boolean(), fc.boolean(), (peers, isOfAll, byGpus) => {
        const likeness = {
          ...USUAL_LIKENESS,
          gpus: byGpus ? ('same' as const) : ('any' as const),
          verification: isOfAll ? ('any' as const) : ('same' as const),
        };
        const meant: readonly Peer[] = isOfAll ? peers : peers.filter((it) => it.verification === 'verified');
        const groups = marketGroups(peers, likeness);
        expect(groups.reduce((sum, { spread }) => sum + spread.n, 0)).toBe(meant.length);
        for (const { like, prices, spread } of groups) {
          const alike = meant.filter(({ model, gpus }) => model === like.model && (!byGpus || gpus === like.gpus));
          expect(prices).toEqual(alike.map(({ price }) => price).sort((a, b) => a - b));
          const below = alike.filter(({ price }) => price < spread.median).length;
          expect(below).toBeLessThanOrEqual(alike.length / 2);
        }
        expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length);
      }),
    );
  });
});

describe('prices as a box', () => {
  const nine = groupOf(0.1, 0.1, 0.2, 0.4, 0.4, 0.4, 0.8, 1.6, 1.6);

  test('have one axis, on which twice as dear is as far everywhere', () => {
    const axis = { least: 0.1, greatest: 1.6, width: 17 };
    expect(priceAxis([nine, groupOf(1)], [0.1], 17)).toEqual(axis);
    expect(axisHeading(axis)).toBe('0.1   0.3    1');
    expect(drawn(nine, axis)).toBe('────████│████────');
    expect(drawn(nine, axis, { style: 'ascii' })).toBe('----####|####----');
    expect(drawn(nine, axis, { own: [0.1, 0.8] })).toBe('◆───████│███◆────');
  });

  test('are points where they are few, of which none is a quarter', () => {
    const axis = { least: 0.1, greatest: 1.6, width: 17 };
    expect(drawn(groupOf(0.2, 0.4, 1.6), axis)).toBe('·   × · ×    ·  ×');
    expect(drawn(groupOf(0.2, 0.4, 1.6), axis, { style: 'ascii' })).toBe('    x   x       x');
    expect(priceAxis([{ spread: groupOf(0, 0).spread }], [], 9)).toBeUndefined();
    expect(drawn(groupOf(0.3), { least: 0.3, greatest: 0.3, width: 5 })).toBe('  ×  ');
  });

  test('take as many cells as the axis has, whatever they are, and figures of the axis are never cut', () => {
    const price = fc.double({ min: 0, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(price, { minLength: 1, maxLength: 12 }),
        fc.array(price, { maxLength: 2 }),
        fc.integer({ min: 1, max: 60 }),
        (prices, own, width) => {
          const group = groupOf(...prices.sort((a, b) => a - b));
          const axis = priceAxis([group], own, width);
          if (axis === undefined) return;
          expect(drawn(group, axis, { own })).toHaveLength(width);
          expect(axisHeading(axis).length).toBeLessThanOrEqual(width);
          for (const figure of axisHeading(axis).split(/ +/).filter(Boolean)) {
            expect(Number(figure)).toBeGreaterThanOrEqual(axis.least);
            expect(Number(figure)).toBeLessThanOrEqual(axis.greatest);
            expect(Number(figure).toExponential()).toMatch(/^[1235]e/);
          }
        },
      ),
    );
  });
});
