/** The sum of an offer's costs, line by line: as the service gives it, for a job, and at a bid. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Offer } from '../src/catalogue/values.ts';
import { costSum, jobCost } from '../src/pricing/job-cost.ts';
import { readBid } from '../src/tui/panes/offers/bid.ts';

const PRICED: Offer = {
  dph_total: 0.5,
  storage_total_cost: 0.02,
  storage_cost: 0.18,
  inet_down_cost: 0.01,
  inet_up_cost: 0.02,
  search: { slaPremiumPerHour: 0.05 },
};

const JOB = { hours: 100, diskGb: 40, downGb: 10, upGb: 5 };

const price = fc.oneof(fc.double({ min: 0, max: 10, noNaN: true }), fc.constant(null));
const offers: fc.Arbitrary<Offer> = fc.record({
  dph_total: price,
  storage_total_cost: price,
  storage_cost: price,
  inet_down_cost: price,
  inet_up_cost: price,
  search: fc.record({ slaPremiumPerHour: price }),
});
const size = fc.double({ min: 0, max: 5000, noNaN: true });
const target = fc.constantFrom(0.9, 0.99);
const jobs = fc.record(
  {
    hours: fc.double({ min: 0.25, max: 5000, noNaN: true }),
    diskGb: size,
    downGb: size,
    upGb: size,
    slaTarget: target,
  },
  { requiredKeys: ['hours', 'diskGb', 'downGb', 'upGb'] },
);

const rounded = ({ lines, total, missing }: ReturnType<typeof costSum>) => ({
  lines: lines.map(({ part, hourly, from }) => [part, hourly === null ? null : Number(hourly.toFixed(9)), from]),
  total: total === null ? null : Number(total.toFixed(9)),
  missing,
});

describe('the sum of costs', () => {
  test('without a job is what the service asks for, its disk by itself', () => {
    expect(rounded(costSum(PRICED, {}))).toEqual({
      lines: [
        ['gpus', 0.48, 'computed'],
        ['searchDisk', 0.02, 'service'],
      ],
      total: 0.5,
      missing: [],
    });
  });

  test('of a job takes the disk of the search out, and spreads traffic over the hours', () => {
    expect(rounded(costSum(PRICED, { workload: JOB }))).toEqual({
      lines: [
        ['price', 0.5, 'service'],
        ['lessSearchDisk', -0.02, 'service'],
        ['jobDisk', 0.01, 'computed'],
        ['down', 0.001, 'computed'],
        ['up', 0.001, 'computed'],
      ],
      total: 0.492,
      missing: [],
    });
  });

  test('at a bid has the bid in the place of the price', () => {
    expect(rounded(costSum({ ...PRICED, dph_total: null }, { workload: JOB, bid: 0.3 }))).toEqual({
      lines: [
        ['bid', 0.3, 'user'],
        ['jobDisk', 0.01, 'computed'],
        ['down', 0.001, 'computed'],
        ['up', 0.001, 'computed'],
      ],
      total: 0.312,
      missing: [],
    });
    expect(rounded(costSum(PRICED, { bid: 0.3 })).total).toBe(0.32);
  });

  test('is unknown where a part is, which is named', () => {
    expect(costSum({ ...PRICED, inet_up_cost: null }, { workload: JOB })).toMatchObject({
      total: null,
      missing: ['inet_up_cost'],
    });
    expect(costSum({}, {})).toMatchObject({ total: null, missing: ['dph_total'] });
    expect(costSum({}, { bid: 0.3 })).toMatchObject({ total: null, missing: ['storage_total_cost'] });
    expect(costSum({ dph_total: 0.5 }, {})).toMatchObject({ total: 0.5, missing: [] });
  });

  test('knows the SLA premium of the target that was asked for, at the price that was named', () => {
    const workload = { ...JOB, slaTarget: 0.99 };
    const premium = ['search.slaPremiumPerHour'];
    expect(costSum(PRICED, { workload, pricedTarget: 0.99 })).toMatchObject({ missing: [] });
    expect(costSum(PRICED, { workload, pricedTarget: 0.95 })).toMatchObject({ total: null, missing: premium });
    expect(costSum(PRICED, { workload })).toMatchObject({ total: null, missing: premium });
    expect(costSum(PRICED, { workload, pricedTarget: 0.99, bid: 0.4 })).toMatchObject({
      total: null,
      missing: premium,
    });
    expect(costSum({ ...PRICED, search: {} }, { workload, pricedTarget: 0.99 })).toMatchObject({ missing: premium });
  });

  test('of a job is that of every row: a plain computation finds the same, and the same unknown', () => {
    fc.assert(
      fc.property(offers, jobs, fc.option(target, { nil: undefined }), (offer, workload, pricedTarget) => {
        const { total, lines } = costSum(offer, { workload, pricedTarget });
        const isCovered = workload.slaTarget === undefined || workload.slaTarget === pricedTarget;
        const { job_hour: hour, job_total: whole } = jobCost(offer, workload, isCovered);
        if (hour === null || whole === null) {
          expect(total).toBeNull();
          return;
        }
        const { hours, diskGb, downGb, upGb } = workload;
        const part = (name: string) => Number(offer[name]);
        const plain =
          hours * (part('dph_total') - part('storage_total_cost') + (part('storage_cost') * diskGb) / 720) +
          downGb * part('inet_down_cost') +
          upGb * part('inet_up_cost');
        const tolerance = 1e-9 * (1 + hours * 100 + (downGb + upGb) * 10);
        expect(Math.abs((total ?? Number.NaN) * hours - plain)).toBeLessThan(tolerance);
        expect(Math.abs(whole - plain)).toBeLessThan(tolerance);
        expect(lines.reduce((sum, line) => sum + (line.hourly ?? Number.NaN), 0)).toBe(total);
      }),
    );
  });
});

test.each([
  ['0.3', undefined, { bid: 0.3 }],
  ['$0.3/h', 0.3, { bid: 0.3 }],
  ['', 0.2, { bid: undefined }],
  ['0.19', 0.2, { problem: 'This offer takes bids from $0.2000/h on: write that or more.' }],
  ['0', undefined, { problem: '"0" is not a bid: write $/h above 0, such as 0.25, or nothing for none.' }],
  ['-1', undefined, { problem: '"-1" is not a bid: write $/h above 0, such as 0.25, or nothing for none.' }],
  ['€1', undefined, { problem: '"€1" is not a bid: write $/h above 0, such as 0.25, or nothing for none.' }],
  ['200', undefined, { problem: 'A bid is at most $128/h for the offer.' }],
])('a bid of "%s" where the least is %s', (text, least, reading) => {
  expect(readBid(text, least)).toEqual(reading);
});
