/** Tab in the filter line: first what all candidates have in common, then one candidate after the other. Pure. */
import { completionAt } from '../../filter/complete.ts';
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
  if (candidates.length === 0) return state;
  const [only = ''] = candidates;
  return withCandidate(state, from, candidates.length === 1 ? only : shared, { texts: candidates }, height);
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
  const line = { text: text.slice(0, from) + candidate + text.slice(at), at: from + candidate.length };
  const next = filterEdited(state, line, height);
  return next.editing === undefined
    ? next
    : { ...next, editing: { ...next.editing, candidates: { ...found, from, ...line } } };
};
