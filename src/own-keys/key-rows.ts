/**
 * Every row of the key tables that can be in force, and which of them can be at once. `rows.json` is written from the running program
 * by `npm run keys`; the stories fail where it lacks something.
 */
import written from './rows.json' with { type: 'json' };

/** A row of a key table, as far as its keys matter. */
export type KeyRow = {
  readonly id: string;
  /** The keys that it has where the user has given it no others, by the names of presses. */
  readonly keys: readonly string[];
  readonly label: string;
  /** What it does confirms or sends something: its keys stay. */
  readonly isConfirming: boolean;
  /** What it does takes something away, or leaves the program. */
  readonly isDestructive: boolean;
  /** It is in force while text is typed. */
  readonly isWhileTyping: boolean;
};

/** What the file holds: lines of rows that are always in force together, and for each place the numbers of such tables. */
const rows: { readonly tables: readonly (readonly string[])[]; readonly contexts: readonly (readonly number[])[] } =
  written;

const rowOf = (line: string): KeyRow => {
  const [id = '', keys = '', flags = '', label = ''] = line.split('\t');
  return {
    id,
    keys: keys.split(' ').filter(Boolean),
    label,
    isConfirming: flags.includes('c'),
    isDestructive: flags.includes('d'),
    isWhileTyping: flags.includes('t'),
  };
};

const TABLES: readonly (readonly KeyRow[])[] = rows.tables.map((table) => table.map(rowOf));

/** Every row. */
export const KEY_ROWS: readonly KeyRow[] = TABLES.flat();

/** Rows that can be in force at the same time, once for each place in the program. */
export const CONTEXTS: readonly (readonly KeyRow[])[] = rows.contexts.map((tables) =>
  tables.flatMap((table) => TABLES[table] ?? []),
);
