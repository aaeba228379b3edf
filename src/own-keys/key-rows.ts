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

/**
 * What the file holds. A line has the end of an id, keys, flags and label, and then each owner that the id begins with, with the number
 * of the table that this row stands in: rows of a table are always in force together. A context has the numbers of such tables.
 */
const { rows, contexts }: { readonly rows: readonly string[]; readonly contexts: readonly (readonly number[])[] } =
  written;

/** What a line says: each row with the number of its table. */
const rowsOf = (line: string): readonly (readonly [table: number, row: KeyRow])[] => {
  const [end = '', keys = '', flags = '', label = '', ...owners] = line.split('\t');
  return owners.map((place) => {
    const [owner = '', table] = place.split(' ');
    const row = {
      id: owner + end,
      keys: keys.split(' ').filter(Boolean),
      label,
      isConfirming: flags.includes('c'),
      isDestructive: flags.includes('d'),
      isWhileTyping: flags.includes('t'),
    };
    return [Number(table), row];
  });
};

const TABLES: readonly (readonly KeyRow[])[] = [...Map.groupBy(rows.flatMap(rowsOf), ([table]) => table)]
  .sort(([one], [other]) => one - other)
  .map(([, members]) => members.map(([, row]) => row).sort((one, other) => (one.id < other.id ? -1 : 1)));

/** Every row. */
export const KEY_ROWS: readonly KeyRow[] = TABLES.flat();

/** Rows that can be in force at the same time, once for each place in the program. */
export const CONTEXTS: readonly (readonly KeyRow[])[] = contexts.map((numbers) =>
  numbers.flatMap((table) => TABLES[table] ?? []),
);
