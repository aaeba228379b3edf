/** Looks at the files that the user writes by hand: profiles and the keys that they name, sets, keys of rows, views, theme, presets, limits, alerts. */

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { alertProblems, readAlerts } from '../../alerts/alerts-file.ts';
import { isReadableOnTheWay } from '../../api/http/base-url.ts';
import { messageOf } from '../../base/message.ts';
import type { OwnSets } from '../../filter/own-sets.ts';
import { parseLine } from '../../filter/parse.ts';
import { readOwnKeys } from '../../own-keys/read-keys.ts';
import { readPreset } from '../../rentals/presets.ts';
import { type FileProblem, placedProblem } from '../../storage/files/hand-written.ts';
import { homeFolder } from '../../storage/files/home-folder.ts';
import { readKeyFile } from '../../storage/files/key-file.ts';
import { checkLimits } from '../../storage/files/limits-file.ts';
import { findPlaces, type Places } from '../../storage/files/places.ts';
import { readPresets } from '../../storage/files/presets.ts';
import { checkProfiles, type Profile, profilesAtRisk } from '../../storage/files/profiles.ts';
import { readSets } from '../../storage/files/sets.ts';
import { readTheme } from '../../storage/files/theme.ts';
import { viewFiles } from '../../storage/files/view-files.ts';
import { withOwnHost } from '../../views/view.ts';
import { filterLineNumber, readViewText } from '../../views/view-text.ts';
import { type Finding, findingsOf } from './finding.ts';

/** What mends a line of a file that has a schema. */
const mendBySchema = (name: string): string => `mend the line; gpudeck config schema ${name} prints what is allowed`;

const profiles = findingsOf('profiles');

/** Every profile, whether it is in use or not. */
export const checkEveryProfile = (places: Places): readonly Finding[] => {
  const { ok, fault } = profiles;
  const { file, isThere, sound, problems } = checkProfiles(places);
  if (!isThere) return [ok(`${file} is not there: there are no profiles`)];
  const risk = problems.length === 0 || Object.keys(sound).length > 0 ? profilesAtRisk(places) : undefined;
  return [
    ...problems.map((problem) => fault(placedProblem(file, problem), mendBySchema('profiles'))),
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
  const { ok, fault } = findingsOf('views');
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

/** Whose machines `me` means matters to a search alone. */
const ANYBODY = 1;

/** Every view that has a file: what is wrong with it, or nothing. Those that there are at first have none. */
export const checkViewFiles = (
  places: Places,
): readonly { readonly file: string; readonly problem?: FileProblem }[] => {
  const files = viewFiles(places);
  const sets = readSets(places);
  let names: readonly string[];
  try {
    names = files.names() ?? [];
  } catch (error) {
    return [
      { file: files.fileOf(''), problem: { message: `${files.fileOf('')} cannot be read: ${messageOf(error)}` } },
    ];
  }
  return [...names].sort().map((name) => {
    const file = files.fileOf(name);
    try {
      const problem = problemOf(files.read(name), sets);
      return problem === undefined ? { file } : { file, problem };
    } catch (error) {
      const message = messageOf(error);
      return { file, problem: { message: message.startsWith(file) ? message : `${file} cannot be read: ${message}` } };
    }
  });
};

const problemOf = (text: string, sets: OwnSets): FileProblem | undefined => {
  const reading = readViewText(text);
  if ('problem' in reading) {
    const { line, problem: message } = reading;
    const [member] = (text.split('\n')[line - 1] ?? '').split(':');
    return { line, ...(member?.trim() && { member: member.trim() }), message };
  }
  const [wrong] = parseLine(withOwnHost(reading.view.filter, ANYBODY), undefined, { hasWorkload: true, sets }).problems;
  return wrong && { line: filterLineNumber(text) ?? 1, member: 'filter', message: wrong.message };
};

/** The file of the sets, where there is one. */
export const checkSets = (places: Places): readonly Finding[] => {
  const { ok, note, fault } = findingsOf('sets');
  const { members, problem } = readSets(places);
  if (problem !== undefined) return [fault(problem, mendBySchema('sets'))];
  const names = Object.keys(members);
  const empty = names.filter((name) => members[name]?.length === 0);
  return [
    ...empty.map((name) => note(`@${name} is empty: a filter cannot use it alone`)),
    ...(names.length > 0
      ? [ok(names.length === 1 ? 'one set can be named' : `${names.length} sets can be named`)]
      : []),
  ];
};

/** The file of the keys, where there is one. */
export const checkKeys = (places: Places): readonly Finding[] => {
  const { ok, fault } = findingsOf('keys');
  const { isThere, file, keys, problems } = readOwnKeys(places);
  if (!isThere) return [];
  return [
    ok(keys.size === 1 ? 'one row has keys of your own' : `${keys.size} rows have keys of your own`),
    ...problems.map((problem) =>
      fault(placedProblem(file, problem), 'mend the line; gpudeck config keys prints every row and its keys'),
    ),
  ];
};

/** The file of the theme, where there is one. */
export const checkTheme = (places: Places): readonly Finding[] => {
  const { ok, fault } = findingsOf('theme');
  const { theme, problem } = readTheme(places);
  if (problem !== undefined) return [fault(problem, mendBySchema('theme'))];
  const count = Object.keys(theme.colours ?? {}).length;
  const background = theme.background === undefined ? [] : [`the background is taken for ${theme.background}`];
  const colours =
    count === 0 ? [] : [count === 1 ? 'one role has its own colour' : `${count} roles have their own colours`];
  const named = theme.theme === undefined ? [] : [`the theme is ${theme.theme}`];
  return [...named, ...background, ...colours].map(ok);
};

/** The file of the presets, where there is one, and each preset that cannot be used where `variables` are set. */
export const checkPresets = (
  places: Places,
  variables: Readonly<Record<string, string | undefined>>,
): readonly Finding[] => {
  const { ok, note, fault } = findingsOf('presets');
  const { presets, problem } = readPresets(places);
  if (problem !== undefined) return [fault(problem, mendBySchema('presets'))];
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

/** The files that limit what may be spent, where there are any: that of the usual folder, and that of the one in use. */
export const checkLimitFiles = ({ configFolder }: Places): readonly Finding[] => {
  const { ok, fault } = findingsOf('limits');
  return checkLimits({ usual: findPlaces(), configFolder }).flatMap(({ file, isThere, value, problems }) => {
    if (value !== undefined) {
      const count = Object.keys(value).length;
      return [
        isOpenToOthers(file)
          ? fault(`others can read ${file}`, `chmod 600 ${file}`)
          : ok(`${file}: ${count === 1 ? 'one limit' : `${count} limits`}`),
      ];
    }
    return isThere ? problems.map((problem) => fault(placedProblem(file, problem), mendBySchema('limits'))) : [];
  });
};

const isOpenToOthers = (file: string): boolean => (statSync(file).mode & 0o077) !== 0;

/** The file of the alerts, where there is one. */
export const checkAlerts = (places: Places): readonly Finding[] => {
  const { ok, fault } = findingsOf('alerts');
  const reading = readAlerts(places, readSets(places));
  const count = reading.alerts.filter(({ armedAtMs }) => armedAtMs !== undefined).length;
  return [
    ...(reading.written.length === 0 ? [] : [ok(count === 1 ? 'one alert waits' : `${count} alerts wait`)]),
    ...alertProblems(reading).map((problem) => fault(problem, mendBySchema('alerts'))),
  ];
};
