/**
 * The journal's claims: looking for what was sent before and noting what is about to be sent are one step, for all programs.
 *
 * @module-tag program
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { serviceAt } from '../src/api/http/base-url.ts';
import { KEPT_ANNOUNCEMENTS } from '../src/storage/journal/announcements.ts';
import { ANSWERED_KEPT_MS, KEPT_CHANGES } from '../src/storage/journal/changes.ts';
import { KEPT_USERS } from '../src/storage/journal/confirmed-preferences.ts';
import { openJournal } from '../src/storage/journal/open-journal.ts';
import { createProfileJournal, type ProfileJournal } from '../src/storage/journal/profile-journal.ts';
import { KEPT_MACHINES, KEPT_TYPES } from '../src/storage/journal/remembered.ts';

import { KEPT_WEBHOOKS } from '../src/storage/journal/webhooks.ts';
import { temporaryFolder } from './support/local-service.ts';

const START_S = 1_796_090_400;
const REQUEST = { machineId: 8207, startsAtEpochS: START_S, durationHours: 2, reason: '', category: 'disk' } as const;
const BEFORE_MS = (START_S - 86_400) * 1000;
const WEBHOOK = { name: 'alerts', url: 'https://hooks.example/gpu', eventTypes: ['client:low_credit'] };

const opened = (file = ':memory:') => {
  const reading = openJournal(file);
  if ('problem' in reading) throw new Error(reading.problem);
  onTestFinished(() => reading.journal.close());
  return reading.journal;
};

/** Two programs on one journal. */
const twoPrograms = (profiles: readonly [string, string] = ['work', 'work'], service = 'https://gpu.example') => {
  const file = join(temporaryFolder(), 'journal.db');
  return profiles.map((profile, place) => createProfileJournal(opened(file), profile, `run ${place}`, { service }));
};

const pair = (programs: ReturnType<typeof twoPrograms>) => {
  const [one, two] = programs;
  if (one === undefined || two === undefined) throw new Error('there are two');
  return { one, two };
};

