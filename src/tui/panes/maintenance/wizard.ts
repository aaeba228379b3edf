/** The keys of the wizard: from step to step a plan is typed and picked, read and confirmed. */
import { lastKept } from '../../../base/once.ts';
import { MAINTENANCE_CATEGORIES } from '../../../catalogue/window-fields.ts';
import { confirmationProblem } from '../../../writes/confirmation.ts';
import { type Binding, bind, confirming, inFooter, type Layer } from '../../keys/binding.ts';
import { digitsStay, readFirst } from '../../keys/confirmation-page.ts';
import { acceptKey, cancelKey, EDITING, fieldLayer } from '../../keys/field.ts';
import { scrollKeys } from '../../keys/moving.ts';
import { lineOf } from '../../state/line.ts';
import type { PaneNeeds } from '../pane.ts';
import { machinesLeftOut, planOf } from './draft.ts';
import { machineCount } from './lines.tsx';
import { candidateToggled, foreignLeftOut, foreignOf, machineForgotten } from './machines.ts';
import { listKeys, reviewRows } from './measures.ts';
import type { createReading } from './read-journal.ts';
import { reviewLines } from './review-lines.ts';
import type { createSending } from './sending.ts';
import {
  draftChanged,
  earlierOf,
  editingBegun,
  editingCancelled,
  editingEnded,
  lineEdited,
  lineKept,
  type MaintenanceState,
  STEPS,
  type Step,
  stepEntered,
  stepLine,
  timePassed,
} from './state.ts';

/** Why a plan that was confirmed is not sent yet. */
const MORE_FOUND = 'Not sent: another gpudeck announced something in the meantime. Read the list, then confirm.';

/** The steps whose keys stand here. */
type PlanStep = Exclude<Step, 'sending' | 'receipts'>;

