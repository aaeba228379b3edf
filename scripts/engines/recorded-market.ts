/**
 * Two histories as two recorders would have left them, of two services: some days of a market that moves, with answers that were cut
 * and hours in which nobody asked. All of it lies in days that are over.
 */
import { systemClock } from '../../src/base/clock.ts';
import type { Offer } from '../../src/catalogue/values.ts';
import { parseLine } from '../../src/filter/parse.ts';
import { defaultClauses, wireFilters } from '../../src/filter/request.ts';
import { isMeantBy } from '../../src/history/asked.ts';
import { keptOf } from '../../src/history/kept-offer.ts';
import { openHistory } from '../../src/history/open-store.ts';
import type { HistoryStore } from '../../src/history/store.ts';
import { createMarket, type Market } from '../bench/moving-market.ts';

/** What one recorder left. */
export type Recorder = {
  readonly name: string;
  readonly service: string;
  readonly apiKey: string;
  /** The SQLite file of its history. */
  readonly file: string;
  /** The filter lines that it asked for. */
  readonly asks: readonly string[];
};

export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

/** The days that are full of answers. */
const FULL_DAYS = 3;

/** A recorder's answers come seven minutes past, so that none is of a full hour. */
const PAST_MS = 7 * MINUTE_MS;

/** A length of time, Unix epoch milliseconds: the days that are full of answers. */
export const fullDays = (): readonly [firstMs: number, endMs: number] => {
  const endMs = (Math.floor(systemClock.now() / DAY_MS) - 1) * DAY_MS;
  return [endMs - FULL_DAYS * DAY_MS, endMs];
};

/** Records what `offers` become, an answer `everyMs`: at the last one they are again as they are now. */
export const recordMarket = async (recorder: Recorder, offers: readonly Offer[], everyMs: number): Promise<void> => {
  const store = await openStore(recorder.file);
  await record(store, recorder, createMarket(offers), offers, everyMs);
  await store.close();
};

/** The history in `file`. */
export const openStore = async (file: string): Promise<HistoryStore> => {
  const parts = { clock: systemClock, environment: {}, isOnlyRead: false, say: console.error };
  const opened = await openHistory({ kind: 'sqlite', file }, parts);
  if ('problem' in opened) throw new Error(opened.problem);
  return opened.store;
};

const record = async (
  store: HistoryStore,
  { service, asks }: Recorder,
  market: Market,
  last: readonly Offer[],
  everyMs: number,
): Promise<void> => {
  const [startMs, fullMs] = fullDays();
  const endMs = fullMs + 2 * 60 * MINUTE_MS;
  const questions = asks.map((text) => {
    const line = parseLine(text);
    const isMeant = isMeantBy([...line.clauses, ...defaultClauses(line)].filter(({ operator }) => operator !== 'any'));
    return { asked: { type: 'ondemand', storageGb: 8, filters: wireFilters(line).filters } as const, isMeant };
  });
  for (let atMs = startMs + PAST_MS; atMs < endMs; atMs += everyMs) {
    const days = (atMs - startMs) / DAY_MS;
    if (days > 1.6 && days < 1.9) continue;
    const rows = atMs + everyMs < endMs ? market.answer() : last;
    const isWhole = Math.floor(days * 24) % 5 !== 3 || atMs + everyMs >= endMs;
    for (const { asked, isMeant } of questions) {
      const meant = rows.filter(isMeant).flatMap((offer) => keptOf(offer) ?? []);
      const answer = isWhole ? meant : meant.slice(0, (meant.length * 2) / 3);
      await store.record({ service, asked, atEpochMs: atMs, isWhole, offers: answer, nextInMs: everyMs });
    }
  }
};