describe('a machine is claimed for a window', () => {
  test('by one program only, whatever its profile is called: the other is told of the first', () => {
    const { one, two } = pair(twoPrograms(['work', 'https://gpu.example']));
    expect(one.announcements.begin(REQUEST, '{}', BEFORE_MS, [])).toEqual({ id: 1 });
    expect(two.announcements.begin(REQUEST, '{}', BEFORE_MS, [])).toMatchObject({
      standing: [{ id: 1, outcome: { kind: 'unknown', reason: expect.stringContaining('another gpudeck') } }],
    });
    one.announcements.settle(1, { kind: 'accepted', atEpochMs: BEFORE_MS });
    expect(two.announcements.begin(REQUEST, '{}', BEFORE_MS, [])).toMatchObject({
      standing: [{ id: 1, outcome: { kind: 'accepted' } }],
    });
    expect(two.announcements.list(10)).toHaveLength(1);
  });

  test.each([
    ['the same', 0, 2, 1],
    ['one that begins within it', 7199, 2, 1],
    ['one that ends within it', -7199, 2, 1],
    ['one around it', -3600, 4, 1],
    ['one that begins as it ends', 7200, 2, 0],
    ['one that ends as it begins', -7200, 2, 0],
  ])('%s stands in the way of a window as far as the two meet', (_, laterS, durationHours, count) => {
    const { announcements } = createProfileJournal(opened(), 'work', 's');
    announcements.begin(REQUEST, '{}', BEFORE_MS, []);
    const other = { ...REQUEST, startsAtEpochS: START_S + laterS, durationHours };
    const begun = announcements.begin(other, '{}', BEFORE_MS, []);
    expect('standing' in begun ? begun.standing.length : 0).toBe(count);
    expect(announcements.begin({ ...other, machineId: 1 }, '{}', BEFORE_MS, [])).toHaveProperty('id');
  });

  test('again once it is certain that nobody was notified, or the user says so, or knows of it', () => {
    const { announcements } = createProfileJournal(opened(), 'work', 's');
    const begin = (known: readonly number[] | 'all' = []) => announcements.begin(REQUEST, '{}', BEFORE_MS, known);
    begin();
    announcements.settle(1, { kind: 'refused', reason: 'no', atEpochMs: 1 });
    expect(begin()).toEqual({ id: 2 });
    announcements.settle(2, { kind: 'unknown', reason: 'lost', atEpochMs: 1 });
    expect(begin()).toMatchObject({ standing: [{ id: 2 }] });
    announcements.decide(2, 'dropped');
    expect(begin()).toEqual({ id: 3 });
    announcements.settle(3, { kind: 'unknown', reason: 'lost', atEpochMs: 1 });
    expect(begin([3])).toEqual({ id: 4 });
    expect(announcements.list(10)).toMatchObject([{ id: 4 }, { id: 3, decision: 'repeated' }, { id: 2 }, { id: 1 }]);
    // The second time was refused: the first may still have reached people.
    announcements.settle(4, { kind: 'refused', reason: 'no', atEpochMs: 1 });
    expect(begin()).toMatchObject({ standing: [{ id: 3 }] });
    expect(begin('all')).toEqual({ id: 5 });
  });

  test('and stays claimed while the rate limit has it wait, until it goes out again in view of what came since', () => {
    const { one, two } = pair(twoPrograms());
    one.announcements.begin(REQUEST, '{}', BEFORE_MS, []);
    one.announcements.turnedAway(1, 'called too soon');
    expect(two.announcements.begin(REQUEST, '{}', BEFORE_MS, [])).toMatchObject({
      standing: [{ id: 1, outcome: { reason: expect.stringContaining('waiting to send it again') } }],
    });
    expect(two.announcements.begin(REQUEST, '{}', BEFORE_MS, [1])).toEqual({ id: 2 });
    expect(one.announcements.beginAgain(1, BEFORE_MS, [])).toMatchObject({ standing: [{ id: 2 }] });
    two.announcements.settle(2, { kind: 'refused', reason: 'no', atEpochMs: 1 });
    expect(one.announcements.beginAgain(1, BEFORE_MS, [])).toBeUndefined();
    expect(one.announcements.list(1)).toHaveLength(1);
  });

  test('by one of four programs that race for forty machines', async () => {
    const file = join(temporaryFolder(), 'journal.db');
    opened(file);
    const racer = `
      const { openJournal } = await import('./src/storage/journal/open-journal.ts');
      const { createProfileJournal } = await import('./src/storage/journal/profile-journal.ts');
      const { announcements } = createProfileJournal(openJournal(process.env.JOURNAL_FILE).journal, 'work', process.env.RUN);
      process.stdout.write('ready');
      await new Promise((resolve) => process.stdin.once('data', resolve));
      let claims = 0;
      for (let machineId = 1; machineId <= 40; machineId++) {
        const begun = announcements.begin({ ...${JSON.stringify(REQUEST)}, machineId }, '{}', ${BEFORE_MS}, []);
        if ('id' in begun) claims++;
        // The others may hold the journal for longer than a claim waits.
        if ('problem' in begun) machineId--;
      }
      process.stdout.write(' ' + claims);
      process.exit();`;
    const racers = ['one', 'two', 'three', 'four'].map((run) =>
      spawn(process.execPath, ['--input-type=module', '-e', racer], {
        env: { ...process.env, JOURNAL_FILE: file, RUN: run },
        stdio: ['pipe', 'pipe', 'inherit'],
      }),
    );
    await Promise.all(racers.map(({ stdout }) => once(stdout, 'readable')));
    const endings = racers.map(async ({ stdin, stdout }) => {
      stdin.write('go');
      return Number((await text(stdout)).split(' ')[1]);
    });
    const claims = await Promise.all(endings);
    expect(claims.reduce((sum, count) => sum + count, 0)).toBe(40);
  });
});

