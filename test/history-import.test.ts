/** An exported history becomes a history again: the same intervals, and exported again the same rows. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../src/base/clock.ts';
import type { Offer } from '../src/catalogue/values.ts';
import { type KeptOffer, keptOf } from '../src/history/kept-offer.ts';
import { exportDays } from '../src/history/parquet/export.ts';
import { importDays } from '../src/history/parquet/import.ts';
import { openSqliteHistory } from '../src/history/sqlite-store.ts';
import type { HistoryStore } from '../src/history/store.ts';
import { folderInMemory } from './support/local-service.ts';
import { at, gpudeck } from './support/one-shot.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START_MS = Date.UTC(2026, 10, 21, 20);
const SERVICE = 'https://market.example';
const ALL_TIME = { fromEpochMs: 0, toEpochMs: Number.MAX_SAFE_INTEGER };
const ASKED = [
  { type: 'ondemand', storageGb: 8, filters: { rentable: { eq: true } } },
  { type: 'machines', storageGb: 0, filters: {} },
] as const;
const { signal } = new AbortController();

/** Values of every kind that the columns have. */
const OFFER: Offer = {
  ...{ machine_id: 7, host_id: 3, gpu_name: 'RTX 4090', num_gpus: 2, gpu_ram: 24_564, compute_cap: 890, pci_gen: 4 },
  ...{ cuda_max_good: 13.1, driver_version: '580.95.05', has_avx: 1, cpu_arch: 'amd64', storage_cost: 0.1500000001 },
  ...{ inet_down_cost: 0.002, geolocation: 'Sweden, SE', static_ip: false, verification: 'verified', rentable: true },
};

const open = (file: string): HistoryStore => {
  const opened = openSqliteHistory(file, START_MS);
  if ('problem' in opened) throw new Error(opened.problem);
  return opened.store;
};

/** Exports as at `nowMs`. */
const exported = async (store: HistoryStore, folder: string, nowMs: number): Promise<void> => {
  const days = exportDays({ store, service: SERVICE, folder, stretch: ALL_TIME, nowMs, signal });
  await Array.fromAsync(days);
};

const imported = async (folder: string, file: string): Promise<HistoryStore> => {
  const store = open(file);
  await Array.fromAsync(importDays({ store, folder, signal }));
  return store;
};

/** All that is known, whatever number the store knows a question by. */
const known = async (store: HistoryStore) =>
  await Promise.all(
    (await store.questions(SERVICE)).map(async ({ id, asked }) => ({
      asked,
      rounds: await store.rounds(id, ALL_TIME),
      intervals: (await store.intervals(id, ALL_TIME))
        .map(({ question: _, ...interval }) => interval)
        .sort((one, other) => one.offerId - other.offerId || one.fromEpochMs - other.fromEpochMs),
      hours: (await store.lastMoments(id, ALL_TIME, HOUR_MS, 'hours')).length,
    })),
  );

type Step = { readonly afterMs: number; readonly isWhole: boolean; readonly prices: readonly (number | null)[] };

const step: fc.Arbitrary<Step> = fc.record({
  afterMs: fc.oneof(fc.integer({ min: 1, max: 3 * HOUR_MS }), fc.constant(7 * HOUR_MS)),
  isWhole: fc.boolean(),
  prices: fc.array(fc.option(fc.constantFrom(0.1, 0.2, 1 / 3, 12.5)), { maxLength: 4 }),
});

const offersOf = (prices: readonly (number | null)[]): readonly KeptOffer[] =>
  prices.flatMap((price, place) =>
    price === null ? [] : (keptOf({ ...OFFER, id: place + 1, dph_total: price, min_bid: price / 3 }) ?? []),
  );

