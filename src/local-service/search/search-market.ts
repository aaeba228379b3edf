/** Searches the market: the whole of `POST /bundles` between a parsed body and the offers' JSON (docs/interface.md, Search offers). */
import type { SQLOutputValue } from 'node:sqlite';
import { type Refusal, refused } from '../answer.ts';
import type { Database } from '../database.ts';
import { readMarketRow } from '../market/tables.ts';
import { isRefusal, readSearch } from './body.ts';
import { offerText, searchStatement } from './statement.ts';

/**
 * The offers that match, each as JSON text in the order asked for; or a refusal with 400. Offers are found at
 * once and written as they are taken, so that a large reply need not be in memory as a whole; what happens to the market
 * in the meantime does not show in it. They can be taken once.
 */
type SearchOutcome = { readonly ok: true; readonly count: number; readonly offers: Iterable<string> } | Refusal;

/**
 * The answer to `body`, what a search sent parsed from JSON, for a caller. Time in it is the market's minute, not the
 * clock's, so that two searches of a market that stands still agree on how long offers last.
 */
export const searchMarket = (database: Database, callerUserId: number, body: unknown): SearchOutcome => {
  const search = readSearch(body);
  if (isRefusal(search)) return refused(400, 'invalid_args', search.refusal);
  const { sql, operands, columns } = searchStatement(search);
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  const named = {
    gb: search.allocatedStorageGb,
    now: (readMarketRow(database)?.minute ?? 0) * 60,
    caller: callerUserId,
    is_bid: Number(search.pricing === 'bid'),
    ...(search.targetReliability === undefined ? {} : { target: search.targetReliability }),
  };
  // `setReturnArrays` makes each row an array, which its type does not say.
  const rows = statement.all(named, ...operands) as unknown as readonly Row[];
  return { ok: true, count: rows.length, offers: offerTexts(database, rows, columns) };
};

type Row = readonly SQLOutputValue[];

function* offerTexts(database: Database, rows: readonly Row[], columns: readonly number[]): Iterable<string> {
  const findText = database.prepare(
    "SELECT o.text || ',' || m.text AS text FROM offers o JOIN machines m ON m.id = o.machine_id WHERE o.place = ?",
  );
  for (const row of rows) yield offerText(String(findText.get(row[0] ?? null)?.text), row, columns);
}
