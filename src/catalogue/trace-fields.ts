/** One row for every member of what was sent from here, as the journal tells it (docs/command-line.md, The journal), and its columns. */
import { type ColumnSet, columnOf } from './columns.ts';
import type { Field } from './field.ts';

/** `id` is that of what it was done to; `instance_id` that of an instance that was rented. */
export const TRACE_FIELDS = [
  { name: 'at', wire: 'string', group: 'other', label: 'When', heading: 'When', width: 20 },
  { name: 'by', wire: 'string', group: 'other', label: 'By', heading: 'By', width: 7 },
  { name: 'command', wire: 'string', group: 'other', label: 'Command', heading: 'Command', width: 8 },
  { name: 'agent', wire: 'string', group: 'other', label: 'Agent', heading: 'Agent', width: 12 },
  { name: 'plan', wire: 'string', group: 'other', label: 'Plan', heading: 'Plan', width: 24 },
  { name: 'kind', wire: 'string', group: 'other', label: 'What', heading: 'What', width: 15 },
  { name: 'id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Of', heading: 'Of', width: 10 },
  { name: 'instance_id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Instance', heading: 'Instance', width: 10 },
  { name: 'value', wire: 'string', group: 'other', label: 'Value', heading: 'Value', width: 16 },
  { name: 'outcome', wire: 'string', group: 'other', label: 'Outcome', heading: 'Outcome', width: 8 },
  { name: 'words', wire: 'string', group: 'other', label: 'Words', heading: 'Words', width: 30 },
] as const satisfies readonly Field[];

/** What tells one line from another. */
const CHIEF: readonly string[] = ['at', 'kind', 'id', 'outcome', 'by', 'agent'];

/** Their order is that of the fields. */
export const TRACE_COLUMNS: Pick<ColumnSet, 'columns' | 'keptLongest'> = {
  columns: TRACE_FIELDS.map(columnOf),
  keptLongest: [...new Set([...CHIEF, ...TRACE_FIELDS.map(({ name }) => name)])],
};
