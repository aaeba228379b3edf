/** What is told of a machine and of an offer's prices, out of recorded answers. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SearchRequest } from '../src/api/requests.ts';
import { USUAL_SEARCH } from '../src/api/requests.ts';
import type { Condition } from '../src/filter/line.ts';
import { wireFilters } from '../src/filter/request.ts';
import { askedOf } from '../src/history/asked.ts';
import { keptOf } from '../src/history/kept-offer.ts';
import { machineFigures, machineTimeline } from '../src/history/machine-timeline.ts';

import { heardIn, letsThrough, offerPast, priceFigures } from '../src/history/offer-past.ts';

import { openSqliteHistory } from '../src/history/sqlite-store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const SERVICE = 'https://market.example';
const START_MS = Date.UTC(2026, 10, 1);

const asking = (...clauses: readonly Condition[]): SearchRequest => ({
  ...USUAL_SEARCH,
  filters: wireFilters({ clauses: clauses.map((it) => ({ ...it, from: 0, to: 0 })) }).filters,
});
const any = (field: string): Condition => ({ field, operator: 'any' });
const ALL = ['rentable', 'rented', 'verified', 'cpu_arch'].map(any);

/** What is asked, whether the machine would be in the answer as it is, and what its absence means. */
const QUESTIONS = [
  { asked: asking(), holds: (is: Is) => is === 'listed', absence: 'away' },
  { asked: asking(...ALL), holds: (is: Is) => is !== 'off', absence: 'gone' },
  {
    asked: asking(...ALL, { field: 'machine_id', operator: 'eq', value: 7 }),
    holds: (is: Is) => is !== 'off',
    absence: 'gone',
  },
  // Its price or its memory may have changed: nothing is told of where it is not.
  {
    asked: asking(...ALL, { field: 'dph_total', operator: 'lt', value: 1 }),
    holds: (is: Is) => is !== 'off',
    absence: undefined,
  },
  {
    asked: asking(...ALL, { field: 'num_gpus', operator: 'eq', value: 1 }),
    holds: (is: Is) => is !== 'off',
    absence: undefined,
  },
] as const;

/** What the machine is. */
type Is = 'listed' | 'rented' | 'off';

const offerOf = (is: Is) => ({
  id: 1,
  machine_id: 7,
  gpu_name: 'RTX 4090',
  cpu_arch: 'amd64',
  num_gpus: 1,
  dph_total: 0.5,
  verification: 'verified',
  rentable: is === 'listed',
  rented: false,
});

const rounds = fc.array(
  fc.record({
    gap: fc.constantFrom(1, 30, 200, 7 * 60),
    question: fc.nat(QUESTIONS.length - 1),
    is: fc.constantFrom<Is>('listed', 'rented', 'off'),
    isWhole: fc.constantFrom(true, true, false),
  }),
  { minLength: 1, maxLength: 25 },
);

describe('the timeline of a machine', () => {
  test('tells at each moment what a plain look at the answers tells, and claims no absence that was not asked for', () =>
    fc.assert(
      fc.asyncProperty(rounds, async (answers) => {
        const opened = openSqliteHistory(':memory:', START_MS);
        if ('problem' in opened) throw new Error(opened.problem);
        const { store } = opened;
        let minute = 0;
        const told: { atMs: number; question: number; is: Is; isWhole: boolean }[] = [];
        for (const { gap, question, is, isWhole } of answers) {
          minute += gap;
          const atMs = START_MS + minute * MINUTE_MS;
          const { asked, holds } = QUESTIONS[question] ?? QUESTIONS[0];
          const offers = holds(is) ? [keptOf(offerOf(is))].flatMap((it) => it ?? []) : [];
          await store.record({ service: SERVICE, asked: askedOf(asked), atEpochMs: atMs, isWhole, offers });
          told.push({ atMs, question, is, isWhole });
        }
        const stretch = { fromEpochMs: START_MS, toEpochMs: START_MS + 30 * DAY_MS };
        const intervals = await store.intervalsOf(SERVICE, { machineId: 7 });
        const heard = await heardIn(store, await store.questions(SERVICE), stretch);
        const spans = machineTimeline(intervals, heard, stretch, letsThrough(intervals));
        const isEverSeen = intervals.length > 0;
        for (const { atMs } of told) {
          const moment = atMs + 2;
          const states = QUESTIONS.flatMap(({ holds, absence }, question) => {
            const own = told.filter((it) => it.question === question);
            const at = own.findLastIndex((it) => it.atMs <= moment);
            const [last, next] = [own[at], own[at + 1]];
            if (last === undefined || next === undefined || next.atMs - last.atMs > 6 * HOUR_MS) return [];
            if (holds(last.is)) return [last.is];
            // What a question on a machine would bring is known of one that was seen.
            return last.isWhole && absence !== undefined && (isEverSeen || question === 0) ? [absence] : [];
          });
          const expected = ['listed', 'rented', 'gone', 'away'].find((state) => states.some((it) => it === state));
          const span = spans.find((it) => it.fromEpochMs <= moment && moment < it.toEpochMs);
          if (isEverSeen) expect(span?.state).toBe(expected);
        }
        await store.close();
      }),
      { numRuns: 40 },
    ));

  test('comes to parts, lengths and turns', () => {
    const stretch = { fromEpochMs: 0, toEpochMs: 60 * HOUR_MS };
    const figures = machineFigures(
      [
        { fromEpochMs: 0, toEpochMs: 1.4 * HOUR_MS, state: 'listed' },
        { fromEpochMs: 1.4 * HOUR_MS, toEpochMs: 3 * HOUR_MS, state: 'rented' },
        { fromEpochMs: 5 * HOUR_MS, toEpochMs: 6 * HOUR_MS, state: 'gone' },
      ],
      stretch,
    );
    expect(figures.parts.slice(0, 7)).toEqual(['listed', 'rented', 'rented', undefined, undefined, 'gone', undefined]);
    expect(figures.lengths).toEqual({ listed: 1.4 * HOUR_MS, rented: 1.6 * HOUR_MS, gone: HOUR_MS, away: 0 });
    expect(figures.turns.map(({ atEpochMs, state }) => [atEpochMs / HOUR_MS, state])).toEqual([
      [0, 'listed'],
      [1.4, 'rented'],
      [3, undefined],
      [5, 'gone'],
    ]);
  });
});

