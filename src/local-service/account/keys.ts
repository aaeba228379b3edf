/**
 * API keys (docs/interface.md, Authentication): made, listed, reset, deleted and looked up. A value is handed out once. Only its
 * SHA-256 is stored: a value is 256 random bits, so there is nothing to guess for which a slow hash would buy time.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { type Database, insertRow } from '../database.ts';

/** The permission flags that a scoped key can carry. The last one is published; it opens nothing here. */
export const PERMISSION_FLAGS = [
  'manage_machines',
  'manage_notifications',
  'manage_instances',
  'manage_billing',
] as const;

export type PermissionFlag = (typeof PERMISSION_FLAGS)[number];

/** Full access, or a scoped key's flags; reads need none (docs/interface.md, Decisions). */
export type Permissions = 'full' | Readonly<Record<PermissionFlag, boolean>>;

/** Digits of a hash by which its row is found: few enough to give nothing away, enough to read hardly more than one row. */
const BEGINNING_DIGITS = 8;

/** A key as `gpudeck keys list` shows it. */
export type KeyRecord = Readonly<z.infer<typeof keyRow>>;

/** Who a request comes from. */
export type Caller = { readonly keyId: number; readonly userId: number; readonly permissions: Permissions };

/** A value just issued. It cannot be shown again. */
type IssuedKey = { readonly id: number; readonly value: string };

/** Makes a key for `userId` and returns its value. */
export const createKey = (
  database: Database,
  key: { readonly userId: number; readonly name: string; readonly permissions: Permissions; readonly nowS: number },
): IssuedKey => {
  const permissions = key.permissions === 'full' ? null : JSON.stringify(key.permissions);
  const row = { user_id: key.userId, name: key.name, permissions, created_at: key.nowS };
  return issueValue(database, insertRow(database, 'api_keys', row), key.nowS);
};

/** Every key, oldest first. */
export const listKeys = (database: Database): readonly KeyRecord[] =>
  z.array(keyRow).parse(
    database
      .prepare(
        `SELECT id, name, permissions, ending, created_at AS createdAtS, issued_at AS issuedAtS
         FROM api_keys JOIN api_key_values ON key_id = id AND retired_at IS NULL ORDER BY id`,
      )
      .all(),
  );

/** Replaces the key's value; the old one stops working at once. Undefined when there is no such key. */
export const resetKey = (database: Database, id: number, nowS: number): IssuedKey | undefined => {
  if (database.prepare('SELECT 1 FROM api_keys WHERE id = ?').get(id) === undefined) return undefined;
  retireValue(database, id, nowS);
  return issueValue(database, id, nowS);
};

/** Removes the key; requests that still use it are refused at once. False when there is no such key. */
export const deleteKey = (database: Database, id: number, nowS: number): boolean => {
  retireValue(database, id, nowS);
  return database.prepare('DELETE FROM api_keys WHERE id = ?').run(id).changes > 0;
};

/**
 * Whose key `value` is. A deleted or reset value is `retired`: the hash is kept so that it can be told apart from a value
 * that never existed (docs/interface.md, Authentication, gives the two different answers). A hash is found by its first digits, which are no secret,
 * and compared as a whole in a time that does not tell how much of it was right.
 */
export const findCaller = (database: Database, value: string): Caller | 'retired' | 'unknown' => {
  const hash = hashOf(value);
  const beginning = hash.slice(0, BEGINNING_DIGITS);
  const row = database
    .prepare(
      `SELECT hash, key_id AS keyId, retired_at AS retiredAtS, user_id AS userId, permissions
       FROM api_key_values LEFT JOIN api_keys ON id = key_id WHERE hash >= ? AND hash < ?`,
    )
    // No digit sorts behind f, so every hash with this beginning lies between the two.
    .all(beginning, `${beginning}g`)
    .find((found) => isSameHash(String(found.hash), hash));
  if (row === undefined) return 'unknown';
  return row.retiredAtS === null ? callerRow.parse(row) : 'retired';
};

/** True when the caller's key may do what `flag` stands for. */
export const isAllowed = ({ permissions }: Pick<Caller, 'permissions'>, flag: PermissionFlag): boolean =>
  permissions === 'full' || permissions[flag];

/** The permissions of a scoped key that has exactly `allowed`; none makes a key that only reads. */
export const scopedTo = (allowed: readonly PermissionFlag[]): Permissions => ({
  manage_machines: allowed.includes('manage_machines'),
  manage_notifications: allowed.includes('manage_notifications'),
  manage_instances: allowed.includes('manage_instances'),
  manage_billing: allowed.includes('manage_billing'),
});

/** The SHA-256 of a secret, in hexadecimal. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** 256 bits from the system's secure source, in hexadecimal. */
export const newSecret = (): string => randomBytes(32).toString('hex');

const isSameHash = (stored: string, hash: string): boolean =>
  stored.length === hash.length && timingSafeEqual(Buffer.from(stored), Buffer.from(hash));

const permissions = z
  .string()
  .nullable()
  .transform((text): unknown => (text === null ? 'full' : JSON.parse(text)))
  .pipe(z.union([z.literal('full'), z.record(z.enum(PERMISSION_FLAGS), z.boolean())]));

const keyRow = z.object({
  id: z.number(),
  name: z.string(),
  permissions,
  /** The last four characters of the value, by which a person tells keys apart. */
  ending: z.string(),
  createdAtS: z.number(),
  /** When the present value was issued: at creation or at the last reset. */
  issuedAtS: z.number(),
});

const callerRow = z.object({ keyId: z.number(), userId: z.number(), permissions });

const issueValue = (database: Database, id: number, nowS: number): IssuedKey => {
  const value = newSecret();
  const row = { hash: hashOf(value), key_id: id, ending: value.slice(-4), issued_at: nowS };
  insertRow(database, 'api_key_values', row);
  return { id, value };
};

const retireValue = (database: Database, id: number, nowS: number): void => {
  database.prepare('UPDATE api_key_values SET retired_at = ? WHERE key_id = ? AND retired_at IS NULL').run(nowS, id);
};