/** Builds them. `refusal`: why nothing may be announced, as with `--read-only`; undefined when it may. */
export const createWizard = (
  needs: PaneNeeds<MaintenanceState>,
  { readEarlier, keepHosts }: Pick<ReturnType<typeof createReading>, 'readEarlier' | 'keepHosts'>,
  sending: ReturnType<typeof createSending>,
  refusal: () => string | undefined,
) => {
  const { slice, journal, clock } = needs;
  const change = (transition: (state: MaintenanceState) => MaintenanceState) => slice.change(transition);
  const lookAtClock = () => change((state) => timePassed(state, clock.now()));
  const review = createReview(needs, sending, refusal);

  /** The review stands on what the journal knows at the moment. */
  const lookBack = () => {
    keepHosts();
    if (slice.get().step === 'review') readEarlier();
  };
  const goTo = (direction: 1 | -1) => {
    const step = STEPS[STEPS.indexOf(slice.get().step) + direction];
    lookAtClock();
    if (step === undefined) return;
    change((state) => stepEntered(state, step));
    lookBack();
  };
  const refusalToGoOn = () => {
    const { step, queue } = slice.get();
    return step === 'review' && queue === undefined
      ? (review.refusalToConfirm() ?? 'Nothing is sent until you confirm: press Enter, then type what is asked.')
      : undefined;
  };

  // What Enter does in the line of a step from which people are notified, and how that is called.
  const enterDoes: Readonly<Partial<Record<Step, readonly [label: () => string, confirm: () => void]>>> = {
    review: [review.confirmLabel, review.confirm],
    sending: [() => 'send it once more', sending.confirmRepeat],
  };
  /** Enter in a line: what was typed is kept, and where it lacks nothing it is acted upon. */
  const keep = () => {
    lookAtClock();
    const { step } = slice.get();
    const [, confirm = () => change(lineKept)] = enterDoes[step] ?? [];
    confirm();
    if (step === 'reason' || step === 'machines') lookBack();
  };

  const onwards = { ...inFooter, refusal: refusalToGoOn };
  const own: readonly Binding[] = [
    bind('maintenance.edit-next', ['tab'], 'next step', EDITING, () => goTo(1), onwards),
    bind('maintenance.edit-back', ['shift-tab'], 'step back', EDITING, () => goTo(-1)),
  ];
  const next = bind('maintenance.next', ['tab', 'right', 'l'], 'next step', 'Plan', () => goTo(1), onwards);
  const edit = (label: string) =>
    bind('maintenance.edit', ['enter', 'e'], label, 'Plan', () => change((state) => editingBegun(state)), inFooter);
  const pickCategory = (state: MaintenanceState): MaintenanceState => {
    const category = MAINTENANCE_CATEGORIES[state.categoryRow];
    return category === undefined ? state : draftChanged(state, { ...state.draft, category });
  };
  const pickAndType = () => change((state) => editingBegun(pickCategory(state)));
  const moveCategory = (rows: number) =>
    change((state) => ({
      ...state,
      categoryRow: Math.max(0, Math.min(MAINTENANCE_CATEGORIES.length - 1, state.categoryRow + rows)),
    }));

  const current = () => slice.get().candidates[slice.get().candidateCursor.row];
  const forget = () => {
    const access = journal();
    const machineId = current()?.machineId;
    if (machineId === undefined || 'problem' in access) return;
    const problem = access.machines.forget(machineId);
    if (problem === undefined) change((state) => machineForgotten(state, machineId));
    else needs.refuse(problem);
  };
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
  const ofStep: Readonly<Record<PlanStep, readonly Binding[]>> = {
    machines: [
      edit('type ids'),
      bind('maintenance.pick', ['space'], 'pick', 'Plan', () => change(candidateToggled), {
        isInFooter: true,
        refusal: () => (current() === undefined ? 'There is no machine to pick.' : undefined),
      }),
      bind('maintenance.forget', ['D'], 'forget a machine', 'Plan', forget, {
        isDestructive: true,
        refusal: () =>
          current()?.sources.includes('remembered') ? undefined : 'This machine was not announced from here before.',
      }),
      leaveOutForeign,
      ...listKeys('candidateCursor', needs),
    ],
    start: [edit('type the start')],
    length: [edit('type the length')],
    reason: [
      bind('maintenance.pick', ['space'], 'pick', 'Plan', () => change(pickCategory), inFooter),
      bind('maintenance.pick-and-type', ['enter'], 'pick, then reason', 'Plan', pickAndType, inFooter),
      bind('maintenance.down', ['down', 'j'], 'down', 'Move', () => moveCategory(1)),
      bind('maintenance.up', ['up', 'k'], 'up', 'Move', () => moveCategory(-1)),
    ],
    review: [...review.bindings, leaveOutForeign],
  };

  /** The layer in force while the step's line is typed. */
  const typingLayer = (): Layer => {
    const { step } = slice.get();
    const [label = () => 'accept'] = enterDoes[step] ?? [];
    return fieldLayer({
      owner: 'maintenance',
      line: () => stepLine(slice.get()),
      change: (to) => {
        lookAtClock();
        change((state) => lineEdited(state, to));
      },
      maximum: LINE_MAXIMA[step],
      accept: acceptKey('maintenance.keep', label(), keep),
      cancel: cancelKey('maintenance.leave', () => change(editingCancelled)),
      own,
    });
  };

  return {
    /** What works on a step. */
    bindings: (step: Step): readonly Binding[] =>
      step === 'sending' || step === 'receipts' ? sending.bindings() : ofStep[step],
    /** Forward from a step, where it is not the last one. */
    forward: (step: Step): readonly Binding[] => (step === 'receipts' ? [] : [next]),
    /** The footer of the first step offers no way back. */
    back: (step: Step): Binding =>
      bind(
        'maintenance.back',
        ['shift-tab', 'left', 'h', 'escape'],
        'step back',
        'Plan',
        () => goTo(-1),
        step === 'machines' ? {} : inFooter,
      ),
    typingLayer,
    /** What is said of digits that are typed on the review before they are asked for. */
    digits: () => review.refusalToConfirm() ?? digitsStay(),
    /** The step's line is opened by the first text that is typed into it. */
    beginToType: (text: string): string | undefined => {
      change((state) => editingBegun(state));
      return typingLayer().type?.(text);
    },
  };
};

