/** Tab in the filter line: first what all candidates have in common, then one candidate after the other. Pure. */
import { completionAt } from '../../../filter/complete.ts';
import type { Problem } from '../../../filter/line.ts';
import { lineReplaced } from '../../state/line.ts';
import { textsOf } from './seen-texts.ts';
import { type Candidates, filterEdited, type OffersState } from './state.ts';

/** The candidates for the place where the cursor is; undefined once the line was edited further. */
export const candidatesHere = ({ filter, editing }: OffersState): Candidates | undefined => {
  const candidates = editing?.candidates;
  return candidates?.text === filter.text && candidates.at === filter.at ? candidates : undefined;
};

/** Tab was pressed (`steps` 1), or Shift-Tab (-1): the line is completed as far as it is certain, or the next candidate is put there. */
export const filterCompleted = (state: OffersState, steps: 1 | -1, height: number): OffersState => {
  const known = candidatesHere(state);
  if (known !== undefined && known.texts.length > 1) {
    const { length } = known.texts;
    const chosen = known.chosen === undefined ? (steps > 0 ? 0 : length - 1) : (known.chosen + steps + length) % length;
    return withCandidate(state, known.from, known.texts[chosen] ?? '', { texts: known.texts, chosen }, height);
  }
  const { text, at } = state.filter;
  const { from, candidates, shared } = completionAt(text, at, ({ name }) => textsOf(state.seen, name));
  const problem = suggestingProblem(state);
  if (problem !== undefined) return mended(state, problem, height);
  if (candidates.length === 0) return state;
  const [only = ''] = candidates;
  return withCandidate(state, from, candidates.length === 1 ? only : shared, { texts: candidates }, height);
};

/** The first problem where Tab writes what it suggests: it ends at the cursor, or nothing is begun there that can be completed. */
export const suggestingProblem = ({ parsed, filter: { text, at }, seen }: OffersState): MendedProblem | undefined => {
  const [problem] = parsed.problems;
  const { suggestion } = problem ?? {};
  if (problem === undefined || suggestion === undefined) return undefined;
  const { from, candidates } = completionAt(text, at, ({ name }) => textsOf(seen, name));
  const isCompleting = from < at && candidates.length > 0 && problem.to !== at;
  return isCompleting ? undefined : { ...problem, suggestion };
};

type MendedProblem = Problem & Required<Pick<Problem, 'suggestion'>>;

const mended = (state: OffersState, { from, to, suggestion }: MendedProblem, height: number): OffersState => {
  const { text } = state.filter;
  const line = lineReplaced(text.slice(0, from) + suggestion + text.slice(to), from + suggestion.length);
  return filterEdited(state, line(state.filter), height);
};

/** Puts `candidate` between `from` and the cursor. */
const withCandidate = (
  state: OffersState,
  from: number,
  candidate: string,
  found: Pick<Candidates, 'texts' | 'chosen'>,
  height: number,
): OffersState => {
  const { text, at } = state.filter;
  const completed = text.slice(0, from) + candidate + text.slice(at);
  const next = filterEdited(state, lineReplaced(completed, from + candidate.length)(state.filter), height);
  const { editing, filter } = next;
  return editing === undefined
    ? next
    : { ...next, editing: { ...editing, candidates: { ...found, from, text: filter.text, at: filter.at } } };
};
