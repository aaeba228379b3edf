/** Carries out what `gpudeck keys` asks for. It says what is to be printed, and prints nothing itself. */

import { existsSync } from 'node:fs';
import { messageOf } from '../../base/message.ts';
import { keyTable, permissionsInWords } from '../../local-service/account/key-table.ts';
import {
  createKey,
  deleteKey,
  listKeys,
  PERMISSION_FLAGS,
  type PermissionFlag,
  type Permissions,
  resetKey,
  scopedTo,
} from '../../local-service/account/keys.ts';
import { ownKeyId, removeOwnKey, writeOwnKey } from '../../local-service/account/secret-files.ts';
import { openDataFile } from '../../local-service/data-file.ts';
import type { Database } from '../../local-service/database.ts';
import { CALLER_USER_ID } from '../../local-service/market/caller.ts';
import { inTransaction } from '../../storage/files/database-file.ts';
import type { Outcome } from '../record-writer.ts';

/** What was asked for. */
export type KeysTask =
  | {
      readonly action: 'create';
      readonly name: string;
      /** Flags of a scoped key, `none` for one that only reads; absent: full access (docs/interface.md, Authentication). */
      readonly allow?: readonly string[] | undefined;
    }
  | { readonly action: 'list' }
  | { readonly action: 'reset' | 'delete'; readonly id: number };

/** Where the command works. */
type KeysWorld = {
  readonly dataFile: string;
  /** `now` is in epoch milliseconds. */
  readonly clock: { readonly now: () => number };
};

/** What a command needs to know to be carried out. */
type Circumstances = { readonly dataFile: string; readonly nowS: number };

/** Longest name of a key, in characters. */
const MAXIMUM_NAME = 120;

/** Carries the task out; the exit code is 0 when done, 1 when there is no such key or database, 2 for bad usage (docs/command-line.md, Output and exit codes). */
export const carryOut = (task: KeysTask, { dataFile, clock }: KeysWorld): Outcome => {
  if (dataFile === ':memory:') {
    return failed(
      2,
      'a database in memory exists only while its service runs: name the database file of the service with --data',
    );
  }
  if (task.action !== 'create' && !existsSync(dataFile)) {
    return failed(1, `there is no database at ${dataFile} yet: "gpudeck service" creates one`);
  }
  const nowS = Math.floor(clock.now() / 1000);
  try {
    const database = openDataFile(dataFile);
    try {
      return inTransaction(database, () => perform(database, task, { dataFile, nowS }));
    } finally {
      database.close();
    }
  } catch (error) {
    return failed(1, messageOf(error));
  }
};

const perform = (database: Database, task: KeysTask, circumstances: Circumstances): Outcome => {
  switch (task.action) {
    case 'create':
      return create(database, task.name, task.allow, circumstances);
    case 'list':
      return list(database, circumstances);
    case 'reset':
      return reset(database, task.id, circumstances);
    case 'delete':
      return remove(database, task.id, circumstances);
  }
};

const list = (database: Database, { dataFile }: Circumstances): Outcome => {
  const [keys, ownId] = [listKeys(database), ownKeyId(database, dataFile)];
  const told = keys.map(({ id, name, ending, createdAtS, issuedAtS, permissions }) => ({
    ...{ id, name, ending, created_at: createdAtS, issued_at: issuedAtS },
    ...{ allow: permissions === 'full' ? 'full' : PERMISSION_FLAGS.filter((flag) => permissions[flag]) },
    is_own: id === ownId,
  }));
  return done(keyTable(keys, ownId), '', told);
};

const create = (
  database: Database,
  name: string,
  allow: readonly string[] | undefined,
  { nowS }: Circumstances,
): Outcome => {
  const problem = nameProblem(name) ?? allowProblem(allow);
  if (problem !== undefined) return failed(2, problem);
  const permissions = permissionsOf(allow);
  const { id, value } = createKey(database, { userId: CALLER_USER_ID, name, permissions, nowS });
  const sentence = `key ${id} "${name}" created: ${permissionsInWords(permissions)}. Its value is shown only once:`;
  return { ...done(`${value}\n`, sentence, { id, value }), ifUnprinted: lostValue(id) };
};

const reset = (database: Database, id: number, { dataFile, nowS }: Circumstances): Outcome => {
  const isOwn = ownKeyId(database, dataFile) === id;
  const issued = resetKey(database, id, nowS);
  if (issued === undefined) return noSuchKey(id);
  if (isOwn) writeOwnKey(dataFile, issued.value);
  const sentence = `key ${id} has a new value and the old one no longer works. The new one is shown only once:`;
  return { ...done(`${issued.value}\n`, sentence, { id, value: issued.value }), ifUnprinted: lostValue(id) };
};

const remove = (database: Database, id: number, { dataFile, nowS }: Circumstances): Outcome => {
  const isOwn = ownKeyId(database, dataFile) === id;
  if (!deleteKey(database, id, nowS)) return noSuchKey(id);
  if (isOwn) removeOwnKey(dataFile);
  return done('', `key ${id} is deleted; requests that use it are refused from now on`, { id, value: null });
};

const done = (out: string, sentence: string, told: unknown): Outcome => ({
  code: 0,
  out,
  told,
  error: sentence === '' ? '' : `${sentence}\n`,
});

const failed = (code: 1 | 2, sentence: string): Outcome => ({ code, out: '', error: `${sentence}\n` });

const lostValue = (id: number): string =>
  `the value of key ${id} is lost: "gpudeck keys reset ${id}" gives it a new one\n`;

const noSuchKey = (id: number): Outcome =>
  failed(1, `there is no key ${id}: "gpudeck keys list" shows the existing ones`);

const nameProblem = (name: string): string | undefined => {
  if (name.trim() === '') return 'a key needs a name';
  if (/\p{C}/u.test(name)) return 'the name contains characters that cannot be displayed';
  return [...name].length > MAXIMUM_NAME ? `the name is longer than ${MAXIMUM_NAME} characters` : undefined;
};

const isFlag = (word: string): word is PermissionFlag => PERMISSION_FLAGS.some((flag) => flag === word);

const allowProblem = (allow: readonly string[] | undefined): string | undefined => {
  if (allow === undefined || (allow.length === 1 && allow[0] === 'none')) return undefined;
  const unknown = allow.find((word) => !isFlag(word));
  if (unknown === undefined && allow.length > 0) return undefined;
  return `--allow takes ${PERMISSION_FLAGS.join(', ')}, or "none" for a read-only key${unknown === undefined ? '' : `; "${unknown}" is none of them`}`;
};

const permissionsOf = (allow: readonly string[] | undefined): Permissions =>
  allow === undefined ? 'full' : scopedTo(allow.filter(isFlag));
