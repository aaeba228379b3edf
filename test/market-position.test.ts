/** Where a price stands among offers that are alike, which price has a place, and how prices are distributed. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCohorts } from '../src/pricing/cohorts.ts';
import {
  bandOf,
  cohortOf,
  type Likeness,
  likenessTurned,
  type Peer,
  peerOf,
  subjectOf,
  USUAL_LIKENESS,
} from '../src/pricing/likeness.ts';
import { isLet, machinesPlaced, placeAt, pricesOfRank, shortPriceWithin } from '../src/pricing/place.ts';
import { histogramOf, spreadOf, stepOf } from '../src/pricing/spread.ts';
import { readWish, wishesIn } from '../src/pricing/wish.ts';

const ascending = (list: readonly number[]): readonly number[] => list.toSorted((a, b) => a - b);

/** Prices with many equal ones. */
const prices = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 40 });

describe('a price beside others', () => {
  test('has a rank of as many, a share of the others that are cheaper, and a distance from the median', () => {
    expect(placeAt(3, [1, 2, 3, 4])).toMatchObject({
      rank: 3,
      count: 5,
      cheaper: 2,
      equal: 1,
      share: 0.5,
      median: 2.5,
      fromMedian: expect.closeTo(0.2),
    });
    expect(placeAt(0.5, [1, 2])).toMatchObject({
      rank: 1,
      count: 3,
      cheaper: 0,
      share: 0,
      fromMedian: expect.closeTo(-2 / 3),
    });
    expect(placeAt(9, [1, 2])).toMatchObject({ rank: 3, count: 3, cheaper: 2, share: 1, fromMedian: 5 });
    expect(placeAt(2, [])).toMatchObject({ rank: 1, count: 1, cheaper: 0, equal: 0, share: undefined });
    for (const others of [[], [0]])
      expect(placeAt(2, others)).toMatchObject({ median: others[0], fromMedian: undefined });
  });

  test('counts what a plain count counts', () => {
    fc.assert(
      fc.property(prices, fc.integer({ min: 0, max: 31 }), (list, price) => {
        const { rank, count, cheaper, equal, share, median } = placeAt(price, ascending(list));
        const below = list.filter((other) => other < price).length;
        expect([rank, count, cheaper]).toEqual([below + 1, list.length + 1, below]);
        expect(equal).toBe(list.filter((other) => other === price).length);
        expect(share).toBe(list.length === 0 ? undefined : below / list.length);
        const others = ascending(list);
        const middle = (list.length - 1) / 2;
        const [low = 0, high = 0] = [others[Math.floor(middle)], others[Math.ceil(middle)]];
        expect(median).toEqual(list.length === 0 ? undefined : expect.closeTo((low + high) / 2, 10));
      }),
    );
  });

  test('that is asked for by its rank has that rank, and a dearer one has not', () => {
    fc.assert(
      fc.property(prices, fc.integer({ min: 1, max: 45 }), (list, rank) => {
        const others = ascending(list);
        const found = pricesOfRank(rank, others);
        const ranks = new Set(Array.from({ length: 320 }, (_, at) => placeAt(at / 10, others).rank));
        expect(found.kind === 'between').toBe(ranks.has(rank));
        expect(found.kind === 'beyond').toBe(rank > list.length + 1);
        if (found.kind !== 'between') return;
        const { above = 0, upTo = 1000 } = found;
        expect(placeAt(upTo, others).rank).toBe(rank);
        expect(placeAt((above + upTo) / 2, others).rank).toBe(rank);
        if (found.upTo !== undefined) expect(placeAt(upTo + 0.1, others).rank).toBeGreaterThan(rank);
        if (found.above !== undefined) expect(placeAt(above, others).rank).toBeLessThan(rank);
      }),
    );
  });

  test('is shortened to a price of the same rank', () => {
    expect(shortPriceWithin(0.3, 0.31249)).toBe(0.3124);
    expect(shortPriceWithin(0.31241, 0.31249)).toBe(0.31249);
    expect(shortPriceWithin(0.3, 0.31)).toBe(0.31);
    fc.assert(
      fc.property(
        fc.double({ min: 0.0001, max: 20, noNaN: true }),
        fc.double({ min: 1e-9, max: 1, noNaN: true }),
        (above, by) => {
          const short = shortPriceWithin(above, above + by);
          expect(short).toBeGreaterThan(above);
          expect(short).toBeLessThanOrEqual(above + by);
        },
      ),
    );
  });
});

