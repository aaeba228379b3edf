/** Reads into the pane which machines can be picked and whose they are, and keeps that for later runs. */
import type { JournalAccess } from '../../../../storage/journal/profile-journal.ts';
import type { Slice } from '../../../state/slice.ts';
import { machinesOf } from '../draft.ts';
import type { MaintenanceState } from '../state.ts';
import { hostsSeen, machinesFound, userKnown } from './state.ts';

/** What it is read with. */
export type MachinesReading = {
  readonly slice: Slice<MaintenanceState>;
  readonly journal: () => JournalAccess;
  /** Machines that hold something of the caller's, as far as they are known now. */
  readonly heldMachines: () => readonly number[];
  /** The user whom the key belongs to, where that is known. */
  readonly userId: () => number | undefined;
};

/** Reads what earlier runs have kept, what the rows of this run tell, and who the user is; where two differ, this run counts. */
export const readMachines = (needs: MachinesReading): void => {
  const { slice, journal, heldMachines, userId } = needs;
  const access = journal();
  if (!('problem' in access)) slice.change((state) => machinesFound(state, access.machines.list(), 'remembered'));
  slice.change((state) => machinesFound(state, heldMachines(), 'held'));
  if (!('problem' in access)) {
    const kept = access.machineHosts.list().map(([machine_id, host_id]) => ({ machine_id, host_id }));
    // What this run has seen is newer.
    const isNews = ({ machine_id: id }: { readonly machine_id: number }) => slice.get().hosts[id] === undefined;
    slice.change((state) => hostsSeen(state, kept.filter(isNews)));
  }
  slice.change((state) => userKnown(state, userId()));
  keepHosts(needs);
};

/** Of the machines that matter here a later run shall know whose they are, whatever rows it has. */
export const keepHosts = ({ slice, journal }: Pick<MachinesReading, 'slice' | 'journal'>): void => {
  const access = journal();
  const { hosts, candidates, draft } = slice.get();
  if ('problem' in access) return;
  const machineIds = new Set([...candidates.map(({ machineId }) => machineId), ...machinesOf(draft)]);
  access.machineHosts.remember(
    [...machineIds].flatMap((id) => (hosts[id] === undefined ? [] : [[id, hosts[id]] as const])),
  );
};
