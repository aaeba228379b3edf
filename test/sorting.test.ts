/** Rows that are counted into their places stand where comparing each with each would put them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Offer } from '../src/catalogue/values.ts';
import { naturalTextOrder, offerOrder } from '../src/filter/offer-order.ts';
import { OFFER_RANKING } from '../src/tui/panes/offers/list.ts';
import { inOrder, type Order, withInserted } from '../src/tui/state/order.ts';

const figures = fc.oneof(
  fc.constantFrom(null, 0, -0, 0.1, 0.30000000000000004, 4, -2.5, Number.MAX_VALUE, Number.MIN_VALUE),
  fc.double({ noNaN: true }),
);

const offers: fc.Arbitrary<readonly Offer[]> = fc.array(
  fc.record({
    dph_total: figures,
    num_gpus: fc.constantFrom(null, 0, 1, 2, 8),
    gpu_name: fc.oneof(fc.constantFrom(null, 'RTX 4090', 'rtx 4090', 'H100 SXM', ''), fc.string()),
    driver_version: fc.constantFrom(null, '550.54.15', '550.9', '550.09', '550', '550.0', 'none', '1.550'),
    rentable: fc.constantFrom(true, false, null),
  }),
  { maxLength: 80 },
);

const orders: fc.Arbitrary<Order> = fc.uniqueArray(
  fc.tuple(
    fc.constantFrom('dph_total', 'num_gpus', 'gpu_name', 'driver_version', 'rentable', 'dph_gpu', 'no_such_field'),
    fc.constantFrom('asc' as const, 'desc' as const),
  ),
  { selector: ([field]) => field, maxLength: 4 },
);

describe('an order of offers', () => {
  test('is that of a comparison of each with each, whatever they hold', () => {
    fc.assert(
      fc.property(offers, orders, (rows, order) => {
        expect(inOrder(rows, order, OFFER_RANKING)).toEqual(rows.toSorted(offerOrder(order)));
      }),
      { numRuns: 1000 },
    );
  });

  test('takes others in where sorting all of them anew would put them', () => {
    fc.assert(
      fc.property(offers, offers, orders, (rows, others, order) => {
        const ordered = inOrder(rows, order, OFFER_RANKING);
        expect(withInserted(ordered, others, order, OFFER_RANKING, (row) => row)).toEqual(
          inOrder([...ordered, ...others], order, OFFER_RANKING),
        );
      }),
      { numRuns: 300 },
    );
  });

  test('leaves rows alone that stand in it', () => {
    fc.assert(
      fc.property(offers, orders, (rows, order) => {
        const ordered = inOrder(rows, order, OFFER_RANKING);
        expect(inOrder(ordered, order, OFFER_RANKING)).toBe(ordered);
      }),
    );
  });
});

const ranking = (compareTexts?: (left: string, right: string) => number) => ({
  valueOf: (value: unknown) => value,
  compareTexts: () => compareTexts,
});
const sorted = (
  values: readonly unknown[],
  direction: 'asc' | 'desc',
  compareTexts?: (a: string, b: string) => number,
) => inOrder(values, [['', direction]], ranking(compareTexts));

test('numbers come before texts, and what is neither last in either direction', () => {
  const values = ['b', 2, null, 'a', 1, Number.NaN];
  expect(sorted(values, 'asc')).toEqual([1, 2, 'a', 'b', null, Number.NaN]);
  expect(sorted(values, 'desc')).toEqual(['b', 'a', 2, 1, null, Number.NaN]);
});

test('texts that compare as equal keep their order', () => {
  const names = ['disk10', 'Disk2', 'DISK10', 'disk2'];
  expect(sorted(names, 'asc', naturalTextOrder('label'))).toEqual(['Disk2', 'disk2', 'disk10', 'DISK10']);
  expect(sorted(names, 'desc', naturalTextOrder('label'))).toEqual(['disk10', 'DISK10', 'Disk2', 'disk2']);
});

test('no rows, one row, and rows without any value stand as they came', () => {
  for (const rows of [[], ['a'], [null, undefined, null]]) expect(sorted(rows, 'desc')).toBe(rows);
});
