/** The machines that can be picked without typing, and where each is known from. Pure. */

/** Where a machine is known from: chosen in another pane, holding something of the caller's, announced before, or the caller's own. */
export type Source = 'chosen' | 'held' | 'remembered' | 'own';

/** One machine that can be picked. */
export type Candidate = { readonly machineId: number; readonly sources: readonly Source[] };

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

/** The candidates with `machineIds` as the user's own, and no others; one that is known from nowhere else goes. */
export const withOwn = (candidates: readonly Candidate[], machineIds: readonly number[]): readonly Candidate[] =>
  withCandidates(withoutSource(candidates, 'own'), machineIds, 'own').filter(({ sources }) => sources.length > 0);

const withoutSource = (candidates: readonly Candidate[], source: Source): readonly Candidate[] =>
  candidates.map(({ machineId, sources }) => ({ machineId, sources: sources.filter((other) => other !== source) }));

/** Forgets which machines hold something of the caller's; one that is known from nowhere else goes, unless it is picked. */
export const withoutHeld = (candidates: readonly Candidate[], picked: readonly number[]): readonly Candidate[] =>
  candidates.flatMap((candidate) => {
    const [rest] = withoutSource([candidate], 'held');
    if (rest !== undefined && rest.sources.length > 0) return [rest];
    return picked.includes(candidate.machineId) ? [candidate] : [];
  });

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
