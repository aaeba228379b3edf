/** `gpudeck ssh`: the user's own ssh to an instance, whose exit code is passed on. */
import { constants } from 'node:os';
import { CALLS } from '../../api/calls.ts';
import { printable } from '../../base/printable.ts';
import { isUserName, type SshRun, sshEndWords, sshExitCode, sshRun, USUAL_USER } from '../../instances/ssh.ts';
import { commandOf } from '../command.ts';
import { EXIT } from '../exit.ts';
import type { CommandIo } from '../io.ts';
import { addExamples, expecting, instanceId } from '../shared-options.ts';

type Options = {
  readonly id: number;
  /** What is run there instead of a shell; empty for a shell. */
  readonly command: readonly string[];
  readonly user: string;
};

/** The command. */
export const ssh = commandOf<Options>({
  effect: { does: 'writes', prints: { text: 'output of ssh' } },
  addOptions: (parser, onOptions) => {
    parser
      .argument('<id>', 'id of the instance', instanceId)
      .argument('[command...]', 'what to run there instead of a shell; put -- before it')
      .option('--user <name>', 'the user to be there', userName, USUAL_USER)
      .action((id: number, command: readonly string[], { user }: { user: string }) => onOptions({ id, command, user }));
    addExamples(parser, 'ssh 4711', 'ssh 4711 -- nvidia-smi -L');
  },
  isServiceCalled: () => true,
  run: async (options, io) => {
    const complain = (text: string): void => io.writeError(`gpudeck ssh: ${printable(text)}\n`);
    const { readOnlyReason } = io.setup;
    if (readOnlyReason !== undefined) {
      complain(`${readOnlyReason} In a shell anything can be changed.`);
      return EXIT.badUsage;
    }
    const found = await findInstance(options, io, complain);
    if (typeof found === 'number') return found;
    const end = await io.runSsh(found.run);
    if (end.kind === 'missing' || end.kind === 'failed') complain(sshEndWords(found.instance, end));
    return sshExitCode(end, constants.signals);
  },
});

/** The instance and how ssh is called for it, or the exit code after saying why there is none. The service is left by then. */
const findInstance = async ({ id, ...wish }: Options, io: CommandIo, complain: (text: string) => void) => {
  const { listForCommand, withService } = await import('../with-service.ts');
  const found: { readonly instance: { readonly id: number }; readonly run: SshRun }[] = [];
  const code = await withService(io, async ({ client }) => {
    const { records } = await listForCommand(CALLS.instances, client, io);
    const instance = records.find((record) => record.id === id);
    if (instance === undefined) {
      complain(`you rent no instance ${id}; gpudeck list instances shows those that you rent`);
      return EXIT.failed;
    }
    const run = sshRun(instance, wish);
    if ('problem' in run) {
      complain(`instance ${id} cannot be reached: ${run.problem}`);
      return EXIT.failed;
    }
    found.push({ instance: { id }, run });
    return EXIT.done;
  });
  return found[0] ?? code;
};

const userName = expecting('Expected the name of a user, such as root or ubuntu.', (text) =>
  isUserName(text) ? text : undefined,
);
