/** Runs a piece of work as one write to a database. */
import type { DatabaseSync } from 'node:sqlite';

/**
 * Runs `work` in a transaction that takes the write lock first, so that what it reads cannot change under it. Everything
 * is undone when `work` throws, and the error goes on to the caller. Transactions do not nest.
 */
export const inTransaction = <Result>(database: DatabaseSync, work: () => Result): Result => {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
};
