/** The columns of an instance that are told by others than the service's record of it: its lease, and what its host wants more. */
import { type Column, columnOf } from './columns.ts';

/** What is said beside an instance, by its id: first when its lease ends and what is done then, third how much more its host wants a month, $. */
export type CellsBeside = Readonly<Record<string, readonly string[]>>;

export const dearerColumn = (beside: CellsBeside): Column => ({
  ...columnOf({ name: 'dearer', group: 'price', label: 'Costs more a month', heading: 'More $/mo', width: 9 }),
  align: 'right',
  sortField: undefined,
  cell: ({ id }) => beside[String(id)]?.[2] ?? '',
  tone: () => 'warning',
});

export const leaseColumn = (leases: CellsBeside): Column => ({
  ...columnOf({ name: 'lease', group: 'availability', label: 'Rented until', heading: 'Rented until', width: 17 }),
  sortField: undefined,
  cell: ({ id }) => leases[String(id)]?.[0] ?? '',
  tone: ({ id }) => (leases[String(id)]?.[0]?.startsWith('!') ? 'danger' : undefined),
});
