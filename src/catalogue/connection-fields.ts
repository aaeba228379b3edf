/** One row for every field of a cloud connection (docs/interface.md, Cloud connection). */
import type { Field } from './field.ts';

/** The three fields of a cloud connection. */
export const CONNECTION_FIELDS = [
  { name: 'id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Connection', heading: 'Id', width: 8 },
  { name: 'name', wire: 'string', group: 'identity', label: 'Name', heading: 'Name', width: 32 },
  { name: 'cloud_type', wire: 'string', group: 'identity', label: 'Type', heading: 'Type', width: 16 },
] as const satisfies readonly Field[];
