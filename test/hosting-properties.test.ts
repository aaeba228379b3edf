/**
 * Whatever a host does to a machine on the local service's market, and however time passes: no GPU is rented twice, and a contract keeps its price
 * and its end. The less a GPU costs, the more of the time it is rented.
 *
 * @module-tag service
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Database } from '../src/local-service/database.ts';
import { readListingBody } from '../src/local-service/hosting/list-body.ts';
import { listMachines, ownMachine, unlistMachine } from '../src/local-service/hosting/list-machine.ts';
import { staysNow } from '../src/local-service/hosting/occupants.ts';
import { adoptInstances } from '../src/local-service/instances/adopt.ts';
import { CALLER_USER_ID } from '../src/local-service/market/caller.ts';
import { type Machine, makeMachine } from '../src/local-service/market/machines.ts';
import { moveMarket } from '../src/local-service/market/move.ts';
import { rentalsOfOthers, takenGpus } from '../src/local-service/market/rentals.ts';
import { readMarketRow } from '../src/local-service/market/tables.ts';
import { NOON_EPOCH_MS, openMarket } from './support/market.ts';

const NOON_S = NOON_EPOCH_MS / 1000;

const momentOf = (database: Database, nowS: number) => {
  const market = readMarketRow(database);
  if (market === undefined) throw new Error('no market');
  return { userId: CALLER_USER_ID, nowS, world: { ...market, isStill: false } };
};

const opened = () => {
  const database = openMarket({ offers: 60 });
  const moment = momentOf(database, NOON_S);
  adoptInstances(database, { ...moment.world, minute: NOON_S / 60 }, NOON_S);
  const id = Number(database.prepare('SELECT id FROM machines WHERE host_id = ? ORDER BY id').get(CALLER_USER_ID)?.id);
  const machine = ownMachine(database, moment, id);
  if ('ok' in machine) throw new Error(machine.msg);
  return { database, machine };
};

const prices = fc.record({
  price_gpu: fc.double({ min: 0.05, max: 2, noNaN: true }),
  price_disk: fc.constantFrom(0.05, 0.1, 0.2),
  price_inetu: fc.constantFrom(0, 0.01),
  price_inetd: fc.constantFrom(0, 0.01),
  min_chunk: fc.constantFrom(1, 2, 4),
});
/** Hours until the offer ends: none, and some that are past. */
const ends = fc.option(fc.integer({ min: -2, max: 60 }), { nil: undefined });
const deed = fc.oneof(
  fc.record({ kind: fc.constant('list' as const), prices, ends, isDuration: fc.boolean() }),
  fc.record({ kind: fc.constant('unlist' as const) }),
  fc.record({ kind: fc.constant('pass' as const), minutes: fc.integer({ min: 0, max: 900 }) }),
);

const perform = (
  database: Database,
  machine: Machine,
  nowS: number,
  done: typeof deed extends fc.Arbitrary<infer Deed> ? Deed : never,
) => {
  if (done.kind === 'pass') return void moveMarket(database, nowS * 1000);
  if (done.kind === 'unlist') return unlistMachine(database, momentOf(database, nowS), machine);
  const hours = done.ends;
  const end =
    hours === undefined
      ? {}
      : done.isDuration && hours > 0
        ? { duration: hours * 3600 }
        : { end_date: nowS + hours * 3600 };
  const body = readListingBody({ machine: machine.id, ...done.prices, ...end });
  if (!body.ok) throw new Error(body.msg);
  expect(listMachines(database, momentOf(database, nowS), body.value).ok).toBe(true);
};

/** Those who rent and the offers, as they stand in the database. */
const spansOn = (database: Database, { id, gpus }: Machine) => {
  const rented = database
    .prepare('SELECT first_gpu AS first, num_gpus AS gpus FROM instances WHERE machine_id = ?')
    .all(id)
    .map(({ first, gpus: count }) => ({ from: Number(first), to: Number(first) + Number(count) }));
  const free = database
    .prepare('SELECT first_gpu AS first, num_gpus AS gpus FROM offers WHERE machine_id = ? AND is_listed AND rentable')
    .all(id)
    .map(({ first, gpus: count }) => ({ from: Number(first), to: Number(first) + Number(count) }));
  for (const { from, to } of [...rented, ...free])
    expect([from >= 0, to <= gpus, to > from]).toEqual([true, true, true]);
  return { rented, free };
};

