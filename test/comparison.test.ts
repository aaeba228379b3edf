import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bestPlaces, COMPARED_OFFER_FIELDS, comparisonOf, differingRows } from '../src/catalogue/comparison.ts';
import { formatValue } from '../src/catalogue/format.ts';
import { OFFER_FIELDS } from '../src/catalogue/offer-fields.ts';
import type { Offer } from '../src/catalogue/values.ts';
import { comparedRows, comparingRefusal } from '../src/tui/state/over-list.ts';
import { comparisonWindow } from '../src/tui/ui/over-list-lines.ts';

/** The row with this label in the group with this title. */
const rowOf = (offers: readonly Offer[], title: string, label: string) => {
  const group = comparisonOf(offers, COMPARED_OFFER_FIELDS).find((known) => known.title === title);
  const row = group?.rows.find((known) => known.label === label);
  if (row === undefined) throw new Error(`no row ${label} under ${title}`);
  return row;
};

const TWO: readonly Offer[] = [
  {
    id: 1,
    dph_total: 2,
    num_gpus: 4,
    dlperf: 90,
    gpu_name: 'RTX 4090',
    reliability: 0.99,
    gpu_max_temp: 70,
    internet_up_cost_per_tb: 1,
    static_ip: true,
  },
  {
    id: 2,
    dph_total: 1.5,
    num_gpus: 2,
    dlperf: 95,
    gpu_name: 'RTX 4090',
    reliability: 0.9,
    gpu_max_temp: 60,
    internet_up_cost_per_tb: 2,
    static_ip: false,
  },
];

describe('offers side by side', () => {
  test('begin with the price, that of one GPU, and the other costs', () => {
    const groups = comparisonOf(TWO, COMPARED_OFFER_FIELDS);
    expect(groups.slice(0, 4).map(({ title }) => title)).toEqual([
      'Price',
      'Costs in the search view',
      'Costs in the instance view',
      'GPU',
    ]);
    expect(groups[0]?.rows.slice(0, 2)).toEqual([
      { label: 'Total', unit: '$/h', cells: ['2.0000', '1.5000'], best: [], differs: true },
      { label: 'Total per GPU', unit: '$/h', cells: ['0.5000', '0.7500'], best: [0], differs: true },
    ]);
  });

  test.each([
    ['GPU', 'DLPerf', []],
    ['GPU', 'Highest temperature', [1]],
    ['Reliability', 'Reliability so far', [0]],
    ['Price', 'Traffic up, per TB', [0]],
    ['GPU', 'Model', []],
    ['GPU', 'Count', []],
    ['Network and location', 'Static IP', []],
    ['Identity', 'Offer', []],
  ])('%s, %s: the best stand at %j', (title, label, best) => {
    expect(rowOf(TWO, title, label).best).toEqual(best);
  });

  test('of what grows with the GPUs, the best stands among those with as many', () => {
    const offers: readonly Offer[] = [
      { dph_total: 3, num_gpus: 4, dlperf: 100, search: { totalHour: 3, diskHour: 0.2 } },
      { dph_total: 1, num_gpus: 2, dlperf: 50, search: { totalHour: 1, diskHour: 0.1 } },
      { dph_total: 2, num_gpus: 4, dlperf: 90, search: { totalHour: 2, diskHour: 0.3 } },
    ];
    expect(rowOf(offers, 'Price', 'Total').best).toEqual([2]);
    expect(rowOf(offers, 'Price', 'Total per GPU').best).toEqual([1, 2]);
    expect(rowOf(offers, 'GPU', 'DLPerf').best).toEqual([0]);
    expect(rowOf(offers, 'Costs in the search view', 'Total').best).toEqual([2]);
    expect(rowOf(offers, 'Costs in the search view', 'Disk').best).toEqual([1]);
  });

  test('of a discount more is better', () => {
    const offers: readonly Offer[] = [
      { discounted_hourly: 0.1, search: { discountTotalHour: 0.2, totalHour: 1 } },
      { discounted_hourly: 0.3, search: { discountTotalHour: 0.1, totalHour: 2 } },
    ];
    expect(rowOf(offers, 'Price', 'Reserved discount').best).toEqual([1]);
    expect(rowOf(offers, 'Costs in the search view', 'Reserved discount').best).toEqual([0]);
    expect(rowOf(offers, 'Costs in the search view', 'Total').best).toEqual([0]);
  });

  test('a value that is not known is no best one, and differs from a known one', () => {
    const offers: readonly Offer[] = [{ dlperf: 90 }, { dlperf: null }, {}];
    expect(rowOf(offers, 'GPU', 'DLPerf')).toMatchObject({ cells: ['90.0', '-', '-'], best: [], differs: true });
    expect(
      comparisonOf([{ dlperf: undefined }, {}], COMPARED_OFFER_FIELDS)
        .flatMap(({ rows }) => rows)
        .find(({ label }) => label === 'DLPerf')?.cells,
    ).toEqual(['?', '-']);
  });

  test('members that nobody has published come last', () => {
    const groups = comparisonOf([{ tier: 'gold' }, { tier: { a: 1 } }], COMPARED_OFFER_FIELDS);
    expect(groups.at(-1)).toEqual({
      title: 'Not in the published interface',
      rows: [{ label: 'tier', unit: '', cells: ['"gold"', '{"a":1}'], best: [], differs: true }],
    });
  });

  const figure = fc.option(
    fc.oneof(fc.constantFrom(0, 1, 2, 2.00001), fc.double({ noNaN: true, noDefaultInfinity: true, min: 0, max: 1e4 })),
    {
      nil: undefined,
    },
  );

  test('the best are those that a plain look over the row finds', () => {
    fc.assert(
      fc.property(
        fc.array(figure, { minLength: 2, maxLength: 6 }),
        fc.constantFrom('less', 'more'),
        (figures, better) => {
          const shown = figures.map((value) => (value === undefined ? '-' : value.toFixed(4)));
          const known = figures.filter((value) => value !== undefined);
          const extreme = better === 'less' ? Math.min(...known) : Math.max(...known);
          const expected = figures.flatMap((value, place) => (value?.toFixed(4) === extreme.toFixed(4) ? [place] : []));
          const hasBest = known.length >= 2 && expected.length < known.length;
          expect(bestPlaces(figures, shown, better)).toEqual(hasBest ? expected : []);
        },
      ),
    );
  });

  test('rows differ where not all cells are equal, and only those are left', () => {
    const offer = fc.record({
      id: fc.integer({ min: 1, max: 3 }),
      dph_total: figure,
      num_gpus: fc.integer({ min: 0, max: 4 }),
      gpu_name: fc.constantFrom('RTX 4090', 'H100 SXM', null),
      static_ip: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(offer, { minLength: 2, maxLength: 6 }), (offers) => {
        const groups = comparisonOf(offers as readonly Offer[], COMPARED_OFFER_FIELDS);
        const rows = groups.flatMap((group) => group.rows);
        for (const { cells, differs } of rows) expect(differs).toBe(new Set(cells).size > 1);
        expect(differingRows(groups).flatMap((group) => group.rows)).toEqual(rows.filter(({ differs }) => differs));
        const models = OFFER_FIELDS.find(({ name }) => name === 'gpu_name');
        if (models === undefined) throw new Error('no model');
        expect(rowOf(offers as readonly Offer[], 'GPU', 'Model').cells).toEqual(
          offers.map(({ gpu_name: model }) => formatValue(models, model)),
        );
      }),
    );
  });
});

