/**
 * What lies in a file of mode 0600 beside the database, so that every program on that database uses the same: the service's own full-access
 * key, which the terminal program uses when the user has no key, and the seal. A signing secret is computed from a random seed, which the database holds, and from the seal: neither of the
 * two gives it away, and the database can be handed on.
 */
import { createHmac } from 'node:crypto';
import { rmSync } from 'node:fs';
import { readPrivateFile, replacePrivateFile } from '../../storage/files/private-file.ts';
import type { Database } from '../database.ts';
import { createKey, findCaller, newSecret } from './keys.ts';

/** Name under which the own key stands in the list of keys. */
const OWN_KEY_NAME = 'local service';

/** Where the own key of the database in `dataFile` lies; undefined for a database in memory, whose key is never stored. */
export const ownKeyFile = (dataFile: string): string | undefined =>
  dataFile === ':memory:' ? undefined : `${dataFile}.key`;

/**
 * The own key: the stored one while it is accepted, else a new one, stored. Run it inside a transaction, so that two
 * programs that start at the same time agree.
 */
export const ensureOwnKey = (
  database: Database,
  owner: { readonly dataFile: string; readonly userId: number; readonly nowS: number },
): string => {
  const stored = readOwnKey(owner.dataFile);
  if (stored !== undefined && typeof findCaller(database, stored) === 'object') return stored;
  const { value } = createKey(database, { ...owner, name: OWN_KEY_NAME, permissions: 'full' });
  writeOwnKey(owner.dataFile, value);
  return value;
};

/** The id of the own key, or undefined when there is none. */
export const ownKeyId = (database: Database, dataFile: string): number | undefined => {
  const stored = readOwnKey(dataFile);
  const caller = stored === undefined ? undefined : findCaller(database, stored);
  return typeof caller === 'object' ? caller.keyId : undefined;
};

/** Stores the own key's new value; the file is replaced whole, so that a reader never sees half of it. */
export const writeOwnKey = (dataFile: string, value: string): void => {
  const file = ownKeyFile(dataFile);
  if (file !== undefined) replacePrivateFile(file, `${value}\n`);
};

/** Forgets the own key's stored value. */
export const removeOwnKey = (dataFile: string): void => {
  const file = ownKeyFile(dataFile);
  if (file !== undefined) rmSync(file, { force: true });
};

/** The stored value; undefined when there is none. */
const readOwnKey = (dataFile: string): string | undefined => {
  const file = ownKeyFile(dataFile);
  return (file && readPrivateFile(file)?.trim()) || undefined;
};

/**
 * The seal of the database in `dataFile`, made when it is missing; of a database in memory a new one. Run it inside a transaction,
 * so that two programs that start at the same time agree.
 */
export const ensureSeal = (dataFile: string): string => {
  if (dataFile === ':memory:') return newSecret();
  const file = `${dataFile}.seal`;
  const stored = readPrivateFile(file)?.trim();
  if (stored) return stored;
  const seal = newSecret();
  replacePrivateFile(file, `${seal}\n`);
  return seal;
};

/** The signing secret that was made of `seed`. */
export const secretOf = (seal: string, seed: string): string => createHmac('sha256', seal).update(seed).digest('hex');
