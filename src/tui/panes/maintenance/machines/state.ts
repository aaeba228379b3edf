/** How the machines that can be picked, and whose they are, become known to the plan. Pure. */
import { foreignAmong, type HostRow, hostsWith, ownAmong } from '../../../../maintenance/machine-hosts.ts';
import { cursorAt } from '../../../state/cursor.ts';
import { machinesLeftOut, machinesOf, machineToggled } from '../draft.ts';
import { draftChanged, type MaintenanceState } from '../state.ts';
import { type Candidate, forgottenCandidate, type Source, withCandidates, withOwn, withoutHeld } from './candidates.ts';

/** The machines of the plan that are known to be another host's, whom alone the service lets announce for them. */
export const foreignOf = ({ draft, hosts, userId }: MaintenanceState): readonly number[] =>
  foreignAmong(machinesOf(draft), hosts, userId);

/** Machines became known from `source`; the cursor stays on its machine. */
export const machinesFound = (
  state: MaintenanceState,
  machineIds: readonly number[],
  source: Source,
): MaintenanceState => candidatesChanged(state, withCandidates(state.candidates, machineIds, source));

/** The cursor goes to a machine that can be picked. */
export const candidateSought = (state: MaintenanceState, machineId: number | undefined): MaintenanceState => {
  const row = state.candidates.findIndex((candidate) => candidate.machineId === machineId);
  const extent = { count: state.candidates.length, height: 1 };
  return row < 0 ? state : { ...state, candidateCursor: cursorAt(state.candidateCursor, row, extent) };
};

/** Machines that only hold something of the user's come last: announcing for them is refused where they are another host's. */
const candidatesChanged = (state: MaintenanceState, candidates: readonly Candidate[]): MaintenanceState => {
  const isHeldOnly = ({ sources }: Candidate): boolean => sources.every((source) => source === 'held');
  const sorted = [...candidates.filter((candidate) => !isHeldOnly(candidate)), ...candidates.filter(isHeldOnly)];
  const current = state.candidates[state.candidateCursor.row]?.machineId;
  return candidateSought({ ...state, candidates: sorted }, current);
};

/** Another key is in use: what its user has on machines is not known yet. */
export const heldForgotten = (state: MaintenanceState): MaintenanceState => {
  const candidates = withoutHeld(state.candidates, state.draft.picked);
  const extent = { count: candidates.length, height: 1 };
  return { ...state, candidates, candidateCursor: cursorAt(state.candidateCursor, state.candidateCursor.row, extent) };
};

/** Rows of the service told whose machines are. */
export const hostsSeen = (state: MaintenanceState, rows: readonly HostRow[]): MaintenanceState => {
  const hosts = hostsWith(state.hosts, rows);
  return hosts === state.hosts ? state : { ...state, hosts };
};

/** The machines that are the user's own: those of the service's list, and those of other rows that name their host. */
const ownIn = (
  { hosts, own }: Pick<MaintenanceState, 'hosts' | 'own'>,
  userId: number | undefined,
): readonly number[] => [
  ...own.list.rows.flatMap(({ record: { id } }) => (typeof id === 'number' ? id : [])),
  ...ownAmong(hosts, userId),
];

/** It is known, or not known any more, who the user is: that tells which machines are the user's own. */
export const userKnown = ({ userId: _, ...state }: MaintenanceState, userId: number | undefined): MaintenanceState => ({
  ...candidatesChanged(state, withOwn(state.candidates, ownIn(state, userId))),
  ...(userId !== undefined && { userId }),
});

/** A remembered machine was forgotten. */
export const machineForgotten = (state: MaintenanceState, machineId: number): MaintenanceState => {
  const candidates = forgottenCandidate(state.candidates, machineId);
  const extent = { count: candidates.length, height: 1 };
  return { ...state, candidates, candidateCursor: cursorAt(state.candidateCursor, state.candidateCursor.row, extent) };
};

/** The candidate under the cursor was picked, or put back. */
export const candidateToggled = (state: MaintenanceState): MaintenanceState => {
  const id = state.candidates[state.candidateCursor.row]?.machineId;
  return id === undefined ? state : draftChanged(state, machineToggled(state.draft, id));
};

/** Machines of other hosts were left out of the plan. */
export const foreignLeftOut = (state: MaintenanceState): MaintenanceState =>
  draftChanged(state, machinesLeftOut(state.draft, foreignOf(state)));
