import { expect, onTestFinished, test } from 'vitest';
import type { Offer } from '../src/catalogue/values.ts';
import { USUAL_ASKED } from '../src/history/asked.ts';
import { generatedUntil, generatedWords } from '../src/history/generated.ts';
import { historyOf } from '../src/history/history.ts';
import { type KeptOffer, keptOf } from '../src/history/kept-offer.ts';
import { rentedShares } from '../src/history/rented-shares.ts';
import { openSqliteHistory } from '../src/history/sqlite-store.ts';
import type { HistoryStore } from '../src/history/store.ts';
import { machineWeeks } from '../src/history/weeks.ts';
import { writePast } from '../src/history-thread/generated-past.ts';
import { callsOn } from '../src/history-thread/thread-calls.ts';
import { createPastMarket } from '../src/local-service/market/past.ts';
import { USUAL_LIKENESS } from '../src/pricing/likeness.ts';
import { createLocalPast } from '../src/tui/local-past.ts';
import { call, startTestService } from './support/local-service.ts';
import { manualClock } from './support/manual-clock.ts';

const SERVICE = 'local service';
const HOUR_MS = 3_600_000;
const ALWAYS = { fromEpochMs: 0, toEpochMs: Number.MAX_SAFE_INTEGER };
const ORIGIN = { seed: 7, offers: 60, filledMinute: Date.UTC(2026, 10, 26, 19, 35) / 60_000 };
const FILLED_MS = ORIGIN.filledMinute * 60_000;
const ON = new AbortController().signal;

const opened = (): HistoryStore => {
  const it = openSqliteHistory(':memory:', 0);
  if ('problem' in it) throw new Error(it.problem);
  onTestFinished(() => it.store.close());
  return it.store;
};

const answersOf = async (store: HistoryStore, service = SERVICE) => {
  const question = (await store.questions(service)).find(({ asked }) => asked.filters.host_id === undefined);
  return question === undefined ? [] : store.rounds(question.id, ALWAYS);
};

const byId = (one: KeptOffer, other: KeptOffer) => one.offerId - other.offerId;

test('the past of a market ends in what its service answers, to the last figure', async () => {
  const service = await startTestService({ offers: 400 });
  const body = { limit: 1000, verified: { in: [true, false] }, rentable: { in: [true, false] }, rented: { eq: true } };
  const answer = await call(service, 'POST', '/api/v0/bundles/', {
    key: service.apiKey,
    body: { ...body, cpu_arch: { in: ['amd64', 'arm64'] } },
  });
  const { offers } = answer.body as { readonly offers: readonly Offer[] };
  expect(offers.length).toBeGreaterThan(350);
  const past = createPastMarket(
    service.market,
    8,
  )(0).map(
    ({ id, price, minimumBid, traits }) =>
      keptOf({ ...traits, id, dph_total: price, min_bid: minimumBid }) as KeptOffer,
  );
  expect(past.toSorted(byId)).toEqual(offers.flatMap((offer) => keptOf(offer) ?? []).sort(byId));
});

test('offers come and go in it, and each has one number', () => {
  const market = createPastMarket({ ...ORIGIN, offers: 2000 }, 8);
  const days = Array.from({ length: 15 }, (_, day) => market(-day * 24 * 60));
  const parts = new Map<number, Set<string>>();
  for (const { id, traits } of days.flat())
    parts.getOrInsertComputed(id, () => new Set()).add(JSON.stringify([traits.machine_id, traits.gpu_ids]));
  expect([...parts.values()].filter(({ size }) => size > 1)).toEqual([]);
  const [today = new Set(), yesterday = new Set()] = days.map(
    (offers) => new Set(offers.filter(({ traits }) => traits.rentable).map(({ id }) => id)),
  );
  for (const those of [today.difference(yesterday), yesterday.difference(today), today.intersection(yesterday)])
    expect(those.size).toBeGreaterThan(200);
});

test('a new local service has fourteen days of its market, without a gap, and it is known that nobody recorded them', async () => {
  const store = opened();
  await writePast(store, { service: SERVICE, origin: ORIGIN }, ON);
  const answers = await answersOf(store);
  expect(answers[0]?.atEpochMs).toBe(FILLED_MS - 14 * 24 * HOUR_MS);
  expect(answers.at(-1)?.atEpochMs).toBe(FILLED_MS);
  const gaps = answers.slice(1).map(({ atEpochMs }, place) => (atEpochMs - (answers[place]?.atEpochMs ?? 0)) / HOUR_MS);
  expect(gaps.toSorted()).toEqual([...Array(24).fill(1), ...Array(78).fill(4)]);
  expect((await store.questions(SERVICE)).at(-1)?.asked).toEqual(USUAL_ASKED);
  expect(await generatedUntil(store, SERVICE)).toBe(FILLED_MS);
  expect(await generatedUntil(store, 'https://market.example')).toBeUndefined();
  expect(generatedWords(FILLED_MS, 'UTC')).toBe('up to 2026-11-26 19:35 generated, not recorded');
  // Nothing but that was noted: no alert has fired.
  expect((await store.events({ service: SERVICE, kind: 'alert', most: 10 })).length).toBe(0);
});

