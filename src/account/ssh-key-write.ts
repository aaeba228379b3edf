/** Adding SSH keys to the account and deleting them as one kind of write. */
import { callOf } from '../api/call.ts';
import { CALLS, type WriteCall } from '../api/calls.ts';
import type { InstanceReceipt } from '../api/records/replies.ts';
import type { SshKeyRequest } from '../api/requests.ts';
import { named } from '../base/figures.ts';
import { printable } from '../base/printable.ts';
import { readPublicKey } from '../catalogue/ssh-key-text.ts';
import type { SshKey } from '../catalogue/values.ts';
import type { KeyChange } from '../storage/journal/changes.ts';
import { sendNoted } from '../writes/claimed-line.ts';
import { usualCommand, usualKeys, usualWords, type WriteKind } from '../writes/write-kind.ts';

/** A key of the list; one that is to be added has an id below zero, and is there once the list has it. */
type Target = { readonly id: number; readonly key: SshKey | undefined };

/** The types of it. */
export type SshKeyWrite = {
  readonly name: KeyChange;
  readonly request: { readonly kind: 'add-key'; readonly key: string } | { readonly kind: 'delete-key' };
  readonly row: SshKey;
  readonly target: Target;
  readonly reply: InstanceReceipt;
};

/** `ssh-ed25519  SHA256:...  name`. */
export const publicKeyWords = (text: string | null | undefined): string => {
  const read = readPublicKey(text ?? '');
  return read === undefined
    ? 'a key that cannot be read'
    : printable([read.type, read.fingerprint, read.comment].filter(Boolean).join('  '));
};

/** A key to be told from others: `ann@laptop  ssh-ed25519`, and its fingerprint. */
export const publicKeyParts = (text: string): { readonly words: string; readonly more: string } => {
  const { comment = '', type = '', fingerprint = '' } = readPublicKey(text) ?? { type: 'a key that cannot be read' };
  return { words: printable(`${comment || 'no name'}  ${type}`), more: fingerprint };
};

/** The id, below zero, under which the addition of a key is noted: that of its fingerprint. */
export const idOfNewKey = (text: string): number => {
  const bytes = Buffer.from(readPublicKey(text)?.fingerprint.slice('SHA256:'.length) ?? '', 'base64');
  return -1 - (bytes.length < 4 ? 0 : bytes.readUInt32BE() % 2_147_483_647);
};

const CALL_OF: Readonly<Record<KeyChange, WriteCall<SshKeyRequest, InstanceReceipt>>> = {
  'add-key': CALLS.addSshKey,
  'delete-key': CALLS.deleteSshKey,
};

const askedOf = ({ id: keyId }: Target, request: SshKeyWrite['request']): SshKeyRequest => ({
  keyId,
  key: 'key' in request ? request.key : '',
});

export const SSH_KEY_WRITE: WriteKind<SshKeyWrite> = {
  names: ['add-key', 'delete-key'],
  noun: 'SSH key',
  title: (name, ids) => (name === 'add-key' ? 'Add an SSH key' : `Delete ${named(ids, 'SSH key')}`),
  newName: (request) => ('key' in request ? readPublicKey(request.key)?.fingerprint : undefined),
  list: CALLS.sshKeys,
  targetsOf: (rows, ids) =>
    ids.flatMap((id) => {
      const key = rows.find((row) => (id < 0 ? idOfNewKey(row.key ?? '') : row.id) === id);
      return id < 0 || key !== undefined ? [{ id, key }] : [];
    }),
  requestOf: (kind) => (kind === 'delete-key' ? { kind } : { problem: 'Which key is to be added is not said.' }),
  isSmall: (kind) => kind === 'add-key',
  isNameEnough: true,
  // What the account has already is not sent.
  isSent: ({ id, key }) => id > 0 || key === undefined,
  verb: ({ kind }) => (kind === 'add-key' ? 'add' : 'delete'),

  call: (target, request) => callOf(CALL_OF[request.kind], askedOf(target, request)),
  send: (target, request, parts) => {
    const text = 'key' in request ? request.key : (target.key?.key ?? '');
    const noted = { instanceId: target.id, kind: request.kind, value: readPublicKey(text)?.fingerprint ?? '' };
    return sendNoted(CALL_OF[request.kind], askedOf(target, request), noted, parts.journal.keyChanges, parts);
  },
  changes: ({ keyChanges }) => keyChanges,

  affected: (request, { targets }) =>
    'key' in request
      ? [{ text: publicKeyWords(request.key), tone: 'strong' }]
      : targets.map(({ id, key }) => ({ text: `${id}  ${publicKeyWords(key?.key)}`, tone: 'strong' })),
  consequences: ({ kind }, targets) =>
    kind === 'add-key'
      ? [
          {
            text: 'Whoever has the private half gets into every instance that is created from then on. Attach it to those that are there.',
          },
        ]
      : [
          {
            text: `Instances that are created from then on do not get ${targets.length === 1 ? 'it' : 'them'}. Those that are there keep what they have: detach it there.`,
            tone: 'danger',
          },
        ],
  afterwards: (target, end) =>
    end === 'accepted' ? '' : `The list, read again, ${target?.key === undefined ? 'has no such key' : 'has it'}.`,
  isShownDone: ({ id, key }) => id < 0 && key !== undefined,
  words: {
    ...usualWords('An SSH key is still being sent', 'sshKeys.act'),
    none: 'there already',
    nothing: 'Nothing is to be sent: the account has this key already.',
    nothingToConfirm: 'Nothing is to be sent: the account has this key already.',
    shownDone: 'No answer came. The list, read again, has the key: it was added.',
  },
  keys: usualKeys('sshKeys', 'sshKeys.act', 'SSH key'),
  command: {
    ...usualCommand('SSH key'),
    nothing: 'there_already',
    record: (id, { kind }) => ({ ...(id > 0 && { ssh_key_id: id }), change: kind === 'add-key' ? 'add' : 'delete' }),
  },
};
