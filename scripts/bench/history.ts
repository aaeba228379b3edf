/**
 * The history of a market that is asked for each minute, fed to a store without HTTP: what that costs the recorder, what lies in the
 * store at the end, and how long looking back takes.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { systemClock } from '../../src/base/clock.ts';
import type { Offer } from '../../src/catalogue/values.ts';
import { parseLine } from '../../src/filter/parse.ts';
import { defaultClauses, wireFilters } from '../../src/filter/request.ts';

import { type KeptOffer, keptOf } from '../../src/history/kept-offer.ts';
import { openHistory } from '../../src/history/open-store.ts';
import { exportDays } from '../../src/history/parquet/export.ts';
import { pastFigures } from '../../src/history/past-figures.ts';
import type { HistoryStore } from '../../src/history/store.ts';
import type { HistoryName } from '../../src/storage/files/history-name.ts';
import { createDatabase, createPostgres, postgresFolder } from '../../test/support/postgres.ts';
import { createMarket, type Market } from './moving-market.ts';
import { readOffers } from './rows.ts';
import { openService } from './service.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const SERVICE = 'https://market.example';

/** The first answer is of a minute after it. */
const START_MS = Date.UTC(2026, 9, 22, 12);

const RUNS = 5;

const asked = { type: 'ondemand', storageGb: 8, filters: wireFilters(parseLine('')).filters } as const;

/** Feeds the answers of the minutes up to `last`, and prints what that took. */
const feed = async (store: HistoryStore, market: Market, first: number, last: number): Promise<void> => {
  const begunMs = performance.now();
  const cpu = process.cpuUsage();
  let changed = 0;
  let longestMs = 0;
  let largest = 0;
  // What makes an offer a kept one is not the store's work.
  const kept = new WeakMap<Offer, KeptOffer | undefined>();
  for (let minute = first; minute <= last; minute++) {
    const offers = market.answer().flatMap((offer) => kept.getOrInsertComputed(offer, keptOf) ?? []);
    const roundMs = performance.now();
    const atEpochMs = START_MS + minute * MINUTE_MS;
    const round = { service: SERVICE, asked, atEpochMs, isWhole: true, offers, nextInMs: MINUTE_MS };
    const recorded = await store.record(round);
    longestMs = Math.max(longestMs, performance.now() - roundMs);
    if (recorded.kind === 'recorded' && minute > 1) changed += recorded.begun;
    if (minute % 100 === 0) largest = Math.max(largest, process.memoryUsage.rss());
  }
  const { user, system } = process.cpuUsage(cpu);
  const ms = performance.now() - begunMs;
  const count = last - first + 1;
  say(`day ${(last * MINUTE_MS) / DAY_MS}:`, count, `answers in ${(ms / 1000).toFixed(0)} s`);
  say('intervals begun an answer', (changed / count).toFixed(1));
  say('ms an answer', (ms / count).toFixed(1), `longest ${longestMs.toFixed(0)}`);
  say('CPU ms an answer', ((user + system) / 1000 / count).toFixed(1));
  say('memory of the recorder', `${(largest / 1e6).toFixed(0)} MB`, '(largest, with the model of the market)');
};

const say = (...words: readonly (string | number)[]): void => console.log(words.join('  '));

/** Prints how long looking back takes: the middle of some runs, and the longest of them. */
const look = async (store: HistoryStore, { sample }: Market, endMs: number): Promise<void> => {
  const figures = (text: string, by: readonly string[], backMs: number, stepMs: number) => async () => {
    const line = parseLine(text);
    const { filters, local } = wireFilters(line);
    const found = await pastFigures(store, {
      service: SERVICE,
      asked: { ...asked, filters },
      conditions: [...line.clauses, ...defaultClauses(line)],
      local,
      by,
      stretch: { fromEpochMs: endMs - backMs, toEpochMs: endMs + 1 },
      stepMs,
    });
    return 'buckets' in found ? found.buckets.reduce((sum, { cohorts }) => sum + cohorts.length, 0) : 0;
  };
  const model = `gpu_name=${sample.gpu_name?.replaceAll(' ', '_')}`;
  const looks: readonly (readonly [string, () => Promise<number>])[] = [
    ['a day by model, 1h', figures('', ['gpu_name'], DAY_MS, HOUR_MS)],
    ['a day by model and count, 1h', figures('', ['gpu_name', 'num_gpus'], DAY_MS, HOUR_MS)],
    ['a day of one model, 15m', figures(model, ['gpu_name'], DAY_MS, 15 * MINUTE_MS)],
    ['a week by model, 1h', figures('', ['gpu_name'], 7 * DAY_MS, HOUR_MS)],
    ['a week of one model by count, 6h', figures(model, ['num_gpus'], 7 * DAY_MS, 6 * HOUR_MS)],
    ['a month by model, 1d', figures('', ['gpu_name'], 30 * DAY_MS, DAY_MS)],
    ['a month of one model, 1d', figures(model, ['gpu_name'], 30 * DAY_MS, DAY_MS)],
    ['a month by model and count, 1d', figures('', ['gpu_name', 'num_gpus'], 30 * DAY_MS, DAY_MS)],
    ['an offer', async () => (await store.intervalsOf(SERVICE, { offerId: Number(sample.id) })).length],
    ['a machine', async () => (await store.intervalsOf(SERVICE, { machineId: Number(sample.machine_id) })).length],
  ];
  for (const [name, run] of looks) {
    const took: number[] = [];
    const cpu = process.cpuUsage();
    let rows = 0;
    for (let count = 0; count < RUNS; count++) {
      const begunMs = performance.now();
      rows = await run();
      took.push(performance.now() - begunMs);
    }
    const { user, system } = process.cpuUsage(cpu);
    took.sort((one, other) => one - other);
    say(
      `${name}:`,
      `${took[Math.floor(RUNS / 2)]?.toFixed(0)} ms`,
      `longest ${took.at(-1)?.toFixed(0)}`,
      `own CPU ${((user + system) / 1000 / RUNS).toFixed(0)} ms`,
      `${rows} rows`,
    );
  }
};