test('in any order of listing, pricing, unlisting and waiting no GPU is rented twice, and each contract keeps its price and its end', () => {
  fc.assert(
    fc.property(fc.array(deed, { minLength: 1, maxLength: 14 }), (deeds) => {
      const { database, machine } = opened();
      let nowS = NOON_S;
      for (const done of deeds) {
        const before = staysNow(database, momentOf(database, nowS), machine);
        if (done.kind === 'pass') nowS = (Math.floor(nowS / 60) + done.minutes) * 60;
        else nowS += 1;
        perform(database, machine, nowS, done);
        const after = staysNow(database, momentOf(database, nowS), machine);
        for (const { id, fromS, listing, endsAtS } of before) {
          const same = after.find((stay) => stay.id === id && stay.fromS === fromS);
          if (done.kind !== 'pass') expect([id, same !== undefined]).toEqual([id, endsAtS >= nowS]);
          if (same === undefined) continue;
          const { gpu, disk, up, down } = listing;
          expect(same.listing).toMatchObject({ gpu, disk, up, down });
          expect(same.endsAtS).toBeGreaterThanOrEqual(endsAtS);
        }
        const { rented, free } = spansOn(database, machine);
        const all = rented.toSorted((one, other) => one.from - other.from);
        for (const [place, { to }] of all.entries()) expect(all[place + 1]?.from ?? to).toBeGreaterThanOrEqual(to);
        for (const { from, to } of free) expect(rented.some((span) => span.from < to && from < span.to)).toBe(false);
      }
      database.close();
    }),
    { numRuns: 40 },
  );
});

test('a listed machine comes to the same state in one step as in many', () => {
  const [inSteps, atOnce] = [opened(), opened()];
  const terms = { price_gpu: 0.2, price_inetu: 0, price_inetd: 0, price_disk: 0.1, min_chunk: 2 } as const;
  for (const { database, machine } of [inSteps, atOnce])
    perform(database, machine, NOON_S + 1, {
      kind: 'list',
      prices: terms,
      ends: 40,
      isDuration: false,
    });
  for (let minute = 7; minute <= 2800; minute += 7) moveMarket(inSteps.database, NOON_EPOCH_MS + minute * 60_000);
  moveMarket(atOnce.database, NOON_EPOCH_MS + 2800 * 60_000);
  const read = ({ database, machine: { id } }: typeof inSteps) => [
    database.prepare('SELECT * FROM instances WHERE machine_id = ? ORDER BY id').all(id),
    database
      .prepare(
        'SELECT place, id, is_listed, rentable, dph_base, end_date FROM offers WHERE machine_id = ? ORDER BY place',
      )
      .all(id),
  ];
  expect(read(inSteps)).toEqual(read(atOnce));
});

describe('renters mind what a GPU costs', () => {
  const rounds = Array.from({ length: 400 }, (_, round) => round);
  const sharesOf = (machine: Machine, ratios: readonly number[]): readonly number[] =>
    ratios.map((ratio) => {
      const taken = rounds.map((round) =>
        takenGpus(rentalsOfOthers(7, machine, round, { price: machine.usualPrice * ratio })),
      );
      return taken.reduce((sum, gpus) => sum + gpus, 0) / (rounds.length * machine.gpus);
    });
  const machines = [2, 3, 11, 23, 37, 41].map((index) => makeMachine(7, index, NOON_S));

  test.each(machines)(
    'at a lower price it is rented more of the time, smoothly and in no round less: machine $id',
    (machine) => {
      const ratios = Array.from({ length: 13 }, (_, place) => 0.4 + place * 0.1);
      const shares = sharesOf(machine, ratios);
      for (const [place, share] of shares.entries()) {
        const next = shares[place + 1] ?? share;
        expect(next).toBeLessThanOrEqual(share);
        expect(share - next).toBeLessThan(0.2);
      }
      expect((shares[0] ?? 0) - (shares.at(-1) ?? 0)).toBeGreaterThan(0.2);
      for (const round of rounds.slice(0, 60)) {
        const [cheap = 0, dear = 0] = [0.7, 1.1].map((ratio) =>
          takenGpus(rentalsOfOthers(7, machine, round, { price: machine.usualPrice * ratio })),
        );
        expect(cheap).toBeGreaterThanOrEqual(dear);
      }
    },
  );

  test('and a machine that is cheaper than those like it is rented more than they are', () => {
    const all = Array.from({ length: 600 }, (_, place) => makeMachine(7, 10 + place, NOON_S));
    const shareOf = (some: readonly Machine[]) =>
      some.filter((machine) => takenGpus(rentalsOfOthers(7, machine, 5)) > 0).length / some.length;
    const ratio = ({ gpuPrice, usualPrice }: Machine) => gpuPrice / usualPrice;
    const [cheap, dear] = [all.filter((it) => ratio(it) < 0.85), all.filter((it) => ratio(it) > 1.2)];
    expect(Math.min(cheap.length, dear.length)).toBeGreaterThan(50);
    expect(shareOf(cheap)).toBeGreaterThan(shareOf(dear) + 0.2);
  });
});