describe('the rows that are compared', () => {
  test('are two to six marked ones; another number is said', () => {
    expect(comparingRefusal(0, 0, 'offer')).toBe('Mark 2 to 6 offers to compare them: none is marked.');
    expect(comparingRefusal(1, 1, 'offer')).toBe('Mark 2 to 6 offers to compare them: only 1 is marked.');
    expect(comparingRefusal(7, 7, 'offer')).toBe('Mark 2 to 6 offers to compare them: 7 are marked.');
    expect(comparingRefusal(2, 2, 'offer')).toBeUndefined();
    expect(comparingRefusal(6, 3, 'offer')).toBeUndefined();
    expect(comparingRefusal(3, 1, 'offer')).toBe('Of the 3 marked offers only 1 is in the list now.');
  });

  test('stand in the order of their marks, without those that are gone', () => {
    const rows = [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }];
    expect(comparedRows([4, 9, 1], rows, ({ id }) => id)).toEqual([{ id: 4 }, { id: 1 }]);
  });

  test('are in sight at the column cursor, and fit, at every width', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.nat(5), fc.integer({ min: 60, max: 300 }), (count, at, width) => {
        const current = Math.min(at, count - 1);
        const { first, count: seen, labels, column } = comparisonWindow(count, current, width);
        expect(current).toBeGreaterThanOrEqual(first);
        expect(current).toBeLessThan(first + seen);
        expect(first + seen).toBeLessThanOrEqual(count);
        expect(2 + labels + seen * (column + 2)).toBeLessThanOrEqual(width);
      }),
    );
  });
});
