/**
 * What is exported of a history as Parquet files, read by another package than the one that writes them.
 *
 * @module-tag program
 */
import { spawn, spawnSync } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../src/base/clock.ts';
import type { Offer } from '../src/catalogue/values.ts';
import { parseLine } from '../src/filter/parse.ts';
import { wireFilters } from '../src/filter/request.ts';
import { askedText } from '../src/history/asked.ts';
import { keptOf, traitsOf } from '../src/history/kept-offer.ts';
import { SCHEMA_VERSION } from '../src/history/parquet/columns.ts';
import { dayPlan, namedQuestion } from '../src/history/parquet/day-plan.ts';
import { exportDays, type WrittenDay } from '../src/history/parquet/export.ts';
import { readManifest } from '../src/history/parquet/manifest.ts';
import { openSqliteHistory } from '../src/history/sqlite-store.ts';
import type { HistoryStore } from '../src/history/store.ts';
import { EXPORT_PROCESS } from './support/export-process.ts';
import { type Shelf, STORES } from './support/history-shelf.ts';
import { at, gpudeck } from './support/one-shot.ts';

const SERVICE = 'https://market.example';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** 2026-11-20, in UTC. */
const START_MS = Date.UTC(2026, 10, 20);
const ALWAYS = { fromEpochMs: 0, toEpochMs: Number.MAX_SAFE_INTEGER };

const { filters } = wireFilters(parseLine('rentable=any rented=any'));
const ASKED = { type: 'ondemand', storageGb: 8, filters } as const;

let folder = '';
let shelf: Shelf | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gpudeck-export-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await shelf?.remove();
  shelf = undefined;
});

/** The market of an hour: what stands in it follows from the hour. Some prices have no short decimal. */
const marketOf = (hour: number): readonly Offer[] =>
  [1, 2, 3, 4, 5, 6, 7, 8].flatMap((id) =>
    (hour * id) % 11 === 0
      ? []
      : [
          {
            id,
            machine_id: 1 + (id % 3),
            gpu_name: `GPU ${id % 2}`,
            num_gpus: 2 ** (id % 3),
            dph_total: ((hour + id) % 5) / 3 + 0.1,
            min_bid: (hour + id) % 4 === 0 ? null : 0.05,
            reliability2: 0.9 + ((hour >> 3) % 3) / 100,
            rentable: (hour + id) % 7 < 4,
            geolocation: 'Genève, CH',
            static_ip: id % 2 === 0,
          },
        ],
  );

const record = (store: HistoryStore, atEpochMs: number, offers: readonly Offer[]) =>
  store.record({
    ...{ service: SERVICE, asked: ASKED, atEpochMs, isWhole: true },
    offers: offers.flatMap((offer) => keptOf(offer) ?? []),
  });

/** Records the hours from the first up to the last, at ten past each of so many. */
const recordHours = async (store: HistoryStore, first: number, last: number, step = 1) => {
  for (let hour = first; hour <= last; hour += step)
    await record(store, START_MS + hour * HOUR_MS + 10 * MINUTE_MS, marketOf(hour));
};

const exported = async (store: HistoryStore, nowMs: number): Promise<readonly WrittenDay[]> =>
  Array.fromAsync(
    exportDays({ store, service: SERVICE, folder, stretch: ALWAYS, nowMs, signal: new AbortController().signal }),
  );

const toldOf = (days: readonly WrittenDay[]) => days.map(({ day, kind }) => `${day} ${kind}`);

type Row = Readonly<Record<string, unknown>>;

const rowsIn = async (path: string): Promise<Row[]> => parquetReadObjects({ file: await asyncBufferFromFile(path) });

/** The rows of a table, of all its days, as an engine would find them. */
const tableRows = async (table: string, days = '*'): Promise<Row[]> =>
  (
    await Promise.all(
      globSync(join(folder, table, `day=${days}`, '*.parquet'))
        .sort()
        .map(rowsIn),
    )
  ).flat();

const msOf = (value: unknown): number => (value instanceof Date ? value.getTime() : Number.NaN);

