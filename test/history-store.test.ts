import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answeringQuestions, recordedAnswers } from '../src/alerts/recorded-answers.ts';
import { CALLS } from '../src/api/calls.ts';
import type { Offer } from '../src/catalogue/values.ts';
import { type KeptOffer, keptOf, TRAITS, traitsAmong, traitsOf } from '../src/history/kept-offer.ts';
import { marketAt } from '../src/history/market-at.ts';
import { offerPast } from '../src/history/offer-past.ts';
import { machinesRound } from '../src/history/own-machines.ts';
import { pastFigures } from '../src/history/past-figures.ts';
import { kindOf } from '../src/history/priced-market.ts';
import { rentedShares } from '../src/history/rented-shares.ts';
import { LONGEST_GAP_MS } from '../src/history/round-difference.ts';
import { openSqliteHistory } from '../src/history/sqlite-store.ts';
import { EVENTS_KEPT, type HistoryStore, LONGEST_BODY, type Round } from '../src/history/store.ts';
import { machineWeeks } from '../src/history/weeks.ts';
import { createCohorts } from '../src/pricing/cohorts.ts';
import { USUAL_LIKENESS } from '../src/pricing/likeness.ts';
import { type Shelf, STORES } from './support/history-shelf.ts';

const SERVICE = 'https://market.example';
const ASKED = { type: 'ondemand', storageGb: 8, filters: { verified: { eq: true } } } as const;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A whole hour: 2026-11-22T10:00:00Z. */
const START_MS = Date.UTC(2026, 10, 22, 10);

let shelf: Shelf | undefined;
const opened = async (): Promise<HistoryStore> => {
  if (shelf === undefined) throw new Error('no store is meant');
  return shelf.open();
};

const offer = (id: number, price: number, more: Offer = {}): Offer => ({
  id,
  dph_total: price,
  min_bid: price / 2,
  gpu_name: `GPU ${id % 3}`,
  num_gpus: 1 + (id % 2),
  machine_id: id * 10,
  ...more,
});

const kept = (offers: readonly Offer[]): readonly KeptOffer[] => offers.flatMap((it) => keptOf(it) ?? []);

const round = (minute: number, offers: readonly Offer[], isWhole = true): Round => ({
  service: SERVICE,
  asked: ASKED,
  atEpochMs: START_MS + minute * MINUTE_MS,
  isWhole,
  offers: kept(offers),
});

const ALWAYS = { fromEpochMs: 0, toEpochMs: Number.MAX_SAFE_INTEGER };

const intervalsIn = async (store: HistoryStore, service = SERVICE) => {
  const [question] = await store.questions(service);
  const intervals = question === undefined ? [] : await store.intervals(question.id, ALWAYS);
  return intervals.toSorted((one, other) => one.fromEpochMs - other.fromEpochMs || one.offerId - other.offerId);
};

/** Figures of every hour. */
const hoursIn = async (store: HistoryStore, question: number) =>
  store.hours(question, await store.lastMoments(question, ALWAYS, 1, 'hours'));

/** Of each moment what stood, a text for each offer. */
const marketsIn = async (store: HistoryStore, question: number, moments: readonly number[]) => {
  const { markets, kinds } = await store.markets(question, moments);
  return moments.map((moment) =>
    (markets.get(moment) ?? [])
      .flatMap(({ kinds: numbers, prices }) =>
        [...numbers].map((number, place) => `${kinds.get(number)} ${prices[place]}`),
      )
      .sort(),
  );
};

/** Each interval in a line: offer, first and last minute, price, how it ended. */
const told = async (store: HistoryStore): Promise<readonly string[]> =>
  (await intervalsIn(store)).map(({ offerId, fromEpochMs, untilEpochMs, price, ending }) => {
    const minute = (ms: number | undefined) => (ms === undefined ? '' : (ms - START_MS) / MINUTE_MS);
    return `${offerId}: ${minute(fromEpochMs)}-${minute(untilEpochMs)} at ${price} ${ending ?? 'stands'}`;
  });

/** Answers of a small market: which offers are there, at which of three prices, and whether the answer is whole. */
const answers = fc.array(
  fc.record({
    offers: fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 8 }), price: fc.constantFrom(0.1, 0.2, 0.3) }), {
      selector: ({ id }) => id,
    }),
    isWhole: fc.boolean(),
    gap: fc.constantFrom(1, 7, 50, LONGEST_GAP_MS / MINUTE_MS + 1),
  }),
  { minLength: 1, maxLength: 12 },
);

