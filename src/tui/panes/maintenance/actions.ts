/** The maintenance pane's keys, and what they do. Its effects: announcing windows, and keeping the journal. */

import type { HostRow } from '../../../maintenance/machine-hosts.ts';
import type { QueueMeans } from '../../../maintenance/run-queue.ts';
import { type Binding, bind, footerOfAllowed, inFooter, type Layer } from '../../keys/binding.ts';
import { listBindings } from '../../keys/cursor.ts';
import { acceptKey, cancelKey, fieldLayer } from '../../keys/field.ts';
import { EDITING } from '../../keys/readline.ts';
import type { LineEdit } from '../../state/line.ts';
import type { Slice } from '../../state/slice.ts';
import { isDraftEmpty, machinesOf } from './draft.ts';
import { createHistoryBindings } from './history/actions.ts';
import { arrivingBindings } from './machines/arriving.ts';
import { machinesHandedOver } from './machines/handed-over.ts';
import {
  candidateToggled,
  foreignLeftOut,
  foreignOf,
  heldForgotten,
  hostsSeen,
  machineForgotten,
  machinesFound,
  userKnown,
} from './machines/state.ts';
import { candidateRows } from './measures.ts';
import { planBroughtBack, planPutAway } from './new-plan.ts';
import { readEarlier, readHistory } from './read-journal.ts';
import { categoryMoved, categoryPicked } from './reason/state.ts';
import { createReviewActions } from './review/actions.ts';
import type { Describe } from './review/lines.ts';
import { createSendingActions } from './sending/actions.ts';
import { cursorPlaced, type MaintenanceState, STEPS, type Step, timePassed } from './state.ts';
import {
  editingBegun,
  editingCancelled,
  LINE_MAXIMA,
  lineEdited,
  lineKept,
  pageTurned,
  stepEntered,
  stepLine,
} from './steps.ts';

/** Columns and rows of the screen that the pane has. */
type MaintenanceScreen = { readonly width: number; readonly height: number };

/** What the pane needs from outside. */
type MaintenanceNeeds = QueueMeans & {
  readonly slice: Slice<MaintenanceState>;
  readonly screen: () => MaintenanceScreen;
  /** Why nothing may be announced, as with `--read-only`; undefined when it may. */
  readonly refusal: () => string | undefined;
  /** Says why something could not be done. */
  readonly refuse: (reason: string) => void;
  /** Machines that hold something of the caller's, as far as they are known now. */
  readonly heldMachines: () => readonly number[];
  /** The user whom the key belongs to, where that is known. */
  readonly userId: () => number | undefined;
  readonly describe: Describe;
  /** Brings the pane to the front. */
  readonly openPane: () => void;
};

/** The pane's actions, as the root and other panes may call them. */
type MaintenanceActions = {
  /** The key layers in force while the pane is open, innermost first. */
  readonly layers: () => readonly Layer[];
  /** What Ctrl-C means in every pane while announcements are open. It stands in front of all other layers. */
  readonly stopLayers: () => readonly Layer[];
  /** Keeps the program from being quit by mistake meanwhile. It stands behind the layers of every pane. */
  readonly quitLayers: () => readonly Layer[];
  /** The pane was opened: the journal is read anew. */
  readonly open: () => void;
  /** Why the service in use must not be left now; undefined when it may. */
  readonly refusalToLeave: () => string | undefined;
  /** Rows of the service have come, which may tell whose machines are. */
  readonly rowsCame: (rows: readonly HostRow[]) => void;
  /** Plans maintenance for machines chosen in another pane, and opens this one. */
  readonly planFor: (machineIds: readonly number[], source: 'chosen' | 'held') => void;
  /** Another service or key is in use. */
  readonly serviceChanged: () => void;
};

