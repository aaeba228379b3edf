/** What `gpudeck config` does. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { readSetup } from '../../access/setup.ts';
import { alertsFile, alertsJsonSchema, readAlerts } from '../../alerts/alerts-file.ts';
import { printableLines } from '../../base/printable.ts';
import type { Theme } from '../../base/roles.ts';
import { keysSchema, type ListedRow, listedRows, readOwnKeys } from '../../own-keys/read-keys.ts';
import { placedProblem } from '../../storage/files/hand-written.ts';
import type { HistoryName } from '../../storage/files/history-name.ts';
import { checkLimits, limitsFile, limitsSchema } from '../../storage/files/limits-file.ts';
import {
  answersFolder,
  findPlaces,
  gpuSamplesFile,
  journalFile,
  keysFile,
  type Places,
  serviceFile,
  themeFile,
} from '../../storage/files/places.ts';
import { checkPresetsFile, presetsFile, presetsSchema, readPresets } from '../../storage/files/presets.ts';
import { checkProfiles, profilesFile } from '../../storage/files/profiles.ts';
import { checkSetsFile, readSets, setsFile } from '../../storage/files/sets.ts';
import { checkThemeFile, readTheme, themeSchema } from '../../storage/files/theme.ts';
import { viewFiles } from '../../storage/files/view-files.ts';
import { createViews } from '../../views/views.ts';
import { historyInUse, historyShown } from '../checks/files.ts';
import { checkViewFiles } from '../checks/hand-written.ts';
import type { WishesReading } from '../common-options.ts';
import { EXIT } from '../exit.ts';
import type { BareIo } from '../io.ts';
import type { Outcome } from '../record-writer.ts';

/** A file that has a schema. */
export type SchemaFile = 'profiles' | 'sets' | 'keys' | 'theme' | 'presets' | 'limits' | 'alerts';

/** What is asked for. */
export type ConfigTask =
  | { readonly action: 'path' | 'show' | 'validate' | 'keys'; readonly isJson: boolean }
  | { readonly action: 'schema'; readonly file: SchemaFile };

/** Does what `task` asks for. */
export const carryOut = (task: ConfigTask, reading: WishesReading, io: BareIo): Outcome => {
  const places = findPlaces(reading.wishes.configFolder);
  switch (task.action) {
    case 'path':
      return done(pathsOf(places, historyInUse(reading.wishes, places, io.timeZone)), task.isJson, (paths) =>
        paths.map(({ what, path, exists }) => `${what.padEnd(WHAT_WIDTH)}  ${exists ? 'there  ' : 'missing'}  ${path}`),
      );
    case 'show':
      return show(reading, places, io, task.isJson);
    case 'validate':
      return validate(places, task.isJson);
    case 'keys':
      return done(listedRows(places), task.isJson, rowLines);
    case 'schema':
      return done(SCHEMAS[task.file](), true, () => []);
  }
};

/** What may be written in each file. */
const SCHEMAS: Readonly<Record<SchemaFile, () => object>> = {
  profiles: () => z.toJSONSchema(profilesFile(), { io: 'input' }),
  sets: () => z.toJSONSchema(setsFile(), { io: 'input' }),
  keys: keysSchema,
  theme: () => z.toJSONSchema(themeSchema, { io: 'input' }),
  presets: () => z.toJSONSchema(presetsSchema, { io: 'input' }),
  limits: () => z.toJSONSchema(limitsSchema(), { io: 'input' }),
  alerts: alertsJsonSchema,
};

/** The rows as lines in columns, with a star at those that have keys of the user's own. */
const rowLines = (rows: readonly ListedRow[]): readonly string[] => {
  const shown = rows.map(({ id, keys, label, is_own }) => [is_own ? '*' : ' ', id, keys.join(' '), label] as const);
  const [idWidth, keysWidth] = [1, 2].map((column) => Math.max(...shown.map((cells) => cells[column]?.length ?? 0)));
  return shown.map(
    ([mark, id, keys, label]) => `${mark} ${id.padEnd(idWidth ?? 0)}  ${keys.padEnd(keysWidth ?? 0)}  ${label}`,
  );
};

const done = <Value>(value: Value, isJson: boolean, linesOf: (value: Value) => readonly string[]): Outcome => ({
  code: EXIT.done,
  out: isJson
    ? `${JSON.stringify(value, null, 2)}\n`
    : printableLines(
        linesOf(value)
          .map((line) => `${line}\n`)
          .join(''),
      ),
  error: '',
});

const WHAT_WIDTH = 'key of the local service'.length;

const pathsOf = (places: Places, history: HistoryName | false) => {
  const { configFolder, stateFolder } = places;
  const rows = [
    ['config folder', configFolder],
    ['profiles', join(configFolder, 'profiles.json')],
    ['sets', join(configFolder, 'sets.json')],
    ['keys', keysFile(places)],
    ['views', join(configFolder, 'views')],
    ['theme', themeFile(places)],
    ['presets', presetsFile(places)],
    ['limits', limitsFile(findPlaces())],
    ['alerts', alertsFile(places)],
    ['state folder', stateFolder],
    ['journal', journalFile(places)],
    ['answers', answersFolder(places)],
    ...(history !== false && history.kind === 'sqlite' ? [['history', history.file] as const] : []),
    ['what instances were seen doing', gpuSamplesFile(places)],
    ['local service', serviceFile(places)],
    ['key of the local service', `${serviceFile(places)}.key`],
  ] as const;
  return rows.map(([what, path]) => ({ what, path, exists: existsSync(path) }));
};

