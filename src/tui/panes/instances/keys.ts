/** The keys of the list and of an open instance: those that begin a change to what is chosen, and the one that opens a shell on it. */
import type { Instance } from '../../../catalogue/values.ts';
import { type InstanceWrite, startOrStop, type Target } from '../../../instances/change.ts';
import type { ImageWrite } from '../../../instances/image-write.ts';
import { sshEndWords, sshRun, sshTold } from '../../../instances/ssh.ts';
import type { ChangeKind } from '../../../storage/journal/changes.ts';
import { type Binding, bind } from '../../keys/binding.ts';
import type { PaneNeeds } from '../pane.ts';
import type { RunningWrite } from '../write-page/site.ts';

export const targetOf = (instance: Instance): Target => ({ id: instance.id ?? Number.NaN, instance });

const MIXED = 'Unmark those that run, or all others: some are to be stopped, some started.';

/** The rows of the key table. */
export const changeKeys = (
  chosen: () => readonly Instance[],
  write: Pick<RunningWrite<InstanceWrite>, 'refusal' | 'begin'>,
): readonly Binding[] => {
  const begin = (kind: ChangeKind) => write.begin(kind, chosen().map(targetOf));
  const refusal = (kind: ChangeKind) => write.refusal(kind, chosen().map(targetOf));
  const key = (id: string, press: string, kind: ChangeKind, more: Parameters<typeof bind>[5]): Binding =>
    bind(`instances.${id}`, [press], kind, 'Change', () => begin(kind), {
      ...more,
      refusal: () => refusal(kind),
    });
  /** Whether all of them are to be started, or all to be stopped. */
  const either = () => {
    const kinds = new Set(chosen().map(startOrStop));
    if (kinds.size > 1) return undefined;
    return kinds.has('start') ? 'start' : 'stop';
  };
  const startOrStopAll = () => {
    const kind = either();
    if (kind !== undefined) begin(kind);
  };
  return [
    bind('instances.start-stop', ['S'], 'start / stop', 'Change', startOrStopAll, {
      help: 'start it, or stop it, whichever its state allows',
      words: ['pause', 'pay less', 'keep the disk'],
      isInFooter: true,
      refusal: () => {
        const kind = either();
        return kind === undefined ? MIXED : refusal(kind);
      },
    }),
    key('reboot', 'B', 'reboot', { words: ['restart'] }),
    key('recycle', 'Q', 'recycle', {
      help: 'make its container anew from its image',
      words: ['reset', 'clean', 'fresh', 'pull the image', 'start over'],
      isDestructive: true,
    }),
    key('destroy', 'X', 'destroy', {
      help: 'destroy it, with everything on its disk',
      words: ['stop paying', 'delete', 'terminate', 'remove', 'end'],
      isDestructive: true,
    }),
    key('label', 'e', 'label', { words: ['name', 'rename'] }),
    key('bid', 'b', 'bid', { help: 'bid another price', words: ['price'] }),
  ];
};

/** The row that gives it something else to run. */
export const imageKey = (
  chosen: () => readonly Instance[],
  write: Pick<RunningWrite<ImageWrite>, 'refusal' | 'begin'>,
): Binding =>
  bind('instances.image', ['U'], 'image', 'Change', () => write.begin('change-image', chosen().map(targetOf)), {
    help: 'give it another image or template in place',
    words: ['template', 'update', 'change the image'],
    refusal: () => write.refusal('change-image', chosen().map(targetOf)),
  });

export const shellKeys = (
  chosen: () => readonly Instance[],
  needs: Pick<PaneNeeds<never>, 'lendTerminal' | 'readOnlyReason' | 'run' | 'notify' | 'refuse'>,
): readonly Binding[] => {
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
    bind('instances.ssh', ['s'], 'ssh', 'Use', open, {
      tip: 'opens a shell',
      isInFooter: true,
      help: 'open a shell with ssh',
      words: ['get in', 'log in', 'shell', 'login', 'terminal', 'connect'],
      refusal: () => {
        const found = way();
        return 'problem' in found ? found.problem : undefined;
      },
    }),
  ];
};