/** Intervals joined again: a row that is `continued` takes up the one that ends where it begins. */
const joined = (rows: readonly Row[]) => {
  const whole = new Map<string, Row>();
  for (const row of rows.toSorted((one, other) => msOf(one.seen_from) - msOf(other.seen_from))) {
    const key = (moment: unknown) => [row.question, row.id, msOf(moment)].join(' ');
    const before = row.continued === true ? whole.get(key(row.seen_from)) : undefined;
    if (before !== undefined) whole.delete(key(row.seen_from));
    whole.set(key(row.seen_until), before === undefined ? row : { ...row, seen_from: before.seen_from });
  }
  return [...whole.values()];
};

const rounded = (price: unknown) => (typeof price === 'number' ? Math.round(price * 1e9) / 1e9 : null);

const asText = (rows: readonly (readonly unknown[])[]) => rows.map((row) => JSON.stringify(row)).sort();

/** Everything that the store knows of intervals, up to `endMs`. */
const storeText = async (store: HistoryStore, endMs: number) => {
  const texts: (readonly unknown[])[] = [];
  for (const { id, lastEpochMs } of await store.answered(SERVICE))
    for (const it of await store.intervals(id, ALWAYS)) {
      const until = Math.min(it.untilEpochMs ?? lastEpochMs + 1, endMs);
      const offer = traitsOf(it.traits);
      const prices = [rounded(it.price), rounded(it.minimumBid)];
      texts.push([it.offerId, it.fromEpochMs, until, ...prices, offer.machine_id, offer.rentable, offer.static_ip]);
    }
  return asText(texts);
};

const joinedText = async () =>
  asText(
    joined(await tableRows('offers')).map((row) => [
      ...[Number(row.id), msOf(row.seen_from), msOf(row.seen_until), rounded(row.dph_total), rounded(row.min_bid)],
      ...[Number(row.machine_id), row.rentable, row.static_ip],
    ]),
  );

