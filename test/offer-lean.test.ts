/** How far a price is from the median of those that are alike. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pricePerGpu } from '../src/catalogue/computed-fields.ts';
import type { Offer } from '../src/catalogue/values.ts';
import { likenessKey, subjectOf, USUAL_LIKENESS } from '../src/pricing/likeness.ts';
import { alikeTo, leanCells, leanColumn, leanSegments } from '../src/tui/panes/offers/lean.ts';

const offer = (price: number | null, model = 'RTX 4090', num_gpus = 1) => ({
  gpu_name: model,
  num_gpus,
  dph_total: price,
  verification: 'verified',
});
const text = (segments: readonly { readonly text: string }[]) => segments.map((piece) => piece.text).join('');

test('offers are alike exactly when they are by the usual likeness', () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          gpu_name: fc.constantFrom('RTX 4090', 'H100'),
          verification: fc.constantFrom('verified', 'unverified', null),
          num_gpus: fc.constantFrom(1, 2, null),
          dph_total: fc.constantFrom(1, 2, 3, null),
        }),
        { minLength: 1, maxLength: 20 },
      ),
      (rows) => {
        const [first] = rows;
        const keyOf = (row: Offer) => JSON.stringify(likenessKey(subjectOf(row) ?? { model: '' }, USUAL_LIKENESS));
        if (first === undefined) return;
        const alike = rows.filter((row) => keyOf(row) === keyOf(first) && pricePerGpu(row) !== undefined);
        const prices = alike.flatMap((row) => pricePerGpu(row) ?? []).sort((one, other) => one - other);
        expect(alikeTo(first, rows)?.offers ?? []).toEqual(alike);
        expect(alikeTo(first, rows)?.prices ?? []).toEqual(prices);
      },
    ),
  ));

describe('an offer beside the median', () => {
  const rows = [offer(1), offer(2), offer(4, 'RTX 4090', 2), offer(2.3), offer(8, 'RTX 4090', 4), offer(9, 'H100')];
  const cells = leanCells(rows, 160, { isSparse: false });

  test('is told by its price of a GPU, whatever its count', () => {
    expect(rows.slice(0, 5).map((row) => text(cells(row)))).toEqual([
      '████│      -50%',
      '    │        at',
      '    │        at',
      '    │█     +15%',
      '    │        at',
    ]);
  });

  test('that has fewer than five like it is told their number, and one without a price nothing', () => {
    expect(cells(offer(9, 'H100'))).toEqual([{ text: '            n 1', role: 'dim' }]);
    expect(text(cells(offer(null)))).toBe('');
    expect(text(cells(offer(3, 'unheard of')))).toBe('');
  });

  test('is coloured as the percentage says that is printed', () => {
    const roleAt = (share: number) => leanSegments(share, 'none')[0]?.role;
    expect([-0.254, -0.245, -0.0951, -0.094, 0.094, 0.0951, 0.2449, 0.2451].map(roleAt)).toEqual([
      'cheap-far',
      'cheap',
      'cheap',
      'plain',
      'plain',
      'dear',
      'dear',
      'dear-far',
    ]);
  });

  test('has a bar that fills its side at half of the median, in halves of a cell or in ASCII', () => {
    expect(text(leanSegments(-0.2, 'blocks'))).toBe('  ▐█│      -20%');
    expect(text(leanSegments(0.2, 'blocks'))).toBe('    │█▌    +20%');
    expect(text(leanSegments(-0.2, 'ascii'))).toBe('  --|      -20%');
    expect(text(leanSegments(30, 'ascii'))).toBe('    |++++ +999%');
    expect(text(leanSegments(0.2, 'blank'))).toBe('           +20%');
  });

  test('takes the same cells whatever it says', () =>
    fc.assert(
      fc.property(
        fc.double({ min: -1, max: 50, noNaN: true }),
        fc.constantFrom('blocks', 'ascii', 'blank'),
        (share, style) => {
          expect(text(leanSegments(share, style)).length).toBe(leanColumn(160)?.width);
        },
      ),
    ));
});

test('the heading says what the median is of, and there is no column where there is no room', () => {
  expect([leanColumn(160)?.heading, leanColumn(79)?.heading]).toEqual(['vs median', 'vs med']);
  expect(leanColumn(59)).toBeUndefined();
});
