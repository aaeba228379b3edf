/** Looks at the profiles, at the files of their keys, and at the views. Reads keys to judge them, and says nothing of them. */
import { resolve } from 'node:path';
import { isReadableOnTheWay } from '../../api/http/base-url.ts';
import { placedProblem } from '../../storage/files/hand-written.ts';
import { readKeyFile } from '../../storage/files/key-file.ts';
import type { Places } from '../../storage/files/places.ts';
import { checkProfiles, type Profile, profilesAtRisk } from '../../storage/files/profiles.ts';
import { type Finding, findingsOf } from './finding.ts';
import { checkViewFiles } from './view-files.ts';

const profiles = findingsOf('profiles');
const views = findingsOf('views');

/** Every profile, whether it is in use or not. */
export const checkEveryProfile = (places: Places): readonly Finding[] => {
  const { ok, fault } = profiles;
  const { file, isThere, sound, problems } = checkProfiles(places);
  if (!isThere) return [ok(`${file} is not there: there are no profiles`)];
  const risk = problems.length === 0 || Object.keys(sound).length > 0 ? profilesAtRisk(places) : undefined;
  return [
    ...problems.map((problem) =>
      fault(placedProblem(file, problem), 'mend the line; gpudeck config schema profiles prints what is allowed'),
    ),
    ...(risk === undefined ? [] : [riskOf(risk)]),
    ...Object.entries(sound).flatMap(([name, profile]) => checkProfile(name, profile, places)),
  ];
};

const riskOf = (risk: string): Finding => {
  const [what = risk, mend = 'take it over with chown, or remove it'] = risk.split(' Fix it with: ');
  return profiles.fault(what, mend);
};

const checkProfile = (name: string, profile: Profile, { configFolder }: Places): readonly Finding[] => {
  const { ok, note, fault } = profiles;
  const { base_url: address, key_file: keyFile } = profile;
  const plain =
    isReadableOnTheWay(address) && profile.allow_plain_http !== true
      ? [
          fault(
            `${name}: over plain http anyone on the way to ${address} could read the key, so it is not sent`,
            'write an https:// address, or add "allow_plain_http": true where the connection is secured in another way',
          ),
        ]
      : [];
  if (keyFile === undefined) {
    return [...plain, note(`${name}: ${address}, without a key file: GPUDECK_API_KEY is used, or you are asked`)];
  }
  const key = readKeyFile(resolve(configFolder, keyFile));
  if (!('problem' in key)) return [...plain, ok(`${name}: ${address}, with the key file ${keyFile}`)];
  const [what = key.problem, mend = 'write the key into it, on one line, and close it with chmod 600'] =
    key.problem.split(' Fix it with: ');
  return [...plain, fault(`${name}: ${what}`, mend)];
};

/** Every view, with the filter that it holds. */
export const checkViews = (places: Places): readonly Finding[] => {
  const { ok, fault } = views;
  const found = checkViewFiles(places);
  const faults = found.flatMap(({ file, problem }) =>
    problem === undefined
      ? []
      : [fault(placedProblem(file, problem), 'mend the line, or remove the view with gpudeck views delete')],
  );
  const count = found.length - faults.length;
  if (found.length === 0) return [ok('no view was kept: there are those to start with')];
  return [...faults, ...(count > 0 ? [ok(count === 1 ? 'one view can be used' : `${count} views can be used`)] : [])];
};