/** Builds the pane's keys and actions. */
export const createMaintenanceActions = (needs: MaintenanceNeeds): MaintenanceActions => {
  const { slice, journal, clock, screen, refuse } = needs;
  const change = (transition: (state: MaintenanceState) => MaintenanceState) => slice.change(transition);
  const height = () => screen().height;
  const sending = createSendingActions({ ...needs, height });
  const review = createReviewActions({ ...needs, ...sending });
  const currentCandidate = () => slice.get().candidates[slice.get().candidateCursor.row];
  const edit = (label: string, keys: readonly string[] = ['enter', 'e']) =>
    bind('maintenance.edit', keys, label, 'Plan', () => change(editingBegun), inFooter);

  const leaveOutForeign = bind(
    'maintenance.leave-out-foreign',
    ['o'],
    "leave out other hosts'",
    'Plan',
    () => change(foreignLeftOut),
    {
      refusal: () => (foreignOf(slice.get()).length === 0 ? "None of them is known to be another host's." : undefined),
    },
  );

  const steps: Readonly<Record<Exclude<Step, 'sending' | 'receipts'>, readonly Binding[]>> = {
    machines: [
      edit('type ids'),
      bind('maintenance.pick', ['space'], 'pick', 'Plan', () => change(candidateToggled), {
        isInFooter: true,
        refusal: () => (currentCandidate() === undefined ? 'There is no machine to pick.' : undefined),
      }),
      bind('maintenance.forget', ['f'], 'forget a machine', 'Plan', () => forget(), {
        refusal: () =>
          currentCandidate()?.sources.includes('remembered') ? undefined : 'This machine is not a remembered one.',
      }),
      leaveOutForeign,
      ...listBindings('maintenance', (to) =>
        change((state) => {
          const extent = { count: state.candidates.length, height: candidateRows(height()) };
          return cursorPlaced(state, 'candidateCursor', to(state.candidateCursor, extent));
        }),
      ),
    ],
    start: [edit('type the start')],
    length: [edit('type the length')],
    reason: [
      bind('maintenance.pick', ['space'], 'pick', 'Plan', () => change(categoryPicked), inFooter),
      bind('maintenance.pick-and-type', ['enter'], 'pick, then reason', 'Plan', () => pickAndType(), inFooter),
      edit('reason', ['e']),
      bind('maintenance.down', ['down', 'j'], 'down', 'Move', () => change((state) => categoryMoved(state, 1))),
      bind('maintenance.up', ['up', 'k'], 'up', 'Move', () => change((state) => categoryMoved(state, -1))),
    ],
    review: [...review.bindings, leaveOutForeign],
  };
  const forward: readonly Binding[] = [
    bind('maintenance.next', ['tab', 'right', 'l'], 'next step', 'Plan', () => goTo(1), {
      isInFooter: true,
      refusal: () => refusalToGoOn(),
    }),
  ];
  /** From step to step: the footer of the last one offers a new plan, and that of the first one no way back. */
  const wizard = (step: Step): readonly Binding[] => [
    ...(step === 'receipts' ? [] : forward),
    bind('maintenance.new', ['n'], 'new plan', 'Plan', () => planAnew(), {
      refusal: () => sending.refusalWhileOpen() ?? refusalOfNew(),
      ...(step === 'receipts' && inFooter),
    }),
    bind('maintenance.bring-back', ['U'], 'bring back the plan', 'Plan', () => change(planBroughtBack), {
      help: 'bring back the plan that n put away',
      refusal: () =>
        sending.refusalWhileOpen() ?? (slice.get().putAway === undefined ? 'No plan was put away.' : undefined),
    }),
    bind(
      'maintenance.back',
      ['shift-tab', 'left', 'h', 'escape'],
      'step back',
      'Plan',
      () => goTo(-1),
      step === 'machines' ? {} : inFooter,
    ),
  ];
  const pages: readonly Binding[] = [
    bind('maintenance.page', [']', '['], 'announce / history', 'Look', () => turnPage(), inFooter),
    bind('maintenance.refresh', ['R'], 'read the journal', 'Look', () => open()),
  ];
  const editing = () =>
    fieldLayer({
      owner: 'maintenance',
      line: () => stepLine(slice.get()),
      change: editLine,
      maximum: LINE_MAXIMA[slice.get().step],
      accept: acceptKey('maintenance.keep', keepLabel(), keep),
      cancel: cancelKey('maintenance.leave', () => change(editingCancelled)),
      own: [
        bind('maintenance.edit-next', ['tab'], 'next step', EDITING, () => goTo(1), {
          isInFooter: true,
          refusal: () => refusalToGoOn(),
        }),
        bind('maintenance.edit-back', ['shift-tab'], 'step back', EDITING, () => goTo(-1)),
      ],
    });
  const history = createHistoryBindings({ slice, journal, height, refuse, leave: () => turnPage() });

  const lookAtClock = () => change((state) => timePassed(state, clock.now()));

  const forget = () => {
    const access = journal();
    const machineId = currentCandidate()?.machineId;
    if (machineId === undefined || 'problem' in access) return;
    const problem = access.machines.forget(machineId);
    if (problem === undefined) change((state) => machineForgotten(state, machineId));
    else refuse(problem);
  };

  const refusalOfNew = () => {
    const { step, queue, draft } = slice.get();
    const isNew = step === 'machines' && queue === undefined && isDraftEmpty(draft);
    return isNew ? 'This is a new plan already: nothing is in it.' : undefined;
  };

  const planAnew = () => {
    const before = slice.get().putAway;
    change(planPutAway);
    open();
    const { putAway } = slice.get();
    if (putAway !== undefined && putAway !== before) refuse('The plan was not sent and is put away: U brings it back.');
  };

  const pickAndType = () => change((state) => editingBegun(categoryPicked(state)));

  const goTo = (direction: 1 | -1) => {
    const step = STEPS[STEPS.indexOf(slice.get().step) + direction];
    lookAtClock();
    if (step === undefined) return;
    change((state) => stepEntered(state, step));
    lookBack();
  };

  /** The review stands on what the journal knows at the moment. */
  const lookBack = () => {
    keepHosts();
    if (slice.get().step === 'review') readEarlier(needs);
  };

  const refusalToGoOn = () => {
    const { step, queue } = slice.get();
    return step === 'review' && queue === undefined
      ? 'Nothing is sent before it is confirmed: Enter, then type what is asked.'
      : undefined;
  };

  const turnPage = () => {
    open();
    change(pageTurned);
  };

  const open = () => {
    const access = journal();
    lookAtClock();
    readHistory(needs);
    if (!('problem' in access)) change((state) => machinesFound(state, access.machines.list(), 'remembered'));
    change((state) => machinesFound(state, needs.heldMachines(), 'held'));
    if (!('problem' in access)) {
      const kept = access.machineHosts.list().map(([machine_id, host_id]) => ({ machine_id, host_id }));
      // What this run has seen is newer.
      const isNews = ({ machine_id: id }: { readonly machine_id: number }) => slice.get().hosts[id] === undefined;
      change((state) => hostsSeen(state, kept.filter(isNews)));
    }
    change((state) => userKnown(state, needs.userId()));
    keepHosts();
  };

  /** Of the machines that matter here a later run shall know whose they are, whatever rows it has. */
  const keepHosts = () => {
    const access = journal();
    const { hosts, candidates, draft } = slice.get();
    if ('problem' in access) return;
    const machineIds = new Set([...candidates.map(({ machineId }) => machineId), ...machinesOf(draft)]);
    access.machineHosts.remember(
      [...machineIds].flatMap((id) => (hosts[id] === undefined ? [] : [[id, hosts[id]] as const])),
    );
  };

  const editLine = (to: LineEdit) => {
    lookAtClock();
    change((state) => {
      const line = stepLine(state);
      return line === undefined ? state : lineEdited(state, to(line));
    });
  };

  /** Enter in a line: what was typed is kept, and where it lacks nothing it is acted upon. */
  const keep = () => {
    lookAtClock();
    const { step } = slice.get();
    if (step === 'review') review.confirm();
    else if (step === 'sending') sending.confirmRepeat();
    else change(lineKept);
    if (step === 'reason' || step === 'machines') lookBack();
  };

  /** Enter in a line says what it does: on the review and in the sending, people are notified by it. */
  const keepLabel = () => {
    const { step } = slice.get();
    if (step === 'review') return review.confirmLabel();
    return step === 'sending' ? 'send it once more' : 'accept';
  };

  const guarded = (bindings: readonly Binding[]): readonly Binding[] =>
    bindings.map((binding) => ({ ...binding, refusal: () => needs.refusal() ?? binding.refusal?.() }));

  return {
    open,
    stopLayers: sending.stopLayers,
    quitLayers: sending.quitLayers,
    refusalToLeave: sending.refusalWhileOpen,
    rowsCame: (rows) => change((state) => hostsSeen(state, rows)),
    serviceChanged: () => change(heldForgotten),
    planFor: (machineIds, source) => {
      const reason = needs.refusal() ?? sending.refusalWhileOpen();
      if (reason !== undefined) {
        refuse(reason);
        return;
      }
      change((state) => machinesHandedOver(state, machineIds, source));
      needs.openPane();
    },
    layers: () => {
      const { page, step, isEditing, arriving } = slice.get();
      if (arriving !== undefined) return [{ bindings: arrivingBindings(change) }];
      if (page === 'history') return [{ bindings: [...history(), ...pages] }];
      if (isEditing) return [editing()];
      const own = step === 'sending' || step === 'receipts' ? sending.bindings() : steps[step];
      return [{ bindings: [...footerOfAllowed(guarded([...own, ...wizard(step)])), ...pages] }];
    },
  };
};
