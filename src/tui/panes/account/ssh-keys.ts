/** The page of the SSH keys of the account: an instance gets them when it is created. */

import { CALLS } from '../../../api/calls.ts';
import { keyName } from '../../../base/named-keys.ts';
import { type Column, columnOf } from '../../../catalogue/columns.ts';
import { SSH_KEY_COLUMNS } from '../../../catalogue/ssh-key-fields.ts';
import { readPublicKey } from '../../../catalogue/ssh-key-text.ts';
import { paragraph } from '../../ui/record-lines.ts';
import { recordList } from '../list-pane/record-list.tsx';

/** What the text of a key says. */
const readIn = ({ key }: Readonly<Record<string, unknown>>) => readPublicKey(typeof key === 'string' ? key : '');

const SAID = (
  [
    ['type', 'Type', 'Type', 12],
    ['comment', 'Comment', 'Comment', 13],
    ['fingerprint', 'Fingerprint', 'Fingerprint', 50],
  ] as const
).map(
  ([name, label, heading, width]): Column => ({
    ...columnOf({ name, wire: 'string', group: 'identity', label, heading, width }),
    sortField: undefined,
    cell: (record) => readIn(record)?.[name] ?? '',
  }),
);

const [ID, KEY, ...REST] = SSH_KEY_COLUMNS.columns;
const ALL = [ID, ...SAID, ...REST, KEY].filter((column) => column !== undefined);
const COLUMNS = {
  columns: ALL,
  keptLongest: ['id', 'comment', 'fingerprint', 'type', 'created_at'],
  pinned: 1,
};

export const sshKeys = recordList({
  call: CALLS.sshKeys,
  noun: 'SSH key',
  columns: () => COLUMNS,
  emptyWords: [
    'Your account has no SSH key.',
    'An instance gets the keys of the account when it is created; without one you cannot log in to it. gpudeck ssh-key add adds one.',
    `${keyName('sshKeys.refresh')} asks again.`,
  ],
  comparedAs: ({ id }) => `key ${id ?? '?'}`,
  title: (record) => `SSH key ${record.id ?? '?'}   ${readIn(record)?.comment ?? ''}`,
  firstLines: (record, room) => paragraph(readIn(record)?.fingerprint ?? 'It is no public key that can be read.', room),
});
