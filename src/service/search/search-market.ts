/** Searches the market: the whole of `POST /bundles` between a parsed body and the offers' JSON (API.md, Search offers). */
import type { SQLOutputValue } from 'node:sqlite';
import type { Database } from '../database.ts';
import { readMarketRow } from '../market/market-row.ts';
import { readSearch } from './body.ts';
import { isRefusal } from './refusal.ts';
import { offerText } from './reply.ts';
import { searchStatement } from './statement.ts';

/**
 * The offers that match, each as JSON text in the order asked for; or the body and status of a refusal. The offers are
 * read from the database as they are taken, once: what is written through the same connection meanwhile may show in them.
 */
export type SearchOutcome =
  | { readonly ok: true; readonly offers: Iterable<string> }
  | { readonly ok: false; readonly status: 400; readonly error: string; readonly msg: string };

/**
 * The answer to `body`, what a search sent parsed from JSON, for a caller. Time in it is the market's minute, not the
 * clock's, so that two searches of a market that stands still agree on how long offers last.
 */
export const searchMarket = (database: Database, callerUserId: number, body: unknown): SearchOutcome => {
  const search = readSearch(body);
  if (isRefusal(search)) return { ok: false, status: 400, error: 'invalid_args', msg: search.refusal };
  const { sql, operands, places } = searchStatement(search);
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  const named = {
    gb: search.allocatedStorageGb,
    now: (readMarketRow(database)?.minute ?? 0) * 60,
    caller: callerUserId,
    is_bid: Number(search.pricing === 'bid'),
    ...(search.targetReliability === undefined ? {} : { target: search.targetReliability }),
  };
  return { ok: true, offers: offerTexts(statement.iterate(named, ...operands), places) };
};

function* offerTexts(
  rows: Iterable<Readonly<Record<string, SQLOutputValue>>>,
  places: readonly number[],
): Iterable<string> {
  for (const row of rows) yield offerText(Object.values(row), places);
}
