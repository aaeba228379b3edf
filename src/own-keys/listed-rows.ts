/** Every row of the key tables, with the keys that it has now. */

import { FIXED_PRESSES, shownPress } from '../base/press-names.ts';
import type { Places } from '../storage/files/places.ts';
import { KEY_ROWS } from './key-rows.ts';
import { readOwnKeys } from './read-keys.ts';

/** A row; `is_own` where the user has given it other keys. */
export type ListedRow = {
  readonly id: string;
  readonly keys: readonly string[];
  readonly label: string;
  readonly is_own: boolean;
};

/** All rows, by their ids. */
export const listedRows = (places: Pick<Places, 'configFolder'>): readonly ListedRow[] => {
  const { keys: own } = readOwnKeys(places);
  return [...KEY_ROWS]
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ id, keys, label }) => {
      const given = own.get(id);
      const now = given === undefined ? keys : [...given, ...keys.filter((key) => FIXED_PRESSES.includes(key))];
      return { id, keys: now.map(shownPress), label, is_own: given !== undefined };
    });
};
