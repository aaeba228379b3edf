/** Looks at the folders, the files and the history that the program keeps. Reads what it needs of them, and changes nothing. */

import {
  accessSync,
  closeSync,
  constants,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  type Stats,
  statfsSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { readSetup, type SetupWishes } from '../../access/setup.ts';
import { messageOf } from '../../base/message.ts';
import { shellWord } from '../../base/other-programs.ts';
import { utcTime } from '../../base/time.ts';
import { type HistoryFileFacts, historyFileFacts } from '../../history/file-facts.ts';
import { targetName, targetOf } from '../../history/postgres-address.ts';
import type { HistoryName, PostgresAddress } from '../../storage/files/history-name.ts';
import { answersFolder, historyFile, journalFile, type Places, serviceFile } from '../../storage/files/places.ts';
import { READ_WITHOUT_WAITING, strangeKindOf } from '../../storage/files/small-file.ts';
import type { BareIo } from '../io.ts';
import { type Finding, findingsOf } from './finding.ts';

const { ok, note, fault } = findingsOf('files');

const OTHERS = 0o077;

/** What a journal and a page of answers may take. */
const ROOM_BYTES = 20 * 1024 * 1024;

/** The folders of `places`, and what lies in them. */
export const checkFiles = (places: Places): readonly Finding[] => [
  ...checkConfigFolder(places.configFolder),
  ...checkStateFolder(places),
];

const checkConfigFolder = (folder: string): readonly Finding[] => {
  const found = looked(folder);
  if (found === undefined) return [ok(`${folder} is not there: nothing was set up by hand`)];
  // It may be a link: who keeps such files in one place links to them.
  if (found.isDirectory() || found.isSymbolicLink()) return [ok(`${folder} has mode ${modeOf(found)}`)];
  return [fault(`${folder} is ${strangeKindOf(found) ?? 'a file'}, but must be a folder`, notAFolder(folder))];
};

const checkStateFolder = (places: Places): readonly Finding[] => {
  const { stateFolder: folder } = places;
  const found = looked(folder);
  if (found === undefined) return [missingFolder(folder), ...checkRoom(folder)];
  const move = `replace it with a folder of your own, or choose another one with --config`;
  if (found.isSymbolicLink()) return [fault(`${folder} is a symbolic link, which is not allowed here`, move)];
  if (!found.isDirectory()) return [fault(`${folder} is no folder`, notAFolder(folder))];
  if (isForeign(found)) return [fault(`${folder} belongs to another user (uid ${found.uid})`, move)];
  return [
    ...openTo(folder, found, '700'),
    isWritable(folder)
      ? ok(`${folder} can be written`)
      : fault(
          `${folder} cannot be written: nothing is kept, and nothing is announced`,
          `chmod u+rwx ${shellWord(folder)}`,
        ),
    ...checkRoom(folder),
    ...[journalFile(places), serviceFile(places)].flatMap(checkDatabase),
    ...checkKept(answersFolder(places)),
    ...checkAside(folder),
  ];
};

/** What lies beside a database: those of SQLite, and the key of the local service. */
const SIDES = ['-wal', '-shm', '-journal', '.key'];

const missingFolder = (folder: string): Finding => {
  const above = nearestFolder(folder);
  return isWritable(above)
    ? ok(`${folder} is not there yet: the first start makes it`)
    : fault(
        `${folder} cannot be made, because ${above} cannot be written: nothing would be kept`,
        `chmod u+rwx ${shellWord(above)}, or choose a folder with --config`,
      );
};

/** A database of the program, and what lies beside it; nothing where it is not there. */
const checkDatabase = (file: string): readonly Finding[] => [
  ...checkDatabaseFile(file),
  ...SIDES.flatMap((side) => checkKept(file + side)),
];

/** It is a file of the user's own, closed to others, that begins as SQLite begins its files. */
const checkDatabaseFile = (file: string): readonly Finding[] => {
  const found = looked(file);
  if (found === undefined) return [];
  const strange = checkKept(file);
  if (!found.isFile()) return strange;
  try {
    if (found.size === 0 || headOf(file) === SQLITE_HEAD)
      return strange.length > 0 ? strange : [ok(`${file} is a database`)];
  } catch (error) {
    const reason = messageOf(error);
    return [...strange, fault(`${file} cannot be read: ${reason}`, `chmod 600 ${shellWord(file)}`)];
  }
  const aside = fault(
    `${file} is damaged: it does not begin as a database does`,
    'restore it from a backup; else the next start puts it aside and begins a new one',
  );
  return [...strange, aside];
};

const SQLITE_HEAD = 'SQLite format 3\0';

const headOf = (file: string): string => {
  const descriptor = openSync(file, READ_WITHOUT_WAITING);
  try {
    const bytes = Buffer.alloc(SQLITE_HEAD.length);
    readSync(descriptor, bytes, 0, bytes.length, 0);
    return bytes.toString('latin1');
  } finally {
    closeSync(descriptor);
  }
};

/** What is wrong with something that the program keeps; nothing where it is not there. */
const checkKept = (path: string): readonly Finding[] => {
  const found = looked(path);
  if (found === undefined) return [];
  const away = `move it away: mv ${shellWord(path)} ${shellWord(`${path}.old`)}`;
  if (found.isSymbolicLink()) return [fault(`${path} is a symbolic link, which is not followed`, away)];
  if (isForeign(found)) return [fault(`${path} belongs to another user (uid ${found.uid}), and is not used`, away)];
  if (!found.isFile() && !found.isDirectory()) return [fault(`${path} is ${strangeKindOf(found) ?? 'no file'}`, away)];
  return openTo(path, found, found.isDirectory() ? '700' : '600');
};

const openTo = (path: string, found: Stats, mode: string): readonly Finding[] =>
  (found.mode & OTHERS) === 0
    ? []
    : [fault(`${path} is open to other users (mode ${modeOf(found)})`, `chmod ${mode} ${shellWord(path)}`)];

/** Damaged files that were put aside. */
const checkAside = (folder: string): readonly Finding[] => {
  const aside = namesIn(folder).filter((name) => name.includes('.corrupt-'));
  const [first] = aside;
  if (first === undefined) return [];
  const files = aside.length === 1 ? 'a damaged file was' : `${aside.length} damaged files were`;
  return [note(`${files} put aside, such as ${join(folder, first)}: delete what you need no more`)];
};

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

const checkRoom = (folder: string): readonly Finding[] => {
  const place = nearestFolder(folder);
  try {
    const { bavail, bsize } = statfsSync(place);
    return bavail * bsize >= ROOM_BYTES
      ? []
      : [fault(`the disk of ${place} is full`, 'make room there: what happens is written down before it is sent')];
  } catch {
    return [];
  }
};

const nearestFolder = (path: string): string =>
  looked(path) === undefined && dirname(path) !== path ? nearestFolder(dirname(path)) : path;

const looked = (path: string): Stats | undefined => {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
};

const isWritable = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const notAFolder = (path: string): string => `move it away: mv ${shellWord(path)} ${shellWord(`${path}.old`)}`;

const isForeign = ({ uid }: Stats): boolean => process.getuid !== undefined && process.getuid() !== uid;

const modeOf = ({ mode }: Stats): string => (mode & 0o777).toString(8).padStart(4, '0');

/** The history that arguments or the profile name, else the usual one; false where the profile wants none. */
export const historyInUse = (wishes: SetupWishes, places: Places, timeZone: string): HistoryName | false => {
  const setup = wishes.address === undefined ? undefined : readSetup(wishes, timeZone);
  const named = setup === undefined || 'problem' in setup ? wishes.history : setup.history;
  return named ?? { kind: 'sqlite', file: historyFile(places), isUsual: true };
};

/** How large it is and how far it reaches, or why nothing is kept there. A PostgreSQL is asked. */
export const checkHistory = async (
  history: HistoryName | false,
  { environment, clock }: Pick<BareIo, 'environment' | 'clock'>,
): Promise<readonly Finding[]> => {
  if (history === false) return [note('the profile keeps no history of what offers cost')];
  if (history.kind === 'sqlite') {
    const facts = factsOf(history.file);
    if (facts?.state === 'foreign' || (facts?.state === 'damaged' && history.isUsual !== true))
      return [
        fault(`${history.file} is no history of gpudeck, and is left as it is`, 'name another file with --history'),
      ];
    const found = checkDatabase(history.file);
    if (facts === undefined || facts.state === 'damaged') return found;
    return [...found, facts.state === 'newer' ? newer(history.file) : sound(history.file, facts)];
  }
  const name = nameOf(history.address, environment);
  const { sharedHistoryFacts } = await import('../../history/postgres-tables.ts');
  const facts = await sharedHistoryFacts(history.address, { environment, after: clock.after });
  switch (facts.state) {
    case 'unreachable':
      return [fault(facts.problem, 'mend that, or name another history: --history, or "history" in the profile')];
    case 'missing':
      return [note(`${name} holds no history yet: gpudeck record begins one`)];
    case 'newer':
      return [newer(name)];
    case 'sound':
      return [sound(name, facts)];
  }
};

const newer = (name: string): Finding =>
  fault(
    `${name} was changed by a newer version of gpudeck: this one neither keeps nor shows what offers cost`,
    'use that version, or --no-history',
  );

const sound = (name: string, reach: Reach): Finding => {
  const { size, since } = words(reach);
  return ok(
    `the history ${name} has ${size}${since === undefined ? ', and no answer yet' : ` and begins at ${since}`}`,
  );
};

/** The same for `config show`, which asks no database; undefined where there is no file in the usual place, or it cannot be looked at. */
export const historyShown = (history: HistoryName | false, environment: BareIo['environment']): object | undefined => {
  if (history === false) return { state: 'off' };
  if (history.kind === 'postgres') return { address: nameOf(history.address, environment) };
  const { file } = history;
  const facts = factsOf(file);
  return facts && { file, state: facts.state, mode: facts.mode.toString(8).padStart(4, '0'), ...words(facts) };
};

const nameOf = (address: PostgresAddress, environment: BareIo['environment']): string =>
  targetName(targetOf(address, environment, userInfo().username));

type Reach = { readonly bytes: number; readonly sinceEpochMs?: number };

const words = ({ bytes, sinceEpochMs }: Reach) => ({
  size: `${(bytes / 1e6).toFixed(1)} MB`,
  ...(sinceEpochMs !== undefined && { since: utcTime(sinceEpochMs) }),
});

/** What stands in its way is told where its mode and its owner are looked at. */
const factsOf = (file: string): HistoryFileFacts | undefined => {
  try {
    return historyFileFacts(file);
  } catch {
    return undefined;
  }
};