test.each([
  [
    'a machine and its window',
    'announcements',
    ({ announcements }: ProfileJournal) => announcements.begin(REQUEST, '{}', 1, []),
  ],
  ['a webhook', 'webhooks', ({ webhooks }: ProfileJournal) => webhooks.begin(WEBHOOK, 1, [])],
  [
    'preferences',
    'confirmed_preferences',
    ({ preferences }: ProfileJournal) =>
      preferences.begin(9, 1, { confirmedAtEpochMs: undefined, openSinceEpochMs: undefined }),
  ],
] as const)('no other program comes in between the look at %s and the note', (_, table, begin) => {
  const file = join(temporaryFolder(), 'journal.db');
  const first = opened(file);
  const second = opened(file);
  second.exec('PRAGMA busy_timeout = 0');
  const other = createProfileJournal(second, 'work', 'the other');
  let meanwhile: ReturnType<typeof begin>;
  const prepare = first.prepare.bind(first);
  first.prepare = (sql) => {
    const statement = prepare(sql);
    if (!sql.includes(`INSERT INTO ${table}`)) return statement;
    const run = statement.run.bind(statement);
    const between = (...values: SQLInputValue[]) => {
      meanwhile = begin(other);
      return run(...values);
    };
    return Object.assign(statement, { run: between });
  };
  begin(createProfileJournal(first, 'work', 'the first'));
  expect(meanwhile).toMatchObject({ problem: expect.stringContaining('database is locked') });
  expect(second.prepare(`SELECT count(*) AS lines FROM ${table}`).get()).toEqual({ lines: 1 });
});

describe('a webhook is claimed by its name and address', () => {
  test('by one program only, until the user knows of the other', () => {
    const { one, two } = pair(twoPrograms(['work', 'home']));
    expect(one.webhooks.begin(WEBHOOK, 1000, [])).toEqual({ line: 1 });
    expect(two.webhooks.begin(WEBHOOK, 2000, [])).toMatchObject({ standing: [{ line: 1, sentAtEpochMs: 1000 }] });
    expect(two.webhooks.begin({ ...WEBHOOK, name: 'others' }, 2000, [])).toEqual({ line: 2 });
    expect(two.webhooks.begin(WEBHOOK, 2000, [1])).toEqual({ line: 3 });
    one.webhooks.forget(1);
    two.webhooks.forget(3);
    expect(one.webhooks.begin(WEBHOOK, 3000, [])).toHaveProperty('line');
  });
});

describe('preferences are replaced', () => {
  const SET = { client: { low_credit: { email: true, webhooks: false } } };

  test('only in view of what is known of them now', () => {
    const { one, two } = pair(twoPrograms(['work', 'home']));
    const unseen = { confirmedAtEpochMs: undefined, openSinceEpochMs: undefined };
    expect(one.preferences.begin(9, 1000, unseen)).toBeUndefined();
    expect(two.preferences.begin(9, 1001, unseen)).toEqual({ standing: { openSinceEpochMs: 1000 } });
    one.preferences.confirm(9, SET, 2000);
    expect(two.preferences.begin(9, 3000, unseen)).toEqual({
      standing: { confirmed: { preferences: SET, atEpochMs: 2000 } },
    });
    expect(two.preferences.begin(9, 3000, { ...unseen, confirmedAtEpochMs: 2000 })).toBeUndefined();
    expect(two.preferences.begin(8, 3000, unseen)).toBeUndefined();
  });
});