/** The answers as they are recorded, one after the other. */
const roundsOf = (
  given: readonly { readonly offers: readonly { id: number; price: number }[]; isWhole: boolean; gap: number }[],
  service: string,
): readonly Round[] => {
  let minute = 0;
  return given.map(({ offers, isWhole, gap }) => {
    minute += gap;
    const rows = offers.map(({ id, price }) => offer(id, price));
    return { ...round(minute, rows, isWhole), service };
  });
};

describe.each(STORES)('in $name', ({ name, shelf: begin }) => {
  const backTo = [
    'DROP TABLE markets',
    ...(name === 'SQLite' ? ['DROP INDEX traits_of_kind', 'DROP INDEX kinds_of_traits'] : []),
    'ALTER TABLE traits DROP COLUMN kind',
    'DROP TABLE kinds',
    name === 'SQLite' ? 'PRAGMA user_version = 3' : 'UPDATE history_version SET version = 1',
  ];

  beforeEach(async () => {
    shelf = await begin();
  });
  afterEach(() => shelf?.remove());

  describe('answers that were recorded', () => {
    test('are put together again from intervals as they were', async () => {
      // Two programs that record by turns are to leave what one would.
      const stores = [await opened(), await opened()];
      let run = 0;
      await fc.assert(
        fc.asyncProperty(answers, fc.boolean(), async (rounds, areTwo) => {
          const service = `${SERVICE}/${run++}`;
          const recorded = roundsOf(rounds, service);
          for (const [place, next] of recorded.entries()) await stores[areTwo ? place % 2 : 0]?.record(next);
          const [store] = stores;
          if (store === undefined) return;
          const intervals = await intervalsIn(store, service);
          const moments = recorded.map(({ atEpochMs }) => atEpochMs);
          for (const { atEpochMs, offers } of marketAt(intervals, moments, () => true, TRAITS)) {
            const was = recorded.find((it) => it.atEpochMs === atEpochMs)?.offers ?? [];
            expect(kept(offers).toSorted(byId)).toEqual(was.toSorted(byId));
          }
          const [question] = await store.questions(service);
          const markets = await marketsIn(store, question?.id ?? 0, moments);
          expect(markets).toEqual(
            recorded.map(({ offers }) =>
              offers.map(({ traits, price }) => `${kindOf(traitsOf(traits))} ${price}`).sort(),
            ),
          );
          // An absence is only told where a whole answer did not hold the offer.
          for (const { ending, untilEpochMs, offerId } of intervals) {
            const at = recorded.find(({ atEpochMs }) => atEpochMs === untilEpochMs);
            if (ending === 'absent') expect(at?.isWhole).toBe(true);
            if (ending === 'changed') expect(at?.offers.some((it) => it.offerId === offerId)).toBe(true);
          }
        }),
        { numRuns: 60 },
      );
    });

    test('cost nothing for offers that have not changed', async () => {
      const store = await opened();
      for (const minute of [0, 1, 2]) await store.record(round(minute, [offer(1, 0.2), offer(2, 0.3)]));
      expect(await told(store)).toEqual(['1: 0- at 0.2 stands', '2: 0- at 0.3 stands']);
    });

    test('tell what changed, what went, and what nobody knows', async () => {
      const store = await opened();
      await store.record(round(0, [offer(1, 0.2), offer(2, 0.3), offer(3, 0.4)]));
      await store.record(round(1, [offer(1, 0.25), offer(3, 0.4)]));
      await store.record(round(2, [offer(1, 0.25)], false));
      expect(await told(store)).toEqual([
        '1: 0-1 at 0.2 changed',
        '2: 0-1 at 0.3 absent',
        '3: 0-2 at 0.4 unseen',
        '1: 1- at 0.25 stands',
      ]);
    });

    test('after a long silence say nothing of the time between', async () => {
      const store = await opened();
      await store.record(round(0, [offer(1, 0.2)]));
      await store.record(round(LONGEST_GAP_MS / MINUTE_MS + 5, [offer(1, 0.2)]));
      expect((await told(store))[0]).toMatch(/ at 0\.2 unseen$/);
      expect(await told(store)).toHaveLength(2);
    });

    test('of a clock that went back are not taken', async () => {
      const store = await opened();
      await store.record(round(5, [offer(1, 0.2)]));
      expect(await store.record(round(4, []))).toEqual({ kind: 'overtaken', lastEpochMs: START_MS + 5 * MINUTE_MS });
      expect(await told(store)).toEqual(['1: 5- at 0.2 stands']);
    });

    test('are kept apart by service and by what was asked', async () => {
      const store = await opened();
      await store.record(round(0, [offer(1, 0.2)]));
      await store.record({ ...round(1, []), service: 'https://other.example' });
      await store.record({ ...round(1, []), asked: { ...ASKED, type: 'bid' } });
      expect(await told(store)).toEqual(['1: 0- at 0.2 stands']);
      expect(await store.questions(SERVICE)).toHaveLength(2);
      expect(await store.intervalsOf('https://other.example', { offerId: 1 })).toEqual([]);
      expect(await store.intervalsOf(SERVICE, { machineId: 10 })).toHaveLength(1);
    });

    test('tell what offers of machines cost, and until when it is known of those that stand', async () => {
      const store = await opened();
      await store.record(round(0, [offer(1, 0.2), offer(2, 0.3), offer(3, 0.4)]));
      await store.record(round(5, [offer(1, 0.25), offer(2, 0.3)]));
      await store.record({ ...round(6, [offer(1, 0.1)]), asked: { ...ASKED, type: 'bid' } });
      await store.record(round(9, [offer(1, 0.25), offer(2, 0.3)]));
      const [question] = await store.questions(SERVICE);
      const prices = async (from: number, to: number) =>
        (
          await store.pricesOfMachines([question?.id ?? 0], [10, 30, 99], {
            fromEpochMs: START_MS + from * MINUTE_MS,
            toEpochMs: START_MS + to * MINUTE_MS,
          })
        )
          .map(({ machineId, gpus, price, fromEpochMs, toEpochMs }) =>
            [machineId, gpus, price, ...[fromEpochMs, toEpochMs].map((ms) => (ms - START_MS) / MINUTE_MS)].join(' '),
          )
          .sort();
      expect(await prices(0, 10)).toEqual(['10 2 0.2 0 5', '10 2 0.25 5 9', '30 2 0.4 0 5']);
      expect(await prices(6, 7)).toEqual(['10 2 0.25 5 9']);
      expect(await store.pricesOfMachines([], [10], ALWAYS)).toEqual([]);
    });

    test('leave figures of each hour, as of its last whole answer', async () => {
      const store = await opened();
      const whole = [offer(1, 0.2), offer(3, 0.9), offer(4, 0.6)];
      await store.record(round(0, [offer(1, 0.1)]));
      await store.record(round(58, whole));
      await store.record(round(59, [offer(1, 0.7)], false));
      await store.record(round(61, whole));
      const [question] = await store.questions(SERVICE);
      const hours = await hoursIn(store, question?.id ?? 0);
      const cohorts = createCohorts(['gpu_name'], () => false);
      cohorts.add(whole);
      expect(hours.map(({ gpuName, spread }) => ({ like: { gpu_name: gpuName }, spread }))).toEqual(cohorts.all());
      expect(new Set(hours.map(({ atEpochMs }) => atEpochMs))).toEqual(new Set([START_MS + 58 * MINUTE_MS]));
    });

    test('are forgotten after a month, but not their figures', async () => {
      const store = await opened();
      await store.record(round(0, [offer(1, 0.2), offer(2, 0.2)]));
      await store.record(round(1, [offer(1, 0.3), offer(2, 0.2)]));
      const later = 32 * 24 * 60;
      await store.record(round(later, [offer(1, 0.3)]));
      expect(await told(store)).toEqual([`1: ${later}- at 0.3 stands`]);
      const [question] = await store.questions(SERVICE);
      expect(await hoursIn(store, question?.id ?? 0)).toHaveLength(2);
    });
  });

  describe('a host’s own machines', () => {
    const asked = { ...ASKED, storageGb: 0, filters: {} };
    const model = 'GPU 1';

    /** What is told by all that reads searches, of offer 7000 of machine 7. */
    const readings = async (store: HistoryStore, service: string) => {
      const stretch = { fromEpochMs: START_MS, toEpochMs: START_MS + 3 * HOUR_MS };
      const meant = { asked, conditions: [], local: [] };
      const priced = { service, type: asked.type, storageGb: asked.storageGb };
      const wanted = { ...priced, offerId: 7000, machineId: 7, timeZone: 'UTC', stretch };
      const models = [model];
      const answers = await recordedAnswers(store, await answeringQuestions(store, service, meant), meant, stretch);
      return {
        offer: (await store.intervalsOf(service, wanted)).map(({ question: _, ...interval }) => interval),
        past: await offerPast(store, wanted),
        figures: await pastFigures(store, { ...meant, service, by: ['gpu_name'], stretch, stepMs: HOUR_MS }),
        weeks: await machineWeeks(store, {
          ...{ ...priced, parts: [{ machineId: 7, gpus: 1 }], nowEpochMs: stretch.toEpochMs },
        }),
        shares: await rentedShares(store, { ...priced, hostId: 9, models, likeness: USUAL_LIKENESS, stretch }),
        since: await store.intervalsSinceEpochMs(service),
        answers: [...answers],
      };
    };

    test('change nothing of what is told of the market, and leave nothing that nobody reads', async () => {
      const store = await opened();
      const service = 'https://host.example';
      const machine = { id: 7, gpu_name: model, listed_gpu_cost: 9, gpu_occupancy: 'D x' };
      for (const minute of [0, 40, 70, 100]) {
        const seen = { gpu_name: model, machine_id: 7, host_id: 9, num_gpus: 1, rentable: minute !== 40 };
        const answer = { ...round(minute, [offer(7000, minute / 100, seen)]), asked };
        await store.record(answer);
        await store.record({ ...answer, service });
        const own = machinesRound(CALLS.machines, { records: [machine], malformedRecords: 0 }, undefined);
        if (own !== undefined) await store.record({ ...answer, ...own, service });
      }
      const told = await readings(store, service);
      expect(told).toEqual(await readings(store, SERVICE));
      expect(told).toMatchObject({ offer: { length: 4 }, past: { prices: {} }, answers: { length: 4 } });
      const own = (await store.questions(service)).find(({ asked }) => asked.type === 'machines')?.id ?? 0;
      expect(await store.intervals(own, ALWAYS)).toHaveLength(2);
      for (const table of ['hours', 'markets'])
        expect(await shelf?.sql(`SELECT 1 FROM ${table} WHERE question = ${own}`)).toEqual([]);
    });
  });

  describe('what stood', () => {
    const moments = async (): Promise<readonly number[]> =>
      ((await shelf?.sql('SELECT DISTINCT at_ms AS ms FROM markets ORDER BY 1')) ?? []).map((row) =>
        Math.round((Number('ms' in row ? row.ms : Number.NaN) - START_MS) / MINUTE_MS),
      );

    test('is kept of each quarter of an hour for a day, and of each hour for a month', async () => {
      const store = await opened();
      for (const minute of [0, 10, 20, 50, 55, 70]) await store.record(round(minute, [offer(1, 0.2)]));
      expect(await moments()).toEqual([10, 20, 55]);
      await store.record(round(27 * 60, [offer(1, 0.2)]));
      await store.record(round(28 * 60, [offer(2, 0.2, { gpu_name: 'other' })]));
      expect(await moments()).toEqual([55, 70, 27 * 60]);
      await store.record(round(32 * 24 * 60, [offer(2, 0.2, { gpu_name: 'other' })]));
      await store.record(round(33 * 24 * 60, [offer(2, 0.2, { gpu_name: 'other' })]));
      expect(await moments()).toEqual([32 * 24 * 60]);
      expect(await shelf?.sql('SELECT * FROM kinds')).toHaveLength(1);
    });

    test('is the same in tables of a version that did not keep it', async () => {
      const store = await opened();
      const rows = [offer(1, 0.2, { rentable: true, geolocation: 'Sweden, SE' }), offer(2, 0.3), offer(3, 0.3)];
      await store.record(round(0, rows));
      await store.record(round(70, rows));
      const [question] = await store.questions(SERVICE);
      const both = [0, 70].map((minute) => START_MS + minute * MINUTE_MS);
      const stood = await marketsIn(store, question?.id ?? 0, both);
      await shelf?.sql(...backTo);
      const again = await opened();
      expect(await moments()).toEqual([]);
      expect(await marketsIn(again, question?.id ?? 0, both)).toEqual(stood);
      // No set of traits is kept twice, nor is a kind.
      await again.record(round(80, rows));
      expect(await shelf?.sql('SELECT * FROM kinds')).toHaveLength(3);
    });
  });

  describe('events', () => {
    const event = (id: string, more: object = {}) => ({
      service: SERVICE,
      kind: 'bell',
      id,
      atEpochMs: START_MS,
      body: '{}',
      ...more,
    });
    const idsOf = async (store: HistoryStore, wanted: object = {}) =>
      (await store.events({ service: SERVICE, kind: 'bell', most: 10, ...wanted })).map(({ id }) => id);

    test('are noted once, by whoever comes first', async () => {
      const store = await opened();
      expect(await store.noteEvent(event('a', { body: '{"x":1}' }))).toBe(true);
      expect(await store.noteEvent(event('a', { body: '{"x":2}', atEpochMs: START_MS + 1 }))).toBe(false);
      expect(await store.noteEvent(event('a', { kind: 'other' }))).toBe(true);
      expect(await store.noteEvent(event('a', { service: 'https://other.example' }))).toBe(true);
      expect(await store.events({ service: SERVICE, kind: 'bell', most: 10 })).toEqual([
        { number: expect.any(Number), service: SERVICE, kind: 'bell', id: 'a', atEpochMs: START_MS, body: '{"x":1}' },
      ]);
    });

    test('are read from a number on, by the beginning of their ids, the newest of many', async () => {
      const store = await opened();
      for (const id of ['a%1', 'a%2', 'b', 'A%3', 'a%4']) await store.noteEvent(event(id));
      expect(await idsOf(store, { most: 2 })).toEqual(['A%3', 'a%4']);
      expect(await idsOf(store, { idBegins: 'a%' })).toEqual(['a%1', 'a%2', 'a%4']);
      const [, second] = await store.events({ service: SERVICE, kind: 'bell', most: 10 });
      expect(await idsOf(store, { afterNumber: second?.number })).toEqual(['b', 'A%3', 'a%4']);
    });

    test('of a kind are bounded, and so is each of them', async () => {
      const store = await opened();
      for (let count = 0; count < EVENTS_KEPT + 200; count++) await store.noteEvent(event(`${count}`));
      const ids = await idsOf(store, { most: EVENTS_KEPT * 2 });
      expect(ids.length).toBeGreaterThanOrEqual(EVENTS_KEPT);
      expect(ids.length).toBeLessThan(EVENTS_KEPT + 200);
      expect(ids.at(-1)).toBe(`${EVENTS_KEPT + 199}`);
      await expect(store.noteEvent(event('x', { body: 'x'.repeat(LONGEST_BODY + 1) }))).rejects.toThrow('characters');
    });
  });

  describe('a baton', () => {
    const BATON = { service: SERVICE, name: 'work' };
    const take = (store: HistoryStore, holder: string, second: number) =>
      store.takeBaton({ ...BATON, holder, nowEpochMs: START_MS + second * 1000, forMs: 60_000 });

    test('is one holder’s until it has run out or is given back, and hands on what was left in it', async () => {
      const store = await opened();
      expect(await take(store, 'one', 0)).toBe('');
      expect(await take(store, 'other', 30)).toBeUndefined();
      expect(await store.writeBaton({ ...BATON, holder: 'other' }, 'mine')).toBe(false);
      expect(await store.writeBaton({ ...BATON, holder: 'one' }, 'up to here')).toBe(true);
      expect(await take(store, 'one', 40)).toBe('up to here');
      expect(await take(store, 'other', 99)).toBeUndefined();
      expect(await take(store, 'other', 100)).toBe('up to here');
      expect(await store.writeBaton({ ...BATON, holder: 'one' }, 'too late')).toBe(false);
      await store.endBaton({ ...BATON, holder: 'one' });
      expect(await take(store, 'one', 101)).toBeUndefined();
      await store.endBaton({ ...BATON, holder: 'other' });
      expect(await take(store, 'one', 102)).toBe('up to here');
    });

    test('does not hold on when the clock was set back', async () => {
      const store = await opened();
      await take(store, 'one', 86_400);
      expect(await take(store, 'other', 0)).toBe('');
    });
  });
});

