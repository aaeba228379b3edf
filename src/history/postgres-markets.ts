/** Markets of a history in PostgreSQL: what stood at a moment, kept of each hour and otherwise put together from intervals. */

import { standingIn } from './market-at.ts';
import type { Query } from './postgres-connection.ts';
import { listOf, namesOf, ofModels, REACHING, STOOD } from './postgres-reading.ts';
import { databaseText } from './postgres-traits.ts';
import {
  hourFiguresOf,
  kindsIn,
  offersIn,
  type PricedMarkets,
  type PricedOffers,
  partsOf,
  priced,
  pricedOffers,
  QUARTERS_KEPT_MS,
} from './priced-market.ts';

import type { MarketReads } from './store.ts';

const HOUR_MS = 3_600_000;

const TRAITS_COLUMN = 3;

const SPREAD = 'n, min, p10, p25, median, p75, p90, max';

/** What is read of them. */
export const createMarketReads = (query: Query): MarketReads => ({
  lastMoments: async (question, { fromEpochMs, toEpochMs }, stepMs, of) => {
    const rows = await query(
      `SELECT max(at_ms) FROM gpudeck.${of === 'hours' ? 'hours' : 'rounds'}
       WHERE question = $1 AND at_ms >= $2 AND at_ms < $3 ${of === 'hours' ? '' : 'AND is_whole'}
       GROUP BY at_ms / $4::bigint ORDER BY 1`,
      [question, fromEpochMs, toEpochMs, stepMs],
    );
    return rows.map(([atMs]) => Number(atMs));
  },
  hours: async (question, moments) => {
    const rows = await query(
      `SELECT at_ms, gpu_name, ${SPREAD} FROM gpudeck.hours WHERE question = $1 AND at_ms IN (SELECT unnest($2::text::bigint[]))
       ORDER BY at_ms, gpu_name COLLATE "C" NULLS FIRST`,
      [question, listOf(moments)],
    );
    return rows.map(([atMs, gpuName, ...figures]) => {
      const [n = 0, min = 0, p10 = 0, p25 = 0, median = 0, p75 = 0, p90 = 0, max = 0] = figures.map(Number);
      return {
        question,
        atEpochMs: Number(atMs),
        gpuName: gpuName as string | null,
        spread: { n, min, p10, p25, median, p75, p90, max },
      };
    });
  },
  markets: (question, moments, { models } = {}) => marketsAt(query, question, moments, models),
});

const marketsAt = async (
  query: Query,
  question: number,
  moments: readonly number[],
  models?: readonly string[],
): Promise<PricedMarkets> => {
  const at = new Map<number, PricedOffers[]>();
  const kept = await query(
    `SELECT at_ms, offers FROM gpudeck.markets WHERE question = $1 AND at_ms IN (SELECT unnest($2::text::bigint[]))
     ${models === undefined ? '' : 'AND (gpu_name IS NULL OR gpu_name IN (SELECT json_array_elements_text($3::text::json)))'}`,
    [question, listOf(moments), ...(models === undefined ? [] : [namesOf(models)])],
  );
  for (const [atMs, bytes] of kept) at.getOrInsertComputed(Number(atMs), () => []).push(offersIn(bytes as Uint8Array));
  const others = moments.filter((moment) => !at.has(moment));
  const [first] = others;
  if (first !== undefined) {
    const rows = await query(
      `SELECT i.from_ms, i.until_ms, i.price, i.traits FROM gpudeck.intervals i
       WHERE ${REACHING} AND ${STOOD} ${models === undefined ? '' : `AND ${ofModels(5)}`}`,
      [
        question,
        first,
        (others.at(-1) ?? first) + 1,
        listOf(others),
        ...(models === undefined ? [] : [namesOf(models)]),
      ],
    );
    // Joined there, the server may go through all traits that there are for the few that are meant.
    const traits = [...new Set(rows.map((row) => Number(row[TRAITS_COLUMN])))];
    const kindOf = new Map<unknown, unknown>();
    for (const [id, kind] of await query(
      'SELECT id, kind FROM gpudeck.traits WHERE id IN (SELECT unnest($1::text::integer[]))',
      [listOf(traits)],
    ))
      kindOf.set(id, kind);
    const intervals = rows.map(([fromMs, untilMs, price, id]) => ({
      fromEpochMs: Number(fromMs),
      untilEpochMs: untilMs === null ? undefined : Number(untilMs),
      price: price as number | null,
      kind: Number(kindOf.get(id)),
    }));
    for (const [moment, offers] of standingIn(intervals, others, priced)) at.set(moment, [pricedOffers(offers)]);
  }
  const texts = await query('SELECT id, content FROM gpudeck.kinds WHERE id IN (SELECT unnest($1::text::integer[]))', [
    listOf(kindsIn(at)),
  ]);
  return { markets: at, kinds: new Map(texts.map(([id, text]) => [Number(id), String(text)])) };
};

