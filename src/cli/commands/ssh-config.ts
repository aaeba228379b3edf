/** `gpudeck ssh-config`: host blocks for the user's ssh_config, one for each instance that runs. */
import { CALLS } from '../../api/calls.ts';
import { sshConfig } from '../../instances/ssh.ts';
import { commandOf } from '../command.ts';
import { EXIT } from '../exit.ts';
import { writeText } from '../record-writer.ts';
import { addExamples } from '../shared-options.ts';

export const sshConfigCommand = commandOf<Record<never, never>>({
  effect: { does: 'reads', prints: { text: 'ssh_config' } },
  addOptions: (parser, onOptions) => {
    parser.action(() => onOptions({}));
    addExamples(parser, 'ssh-config > ~/.ssh/gpudeck.conf');
  },
  isServiceCalled: () => true,
  run: async (_options, io) => {
    const { listForCommand, withService } = await import('../with-service.ts');
    return withService(io, async ({ client }) => {
      const { records, isTruncated, isEndless } = await listForCommand(CALLS.instances, client, io);
      const why = isEndless
        ? 'the service names more pages, which bring no new record'
        : 'the service cut the list short';
      if (isTruncated) io.writeError(`gpudeck: ${why}: some instances may be missing\n`);
      await writeText(io.stdout, sshConfig(records));
      return EXIT.done;
    });
  },
});