/** The variables that are looked at, but for the key, of which only this is said: that it is set. */
const VARIABLES = [
  'GPUDECK_BASE_URL',
  'GPUDECK_PROFILE',
  'GPUDECK_CONFIG',
  'GPUDECK_USER_ID',
  'GPUDECK_AGENT',
  'NO_COLOR',
];

const show = (
  { wishes, problems }: WishesReading,
  places: Places,
  { timeZone, environment }: BareIo,
  isJson: boolean,
): Outcome => {
  const { sound } = checkProfiles(places);
  const setup = wishes.address === undefined ? { problem: problems.join(' ') } : readSetup(wishes, timeZone);
  const inUse =
    'problem' in setup
      ? { problem: setup.problem }
      : {
          service: setup.serviceName,
          base_url: setup.address.kind === 'remote' ? setup.address.baseUrl : null,
          key: KEYS[setup.keySource],
          user_id: setup.userId ?? null,
          time_zone: setup.timeZone,
          read_only: setup.readOnlyReason !== undefined,
        };
  const variables = Object.fromEntries(
    // An address that is refused may have a password in it.
    VARIABLES.flatMap((name) => (environment[name] && problems.length === 0 ? [[name, environment[name]]] : [])),
  );
  const sets = readSets(places);
  const views = createViews(viewFiles(places), () => sets)
    .list()
    .kept.map(({ name }) => name);
  const { theme } = readTheme(places);
  const { presets } = readPresets(places);
  const history = historyShown(historyInUse(wishes, places, timeZone), environment);
  // Their commands are the user's own, and may hold anything.
  const alerts = readAlerts(places, sets).written.map(({ command, ...alert }) => ({
    ...alert,
    ...(command !== undefined && { command: command[0] }),
  }));
  const all = {
    in_use: inUse,
    profiles: sound,
    sets: sets.members,
    views,
    theme,
    presets,
    alerts,
    ...(history !== undefined && { history }),
    environment: variables,
  };
  const outcome = done(all, isJson, () => [
    'in use',
    ...linesOf(inUse),
    ...Object.entries(sound).flatMap(([name, profile]) => ['', `profile ${name}`, ...linesOf(profile)]),
    ...(Object.keys(sets.members).length === 0
      ? []
      : ['', 'sets', ...Object.entries(sets.members).map(([name, members]) => `  @${name}  ${members.join(', ')}`)]),
    '',
    'views',
    ...views.map((name) => `  ${name}`),
    ...themeLines(theme),
    ...Object.entries(presets).flatMap(([name, preset]) => ['', `preset ${name}`, ...linesOf(flat(preset))]),
    ...(history === undefined ? [] : ['', 'history', ...linesOf(history)]),
    ...alerts.flatMap(({ id, ...alert }) => ['', `alert ${id}`, ...linesOf(flat(alert))]),
    ...(Object.keys(variables).length === 0 ? [] : ['', 'environment', ...linesOf(variables)]),
  ]);
  return 'problem' in setup
    ? { ...outcome, code: EXIT.badUsage, error: `gpudeck config: ${setup.problem}\n` }
    : outcome;
};

/** What is no text or number stands as it is written. */
const flat = (values: object): object =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : value]),
  );

const themeLines = ({ theme, background, colours = {} }: Theme): readonly string[] => {
  const lines = linesOf({
    ...(theme !== undefined && { theme }),
    ...(background !== undefined && { background }),
    ...Object.fromEntries(
      Object.entries(colours).map(([role, colour]) => [
        role,
        typeof colour === 'object'
          ? Object.entries(colour)
              .map(([ground, own]) => `${own} on ${ground}`)
              .join(', ')
          : colour,
      ]),
    ),
  });
  return lines.length === 0 ? [] : ['', 'theme', ...lines];
};

const KEYS = {
  environment: 'in the environment, not shown',
  'key file': 'in a file, not shown',
  local: 'made by the local service, not shown',
  typed: 'none: the panes ask for one',
} as const;

const linesOf = (values: object): readonly string[] =>
  Object.entries(values).map(([name, value]) => `  ${name.padEnd(LONGEST_NAME)}  ${value ?? 'unknown'}`);

const LONGEST_NAME = 'target_reliability'.length;

const validate = (places: Places, isJson: boolean): Outcome => {
  const views = checkViewFiles(places).map(({ file, problem }) => ({
    file,
    isThere: true,
    problems: problem === undefined ? [] : [problem],
  }));
  const files: readonly Pick<ReturnType<typeof checkProfiles>, 'file' | 'isThere' | 'problems'>[] = [
    checkProfiles(places),
    checkSetsFile(places),
    readOwnKeys(places),
    ...views,
    checkThemeFile(places),
    checkPresetsFile(places),
    ...checkLimits({ usual: findPlaces(), configFolder: places.configFolder }),
    readAlerts(places, readSets(places)),
  ];
  const found = files.flatMap(({ file, problems }) => problems.map((problem) => ({ file, ...problem })));
  const count = files.filter(({ isThere }) => isThere).length;
  const outcome = done(found, isJson, () => found.map((problem) => placedProblem(problem.file, problem)));
  const read = count === 1 ? 'one file was' : `${count} files were`;
  const faults = found.length === 1 ? 'one problem' : `${found.length} problems`;
  return found.length === 0
    ? { ...outcome, error: `gpudeck config: ${read} read, and nothing is wrong\n` }
    : { ...outcome, code: EXIT.failed, error: `gpudeck config: ${read} read, with ${faults}\n` };
};
