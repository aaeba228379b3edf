/** Tab in the filter line: the first of what may stand at the cursor, then the others one after another. Pure. */
import { fieldsUsedIn } from '../../../../filter/field-order.ts';
import type { Problem } from '../../../../filter/line.ts';
import { lineReplaced } from '../../../state/line.ts';
import { filterEdited } from '../../../state/list-filter.ts';
import { typingPaused } from '../filter-query.ts';
import { type OfferList, offersArranged } from '../list.ts';
import type { Offering } from './offering.ts';
import { offeringHere } from './offering-here.ts';

type MendedProblem = Problem & Required<Pick<Problem, 'suggestion'>>;

/** The line was opened: the fields of `lines`, which were kept before, are offered before those that were never used. */
export const earlierLinesRead = (list: OfferList, lines: readonly string[]): OfferList => ({
  ...list,
  query: { ...list.query, used: fieldsUsedIn(lines) },
});

/** True while one of several candidates stands in the line, and the others can be gone through. */
export const isWalking = ({ query }: OfferList): boolean => query.typing?.walk !== undefined;

/** The first candidate (`steps` 1) or the last (-1) goes into the line, then the next or the one before; a problem is mended first. */
export const filterCompleted = (list: OfferList, steps: 1 | -1, height: number): OfferList => {
  const { typing } = list.query;
  if (typing === undefined) return list;
  const { walk } = typing;
  if (walk !== undefined) {
    const { length } = walk.items;
    return withCandidate(list, walk, (walk.chosen + steps + length) % length, height);
  }
  const problem = suggestingProblem(list);
  if (problem !== undefined) return mended(list, problem, height);
  const offering = offeringHere(list);
  if (offering.items.length === 0) return heldMended(list, height);
  return withCandidate(list, offering, steps > 0 ? 0 : offering.items.length - 1, height);
};

/** True where Right takes the first candidate: at the end of the line, behind what it goes on with. */
export const canTake = (list: OfferList): boolean => {
  const { filter, query } = list;
  if (query.typing === undefined || isWalking(list) || filter.at < filter.text.length) return false;
  const { from, items } = offeringHere(list);
  return items.length > 0 && from < filter.at && query.parsed.problems.length === 0;
};

/** The first problem where Tab writes what it suggests: it ends at the cursor, or nothing is begun there that can be completed. */
export const suggestingProblem = (list: OfferList): MendedProblem | undefined => {
  const { at } = list.filter;
  const [problem] = list.query.parsed.problems;
  if (!hasSuggestion(problem)) return undefined;
  const { from, items } = offeringHere(list);
  const isCompleting = from < at && items.length > 0 && problem.to !== at;
  return isCompleting ? undefined : problem;
};

/** What would be wrong with the clause at the cursor, where Tab writes what it suggests: it is said first. */
export const suggestingHeld = (list: OfferList): MendedProblem | undefined => {
  const held = list.query.typing?.held;
  return hasSuggestion(held) && offeringHere(list).items.length === 0 ? held : undefined;
};

const hasSuggestion = (problem: Problem | undefined): problem is MendedProblem => problem?.suggestion !== undefined;

/** What is wrong with the clause at the cursor is said at the first press of Tab and mended at the second. */
const heldMended = (list: OfferList, height: number): OfferList => {
  const held = suggestingHeld(list);
  if (held !== undefined) return mended(list, held, height);
  const paused = { ...list, query: typingPaused(list.query, list.filter) };
  return suggestingHeld(paused) === undefined ? list : paused;
};

const mended = (list: OfferList, { from, to, suggestion }: MendedProblem, height: number): OfferList => {
  const { text, at } = list.filter;
  // Behind it the cursor stays where the typing goes on.
  const place = at > to ? at + from + suggestion.length - to : from + suggestion.length;
  const line = lineReplaced(text.slice(0, from) + suggestion + text.slice(to), place);
  return filterEdited(list, line(list.filter), offersArranged(height));
};

const withCandidate = (list: OfferList, offering: Offering, chosen: number, height: number): OfferList => {
  const { text, at } = list.filter;
  const candidate = offering.items[chosen]?.text ?? '';
  const completed = text.slice(0, offering.from) + candidate + text.slice(at);
  const line = lineReplaced(completed, offering.from + candidate.length)(list.filter);
  const next = filterEdited(list, line, offersArranged(height));
  const { query } = next;
  if (query.typing === undefined || offering.items.length === 1) return next;
  return { ...next, query: { ...query, typing: { ...query.typing, walk: { ...offering, chosen } } } };
};
