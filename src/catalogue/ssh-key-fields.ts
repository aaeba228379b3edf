/** One row for every field of an SSH key of the account (docs/interface.md, SSH keys), and the columns of them. */
import { type ColumnSet, columnOf } from './columns.ts';

import type { Field } from './field.ts';

/** What services are known to tell of a key: its public half, never the private one. */
export const SSH_KEY_FIELDS = [
  { name: 'id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'SSH key', heading: 'Id', width: 8 },
  { name: 'key', wire: 'string', group: 'identity', label: 'Public key', heading: 'Public key', width: 40 },
  { name: 'created_at', wire: 'number', quantity: 'moment', group: 'availability', label: 'Added', heading: 'Added', width: 16 },
  { name: 'deleted_at', wire: 'nullable', quantity: 'moment', group: 'availability', label: 'Deleted', heading: 'Deleted', width: 16 },
  { name: 'user_id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'User', heading: 'User', width: 8 },
] as const satisfies readonly Field[];

/** Their order is that of the fields. */
export const SSH_KEY_COLUMNS: ColumnSet = {
  columns: SSH_KEY_FIELDS.map(columnOf),
  keptLongest: SSH_KEY_FIELDS.map(({ name }) => name),
  pinned: 1,
};
