/**
 * Every row of the key tables that can be in force, and which of them can be at once. `rows.json` is written from the running program
 * by `npm run keys`; the stories fail where it lacks something.
 */
import written from './rows.json' with { type: 'json' };
import { type KeyRow, writtenRows } from './written-rows.ts';

const { contexts }: { readonly contexts: readonly (readonly number[])[] } = written;

const TABLES: readonly (readonly KeyRow[])[] = [...Map.groupBy(writtenRows(), ([table]) => table)]
  .sort(([one], [other]) => one - other)
  .map(([, members]) => members.map(([, row]) => row).sort((one, other) => (one.id < other.id ? -1 : 1)));

/** Every row. */
export const KEY_ROWS: readonly KeyRow[] = TABLES.flat();

/** Rows that can be in force at the same time, once for each place in the program. */
export const CONTEXTS: readonly (readonly KeyRow[])[] = contexts.map((numbers) =>
  numbers.flatMap((table) => TABLES[table] ?? []),
);