describe.runIf(STORES.length > 1)('both stores', () => {
  test('give the same on the same', async () => {
    const shelves = await Promise.all(STORES.map((it) => it.shelf()));
    const stores = await Promise.all(shelves.map((it) => it.open()));
    let run = 0;
    await fc.assert(
      fc.asyncProperty(answers, fc.constantFrom(undefined, ['GPU 1'], ['GPU 0', 'none']), async (rounds, models) => {
        const service = `${SERVICE}/${run++}`;
        const recorded = roundsOf(rounds, service);
        const moments = recorded.flatMap(({ atEpochMs }, place) => (place % 2 === 0 ? [atEpochMs] : []));
        const [one, other] = await Promise.all(
          stores.map(async (store) => {
            const became = [];
            for (const round of recorded) became.push(await store.record({ ...round, nextInMs: 60_000 }));
            became.push(await store.record({ ...round(0, []), service }));
            const [question] = await store.questions(service);
            const id = question?.id ?? 0;
            const plain = <Row extends object>(rows: readonly Row[]) => rows.map((row) => ({ ...row, question: 0 }));
            const [first = 0, last = 0] = [moments[0], moments.at(-1)];
            const reach = { fromEpochMs: first, toEpochMs: last + 1 };
            const stood = await store.intervals(id, reach, { moments, ...(models !== undefined && { models }) });
            return {
              became,
              asked: question?.asked,
              until: question?.recorderUntilEpochMs,
              rounds: await store.rounds(id, ALWAYS),
              intervals: plain(await intervalsIn(store, service)),
              stood: [...marketAt(stood, moments, () => true, TRAITS)].map(({ offers }) => kept(offers).toSorted(byId)),
              hours: plain(await hoursIn(store, id)),
              ends: await store.lastMoments(id, reach, 7 * MINUTE_MS, 'answers'),
              markets: await marketsIn(store, id, moments),
              offer: plain(await store.intervalsOf(service, { offerId: 3 })),
              since: await store.intervalsSinceEpochMs(service),
              // Offer 3 has two GPUs.
              prices: (await store.pricesOfMachines([id], [30, 99], ALWAYS)).toSorted(
                (one, other) => one.fromEpochMs - other.fromEpochMs,
              ),
            };
          }),
        );
        expect(one).toEqual(other);
        const all = [...marketAt(await intervalsInAll(stores[0], service), moments, () => true, TRAITS)];
        if (models === undefined) expect(one?.stood).toEqual(all.map(({ offers }) => kept(offers).toSorted(byId)));
      }),
      { numRuns: 40 },
    );
    for (const it of shelves) await it.remove();
  });
});

