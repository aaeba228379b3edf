/** Rows of a database of which nothing is to be changed. */
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** The rows in `file`, without a lock and without a file beside it. What a program writes at this moment may be missing. */
export const rowsUntouched = (file: string, sql: string) => {
  const address = pathToFileURL(file);
  address.search = 'immutable=1';
  return rowsIn(address, sql);
};

/** The rows in `file`, as of its last change. */
export const rowsIn = (file: URL | string, sql: string) => {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
};
