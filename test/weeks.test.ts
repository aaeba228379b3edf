import { expect, onTestFinished, test } from 'vitest';
import type { Offer } from '../src/catalogue/values.ts';
import type { Asked } from '../src/history/asked.ts';
import { keptOf } from '../src/history/kept-offer.ts';
import { openSqliteHistory } from '../src/history/sqlite-store.ts';
import type { HistoryStore } from '../src/history/store.ts';
import { machineWeeks, medianWeeks, type Week } from '../src/history/weeks.ts';

const SERVICE = 'https://market.example';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The hours of the week do not begin at a whole day in UTC. */
const NOW_MS = Date.UTC(2026, 10, 22, 15);
const ASKED: Asked = { type: 'ondemand', storageGb: 8, filters: {} };

const offer = (id: number, price: number, more: Offer = {}): Offer => ({
  id,
  dph_total: price,
  gpu_name: 'RTX 4090',
  num_gpus: 2,
  machine_id: 10,
  ...more,
});

const opened = (): HistoryStore => {
  const it = openSqliteHistory(':memory:', 0);
  if ('problem' in it) throw new Error(it.problem);
  onTestFinished(() => it.store.close());
  return it.store;
};

const record = (store: HistoryStore, daysAgo: number, offers: readonly Offer[], asked = ASKED) =>
  store.record({
    service: SERVICE,
    asked,
    atEpochMs: NOW_MS - daysAgo * DAY_MS,
    isWhole: true,
    offers: offers.flatMap((it) => keptOf(it) ?? []),
  });

const cents = (week: Week | undefined) => week?.map((price) => (price === undefined ? '-' : Math.round(price * 100)));

const USUAL = { service: SERVICE, type: 'ondemand', storageGb: 8, nowEpochMs: NOW_MS } as const;

test('a week has the mean of each day, of all offers of so many GPUs of a machine, and blanks where nobody asked', async () => {
  const store = opened();
  // Dearer by the day, under another number from the third day on; asked every four hours, but not two and a half days ago.
  for (let hoursAgo = 9 * 24; hoursAgo >= 0; hoursAgo -= 4) {
    if (hoursAgo > 44 && hoursAgo <= 72) continue;
    const day = 9 - Math.ceil(hoursAgo / 24);
    await record(store, hoursAgo / 24, [
      offer(day < 3 ? 1 : 2, 1 + day / 10),
      offer(3, 9, { num_gpus: 4 }),
      offer(4, 5, { machine_id: 11 }),
    ]);
  }
  await record(store, 0.1, [offer(2, 77)], { ...ASKED, type: 'bid' });
  await record(store, 0.1, [offer(2, 77)], { ...ASKED, storageGb: 100 });
  const parts = [
    { machineId: 10, gpus: 2 },
    { machineId: 12, gpus: 2 },
    { machineId: 10, gpus: 4 },
  ];
  const [own, unknown, larger] = await machineWeeks(store, { ...USUAL, parts });
  expect(cents(own)).toEqual([60, 65, 70, 75, '-', 85, 90]);
  expect(unknown).toEqual(Array(7).fill(undefined));
  expect(cents(larger)).toEqual([225, 225, 225, 225, '-', 225, 225]);
});

test('the weeks of models are the medians of each day, and tell which filters nothing is kept for', async () => {
  const store = opened();
  for (let hoursAgo = 6 * 24; hoursAgo >= 0; hoursAgo -= 3) {
    const dearer = hoursAgo > 24 ? 0 : 1;
    await record(store, hoursAgo / 24, [
      offer(1, 2),
      offer(2, 4 + dearer * 2, { machine_id: 11 }),
      offer(3, 8, { machine_id: 12 }),
      offer(4, 20, { machine_id: 13, gpu_name: 'H100 SXM' }),
    ]);
  }
  const wanted = { service: SERVICE, asked: ASKED, conditions: [], local: [], nowEpochMs: NOW_MS };
  const found = await medianWeeks(store, { ...wanted, by: ['gpu_name'] });
  if ('unkept' in found) throw new Error('all is kept');
  const weeks = Object.fromEntries(found.weeks.map(({ like, week }) => [like.gpu_name, cents(week)]));
  expect(weeks).toEqual({
    'RTX 4090': ['-', 200, 200, 200, 200, 200, 300],
    'H100 SXM': ['-', 1000, 1000, 1000, 1000, 1000, 1000],
  });
  const clause = { field: 'duration', operator: 'gt', value: 3 } as const;
  expect(await medianWeeks(store, { ...wanted, by: ['gpu_name'], conditions: [clause], local: [clause] })).toEqual({
    unkept: ['duration'],
  });
});