/** Prints how fast the last days are exported as Parquet, and in turn with it how fast the store reads the same intervals. */
const exportPair = async (store: HistoryStore, endMs: number, days: number): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'gpudeck-export-'));
  const stretch = { fromEpochMs: endMs - days * DAY_MS, toEpochMs: endMs };
  const questions = (await store.answered(SERVICE)).map(({ id }) => id);
  const now = () => {
    const { user, system } = process.cpuUsage();
    return { cpu: (user + system) / 1000, wall: performance.now() };
  };
  const took = { read: { cpu: 0, wall: 0 }, exported: { cpu: 0, wall: 0 } };
  const put = (what: keyof typeof took, begun: ReturnType<typeof now>) => {
    const { cpu, wall } = now();
    took[what].cpu += cpu - begun.cpu;
    took[what].wall += wall - begun.wall;
  };
  let rows = 0;
  let bytes = 0;
  try {
    for (let run = 0; run < RUNS; run++) {
      let begun = now();
      for (let end = Math.ceil(endMs / DAY_MS) * DAY_MS; end > stretch.fromEpochMs; end -= DAY_MS)
        for await (const some of store.intervalsByMachine(
          questions,
          { fromEpochMs: end - DAY_MS, toEpochMs: end },
          true,
        ))
          rows += some.length;
      put('read', begun);
      begun = now();
      const target = join(folder, String(run));
      const signal = new AbortController().signal;
      const wish = { store, service: SERVICE, folder: target, stretch, nowMs: endMs + DAY_MS, signal };
      for await (const { files } of exportDays(wish)) for (const file of files) bytes += file.bytes;
      put('exported', begun);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const pair = (of: 'cpu' | 'wall') =>
    `${(took.exported[of] / RUNS).toFixed(0)} ms, read alone ${(took.read[of] / RUNS).toFixed(0)} ms (${(took.read[of] / took.exported[of]).toFixed(2)})`;
  say(
    `${days} days as Parquet:`,
    pair('wall'),
    `own CPU ${pair('cpu')}`,
    `${(rows / RUNS).toFixed(0)} intervals`,
    `${(bytes / RUNS / 1e6).toFixed(1)} MB`,
  );
};

/** What an empty database takes is not counted. */
const sizeOf = async (name: HistoryName): Promise<number> => {
  if (name.kind === 'sqlite') return statSync(name.file).size;
  const sql = postgres({ ...name.address, max: 1, fetch_types: false });
  await sql.unsafe('ANALYZE');
  const [row] = await sql
    .unsafe(
      `SELECT sum(pg_total_relation_size(c.oid))::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'gpudeck' AND c.relkind = 'r'`,
    )
    .values();
  await sql.end();
  return Number(row?.[0]);
};

/** Feeds a market of `offers` to each store, and looks back after each of so many days. */
export const benchHistory = async (
  launcher: string,
  offers: number,
  days: readonly number[],
  stores: readonly string[],
): Promise<void> => {
  const rows = await (async () => {
    await using service = await openService(launcher, offers);
    return await readOffers(service, offers);
  })();
  const folder = mkdtempSync(join(tmpdir(), 'gpudeck-bench-'));
  const server =
    stores.includes('postgresql') && postgresFolder() !== undefined ? createPostgres(['autovacuum = on']) : undefined;
  try {
    for (const kind of stores) {
      say(`\n${kind}, ${rows.length} offers each minute`);
      const name: HistoryName =
        kind === 'sqlite' || server === undefined
          ? { kind: 'sqlite', file: join(folder, 'history.db') }
          : { kind: 'postgres', address: await createDatabase(server.socket) };
      const parts = { clock: systemClock, environment: {}, isOnlyRead: false, say };
      const open = async () => {
        const opened = await openHistory(name, parts);
        if ('problem' in opened) throw new Error(opened.problem);
        return opened.store;
      };
      const market = createMarket(rows);
      let fed = 0;
      for (const day of days) {
        const store = await open();
        const minutes = Math.round((day * DAY_MS) / MINUTE_MS);
        await feed(store, market, fed + 1, minutes);
        fed = minutes;
        await store.close();
        say('size', `${((await sizeOf(name)) / 1e6).toFixed(0)} MB`);
        const reader = await open();
        await look(reader, market, START_MS + minutes * MINUTE_MS);
        if (day >= 1) await exportPair(reader, START_MS + minutes * MINUTE_MS, Math.min(day, 7));
        await reader.close();
      }
    }
  } finally {
    server?.remove();
    rmSync(folder, { recursive: true });
  }
};
