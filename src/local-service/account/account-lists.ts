/** What the account tells of itself (docs/interface.md, Account): its keys, the writes that were made with them, its variables, its people. */
import { utcTime } from '../../base/time.ts';
import { type Database, insertRow, unlessLocked } from '../database.ts';
import { type Caller, listKeys, type PermissionFlag, type Permissions } from './keys.ts';

/** Calls that are kept, the newest. */
const KEPT = 1000;

/** Members whose values are not kept, at any depth. */
const SECRET = /pass|secret|token|api_key|login|env|onstart|value/i;

/** A call was made: it is kept, unless another program writes at that moment. */
export const noteCall = (
  database: Database,
  { userId, keyId }: Caller,
  call: { readonly route: string; readonly body: object; readonly from: string; readonly nowS: number },
): void => {
  const args = JSON.stringify(call.body, (name, value: unknown) => (SECRET.test(name) ? '[redacted]' : value));
  const row = { user_id: userId, key_id: keyId, route: call.route, args, from_address: call.from, at: call.nowS };
  unlessLocked(() => {
    const id = insertRow(database, 'made_calls', row);
    database.prepare('DELETE FROM made_calls WHERE id <= ?').run(id - KEPT);
  });
};

/** The calls that `userId` made, the newest first. */
export const listMadeCalls = (database: Database, userId: number): readonly object[] =>
  database
    .prepare('SELECT * FROM made_calls WHERE user_id = ? ORDER BY id DESC')
    .all(userId)
    .map((row) => ({
      ip_address: row.from_address,
      api_key_id: row.key_id,
      created_at: utcTime(Number(row.at) * 1000),
      api_route: row.route,
      args: JSON.parse(String(row.args)),
    }));

/** From where those came, and when each was first. */
export const listAddresses = (database: Database, userId: number): readonly object[] =>
  database
    .prepare('SELECT from_address, min(at) AS at FROM made_calls WHERE user_id = ? GROUP BY from_address ORDER BY at')
    .all(userId)
    .map(({ from_address: ip_address, at }, place) => ({
      ...{ id: place + 1, user_id: userId, ip_address },
      timestamp: utcTime(Number(at) * 1000),
    }));

const READS = ['instance_read', 'user_read', 'billing_read', 'machine_read', 'team_read', 'misc'];

/** What the flags of this service are called elsewhere. */
const WRITES: readonly (readonly [PermissionFlag, string])[] = [
  ['manage_instances', 'instance_write'],
  ['manage_machines', 'machine_write'],
  ['manage_notifications', 'user_write'],
  ['manage_billing', 'billing_write'],
];

const rightsOf = (permissions: Permissions): object => {
  const writes = WRITES.flatMap(([flag, name]) => (permissions === 'full' || permissions[flag] ? name : []));
  return { api: Object.fromEntries([...READS, ...writes].map((name) => [name, {}])) };
};

/** The keys of the account, without their values. */
export const listApiKeys = (database: Database, userId: number): readonly object[] =>
  listKeys(database).map(({ id, name, permissions }) => ({
    id,
    user_id: userId,
    name,
    rights: rightsOf(permissions),
    key_type: permissions === 'full' ? 'primary' : 'scoped',
    ...{ team_id: null, team_name: null, key: null },
  }));

/** Variables of the account; nothing here is worth keeping. */
export const ACCOUNT_VARIABLES: Readonly<Record<string, string>> = {
  HF_HOME: '/workspace/huggingface',
  WANDB_MODE: 'offline',
};

/** The caller is alone in the team. */
export const listMembers = (_: Database, userId: number): readonly object[] => [
  { id: userId, username: 'caller', email: 'caller@example.net', fullname: 'The Caller', roles: ['owner'] },
];

export const listRoles = (): readonly object[] => [
  { id: 1, name: 'owner', permissions: rightsOf('full') },
  { id: 2, name: 'viewer', permissions: { api: Object.fromEntries(READS.map((name) => [name, {}])) } },
];

/** As elsewhere with a key, which a client must show to nobody. */
export const listSubaccounts = (_: Database, userId: number): readonly object[] => [
  { id: userId + 1, email: 'lab@example.net', balance: 12.5, api_key: '0123456789abcdef'.repeat(4) },
];
