/** What a program that asks for reasons of its own leaves in the history. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createServiceAccess } from '../src/access/service-access.ts';
import { CALLS } from '../src/api/calls.ts';
import { createPacing } from '../src/api/http/pacing.ts';
import type { SearchRequest } from '../src/api/requests.ts';
import { systemClock } from '../src/base/clock.ts';
import { parseLine } from '../src/filter/parse.ts';
import { wireFilters } from '../src/filter/request.ts';
import { askedOf } from '../src/history/asked.ts';
import { sayingOnce } from '../src/history/history.ts';
import { keptOf } from '../src/history/kept-offer.ts';
import { offerOf } from '../src/history/market-at.ts';
import { mostBytesAt, openSqliteHistory, prune } from '../src/history/sqlite-store.ts';

import { keepingClient } from '../src/history-thread/keeping-client.ts';
import { createHistoryThread } from '../src/history-thread/start-history.ts';
import { impatientClock } from './support/impatient-clock.ts';
import { gpudeck } from './support/one-shot.ts';
import { cutOff, json, type ScriptedReply, startScriptedServer } from './support/scripted-server.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const START_MS = Date.UTC(2026, 10, 22, 10);
const SERVICE = 'https://market.example';
const ALWAYS = { fromEpochMs: 0, toEpochMs: Number.MAX_SAFE_INTEGER };
const REQUEST: SearchRequest = {
  filters: { verified: { eq: true } },
  order: [['score', 'desc']],
  type: 'ondemand',
  limit: 3,
  allocatedStorageGb: 8,
};

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gpudeck-history-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const offers = (...rows: readonly unknown[]) => json(200, { offers: rows });
const row = (id: number, price: number) => ({ id, dph_total: price, machine_id: id * 10, gpu_name: 'H100' });

/** A client that keeps what `replies` bring, minute after minute. */
const keeping = (...replies: readonly ScriptedReply[]) => keepingIn(join(folder, 'history.db'), replies);

