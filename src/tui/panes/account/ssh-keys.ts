/** The page of the SSH keys of the account, which are added and deleted here: an instance gets them when it is created. */

import { basename } from 'node:path';
import { publicKeysIn, readKeyOf } from '../../../account/key-file.ts';
import { idOfNewKey, publicKeyParts, SSH_KEY_WRITE, type SshKeyWrite } from '../../../account/ssh-key-write.ts';
import { CALLS } from '../../../api/calls.ts';
import { keyName } from '../../../base/named-keys.ts';
import { printable } from '../../../base/printable.ts';
import { type Column, columnOf } from '../../../catalogue/columns.ts';
import { SSH_KEY_COLUMNS } from '../../../catalogue/ssh-key-fields.ts';
import { readPublicKey } from '../../../catalogue/ssh-key-text.ts';
import type { SshKey } from '../../../catalogue/values.ts';
import { fileAt } from '../../../rentals/environment.ts';
import { bind } from '../../keys/binding.ts';
import { paragraph } from '../../ui/record-lines.ts';
import type { ChoosingPage } from '../write-page/choosing.ts';
import type { WritingPage } from '../write-page/state.ts';
import { writePage } from '../write-page/view.tsx';
import { type ListTools, listedIn, listWithPages, type PagedList } from './list-with-pages.ts';

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

type KeysPage = WritingPage<SshKeyWrite> | ChoosingPage<SshKeyWrite>;

type KeysState = PagedList<SshKey, KeysPage>;

const targetsOf = (keys: readonly SshKey[]) => keys.flatMap((key) => (key.id ? [{ id: key.id, key }] : []));

const writes = writePage<SshKeyWrite, KeysState, ListTools<SshKey>>(SSH_KEY_WRITE, {
  rows: listedIn,
  site: ({ askAgain }) => ({
    askAgain,
    refusal: (targets) => (targets.length === 0 ? 'There is no SSH key here.' : undefined),
    onAllAccepted: () => {},
  }),
  openers: (write, { chosen, renting, listed }, choose) => {
    const begun = (key: string) => ({
      targets: SSH_KEY_WRITE.targetsOf(listed(), [idOfNewKey(key)], 0, []),
      request: { kind: 'add-key', key } as const,
    });
    const optionOf = ({ file, key }: { readonly file: string; readonly key: string }) => {
      const { words, more } = publicKeyParts(key);
      return { words: `${words}  ${printable(basename(file))}`, more, ...begun(key) };
    };
    const add = () => {
      const options = publicKeysIn(fileAt('~/.ssh', renting.places)).map(optionOf);
      const found = options.length === 0 ? 'There is no public key in ~/.ssh' : 'Public keys in ~/.ssh';
      choose({
        name: 'add-key',
        title: 'Add an SSH key to the account',
        from: { said: `${found}; the file of another one can be typed.`, options },
        typed: (text) => {
          const read = readKeyOf(fileAt(text, renting.places));
          return 'problem' in read ? read : begun(read.key);
        },
      });
    };
    return [
      bind('sshKeys.add', ['a'], 'add', GROUP, add, {
        isInFooter: true,
        help: 'add a public SSH key of this machine',
        words: ['new', 'upload', 'public key'],
        refusal: () => write.refusal('add-key', [{ id: -1, key: undefined }]),
      }),
      bind('sshKeys.delete', ['X'], 'delete', GROUP, () => write.begin('delete-key', targetsOf(chosen())), {
        isDestructive: true,
        refusal: () => write.refusal('delete-key', targetsOf(chosen())),
      }),
    ];
  },
});

const GROUP = 'SSH key';

export const sshKeys = listWithPages<SshKey, KeysPage>(
  {
    call: CALLS.sshKeys,
    noun: 'SSH key',
    columns: () => COLUMNS,
    emptyWords: [
      'Your account has no SSH key.',
      `An instance gets the keys of the account when it is created; without one you cannot log in to it. ${keyName('sshKeys.add')} adds one.`,
      `${keyName('sshKeys.refresh')} asks again.`,
    ],
    comparedAs: ({ id }) => `key ${id ?? '?'}`,
    title: (record) => `SSH key ${record.id ?? '?'}   ${readIn(record)?.comment ?? ''}`,
    firstLines: (record, room) =>
      paragraph(readIn(record)?.fingerprint ?? 'It is no public key that can be read.', room),
    ownFirst: ['sshKeys.add', 'sshKeys.delete'],
  },
  [writes],
  ['addSshKey', 'deleteSshKey'],
);
