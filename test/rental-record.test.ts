/** What the history tells of how long machines were rented at which price. */
import { expect, test } from 'vitest';
import type { Offer } from '../src/catalogue/values.ts';
import { parseLine } from '../src/filter/parse.ts';
import { wireFilters } from '../src/filter/request.ts';
import { type Asked, USUAL_ASKED } from '../src/history/asked.ts';
import { keptOf } from '../src/history/kept-offer.ts';
import { machinesRound } from '../src/history/own-machines.ts';
import { type AdviceWanted, recordedAdvice } from '../src/history/rental-record.ts';
import { openSqliteHistory } from '../src/history/sqlite-store.ts';

const HOUR_MS = 3_600_000;
const NOW_MS = Date.UTC(2026, 10, 22, 10);
const SERVICE = 'https://market.example';
const HOURS = 96;
const RENTED: Asked = { ...USUAL_ASKED, filters: wireFilters(parseLine('rentable=any rented=any')).filters };

const WANTED: AdviceWanted = {
  service: SERVICE,
  machineId: 7,
  subject: { model: 'H100', verification: 'verified', price: 2 },
  gpus: 4,
  nowEpochMs: NOW_MS,
};

/** An offer of `gpus` of the four of a machine at $/h a GPU, with a disk that costs $0.01/h. */
const offer = (machineId: number, gpus: number, price: number, rentable: boolean, more: Offer = {}): Offer => ({
  id: machineId * 10 + gpus,
  machine_id: machineId,
  host_id: machineId,
  gpu_name: 'H100',
  verification: 'verified',
  num_gpus: gpus,
  gpu_frac: gpus / 4,
  storage_cost: 0.9,
  dph_total: price * gpus + 0.01,
  rentable,
  ...more,
});

/** The advice where each hour there came what `answersAt` gives: offers to questions, and the host's machine with its letters. */
const adviceAfter = async (
  answersAt: (hour: number) => {
    readonly asked?: Asked;
    readonly offers?: readonly Offer[];
    readonly letters?: string;
  },
  wanted: Partial<AdviceWanted> = {},
) => {
  const opened = openSqliteHistory(':memory:', 0);
  if ('problem' in opened) throw new Error(opened.problem);
  const { store } = opened;
  for (let hour = 0; hour < HOURS; hour++) {
    const { asked = RENTED, offers, letters } = answersAt(hour);
    const round = { service: SERVICE, atEpochMs: NOW_MS - (HOURS - hour) * HOUR_MS };
    if (offers !== undefined) {
      const kept = offers.flatMap((it) => keptOf(it) ?? []);
      await store.record({ ...round, asked, isWhole: true, offers: kept });
    }
    const machine = {
      id: 7,
      gpu_name: 'H100',
      verification: 'verified',
      listed_gpu_cost: 2,
      gpu_occupancy: letters ?? null,
    };
    const own = machinesRound({ name: 'machines' }, { records: [machine], malformedRecords: 0 }, 7);
    if (letters !== undefined && own !== undefined) await store.record({ ...round, ...own });
  }
  const advice = await recordedAdvice(store, { ...WANTED, ...wanted });
  await store.close();
  return advice;
};

/** Every second hour half of it is rented. */
const isOdd = (hour: number): boolean => hour % 2 === 1;

test('what cannot be rented is rented, and of what parts leave open a half', async () => {
  const advice = await adviceAfter((hour) => ({
    offers: [7, 8, 9, 10].flatMap((id) => [
      offer(id, 4, 2, !isOdd(hour)),
      offer(id, 2, 2, true),
      offer(id, 1, 2, true),
    ]),
  }));
  // Of four GPUs two or three are free for half of the time, and all for the rest.
  expect(advice.curve.map(({ share }) => share.expected)).toEqual([expect.closeTo(1.5 / 4 / 2, 2)]);
  expect(advice.present?.price).toBe(2);
  expect(advice.median?.price).toBeCloseTo(2);
  expect(advice).toMatchObject({
    machines: 4,
    cases: { own: 46 },
    best: { cases: 184 },
    untilEpochMs: NOW_MS - HOUR_MS,
  });
});

test('of own machines the letters tell, whatever searches leave out, and prices of others are theirs alone', async () => {
  const advice = await adviceAfter((hour) => ({
    asked: USUAL_ASKED,
    offers: [
      ...[8, 9, 10].map((id) => offer(id, 4, 1, true)),
      offer(11, 4, 9, true, { host_id: 7 }),
      offer(12, 4, 9, true, { verification: 'unverified' }),
      offer(13, 4, 9, true, { gpu_name: 'A100' }),
      offer(7, 1, 2, true),
    ],
    letters: isOdd(hour) ? 'D D R I' : 'DxxI',
  }));
  // One or three of four are rented: what is bid for can be had on demand.
  expect(advice.curve.map(({ price, share }) => [price.toFixed(2), share.expected.toFixed(2)])).toEqual([
    ['2.00', '0.50'],
  ]);
  expect(advice).toMatchObject({ machines: 1, median: undefined, medianPrice: 1, cases: { all: 46, own: 46 } });
});

test('without others prices are compared as they are, and without a record nothing is told', async () => {
  const alone = await adviceAfter((hour) => ({ letters: isOdd(hour) ? 'DDDD' : 'xxxx' }));
  expect(alone).toMatchObject({ median: undefined, best: { price: expect.closeTo(2) }, cases: { all: 47 } });
  const nothing = await adviceAfter(() => ({ asked: USUAL_ASKED, offers: [offer(7, 4, 2, true)] }));
  expect(nothing).toMatchObject({ curve: [], best: undefined, untilEpochMs: undefined, machines: 0 });
});