describe.each(STORES)('a data set made of a history in $name', ({ shelf: makeShelf }) => {
  let store: HistoryStore;
  beforeEach(async () => {
    shelf = await makeShelf();
    store = await shelf.open();
  });

  test('has in each day what held in it, cut at midnight, and joined again all that was recorded', async () => {
    await recordHours(store, 12, 73, 4);
    await recordHours(store, 73, 73);
    expect(toldOf(await exported(store, START_MS + 73.5 * HOUR_MS))).toEqual([
      '2026-11-23 running',
      '2026-11-22 day',
      '2026-11-21 day',
      '2026-11-20 day',
    ]);
    expect(await joinedText()).toEqual(await storeText(store, START_MS + 3 * DAY_MS).then(begunBefore(3)));
    await recordHours(store, 74, 98, 4);
    expect(toldOf(await exported(store, START_MS + 98.5 * HOUR_MS))).toEqual(['2026-11-24 running', '2026-11-23 day']);
    expect(await joinedText()).toEqual(await storeText(store, START_MS + 4 * DAY_MS).then(begunBefore(4)));
    // The last day stands apart until it is over.
    expect(globSync('_running/day=*', { cwd: folder })).toEqual(['_running/day=2026-11-24']);
    expect(existsSync(join(folder, '_writing'))).toBe(false);

    const day = await tableRows('offers', '2026-11-22');
    const lengths = day.map(({ seen_from, seen_until }) => msOf(seen_until) - msOf(seen_from));
    expect(Math.min(...lengths)).toBeGreaterThan(0);
    for (const { seen_from, seen_until, continues, continued, ended } of day) {
      expect(msOf(seen_from)).toBeGreaterThanOrEqual(START_MS + 2 * DAY_MS);
      expect(msOf(seen_until)).toBeLessThanOrEqual(START_MS + 3 * DAY_MS);
      expect(continues).toBe(msOf(seen_until) === START_MS + 3 * DAY_MS);
      expect(ended === null || ended === undefined).toBe(continues);
      if (continued === true) expect(msOf(seen_from)).toBe(START_MS + 2 * DAY_MS);
    }
    const order = day.map(({ machine_id, seen_from }) => Number(machine_id) * 1e14 + msOf(seen_from));
    expect(order).toEqual(order.toSorted((one, other) => one - other));
  });

  test('tells of the answers, of the machines and of how long they were rented', async () => {
    await recordHours(store, 0, 26);
    await exported(store, START_MS + 26.5 * HOUR_MS);
    const observations = await tableRows('observations', '2026-11-20');
    expect(observations).toHaveLength(24);
    expect(observations[5]).toMatchObject({
      ...{ type: 'ondemand', storage: 8, service: SERVICE, whole: true, filter: expect.any(String) },
      observed_at: new Date(START_MS + 5 * HOUR_MS + 10 * MINUTE_MS),
      offers: BigInt(marketOf(5).length),
      asked: askedText(ASKED),
    });
    // Minute by minute: for rent as long as one of its offers is.
    const times = { listed: 0, rented: 0 };
    for (let minute = 10; minute < 24 * 60; minute++) {
      const offers = marketOf(Math.floor((minute - 10) / 60)).filter(({ machine_id }) => machine_id === 2);
      if (offers.length > 0) times[offers.some(({ rentable }) => rentable) ? 'listed' : 'rented'] += MINUTE_MS;
    }
    const machines = await tableRows('machines', '2026-11-20');
    expect(machines).toHaveLength(3);
    expect(machines.find(({ machine_id }) => machine_id === 2n)).toMatchObject({
      ...{ offers: 3n, listed_ms: BigInt(times.listed), rented_ms: BigInt(times.rented), geolocation: 'Genève, CH' },
      seen_until: new Date(START_MS + DAY_MS),
    });
    const sum = (rows: readonly Row[], name: string) => rows.reduce((all, row) => all + Number(row[name]), 0);
    const shares = await tableRows('rented_share', '2026-11-20');
    expect(sum(shares, 'machines')).toBe(3);
    for (const name of ['listed_ms', 'rented_ms']) expect(sum(shares, name)).toBe(sum(machines, name));
  });

  test('has what came late in a file of its own, which begins where the day ended', async () => {
    await recordHours(store, 0, 20);
    // Nobody records for six hours: the day is told as far as it is known.
    expect(toldOf(await exported(store, START_MS + 26 * HOUR_MS))).toEqual(['2026-11-20 running']);
    expect(toldOf(await exported(store, START_MS + 27 * HOUR_MS))).toEqual(['2026-11-20 day']);
    const first = await tableRows('offers');
    expect(first.filter(({ ended }) => ended === 'unseen')).toHaveLength(marketOf(20).length);
    // What had waited for the store comes now.
    await recordHours(store, 21, 25);
    expect(toldOf(await exported(store, START_MS + 25.5 * HOUR_MS))).toEqual(['2026-11-21 running', '2026-11-20 late']);
    expect(await exported(store, START_MS + 25.6 * HOUR_MS)).toHaveLength(1);
    expect(
      globSync('offers/day=2026-11-20/*', { cwd: folder })
        .map((path) => basename(path))
        .sort(),
    ).toEqual(['data.parquet', 'late-1.parquet']);
    expect(await joinedText()).toEqual(await storeText(store, START_MS + DAY_MS).then(begunBefore(1)));
    expect(await tableRows('observations', '2026-11-20')).toHaveLength(24);
    const manifest = readManifest(folder);
    expect(manifest?.version).toBe(SCHEMA_VERSION);
    expect(manifest?.days['2026-11-20']?.files.map(({ path, rows }) => [path, rows])).toContainEqual([
      'observations/day=2026-11-20/late-1.parquet',
      3,
    ]);
  });
});

/** Those that had begun on the day of that number. */
const begunBefore = (day: number) => (texts: readonly string[]) =>
  texts.filter((text) => JSON.parse(text)[1] < START_MS + day * DAY_MS);

