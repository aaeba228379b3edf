/** SSH keys of the account and of its instances (docs/interface.md, SSH keys). */
import * as z from 'zod';
import { utcTime } from '../../base/time.ts';
import { type Refusal, readBody, refused, storableText } from '../answer.ts';
import { type Database, insertRow } from '../database.ts';
import { noInstance, onContract, type Target } from './commands.ts';
import { readContract } from './contract.ts';

/** A key of the account as it goes out: under both names that clients look for. */
type AccountKey = {
  readonly id: number;
  readonly user_id: number;
  readonly key: string;
  readonly public_key: string;
  /** A date and a time as text. */
  readonly created_at: string;
  readonly deleted_at: null;
};

/** A key of an instance as it goes out. */
type InstanceKey = { readonly id: number; readonly public_key: string; readonly created_at: string };

/** Keys that the account has are known by its ids; what only an instance has is numbered from here on. */
const FIRST_OWN_ID = 1_000_000_000;

/** Longest key, in characters: one of 16,384 bits has some 2,800. */
const LONGEST_KEY = 8192;

/** The account's keys, oldest first. */
export const listKeys = (database: Database, userId: number): readonly AccountKey[] =>
  database
    .prepare('SELECT id, public_key, created_at FROM ssh_keys WHERE user_id = ? ORDER BY id')
    .all(userId)
    .map((row) => accountKey(userId, row));

/** Adds a key to the account; instances that are created later have it. */
export const addKey = (
  database: Database,
  { userId, nowS, body }: { readonly userId: number; readonly nowS: number; readonly body: unknown },
): { ok: true; key: AccountKey } | Refusal => {
  const read = readBody(keyBody, body);
  if (!read.ok) return read;
  const key = read.value.ssh_key;
  if (listKeys(database, userId).some((known) => isSameKey(known.key, key))) return isThere(400);
  const row = { public_key: key, created_at: nowS };
  const id = insertRow(database, 'ssh_keys', { user_id: userId, ...row });
  return { ok: true, key: accountKey(userId, { id, ...row }) };
};

/** Puts another key in the place of one of the account; instances keep what they have. */
export const replaceKey = (
  database: Database,
  { userId, id, body }: { readonly userId: number; readonly id: number; readonly body: unknown },
): { ok: true; key: AccountKey } | Refusal => {
  const read = readBody(keyBody, body);
  if (!read.ok) return read;
  const key = read.value.ssh_key;
  const known = listKeys(database, userId);
  if (!known.some((one) => one.id === id)) return noKey(id);
  if (known.some((one) => one.id !== id && isSameKey(one.key, key))) return isThere(400);
  database.prepare('UPDATE ssh_keys SET public_key = ? WHERE id = ?').run(key, id);
  const [replaced] = listKeys(database, userId).filter((one) => one.id === id);
  return replaced === undefined ? noKey(id) : { ok: true, key: replaced };
};

const noKey = (id: number): Refusal => refused(404, 'not_found', `you have no SSH key ${id}`);

/** Takes a key off the account; instances keep it. */
export const removeKey = (database: Database, userId: number, id: number): { ok: true } | Refusal =>
  database.prepare('DELETE FROM ssh_keys WHERE id = ? AND user_id = ?').run(id, userId).changes > 0
    ? { ok: true }
    : noKey(id);

/** Gives a new instance the account's keys. */
export const copyKeysTo = (
  database: Database,
  { userId, contractId, nowS }: { readonly userId: number; readonly contractId: number; readonly nowS: number },
): void => {
  for (const { key } of listKeys(database, userId)) insertInstanceKey(database, contractId, key, nowS);
};

/** The keys of an instance, oldest first, as a text holding JSON. */
export const listInstanceKeys = (database: Database, target: Target): { ok: true; ssh_keys: string } | Refusal => {
  const { moment, id } = target;
  if (readContract(database, moment.userId, id) === undefined) return noInstance(id);
  return { ok: true, ssh_keys: JSON.stringify(keysOf(database, target).map(([, key]) => key)) };
};

/** The rows of an instance's keys, and these as they go out. */
const keysOf = (
  database: Database,
  { moment, id }: Target,
): readonly (readonly [rowId: number, key: InstanceKey])[] => {
  const known = listKeys(database, moment.userId);
  return database
    .prepare('SELECT id, public_key, created_at FROM contract_ssh_keys WHERE contract_id = ? ORDER BY id')
    .all(id)
    .map((row) => {
      const key = String(row.public_key);
      const ofAccount = known.find((one) => isSameKey(one.key, key));
      const outwardId = ofAccount?.id ?? FIRST_OWN_ID + Number(row.id);
      return [Number(row.id), { id: outwardId, public_key: key, created_at: timeOf(row.created_at) }];
    });
};

const timeOf = (epochS: unknown): string => utcTime(Number(epochS) * 1000);

/** Lets somebody into an instance; refused on virtual machines, which take none later (docs/interface.md, SSH keys). */
export const addInstanceKey = (database: Database, target: Target, body: unknown): { ok: true } | Refusal => {
  const read = readBody(keyBody, body);
  if (!read.ok) return read;
  return onContract(database, target, ({ id, machineText }) => {
    if (JSON.parse(`{${machineText}}`).vms_enabled === true) {
      return refused(400, 'invalid_args', `instance ${id} is a virtual machine: it takes no key after its creation`);
    }
    const known = database.prepare('SELECT public_key FROM contract_ssh_keys WHERE contract_id = ?').all(id);
    if (known.some((row) => isSameKey(String(row.public_key), read.value.ssh_key))) return isThere(200);
    insertInstanceKey(database, id, read.value.ssh_key, target.moment.nowS);
    return { ok: true };
  });
};

/** Shuts somebody out of an instance. */
export const removeInstanceKey = (database: Database, target: Target, keyId: number): { ok: true } | Refusal =>
  onContract(database, target, ({ id }) => {
    const [rowId] = keysOf(database, target).find(([, key]) => key.id === keyId) ?? [];
    if (rowId === undefined) return refused(404, 'no_such_ssh_key', `instance ${id} has no SSH key ${keyId}`);
    database.prepare('DELETE FROM contract_ssh_keys WHERE id = ?').run(rowId);
    return { ok: true as const };
  });

const insertInstanceKey = (database: Database, contractId: number, key: string, nowS: number): void => {
  insertRow(database, 'contract_ssh_keys', { contract_id: contractId, public_key: key, created_at: nowS });
};

const accountKey = (userId: number, row: Readonly<Record<string, unknown>>): AccountKey => ({
  id: Number(row.id),
  user_id: userId,
  key: String(row.public_key),
  public_key: String(row.public_key),
  created_at: timeOf(row.created_at),
  deleted_at: null,
});

const isThere = (status: 200 | 400): Refusal => refused(status, 'invalid_args', 'ssh_key: this key is there already');

/** Comments make no other key. */
const isSameKey = (one: string, other: string): boolean => keyOf(one) === keyOf(other);

const keyOf = (line: string): string => line.split(' ').slice(0, 2).join(' ');

/** One line of an authorized_keys file without options. A private key, which people paste, is none. */
const keyBody = z.object({
  ssh_key: storableText
    .max(LONGEST_KEY, `must be at most ${LONGEST_KEY} characters`)
    .transform((text) => text.trim())
    .refine(
      (text) => /^(?:ssh-|ecdsa-|sk-)[a-z0-9@.-]+ AAAA[A-Za-z0-9+/]+={0,2}(?: [^\n\r]*)?$/.test(text),
      'must be a public key on one line, such as "ssh-ed25519 AAAA... name"',
    ),
});
