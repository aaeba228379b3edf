/** Markets of a history in SQLite: what stood at a moment, kept of each hour and otherwise put together from intervals. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { standingIn } from './market-at.ts';
import {
  hourFiguresOf,
  kindsIn,
  offersIn,
  type PricedInterval,
  type PricedMarkets,
  type PricedOffers,
  partsOf,
  priced,
  pricedOffers,
  QUARTERS_KEPT_MS,
} from './priced-market.ts';

import type { HourFigures, MarketReads } from './store.ts';

const HOUR_MS = 3_600_000;

/**
 * Columns of the intervals of the question ?1 that stood at one of some moments, ascending: ?2 the last of them, ?3 each with the next.
 * Each is found once: by the last of the moments that it stood at.
 */
export const standingAtMoments = (columns: string, join = ''): string =>
  `WITH gaps (at_ms, next_ms) AS MATERIALIZED (SELECT value ->> 0, value ->> 1 FROM json_each(?3))
   SELECT ${columns} FROM intervals i ${join} WHERE i.question = ?1 AND i.until_ms IS NULL AND i.from_ms <= ?2
   UNION ALL
   SELECT ${columns} FROM gaps CROSS JOIN intervals i ON i.question = ?1 AND i.until_ms > gaps.at_ms
     AND i.until_ms <= gaps.next_ms AND i.from_ms <= gaps.at_ms ${join}`;

/** The moments as that statement takes them. */
export const momentParameters = (moments: readonly number[]): readonly [last: number, gaps: string] => [
  moments.at(-1) ?? 0,
  JSON.stringify(moments.map((moment, place) => [moment, moments[place + 1] ?? Number.MAX_SAFE_INTEGER])),
];

