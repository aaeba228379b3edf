/** What renting costs, as it is shown: by hand, and against what the local service charges. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Offer } from '../src/catalogue/values.ts';
import { rentalCost } from '../src/rentals/price.ts';
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
    const { perDay, perMonth, job: ofJob } = rentalCost(OFFER, PLAN, job);
    expect([perDay, perMonth, ofJob].map((sum) => sum?.toFixed(4))).toEqual(['12.0960', '362.8800', '5.1300']);
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
