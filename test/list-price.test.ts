/** Why a review asks for another price than the list had. */
import { describe, expect, test } from 'vitest';
import type { Offer } from '../src/catalogue/values.ts';
import { rentalCost } from '../src/rentals/price.ts';
import { listPriceNotes } from '../src/tui/panes/offers/renting/list-price.ts';
import type { ListPrices } from '../src/tui/panes/offers/renting/page.ts';

/** 0.5 $/h with 10 GB of disk, which are 0.05 of it. */
const SHOWN: Offer = { id: 1, dph_base: 0.45, dph_total: 0.5, storage_total_cost: 0.05, storage_cost: 3.6 };

type Asked = { readonly diskGb?: number; readonly bid?: number; readonly slaTarget?: number };

const notes = (now: Offer, asked: Asked = {}, pricing: Partial<ListPrices['pricing']> = {}) => {
  const list = {
    offers: [SHOWN],
    pricing: { type: 'ondemand', storageGb: 10, ...pricing } as const,
    atEpochMs: Date.UTC(2026, 10, 21, 12),
  };
  const plan = { offerId: 1, image: 'x', label: 'x', runType: 'ssh', environment: {}, diskGb: 10, ...asked } as const;
  const judged = { plan, offer: now, cost: rentalCost(now, plan), problems: [] };
  return listPriceNotes(judged, list, 'UTC').map(({ text }) => text);
};

/** The same offer as a search with a disk of `gigabytes`, and with a premium in its price, has it. */
const priced = (gigabytes: number, premium = 0, gpus = 0.45): Offer => ({
  ...SHOWN,
  dph_base: gpus,
  storage_total_cost: gigabytes * 0.005,
  dph_total: gpus + gigabytes * 0.005 + premium,
  search: { slaPremiumPerHour: premium },
});

describe('the review', () => {
  test('says nothing of the price that the list had', () => {
    expect(notes(SHOWN)).toEqual([]);
  });

  test('names disk and SLA cover, each with what it costs', () => {
    expect(notes(priced(50, 0.02), { diskGb: 50, slaTarget: 0.99 })).toEqual([
      'The list has $0.5000/h: here +$0.2000/h for a disk of 50 GB instead of 10, +$0.0200/h for SLA cover of 99%.',
    ]);
  });

  test('warns of what rose since, beside what is asked for otherwise', () => {
    expect(notes(priced(5, 0, 0.55), { diskGb: 5 })).toEqual([
      'The list has $0.5000/h: here -$0.0250/h for a disk of 5 GB instead of 10.',
      '! It rose by $0.1000/h since the list showed it, on 2026-11-21 12:00.',
    ]);
    expect(notes(priced(10, 0, 0.4))).toEqual(['It fell by $0.0500/h since the list showed it, on 2026-11-21 12:00.']);
  });

  test('tells a dearer gigabyte from more of them', () => {
    const dearer = { ...SHOWN, storage_cost: 7.2, storage_total_cost: 0.1, dph_total: 0.55 };
    expect(notes(dearer, { diskGb: 20 })).toEqual([
      'The list has $0.5000/h: here +$0.1000/h for a disk of 20 GB instead of 10.',
      '! It rose by $0.0500/h since the list showed it, on 2026-11-21 12:00.',
    ]);
  });

  test('names another way of pricing', () => {
    expect(notes(SHOWN, { bid: 0.3 })).toEqual([
      'The list has $0.5000/h: here -$0.1500/h for your bid instead of the price on demand.',
    ]);
    expect(notes(priced(10, 0, 0.8), {}, { type: 'bid' })).toEqual([
      'The list has $0.5000/h: here +$0.3500/h for a price on demand instead of the least bid.',
    ]);
  });

  test('says nothing where the service does not name all parts', () => {
    expect(notes({ ...SHOWN, storage_cost: null })).toEqual([]);
    expect(notes(priced(10), {}, { slaTarget: 0.9 })).toEqual([]);
  });
});
