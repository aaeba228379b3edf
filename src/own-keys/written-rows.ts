/** What `rows.json` says of each row: its line there, read. */
import { shownPress } from '../base/press-names.ts';
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
const { rows }: { readonly rows: readonly string[] } = written;

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

/** Every row with the number of its table. */
export const writtenRows = (): readonly (readonly [table: number, row: KeyRow])[] => rows.flatMap(rowsOf);

/** The keys that the row `id` has where the user has given it no others. Only its line is read: the first frame waits for some. */
const usualKeys = (id: string): readonly string[] => {
  const line = rows.find((one) => {
    const end = one.slice(0, one.indexOf('\t'));
    return id.endsWith(end) && one.includes(`\t${id.slice(0, id.length - end.length)} `);
  });
  return line?.split('\t')[1]?.split(' ') ?? [];
};

/** The key of the row `id`, as printed, where the user has given rows these keys: of several `press`, where that is one of them. */
export const shownKey = (
  own: ReadonlyMap<string, readonly string[]> = new Map(),
  id: string,
  press?: string,
): string => {
  const keys = own.get(id) ?? usualKeys(id);
  return shownPress(keys.find((key) => key === press) ?? keys[0] ?? '');
};
