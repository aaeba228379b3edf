/** The page of the SSH keys of the account: an instance gets them when it is created. */

import { CALLS } from '../../../api/calls.ts';
import { keyName } from '../../../base/named-keys.ts';
import { SSH_KEY_COLUMNS } from '../../../catalogue/ssh-key-fields.ts';
import { recordList } from '../list-pane/record-list.tsx';

export const sshKeys = recordList({
  call: CALLS.sshKeys,
  noun: 'SSH key',
  table: 'small',
  columns: () => SSH_KEY_COLUMNS,
  emptyWords: [
    'Your account has no SSH key.',
    'An instance gets the keys of the account when it is created; without one you cannot log in to it.',
    `${keyName('sshKeys.refresh')} asks again.`,
  ],
  comparedAs: ({ id }) => `key ${id ?? '?'}`,
  title: ({ id }) => `SSH key ${id ?? '?'}`,
});
