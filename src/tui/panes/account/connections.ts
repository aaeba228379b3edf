/** The pane of cloud connections: those that the caller has set up, which are a few rows. */

import { CALLS } from '../../../api/calls.ts';
import { keyName } from '../../../base/named-keys.ts';
import { displayText } from '../../../catalogue/format.ts';
import { CONNECTION_COLUMNS } from '../../../catalogue/volume-columns.ts';
import { recordList } from '../list-pane/record-list.tsx';

export const connections = recordList({
  call: CALLS.connections,
  noun: 'connection',
  table: 'small',
  columns: () => CONNECTION_COLUMNS,
  emptyWords: [
    'You have no cloud connections.',
    'A cloud connection lets an instance read and write storage of yours. The ones you set up in the web console are listed here.',
    `${keyName('connections.refresh')} asks again.`,
  ],
  comparedAs: ({ name }) => displayText(name ?? '-'),
  title: ({ id, name }) => `Connection ${id ?? '?'}   ${name ?? ''}`,
});
