/** The keys of the sending and its receipts, and what they do to the queue. */

import type { Plan } from '../../../../maintenance/plan.ts';
import {
  isOpen,
  isWorking,
  itemRepeated,
  nextWaiting,
  queueContinued,
  queueOf,
  queuePaused,
  queueStopped,
} from '../../../../maintenance/queue.ts';
import { createQueueRunner, type QueueMeans } from '../../../../maintenance/run-queue.ts';
import type { Announcement } from '../../../../storage/journal/announcements.ts';
import { confirmationProblem } from '../../../../writes/confirmation.ts';
import { type Binding, bind, confirming, destructive, inFooter, type Layer } from '../../../keys/binding.ts';
import { type ListMove, listBindings } from '../../../keys/moving.ts';
import type { Slice } from '../../../state/slice.ts';
import { queueRows, receiptRows } from '../measures.ts';
import { readHistory } from '../read-journal.ts';
import { cursorPlaced, type MaintenanceState, timePassed } from '../state.ts';
import { editingEnded, stepOpened } from '../steps.ts';
import { queueBegun, queueChanged, repeatAsked } from './state.ts';

/** What the queue's keys need from outside. */
type SendingNeeds = QueueMeans & {
  readonly slice: Slice<MaintenanceState>;
  /** Height of the pane in rows. */
  readonly height: () => number;
  /** Why nothing may be announced; undefined when it may. */
  readonly refusal: () => string | undefined;
  /** Told that the last one of a queue was announced, or was not: the service lists other windows now. */
  readonly onAnnounced: () => void;
  /** Says why something could not be done. */
  readonly refuse: (reason: string) => void;
};

/** The queue's keys and actions. */
type SendingActions = {
  /** What works on the sending and on the receipts, as the queue stands. */
  readonly bindings: () => readonly Binding[];
  /** What Ctrl-C means in every pane while a queue is open: it stops the queue. */
  readonly stopLayers: () => readonly Layer[];
  /** Keeps the program from being quit by mistake while a queue is open. */
  readonly quitLayers: () => readonly Layer[];
  /** Why another queue cannot begin now; undefined when it can. */
  readonly refusalWhileOpen: () => string | undefined;
  /** Announces a plan that was confirmed in view of the announcements that are `known`. */
  readonly begin: (plan: Plan, known: readonly Announcement[]) => void;
  /** The id that repeats an announcement of unknown outcome was typed. */
  readonly confirmRepeat: () => void;
};

/** Builds the keys and actions of the queue. */
export const createSendingActions = (needs: SendingNeeds): SendingActions => {
  const { slice, notify, refuse } = needs;
  const queue = () => slice.get().queue;
  const runner = createQueueRunner(needs, {
    queue,
    change: (transition) => slice.change((state) => timePassed(queueChanged(state, transition), needs.clock.now())),
    timeZone: () => slice.get().timeZone,
    onNoted: () => {
      readHistory(needs);
      const current = queue();
      if (current !== undefined && nextWaiting(current) === undefined) needs.onAnnounced();
    },
  });
  const refusalWhileOpen = () => {
    const current = queue();
    return current !== undefined && isOpen(current) ? 'Announcements are still open: Ctrl-C stops them.' : undefined;
  };

  const moving = listBindings('maintenance', (to) => move(to));
  const asking: readonly Binding[] = [
    bind('maintenance.go-on', ['c'], 'skip, continue', 'Queue', () => resume(queueContinued), confirming),
    bind('maintenance.again', ['a'], 'send it again', 'Queue', () => sendAgain(), confirming),
  ];
  const working: readonly Binding[] = [
    bind('maintenance.pause', ['p'], 'pause / continue', 'Queue', () => pauseOrResume(), inFooter),
  ];
  const ending: readonly Binding[] = [bind('maintenance.stop', ['x'], 'stop', 'Queue', () => stop(), destructive)];
  const resting: readonly Binding[] = [
    bind('maintenance.resume', ['p'], 'send the rest', 'Queue', () => resume(queueContinued), confirming),
  ];
  const stopping: readonly Binding[] = [
    bind('maintenance.stop-queue', ['ctrl-c'], 'stop', 'Queue', () => stop(), inFooter),
  ];
  const staying: readonly Binding[] = [
    bind('maintenance.stay', ['q'], 'quit', 'Program', () => {}, { refusal: refusalWhileOpen }),
  ];

  const controls = (): readonly Binding[] => {
    const current = queue();
    if (current === undefined) return [];
    if (current.mode.kind === 'asking') return [...asking, ...ending];
    if (isOpen(current)) return [...working, ...ending];
    return nextWaiting(current) === undefined ? [] : resting;
  };

  const pauseOrResume = () => {
    if (queue()?.mode.kind !== 'running') {
      resume(queueContinued);
      return;
    }
    slice.change((state) => queueChanged(state, queuePaused));
    runner.hold();
  };

  const resume = (transition: typeof queueContinued) => {
    slice.change((state) => queueChanged(state, transition));
    if (queue()?.mode.kind !== 'running') return;
    slice.change((state) => (state.step === 'receipts' ? stepOpened(state, 'sending') : state));
    runner.goOn();
  };

  /** A plain no is sent again at once; what may have reached people is sent again only when its machine's id is typed. */
  const sendAgain = () => {
    const current = queue();
    if (current?.mode.kind !== 'asking') return;
    const stage = current.items[current.mode.about]?.fate.stage;
    if (stage === 'unknown' || stage === 'before') slice.change(repeatAsked);
    else resume(itemRepeated);
  };

  const confirmRepeat = () => {
    const { queue: current, repeating } = slice.get();
    const item = current?.mode.kind === 'asking' ? current.items[current.mode.about] : undefined;
    if (item === undefined || repeating === undefined) return;
    const problem = confirmationProblem({ ids: [item.request.machineId], noun: 'machine' }, repeating.text);
    slice.change(editingEnded);
    if (problem === undefined) resume(itemRepeated);
    else refuse(problem);
  };

  const stop = () => {
    slice.change((state) => queueChanged(state, queueStopped));
    runner.hold();
    const current = queue();
    const isAwaiting = current !== undefined && isWorking(current);
    notify(isAwaiting ? 'Stopping after the pending answer.' : 'Stopped: no more announcements are sent.');
  };

  const move = (to: ListMove) =>
    slice.change((state) => {
      const count = state.queue?.items.length ?? 0;
      const rows =
        state.step === 'receipts'
          ? receiptRows(count, needs.height())
          : queueRows(needs.height(), state.queue?.mode.kind === 'asking');
      return cursorPlaced(state, 'queueCursor', to(state.queueCursor, { count, height: rows }));
    });

  return {
    bindings: () => [...controls(), ...moving],
    refusalWhileOpen,
    confirmRepeat,
    begin: (plan, known) => {
      slice.change((state) => queueBegun(state, queueOf(plan, needs.clock.now(), known)));
      runner.goOn();
    },
    stopLayers: () =>
      refusalWhileOpen() !== undefined && queue()?.mode.kind !== 'stopped' ? [{ bindings: stopping }] : [],
    quitLayers: () => (refusalWhileOpen() === undefined ? [] : [{ bindings: staying }]),
  };
};
