/** A history that several share, in a PostgreSQL: how it is named, who may use it, and what happens on bad days. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { systemClock } from '../src/base/clock.ts';
import { passwordIn, targetName, targetOf } from '../src/history/postgres-address.ts';
import { openPostgresHistory } from '../src/history/postgres-store.ts';
import { type PostgresAddress, readHistoryName } from '../src/storage/files/history-name.ts';
import { at, gpudeck } from './support/one-shot.ts';
import { createDatabase, postgresFolder, sharedPostgres } from './support/postgres.ts';
import { answerOf, RECORDED } from './support/recorder-process.ts';
import { json, startScriptedServer } from './support/scripted-server.ts';

const START_MS = Date.UTC(2026, 10, 22, 10);

const offers = (...rows: readonly object[]) => json(200, { offers: rows });

const ONE = { id: 1, machine_id: 7, gpu_name: 'RTX 4090', num_gpus: 1, dph_total: 0.4 };

const nameOf = (text: string) => {
  const reading = readHistoryName(text);
  return 'name' in reading ? reading.name : reading.problem;
};

describe('the address of a PostgreSQL', () => {
  test('may name a host, a socket, a database, a user and how TLS is used', () => {
    expect(nameOf('postgresql://ann@db.example:6432/market?sslmode=verify-full&sslrootcert=/ca.pem')).toEqual({
      kind: 'postgres',
      address: {
        host: 'db.example',
        port: 6432,
        user: 'ann',
        database: 'market',
        tls: 'verify-full',
        rootCertificate: '/ca.pem',
      },
    });
    expect(nameOf('postgres:///market?host=/run/postgresql')).toMatchObject({
      address: { host: '/run/postgresql', database: 'market' },
    });
    expect(nameOf('postgresql://%2Ftmp/a%20b')).toMatchObject({ address: { host: '/tmp', database: 'a b' } });
    expect(nameOf('postgresql://[::1]/m')).toMatchObject({ address: { host: '::1' } });
    expect(nameOf('sqlite:x.db')).toEqual({ kind: 'sqlite', file: 'x.db' });
  });

  test.each([
    'postgresql://ann:hunter2@db.example/market',
    'postgres://db.example/market?password=hunter2',
    'POSTGRESQL://ann:hunter2@a,b/market',
    'postgresql://ann:hunter2@db.example:99999/market',
    'postgresql://db.example/market?pass=hunter2',
    'postgresql://db.example/market#hunter2',
    'postgresql://db.example/market?sslmode=hunter2',
    'psql://ann:hunter2@db.example/market',
  ])('is refused, and not repeated: %s', async (text) => {
    const { code, out, errors } = await gpudeck(['history', '--history', text], at({ url: 'http://127.0.0.1:9' }));
    expect([code, out]).toEqual([2, '']);
    expect(errors).not.toContain('hunter2');
    expect(errors).toContain('--history cannot be used. ');
  });

  test('with a password says where it belongs', () => {
    expect(nameOf('postgresql://ann:x@db.example/market')).toContain('set PGPASSWORD, or put it into ~/.pgpass');
  });

  test('is completed from the environment, and named without a password', () => {
    const environment = { PGHOST: 'far', PGPORT: '7', PGUSER: 'eve', PGDATABASE: 'd', PGSSLMODE: 'require' };
    expect(targetOf({ host: 'near' }, environment, 'me')).toMatchObject({
      host: 'near',
      port: 7,
      user: 'eve',
      database: 'd',
      tls: 'require',
    });
    const target = targetOf({}, { PGPASSWORD: 'hunter2', PGPORT: 'x' }, 'me');
    expect(targetName(target)).toBe('postgresql://me@localhost:5432/me');
    expect(target.tls).toBe('prefer');
  });

  test('finds its password in the first line of a passfile that fits', () => {
    const target = targetOf({ host: 'db', user: 'a:b', database: 'm' }, {}, 'me');
    const file = '# db:*:*:*:no\nother:*:*:*:no\ndb:5433:*:*:no\ndb:5432:m:a\\:b:p\\:w\\\\d\n*:*:*:*:late';
    expect(passwordIn(file, target)).toBe('p:w\\d');
    expect(passwordIn('localhost:*:*:*:x', { ...target, host: '/tmp' })).toBe('x');
    expect(passwordIn('db:*:*:*', target)).toBeUndefined();
  });
});

describe.runIf(postgresFolder() !== undefined)('a shared history', () => {
  let folder = '';
  let address: PostgresAddress = {};
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gpudeck-history-'));
    address = await createDatabase(sharedPostgres(inject('sharedFolder')));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const url = (more: PostgresAddress = {}) => {
    const { host = '', user = '', database = '' } = { ...address, ...more };
    return `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`.replace('@/', '@localhost/');
  };

  /** Statements of the owner of all. */
  const run = async (...texts: readonly string[]): Promise<void> => {
    const sql = postgres({ ...address, max: 1, fetch_types: false, onnotice: () => {} });
    for (const text of texts) await sql.unsafe(text);
    await sql.end();
  };

  const problemOf = async (more: PostgresAddress, environment: Record<string, string> = {}, isOnlyRead = false) => {
    const opened = await openPostgresHistory(
      { ...address, ...more },
      { environment, after: systemClock.after, isOnlyRead },
    );
    if ('problem' in opened) return opened.problem;
    await opened.store.close();
    return undefined;
  };

  test('is begun by a recorder, and read by name and from the profile', async () => {
    await using server = await startScriptedServer(offers(ONE));
    const clock = { ...systemClock, now: () => START_MS };
    const none = await gpudeck(['history', '--history', url()], { ...at(server), clock });
    expect([none.code, none.errors]).toEqual([2, expect.stringContaining('gpudeck record begins one')]);
    const recorded = await gpudeck(['record', '--once', '--history', url()], { ...at(server), clock });
    expect([recorded.code, recorded.errors]).toEqual([0, expect.stringContaining('1 offer, 1 new or changed')]);
    writeFileSync(
      join(folder, 'profiles.json'),
      JSON.stringify({
        profiles: { work: { base_url: server.url, history: url() }, none: { base_url: server.url, history: false } },
      }),
    );
    const environment = { GPUDECK_CONFIG: folder };
    const look = (profile: string) =>
      gpudeck(['--profile', profile, 'history', '--json', '--fields', 'n,median'], { environment, clock });
    expect(JSON.parse((await look('work')).out)).toEqual([{ n: 1, median: 0.4 }]);
    expect(await look('none')).toMatchObject({ code: 2, errors: expect.stringContaining('keeps no history') });
  });

  test('is asked by doctor how it is, and only named by config show', async () => {
    const look = (...args: readonly string[]) =>
      gpudeck(['--config', folder, '--history', url(), ...args], { clock: systemClock });
    expect((await look('doctor')).out).toMatch(/note +postgresql:.* holds no history yet: gpudeck record begins one\n/);
    await using server = await startScriptedServer(offers(ONE));
    await gpudeck(['record', '--once', '--history', url()], {
      ...at(server),
      clock: { ...systemClock, now: () => START_MS },
    });
    expect((await look('doctor')).out).toMatch(/ok +the history postgresql:.* has 0\.\d MB and begins at 20/);
    expect((await look('config', 'show')).out).toMatch(/\nhistory\n +address +postgresql:.*\n/);
    await run('UPDATE gpudeck.history_version SET version = 99');
    expect((await look('doctor')).out).toMatch(/fault +postgresql:.* was changed by a newer version/);
    const away = await gpudeck(['--config', folder, '--history', 'postgresql:///m?host=/nowhere', 'doctor'], {});
    expect([away.code, away.out]).toEqual([
      1,
      expect.stringMatching(/fault +The history postgresql:.*\n +-> mend that/),
    ]);
  });

  test('needs a password where the server asks for one, from the environment or a passfile of one’s own', async () => {
    const { database = '' } = address;
    await run(
      `DO $$ BEGIN IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'guarded') THEN CREATE ROLE guarded LOGIN PASSWORD 'hunter2'; END IF; END $$`,
      `GRANT CREATE ON DATABASE ${database} TO guarded`,
    );
    const passfile = join(folder, 'pass');
    writeFileSync(passfile, `*:*:${database}:guarded:hunter2\n`, { mode: 0o600 });
    const guarded = { user: 'guarded' };
    expect(await problemOf({ ...guarded, passfile })).toBeUndefined();
    expect(await problemOf(guarded, { PGPASSWORD: 'hunter2' })).toBeUndefined();
    expect(await problemOf(guarded, { PGPASSFILE: passfile })).toBeUndefined();
    expect(await problemOf(guarded, { PGPASSWORD: 'wrong', PGPASSFILE: passfile })).toContain(
      'refuses this user or the',
    );
    chmodSync(passfile, 0o640);
    expect(await problemOf({ ...guarded, passfile })).toBe(
      `${passfile} holds passwords, but others may read it: chmod 600 it. It was not read.`,
    );
  });

  test('that cannot be used says what to do', async () => {
    await run('CREATE ROLE stranger LOGIN', 'ALTER ROLE stranger CONNECTION LIMIT -1').catch(() => {});
    expect(await problemOf({ database: 'none' })).toContain('has no such database. Create it with createdb');
    expect(await problemOf({ host: folder })).toContain('does not answer (ENOENT): is the server running');
    expect(await problemOf({ user: 'stranger' })).toContain('too few rights');
    expect(await problemOf({}, {}, true)).toContain('gpudeck record begins one');
    expect(await problemOf({})).toBeUndefined();
    expect(await problemOf({ user: 'stranger' })).toContain('too few rights');
    await run('UPDATE gpudeck.history_version SET version = 99');
    expect(await problemOf({})).toContain('changed by a newer version of gpudeck. Use that version');
  });

  test('goes on in a table that another engine keeps in its own way', async () => {
    expect(await problemOf({})).toBeUndefined();
    await run(
      'CREATE TABLE gpudeck.plain (LIKE gpudeck.ended)',
      'DROP VIEW gpudeck.intervals',
      'DROP TABLE gpudeck.ended',
      'ALTER TABLE gpudeck.plain RENAME TO ended',
      `CREATE VIEW gpudeck.intervals AS
         SELECT question, offer, from_ms, until_ms, ending, price, min_bid, traits FROM gpudeck.ended
         UNION ALL SELECT question, offer, from_ms, NULL, NULL, price, min_bid, traits FROM gpudeck.standing`,
    );
    const surroundings = { environment: {}, after: systemClock.after, isOnlyRead: false };
    const opened = await openPostgresHistory(address, surroundings);
    if ('problem' in opened) throw new Error(opened.problem);
    const { store } = opened;
    for (const minute of [0, 1, 32 * 24 * 60])
      expect(await store.record(answerOf(minute))).toMatchObject({ kind: 'recorded' });
    const [question] = await store.questions(RECORDED);
    const intervals = await store.intervals(question?.id ?? 0, { fromEpochMs: 0, toEpochMs: Number.MAX_SAFE_INTEGER });
    expect(intervals.every(({ untilEpochMs }) => untilEpochMs === undefined)).toBe(true);
    expect(intervals).toHaveLength(answerOf(32 * 24 * 60).offers.length);
    await store.close();
  });
});
