/** The machines that can be picked without typing, and where each is known from. Pure. */
import type { Offer } from '../../../catalogue/values.ts';

/** Where a machine is known from: marked among the offers, under a volume of the caller, announced before, or the caller's own. */
export type Source = 'offers' | 'volumes' | 'remembered' | 'own';

/** One machine that can be picked. */
export type Candidate = { readonly machineId: number; readonly sources: readonly Source[] };

/** The machines among `offers` whose host is the user (API.md, Offer `host_id`, and `host_id` of the filters: host user ID), by their id; none while nobody says who the user is. */
export const hostedMachines = (offers: readonly Offer[], userId: number | undefined): readonly number[] =>
  [
    ...new Set(
      offers.flatMap(({ machine_id: id, host_id: host }) =>
        typeof id === 'number' && host !== undefined && host === userId ? [id] : [],
      ),
    ),
  ].sort((a, b) => a - b);

/** Adds `machineIds` as known from `source`; a machine that is there already keeps its place. */
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

/** Forgets that a machine is remembered; one that is known from nowhere else goes. */
export const forgottenCandidate = (candidates: readonly Candidate[], machineId: number): readonly Candidate[] =>
  candidates
    .map((candidate) =>
      candidate.machineId === machineId
        ? { machineId, sources: candidate.sources.filter((source) => source !== 'remembered') }
        : candidate,
    )
    .filter(({ sources }) => sources.length > 0);

/** The machines that a plan is for: those typed, then those picked, each once. */
export const chosenMachines = (typed: readonly number[], picked: readonly number[]): readonly number[] => [
  ...new Set([...typed, ...picked]),
];
