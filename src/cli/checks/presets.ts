/** Looks at the presets for renting, and whether what they name can be had. Says no value. */
import { readPreset } from '../../rentals/presets.ts';
import { homeFolder } from '../../storage/files/home-folder.ts';
import type { Places } from '../../storage/files/places.ts';
import { readPresets } from '../../storage/files/presets.ts';
import { type Finding, findingsOf } from './finding.ts';

const { ok, note, fault } = findingsOf('presets');

/** The file of the presets, where there is one, and each preset that cannot be used where `variables` are set. */
export const checkPresets = (
  places: Places,
  variables: Readonly<Record<string, string | undefined>>,
): readonly Finding[] => {
  const { presets, problem } = readPresets(places);
  if (problem !== undefined)
    return [fault(problem, 'mend the line; gpudeck config schema presets prints what is allowed')];
  const names = Object.keys(presets);
  if (names.length === 0) return [];
  const where = { variables, folder: places.configFolder, home: homeFolder() };
  return [
    ok(names.length === 1 ? 'one preset for renting' : `${names.length} presets for renting`),
    ...Object.entries(presets).flatMap(([name, preset]) => {
      const reading = readPreset(preset, where);
      return 'problem' in reading ? [note(`${name} cannot be used now: ${reading.problem}`)] : [];
    }),
  ];
};
