/** Alerts about the account: how they are written, what of them is so, and that each thing fires once. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type AccountFacts, soNow } from '../src/alerts/account-facts.ts';
import { createAccountFirings } from '../src/alerts/account-firings.ts';
import type { AccountCondition } from '../src/alerts/account-sentence.ts';
import { alertOf, type WrittenAlert } from '../src/alerts/alerts-file.ts';
import { readSentence } from '../src/alerts/read-sentence.ts';
import { printSentence } from '../src/alerts/sentence.ts';
import { createAccountWatch } from '../src/alerts/watch-account.ts';
import { NO_SETS } from '../src/filter/own-sets.ts';
import { burnOf, burnTold } from '../src/money/burn.ts';
import { lookedAt, type SeenById } from '../src/money/gpu-samples.ts';
import { clientFor } from './support/api-client.ts';
import { impatientClock, TIME_LIMITS_MS } from './support/impatient-clock.ts';
import { temporaryFolder } from './support/local-service.ts';
import { gpudeck } from './support/one-shot.ts';
import { json, startScriptedServer } from './support/scripted-server.ts';

const NOON = Date.UTC(2026, 10, 22, 12);
const HOUR = 3_600_000;
const SERVICE = 'https://console.example';

const reading = (text: string) => {
  const read = readSentence(text);
  return 'sentence' in read ? printSentence(read.sentence) : read.problems.map(({ message }) => message);
};

describe('a sentence about the account', () => {
  test.each([
    ['balance < 20', 'when balance < 20'],
    ['when my balance falls below $20.50', 'when balance < 20.5'],
    ['notify me when the credit is less than 1,000 dollars!', 'when balance < 1000'],
    ['balance<-5', 'when balance < -5'],
    ['runway < 12h', 'when runway < 12h'],
    ['runway under 90m', 'when runway < 90m'],
    ['burn > 3/h', 'when burn > 3/h'],
    ['if the burn rate is over $0.50 / h', 'when burn > 0.5/h'],
    ['instance idle for 2h', 'when instance idle for 2h'],
    ['when any instance has been idle for 2 hours', 'when instance idle for 2h'],
    ['instance 4711 is idle for 1d', 'when instance 4711 idle for 1d'],
    ['instance costs while stopped for 3d', 'when instance costs while stopped for 3d'],
    ['instance #4711 is stopped for 36h', 'when instance 4711 costs while stopped for 36h'],
    ['lease ends in 1h', 'when lease ends in 1h'],
    ['the lease of instance 4711 ends within 90m', 'when lease 4711 ends in 90m'],
  ])('%j has its meaning, which is read again as it is printed', (text, printed) => {
    expect(reading(text)).toBe(printed);
    expect(reading(printed)).toBe(printed);
  });

  test.each([
    ['balance is 20', 'Write balance < 20.'],
    ['balance < soon', 'Write dollars, as in balance < 20.'],
    ['runway < 20', 'Write a time, as in runway < 12h.'],
    ['burn > -3', 'Write dollars, as in burn > 3/h.'],
    ['instance idle', 'Write for how long, as in instance idle for 2h.'],
    ['lease ends soon', 'Write in how long, as in lease ends in 1h.'],
    ['instance 12 is gone', expect.stringMatching(/^Of instances an alert knows/)],
  ])('%j is told what is wrong', (text, message) => expect(reading(text)).toEqual([message]));

  test('takes nothing away from the market', () => {
    expect(reading('when credit_discount_max>0.1 appears')).toEqual([expect.stringMatching(/does not keep credit_/)]);
    expect(reading('when inet_up>100 appears')).toBe('when inet_up>100 appears');
  });
});

const money = (credit: number, gpu: number): AccountFacts => ({
  nowMs: NOON,
  standing: { what: 'credit', dollars: credit, hasCard: undefined, isHost: undefined },
  burn: burnTold({ gpu, disk: 0, volumes: 0 }, []),
});

const conditionOf = (text: string): AccountCondition => {
  const read = readSentence(text);
  if ('sentence' in read && read.sentence.kind === 'account') return read.sentence.condition;
  throw new Error(text);
};

const so = (text: string, facts: AccountFacts) => soNow(conditionOf(text), facts)?.map(({ words }) => words);

const instance = (id: number, status: string, percent: number | null = null) => ({
  ...{
    id,
    actual_status: status,
    intended_status: status,
    gpu_util: percent,
    start_date: 1000,
    storage_total_cost: 0.01,
  },
});

/** Seen at noon and so much later. */
const watched = (rows: readonly ReturnType<typeof instance>[], laterMs: number): SeenById =>
  lookedAt(lookedAt(new Map(), rows, NOON), rows, NOON + laterMs);

