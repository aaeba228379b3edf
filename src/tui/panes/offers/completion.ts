/** Tab in the filter line: first what all candidates have in common, then one candidate after the other. Pure. */
import { completionAt } from '../../../filter/complete.ts';
import type { Problem } from '../../../filter/line.ts';
import { lineReplaced } from '../../state/line.ts';
import { filterEdited } from '../../state/list-filter.ts';
import type { Candidates } from './filter-query.ts';
import { type OfferList, offersArranged } from './list.ts';
import { textsOf } from './seen-texts.ts';

/** The candidates for the place where the cursor is; undefined once the line was edited further. */
export const candidatesHere = ({ filter, query }: OfferList): Candidates | undefined => {
  const candidates = query.typing?.candidates;
  return candidates?.text === filter.text && candidates.at === filter.at ? candidates : undefined;
};

/** Tab was pressed (`steps` 1), or Shift-Tab (-1): the line is completed as far as it is certain, or the next candidate is put there. */
export const filterCompleted = (list: OfferList, steps: 1 | -1, height: number): OfferList => {
  const known = candidatesHere(list);
  if (known !== undefined && known.texts.length > 1) {
    const { length } = known.texts;
    const chosen = known.chosen === undefined ? (steps > 0 ? 0 : length - 1) : (known.chosen + steps + length) % length;
    return withCandidate(list, known.from, known.texts[chosen] ?? '', { texts: known.texts, chosen }, height);
  }
  const { text, at } = list.filter;
  const { from, candidates, shared } = completionAt(text, at, ({ name }) => textsOf(list.query.seen, name));
  const problem = suggestingProblem(list);
  if (problem !== undefined) return mended(list, problem, height);
  if (candidates.length === 0) return list;
  const [only = ''] = candidates;
  return withCandidate(list, from, candidates.length === 1 ? only : shared, { texts: candidates }, height);
};

/** The first problem where Tab writes what it suggests: it ends at the cursor, or nothing is begun there that can be completed. */
export const suggestingProblem = ({
  query: { parsed, seen },
  filter: { text, at },
}: OfferList): MendedProblem | undefined => {
  const [problem] = parsed.problems;
  const { suggestion } = problem ?? {};
  if (problem === undefined || suggestion === undefined) return undefined;
  const { from, candidates } = completionAt(text, at, ({ name }) => textsOf(seen, name));
  const isCompleting = from < at && candidates.length > 0 && problem.to !== at;
  return isCompleting ? undefined : { ...problem, suggestion };
};

type MendedProblem = Problem & Required<Pick<Problem, 'suggestion'>>;

const mended = (list: OfferList, { from, to, suggestion }: MendedProblem, height: number): OfferList => {
  const { text } = list.filter;
  const line = lineReplaced(text.slice(0, from) + suggestion + text.slice(to), from + suggestion.length);
  return filterEdited(list, line(list.filter), offersArranged(height));
};

/** Puts `candidate` between `from` and the cursor. */
const withCandidate = (
  list: OfferList,
  from: number,
  candidate: string,
  found: Pick<Candidates, 'texts' | 'chosen'>,
  height: number,
): OfferList => {
  const { text, at } = list.filter;
  const completed = text.slice(0, from) + candidate + text.slice(at);
  const next = filterEdited(
    list,
    lineReplaced(completed, from + candidate.length)(list.filter),
    offersArranged(height),
  );
  const { filter, query } = next;
  if (query.typing === undefined) return next;
  const candidates = { ...found, from, text: filter.text, at: filter.at };
  return { ...next, query: { ...query, typing: { ...query.typing, candidates } } };
};