/**
 * Most characters that the line of a step takes: a thousand machine ids, a moment in any words, a reason of a few sentences, and
 * more than any length or confirmation has.
 */
const LINE_MAXIMA: Readonly<Record<Step, number>> = {
  machines: 10_000,
  start: 200,
  length: 40,
  reason: 1000,
  review: 40,
  sending: 40,
  receipts: 0,
};

/** The review's keys, and what its confirmation does: the plan is announced, or it is said why not. */
const createReview = (
  { slice, journal, screen, describeMachine }: PaneNeeds<MaintenanceState>,
  { refusalWhileOpen, begin }: ReturnType<typeof createSending>,
  refusal: () => string | undefined,
) => {
  const plan = () => planOf(slice.get().draft, slice.get().nowEpochMs);
  const rows = () => reviewRows(screen().height);
  /** Lines of the review. The footer asks at each key, and a plan for many machines takes long to lay out. */
  const lineCount = lastKept(
    (state: MaintenanceState, width: number) => reviewLines(state, describeMachine, width).length,
  );

  const scroll = (by: number) =>
    slice.change((state) => {
      const highest = Math.max(0, lineCount(state, screen().width) - rows());
      return { ...state, reviewTop: Math.max(0, Math.min(highest, state.reviewTop + by)) };
    });
  const unreadLines = () => lineCount(slice.get(), screen().width) - slice.get().reviewTop - rows();
  const leaveOut = (state: MaintenanceState): MaintenanceState => {
    const left = earlierOf(state).map(({ machineId }) => machineId);
    return draftChanged(state, machinesLeftOut(state.draft, left));
  };

  const refuseConfirmation = (confirmationProblem: string) =>
    slice.change((state) => ({ ...state, confirmationProblem }));
  const confirm = () => {
    const confirmed = plan();
    if (confirmed === undefined) {
      refuseConfirmation('The plan is no longer complete.');
      return;
    }
    const access = journal();
    const problem =
      refusal() ??
      refusalWhileOpen() ??
      ('problem' in access ? access.problem : undefined) ??
      confirmationProblem({ ids: confirmed.machineIds, noun: 'machine' }, slice.get().confirmation.text);
    if (problem !== undefined || 'problem' in access) {
      refuseConfirmation(problem ?? '');
      return;
    }
    const { earlier: seen } = slice.get();
    const found = access.announcements.meeting(confirmed.machineIds, confirmed);
    if ('problem' in found) refuseConfirmation(found.problem);
    else if (found.every(({ id }) => seen.some((other) => other.id === id))) begin(confirmed, found);
    // The journal knows more of the plan than was on screen: that is to be read before the plan is confirmed.
    else
      slice.change((state) => ({
        ...editingEnded(state),
        confirmationProblem: MORE_FOUND,
        confirmation: lineOf(''),
        reviewTop: 0,
        earlier: found,
      }));
  };

  const refusalToConfirm = () =>
    refusalWhileOpen() ?? (plan() === undefined ? 'The plan is not complete.' : readFirst(unreadLines()));
  const bindings: readonly Binding[] = [
    bind('maintenance.confirm', ['enter', 'e'], 'confirm', 'Plan', () => slice.change((state) => editingBegun(state)), {
      ...confirming,
      refusal: refusalToConfirm,
    }),
    bind('maintenance.leave-out', ['x'], 'leave out those announced', 'Plan', () => slice.change(leaveOut), {
      refusal: () => (earlierOf(slice.get()).length === 0 ? 'None of them was announced before.' : undefined),
    }),
    ...scrollKeys('maintenance.', 'Move', (pages, lines) => scroll(pages * rows() + lines)),
  ];
  return {
    bindings,
    refusalToConfirm,
    confirm,
    confirmLabel: () => `announce to ${machineCount(plan()?.machineIds ?? [])}`,
  };
};
