/** One row for every field of what stands in an account (docs/interface.md, Account): keys, calls, variables, people. */
import { type ColumnSet, columnOf } from './columns.ts';

import type { Field } from './field.ts';

/** An API key: what it may do, and never the key. */
export const API_KEY_FIELDS = [
  { name: 'id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'API key', heading: 'Id', width: 8 },
  { name: 'name', wire: 'string', group: 'identity', label: 'Name', heading: 'Name', width: 14 },
  { name: 'categories', wire: 'string', group: 'other', label: 'May call', heading: 'May call', width: 44 },
  { name: 'key_type', wire: 'string', group: 'identity', label: 'Kind', heading: 'Kind', width: 10 },
] as const satisfies readonly Field[];

/** A call that was made with a key of the account. */
export const MADE_CALL_FIELDS = [
  { name: 'created_at', wire: 'number', quantity: 'moment', group: 'availability', label: 'Made', heading: 'Made', width: 16 },
  { name: 'api_route', wire: 'string', group: 'other', label: 'Call', heading: 'Call', width: 26 },
  { name: 'args', wire: 'string', group: 'other', label: 'With', heading: 'With', width: 24 },
  { name: 'api_key_id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'API key', heading: 'Key', width: 8 },
  { name: 'ip_address', wire: 'string', group: 'network', label: 'From', heading: 'From', width: 15 },
  { name: 'id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Number', heading: 'Id', width: 8 },
] as const satisfies readonly Field[];

/** A variable of the account: its name, and never its value. */
export const VARIABLE_FIELDS = [{ name: 'name', wire: 'string', group: 'identity', label: 'Variable', heading: 'Variable', width: 40 }] as const satisfies readonly Field[];

/** Somebody in the team. */
export const MEMBER_FIELDS = [
  { name: 'id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Member', heading: 'Id', width: 8 },
  { name: 'username', wire: 'string', group: 'identity', label: 'User name', heading: 'User name', width: 20 },
  { name: 'roles', wire: 'string', group: 'other', label: 'Roles', heading: 'Roles', width: 24 },
  { name: 'email', wire: 'string', group: 'identity', label: 'E-mail', heading: 'E-mail', width: 28 },
  { name: 'fullname', wire: 'string', group: 'identity', label: 'Name', heading: 'Name', width: 24 },
] as const satisfies readonly Field[];

/** What members of the team may do. */
export const ROLE_FIELDS = [
  { name: 'id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Role', heading: 'Id', width: 8 },
  { name: 'name', wire: 'string', group: 'identity', label: 'Name', heading: 'Name', width: 14 },
  { name: 'categories', wire: 'string', group: 'other', label: 'May call', heading: 'May call', width: 44 },
] as const satisfies readonly Field[];

/** An address from which somebody was in the account. */
export const ADDRESS_FIELDS = [
  { name: 'ip_address', wire: 'string', group: 'network', label: 'Address', heading: 'Address', width: 39 },
  { name: 'timestamp', wire: 'number', quantity: 'moment', group: 'availability', label: 'Seen', heading: 'Seen', width: 16 },
  { name: 'first_location', wire: 'string', group: 'other', label: 'Place', heading: 'Place', width: 20 },
  { name: 'id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Number', heading: 'Id', width: 8 },
] as const satisfies readonly Field[];

/** An account that belongs to this one. */
export const SUBACCOUNT_FIELDS = [
  { name: 'id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Subaccount', heading: 'Id', width: 8 },
  { name: 'email', wire: 'string', group: 'identity', label: 'E-mail', heading: 'E-mail', width: 32 },
  { name: 'balance', wire: 'number', quantity: 'amount', group: 'price', label: 'Balance', heading: 'Balance', width: 10 },
] as const satisfies readonly Field[];

/** The columns of one of them; their order is that of the fields. */
export const accountColumns = (fields: readonly Field[]): ColumnSet => ({
  columns: fields.map(columnOf),
  keptLongest: fields.map(({ name }) => name),
  pinned: 1,
});