describe('the prices of an offer', () => {
  const stretch = { fromEpochMs: START_MS, toEpochMs: START_MS + 4 * DAY_MS };
  const from = (day: number, toDay: number, price: number) => ({
    fromEpochMs: START_MS + day * DAY_MS,
    toEpochMs: START_MS + toDay * DAY_MS,
    price,
  });

  test('are compared with the mean of each day that is known, before today', () => {
    // The first day costs 0.2 for a quarter and 0.4 for the rest, 0.35 in the mean; of the second nothing is known; today does not count.
    const prices = [from(0, 0.25, 0.2), from(0.25, 1, 0.4), from(2, 3, 0.3), from(3, 3.5, 0.9)];
    const days = (price: number, timeZone = 'UTC') => priceFigures(prices, { stretch, timeZone, price })?.days;
    expect(days(0.34)).toEqual({ known: 2, dearer: 1 });
    expect(days(0.35)).toEqual({ known: 2, dearer: 0 });
    expect(days(0.29)).toEqual({ known: 2, dearer: 2 });
    // Half a day later in the zone of the user, the days are others.
    expect(days(0.38, 'Pacific/Auckland')).toEqual({ known: 4, dearer: 2 });
  });

  test('have their ends, their beginning, and the last one that is known of each part', () => {
    const figures = priceFigures([from(0, 1, 0.4), from(1, 1, 0.2), from(2, 4, 0.5)], { stretch, timeZone: 'UTC' });
    expect(figures?.lowest).toEqual({ price: 0.2, atEpochMs: START_MS + DAY_MS });
    expect(figures?.highest).toEqual({ price: 0.5, atEpochMs: START_MS + 2 * DAY_MS });
    expect(figures?.sinceEpochMs).toBe(START_MS);
    const parts = figures?.parts ?? [];
    expect([parts[0], parts[29], parts[30], parts[31], parts[59], parts[60], parts[119]]).toEqual([
      0.4,
      0.4,
      0.2,
      undefined,
      undefined,
      0.5,
      0.5,
    ]);
    expect(priceFigures([], { stretch, timeZone: 'UTC' })).toBeUndefined();
  });

  test('are told where they became others, the newest first, eight at most', () => {
    const prices = [from(0, 1, 0.4), from(1, 2, 0.4), from(2, 3, 0.5), from(3, 4, 0.3)];
    expect(priceFigures(prices, { stretch, timeZone: 'UTC' })?.changes).toEqual([
      { price: 0.3, before: 0.5, atEpochMs: START_MS + 3 * DAY_MS },
      { price: 0.5, before: 0.4, atEpochMs: START_MS + 2 * DAY_MS },
    ]);
    const many = Array.from({ length: 12 }, (_, hour) => from(hour / 24, (hour + 1) / 24, hour));
    const changes = priceFigures(many, { stretch, timeZone: 'UTC' })?.changes ?? [];
    expect(changes.map(({ price }) => price)).toEqual([11, 10, 9, 8, 7, 6, 5, 4]);
  });

  test('are those of one way of pricing, one disk and one SLA target', async () => {
    const opened = openSqliteHistory(':memory:', START_MS);
    if ('problem' in opened) throw new Error(opened.problem);
    const { store } = opened;
    const target = asking({ field: 'target_reliability', operator: 'eq', value: 0.99 });
    const asked = [asking(), { ...asking(), type: 'bid' }, { ...asking(), allocatedStorageGb: 100 }, target] as const;
    for (const [place, request] of asked.entries()) {
      const offers = [keptOf({ ...offerOf('listed'), dph_total: place + 1 })].flatMap((it) => it ?? []);
      await store.record({
        service: SERVICE,
        asked: askedOf(request),
        atEpochMs: START_MS + place,
        isWhole: true,
        offers,
      });
    }
    const lowest = async (more: object) =>
      (
        await offerPast(store, {
          ...{ service: SERVICE, offerId: 1, type: 'ondemand', storageGb: 8, stretch, timeZone: 'UTC' },
          ...more,
        })
      )?.prices?.lowest.price;
    expect(await lowest({})).toBe(1);
    expect(await lowest({ type: 'bid' })).toBe(2);
    expect(await lowest({ storageGb: 100 })).toBe(3);
    expect(await lowest({ slaTarget: 0.99 })).toBe(4);
    expect(await lowest({ service: 'https://other.example' })).toBeUndefined();
    await store.close();
  });
});
