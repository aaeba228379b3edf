/** The pane of cloud connections: those that the caller has set up, which are a few rows. */
import { CALLS } from '../../api/calls.ts';
import { CONNECTION_COLUMNS } from '../../catalogue/volume-columns.ts';
import { recordList } from './list-pane/record-list.tsx';

export const connections = recordList({
  call: CALLS.connections,
  noun: 'connection',
  table: 'small',
  columns: () => CONNECTION_COLUMNS,
  emptyWords: [
    'You have no cloud connection.',
    'A cloud connection lets an instance read and write a storage of yours. Those that you set up in the web console would be listed here.',
    'R asks again.',
  ],
  title: ({ id, name }) => `Connection ${id ?? '?'}   ${name ?? ''}`,
});
