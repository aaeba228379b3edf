/** Looks at the keys that the user has given to rows. */
import { readOwnKeys } from '../../own-keys/read-keys.ts';
import { placedProblem } from '../../storage/files/hand-written.ts';
import type { Places } from '../../storage/files/places.ts';
import { type Finding, findingsOf } from './finding.ts';

const { ok, fault } = findingsOf('keys');

/** The file of the keys, where there is one. */
export const checkKeys = (places: Places): readonly Finding[] => {
  const { isThere, file, keys, problems } = readOwnKeys(places);
  if (!isThere) return [];
  return [
    ok(keys.size === 1 ? 'one row has keys of your own' : `${keys.size} rows have keys of your own`),
    ...problems.map((problem) =>
      fault(placedProblem(file, problem), 'mend the line; gpudeck config keys prints every row and its keys'),
    ),
  ];
};
