/** The key that opens a shell on an instance: the terminal is handed to the user's own ssh, and comes back. */
import type { Instance } from '../../../catalogue/values.ts';
import { sshEndWords, sshRun, sshTold } from '../../../instances/ssh.ts';
import { type Binding, bind } from '../../keys/binding.ts';
import type { PaneNeeds } from '../pane.ts';

type Needs = Pick<PaneNeeds<never>, 'lendTerminal' | 'readOnlyReason' | 'run' | 'notify' | 'refuse'>;

export const shellKeys = (chosen: () => readonly Instance[], needs: Needs): readonly Binding[] => {
  const { lendTerminal, readOnlyReason, run, notify, refuse } = needs;

  /** The instance and the call of ssh, or why there is none. */
  const way = () => {
    const [instance, ...others] = chosen();
    if (lendTerminal === undefined) return { problem: 'This terminal cannot be handed to another program.' };
    if (readOnlyReason !== undefined) return { problem: `${readOnlyReason} In a shell anything can be changed.` };
    if (instance === undefined) return { problem: 'There is no instance here.' };
    if (others.length > 0) return { problem: 'A shell is opened on one instance: unmark the others.' };
    const ssh = sshRun(instance);
    return 'problem' in ssh ? { problem: `Not by ssh: ${ssh.problem}.` } : { instance, ssh, lendTerminal };
  };

  const open = (): void => {
    const found = way();
    if ('problem' in found) return;
    const { instance, ssh } = found;
    run(async () => {
      const end = await found.lendTerminal({ ...ssh, told: sshTold(instance, ssh) });
      if (end === undefined) return;
      const isStarted = end.kind === 'exited' || end.kind === 'killed';
      (isStarted ? notify : refuse)(sshEndWords(instance, end));
    });
  };

  return [
    bind('instances.ssh', ['s'], 'ssh', 'Mark', open, {
      isInFooter: true,
      help: 'open a shell with ssh',
      words: ['shell', 'login', 'terminal', 'connect'],
      refusal: () => {
        const found = way();
        return 'problem' in found ? found.problem : undefined;
      },
    }),
  ];
};
