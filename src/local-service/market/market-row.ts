/** The one row that says what the market was made from and how far it has moved. */
import type { Database } from '../database/database.ts';

/** What a market was made from, and how far it has moved. */
export type MarketRow = {
  readonly seed: number;
  readonly offers: number;
  readonly machines: number;
  /** The minute (since 1970) in which it was filled, and the last one to which it has moved. */
  readonly filledMinute: number;
  readonly minute: number;
};

/** The whole minute since 1970 that holds a moment. */
export const minuteOf = (epochMs: number): number => Math.floor(epochMs / 60_000);

/** The market in `database`; undefined while it is not filled. */
export const readMarketRow = (database: Database): MarketRow | undefined => {
  const row = database.prepare('SELECT seed, offers, machines, filled_minute, minute FROM market').get();
  return (
    row && {
      seed: Number(row.seed),
      offers: Number(row.offers),
      machines: Number(row.machines),
      filledMinute: Number(row.filled_minute),
      minute: Number(row.minute),
    }
  );
};

/** Writes down what the market was made from and how far it has moved. */
export const writeMarketRow = (database: Database, row: MarketRow): void => {
  database
    .prepare(
      'INSERT OR REPLACE INTO market (only, seed, offers, machines, filled_minute, minute) VALUES (1, ?, ?, ?, ?, ?)',
    )
    .run(row.seed, row.offers, row.machines, row.filledMinute, row.minute);
};
