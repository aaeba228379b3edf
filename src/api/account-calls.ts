/**
 * The calls about an account, a row each; a service may lack every one of them (docs/interface.md, Account). What they tell of keys
 * and values is left out as it arrives: it is in no record, and in no text of one.
 */
import {
  ADDRESS_FIELDS,
  API_KEY_FIELDS,
  MADE_CALL_FIELDS,
  MEMBER_FIELDS,
  ROLE_FIELDS,
  SUBACCOUNT_FIELDS,
  VARIABLE_FIELDS,
} from '../catalogue/account-fields.ts';
import type { Field } from '../catalogue/field.ts';
import { listCall, readCall, writeCall } from './call-row.ts';
import { cleanInstanceReceipt } from './records/clean.ts';
import { attachReply, instanceKeysReply, keyReply } from './records/key-replies.ts';
import { epochSecondsOf } from './records/told-time.ts';
import { REDACTED } from './redact/redact.ts';
import type { InstanceKeyRequest, SshKeyRequest } from './requests.ts';

/** Has nothing left of a record but what `fields` name. */
const keepOnly = (record: Record<string, unknown>, fields: readonly Field[]): true => {
  const kept = new Set(fields.map(({ name }) => name));
  for (const name of Object.keys(record)) if (!kept.has(name)) delete record[name];
  return true;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `instance_read, misc`: the categories of `{"api": {category: {...}}}`; what allows less than its category says so. */
const categoriesIn = (rights: unknown): string | undefined => {
  if (!isObject(rights) || !isObject(rights.api)) return undefined;
  return Object.entries(rights.api)
    .map(([name, calls]) => (isObject(calls) && Object.keys(calls).length > 0 ? `${name} (some calls)` : name))
    .join(', ');
};

const settleRights =
  (member: string, fields: readonly Field[]) =>
  (record: Record<string, unknown>): boolean => {
    const categories = categoriesIn(record[member]);
    if (categories !== undefined) record.categories = categories;
    return keepOnly(record, fields);
  };

/** Arguments whose texts are words of the service or names of images: everything else that is a text may be a secret. */
const PLAIN_ARGUMENTS = ['state', 'image', 'runtype', 'label', 'type', 'template_hash_id', 'gpu_name', 'client_id'];

/** `id=5 state=stopped env=[redacted]`: figures and known words; of anything else only that it was there. */
const argumentsIn = (args: unknown): string => {
  if (!isObject(args)) return REDACTED;
  return Object.entries(args)
    .map(([name, value]) => {
      const isPlain = typeof value === 'number' || typeof value === 'boolean' || value === null;
      const isKnown = typeof value === 'string' && PLAIN_ARGUMENTS.includes(name);
      return `${name}=${isPlain || isKnown ? String(value) : REDACTED}`;
    })
    .join(' ');
};

/** A query may hold anything. */
const settleMadeCall = (record: Record<string, unknown>): boolean => {
  const { api_route: route, created_at: at, args } = record;
  if (args != null) record.args = argumentsIn(args);
  if (typeof route === 'string') record.api_route = route.split('?')[0];
  if (Number.isFinite(epochSecondsOf(at))) record.created_at = epochSecondsOf(at);
  return keepOnly(record, MADE_CALL_FIELDS);
};

const settleMember = (record: Record<string, unknown>): boolean => {
  const { roles } = record;
  if (Array.isArray(roles))
    record.roles = roles.map((role) => (isObject(role) ? String(role.name ?? '?') : String(role))).join(', ');
  return keepOnly(record, MEMBER_FIELDS);
};

/** Services differ on the names. */
const settleAddress = (record: Record<string, unknown>): boolean => {
  const { ip, first_seen: seen, ip_address: address = ip, timestamp: at = seen } = record;
  if (address !== undefined) record.ip_address = address;
  if (at !== undefined) record.timestamp = epochSecondsOf(at) || at;
  return keepOnly(record, ADDRESS_FIELDS);
};

const OF_ACCOUNT = { masksPrivate: true, optional: 'path-without-id' } as const;

const SSH_KEYS = '/api/v0/ssh/';

const ofInstance = (instanceId: number): string => `/api/v0/instances/${instanceId}/ssh/`;

/** The rows by name. */
export const ACCOUNT_CALLS = {
  apiKeys: listCall({
    ...OF_ACCOUNT,
    path: '/api/v0/auth/apikeys/',
    member: 'apikeys',
    fields: API_KEY_FIELDS,
    settle: settleRights('rights', API_KEY_FIELDS),
    purpose: 'list the API keys',
    minimumSeconds: 1,
  }),

  madeCalls: listCall({
    ...OF_ACCOUNT,
    path: '/api/v0/audit_logs/',
    fields: MADE_CALL_FIELDS,
    settle: settleMadeCall,
    purpose: 'list the calls made',
    minimumSeconds: 1,
  }),

  addresses: listCall({
    ...OF_ACCOUNT,
    path: '/api/v0/users/me/ipaddrs/?owner=me',
    member: 'results',
    fields: ADDRESS_FIELDS,
    settle: settleAddress,
    purpose: 'list the addresses that the account was used from',
    minimumSeconds: 1,
  }),

  /** The account's variables, of which every instance gets all when it is created: their names alone. */
  variables: listCall({
    ...OF_ACCOUNT,
    path: '/api/v0/secrets/',
    fields: VARIABLE_FIELDS,
    recordsIn: (json) => {
      const values = isObject(json) ? json.secrets : undefined;
      return isObject(values) ? Object.keys(values).map((name) => ({ name })) : undefined;
    },
    purpose: 'list the variables of the account',
    minimumSeconds: 1,
  }),

  teamMembers: listCall({
    ...OF_ACCOUNT,
    path: '/api/v0/team/members/',
    fields: MEMBER_FIELDS,
    settle: settleMember,
    purpose: 'list the members of the team',
    minimumSeconds: 1,
  }),

  teamRoles: listCall({
    ...OF_ACCOUNT,
    path: '/api/v0/team/roles-full/',
    fields: ROLE_FIELDS,
    settle: settleRights('permissions', ROLE_FIELDS),
    purpose: 'list the roles of the team',
    minimumSeconds: 1,
  }),

  /** Never with their keys. */
  subaccounts: listCall({
    ...OF_ACCOUNT,
    path: '/api/v0/subaccounts/?owner=me',
    member: 'users',
    fields: SUBACCOUNT_FIELDS,
    settle: (record) => keepOnly(record, SUBACCOUNT_FIELDS),
    purpose: 'list the subaccounts',
    minimumSeconds: 2.1,
  }),

  /** A later instance gets it when it is created. */
  addSshKey: writeCall({
    method: 'POST',
    mayCostMore: false,
    path: SSH_KEYS,
    body: ({ key }: SshKeyRequest) => ({ ssh_key: key }),
    purpose: 'add the SSH key',
    minimumSeconds: 1,
    schema: keyReply,
    clean: cleanInstanceReceipt,
  }),

  deleteSshKey: writeCall({
    method: 'DELETE',
    mayCostMore: false,
    path: ({ keyId }: SshKeyRequest) => `${SSH_KEYS}${keyId}/`,
    purpose: 'delete the SSH key',
    minimumSeconds: 1,
    schema: keyReply,
    clean: cleanInstanceReceipt,
  }),

  /** The keys that an instance lets in (docs/interface.md, SSH keys). */
  instanceKeys: readCall({
    path: (instanceId: number) => `${ofInstance(instanceId)}`,
    purpose: 'list the SSH keys of the instance',
    minimumSeconds: 2,
    optional: 'path-with-id',
    schema: instanceKeysReply,
    clean: (keys) => keys,
  }),

  /** What is there already is a yes. */
  attachSshKey: writeCall({
    method: 'POST',
    mayCostMore: false,
    path: ({ instanceId }: InstanceKeyRequest) => ofInstance(instanceId),
    body: ({ key }) => ({ ssh_key: key }),
    purpose: 'attach the SSH key',
    minimumSeconds: 2,
    schema: attachReply,
    clean: cleanInstanceReceipt,
  }),

  detachSshKey: writeCall({
    method: 'DELETE',
    mayCostMore: false,
    path: ({ instanceId, keyId }: InstanceKeyRequest) => `${ofInstance(instanceId)}${keyId}/`,
    purpose: 'detach the SSH key',
    minimumSeconds: 2,
    schema: keyReply,
    clean: cleanInstanceReceipt,
  }),
};