const offers = fc.array(
  fc.record({
    id: fc.integer({ min: 1, max: 1_000_000 }),
    machine_id: fc.integer({ min: 1, max: 5 }),
    gpu_name: fc.constantFrom('RTX 4090', 'H100 SXM', null),
    num_gpus: fc.constantFrom(1, 2, 4, 0, null),
    dph_total: fc.oneof(fc.double({ min: 0.1, max: 5, noNaN: true }), fc.constant(null)),
    verification: fc.constantFrom('verified', 'unverified', null),
    geolocation: fc.constantFrom('Virginia, US', 'Texas, US', 'Oslo, NO', null),
    reliability: fc.constantFrom(0.9989, 0.999, 0.97, null),
    hosting_type: fc.constantFrom(0, 1, null),
  }),
  { minLength: 1, maxLength: 40 },
);

describe('a cohort', () => {
  test('gives each offer the place that `gpudeck market` tells', () => {
    fc.assert(
      fc.property(
        offers,
        fc.constantFrom('any', 'same'),
        fc.constantFrom('any', 'same'),
        (rows, gpus, verification) => {
          const like = { ...USUAL_LIKENESS, gpus, verification } as const;
          const cohorts = createCohorts(
            [
              'gpu_name',
              ...(gpus === 'same' ? ['num_gpus'] : []),
              ...(verification === 'same' ? ['verification'] : []),
            ],
            ({ gpu_name }) => gpu_name !== null,
          );
          cohorts.add(rows);
          const peers = rows.flatMap((row) => peerOf(row) ?? []);
          const found = peers.map((own) => {
            const cohort = cohortOf(own, peers, like);
            const others = ascending(cohort.filter((peer) => peer !== own).map(({ price }) => price));
            const { price, rank } = placeAt(own.price, others);
            return { id: own.id, price, rank, spread: spreadOf(ascending([...others, price])) };
          });
          expect(found).toEqual(
            cohorts.positions().map(({ offer, price, rank, spread }) => ({ id: offer.id, price, rank, spread })),
          );
        },
      ),
    );
  });

  test('is as alike as is asked, in what is known and in what is not', () => {
    fc.assert(
      fc.property(offers, (rows) => {
        const peers = rows.flatMap((row) => peerOf(row) ?? []);
        const [own] = peers;
        if (own === undefined) return;
        const sizes = (likeness: Partial<Likeness>) =>
          cohortOf(own, peers, { ...USUAL_LIKENESS, verification: 'any', ...likeness }).length;
        const count = (isIn: (peer: Peer) => boolean) =>
          peers.filter((peer) => peer.model === own.model && isIn(peer)).length;
        expect(sizes({})).toBe(count(() => true));
        expect(sizes({ gpus: 'same' })).toBe(count(({ gpus }) => gpus === own.gpus));
        expect(sizes({ place: 'country' })).toBe(count(({ country }) => country === own.country));
        expect(sizes({ place: 'continent' })).toBe(count(({ continent }) => continent === own.continent));
        expect(sizes({ datacenter: 'same' })).toBe(
          count(({ isInDatacenter }) => isInDatacenter === own.isInDatacenter),
        );
        expect(sizes({ reliability: 'same' })).toBe(
          count(({ reliability }) => bandOf(reliability) === bandOf(own.reliability)),
        );
      }),
    );
  });

  test('is asked for by place in three ways, by everything else in two', () => {
    const places = [USUAL_LIKENESS];
    for (let turn = 0; turn < 3; turn++) places.push(likenessTurned(places.at(-1) ?? USUAL_LIKENESS, 'place'));
    expect(places.map(({ place }) => place)).toEqual(['any', 'continent', 'country', 'any']);
    expect(likenessTurned(USUAL_LIKENESS, 'verification').verification).toBe('any');
  });

  test('tells bands of reliability as people count them, in nines', () => {
    expect([0.5, 0.9, 0.9499, 0.95, 0.99, 0.995, 0.9989, 0.999, 1, undefined].map(bandOf)).toEqual([
      'under 90 %',
      '90 to 95 %',
      '90 to 95 %',
      '95 to 98 %',
      '99 to 99.5 %',
      '99.5 to 99.9 %',
      '99.5 to 99.9 %',
      '99.9 % and more',
      '99.9 % and more',
      undefined,
    ]);
  });

  test('knows what an offer tells of itself, and nothing more', () => {
    const row = { id: 3, gpu_name: 'L40S', num_gpus: 2, dph_total: 1, geolocation: 'Oslo, NO', hosting_type: 1 };
    expect(peerOf(row)).toEqual({
      ...{ id: 3, model: 'L40S', gpus: 2, price: 0.5, country: 'NO', continent: 'EUROPE', isInDatacenter: true },
    });
    expect(peerOf({ ...row, dph_total: null })).toBeUndefined();
    expect(subjectOf({ gpu_name: 'L40S', num_gpus: 0, dph_total: 1 })).toEqual({ model: 'L40S', gpus: 0 });
    expect(subjectOf({ num_gpus: 2, dph_total: 1 })).toBeUndefined();
  });
});

