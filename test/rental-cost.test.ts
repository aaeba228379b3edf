/** What renting costs, as it is shown: by hand, and against what the local service charges. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Offer } from '../src/catalogue/values.ts';
import { endNotes, hoursLeft } from '../src/pricing/time-left.ts';
import { planProblems } from '../src/rentals/plan.ts';
import { costWords, rentalCost } from '../src/rentals/price.ts';
import { offerNow } from '../src/rentals/rent-one.ts';
import { startRenter } from './support/renter.ts';
import { OFFER, PLAN } from './support/renting.ts';

const price = fc.double({ min: 0, max: 50, noNaN: true });

describe('what an offer costs', () => {
  test.each<[string, object, Offer, object]>([
    ['on demand, with the disk of the plan', { diskGb: 100 }, OFFER, { perHour: 0.51, stoppedPerHour: 0.01 }],
    ['for a bid', { diskGb: 100, bid: 0.35 }, OFFER, { perHour: 0.36, stoppedPerHour: 0.01 }],
    [
      'for a bid with cover, whose premium is a share of the price',
      { diskGb: 100, bid: 0.25, slaTarget: 0.99 },
      { ...OFFER, dph_total: 0.554, search: { slaPremiumPerHour: 0.05 } },
      { perHour: 0.285 },
    ],
    ['with cover of which the service does not name the premium', { slaTarget: 0.99 }, OFFER, { perHour: undefined }],
    [
      'without the price of its disk',
      {},
      { ...OFFER, storage_cost: null },
      { perHour: undefined, stoppedPerHour: undefined },
    ],
  ])('%s', (_, plan, offer, expected) => {
    const cost = rentalCost(offer, { ...PLAN, ...plan });
    for (const [name, value] of Object.entries(expected)) {
      const found = cost[name as keyof typeof cost];
      if (typeof value === 'number') expect(found).toBeCloseTo(value, 9);
      else expect(found).toBe(value);
    }
  });

  test('a day is 24 hours of it, a month 720, and a job its hours and its traffic', () => {
    const job = { hours: 10, diskGb: 999, downGb: 5, upGb: 2 };
    const cost = rentalCost(OFFER, PLAN, job);
    expect(costWords(cost)).toContain('$0.5040/h, $12.10 a day, $362.88 in 30 days;');
    expect(cost.job?.toFixed(4)).toBe('5.1300');
  });

  test.each([
    [30 * 86_400, '$12.10 a day, $362.88 in 30 days;', []],
    [30 * 86_400 - 1, '$12.10 a day, until it ends, in 29.9 d: $362.88;', ['It ends in 29.9 d.']],
    [86_400, '$12.10 a day, until it ends, in 24 h: $12.10;', ['It ends in 24 h.']],
    [86_399, '/h, until it ends, in 23.9 h: $12.10;', ['! It ends in 23.9 h.']],
    [2700, '/h, until it ends, in 45 min: $0.38;', ['! It ends in 45 min.']],
    [-60, '/h, until it ends, in 0 min: $0.00;', ['! It ends in 0 min.']],
    [null, '$12.10 a day, $362.88 in 30 days;', []],
  ])('no span goes beyond the end, %s s from now', (duration, words, notes) => {
    expect(costWords(rentalCost({ ...OFFER, duration }, PLAN))).toContain(words);
    expect(endNotes(hoursLeft(duration), 'It').map(({ text }) => text)).toEqual(notes);
  });

  test.each([
    [0.25, { min_bid: 0.3 }, /^The least bid on this offer is \$0\.3000\/h\.$/],
    [0.6, { min_bid: 0.3 }, /^The bid is above the price on demand, \$0\.5000\/h: rent it on demand/],
    [0.6, { min_bid: 0.55 }, /^Bidding is pointless here: the least bid, \$0\.5500\/h, is above .* \$0\.5000\/h\.$/],
  ])('a bid of %s on %j makes no sense', (bid, more, why) => {
    expect(planProblems({ ...PLAN, bid }, { ...OFFER, ...more }).map(({ message }) => message)).toEqual([
      expect.stringMatching(why),
    ]);
  });

  test('the disk that the search was priced with makes no difference', () => {
    fc.assert(
      fc.property(
        price,
        price,
        fc.integer({ min: 8, max: 5000 }),
        fc.integer({ min: 8, max: 5000 }),
        (base, storage, searched, wanted) => {
          const disk = (storage * searched) / 720;
          const offer = { dph_base: base, dph_total: base + disk, storage_cost: storage, storage_total_cost: disk };
          expect(rentalCost(offer, { diskGb: wanted }).perHour).toBeCloseTo(base + (storage * wanted) / 720, 6);
        },
      ),
    );
  });

  test('is agreed to at no more than was agreed', () => {
    fc.assert(
      fc.property(price, price, (now, agreed) => {
        const offer = { ...OFFER, dph_total: now + 0.004 };
        const { perHour = Number.NaN } = rentalCost(offer, PLAN);
        const { kind } = offerNow([offer], PLAN, agreed);
        expect(kind).toBe(perHour <= agreed + 1e-6 ? 'as-agreed' : 'dearer');
      }),
    );
  });

  test.each([
    ['on demand', {}, {}],
    ['for a bid', {}, { bid: 0.9 }],
    ['with cover', { target: 0.98 }, {}],
  ])(
    'is what the service charges, %s',
    async (_, { target }: { readonly target?: number }, { bid: share }: { readonly bid?: number }) => {
      const renter = await startRenter({ offers: 2000 });
      const diskGb = 50;
      const covered = target === undefined ? {} : { target_reliability: { eq: target }, reliability: { lt: target } };
      const offer = (await renter.offer({ allocated_storage: 20, disk_space: { gte: 60 }, ...covered })) as Offer & {
        readonly id: number;
      };
      const bid = share === undefined ? undefined : (Number(offer.min_bid) + Number(offer.dph_base)) / 2;
      const body = {
        disk: diskGb,
        ...(bid !== undefined && { price: bid }),
        ...(target !== undefined && { target_reliability: target }),
      };
      const id = await renter.rent(body, offer.id);
      const charged = (await renter.show(id))?.search as { readonly totalHour: number };
      expect(rentalCost(offer, { diskGb, bid, slaTarget: target }).perHour).toBeCloseTo(charged.totalHour, 6);
    },
  );
});
