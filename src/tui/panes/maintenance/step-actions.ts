/** The keys that go from step to step of the plan and type its lines, and what they do. */
import type { Clock } from '../../../base/clock.ts';
import { type Binding, bind, inFooter, type Layer } from '../../keys/binding.ts';
import { acceptKey, cancelKey, EDITING, fieldLayer } from '../../keys/field.ts';

import type { LineEdit } from '../../state/line.ts';
import type { Slice } from '../../state/slice.ts';
import { keepHosts, type MachinesReading } from './machines/read-machines.ts';
import { readEarlier } from './read-journal.ts';
import { type MaintenanceState, STEPS, type Step, timePassed } from './state.ts';
import { editingCancelled, LINE_MAXIMA, lineEdited, lineKept, stepEntered, stepLine } from './steps.ts';

/** What the steps' keys need from outside. */
type StepNeeds = Pick<MachinesReading, 'journal'> & {
  readonly slice: Slice<MaintenanceState>;
  readonly clock: Clock;
  /** What Enter does in the line of a step from which people are notified, and how that is called. */
  readonly confirming: Readonly<Partial<Record<Step, { readonly label: () => string; readonly confirm: () => void }>>>;
};

/** The keys. */
type StepActions = {
  /** Forward from a step, or none where it is the last one. */
  readonly forward: (step: Step) => readonly Binding[];
  readonly back: (step: Step) => Binding;
  /** The layer in force while the step's line is typed. */
  readonly typingLayer: () => Layer;
};

/** Builds them. */
export const createStepActions = (needs: StepNeeds): StepActions => {
  const { slice, clock, confirming } = needs;
  const change = (transition: (state: MaintenanceState) => MaintenanceState) => slice.change(transition);
  const lookAtClock = () => change((state) => timePassed(state, clock.now()));

  const goTo = (direction: 1 | -1) => {
    const step = STEPS[STEPS.indexOf(slice.get().step) + direction];
    lookAtClock();
    if (step === undefined) return;
    change((state) => stepEntered(state, step));
    lookBack();
  };

  /** The review stands on what the journal knows at the moment. */
  const lookBack = () => {
    keepHosts(needs);
    if (slice.get().step === 'review') readEarlier(needs);
  };

  const refusalToGoOn = () => {
    const { step, queue } = slice.get();
    return step === 'review' && queue === undefined
      ? 'Nothing is sent until you confirm: press Enter, then type what is asked.'
      : undefined;
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
    const confirmation = confirming[step];
    if (confirmation === undefined) change(lineKept);
    else confirmation.confirm();
    if (step === 'reason' || step === 'machines') lookBack();
  };

  const next: Binding = bind('maintenance.next', ['tab', 'right', 'l'], 'next step', 'Plan', () => goTo(1), {
    isInFooter: true,
    refusal: refusalToGoOn,
  });
  const own: readonly Binding[] = [
    bind('maintenance.edit-next', ['tab'], 'next step', EDITING, () => goTo(1), {
      isInFooter: true,
      refusal: refusalToGoOn,
    }),
    bind('maintenance.edit-back', ['shift-tab'], 'step back', EDITING, () => goTo(-1)),
  ];

  return {
    forward: (step) => (step === 'receipts' ? [] : [next]),
    // The footer of the first step offers no way back.
    back: (step) =>
      bind(
        'maintenance.back',
        ['shift-tab', 'left', 'h', 'escape'],
        'step back',
        'Plan',
        () => goTo(-1),
        step === 'machines' ? {} : inFooter,
      ),
    typingLayer: () => {
      const { step } = slice.get();
      return fieldLayer({
        owner: 'maintenance',
        line: () => stepLine(slice.get()),
        change: editLine,
        maximum: LINE_MAXIMA[step],
        accept: acceptKey('maintenance.keep', confirming[step]?.label() ?? 'accept', keep),
        cancel: cancelKey('maintenance.leave', () => change(editingCancelled)),
        own,
      });
    },
  };
};
