/** Looks at the sets that filters may name. */
import type { Places } from '../../storage/files/places.ts';
import { readSets } from '../../storage/files/sets.ts';
import { type Finding, findingsOf } from './finding.ts';

const { ok, note, fault } = findingsOf('sets');

/** The file of the sets, where there is one. */
export const checkSets = (places: Places): readonly Finding[] => {
  const { members, problem } = readSets(places);
  if (problem !== undefined)
    return [fault(problem, 'mend the line; gpudeck config schema sets prints what is allowed')];
  const names = Object.keys(members);
  const empty = names.filter((name) => members[name]?.length === 0);
  return [
    ...empty.map((name) => note(`@${name} is empty: a filter cannot use it alone`)),
    ...(names.length > 0
      ? [ok(names.length === 1 ? 'one set can be named' : `${names.length} sets can be named`)]
      : []),
  ];
};