describe('what is so', () => {
  test('of the money is compared with what is told, and unknown without it', () => {
    expect(so('balance < 20', money(19.99, 1))).toEqual(['credit is $19.99']);
    expect(so('balance < 20', money(20, 1))).toEqual([]);
    expect(so('runway < 12h', money(11, 1))).toEqual(['credit lasts 11 h more, if nothing changes']);
    expect(so('runway < 12h', money(12, 1))).toEqual([]);
    expect(so('runway < 12h', money(12, 0))).toEqual([]);
    const least = (dollars: number) => ({
      ...money(dollars, 1),
      burn: burnOf([{ dph_total: 1, actual_status: 'running' }, {}], []),
    });
    expect([so('runway < 12h', least(11))?.length, so('runway < 12h', least(12))]).toEqual([1, undefined]);
    expect(so('burn > 3/h', money(0, 3.5))).toEqual(['burn is $3.50/h']);
    for (const text of ['balance < 20', 'runway < 12h', 'burn > 3/h', 'instance idle for 2h', 'lease ends in 1h'])
      expect(so(text, { nowMs: NOON })).toBeUndefined();
  });

  test('of a burn of which a part is not known, is what is certain', () => {
    const burn = burnOf([{ actual_status: 'running', dph_total: 2 }, { actual_status: 'running' }], []);
    expect(so('burn > 1/h', { nowMs: NOON, burn })).toHaveLength(1);
    expect(so('burn > 3/h', { nowMs: NOON, burn })).toBeUndefined();
    expect(so('burn < 3/h', { nowMs: NOON, burn })).toBeUndefined();
  });

  test('of instances is what was seen at every look, for as long as it was watched', () => {
    const instances = [instance(1, 'running', 0), instance(2, 'running', 90), instance(3, 'stopped')];
    const facts = { nowMs: NOON, instances, seen: watched(instances, 3 * HOUR) };
    expect(so('instance idle for 2h', facts)).toEqual(['instance 1 is idle for 3h, at all 2 looks']);
    expect(so('instance 2 idle for 2h', facts)).toEqual([]);
    expect(so('instance idle for 4h', facts)).toEqual([]);
    expect(so('instance costs while stopped for 1h', facts)).toEqual([
      'instance 3 is stopped and costs for 3h, at all 2 looks',
    ]);
    const free = [{ ...instance(3, 'stopped'), storage_total_cost: 0 }];
    expect(so('instance costs while stopped for 1h', { ...facts, instances: free })).toEqual([]);
  });
});

const alert = (sentence: string, more: Partial<WrittenAlert> = {}) => {
  const row = { id: 'mine', sentence, service: SERVICE, armed: '2026-11-22T11:00:00Z', ...more };
  const read = alertOf(row, NO_SETS);
  if ('problem' in read) throw new Error(read.problem);
  return read.alert;
};

describe('a firing', () => {
  const SO = [{ key: '', words: 'credit is $19' }];

  test('is noted once by whoever looks, again only when it was over for the debounce, and at once when it is armed anew', () => {
    const file = join(temporaryFolder(), 'account-alerts.json');
    const [one, other] = [createAccountFirings(file, 'UTC'), createAccountFirings(file, 'UTC')];
    const low = alert('balance < 20');
    const note = (by: typeof one, now: number, is: typeof SO | undefined, of = low) =>
      by.note(SERVICE, [{ alert: of, so: is }], NOON + now * 60_000).map(({ firing }) => firing.words);
    expect(note(one, 0, SO)).toEqual(['credit is $19']);
    expect(note(other, 1, SO)).toEqual([]);
    expect(note(one, 2, undefined)).toEqual([]);
    expect(note(one, 3, [])).toEqual([]);
    expect(note(other, 8, SO)).toEqual([]);
    expect(note(other, 9, [])).toEqual([]);
    expect(note(one, 20, SO)).toHaveLength(1);
    expect(note(one, 21, SO, alert('balance < 20', { armed: '2026-11-22T12:20:00Z' }))).toHaveLength(1);
    expect(one.since(SERVICE, 0).firings.map(({ alert: id }) => id)).toEqual(['mine', 'mine', 'mine']);
    expect(one.since(SERVICE, 2).firings).toHaveLength(1);
    expect(one.since('https://other.example', 0).firings).toEqual([]);
  });

  test('claims its command with it, as often as that may run, and not in the quiet time', () => {
    const claims = (more: Partial<WrittenAlert>) => {
      const firings = createAccountFirings(join(temporaryFolder(), 'a.json'), 'UTC');
      const own = alert('instance idle for 2h', { command: ['true'], ...more });
      const keys = ['1', '2', '3'].map((key) => ({ key, words: key }));
      return firings.note(SERVICE, [{ alert: own, so: keys }], NOON).map(({ mayRun }) => mayRun);
    };
    expect(claims({})).toEqual([true, false, false]);
    expect(claims({ repeat: 2 })).toEqual([true, true, false]);
    expect(claims({ quiet: '11:00-13:00' })).toEqual([false, false, false]);
  });

  test('is written anew where its file cannot be read', () => {
    const file = join(temporaryFolder(), 'a.json');
    writeFileSync(file, 'no such thing', { mode: 0o600 });
    const firings = createAccountFirings(file, 'UTC');
    expect(firings.since(SERVICE, 0)).toEqual({ firings: [], last: 0 });
    expect(firings.note(SERVICE, [{ alert: alert('balance < 20'), so: SO }], NOON)).toHaveLength(1);
    expect(JSON.parse(readFileSync(file, 'utf8')).firings).toHaveLength(1);
  });
});

