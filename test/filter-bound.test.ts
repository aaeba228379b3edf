/** A bound that goes to the next number that keeps other offers, by + and -. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Offer } from '../src/catalogue/values.ts';
import { boundMoved } from '../src/filter/bound.ts';
import { compileLine } from '../src/filter/evaluate.ts';
import { parseLine } from '../src/filter/parse.ts';
import { printClause } from '../src/filter/print.ts';

const move = (clause: string, direction: 1 | -1, offers: readonly Offer[], others = '') => {
  const parts = parseLine(`${clause} ${others}`).clauses.map((condition) => ({ condition }));
  const moved = boundMoved(parts, 0, direction, offers);
  return 'condition' in moved ? printClause(moved.condition) : moved.stays;
};

const priced = (...prices: readonly (number | null)[]): readonly Offer[] =>
  prices.map((dph_total) => ({ dph_total, num_gpus: 1 }));

describe('the next number that keeps other offers', () => {
  const offers = priced(0.2114, 0.34716666666666673, 0.3822, null, 1.5);

  test.each([
    ['dph<0.3', 1, 'dph_total<0.38'],
    ['dph<=0.3', 1, 'dph_total<=0.35'],
    ['dph<=0.35', 1, 'dph_total<=0.39'],
    ['dph<0.38', 1, 'dph_total<1.5'],
    ['dph<1.5', 1, 'dph_total<2.5'],
    ['dph<=1.4', 1, 'dph_total<=1.5'],
    ['dph<=9', 1, 'all there'],
    ['dph<=9', -1, 'dph_total<=0.39'],
    ['dph<0.38', -1, 'dph_total<0.34'],
    ['dph<0.3', -1, 'none left'],
    ['dph<0.1', -1, 'none left'],
    ['dph<0.1', 1, 'dph_total<0.34'],
    ['dph>0.3', 1, 'dph_total>0.35'],
    ['dph>0.3', -1, 'dph_total>0.11'],
    ['dph>=0.3', -1, 'dph_total>=0.21'],
    ['dph>=0.3', 1, 'dph_total>=0.38'],
    ['dph>=1', 1, 'none left'],
    ['dph=0.3', 1, 'no bound'],
    ['dph!=0.3', 1, 'no bound'],
    ['verified', 1, 'no bound'],
    ['target_reliability>=0.5', 1, 'no bound'],
  ] as const)('%s moved by %i', (clause, direction, becomes) => {
    expect(move(clause, direction, offers)).toBe(becomes);
  });

  test('is one of the offers that the other parts leave', () => {
    const market = [...priced(0.3, 0.4), { dph_total: 0.35, num_gpus: 8 }];
    expect(move('dph<=0.3', 1, market, 'num_gpus<4')).toBe('dph_total<=0.4');
    expect(move('dph<=0.3', 1, market)).toBe('dph_total<=0.35');
  });

  test('is written in the unit of its field', () => {
    const market = [{ gpu_ram: 24_564 }, { gpu_ram: 81_559 }, { gpu_ram: 16_376 }];
    expect(move('gpu_ram>=24GB', 1, market)).toBe('gpu_ram>=81GB');
    expect(move('gpu_ram>=24GB', -1, market)).toBe('gpu_ram>=16GB');
  });
});

test('each move takes in or leaves out the offers of one value, and can be typed', () => {
  const values = fc.oneof(
    fc.constant(null),
    fc.double({ min: 0.001, max: 500, noNaN: true }),
    fc.integer({ min: 0, max: 9 }),
    fc.constantFrom(0.1, 0.2, 0.30000000000000004),
  );
  fc.assert(
    fc.property(
      fc.array(values, { maxLength: 12 }),
      fc.constantFrom('<', '<=', '>', '>='),
      fc.oneof(fc.integer({ min: 0, max: 9 }), fc.double({ min: 0.001, max: 500, noNaN: true })),
      fc.constantFrom<1 | -1>(1, -1),
      (prices, operator, bound, direction) => {
        const offers = priced(...prices);
        const text = `dph_total${operator}${bound.toFixed(6)}`;
        const kept = (line: string) => offers.filter(compileLine(parseLine(line))).map(({ dph_total }) => dph_total);
        const before = new Set(kept(text));
        const becomes = move(text, direction, offers);
        const isLooser = operator.startsWith('<') === direction > 0;
        const known = new Set(prices.filter((price) => price !== null));
        if (becomes === 'all there') {
          expect(isLooser).toBe(true);
          expect(before.size).toBe(known.size);
        } else if (becomes === 'none left') {
          expect(isLooser).toBe(false);
          expect(before.size).toBeLessThan(2);
        } else {
          const after = new Set(kept(becomes));
          expect(after.size - before.size).toBe(isLooser ? 1 : -1);
          expect((isLooser ? before : after).isSubsetOf(isLooser ? after : before)).toBe(true);
        }
      },
    ),
    { numRuns: 2000 },
  );
});
