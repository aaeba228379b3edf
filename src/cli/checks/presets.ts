/** Looks at the presets for renting. */
import type { Places } from '../../storage/files/places.ts';
import { readPresets } from '../../storage/files/presets.ts';
import { type Finding, findingsOf } from './finding.ts';

const { ok, fault } = findingsOf('presets');

/** The file of the presets, where there is one. */
export const checkPresets = (places: Places): readonly Finding[] => {
  const { presets, problem } = readPresets(places);
  if (problem !== undefined)
    return [fault(problem, 'mend the line; gpudeck config schema presets prints what is allowed')];
  const count = Object.keys(presets).length;
  return count === 0 ? [] : [ok(count === 1 ? 'one preset for renting' : `${count} presets for renting`)];
};
