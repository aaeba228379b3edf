/** The rows that let an SSH key of the account into what is chosen, and shut out one that it lets in. */
import { ATTACH_WRITE, type AttachWrite, type InstanceKeys, keysToDetach } from '../../../account/attach-write.ts';
import { publicKeyParts } from '../../../account/ssh-key-write.ts';
import { CALLS } from '../../../api/calls.ts';
import type { Client } from '../../../api/client.ts';
import type { CallOptions } from '../../../api/http/caller.ts';
import type { Instance } from '../../../catalogue/values.ts';
import type { Target } from '../../../instances/change.ts';
import { type Binding, bind } from '../../keys/binding.ts';
import type { Choice, Options } from '../write-page/choosing.ts';
import type { RunningWrite } from '../write-page/site.ts';
import { targetOf } from './keys.ts';

type Asked = Promise<Options<AttachWrite>>;

const toAttach = async (targets: readonly Target[], client: Client, options: CallOptions): Asked => {
  const { records } = await client.list(CALLS.sshKeys, options);
  const keys = records.flatMap(({ key, deleted_at: deletedAt }) => (!key || deletedAt ? [] : [key]));
  return {
    said: keys.length === 0 ? 'The account has no SSH key: add one to it first.' : 'SSH keys of the account:',
    options: keys.map((key) => ({ ...publicKeyParts(key), targets, request: { kind: 'attach-key', key } })),
  };
};

/** Each key for those of them that let it in. */
const toDetach = async (targets: readonly Target[], client: Client, options: CallOptions): Asked => {
  const told = new Map<number, InstanceKeys>();
  for (const { id } of targets) {
    const keys = await client.read(CALLS.instanceKeys, id, options);
    if (keys === undefined) return { said: 'This service does not say which SSH keys an instance has.', options: [] };
    told.set(id, keys);
  }
  const found = keysToDetach(told);
  return {
    said: found.length === 0 ? 'No SSH key gets in.' : 'SSH keys that get in:',
    options: found.map(({ key, keyIds }) => {
      const having = targets.filter(({ id }) => keyIds[id] !== undefined);
      const { words, more } = publicKeyParts(key);
      const whose = targets.length === 1 ? '' : `  in ${having.length} of ${targets.length}`;
      return { words: words + whose, more, targets: having, request: { kind: 'detach-key', key, keyIds } };
    }),
  };
};

export const sshKeyKeys = (
  chosen: () => readonly Instance[],
  write: Pick<RunningWrite<AttachWrite>, 'refusal'>,
  choose: (choice: Choice<AttachWrite>) => void,
): readonly Binding[] => {
  const row = (name: AttachWrite['name'], key: string, label: string, more: Parameters<typeof bind>[5]) => {
    const targets = () => chosen().map(targetOf);
    const begin = () => {
      const those = targets();
      const [read, ask] =
        name === 'attach-key' ? (['sshKeys', toAttach] as const) : (['instanceKeys', toDetach] as const);
      choose({
        name,
        title: ATTACH_WRITE.title(
          name,
          those.map(({ id }) => id),
        ),
        from: { read, ask: (client, options) => ask(those, client, options) },
        typed: () => ({ problem: 'Type the number of one that is listed here.' }),
      });
    };
    return bind(`instances.${name}`, [key], label, 'Use', begin, {
      ...more,
      refusal: () => write.refusal(name, targets()),
    });
  };
  return [
    row('attach-key', 'a', 'attach a key', {
      help: 'let an SSH key of the account in',
      words: ['log in', 'access', 'public key'],
    }),
    row('detach-key', 'd', 'detach a key', {
      help: 'shut an SSH key out',
      words: ['lock out', 'revoke', 'public key'],
      isDestructive: true,
    }),
  ];
};