describe('what an earlier version kept is found again', () => {
  /** A journal as version 6 of its tables left it, with one row of each kind under `profile`. */
  const journalOf = (profile: string, otherStart: bigint) => {
    const file = join(temporaryFolder(), 'journal.db');
    const old = new DatabaseSync(file);
    old.exec(OLD_TABLES);
    const put = (sql: string, ...values: (string | number)[]) => old.prepare(sql).run(...values);
    put(
      `INSERT INTO announcements (profile, session, machine_id, starts_at, duration_hours, body, sent_at_ms, state)
       VALUES (?, 'old', 8207, ?, 2, '{}', 1, 'accepted')`,
      profile,
      START_S,
    );
    old
      .prepare(
        `INSERT INTO announcements (profile, session, machine_id, starts_at, duration_hours, body, sent_at_ms, state)
       VALUES ('other', 'old', 1, ?, 2, '{}', 1, 'accepted')`,
      )
      .run(otherStart);
    put(
      `INSERT INTO webhooks (profile, session, name, url, event_types, sent_at_ms, state, switched_on)
       VALUES (?, 'old', 'alerts', 'https://hooks.example/gpu', '[]', 1, 'created', '[]')`,
      profile,
    );
    put(
      'INSERT INTO confirmed_preferences (profile, user_id, preferences, confirmed_at_ms) VALUES (?, 9, ?, 5)',
      profile,
      '{}',
    );
    put('INSERT INTO machines VALUES (?, 8207, 1)', profile);
    old.close();
    return opened(file);
  };

  test.each([
    ['by the name of a profile', 'home', 'home', { profilesOfService: ['home'] }],
    ['by the name of a profile, without it', 'home', 'http://localhost:8080', { profilesOfService: ['home'] }],
    ['by an address', 'http://LOCALHOST:8080', 'http://localhost:8080', {}],
    ['by another form of an address', 'http://127.1:8080/./', 'http://localhost:8080', {}],
    [
      'beside a line that no number can hold',
      'http://127.1:8080',
      'http://localhost:8080',
      {},
      9_223_372_036_854_775_807n,
    ],
  ])('%s', (_, before, profile, names, otherStart = 1n) => {
    const service = 'http://localhost:8080';
    const journal = createProfileJournal(journalOf(before, otherStart), profile, 'new', { service, ...names });
    expect(journal.announcements.begin(REQUEST, '{}', BEFORE_MS, [])).toMatchObject({
      standing: [{ machineId: 8207 }],
    });
    expect(journal.announcements.list(10)).toHaveLength(1);
    expect(journal.webhooks.begin(WEBHOOK, 2, [])).toMatchObject({ standing: [{ name: 'alerts' }] });
    expect(journal.preferences.of(9).confirmed?.atEpochMs).toBe(5);
    if (profile === before || before !== 'home') expect(journal.machines.list()).toEqual([8207]);
  });

  /** What two names of one service kept of the preferences of user 9, each `[name, preferences, confirmed at, open since]`. */
  type Kept = readonly [string, string | null, number | null, number | null];
  const LATER_MS = 10_000_000;

  test.each<[string, readonly Kept[], object]>([
    [
      'a replacement of unknown outcome is not forgotten',
      [
        ['one', null, null, 1000],
        ['other', '{"client":{}}', 5, null],
      ],
      { confirmed: { preferences: { client: {} }, atEpochMs: 5 }, openSinceEpochMs: 1000 },
    ],
    [
      'the later of two replacements is the open one',
      [
        ['one', '{"client":{}}', 7, 2000],
        ['other', '{}', 5, 1000],
      ],
      { confirmed: { preferences: { client: {} }, atEpochMs: 7 }, openSinceEpochMs: 2000 },
    ],
    [
      'what the service has said long after a replacement settles it',
      [
        ['one', '{}', 5, 1000],
        ['other', '{"client":{}}', LATER_MS, null],
      ],
      { confirmed: { preferences: { client: {} }, atEpochMs: LATER_MS } },
    ],
  ])('by two names of one service: %s', (_, rows, known) => {
    for (const kept of [rows, rows.toReversed()]) {
      const byProfile = opened();
      const names: Readonly<Record<string, string>> = { one: 'home', other: 'https://gpu.example' };
      const insert = 'INSERT INTO confirmed_preferences VALUES (?, 9, ?, ?, ?)';
      for (const [name, ...values] of kept) byProfile.prepare(insert).run(names[name] ?? name, ...values);
      const profile = { service: 'https://gpu.example', profilesOfService: ['home'] };
      expect(createProfileJournal(byProfile, 'home', 'new', profile).preferences.of(9)).toEqual(known);
      expect(createProfileJournal(byProfile, 'home', 'next', profile).preferences.of(9)).toEqual(known);

      const file = join(temporaryFolder(), 'journal.db');
      const old = new DatabaseSync(file);
      old.exec(OLD_TABLES);
      const addresses: Readonly<Record<string, string>> = { one: 'http://LOCALHOST:8080', other: 'http://127.1:8080' };
      for (const [name, ...values] of kept) old.prepare(insert).run(addresses[name] ?? name, ...values);
      old.close();
      const byAddress = createProfileJournal(opened(file), 'home', 'new', { service: 'http://localhost:8080' });
      expect(byAddress.preferences.of(9)).toEqual(known);
    }
  });
});