test('whatever was answered: what is imported is what was recorded', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), fc.nat({ max: 11 }), async (steps, early) => {
      const folder = folderInMemory();
      const first = open(join(folder, 'first.db'));
      let atEpochMs = START_MS;
      for (const [place, { afterMs, isWhole, prices }] of steps.entries()) {
        atEpochMs += afterMs;
        for (const asked of ASKED)
          await first.record({ service: SERVICE, asked, atEpochMs, isWhole, offers: offersOf(prices), nextInMs: 0 });
        // What is recorded after that comes late to its day.
        if (place === early) await exported(first, join(folder, 'first'), atEpochMs + 2 * DAY_MS);
      }
      await exported(first, join(folder, 'first'), atEpochMs + 2 * DAY_MS);
      const second = await imported(join(folder, 'first'), join(folder, 'second.db'));
      expect((await known(second)).map(rounded)).toEqual((await known(first)).map(rounded));
      await exported(second, join(folder, 'second'), atEpochMs + 2 * DAY_MS);
      const third = await imported(join(folder, 'second'), join(folder, 'third.db'));
      expect(await known(third)).toEqual(await known(second));
      for (const store of [first, second, third]) await store.close();
    }),
    { numRuns: 8 },
  );
});

/** Money has twelve digits in the data set. */
const rounded = ({ intervals, ...rest }: Awaited<ReturnType<typeof known>>[number]) => ({
  ...rest,
  intervals: intervals.map(({ price, minimumBid, ...interval }) => ({
    ...interval,
    price: price?.toFixed(12),
    minimumBid: minimumBid?.toFixed(12),
  })),
});

describe('gpudeck history import', () => {
  const command = (folder: string, name: string, ...words: readonly string[]) =>
    gpudeck(['history', ...words, '--history', `sqlite:${join(folder, name)}`], {
      ...at({ url: SERVICE }),
      clock: { ...systemClock, now: () => START_MS + 3 * DAY_MS },
    });

  const withOneDay = async (): Promise<string> => {
    const folder = folderInMemory();
    const store = open(join(folder, 'first.db'));
    const offers = offersOf([0.4, 0.5]);
    for (const hour of [0, 1, 9])
      await store.record({
        ...{ service: SERVICE, asked: ASKED[0], isWhole: true, nextInMs: 0 },
        ...{ atEpochMs: START_MS + hour * HOUR_MS, offers: offers.slice(hour) },
      });
    await store.close();
    expect(await command(folder, 'first.db', 'export', '--parquet', join(folder, 'set'))).toMatchObject({ code: 0 });
    return folder;
  };

  test('makes a history that is looked back at as the first', async () => {
    const folder = await withOneDay();
    const imported = await command(folder, 'second.db', 'import', join(folder, 'set'));
    expect(imported).toMatchObject({ code: 0, out: '', errors: '2026-11-21  2 answers\n2026-11-22  1 answer\n' });
    const looked = ['rentable=yes rented=any verified=any', '--from', '3d', '--json'];
    const before = await command(folder, 'first.db', ...looked);
    expect(JSON.parse(before.out)).toHaveLength(2);
    expect((await command(folder, 'second.db', ...looked)).out).toBe(before.out);
  });

  test('refuses a history that has answers, and leaves it as it is', async () => {
    const folder = await withOneDay();
    const refused = await command(folder, 'first.db', 'import', join(folder, 'set'));
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.errors).toBe(
      'gpudeck: this history has answers: an import begins one, so name one that is not there yet with --history\n',
    );
  });

  test('says what is wrong with a folder', async () => {
    const folder = await withOneDay();
    const set = join(folder, 'set');
    const none = await command(folder, 'none.db', 'import', folder);
    expect(none).toMatchObject({ code: 1 });
    expect(none.errors).toContain('has no manifest.json: name the folder that gpudeck history export has written');
    const file = join(set, 'offers', 'day=2026-11-22', 'data.parquet');
    writeFileSync(file, readFileSync(file).subarray(9));
    const damaged = await command(folder, 'damaged.db', 'import', set);
    expect(damaged).toMatchObject({ code: 1 });
    expect(damaged.errors).toContain(`${file} is damaged, or no file of an exported history: export it anew.`);
    rmSync(file);
    const missing = await command(folder, 'missing.db', 'import', set);
    expect(missing).toMatchObject({ code: 1 });
    expect(missing.errors).toContain('cannot be read');
  });
});
