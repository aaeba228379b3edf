/** What large markets come to: how long the export takes, how many bytes it has, and what the document's questions cost DuckDB. */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { systemClock } from '../../src/base/clock.ts';
import type { Offer } from '../../src/catalogue/values.ts';
import { type KeptOffer, keptOf } from '../../src/history/kept-offer.ts';
import { exportDays } from '../../src/history/parquet/export.ts';
import { importDays } from '../../src/history/parquet/import.ts';
import { createMarket } from '../bench/moving-market.ts';
import { readOffers } from '../bench/rows.ts';
import { openService } from '../bench/service.ts';
import { DAY_MS, fullDays, MINUTE_MS, openStore, type Recorder } from './recorded-market.ts';
import { QUESTIONS } from './statements.ts';

const EVERY_MS = 5 * MINUTE_MS;

/** A recorded market of so many offers for so many days. */
type LargeMarket = { readonly offers: number; readonly days: number };

/** Records it into a file in `folder`. */
export const recordLarge = async (folder: string, { offers, days }: LargeMarket): Promise<Recorder> => {
  const rows = await (async () => {
    await using service = await openService(resolve('dist/gpudeck.js'), offers);
    return await readOffers(service, offers);
  })();
  const name = `${offers}-offers`;
  const recorder = { name, service: 'https://market.example', apiKey: 'none-is-called', asks: [] };
  const file = join(folder, `${name}.db`);
  const store = await openStore(file);
  const market = createMarket(rows);
  const asked = { type: 'ondemand', storageGb: 8, filters: {} } as const;
  // What makes an offer a kept one is not the store's work.
  const kept = new WeakMap<Offer, KeptOffer | undefined>();
  const [, endMs] = fullDays();
  for (let atEpochMs = endMs - days * DAY_MS; atEpochMs < endMs; atEpochMs += EVERY_MS) {
    const answer = market.answer().flatMap((offer) => kept.getOrInsertComputed(offer, keptOf) ?? []);
    const { service } = recorder;
    await store.record({ service, asked, atEpochMs, isWhole: true, offers: answer, nextInMs: EVERY_MS });
  }
  await store.close();
  return { ...recorder, file };
};

/** Exports and imports what was recorded, and prints what that and the questions come to. */
export const measure = async (folder: string, { name, service, file }: Recorder): Promise<void> => {
  const set = join(folder, name);
  const { signal } = new AbortController();
  const store = await openStore(file);
  console.log(`${name}: ${megabytes(statSync(file).size)} in the store`);
  const stretch = { fromEpochMs: 0, toEpochMs: Number.MAX_SAFE_INTEGER };
  const nowMs = systemClock.now();
  await timed('export', () => Array.fromAsync(exportDays({ store, service, folder: set, stretch, nowMs, signal })));
  await store.close();
  const files = readdirSync(set, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name: each }) => sum + statSync(join(parentPath, each)).size, 0);
  console.log(`${megabytes(bytes)} in ${files.length} files`);
  for (const question of ['', ...QUESTIONS])
    console.log(execFileSync(process.execPath, [ASK_ONCE, set, question], { encoding: 'utf8' }).trim());
  const second = await openStore(join(folder, `${name}-again.db`));
  await timed('import', () => Array.fromAsync(importDays({ store: second, folder: set, signal })));
  await second.close();
};

/** Prints how long `work` takes. */
const timed = async (what: string, work: () => Promise<unknown>): Promise<void> => {
  const begunMs = performance.now();
  const cpu = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - begunMs) / 1000;
  console.log(`${what}: ${seconds.toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s of processor time`);
};

const ASK_ONCE = 'scripts/engines/ask-once.ts';

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
