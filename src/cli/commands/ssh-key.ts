/** `gpudeck ssh-key`: adds SSH keys to the account, deletes them, and lets them into instances. */
import { Argument, type Command as Parser } from 'commander';
import { commandOf } from '../command.ts';
import {
  addExamples,
  addWriteOptions,
  commandsBelow,
  each,
  instanceId,
  notEmpty,
  oneId,
  type WriteFlags,
  writeOptionsOf,
} from '../shared-options.ts';
import type { SshKeyOptions } from './ssh-key/run.ts';

/** The command. */
export const sshKey = commandOf<SshKeyOptions>({
  effect: {
    add: { does: 'writes', prints: { lines: 'change' } },
    delete: { does: 'writes', ends: true, prints: { lines: 'change' } },
    attach: { does: 'writes', prints: { lines: 'change' } },
    detach: { does: 'writes', ends: true, prints: { lines: 'change' } },
    show: { does: 'reads', prints: { text: 'public key' } },
  },
  addOptions: (parser, onOptions) => {
    const below = commandsBelow(parser, 'ssh-key');
    const instances = () => new Argument('<instance...>', 'ids of instances').argParser(each(instanceId));
    const key = () =>
      new Argument('<key>', 'id of a key of the account, or the file of a public key').argParser(notEmpty);
    addWriteOptions(
      below('add', 'add a public SSH key to the account', 'add ~/.ssh/id_ed25519.pub --yes').argument(
        '[file]',
        'file of the public key; absent: the only one in ~/.ssh',
        notEmpty,
      ),
    ).action((file: string | undefined, flags: WriteFlags) =>
      onOptions(writeOptionsOf([], { kind: 'add-key', file }, flags)),
    );
    const ids = new Argument('<id...>', 'ids of keys').argParser(each(oneId('an SSH key', 12)));
    addWriteOptions(below('delete', 'delete SSH keys of the account', 'delete 12 --yes').addArgument(ids)).action(
      (chosen: readonly number[], flags: WriteFlags) =>
        onOptions(writeOptionsOf(chosen, { kind: 'delete-key' }, flags)),
    );
    const onInstances = (inner: Parser, kind: 'attach-key' | 'detach-key') =>
      addWriteOptions(inner.addArgument(key()).addArgument(instances())).action(
        (named: string, chosen: readonly number[], flags: WriteFlags) =>
          onOptions(writeOptionsOf(chosen, { kind, key: named }, flags)),
      );
    addExamples(parser, 'ssh-key add ~/.ssh/id_ed25519.pub --yes', 'ssh-key attach 12 4711 --yes');
    onInstances(below('attach', 'let an SSH key into instances', 'attach 12 4711 --yes'), 'attach-key');
    onInstances(below('detach', 'shut an SSH key out of instances', 'detach 12 4711 --yes'), 'detach-key');
    below('show', 'print which SSH keys an instance lets in', 'show 4711')
      .argument('<instance>', 'its id', instanceId)
      .action((show: number) => onOptions({ show }));
  },
  isServiceCalled: () => true,
  run: async (options, io) => (await import('./ssh-key/run.ts')).runSshKey(options, io),
});
