/**
 * Reads into the pane what the journal knows: what was announced at the service, what of it meets the plan at hand, which machines
 * can be picked and whose they are; and keeps that for later runs.
 */
import { savedUser } from '../../../storage/journal/profile-journal.ts';
import { cursorAt } from '../../state/cursor.ts';
import type { PaneNeeds } from '../pane.ts';
import { machinesOf, planOf } from './draft.ts';
import { hostsSeen, machinesFound, userKnown } from './machines.ts';
import type { MaintenanceState } from './state.ts';

/** Announcements that the history shows at the most. */
const HISTORY_LENGTH = 500;

/** The ways to read it; what is there stays when the journal cannot be read. */
export const createReading = ({ slice, journal, heldMachines, userId }: PaneNeeds<MaintenanceState>) => {
  const keptAtFirst = journal();

  /** What meets the plan at hand, by its machines: nothing is too old for that. */
  const readEarlier = (): void => {
    const access = journal();
    const { draft, nowEpochMs } = slice.get();
    const plan = planOf(draft, nowEpochMs);
    if ('problem' in access || plan === undefined) return;
    const earlier = access.announcements.meeting(plan.machineIds, plan);
    if (!('problem' in earlier)) slice.change((state) => ({ ...state, earlier }));
  };

  const readHistory = (): void => {
    const access = journal();
    if ('problem' in access) return;
    const history = access.announcements.list(HISTORY_LENGTH);
    if (!('problem' in history))
      slice.change((state) => ({
        ...state,
        history,
        historyCursor: cursorAt(state.historyCursor, state.historyCursor.row, { count: history.length, height: 1 }),
      }));
    readEarlier();
  };

  /** Of the machines that matter here a later run shall know whose they are, whatever rows it has. */
  const keepHosts = (): void => {
    const access = journal();
    const { hosts, candidates, draft } = slice.get();
    if ('problem' in access) return;
    const machineIds = new Set([...candidates.map(({ machineId }) => machineId), ...machinesOf(draft)]);
    access.machineHosts.remember(
      [...machineIds].flatMap((id) => (hosts[id] === undefined ? [] : [[id, hosts[id]] as const])),
    );
  };

  /** What earlier runs have kept, what the rows of this run tell, and who the user is; where two differ, this run counts. */
  const readMachines = (): void => {
    const access = journal();
    if (!('problem' in access)) slice.change((state) => machinesFound(state, access.machines.list(), 'remembered'));
    slice.change((state) => machinesFound(state, heldMachines(), 'held'));
    if (!('problem' in access)) {
      const kept = access.machineHosts.list().map(([machine_id, host_id]) => ({ machine_id, host_id }));
      // What this run has seen is newer.
      slice.change((state) =>
        hostsSeen(
          state,
          kept.filter(({ machine_id: id }) => state.hosts[id] === undefined),
        ),
      );
    }
    slice.change((state) => userKnown(state, userId() ?? savedUser(keptAtFirst)));
    keepHosts();
  };

  return { readEarlier, readHistory, keepHosts, readMachines };
};
