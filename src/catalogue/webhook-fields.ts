/** One row for every field of a webhook (docs/interface.md, Notification webhook), and the columns of them. */
import { type Column, type ColumnSet, columnOf } from './columns.ts';

import type { Field } from './field.ts';

/** Its secret is in no list. */
export const WEBHOOK_FIELDS = [
  { name: 'id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Webhook', heading: 'Webhook', width: 7 },
  { name: 'name', wire: 'string', group: 'identity', label: 'Name', heading: 'Name', width: 16 },
  { name: 'webhook_url', wire: 'string', group: 'network', label: 'Address', heading: 'Address', width: 32 },
  { name: 'event_types', wire: 'nullable', group: 'other', label: 'Types', heading: 'Types', width: 40 },
  { name: 'created_at', wire: 'number', quantity: 'moment', group: 'availability', label: 'Created', heading: 'Created', width: 16 },
  { name: 'updated_at', wire: 'number', quantity: 'moment', group: 'availability', label: 'Changed', heading: 'Changed', width: 16 },
  { name: 'user_id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'User', heading: 'User', width: 8 },
] as const satisfies readonly Field[];

/** Their order is that of the fields. */
export const WEBHOOK_COLUMNS: ColumnSet = {
  columns: WEBHOOK_FIELDS.map((field): Column => {
    const column = columnOf(field);
    if (field.name !== 'event_types') return column;
    return { ...column, cell: (record) => typesIn(record.event_types)?.join(' ') ?? column.cell(record) };
  }),
  keptLongest: WEBHOOK_FIELDS.map(({ name }) => name),
  pinned: 2,
};

const typesIn = (value: unknown): readonly string[] | undefined => (Array.isArray(value) ? value.map(String) : undefined);
