/** `gpudeck keys`: what a web console would do with the local service's keys. A key's value goes to stdout alone, every sentence to stderr. */
import { existsSync } from 'node:fs';
import { keyTable, permissionsInWords } from './account/key-table.ts';
import {
  createKey,
  deleteKey,
  listKeys,
  PERMISSION_FLAGS,
  type PermissionFlag,
  type Permissions,
  resetKey,
  scopedTo,
} from './account/keys.ts';
import { ownKeyId, removeOwnKey, writeOwnKey } from './account/own-key.ts';
import { openDataFile } from './data-file.ts';
import type { Database } from './database.ts';
import { CALLER_USER_ID } from './market/caller.ts';
import { inTransaction } from './transaction.ts';

/** What was asked for. */
export type KeysCommand =
  | {
      readonly action: 'create';
      readonly name: string;
      /** Flags of a scoped key, `none` for one that only reads; absent: full access (API.md, Authentication). */
      readonly allow?: readonly string[] | undefined;
    }
  | { readonly action: 'list' }
  | { readonly action: 'reset' | 'delete'; readonly id: number };

/** Where the command works and writes. */
type KeysWorld = {
  readonly dataFile: string;
  readonly writeOut: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** `now` is in epoch milliseconds. */
  readonly clock: { readonly now: () => number };
};

type ExitCode = 0 | 1 | 2;

/** Longest name of a key, in characters. */
const MAXIMUM_NAME = 120;

/** Carries the command out; the exit code is 0 when done, 1 when there is no such key or database, 2 for bad usage (DESIGN.md section 3). */
export const runKeysCommand = (command: KeysCommand, world: KeysWorld): ExitCode => {
  const { dataFile, writeError } = world;
  if (dataFile === ':memory:') {
    writeError('a database in memory ends with its service: give the --data FILE that the service runs on\n');
    return 2;
  }
  if (command.action !== 'create' && !existsSync(dataFile)) {
    writeError(`there is no database in ${dataFile} yet: "gpudeck service" makes one\n`);
    return 1;
  }
  try {
    const database = openDataFile(dataFile);
    try {
      return inTransaction(database, () => carryOut(database, command, world));
    } finally {
      database.close();
    }
  } catch (error) {
    writeError(`${error instanceof Error ? error.message : error}\n`);
    return 1;
  }
};

const carryOut = (database: Database, command: KeysCommand, world: KeysWorld): ExitCode => {
  switch (command.action) {
    case 'create':
      return create(database, command.name, command.allow, world);
    case 'list':
      world.writeOut(keyTable(listKeys(database), ownKeyId(database, world.dataFile)));
      return 0;
    case 'reset':
      return reset(database, command.id, world);
    case 'delete':
      return remove(database, command.id, world);
  }
};

const create = (
  database: Database,
  name: string,
  allow: readonly string[] | undefined,
  { clock, writeOut, writeError }: KeysWorld,
): ExitCode => {
  const problem = nameProblem(name) ?? allowProblem(allow);
  if (problem !== undefined) {
    writeError(`${problem}\n`);
    return 2;
  }
  const permissions = permissionsOf(allow);
  const { id, value } = createKey(database, { userId: CALLER_USER_ID, name, permissions, nowS: nowS(clock) });
  writeError(`key ${id} "${name}" made: ${permissionsInWords(permissions)}. Its value is shown this once:\n`);
  writeOut(`${value}\n`);
  return 0;
};

const reset = (database: Database, id: number, { dataFile, clock, writeOut, writeError }: KeysWorld): ExitCode => {
  const isOwn = ownKeyId(database, dataFile) === id;
  const issued = resetKey(database, id, nowS(clock));
  if (issued === undefined) return noSuchKey(id, writeError);
  if (isOwn) writeOwnKey(dataFile, issued.value);
  writeError(`key ${id} has a new value and the old one no longer works. The new one is shown this once:\n`);
  writeOut(`${issued.value}\n`);
  return 0;
};

const remove = (database: Database, id: number, { dataFile, clock, writeError }: KeysWorld): ExitCode => {
  const isOwn = ownKeyId(database, dataFile) === id;
  if (!deleteKey(database, id, nowS(clock))) return noSuchKey(id, writeError);
  if (isOwn) removeOwnKey(dataFile);
  writeError(`key ${id} is deleted; requests that use it are refused from now on\n`);
  return 0;
};

const noSuchKey = (id: number, writeError: KeysWorld['writeError']): 1 => {
  writeError(`there is no key ${id}: "gpudeck keys list" shows those there are\n`);
  return 1;
};

const nameProblem = (name: string): string | undefined => {
  if (name.trim() === '') return 'a key needs a name';
  if (/\p{C}/u.test(name)) return 'the name holds characters that cannot be shown';
  return [...name].length > MAXIMUM_NAME ? `the name is longer than ${MAXIMUM_NAME} characters` : undefined;
};

const isFlag = (word: string): word is PermissionFlag => PERMISSION_FLAGS.some((flag) => flag === word);

const allowProblem = (allow: readonly string[] | undefined): string | undefined => {
  if (allow === undefined || (allow.length === 1 && allow[0] === 'none')) return undefined;
  const unknown = allow.find((word) => !isFlag(word));
  if (unknown === undefined && allow.length > 0) return undefined;
  return `--allow takes ${PERMISSION_FLAGS.join(', ')}, or "none" for a key that only reads${unknown === undefined ? '' : `; not "${unknown}"`}`;
};

const permissionsOf = (allow: readonly string[] | undefined): Permissions =>
  allow === undefined ? 'full' : scopedTo(allow.filter(isFlag));

const nowS = (clock: KeysWorld['clock']): number => Math.floor(clock.now() / 1000);