describe('the journal does not grow without end', () => {
  test('ten thousand announcements are kept once their windows are over, and every one whose window is not', () => {
    const journal = opened();
    const { announcements } = createProfileJournal(journal, 'work', 's');
    const nowMs = (START_S + 365 * 86_400) * 1000;
    journal.exec(`
      WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${KEPT_ANNOUNCEMENTS + 500})
      INSERT INTO announcements
        (profile, service, session, machine_id, starts_at, ends_at, duration_hours, body, sent_at_ms, state)
      SELECT 'work', 'work', 'old', n, ${START_S}, CASE WHEN n <= 100 THEN ${START_S} + 400 * 86400 ELSE ${START_S} + 7200 END,
        2, '{}', 1, 'accepted' FROM counted`);
    expect(announcements.begin({ ...REQUEST, startsAtEpochS: nowMs / 1000 }, '{}', nowMs, [])).toHaveProperty('id');
    const count = journal.prepare('SELECT count(*) AS n, min(machine_id) AS first FROM announcements').get();
    expect(count).toEqual({ n: KEPT_ANNOUNCEMENTS + 100 + 1, first: 1 });
    // The oldest of all, behind ten thousand younger ones.
    const running = { ...REQUEST, machineId: 1, startsAtEpochS: START_S + 300 * 86_400 };
    expect(announcements.begin(running, '{}', nowMs, [])).toMatchObject({ standing: [{ machineId: 1 }] });
    expect(announcements.meeting([1], running)).toHaveLength(1);
  });
});

test('of everything else the newest few are kept, and what is open', () => {
  const journal = opened();
  const { machines, eventTypes, webhooks, preferences, sessions, instanceChanges } = createProfileJournal(
    journal,
    'work',
    's',
  );
  for (let count = 1; count <= KEPT_MACHINES + 3; count++) machines.remember(count, count);
  expect([machines.list().length, machines.list()[0]]).toEqual([KEPT_MACHINES, KEPT_MACHINES + 3]);
  for (let count = 1; count <= KEPT_TYPES + 3; count++) eventTypes.remember(`client:type_${count}`);
  expect([eventTypes.list().length, eventTypes.list()[0]]).toEqual([KEPT_TYPES, 'client:type_4']);
  const lost = webhooks.begin(WEBHOOK, 1, []);
  if ('line' in lost) webhooks.settle(lost.line, { kind: 'unknown', reason: 'no answer came' });
  for (let count = 1; count <= KEPT_WEBHOOKS + 3; count++) {
    const begun = webhooks.begin({ ...WEBHOOK, name: `webhook ${count}` }, count, []);
    if ('line' in begun) webhooks.settle(begun.line, { kind: 'created', switchedOn: [] });
  }
  // The newest ones, and the one that nobody knows of: it is not to be created twice unawares.
  expect(webhooks.list(9999)).toHaveLength(KEPT_WEBHOOKS + 1);
  expect(webhooks.begin(WEBHOOK, 9999, [])).toHaveProperty('standing');
  const kept = () => journal.prepare('SELECT count(*) AS kept FROM instance_changes').get()?.kept;
  const stop = (count: number, atEpochMs = count) => {
    const begun = instanceChanges.begin({ instanceId: count, kind: 'stop', value: '' }, atEpochMs, 0);
    if ('line' in begun && count > 1) instanceChanges.settle(begun.line, { kind: 'accepted' });
  };
  for (let count = 1; count <= KEPT_CHANGES + 3; count++) stop(count);
  // A run that is cut off finds all that it has done, of however many.
  expect(kept()).toBe(KEPT_CHANGES + 3);
  stop(KEPT_CHANGES + 4, ANSWERED_KEPT_MS + KEPT_CHANGES + 4);
  expect(kept()).toBe(KEPT_CHANGES + 1);
  preferences.begin(1, 1, { confirmedAtEpochMs: undefined, openSinceEpochMs: undefined });
  for (let userId = 2; userId <= KEPT_USERS + 3; userId++) preferences.confirm(userId, {}, userId);
  const known = Array.from({ length: KEPT_USERS + 3 }, (_, place) => place + 1).filter(
    (userId) => Object.keys(preferences.of(userId)).length > 0,
  );
  expect([known.length, known[0], known[1]]).toEqual([KEPT_USERS + 1, 1, 4]);

  // What was left at an address that nobody comes back to goes too, once its program has ended.
  createProfileJournal(journal, 'elsewhere', 'long ago').sessions.keep('{}', 1);
  createProfileJournal(journal, 'elsewhere', 'now').sessions.keep('{}', BEFORE_MS);
  journal.exec("UPDATE sessions SET began = 'before'");
  sessions.lost(BEFORE_MS);
  expect(journal.prepare('SELECT session FROM sessions').all()).toEqual([{ session: 'now' }]);
});