const keepingIn = async (file: string, replies: readonly ScriptedReply[], fired: string[] = []) => {
  const server = await startScriptedServer(...replies);
  const told: string[] = [];
  const thread = createHistoryThread({
    entry: new URL('../src/history-thread/history-worker.ts', import.meta.url),
    name: { kind: 'sqlite', file },
    environment: {},
    onNotice: (text) => told.push(text),
    onFired: (firings) => fired.push(...firings.map(({ alert, words }) => `${alert}: ${words}`)),
    after: systemClock.after,
  });
  let minute = 0;
  const access = createServiceAccess(server.url, 'key', {
    environment: {},
    clock: systemClock,
    pacing: createPacing({ clock: impatientClock(START_MS) }),
    version: 'test',
    keySource: 'test',
    around: (client) =>
      keepingClient(client, {
        service: SERVICE,
        hostId: 9,
        thread,
        now: () => START_MS + minute * MINUTE_MS,
        tell: sayingOnce((text) => told.push(text)),
      }),
  });
  return {
    server,
    access,
    thread,
    told,
    ask: async (request: Partial<SearchRequest> = {}, atMinute = ++minute) => {
      minute = atMinute;
      try {
        return (await access.client.searchOffers({ ...REQUEST, ...request })).records.length;
      } finally {
        // What was answered crosses in the next turn.
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    /** Each round of what was asked first: its minute, its offers, whether it was whole. */
    rounds: async () => {
      const [question] = await thread.questions(SERVICE);
      const rounds = question === undefined ? [] : await thread.rounds(question.id, ALWAYS);
      return rounds.map((it) => `${(it.atEpochMs - START_MS) / MINUTE_MS}: ${it.offers}${it.isWhole ? '' : ' cut'}`);
    },
    [Symbol.asyncDispose]: async () => {
      await access.close();
      await thread.close();
      await server[Symbol.asyncDispose]();
    },
  };
};

describe('what is asked by the way', () => {
  test('is kept as it was answered, and known as cut where it was', async () => {
    const broken = [{ dph_total: 1 }, 'no offer'];
    await using deck = await keeping(
      offers(row(1, 0.2), row(2, 0.4)),
      offers(row(1, 0.3)),
      offers(row(1, 0.3), row(2, 0.4), row(3, 0.5)),
      json(200, { offers: [row(1, 0.3)], truncated: true }),
      ...broken.map((it) => offers(row(1, 0.3), it)),
      cutOff(200, JSON.stringify({ offers: [row(1, 9)] })),
      offers(),
    );
    for (const count of [2, 1, 3, 1, 2, 1]) expect(await deck.ask()).toBe(count);
    await expect(deck.ask()).rejects.toThrow();
    expect(await deck.ask()).toBe(0);
    expect(await deck.rounds()).toEqual(['1: 2', '2: 1', '3: 3 cut', '4: 1 cut', '5: 1 cut', '6: 1 cut', '8: 0']);
    const intervals = await deck.thread.intervals(1, ALWAYS);
    const minuteOf = (ms = START_MS) => (ms - START_MS) / MINUTE_MS;
    expect(intervals.map((it) => `${it.offerId} at ${it.price} ${it.ending} ${minuteOf(it.untilEpochMs)}`)).toEqual([
      '1 at 0.2 changed 2',
      '2 at 0.4 absent 2',
      '1 at 0.3 absent 8',
      '2 at 0.4 unseen 4',
      '3 at 0.5 unseen 4',
    ]);
    expect(deck.told).toEqual([]);
  });

  test('is left to a recorder as long as there is one that asks for all of it', async () => {
    await using deck = await keeping(...Array.from({ length: 5 }, () => offers(row(1, 0.2))));
    const round = { service: SERVICE, asked: { ...askedOf(REQUEST), filters: {} }, isWhole: true, offers: [] };
    await deck.thread.record({ ...round, atEpochMs: START_MS, nextInMs: 10 * MINUTE_MS });
    await deck.ask({}, 14);
    await deck.ask({ filters: {} }, 14);
    expect(await deck.thread.questions(SERVICE)).toHaveLength(1);
    expect(await deck.rounds()).toEqual(['0: 0']);
    // Nobody records bids, and the recorder is gone a quarter of an hour after its last answer.
    await deck.ask({ type: 'bid' }, 14);
    expect(await deck.thread.questions(SERVICE)).toHaveLength(2);
    await deck.ask({}, 15);
    await deck.ask({ filters: {} }, 16);
    expect(await deck.thread.questions(SERVICE)).toHaveLength(3);
    expect(await deck.rounds()).toEqual(['0: 0', '16: 1']);
  });

  test('tells of each GPU of a host’s machines what it was listed for, and whether it could be rented', async () => {
    await using deck = await keeping();
    const machine = { id: 7, num_gpus: 4, gpu_name: 'H100', listed_gpu_cost: 0.5, gpu_occupancy: 'D x I R' };
    const unlisted = { ...machine, id: 8, listed: false };
    deck.server.offer('machines/?owner=me', json(200, { machines: [machine, unlisted, { id: 9 }] }));
    await deck.access.client.list(CALLS.machines);
    await new Promise((resolve) => setImmediate(resolve));
    const [question] = await deck.thread.questions(SERVICE);
    expect(question?.asked).toEqual({ type: 'machines', storageGb: 0, filters: { host_id: { eq: 9 } } });
    const told = (await deck.thread.intervals(question?.id ?? 0, ALWAYS)).map(offerOf);
    expect(told.map((it) => [it.machine_id, it.dph_total, it.num_gpus, it.gpu_frac, it.rentable])).toEqual(
      [false, true, true, false].map((isFree) => [7, 0.5, 1, 0.25, isFree]),
    );
    // What became of a machine is told by searches alone.
    const asked = { type: 'ondemand', storageGb: 8, filters: { gpu_arch: { eq: 'nvidia' } } } as const;
    const seen = keptOf({ id: 1, machine_id: 7, gpu_arch: 'nvidia', dph_total: 1 });
    const round = { service: SERVICE, asked, isWhole: true };
    for (const minute of [1, 2, 3])
      await deck.thread.record({
        ...round,
        atEpochMs: START_MS + minute * MINUTE_MS,
        offers: minute === 1 && seen !== undefined ? [seen] : [],
      });
    const stretch = { fromEpochMs: START_MS, toEpochMs: START_MS + 3 * MINUTE_MS + 1 };
    const terms = { service: SERVICE, type: 'ondemand', storageGb: 8, timeZone: 'UTC', stretch } as const;
    const past = await deck.thread.offer({ ...terms, offerId: 1, machineId: 7 });
    expect(past?.machine.figures.lengths).toMatchObject({ listed: MINUTE_MS, gone: MINUTE_MS });
  });

  test('has 100 MB at the most where no recorder wrote, and the newest answers of it stay', async () => {
    const file = join(folder, 'history.db');
    const opened = openSqliteHistory(file, START_MS);
    if ('problem' in opened) throw new Error(opened.problem);
    const { store } = opened;
    const rows = Array.from({ length: 100 }, (_, id) => ({ offerId: id, price: 1, minimumBid: null, traits: '[]' }));
    const ask = (nth: number, nextInMs?: number) =>
      store.record({
        service: SERVICE,
        asked: { type: 'ondemand', storageGb: nth, filters: {} },
        atEpochMs: START_MS + nth * 20 * MINUTE_MS,
        isWhole: true,
        offers: rows,
        ...(nextInMs !== undefined && { nextInMs }),
      });
    for (let nth = 0; nth < 100; nth++) await ask(nth);
    const lastMs = START_MS + 99 * 20 * MINUTE_MS;
    const database = new DatabaseSync(file);
    expect(mostBytesAt(database, lastMs)).toBeLessThan(100_000_000);
    const standing = () =>
      database
        .prepare(
          'SELECT DISTINCT storage FROM (SELECT q.asked ->> 1 AS storage FROM intervals i JOIN questions q ON q.id = i.question)',
        )
        .all();
    expect(standing()).toHaveLength(100);
    prune(database, lastMs, 400_000);
    const left = standing().map(({ storage }) => Number(storage));
    expect(left.length).toBeGreaterThan(5);
    expect(left.length).toBeLessThan(60);
    expect(Math.min(...left)).toBe(100 - left.length);
    await ask(200, 0);
    expect(mostBytesAt(database, lastMs)).toBe(1_000_000_000);
    expect(mostBytesAt(database, lastMs + 40 * DAY_MS)).toBeLessThan(100_000_000);
    database.close();
    await store.close();
  });

  test('cannot be kept where no file can be made: that is said once, and searches go on', async () => {
    writeFileSync(join(folder, 'file'), '');
    await using deck = await keepingIn(join(folder, 'file', 'history.db'), [offers(row(1, 0.2)), offers(row(1, 0.2))]);
    for (const _ of [1, 2]) expect(await deck.ask()).toBe(1);
    await deck.thread.offersCame(99, []);
    expect(deck.told).toHaveLength(1);
    expect(deck.told[0]).toMatch(/^The history .* cannot be used: .*\. Make sure that this file can be written/);
  });
});

test('alerts are looked at with each answer, by one program, and every program that is open tells of a firing once', async () => {
  const file = join(folder, 'history.db');
  const sentence = 'when gpu_name=RTX_4090 dph_gpu<0.3 verified=any appears';
  const alert = { id: 'cheap', sentence, service: SERVICE, armed: new Date(START_MS - MINUTE_MS).toISOString() };
  writeFileSync(join(folder, 'alerts.json'), JSON.stringify({ alerts: [alert] }));
  const fired: [string[], string[], string[]] = [[], [], []];
  const places = { configFolder: folder, stateFolder: folder };
  const wish = { service: SERVICE, places, timeZone: 'UTC', environment: {} };
  const cheap = { ...row(2, 0.2), gpu_name: 'RTX 4090', num_gpus: 1 };
  const replies = [offers(row(1, 0.4)), offers(row(1, 0.4), cheap), offers(row(1, 0.4), cheap)];
  await using one = await keepingIn(file, replies, fired[0]);
  await using other = await keepingIn(file, [offers(row(1, 0.4), cheap)], fired[1]);
  await one.thread.watchAlerts({ ...wish, holder: 'one' });
  await other.thread.watchAlerts({ ...wish, holder: 'other' });
  const { filters } = wireFilters(parseLine('gpu_name=RTX_4090 verified=any'));
  for (const minute of [1, 2, 3]) await one.ask({ filters, limit: 100 }, minute);
  await expect
    .poll(() => fired[0], { timeout: 5000 })
    .toEqual([expect.stringMatching(/^cheap: .*offer 2, machine 20 appeared$/)]);
  await using later = await keepingIn(file, [], fired[2]);
  await later.thread.watchAlerts({ ...wish, holder: 'later' });
  expect(await other.thread.firings(SERVICE, 10)).toHaveLength(1);
  await other.ask({ filters, limit: 100 }, 4);
  await expect.poll(() => fired[1], { timeout: 5000 }).toEqual(fired[0]);
  expect(await other.thread.firings(SERVICE, 10)).toHaveLength(1);
  expect(fired[2]).toEqual([]);
  expect([...one.told, ...other.told, ...later.told]).toEqual([]);
});

test.runIf(process.platform === 'linux')('the thread stands back behind the others', async () => {
  await using deck = await keeping();
  await deck.thread.questions(SERVICE);
  const nice = readdirSync('/proc/self/task').map((task) => {
    const stat = readFileSync(`/proc/self/task/${task}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  });
  expect(nice.filter((it) => it === 10)).toHaveLength(1);
  expect(Math.min(...nice)).toBeLessThan(10);
});

test('doctor and config show look at the history that is named, in the profile or before it', async () => {
  const [file, other] = [join(folder, 'named.db'), join(folder, 'other.db')];
  for (const each of [file, other]) {
    const opened = openSqliteHistory(each, START_MS);
    if ('problem' in opened) throw new Error(opened.problem);
    await opened.store.close();
  }
  const work = { base_url: 'http://127.0.0.1:9', history: `sqlite:${file}` };
  writeFileSync(
    join(folder, 'profiles.json'),
    JSON.stringify({ profiles: { work, none: { ...work, history: false } } }),
  );
  const run = async (...args: readonly string[]) => (await gpudeck(['--config', folder, ...args], {})).out;
  expect(await run('--profile', 'work', 'doctor')).toMatch(
    /ok +the history .*named\.db has 0\.1 MB, and no answer yet\n/,
  );
  expect(await run('--profile', 'work', 'config', 'show')).toMatch(/\nhistory\n +file +.*named\.db\n/);
  expect(await run('--profile', 'work', 'config', 'path')).toMatch(/\nhistory +there +.*named\.db\n/);
  const elsewhere = ['--profile', 'none', '--history', `sqlite:${other}`] as const;
  expect(await run(...elsewhere, 'doctor')).toMatch(/ok +the history .*other\.db has/);
  expect(await run(...elsewhere, 'config', 'show')).toMatch(/\nhistory\n +file +.*other\.db\n/);
  expect(await run('--profile', 'none', 'doctor')).toMatch(/note +the profile keeps no history/);
  expect(await run('--profile', 'none', 'config', 'show')).toMatch(/\nhistory\n +state +off\n/);
});

test('doctor and config show say how large the history is and how far it reaches, and which one is newer', async () => {
  const file = join(folder, 'state', 'history.db');
  const run = async (...args: readonly string[]) => gpudeck(['--config', folder, ...args], {});
  mkdirSync(join(folder, 'state'), { mode: 0o700 });
  const opened = openSqliteHistory(file, START_MS);
  if ('problem' in opened) throw new Error(opened.problem);
  await opened.store.record({
    service: SERVICE,
    asked: askedOf(REQUEST),
    atEpochMs: START_MS,
    isWhole: true,
    offers: [],
  });
  await opened.store.close();
  expect((await run('doctor')).out).toMatch(
    /ok +the history .*history\.db has 0\.1 MB and begins at 2026-11-22T10:00:00Z\n/,
  );
  const { history } = JSON.parse((await run('config', 'show', '--json')).out);
  expect(history).toEqual({ file, state: 'sound', size: '0.1 MB', mode: '0600', since: '2026-11-22T10:00:00Z' });
  expect(readdirSync(join(folder, 'state')).filter((name) => name.startsWith('history'))).toEqual(['history.db']);

  const database = new DatabaseSync(file);
  database.exec('PRAGMA user_version = 99');
  database.close();
  const { code, out } = await run('doctor');
  expect(code).toBe(1);
  expect(out).toMatch(
    /fault +.*history\.db was changed by a newer version of gpudeck: .*\n +-> use that version, or --no-history/,
  );
  expect((await run('config', 'show')).out).toMatch(/\nhistory\n +file +.*history\.db\n +state +newer\n/);
});
