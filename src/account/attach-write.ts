/** Letting an SSH key into instances and shutting it out of them as one kind of write. */
import { callOf } from '../api/call.ts';
import { CALLS, type WriteCall } from '../api/calls.ts';
import type { InstanceReceipt } from '../api/records/replies.ts';
import type { InstanceKeyRequest } from '../api/requests.ts';
import { named } from '../base/figures.ts';
import { readPublicKey } from '../catalogue/ssh-key-text.ts';
import type { Instance } from '../catalogue/values.ts';
import type { Target } from '../instances/change.ts';
import { INSTANCE_WRITE, targetLine } from '../instances/instance-write.ts';
import type { AttachChange } from '../storage/journal/changes.ts';
import { sendNoted } from '../writes/claimed-line.ts';
import { usualCommand, usualWords, type WriteKind } from '../writes/write-kind.ts';
import { publicKeyWords } from './ssh-key-write.ts';

/** The types of it; an instance has its own id for a key, by which it is detached. */
export type AttachWrite = {
  readonly name: AttachChange;
  readonly request: {
    readonly kind: AttachChange;
    readonly key: string;
    readonly keyIds?: Readonly<Record<number, number>>;
  };
  readonly row: Instance;
  readonly target: Target;
  readonly reply: InstanceReceipt;
};

/** The keys that an instance says it lets in, by its own ids for them. */
type InstanceKeys = readonly { readonly id: number; readonly public_key: string }[];

/** What instances say of that: each key once, with the id that each of them has for it; undefined where the service does not tell. */
export const keysLetIn = async (
  instanceIds: readonly number[],
  read: (instanceId: number) => Promise<InstanceKeys | undefined>,
): Promise<readonly { readonly key: string; readonly keyIds: Readonly<Record<number, number>> }[] | undefined> => {
  const found = new Map<string, { readonly key: string; readonly keyIds: Record<number, number> }>();
  for (const instanceId of instanceIds) {
    const keys = await read(instanceId);
    if (keys === undefined) return undefined;
    for (const { id, public_key: key } of keys) {
      const print = readPublicKey(key)?.fingerprint ?? key;
      const one = found.get(print) ?? { key, keyIds: {} };
      one.keyIds[instanceId] = id;
      found.set(print, one);
    }
  }
  return [...found.values()];
};

const CALL_OF: Readonly<Record<AttachChange, WriteCall<InstanceKeyRequest, InstanceReceipt>>> = {
  'attach-key': CALLS.attachSshKey,
  'detach-key': CALLS.detachSshKey,
};

const askedOf = ({ id: instanceId }: Target, { key, keyIds }: AttachWrite['request']): InstanceKeyRequest => ({
  ...{ instanceId, key, keyId: keyIds?.[instanceId] ?? 0 },
});

const { noun, list, targetsOf, keys } = INSTANCE_WRITE;

export const ATTACH_WRITE: WriteKind<AttachWrite> = {
  ...{ noun, list, targetsOf, keys },
  names: ['attach-key', 'detach-key'],
  title: (name, ids) =>
    name === 'attach-key'
      ? `Attach an SSH key to ${named(ids, 'instance')}`
      : `Detach an SSH key from ${named(ids, 'instance')}`,
  verb: ({ kind }) => (kind === 'attach-key' ? 'attach it to' : 'detach it from'),
  requestOf: () => ({ problem: 'Which key is meant is not said.' }),
  isSmall: (kind) => kind === 'attach-key',
  isSentAgain: true,
  refusal: ({ instance, id }) =>
    /\bkvm\b/.test(instance.image_uuid ?? '')
      ? `${id} is a virtual machine: it takes no key after its creation.`
      : undefined,
  call: (target, request) => callOf(CALL_OF[request.kind], askedOf(target, request)),
  send: (target, request, parts) => {
    const value = readPublicKey(request.key)?.fingerprint ?? '';
    const noted = { instanceId: target.id, kind: request.kind, value };
    return sendNoted(CALL_OF[request.kind], askedOf(target, request), noted, parts.journal.attachChanges, parts);
  },
  changes: ({ attachChanges }) => attachChanges,
  affected: ({ key }, { targets }) => [{ text: publicKeyWords(key), tone: 'strong' }, ...targets.map(targetLine)],
  consequences: ({ kind }) =>
    kind === 'attach-key'
      ? [{ text: 'Whoever has the private half can log in. A virtual machine takes no key after its creation.' }]
      : [
          {
            text: 'Whoever has the private half cannot log in any more with it; what is logged in stays.',
            tone: 'danger',
          },
        ],
  afterwards: (_, end) => (end === 'accepted' ? '' : 'gpudeck ssh-key show tells which keys the instance has.'),
  words: usualWords('An SSH key is still being sent', 'instances.change'),
  command: { ...usualCommand('instance'), record: (id, { kind }) => ({ instance_id: id, change: kind }) },
};