/** Those of `database`. */
export const createMarkets = (database: DatabaseSync) => {
  const lastOf = (table: string, and: string) =>
    database.prepare(
      `SELECT max(at_ms) FROM ${table} WHERE question = ? AND at_ms >= ? AND at_ms < ? ${and}
       GROUP BY at_ms / CAST(? AS INTEGER) ORDER BY 1`,
    );
  const lastMoments = { answers: lastOf('rounds', 'AND is_whole = 1'), hours: lastOf('hours', '') };
  const hours = database.prepare(
    `SELECT at_ms, gpu_name, n, min, p10, p25, median, p75, p90, max FROM hours
     WHERE question = ? AND at_ms IN (SELECT value FROM json_each(?)) ORDER BY at_ms, gpu_name`,
  );
  const markets = database.prepare(
    `SELECT at_ms, offers FROM markets WHERE question = ?1 AND at_ms IN (SELECT value FROM json_each(?2))
     AND (?3 IS NULL OR gpu_name IS NULL OR gpu_name IN (SELECT value FROM json_each(?3)))`,
  );
  const kinds = database.prepare('SELECT id, content FROM kinds WHERE id IN (SELECT value FROM json_each(?))');
  const standing = database.prepare(
    standingAtMoments(
      'i.from_ms, i.until_ms, i.price, t.kind',
      'JOIN traits t INDEXED BY kinds_of_traits ON t.id = i.traits',
    ),
  );
  const lastWhole = database.prepare(
    'SELECT max(at_ms) AS atMs FROM rounds WHERE question = ? AND is_whole = 1 AND at_ms BETWEEN ? AND ?',
  );
  const hasHour = database.prepare('SELECT 1 FROM hours WHERE question = ? AND at_ms = ? LIMIT 1');
  const hasMarket = database.prepare('SELECT 1 FROM markets WHERE question = ? AND at_ms = ? LIMIT 1');
  const addHour = database.prepare(
    'INSERT INTO hours (question, at_ms, gpu_name, n, min, p10, p25, median, p75, p90, max) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const addMarket = database.prepare('INSERT INTO markets (question, at_ms, gpu_name, offers) VALUES (?, ?, ?, ?)');
  const thinOut = database.prepare(
    `DELETE FROM markets WHERE question = ?1 AND at_ms < ?2
     AND at_ms NOT IN (SELECT max(at_ms) FROM markets WHERE question = ?1 GROUP BY at_ms / ${HOUR_MS})`,
  );
  for (const statement of [lastMoments.answers, lastMoments.hours, hours, markets, kinds, standing])
    statement.setReturnArrays(true);

  const marketsAt = (question: number, moments: readonly number[], models?: readonly string[]): PricedMarkets => {
    const only = models === undefined ? null : JSON.stringify(models);
    const at = new Map<number, PricedOffers[]>();
    for (const [atMs, bytes] of listed(markets.all(question, JSON.stringify(moments), only)))
      at.getOrInsertComputed(Number(atMs), () => []).push(offersIn(bytes as Uint8Array));
    const others = moments.filter((moment) => !at.has(moment));
    if (others.length > 0) {
      const intervals = listed(standing.all(question, ...momentParameters(others))).map(intervalOf);
      for (const [moment, offers] of standingIn(intervals, others, priced)) at.set(moment, [pricedOffers(offers)]);
    }
    const texts = listed(kinds.all(JSON.stringify(kindsIn(at))));
    return { markets: at, kinds: new Map(texts.map(([id, text]) => [Number(id), String(text)])) };
  };

  const reads: MarketReads = {
    lastMoments: async (question, { fromEpochMs, toEpochMs }, stepMs, of) =>
      listed(lastMoments[of].all(question, fromEpochMs, toEpochMs, stepMs)).map(([atMs]) => Number(atMs)),
    hours: async (question, moments) =>
      listed(hours.all(question, JSON.stringify(moments))).map((row) => hourOf(question, row)),
    markets: async (question, moments, { models } = {}) => marketsAt(question, moments, models),
  };

  /** Keeps what stood at the last whole answer of the stretch of `lengthMs` in which `lastMs` lies; tells when that was. */
  const keepMarket = (question: number, lastMs: number, lengthMs: number): number | undefined => {
    const atMs = lastWhole.get(question, Math.floor(lastMs / lengthMs) * lengthMs, lastMs)?.atMs;
    if (typeof atMs !== 'number') return undefined;
    if (hasMarket.get(question, atMs) !== undefined) return atMs;
    const { markets: at, kinds: texts } = marketsAt(question, [atMs]);
    for (const { model, bytes } of partsOf(at.get(atMs) ?? [], texts)) addMarket.run(question, atMs, model, bytes);
    return atMs;
  };

  /** The same of an hour, and the figures of it; and forgets the quarters of yesterday. */
  const keepHour = (question: number, lastMs: number): void => {
    const atMs = keepMarket(question, lastMs, HOUR_MS);
    thinOut.run(question, lastMs - QUARTERS_KEPT_MS);
    if (atMs === undefined || hasHour.get(question, atMs) !== undefined) return;
    for (const { gpuName, spread } of hourFiguresOf(marketsAt(question, [atMs]))) {
      const { n, min, p10, p25, median, p75, p90, max } = spread;
      addHour.run(question, atMs, gpuName, n, min, p10, p25, median, p75, p90, max);
    }
  };

  return { reads, keepMarket, keepHour };
};

type Row = readonly SQLOutputValue[];

/** Rows of a statement that returns arrays, which the types do not know of. */
const listed = (rows: readonly unknown[]): readonly Row[] => rows as readonly Row[];

const intervalOf = ([fromMs, untilMs, price, kind]: Row): PricedInterval => ({
  fromEpochMs: Number(fromMs),
  untilEpochMs: untilMs === null ? undefined : Number(untilMs),
  price: price as number | null,
  kind: Number(kind),
});

const hourOf = (question: number, [atMs, gpuName, ...figures]: Row): HourFigures => {
  const [n = 0, min = 0, p10 = 0, p25 = 0, median = 0, p75 = 0, p90 = 0, max = 0] = figures.map(Number);
  return {
    question,
    atEpochMs: Number(atMs),
    gpuName: gpuName as string | null,
    spread: { n, min, p10, p25, median, p75, p90, max },
  };
};