describe('an instance is claimed for a change', () => {
  const STOP = { instanceId: 5, kind: 'stop', value: '' } as const;
  const looked = ({ instanceChanges }: ProfileJournal, kind: 'stop' | 'start' = 'stop') => {
    const look = instanceChanges.look([5], kind);
    if ('problem' in look) throw new Error(look.problem);
    return look;
  };

  test('by one program only, and for that change alone', () => {
    const { one, two } = pair(twoPrograms(['work', 'https://gpu.example']));
    const [{ seen }, other] = [looked(one), looked(two)];
    expect(one.instanceChanges.begin(STOP, BEFORE_MS, seen)).toEqual({ line: 1 });
    expect(two.instanceChanges.begin(STOP, BEFORE_MS, other.seen)).toMatchObject({
      standing: [{ line: 1, outcome: { kind: 'unknown', reason: expect.stringContaining('another gpudeck') } }],
    });
    expect(two.instanceChanges.begin({ ...STOP, instanceId: 6 }, BEFORE_MS, other.seen)).toHaveProperty('line');
    expect(two.instanceChanges.begin({ ...STOP, kind: 'start' }, BEFORE_MS, other.seen)).toHaveProperty('line');
    one.instanceChanges.settle(1, { kind: 'accepted' });
    expect(two.instanceChanges.begin(STOP, BEFORE_MS, other.seen)).toMatchObject({
      standing: [{ line: 1, outcome: { kind: 'accepted' } }],
    });
    expect(looked(two).open).toEqual([]);
    expect(two.instanceChanges.begin(STOP, BEFORE_MS, looked(two).seen)).toHaveProperty('line');
  });

  test('again by whoever has seen that its outcome is unknown; then that is no longer told', () => {
    const { one, two } = pair(twoPrograms());
    const { seen } = looked(one);
    one.instanceChanges.begin(STOP, BEFORE_MS, seen);
    one.instanceChanges.settle(1, { kind: 'unknown', reason: 'lost.' });
    const look = looked(two);
    expect(look.open).toMatchObject([{ line: 1, instanceId: 5, sentAtEpochMs: BEFORE_MS }]);
    expect(two.instanceChanges.begin(STOP, BEFORE_MS, look.seen)).toEqual({ line: 2 });
    two.instanceChanges.settle(2, { kind: 'accepted' });
    expect(looked(one).open).toEqual([]);
  });

  test('anew, after a refusal whose line was taken out', () => {
    const { one, two } = pair(twoPrograms());
    one.instanceChanges.begin(STOP, BEFORE_MS, 0);
    const { seen } = looked(two);
    one.instanceChanges.settle(1, { kind: 'refused' });
    // The line of another call must not be taken for the one that was seen.
    expect(one.instanceChanges.begin(STOP, BEFORE_MS, 1)).toEqual({ line: 2 });
    expect(two.instanceChanges.begin(STOP, BEFORE_MS, seen)).toHaveProperty('standing');
  });
});