/** Keeps what stood at the last whole answer of the stretch of `lengthMs` in which `lastMs` lies; tells when that was. */
export const keepMarket = async (
  query: Query,
  question: number,
  lastMs: number,
  lengthMs: number,
): Promise<number | undefined> => {
  const [[atMs] = []] = await query(
    'SELECT max(at_ms) FROM gpudeck.rounds WHERE question = $1 AND is_whole AND at_ms BETWEEN $2 AND $3',
    [question, Math.floor(lastMs / lengthMs) * lengthMs, lastMs],
  );
  if (typeof atMs !== 'number') return undefined;
  const kept = await query('SELECT 1 FROM gpudeck.markets WHERE question = $1 AND at_ms = $2 LIMIT 1', [
    question,
    atMs,
  ]);
  if (kept.length > 0) return atMs;
  const { markets, kinds } = await marketsAt(query, question, [atMs]);
  const parts = partsOf(markets.get(atMs) ?? [], kinds);
  await query(
    `INSERT INTO gpudeck.markets (question, at_ms, gpu_name, offers) SELECT $1, $2, model, decode(bytes, 'base64')
     FROM json_to_recordset($3::text::json) AS m (model text, bytes text)`,
    [
      question,
      atMs,
      JSON.stringify(parts.map(({ model, bytes }) => ({ model: nameOf(model), bytes: bytes.toString('base64') }))),
    ],
  );
  return atMs;
};

/** The same of an hour, and the figures of it; and forgets the quarters of yesterday. */
export const keepHour = async (query: Query, question: number, lastMs: number): Promise<void> => {
  const atMs = await keepMarket(query, question, lastMs, HOUR_MS);
  await query(
    `DELETE FROM gpudeck.markets WHERE question = $1 AND at_ms < $2
     AND at_ms NOT IN (SELECT max(at_ms) FROM gpudeck.markets WHERE question = $1 GROUP BY at_ms / ${HOUR_MS})`,
    [question, lastMs - QUARTERS_KEPT_MS],
  );
  if (atMs === undefined) return;
  const kept = await query('SELECT 1 FROM gpudeck.hours WHERE question = $1 AND at_ms = $2 LIMIT 1', [question, atMs]);
  if (kept.length > 0) return;
  const figures = hourFiguresOf(await marketsAt(query, question, [atMs]));
  await query(
    `INSERT INTO gpudeck.hours (question, at_ms, gpu_name, ${SPREAD}) SELECT $1, $2, "gpuName", ${SPREAD}
     FROM json_to_recordset($3::text::json) AS h ("gpuName" text, n integer, min double precision, p10 double precision,
       p25 double precision, median double precision, p75 double precision, p90 double precision, max double precision)`,
    [question, atMs, JSON.stringify(figures.map(({ gpuName, spread }) => ({ gpuName: nameOf(gpuName), ...spread })))],
  );
};

const nameOf = (model: string | null): string | null => (model === null ? null : databaseText(model));