test('a host sees in it how long the own machines were rented', async () => {
  const store = opened();
  await writePast(store, { service: SERVICE, origin: ORIGIN }, ON);
  const models = [...new Set(createPastMarket(ORIGIN, 8)(0).flatMap(({ traits }) => traits.gpu_name ?? []))];
  const shares = await rentedShares(store, {
    ...{ service: SERVICE, hostId: 204_117, type: 'ondemand', models, likeness: USUAL_LIKENESS },
    stretch: { fromEpochMs: FILLED_MS - 30 * 24 * HOUR_MS, toEpochMs: FILLED_MS + 1 },
  });
  const { rentedMs = 0, listedMs = 0 } = shares?.own ?? {};
  expect(shares?.machines.length).toBeGreaterThan(2);
  expect(listedMs + rentedMs).toBeGreaterThan(13 * 24 * HOUR_MS);
  expect(listedMs).toBeGreaterThan(0);
});

test('a part of a machine that was there all week costs as its price function says on each of its days', async () => {
  const store = opened();
  await writePast(store, { service: SERVICE, origin: ORIGIN }, ON);
  const at = createPastMarket(ORIGIN, 8);
  const priceOf = (hour: number, machineId: number, gpus: number) =>
    at(-hour * 60).find(({ traits }) => traits.machine_id === machineId && traits.num_gpus === gpus && traits.rentable)
      ?.price;
  const lasting = at(0).find(({ traits: { machine_id: id, num_gpus: gpus, verification, rented, cpu_arch } }) => {
    if (typeof id !== 'number' || typeof gpus !== 'number') return false;
    const isMeant = verification === 'verified' && rented === false && cpu_arch === 'amd64';
    return isMeant && [7, 6, 5, 4, 3, 2].every((day) => priceOf(day * 24, id, gpus) !== undefined);
  });
  const { machine_id: machineId, num_gpus: gpus } = lasting?.traits ?? {};
  if (typeof machineId !== 'number' || typeof gpus !== 'number') throw new Error('no such machine');
  const [week = []] = await machineWeeks(store, {
    ...{ service: SERVICE, type: 'ondemand', storageGb: 8, nowEpochMs: FILLED_MS },
    parts: [{ machineId, gpus }],
  });
  for (const day of [7, 6, 5, 4, 3, 2])
    expect(week[7 - day]).toBeCloseTo((priceOf(day * 24, machineId, gpus) ?? 0) / gpus, 10);
});

test('what was broken off goes on in the next program, and is as if it had not been', async () => {
  const [whole, broken] = [opened(), opened()];
  await writePast(whole, { service: SERVICE, origin: ORIGIN }, ON);
  const stopping = new AbortController();
  let count = 0;
  const counting: HistoryStore = {
    ...broken,
    record: (round) => {
      if (++count === 44) stopping.abort();
      return broken.record(round);
    },
  };
  await writePast(counting, { service: SERVICE, origin: ORIGIN }, stopping.signal);
  expect(await answersOf(broken)).toHaveLength(22);
  await writePast(broken, { service: SERVICE, origin: ORIGIN }, ON);
  const read = async (store: HistoryStore) => {
    const intervals = (await store.questions(SERVICE)).map(({ id }) => store.intervals(id, ALWAYS));
    return [await answersOf(store), await Promise.all(intervals)];
  };
  expect(await read(broken)).toEqual(await read(whole));
});

test('nothing is written where something was kept, for a market that is too large, and for another one than before', async () => {
  const [kept, large, other] = [opened(), opened(), opened()];
  await kept.record({ service: 'https://market.example', asked: USUAL_ASKED, atEpochMs: 1, isWhole: true, offers: [] });
  await writePast(kept, { service: SERVICE, origin: ORIGIN }, ON);
  expect(await kept.questions(SERVICE)).toEqual([]);
  await writePast(large, { service: SERVICE, origin: { ...ORIGIN, offers: 20_001 } }, ON);
  expect(await large.questions(SERVICE)).toEqual([]);
  await writePast(other, { service: SERVICE, origin: ORIGIN }, ON);
  const later = { ...ORIGIN, filledMinute: ORIGIN.filledMinute + 600 };
  await writePast(other, { service: SERVICE, origin: later }, ON);
  expect((await answersOf(other)).at(-1)?.atEpochMs).toBe(FILLED_MS);
});

test('it is begun once the rows of a new service are drawn, who reads waits for it, and an older service has none', async () => {
  const clock = manualClock(FILLED_MS + HOUR_MS);
  const steps: string[] = [];
  const write = Promise.withResolvers<void>();
  const start = () =>
    createLocalPast({
      history: historyOf(SERVICE, callsOn(opened()), () => undefined),
      write: async () => {
        steps.push('begun');
        await write.promise;
        steps.push('written');
      },
      clock,
      tell: (problem) => steps.push(problem),
    });
  const read = async (past: ReturnType<typeof start>) => {
    await past.history.read(async () => steps.push('read'));
  };
  const past = start();
  past.opened(ORIGIN);
  past.answered();
  const reading = read(past);
  past.answered();
  clock.elapse(299);
  expect(steps).toEqual([]);
  clock.elapse(1);
  expect(steps).toEqual(['begun']);
  write.resolve();
  await reading;
  expect(steps.splice(0)).toEqual(['begun', 'written', 'read']);
  clock.elapse(24 * HOUR_MS);
  const older = start();
  older.opened(ORIGIN);
  older.answered();
  clock.elapse(HOUR_MS);
  await read(older);
  expect(steps).toEqual(['read']);
});
