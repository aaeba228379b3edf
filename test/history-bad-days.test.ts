/**
 * Recorders that are killed, and a server that goes away, is killed or is full: what was taken is there once, and nothing else.
 *
 * @module-tag program
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../src/base/clock.ts';
import { keepingBack } from '../src/history/kept-back.ts';
import { keptOf, TRAITS } from '../src/history/kept-offer.ts';
import { marketAt } from '../src/history/market-at.ts';
import { openHistory } from '../src/history/open-store.ts';
import { openPostgresHistory } from '../src/history/postgres-store.ts';
import type { HistoryStore } from '../src/history/store.ts';
import { createHistoryThread } from '../src/history-thread/start-history.ts';
import type { HistoryName } from '../src/storage/files/history-name.ts';
import { createDatabase, createPostgres, type PostgresServer, postgresFolder } from './support/postgres.ts';
import { answerOf, RECORDED } from './support/recorder-process.ts';

/** Rounds of killing; `GPUDECK_KILLS` is for trying many more. */
const KILLS = Number(process.env.GPUDECK_KILLS ?? 2);

const ALWAYS = { fromEpochMs: 0, toEpochMs: Number.MAX_SAFE_INTEGER };

const opened = async (name: HistoryName, said: string[] = []): Promise<HistoryStore> => {
  const history = await openHistory(name, {
    clock: systemClock,
    environment: {},
    isOnlyRead: false,
    say: (text) => said.push(text),
  });
  if ('problem' in history) throw new Error(history.problem);
  return history.store;
};

/** The minutes that are recorded, each of which is looked at: what stood then is what the answer held, each offer once. */
const minutesIn = async (store: HistoryStore): Promise<readonly number[]> => {
  const [question] = await store.questions(RECORDED);
  if (question === undefined) return [];
  const rounds = await store.rounds(question.id, ALWAYS);
  const moments = rounds.map(({ atEpochMs }) => atEpochMs);
  const intervals = await store.intervals(question.id, ALWAYS);
  const minuteOf = (atEpochMs: number) => (atEpochMs - answerOf(0).atEpochMs) / 60_000;
  for (const { atEpochMs, offers } of marketAt(intervals, moments, () => true, TRAITS)) {
    const stood = offers.flatMap((offer) => keptOf(offer) ?? []);
    expect(stood.toSorted((one, other) => one.offerId - other.offerId)).toEqual(answerOf(minuteOf(atEpochMs)).offers);
  }
  return moments.map(minuteOf);
};