describe('a day is over', () => {
  const plan = (lastHour: number, nowHour: number, told = {}) => {
    const question = { id: 1, asked: ASKED, firstEpochMs: START_MS, lastEpochMs: START_MS + lastHour * HOUR_MS };
    const { windows, isOver } = dayPlan(
      START_MS,
      [namedQuestion(SERVICE, question)],
      told,
      START_MS + nowHour * HOUR_MS,
    );
    const window = windows.get(1);
    return [isOver, window && [(window.fromEpochMs - START_MS) / HOUR_MS, (window.toEpochMs - START_MS) / HOUR_MS]];
  };
  const { name } = namedQuestion(SERVICE, { id: 9, asked: ASKED, firstEpochMs: 0, lastEpochMs: 0 });

  test.each([
    ['not before midnight', plan(23, 23.9), false],
    ['not while an answer may be on its way', plan(24.5, 24.6), false],
    ['with an answer an hour past midnight', plan(25, 25), true],
    ['not yet, as somebody may record again', plan(20, 26), false],
    ['after six hours in which nobody recorded', plan(20, 26.1), true],
  ])('%s', (_when, [isOver], expected) => expect(isOver).toBe(expected));

  test('what is told of it is not told again', () => {
    expect(plan(30, 40)).toEqual([true, [0, 24]]);
    expect(plan(30, 40, { [name]: START_MS + 20 * HOUR_MS })).toEqual([true, [20, 24]]);
    expect(plan(30, 40, { [name]: START_MS + DAY_MS })).toEqual([true, undefined]);
  });
});

test('a file says of its columns what they are, and of what it is sorted by how far it reaches', async () => {
  const opened = openSqliteHistory(':memory:', 0);
  if ('problem' in opened) throw new Error(opened.problem);
  await recordHours(opened.store, 0, 26);
  await exported(opened.store, START_MS + 26.5 * HOUR_MS);
  await opened.store.close();
  const [path = ''] = globSync(join(folder, 'offers/*/*'));
  const { schema, row_groups } = await parquetMetadataAsync(await asyncBufferFromFile(path));
  const element = (wanted: string) => schema.find(({ name }) => name === wanted);
  expect(element('seen_from')).toMatchObject({
    repetition_type: 'REQUIRED',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  });
  expect(element('dph_total')).toMatchObject({ logical_type: { type: 'DECIMAL', precision: 18, scale: 12 } });
  expect(element('gpu_name')).toMatchObject({ type: 'BYTE_ARRAY', converted_type: 'UTF8' });
  expect(element('num_gpus')).toMatchObject({ type: 'DOUBLE', repetition_type: 'OPTIONAL' });
  const [group] = row_groups;
  const column = (wanted: string) =>
    group?.columns.find(({ meta_data }) => meta_data?.path_in_schema[0] === wanted)?.meta_data;
  expect(column('machine_id')?.statistics).toMatchObject({ min_value: 1n, max_value: 3n });
  expect(column('gpu_name')).toMatchObject({ codec: 'SNAPPY', encodings: ['PLAIN', 'RLE_DICTIONARY'] });
});

