/** Every row of the key tables, as lines. */
import type { ListedRow } from '../../../own-keys/listed-rows.ts';

/** The rows as lines in columns, with a star at those that have keys of the user's own. */
export const rowLines = (rows: readonly ListedRow[]): readonly string[] => {
  const shown = rows.map(({ id, keys, label, is_own }) => [is_own ? '*' : ' ', id, keys.join(' '), label] as const);
  const [idWidth, keysWidth] = [1, 2].map((column) => Math.max(...shown.map((cells) => cells[column]?.length ?? 0)));
  return shown.map(
    ([mark, id, keys, label]) => `${mark} ${id.padEnd(idWidth ?? 0)}  ${keys.padEnd(keysWidth ?? 0)}  ${label}`,
  );
};