const intervalsInAll = async (store: HistoryStore | undefined, service: string) =>
  store === undefined ? [] : intervalsIn(store, service);

describe('the file of the history', () => {
  test('is its owner’s alone, and a damaged one is put aside', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gpudeck-history-'));
    try {
      const file = join(folder, 'history.db');
      const first = openSqliteHistory(file, START_MS);
      if ('problem' in first) throw new Error(first.problem);
      await first.store.record(round(0, [offer(1, 0.2)]));
      await first.store.close();
      expect(statSync(file).mode & 0o777).toBe(0o600);
      writeFileSync(file, 'no database at all');
      const history = openSqliteHistory(file, START_MS + HOUR_MS, true);
      if ('problem' in history) throw new Error(history.problem);
      expect(history.setAside).toContain('.corrupt-20261122T110000Z');
      expect(await history.store.questions(SERVICE)).toEqual([]);
      await history.store.close();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

test('what is kept of an offer comes back as it was, and nothing else', () => {
  const whole = offer(7, 0.5, { geolocation: 'Sweden, SE', duration: 99, reliability2: 0.9987, webpage: 'x' });
  const [back] = kept([whole]);
  expect(back).toEqual({ offerId: 7, price: 0.5, minimumBid: 0.25, traits: expect.any(String) });
  expect(JSON.parse(back?.traits ?? '')).toEqual(TRAITS.map((name) => whole[name] ?? null));
  expect(keptOf({ dph_total: 1 })).toBeUndefined();
});

test('some traits of a text are those that reading all of it gives', () =>
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.constantFrom('],"\\', '[{')), {
        maxLength: 6,
      }),
      fc.subarray([...TRAITS.slice(0, 8)]),
      (values, names) => {
        const text = JSON.stringify(values);
        const all = traitsOf(text);
        expect(traitsAmong(text, names)).toEqual(Object.fromEntries(names.map((name) => [name, all[name]])));
      },
    ),
  ));

const byId = (one: KeptOffer, other: KeptOffer): number => one.offerId - other.offerId;