describe('gpudeck history export', () => {
  const file = () => join(folder, 'history.db');
  const set = () => join(folder, 'set');
  const recorded = async (last: number) => {
    const opened = openSqliteHistory(file(), 0);
    if ('problem' in opened) throw new Error(opened.problem);
    await recordHours(opened.store, 0, last);
    return opened.store;
  };
  const run = (nowHour: number, ...args: readonly string[]) =>
    gpudeck(['history', 'export', '--parquet', set(), '--history', `sqlite:${file()}`, ...args], {
      ...at({ url: SERVICE }),
      clock: { ...systemClock, now: () => START_MS + nowHour * HOUR_MS },
    });

  test('says what it wrote, names days, and goes on where it was', async () => {
    await (await recorded(50)).close();
    expect(await run(50.5, '--from', '2026-11-21', '--to', '2026-11-21 08:00')).toEqual({
      code: 0,
      out: '',
      errors: expect.stringMatching(/^2026-11-21 {2}24 answers, [\d,]+ intervals, [\d.]+ [kM]B\n$/),
    });
    const again = await run(50.5, '--json');
    expect(
      again.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { day: '2026-11-22', kind: 'running', rows: { observations: 3 } },
      { day: '2026-11-20', kind: 'day', rows: { observations: 24 } },
    ]);
    await (await recorded(0)).close();
    expect((await run(50.5, '--to', '2026-11-20 12:00')).errors).toBe(
      `gpudeck: nothing is new: ${set()} has all of it\n`,
    );
    expect(await run(50.5, '--from', '1d', '--to', '2d')).toMatchObject({
      code: 2,
      errors: 'gpudeck history export: --to is not later than --from.\n',
    });
  });

  test('goes on each hour until it is stopped, with what came since', async () => {
    const store = await recorded(25);
    const signals = new EventEmitter();
    let hour = 25.5;
    const said: string[] = [];
    const clock = {
      ...systemClock,
      now: () => START_MS + hour * HOUR_MS,
      after: (delayMs: number, next: () => void) => {
        expect(delayMs).toBe(HOUR_MS);
        hour++;
        if (hour > 27) signals.emit('SIGTERM');
        else void recordHours(store, 26, 26).then(next);
        return () => {};
      },
    };
    const ended = await gpudeck(
      ['history', 'export', '--parquet', set(), '--history', `sqlite:${file()}`, '--follow'],
      { ...at({ url: SERVICE }), clock, signals, onMessage: (text) => said.push(text) },
    );
    expect(ended.code).toBe(0);
    expect(said.map((text) => /^(\S+) {2}(\d+) answers, [\d,]+ intervals(?:( so far))?,/.exec(text)?.slice(1))).toEqual(
      [
        ['2026-11-21', '2', ' so far'],
        ['2026-11-20', '24', undefined],
        ['2026-11-21', '3', ' so far'],
      ],
    );
    await store.close();
  });

  test('leaves a folder alone that another one writes, or that is something else', async () => {
    const store = await recorded(30);
    const signal = new AbortController().signal;
    const other = exportDays({ store, service: SERVICE, folder: set(), stretch: ALWAYS, nowMs: Date.now(), signal });
    await other.next();
    expect(await run(31)).toMatchObject({
      code: 1,
      errors: `gpudeck: another gpudeck exports into ${set()}: what it writes is there when it has ended\n`,
    });
    await other.return(undefined);
    expect((await run(31)).code).toBe(0);
    const elsewhere = exportDays({
      store,
      service: 'https://x.example',
      folder: set(),
      stretch: ALWAYS,
      nowMs: 0,
      signal,
    });
    await expect(elsewhere.next()).rejects.toThrow(/holds what was recorded of https:\/\/market\.example, not of/);
    await store.close();
  });

  test('is killed at any moment, and the next one goes on: nothing is lost, and nothing is there twice', async () => {
    await (await recorded(24 * 9 + 1)).close();
    const nowMs = START_MS + (24 * 9 + 2) * HOUR_MS;
    const start = () => {
      const child = spawn(process.execPath, [EXPORT_PROCESS, file(), set(), SERVICE, String(nowMs)]);
      return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
    };
    // Each is killed a little later in its work, the last by nobody.
    for (const [days, moreMs] of [
      [0, 3],
      [1, 1],
      [1, 12],
      [2, 5],
    ] as const) {
      const { child, lines } = start();
      for (let line = 0; line <= days; line++) await lines.next();
      await new Promise((resolve) => systemClock.after(moreMs, () => resolve(undefined)));
      child.kill('SIGKILL');
      await new Promise((resolve) => child.once('exit', resolve));
    }
    const { child } = start();
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
    folder = set();
    const opened = openSqliteHistory(join(folder, '../history.db'), 0);
    if ('problem' in opened) throw new Error(opened.problem);
    expect(await joinedText()).toEqual(await storeText(opened.store, START_MS + 9 * DAY_MS).then(begunBefore(9)));
    await opened.store.close();
    expect(globSync('{offers,_writing}/**/*.parquet', { cwd: folder })).toHaveLength(9);
    folder = join(folder, '..');
  });

  const SMALL_DISK = 'mount -t tmpfs -o size=40k tmpfs "$0" && exec "$@"';
  test.runIf(spawnSync('unshare', ['-rm', 'true']).status === 0)('says that the disk is full', async () => {
    await (await recorded(60)).close();
    const program = [process.execPath, 'dist/gpudeck.js', '--base-url', SERVICE, '--history', `sqlite:${file()}`];
    const disk = mkdtempSync(join(folder, 'disk-'));
    const args = ['-rm', 'sh', '-c', SMALL_DISK, disk, ...program, 'history', 'export', '--parquet', join(disk, 'set')];
    const { status, stderr } = spawnSync('unshare', args, { encoding: 'utf8', env: { ...process.env, HOME: folder } });
    expect(status).toBe(1);
    expect(stderr).toContain(
      `gpudeck: no space is left on the disk of ${join(disk, 'set')}: the days that were written`,
    );
  });
});