test.each([
  'http://LocalHost:8080',
  'http://127.0.0.1:8080/',
  'http://127.1:8080',
  'http://2130706433:8080',
  'http://0x7f.1:8080//',
  'http://[::1]:8080',
  'http://[::ffff:127.0.0.1]:8080',
  'http://localhost.:8080',
  ' http://localhost:8080\n',
  'http://localhost:8080/./',
  'http://localhost:8080/a/..',
  'HTTP://localhost:8080/%2e',
])('%j is the service http://localhost:8080', (address) => {
  expect(serviceAt(address)).toBe('http://localhost:8080');
});

test.each([
  ['https://GPU.example:443/market/', 'https://gpu.example/market'],
  ['https://gpu.example./market', 'https://gpu.example/market'],
  ['https://gpu.example/Market', 'https://gpu.example/Market'],
  ['http://localhost:8081', 'http://localhost:8081'],
  ['https://localhost:8080', 'https://localhost:8080'],
  ['http://127.0.0.2:8080', 'http://127.0.0.2:8080'],
  ['http://localhost:80', 'http://localhost'],
  ['local service', 'local service'],
])('%j is the service %s and no other', (address, service) => {
  expect(serviceAt(address)).toBe(service);
});

/** The tables as they were at step 6. */
const OLD_TABLES = `
  CREATE TABLE announcements (
    id INTEGER PRIMARY KEY, profile TEXT NOT NULL, session TEXT NOT NULL, machine_id INTEGER NOT NULL,
    starts_at INTEGER NOT NULL, duration_hours REAL NOT NULL, body TEXT NOT NULL, sent_at_ms INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('sending', 'accepted', 'refused', 'unknown')),
    words TEXT, notifications INTEGER, settled_at_ms INTEGER, decision TEXT
  ) STRICT;
  CREATE INDEX announcements_by_time ON announcements (profile, id DESC);
  CREATE TABLE machines (
    profile TEXT NOT NULL, machine_id INTEGER NOT NULL, used_at_ms INTEGER NOT NULL, PRIMARY KEY (profile, machine_id)
  ) STRICT;
  CREATE TABLE webhooks (
    line INTEGER PRIMARY KEY, profile TEXT NOT NULL, session TEXT NOT NULL, name TEXT NOT NULL, url TEXT NOT NULL,
    event_types TEXT NOT NULL, sent_at_ms INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('sending', 'created', 'unknown')),
    webhook_id INTEGER, user_id INTEGER, switched_on TEXT, reason TEXT
  ) STRICT;
  CREATE INDEX webhooks_by_time ON webhooks (profile, line DESC);
  CREATE TABLE confirmed_preferences (
    profile TEXT NOT NULL, user_id INTEGER NOT NULL, preferences TEXT, confirmed_at_ms INTEGER, open_since_ms INTEGER,
    PRIMARY KEY (profile, user_id)
  ) STRICT;
  CREATE TABLE event_types (
    place INTEGER PRIMARY KEY, profile TEXT NOT NULL, type TEXT NOT NULL, UNIQUE (profile, type)
  ) STRICT;
  CREATE TABLE sessions (
    session TEXT NOT NULL, profile TEXT NOT NULL, host TEXT NOT NULL, pid INTEGER NOT NULL, began TEXT NOT NULL,
    written_at_ms INTEGER NOT NULL, content TEXT NOT NULL, PRIMARY KEY (session, profile)
  ) STRICT;
  CREATE TABLE filter_lines (
    place INTEGER PRIMARY KEY AUTOINCREMENT, profile TEXT NOT NULL, list TEXT NOT NULL, line TEXT NOT NULL,
    UNIQUE (profile, list, line)
  ) STRICT;
  CREATE TABLE user_ids (profile TEXT PRIMARY KEY, user_id INTEGER NOT NULL) STRICT;
  PRAGMA user_version = 6`;
