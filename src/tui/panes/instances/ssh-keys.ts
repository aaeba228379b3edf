/** The rows that let an SSH key of the account into what is chosen, and shut out one that it lets in. */
import { ATTACH_WRITE, type AttachWrite, keysLetIn } from '../../../account/attach-write.ts';
import { publicKeyParts } from '../../../account/ssh-key-write.ts';
import { CALLS } from '../../../api/calls.ts';
import type { Instance } from '../../../catalogue/values.ts';
import type { Target } from '../../../instances/change.ts';
import { type Binding, bind } from '../../keys/binding.ts';
import type { Asking, Choice } from '../write-page/choosing.ts';
import type { RunningWrite } from '../write-page/site.ts';
import { targetOf } from './keys.ts';

type From = (targets: readonly Target[]) => Asking<AttachWrite>;

/** Keys of the account, for all of them. */
const toAttach: From = (targets) => ({
  read: 'sshKeys',
  ask: async (client, options) => {
    const { records } = await client.list(CALLS.sshKeys, options);
    const keys = records.flatMap(({ key, deleted_at: deletedAt }) => (!key || deletedAt ? [] : [key]));
    return {
      said: keys.length === 0 ? 'The account has no SSH key: add one to it first.' : 'SSH keys of the account:',
      options: keys.map((key) => ({ ...publicKeyParts(key), targets, request: { kind: 'attach-key', key } })),
    };
  },
});

/** Keys that get in, each for those of them that let it in. */
const toDetach: From = (targets) => ({
  read: 'instanceKeys',
  ask: async (client, options) => {
    const ids = targets.map(({ id }) => id);
    const found = await keysLetIn(ids, (id) => client.read(CALLS.instanceKeys, id, options));
    if (found === undefined) return { said: 'This service does not say which SSH keys get in.', options: [] };
    return {
      said: found.length === 0 ? 'No SSH key gets in.' : 'SSH keys that get in:',
      options: found.map(({ key, keyIds }) => {
        const having = targets.filter(({ id }) => keyIds[id] !== undefined);
        const { words, more } = publicKeyParts(key);
        const whose = targets.length === 1 ? '' : `  in ${having.length} of ${targets.length}`;
        return { words: words + whose, more, targets: having, request: { kind: 'detach-key', key, keyIds } };
      }),
    };
  },
});

export const sshKeyKeys = (
  chosen: () => readonly Instance[],
  write: Pick<RunningWrite<AttachWrite>, 'refusal'>,
  choose: (choice: Choice<AttachWrite>) => void,
): readonly Binding[] => {
  const targets = () => chosen().map(targetOf);
  const row = (name: AttachWrite['name'], key: string, from: From, help: string) => {
    const begin = () => {
      const ids = targets().map(({ id }) => id);
      choose({ name, title: ATTACH_WRITE.title(name, ids), from: from(targets()) });
    };
    return bind(`instances.${name}`, [key], name.replace('-', ' '), 'Use', begin, {
      help,
      words: ['ssh key', 'public key', 'log in', 'access', 'revoke'],
      ...(name === 'detach-key' && { isDestructive: true }),
      refusal: () => write.refusal(name, targets()),
    });
  };
  return [
    row('attach-key', 'a', toAttach, 'let an SSH key of the account in'),
    row('detach-key', 'd', toDetach, 'shut an SSH key out'),
  ];
};