describe('a histogram', () => {
  test('goes in steps that are easy to read, the few far away in the last one', () => {
    expect(histogramOf([0.21, 0.3, 0.31, 0.32, 0.4, 9], 6)).toEqual([
      { from: 0, to: 2, count: 5 },
      { from: 2, to: 4, count: 0 },
      { from: 4, to: 6, count: 0 },
      { from: 6, to: 8, count: 0 },
      { from: 8, to: 10, count: 1 },
    ]);
    expect(histogramOf([...Array<number>(40).fill(0.3), 0.21, 0.25, 0.4, 9].sort(), 6)).toEqual([
      { from: 0.2, to: 0.22, count: 1 },
      { from: 0.22, to: 0.24, count: 0 },
      { from: 0.24, to: 0.26, count: 1 },
      { from: 0.26, to: 0.28, count: 0 },
      { from: 0.28, to: 0.3, count: 0 },
      { from: 0.3, count: 42 },
    ]);
    expect(histogramOf([], 6)).toEqual([]);
    expect(histogramOf([2], 6)).toEqual([{ from: 2, to: 2.2, count: 1 }]);
  });

  test('counts every price once, in the step that holds it', () => {
    const any = fc.array(fc.double({ min: 0.001, max: 50, noNaN: true }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(any, fc.integer({ min: 2, max: 14 }), (list, most) => {
        const sorted = ascending(list);
        const steps = histogramOf(sorted, most);
        expect(steps.length).toBeLessThanOrEqual(most);
        for (const { from, to = Number.POSITIVE_INFINITY, count } of steps)
          expect(list.filter((price) => price >= from && price < to)).toHaveLength(count);
        expect(steps.reduce((sum, { count }) => sum + count, 0)).toBe(list.length);
        for (const price of list) {
          const { from = 0, to = Number.POSITIVE_INFINITY } = steps[stepOf(price, steps) ?? -1] ?? {};
          expect(price >= from && price < to).toBe(true);
        }
      }),
    );
  });
});

describe('what is typed', () => {
  test.each([
    ['0.35', { kind: 'price', perGpu: 0.35 }],
    [' $.35 ', { kind: 'price', perGpu: 0.35 }],
    ['0.35$/h', { kind: 'price', perGpu: 0.35 }],
    ['$0.35/gpu/h', { kind: 'price', perGpu: 0.35 }],
    ['3', { kind: 'price', perGpu: 3 }],
    ['1.40 total', { kind: 'total', total: 1.4 }],
    ['total $1.40', { kind: 'total', total: 1.4 }],
    ['3rd', { kind: 'rank', rank: 3 }],
    ['21ST', { kind: 'rank', rank: 21 }],
    ['#3', { kind: 'rank', rank: 3 }],
    ['rank 3', { kind: 'rank', rank: 3 }],
    ['top 3', { kind: 'rank', rank: 3 }],
    ['3rd of 41', { kind: 'rank', rank: 3 }],
    ['2nd best', { kind: 'rank', rank: 2 }],
    ['cheapest', { kind: 'rank', rank: 1 }],
    ['p25', { kind: 'share', share: 0.25 }],
    ['25th percentile', { kind: 'share', share: 0.25 }],
    ['Median', { kind: 'share', share: 0.5 }],
    ['-8%', { kind: 'off', off: -0.08 }],
    ['median - 8 %', { kind: 'off', off: -0.08 }],
    ['8% under the median', { kind: 'off', off: -0.08 }],
    ['+10%', { kind: 'off', off: 0.1 }],
  ])('%s', (text, wish) => expect(readWish(text)).toEqual({ wish }));

  test.each([
    ['0,35', 'Write the price with a point: 0.35'],
    ['25%', 'Write p25 for that percentile, or -25% for that much under the median.'],
    ['0', 'A price is above 0.'],
    ['-0.3', 'A price is above 0. For one under the median write -8%.'],
    ['0th', 'Places count from 1, the cheapest.'],
    ['p101', 'Percentiles go from p0 to p100.'],
    ['-100%', 'A price is above 0: less than 100 % under the median.'],
    ['1.2.3', 'Write a price such as 0.35, or 3rd, p25'],
    ['€0.30', 'Prices are in US dollars: convert the amount.'],
    ['cheap', 'Write a price such as 0.35, or 3rd, p25'],
  ])('%s is told what is wrong with it', (text, problem) =>
    expect(readWish(text)).toEqual({ problem: expect.stringContaining(problem) }),
  );

  test('nothing asks nothing', () => expect(readWish('  ')).toBeUndefined());
});

test('several wishes are parted by commas, but a comma for a decimal point parts none', () => {
  expect(wishesIn(' 3rd, p25,median ; -8%,')).toEqual(['3rd', 'p25', 'median', '-8%']);
  expect(wishesIn('0,12')).toEqual(['0,12']);
  expect(wishesIn('0,12, 3rd,0.30')).toEqual(['0,12', '3rd', '0.30']);
  expect(wishesIn('0.30,0.35,1.2')).toEqual(['0.30', '0.35', '1.2']);
  expect(wishesIn(' , ')).toEqual([]);
});

describe('own machines, one a row', () => {
  const peer = (id: number, price: number, machineId = id) => ({ model: 'RTX 4090', id, price, machineId });
  // The median of those for rent is 1.
  const peers = [peer(1, 0.9), peer(2, 1), peer(3, 1.1), peer(4, 0.4), peer(5, 1.5, 50), peer(6, 1, 50), peer(7, 1)];
  const own = [
    peer(6, 1, 50),
    peer(5, 1.5, 50),
    peer(4, 0.4),
    peer(3, 1.1),
    { ...peer(8, 3), isRentable: false },
    { ...peer(9, 2), isRentable: true },
    { model: 'RTX 4090', id: 10, machineId: 10 },
  ];
  const placed = (order: 'worst' | 'machine' | 'price') => machinesPlaced(own, peers, USUAL_LIKENESS, order);
  const ids = (order: 'worst' | 'machine' | 'price') => placed(order).map(({ subject }) => subject.machineId);

  test('are the furthest from the median first, over it or under it, what is rented behind, and what has no price last', () => {
    // 9 can be rented and is in no answer, as where that was cut: 100 % over; then 4 (60 % under), 50 (50 % over), 3.
    expect(ids('worst')).toEqual([9, 4, 50, 3, 8, 10]);
    expect(placed('worst').map((row) => [row.others, isLet(row)])).toEqual([
      [0, false],
      [0, false],
      [1, false],
      [0, false],
      [0, true],
      [0, true],
    ]);
  });

  test('are sorted otherwise within those', () => {
    expect(ids('machine')).toEqual([3, 4, 9, 50, 8, 10]);
    expect(ids('price')).toEqual([9, 50, 3, 4, 8, 10]);
  });
});
