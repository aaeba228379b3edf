/** The keys of the machines step, and what they do: machines are picked, forgotten, or left out. */
import type { JournalAccess } from '../../../../storage/journal/profile-journal.ts';
import { type Binding, bind } from '../../../keys/binding.ts';
import { listBindings } from '../../../keys/moving.ts';
import type { Slice } from '../../../state/slice.ts';
import { candidateRows } from '../measures.ts';
import { cursorPlaced, type MaintenanceState } from '../state.ts';
import { candidateToggled, foreignLeftOut, foreignOf, machineForgotten } from './state.ts';

/** What the step's keys need from outside. */
type MachinesNeeds = {
  readonly slice: Slice<MaintenanceState>;
  readonly journal: () => JournalAccess;
  /** Height of the pane in rows. */
  readonly height: () => number;
  /** Says why something could not be done. */
  readonly refuse: (reason: string) => void;
};

/** The key that leaves out machines of other hosts, here and on the review. */
export const leaveOutForeign = (slice: Slice<MaintenanceState>): Binding =>
  bind('maintenance.leave-out-foreign', ['o'], "leave out other hosts'", 'Plan', () => slice.change(foreignLeftOut), {
    refusal: () => (foreignOf(slice.get()).length === 0 ? "None of them is known to be another host's." : undefined),
  });

/** The rows of the step's key table, but for the one that opens its line. */
export const createMachinesBindings = ({ slice, journal, height, refuse }: MachinesNeeds): readonly Binding[] => {
  const current = () => slice.get().candidates[slice.get().candidateCursor.row];
  const forget = () => {
    const access = journal();
    const machineId = current()?.machineId;
    if (machineId === undefined || 'problem' in access) return;
    const problem = access.machines.forget(machineId);
    if (problem === undefined) slice.change((state) => machineForgotten(state, machineId));
    else refuse(problem);
  };
  return [
    bind('maintenance.pick', ['space'], 'pick', 'Plan', () => slice.change(candidateToggled), {
      isInFooter: true,
      refusal: () => (current() === undefined ? 'There is no machine to pick.' : undefined),
    }),
    bind('maintenance.forget', ['f'], 'forget a machine', 'Plan', forget, {
      isDestructive: true,
      refusal: () =>
        current()?.sources.includes('remembered') ? undefined : 'This machine was not announced from here before.',
    }),
    leaveOutForeign(slice),
    ...listBindings('maintenance', (to) =>
      slice.change((state) => {
        const extent = { count: state.candidates.length, height: candidateRows(height()) };
        return cursorPlaced(state, 'candidateCursor', to(state.candidateCursor, extent));
      }),
    ),
  ];
};