describe('a program that looks', () => {
  const watchOn = (sentences: readonly string[], seen: SeenById = new Map()) =>
    createAccountWatch({
      ...{ file: join(temporaryFolder(), 'a.json'), service: SERVICE, timeZone: 'UTC', environment: {} },
      clock: impatientClock(NOON, TIME_LIMITS_MS),
      alerts: () => sentences.map((sentence, place) => alert(sentence, { id: `a${place}` })),
      seen: () => seen,
      leases: () => undefined,
      say: () => undefined,
    });

  test('asks for what its alerts need and for nothing else, and tells what is so when it begins', async () => {
    await using server = await startScriptedServer();
    server.offer('users/current/', json(200, { credit: 12 }));
    const client = clientFor(server.url);
    expect(await watchOn(['when machine 8207 is gone']).look(client)).toEqual([]);
    expect(server.optionalRequests).toEqual([]);
    const watch = watchOn(['balance < 20']);
    expect((await watch.look(client)).map(({ words }) => words)).toEqual(['credit is $12.00']);
    expect(await watch.look(client)).toEqual([]);
    expect(server.optionalRequests.map(({ path }) => path)).toEqual(Array(2).fill('/api/v0/users/current/'));
  });

  test('counts from the records where the service does not tell what is spent', async () => {
    const running = { ...instance(1, 'running', 0), dph_total: 4 };
    await using server = await startScriptedServer(
      json(200, { success: true, instances: [running] }),
      json(200, { volumes: [] }),
    );
    const fired = await watchOn(['burn > 3/h', 'instance idle for 2h'], watched([running], 2 * HOUR)).look(
      clientFor(server.url),
    );
    expect(fired.map(({ words }) => words)).toEqual(['burn is $4.00/h', 'instance 1 is idle for 2h, at all 2 looks']);
  });
});

test('gpudeck alerts adds one, has no past of it, and lists what fired beside what fired of the market', async () => {
  const folder = temporaryFolder();
  await using server = await startScriptedServer();
  const run = (...args: string[]) =>
    gpudeck(['alerts', ...args, '--config', folder], {
      environment: { GPUDECK_BASE_URL: server.url, GPUDECK_API_KEY: 'key' },
      clock: impatientClock(NOON, TIME_LIMITS_MS),
    });
  const added = await run('add', 'if my balance is below 20', '--id', 'low');
  expect(added).toMatchObject({ code: 0 });
  expect(added.errors).toContain('alert low waits: when balance < 20');
  expect(added.errors).toContain('every five minutes while the panes are open');
  const checked = await run('check', 'low');
  expect(checked).toMatchObject({ code: 2 });
  expect(checked.errors).toContain('Of the account nothing is recorded');
  const firings = createAccountFirings(join(folder, 'state', 'account-alerts.json'), 'UTC');
  const { service } = JSON.parse(readFileSync(join(folder, 'alerts.json'), 'utf8')).alerts[0];
  const low = alert('balance < 20', { id: 'low', service });
  firings.note(service, [{ alert: low, so: [{ key: '', words: 'credit is $19' }] }], NOON);
  expect((await run('events')).out).toBe('2026-11-22T12:00:00Z  low: credit is $19\n');
  expect(JSON.parse((await run('events', 'low', '--json')).out)).toMatchObject([
    { alert: 'low', words: 'credit is $19' },
  ]);
  expect((await run('events', 'other')).out).toBe('');
});
