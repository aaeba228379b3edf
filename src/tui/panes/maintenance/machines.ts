/** The machines that can be picked without typing, where each is known from, and whose they are. Pure. */
import { foreignAmong, type HostRow, hostsWith, ownAmong } from '../../../maintenance/machine-hosts.ts';
import { unlistedAmong } from '../../../maintenance/renters.ts';
import { cursorAt } from '../../state/cursor.ts';
import { machinesLeftOut, machinesOf, machineToggled } from './draft.ts';
import { ownListed, ownMachines } from './own-lists.ts';
import { type Candidate, draftChanged, type MaintenanceState, type Source } from './state.ts';

/** The candidates, and `machineIds` as known from `source`; a machine that is there already keeps its place. */
export const withCandidates = (
  candidates: readonly Candidate[],
  machineIds: readonly number[],
  source: Source,
): readonly Candidate[] => {
  const byId = new Map(candidates.map((candidate) => [candidate.machineId, candidate]));
  for (const machineId of machineIds) {
    const sources = byId.get(machineId)?.sources ?? [];
    byId.set(machineId, { machineId, sources: sources.includes(source) ? sources : [...sources, source] });
  }
  return [...byId.values()];
};

/** The candidates with `machineIds` as the user's own, and no others; one that is known from nowhere else goes. */
export const withOwn = (candidates: readonly Candidate[], machineIds: readonly number[]): readonly Candidate[] =>
  withCandidates(
    candidates.map((candidate) => without(candidate, 'own')),
    machineIds,
    'own',
  ).filter(({ sources }) => sources.length > 0);

const without = ({ machineId, sources }: Candidate, source: Source): Candidate => ({
  machineId,
  sources: sources.filter((other) => other !== source),
});

/** The machines of the plan that are known to be another host's, whom alone the service lets announce for them. */
export const foreignOf = ({ draft, hosts, userId }: MaintenanceState): readonly number[] =>
  foreignAmong(machinesOf(draft), hosts, userId);

/** Those that the service does not list as the user's, and that are not known to be another host's. */
export const unlistedOf = (state: MaintenanceState): readonly number[] => {
  const listed = ownListed(state);
  const foreign = foreignOf(state);
  return listed === undefined
    ? []
    : unlistedAmong(machinesOf(state.draft), listed).filter((id) => !foreign.includes(id));
};

/** Machines became known from `source`; the cursor stays on its machine. */
export const machinesFound = (
  state: MaintenanceState,
  machineIds: readonly number[],
  source: Source,
): MaintenanceState => candidatesChanged(state, withCandidates(state.candidates, machineIds, source));

/** The cursor goes to a machine that can be picked. */
export const candidateSought = (state: MaintenanceState, machineId: number | undefined): MaintenanceState => {
  const row = state.candidates.findIndex((candidate) => candidate.machineId === machineId);
  return row < 0 ? state : candidatesLeft(state, state.candidates, row);
};

/**
 * The user's own come first; machines that only hold something of the user's come last: announcing for them is refused
 * where they are another host's. A cursor at the top stays there, any other on its machine.
 */
const candidatesChanged = (state: MaintenanceState, candidates: readonly Candidate[]): MaintenanceState => {
  const rank = ({ sources }: Candidate): number =>
    sources.includes('own') ? 0 : sources.every((source) => source === 'held') ? 2 : 1;
  const sorted = candidates.toSorted((one, other) => rank(one) - rank(other));
  const { row } = state.candidateCursor;
  const current = (row === 0 ? sorted : state.candidates)[row]?.machineId;
  return candidateSought({ ...state, candidates: sorted }, current);
};

/** Others can be picked; the cursor stands on `row`, or where there is none so far down on the last one. */
const candidatesLeft = (
  state: MaintenanceState,
  candidates: readonly Candidate[],
  row = state.candidateCursor.row,
): MaintenanceState => ({
  ...state,
  candidates,
  candidateCursor: cursorAt(state.candidateCursor, row, { count: candidates.length, height: 1 }),
});

/** Another key is in use: what its user has on machines is not known yet. One that is known from nowhere else goes, unless it is picked. */
export const heldForgotten = (state: MaintenanceState): MaintenanceState =>
  candidatesLeft(
    state,
    state.candidates.flatMap((candidate) => {
      const rest = without(candidate, 'held');
      if (rest.sources.length > 0) return [rest];
      return state.draft.picked.includes(candidate.machineId) ? [candidate] : [];
    }),
  );

/** A remembered machine was forgotten; one that is known from nowhere else goes. */
export const machineForgotten = (state: MaintenanceState, machineId: number): MaintenanceState =>
  candidatesLeft(
    state,
    state.candidates
      .map((candidate) => (candidate.machineId === machineId ? without(candidate, 'remembered') : candidate))
      .filter(({ sources }) => sources.length > 0),
  );

/** Rows of the service told whose machines are. */
export const hostsSeen = (state: MaintenanceState, rows: readonly HostRow[]): MaintenanceState => {
  const hosts = hostsWith(state.hosts, rows);
  return hosts === state.hosts ? state : { ...state, hosts };
};

/**
 * It is known, or not known any more, who the user is: that tells which machines are the user's own, those of the service's list and
 * those of other rows that name their host.
 */
export const userKnown = ({ userId: _, ...state }: MaintenanceState, userId: number | undefined): MaintenanceState => {
  const listed = ownMachines(state).flatMap(({ id }) => (typeof id === 'number' ? id : []));
  return {
    ...candidatesChanged(state, withOwn(state.candidates, [...listed, ...ownAmong(state.hosts, userId)])),
    ...(userId !== undefined && { userId }),
  };
};

/** The candidate under the cursor was picked, or put back. */
export const candidateToggled = (state: MaintenanceState): MaintenanceState => {
  const id = state.candidates[state.candidateCursor.row]?.machineId;
  return id === undefined ? state : draftChanged(state, machineToggled(state.draft, id));
};

/** Machines of other hosts were left out of the plan. */
export const foreignLeftOut = (state: MaintenanceState): MaintenanceState =>
  draftChanged(state, machinesLeftOut(state.draft, foreignOf(state)));
