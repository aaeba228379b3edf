/** The maintenance pane's keys, and what they do. Its effects: announcing windows, and keeping the journal. */

import type { HostRow } from '../../../maintenance/machine-hosts.ts';
import type { QueueMeans } from '../../../maintenance/run-queue.ts';
import { type Binding, bind, footerOfAllowed, inFooter, type Layer } from '../../keys/binding.ts';
import { isDraftEmpty } from './draft.ts';
import { createHistoryBindings } from './history/actions.ts';
import { createMachinesBindings, leaveOutForeign } from './machines/actions.ts';
import { arrivingBindings } from './machines/arriving.ts';
import { machinesHandedOver } from './machines/handed-over.ts';
import { type MachinesReading, readMachines } from './machines/read-machines.ts';
import { heldForgotten, hostsSeen } from './machines/state.ts';
import { planBroughtBack, planPutAway } from './new-plan.ts';
import type { OwnPages } from './own/pages.ts';
import { readHistory } from './read-journal.ts';
import { categoryMoved, categoryPicked } from './reason/state.ts';
import { createReviewActions } from './review/actions.ts';
import type { Describe } from './review/lines.ts';
import { createSendingActions } from './sending/actions.ts';
import { type MaintenanceState, type Step, timePassed } from './state.ts';
import { createStepActions } from './step-actions.ts';
import { editingBegun, pageTurned } from './steps.ts';
import type { Withdrawing } from './withdrawing.ts';

/** Columns and rows of the screen that the pane has. */
type MaintenanceScreen = { readonly width: number; readonly height: number };

/** What the pane needs from outside. */
type MaintenanceNeeds = QueueMeans &
  MachinesReading & {
    readonly screen: () => MaintenanceScreen;
    /** Why nothing may be announced, as with `--read-only`; undefined when it may. */
    readonly refusal: () => string | undefined;
    /** Says why something could not be done. */
    readonly refuse: (reason: string) => void;
    readonly describe: Describe;
    /** The pages of what the service lists. */
    readonly own: OwnPages;
    readonly withdrawing: Withdrawing;
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
  const { withdrawing } = needs;
  const sending = createSendingActions({ ...needs, height, onAnnounced: needs.own.askWindows });
  const review = createReviewActions({ ...needs, ...sending });
  const confirming = {
    review: { label: review.confirmLabel, confirm: review.confirm },
    sending: { label: () => 'send it once more', confirm: sending.confirmRepeat },
  };
  const steps = createStepActions({ slice, journal, clock, confirming });

  const open = () => {
    change((state) => timePassed(state, clock.now()));
    readHistory(needs);
    readMachines(needs);
  };
  const turnPage = (by: 1 | -1) => {
    open();
    change((state) => pageTurned(state, by));
    needs.own.open();
  };
  const turning: readonly Binding[] = [
    bind('maintenance.page', [']'], 'next page', 'Look', () => turnPage(1), inFooter),
    bind('maintenance.page-back', ['['], 'previous page', 'Look', () => turnPage(-1)),
  ];
  const pages: readonly Binding[] = [
    ...turning,
    bind('maintenance.refresh', ['R'], 'read again', 'Look', () => {
      open();
      needs.own.askWindows();
      needs.notify('Read again: what was announced from this machine, and what is known of machines and windows.');
    }),
  ];
  const history = createHistoryBindings({
    ...{ slice, journal, height, refuse },
    withdrawKey: withdrawing.key,
    leave: () => turnPage(-1),
  });

  const edit = (label: string, keys: readonly string[] = ['enter', 'e']) =>
    bind('maintenance.edit', keys, label, 'Plan', () => change(editingBegun), inFooter);
  const pickAndType = () => change((state) => editingBegun(categoryPicked(state)));
  const ofStep: Readonly<Record<Exclude<Step, 'sending' | 'receipts'>, readonly Binding[]>> = {
    machines: [edit('type ids'), ...createMachinesBindings({ slice, journal, height, refuse })],
    start: [edit('type the start')],
    length: [edit('type the length')],
    reason: [
      bind('maintenance.pick', ['space'], 'pick', 'Plan', () => change(categoryPicked), inFooter),
      bind('maintenance.pick-and-type', ['enter'], 'pick, then reason', 'Plan', pickAndType, inFooter),
      edit('reason', ['e']),
      bind('maintenance.down', ['down', 'j'], 'down', 'Move', () => change((state) => categoryMoved(state, 1))),
      bind('maintenance.up', ['up', 'k'], 'up', 'Move', () => change((state) => categoryMoved(state, -1))),
    ],
    review: [...review.bindings, leaveOutForeign(slice)],
  };

  const refusalOfNew = () => {
    const { step, queue, draft } = slice.get();
    const isNew = step === 'machines' && queue === undefined && isDraftEmpty(draft);
    return isNew ? 'This plan is already new and empty.' : undefined;
  };
  const planAnew = () => {
    const before = slice.get().putAway;
    change(planPutAway);
    open();
    const { putAway } = slice.get();
    if (putAway !== undefined && putAway !== before)
      refuse('The plan was not sent. It is set aside: U brings it back.');
  };
  /** From step to step; the footer of the last one offers a new plan. */
  const wizard = (step: Step): readonly Binding[] => [
    ...steps.forward(step),
    bind('maintenance.new', ['n'], 'new plan', 'Plan', planAnew, {
      refusal: () => sending.refusalWhileOpen() ?? refusalOfNew(),
      ...(step === 'receipts' && inFooter),
    }),
    bind('maintenance.bring-back', ['U'], 'bring back the plan', 'Plan', () => change(planBroughtBack), {
      help: 'bring back the plan that n set aside',
      refusal: () =>
        sending.refusalWhileOpen() ?? (slice.get().putAway === undefined ? 'No plan was set aside.' : undefined),
    }),
    steps.back(step),
  ];

  const guarded = (bindings: readonly Binding[]): readonly Binding[] =>
    bindings.map((binding) => ({ ...binding, refusal: () => needs.refusal() ?? binding.refusal?.() }));

  return {
    open: () => {
      open();
      needs.own.open();
    },
    stopLayers: sending.stopLayers,
    quitLayers: sending.quitLayers,
    refusalToLeave: sending.refusalWhileOpen,
    rowsCame: (rows) => change((state) => hostsSeen(state, rows)),
    serviceChanged: () => change(heldForgotten),
    planFor: (machineIds, source) => {
      const reason = needs.refusal() ?? sending.refusalWhileOpen() ?? withdrawing.refusalWhileSending();
      if (reason !== undefined) {
        refuse(reason);
        return;
      }
      withdrawing.close();
      change((state) => machinesHandedOver(state, machineIds, source));
      needs.openPane();
    },
    layers: () => {
      const { page, step, isEditing, arriving } = slice.get();
      if (arriving !== undefined) return [{ bindings: arrivingBindings(change) }];
      if (page === 'history') return [{ bindings: [...history(), ...pages] }];
      if (page !== 'plan') return [...needs.own.layers(page), { bindings: turning }];
      if (isEditing) return [steps.typingLayer()];
      const own = step === 'sending' || step === 'receipts' ? sending.bindings() : ofStep[step];
      return [{ bindings: [...footerOfAllowed(guarded([...own, ...wizard(step)])), ...pages] }];
    },
  };
};
