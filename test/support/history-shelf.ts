/** Histories for tests, on every store that there is. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { openPostgresHistory } from '../../src/history/postgres-store.ts';
import { openSqliteHistory } from '../../src/history/sqlite-store.ts';
import type { HistoryStore } from '../../src/history/store.ts';
import { createDatabase, postgresFolder, sharedPostgres } from './postgres.ts';

/** A place for one history, which any number of programs may open. */
export type Shelf = {
  readonly open: () => Promise<HistoryStore>;
  /** Closes what is open, and takes everything away. */
  readonly remove: () => Promise<void>;
};

const sqliteShelf = async (): Promise<Shelf> => {
  const folder = mkdtempSync(join(tmpdir(), 'gpudeck-history-'));
  return shelf(
    async () => openSqliteHistory(join(folder, 'history.db'), 0),
    () => rmSync(folder, { recursive: true }),
  );
};

const postgresShelf = async (): Promise<Shelf> => {
  const address = await createDatabase(sharedPostgres(inject('sharedFolder')));
  const wishes = { environment: {}, after: systemClock.after, isOnlyRead: false };
  return shelf(
    () => openPostgresHistory(address, wishes),
    () => {},
  );
};

const shelf = (
  begin: () => Promise<{ readonly store: HistoryStore } | { readonly problem: string }>,
  remove: () => void,
): Shelf => {
  const opened: HistoryStore[] = [];
  return {
    open: async () => {
      const history = await begin();
      if ('problem' in history) throw new Error(history.problem);
      opened.push(history.store);
      return history.store;
    },
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
