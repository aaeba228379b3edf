/** The sending of a plan that was confirmed: the keys of the queue and of its receipts, and what they do. */
import type { Plan } from '../../../maintenance/plan.ts';
import {
  isOpen,
  isWorking,
  itemRepeated,
  nextWaiting,
  type Queue,
  queueContinued,
  queueOf,
  queuePaused,
  queueStopped,
} from '../../../maintenance/queue.ts';
import { createQueueRunner } from '../../../maintenance/run-queue.ts';
import type { Announcement } from '../../../storage/journal/announcements.ts';
import { confirmationProblem } from '../../../writes/confirmation.ts';
import { type Binding, bind, confirming, destructive, inFooter, type Layer } from '../../keys/binding.ts';
import { atStart } from '../../state/cursor.ts';
import { lineOf, lineOpened } from '../../state/line.ts';
import type { PaneNeeds } from '../pane.ts';
import { listKeys } from './measures.ts';
import { editingEnded, type MaintenanceState, stepOpened, timePassed, withoutProblem } from './state.ts';

/**
 * Something happened in the queue: a cursor on the announcement before follows the one that goes out; where nothing is left to do,
 * the receipts follow.
 */
const queueChanged = (state: MaintenanceState, transition: (queue: Queue) => Queue): MaintenanceState => {
  if (state.queue === undefined) return state;
  const queue = transition(state.queue);
  const isJustDone = queue.mode.kind === 'done' && state.queue.mode.kind !== 'done';
  const place = placeSent(queue);
  const isFollowing = place !== placeSent(state.queue) && place > 0 && state.queueCursor.row === place - 1;
  const next = { ...state, queue, ...(isFollowing && { queueCursor: { ...state.queueCursor, row: place } }) };
  return isJustDone && state.step === 'sending' ? { ...stepOpened(next, 'receipts'), queueCursor: atStart } : next;
};

/** Place of the announcement that is out; -1 for none. */
const placeSent = ({ items }: Queue): number => items.findIndex(({ fate }) => fate.stage === 'sending');

/**
 * Builds it. `onNoted` is told that what became of an announcement is in the journal, `onAnnounced` that it was the last one of a
 * queue: the service lists other windows now.
 */
export const createSending = (
  needs: PaneNeeds<MaintenanceState>,
  { onNoted, onAnnounced }: { readonly onNoted: () => void; readonly onAnnounced: () => void },
) => {
  const { slice, clock, notify, refuse } = needs;
  const queue = () => slice.get().queue;
  const change = (transition: (queue: Queue) => Queue) => slice.change((state) => queueChanged(state, transition));
  const runner = createQueueRunner(needs, {
    queue,
    change: (transition) => slice.change((state) => timePassed(queueChanged(state, transition), clock.now())),
    onNoted: () => {
      onNoted();
      const current = queue();
      if (current !== undefined && nextWaiting(current) === undefined) onAnnounced();
    },
  });
  const refusalWhileOpen = () => {
    const current = queue();
    return current !== undefined && isOpen(current) ? 'Announcements are still open: Ctrl-C stops them.' : undefined;
  };
  /** The announcement that the queue asks about. */
  const asked = () => {
    const current = queue();
    return current?.mode.kind === 'asking' ? current.items[current.mode.about] : undefined;
  };

  const resume = (transition: (queue: Queue) => Queue) => {
    change(transition);
    if (queue()?.mode.kind !== 'running') return;
    slice.change((state) => (state.step === 'receipts' ? stepOpened(state, 'sending') : state));
    runner.goOn();
  };
  const pauseOrResume = () => {
    if (queue()?.mode.kind !== 'running') {
      resume(queueContinued);
      return;
    }
    change(queuePaused);
    runner.hold();
  };
  /** A plain no is sent again at once; what may have reached people is sent again only when its machine's id is typed. */
  const sendAgain = () => {
    const stage = asked()?.fate.stage;
    if (stage === 'unknown' || stage === 'before')
      slice.change((state) => ({ ...withoutProblem(state), repeating: lineOpened(lineOf('')), isEditing: true }));
    else resume(itemRepeated);
  };
  const confirmRepeat = () => {
    const { repeating } = slice.get();
    const item = asked();
    if (item === undefined || repeating === undefined) return;
    const problem = confirmationProblem({ ids: [item.request.machineId], noun: 'machine' }, repeating.text);
    slice.change(editingEnded);
    if (problem === undefined) resume(itemRepeated);
    else refuse(problem);
  };
  const stop = () => {
    change(queueStopped);
    runner.hold();
    const current = queue();
    const isAwaiting = current !== undefined && isWorking(current);
    notify(isAwaiting ? 'Stopping after the pending answer.' : 'Stopped: no more announcements are sent.');
  };

  const ending = bind('maintenance.stop', ['x'], 'stop', 'Queue', stop, destructive);
  const asking: readonly Binding[] = [
    bind('maintenance.go-on', ['c'], 'skip, continue', 'Queue', () => resume(queueContinued), confirming),
    bind('maintenance.again', ['a'], 'send it again', 'Queue', sendAgain, confirming),
    ending,
  ];
  const working: readonly Binding[] = [
    bind('maintenance.pause', ['p'], 'pause / continue', 'Queue', pauseOrResume, inFooter),
    ending,
  ];
  const resting: readonly Binding[] = [
    bind('maintenance.resume', ['p'], 'send the rest', 'Queue', () => resume(queueContinued), confirming),
  ];
  const controls = (): readonly Binding[] => {
    const current = queue();
    if (current === undefined) return [];
    if (current.mode.kind === 'asking') return asking;
    if (isOpen(current)) return working;
    return nextWaiting(current) === undefined ? [] : resting;
  };
  const moving = listKeys('queueCursor', needs);
  const stopping: readonly Binding[] = [bind('maintenance.stop-queue', ['ctrl-c'], 'stop', 'Queue', stop, inFooter)];
  const staying: readonly Binding[] = [
    bind('maintenance.stay', ['q'], 'quit', 'Program', () => {}, { refusal: refusalWhileOpen }),
  ];

  return {
    /** What works on the sending and on the receipts, as the queue stands. */
    bindings: (): readonly Binding[] => [...controls(), ...moving],
    /** Why another queue cannot begin now; undefined when it can. */
    refusalWhileOpen,
    /** The id that repeats an announcement of unknown outcome was typed. */
    confirmRepeat,
    /** Announces a plan that was confirmed in view of the announcements that are `known`. */
    begin: (plan: Plan, known: readonly Announcement[]): void => {
      slice.change((state) => ({
        ...stepOpened(state, 'sending'),
        confirmation: lineOf(''),
        queue: queueOf(plan, clock.now(), known),
        queueCursor: atStart,
      }));
      runner.goOn();
    },
    /** What Ctrl-C means in every pane while a queue is open: it stops the queue. */
    stopLayers: (): readonly Layer[] =>
      refusalWhileOpen() !== undefined && queue()?.mode.kind !== 'stopped' ? [{ bindings: stopping }] : [],
    /** Keeps the program from being quit by mistake while a queue is open. */
    quitLayers: (): readonly Layer[] => (refusalWhileOpen() === undefined ? [] : [{ bindings: staying }]),
  };
};
