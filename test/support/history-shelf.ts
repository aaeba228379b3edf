/** Histories for tests, on every store that there is. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import postgres from 'postgres';
import { inject } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { openPostgresHistory } from '../../src/history/postgres-store.ts';
import { openSqliteHistory } from '../../src/history/sqlite-store.ts';
import type { HistoryStore } from '../../src/history/store.ts';
import { createDatabase, postgresFolder, sharedPostgres } from './postgres.ts';

/** A place for one history, which any number of programs may open. */
export type Shelf = {
  readonly open: () => Promise<HistoryStore>;
  /** Runs statements on its tables, and resolves to the rows of the last one. */
  readonly sql: (...statements: readonly string[]) => Promise<readonly object[]>;
  /** Closes what is open, and takes everything away. */
  readonly remove: () => Promise<void>;
};

const sqliteShelf = async (): Promise<Shelf> => {
  const folder = mkdtempSync(join(tmpdir(), 'gpudeck-history-'));
  const file = join(folder, 'history.db');
  return shelf({
    begin: async () => openSqliteHistory(file, 0),
    sql: async (...statements) => {
      using database = new DatabaseSync(file);
      return statements.map((text) => database.prepare(text).all()).at(-1) ?? [];
    },
    remove: () => rmSync(folder, { recursive: true }),
  });
};

const postgresShelf = async (): Promise<Shelf> => {
  const address = await createDatabase(sharedPostgres(inject('sharedFolder')));
  const wishes = { environment: {}, after: systemClock.after, isOnlyRead: false };
  return shelf({
    begin: () => openPostgresHistory(address, wishes),
    sql: async (...statements) => {
      const sql = postgres({ ...address, max: 1, fetch_types: false, connection: { search_path: 'gpudeck' } });
      let rows: readonly object[] = [];
      for (const text of statements) rows = [...(await sql.unsafe(text))];
      await sql.end();
      return rows;
    },
    remove: () => {},
  });
};

const shelf = ({
  begin,
  sql,
  remove,
}: Pick<Shelf, 'sql'> & {
  readonly begin: () => Promise<{ readonly store: HistoryStore } | { readonly problem: string }>;
  readonly remove: () => void;
}): Shelf => {
  const opened: HistoryStore[] = [];
  return {
    open: async () => {
      const history = await begin();
      if ('problem' in history) throw new Error(history.problem);
      opened.push(history.store);
      return history.store;
    },
    sql,
    remove: async () => {
      for (const store of opened) await store.close();
      remove();
    },
  };
};

/** Every store, by its name. Where no PostgreSQL is installed the run ends with a word on it. */
export const STORES: readonly { readonly name: string; readonly shelf: () => Promise<Shelf> }[] = [
  { name: 'SQLite', shelf: sqliteShelf },
  ...(postgresFolder() === undefined ? [] : [{ name: 'PostgreSQL', shelf: postgresShelf }]),
];