/** Runs a recorder from a minute on until `isEnough` of what it has told, kills it, and tells the last minute that was taken. */
const killedRecorder = async (
  name: HistoryName,
  from: number,
  isEnough: (taken: number) => boolean,
): Promise<number> => {
  const child = spawn(process.execPath, ['test/support/recorder-process.ts', JSON.stringify(name), String(from)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let last = from - 1;
  let taken = 0;
  for await (const line of createInterface(child.stdout)) {
    const [kind, minute] = line.split(' ');
    if (kind !== 'recorded') continue;
    last = Number(minute);
    taken++;
    if (isEnough(taken)) child.kill('SIGKILL');
  }
  return last;
};

const killRounds = async (name: HistoryName): Promise<void> => {
  let next = 0;
  for (let round = 0; round < KILLS; round++) {
    const enough = 3 + ((round * 7) % 11);
    const last = await killedRecorder(name, next, (taken) => taken >= enough);
    const store = await opened(name);
    const minutes = await minutesIn(store);
    await store.close();
    expect(minutes).toEqual(Array.from({ length: minutes.length }, (_, minute) => minute));
    expect(minutes.length).toBeGreaterThan(last);
    next = minutes.length;
  }
};

test('a recorder that is killed loses nothing that SQLite took', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gpudeck-history-'));
  try {
    await killRounds({ kind: 'sqlite', file: join(folder, 'history.db') });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe.runIf(postgresFolder() !== undefined)('with a PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(() => {
    server = createPostgres();
  });
  afterAll(() => server.remove());

  const shared = async (): Promise<HistoryName> => ({ kind: 'postgres', address: await createDatabase(server.socket) });

  test('a recorder that is killed loses nothing that was taken', async () => killRounds(await shared()));

  test('a server that is killed loses nothing that was taken, and what waited comes after it in its order', async () => {
    const said: string[] = [];
    const name = await shared();
    const store = await opened(name, said);
    let minute = 0;
    for (let round = 0; round < KILLS; round++) {
      for (let count = 0; count < 3; count++)
        expect(await store.record(answerOf(minute++))).toMatchObject({ kind: 'recorded' });
      server.kill();
      for (const waiting of [1, 2])
        expect(await store.record(answerOf(minute++))).toEqual({ kind: 'waiting', waiting });
      server.start();
      expect(await store.record(answerOf(minute++))).toMatchObject({ kind: 'recorded' });
      expect(await minutesIn(store)).toEqual(Array.from({ length: minute }, (_, each) => each));
    }
    expect(said.slice(0, 2)).toEqual([
      expect.stringMatching(
        /^The history postgresql:.* does not answer .* Answers wait here until it is back, 2,000 at most\.$/,
      ),
      'The history is back: 3 answers that waited for it are written.',
    ]);
    expect(said).toHaveLength(2 * KILLS);
    await store.close();
  });

  test('a server that is away for long costs the oldest answers, and none that another recorder was there for', async () => {
    const said: string[] = [];
    const name = await shared();
    const other = await opened(name);
    if (name.kind !== 'postgres') return;
    const surroundings = { environment: {}, after: systemClock.after, isOnlyRead: false };
    const bare = await openPostgresHistory(name.address, surroundings);
    if ('problem' in bare) throw new Error(bare.problem);
    const store = keepingBack(bare.store, (text) => said.push(text), { rounds: 3, bytes: 1_000_000 });
    await store.record(answerOf(0));
    server.stop();
    for (const minute of [1, 2, 3, 4, 5]) await store.record(answerOf(minute));
    server.start();
    await other.record(answerOf(4));
    expect(await store.record(answerOf(6))).toMatchObject({ kind: 'recorded' });
    expect(await minutesIn(store)).toEqual([0, 4, 5, 6]);
    expect(said.slice(1)).toEqual([
      'The history is away so long that the oldest answers that wait for it are dropped.',
      'The history is back: 2 answers that waited for it are written, 1 came too late, as another recorder was there, 3 were dropped before, the oldest.',
    ]);
    await other.close();
    await store.close();
  });

  test('a server whose disk is full is waited for, and nothing is half written', async () => {
    const said: string[] = [];
    const name = await shared();
    if (name.kind !== 'postgres') return;
    const sql = postgres({ ...name.address, max: 1, fetch_types: false });
    const store = await opened(name, said);
    await store.record(answerOf(0));
    // As it says so itself when a file cannot grow, at the last of what an answer writes.
    await sql.unsafe(`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`);
    await sql.unsafe('CREATE TRIGGER full_disk BEFORE INSERT ON gpudeck.rounds EXECUTE FUNCTION full_disk()');
    for (const waiting of [1, 2]) expect(await store.record(answerOf(waiting))).toEqual({ kind: 'waiting', waiting });
    expect(await minutesIn(store)).toEqual([0]);
    await sql.unsafe('DROP TRIGGER full_disk ON gpudeck.rounds');
    expect(await store.record(answerOf(3))).toMatchObject({ kind: 'recorded' });
    expect(await minutesIn(store)).toEqual([0, 1, 2, 3]);
    expect(said).toEqual([
      expect.stringMatching(/^The history postgresql:.* has no space left on its disk: free some there\. Answers wait/),
      'The history is back: 3 answers that waited for it are written.',
    ]);
    await store.close();
    await sql.end();
  });

  test('panes that were begun while it is away keep what they are told, and go on when it is back', async () => {
    const said: string[] = [];
    const name = await shared();
    const begin = () =>
      createHistoryThread({
        entry: new URL('../src/history-thread/history-worker.ts', import.meta.url),
        name,
        environment: {},
        onNotice: (text) => said.push(text),
        after: systemClock.after,
      });
    const panes = begin();
    const answered = (minute: number) => panes.answerEnded(minute, answerOf(minute));
    server.stop();
    await expect(panes.questions(RECORDED)).rejects.toThrow('does not answer');
    expect(await answered(0)).toEqual({ kind: 'waiting', waiting: 1 });
    server.start();
    expect(await answered(1)).toMatchObject({ kind: 'recorded' });
    server.stop();
    expect(await answered(2)).toEqual({ kind: 'waiting', waiting: 1 });
    server.start();
    expect(await answered(3)).toMatchObject({ kind: 'recorded' });
    await panes.close();
    expect(said.filter((text) => /is back|Answers wait/.test(text))).toHaveLength(4);
    // One that has only been read so far, too.
    const others = begin();
    const [question] = await others.questions(RECORDED);
    const rounds = question && (await others.rounds(question.id, ALWAYS));
    expect(rounds).toHaveLength(4);
    server.stop();
    expect(await others.answerEnded(4, answerOf(4))).toEqual({ kind: 'waiting', waiting: 1 });
    server.start();
    await others.close();
  });

  test('what waits at the end is written if it can be, or else said to be lost', async () => {
    const said: string[] = [];
    const name = await shared();
    const store = await opened(name, said);
    await store.record(answerOf(0));
    server.stop();
    await store.record(answerOf(1));
    await store.close();
    expect(said.at(-1)).toBe('The history is still away: 1 answer that waited for it is lost.');
    const other = await openHistory(name, { clock: systemClock, environment: {}, isOnlyRead: true, say: () => {} });
    expect(other).toMatchObject({ problem: expect.stringContaining('is the server running') });
    server.start();
  });
});
