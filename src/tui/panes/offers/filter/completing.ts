/** Tab in the filter line: what may stand at the cursor, the first of it, then the others one after another; and its keys. */

import { countriesOf } from '../../../../catalogue/countries.ts';
import { type FilterField, findFilterField } from '../../../../catalogue/lookup.ts';
import type { Offer } from '../../../../catalogue/values.ts';
import { type Candidate, completionAt, fieldsInOrder, fieldsUsedIn } from '../../../../filter/complete.ts';
import { compileLine, compileWords, wordsIn } from '../../../../filter/evaluate.ts';
import type { Problem } from '../../../../filter/line.ts';
import { parseLine } from '../../../../filter/parse.ts';
import { type Seen, seenIn } from '../../../../filter/seen.ts';
import { quoted } from '../../../../filter/tokens.ts';
import { type Binding, bind, inFooter, type Layer } from '../../../keys/binding.ts';
import { EDITING } from '../../../keys/field.ts';
import { lineReplaced } from '../../../state/line.ts';
import { filterEdited } from '../../../state/list-filter.ts';
import type { Slice } from '../../../state/slice.ts';
import { type OfferList, offersArranged } from '../list.ts';
import type { OffersNeeds } from '../needs.ts';
import { type Offered, type Offering, textsOf, typingPaused } from './filter-query.ts';

type Known = { readonly seen: Seen | undefined; readonly counts: ReadonlyMap<string, number> };

const KNOWN = new WeakMap<readonly Offer[], Map<string, Known>>();

/** What `offers` have in `field`; undefined where none of them has anything. */
export const seenHere = (offers: readonly Offer[], field: FilterField): Seen | undefined => knownOf(offers, field).seen;

/** How many of `offers` have each value of `field`; empty for figures. */
export const countsHere = (offers: readonly Offer[], field: FilterField): ReadonlyMap<string, number> =>
  knownOf(offers, field).counts;

const knownOf = (offers: readonly Offer[], field: FilterField): Known => {
  const byField = KNOWN.get(offers) ?? new Map<string, Known>();
  KNOWN.set(offers, byField);
  const known = byField.get(field.name) ?? counted(offers, field);
  byField.set(field.name, known);
  return known;
};

const counted = (offers: readonly Offer[], field: FilterField): Known => {
  const seen = seenIn(offers, field);
  return { seen, counts: new Map(seen?.kind === 'values' ? seen.values : []) };
};

const FOUND = new WeakMap<OfferList, Offering>();

/** What may stand at the cursor now; while it is gone through, what could when that began. It is found once for a list. */
export const offeringHere = (list: OfferList): Offering => {
  const found = list.query.typing?.walk ?? FOUND.get(list) ?? foundIn(list);
  FOUND.set(list, found);
  return found;
};

const foundIn = ({ filter: { text, at }, query, rows }: OfferList): Offering => {
  if (query.typing === undefined) return { from: at, items: [], offers: rows.length };
  const values = (field: FilterField) => [
    ...new Set([...countsHere(rows, field).keys(), ...textsOf(query.seen, field.name)]),
  ];
  const { from, candidates, valueField } = completionAt(
    text,
    at,
    values,
    fieldsInOrder(query.used ?? [], query.hasWorkload),
    query.sets,
  );
  return {
    from,
    items: candidates.map((candidate) => withCount(candidate, rows)),
    ...(valueField !== undefined && { valueField: valueField.name }),
    offers: rows.length,
  };
};

const withCount = (candidate: Candidate, rows: readonly Offer[]): Offered => {
  const field = findFilterField(candidate.field);
  const named = valuesNamed(candidate);
  if (named.length === 0 || field === undefined) return candidate;
  const counts = countsHere(rows, field);
  const values = new Set(field.filter.kind === 'country' ? named.flatMap(countriesOf) : named);
  const count = [...values].reduce((sum, value) => sum + (counts.get(value) ?? 0), 0);
  return count === 0 ? candidate : { ...candidate, count };
};

/** The values that a candidate stands for. */
const valuesNamed = (candidate: Candidate): readonly string[] => {
  if (candidate.kind === 'set') return candidate.members.map(String);
  return candidate.kind === 'value' && candidate.value !== undefined ? [candidate.value] : [];
};

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
  const read = readingAtCursor(list);
  if (read !== undefined) return mended(list, read, height);
  const offering = offeringHere(list);
  if (offering.items.length === 0) return writtenOut(list, height) ?? heldMended(list, height);
  return withCandidate(list, offering, steps > 0 ? 0 : offering.items.length - 1, height);
};

/** What the words before the cursor say, as Tab writes it. */
const readingAtCursor = ({
  filter,
  query,
}: OfferList): Pick<MendedProblem, 'from' | 'to' | 'suggestion'> | undefined => {
  const read = query.typing?.read?.readings.find(({ to, text }) => to === filter.at && text !== '');
  return read && { from: read.from, to: read.to, suggestion: read.text };
};

/** A word of the line that is read, and how many rows that were at hand show it without being what it is read as. */
type ShownOtherwise = { readonly from: number; readonly to: number; readonly typed: string; readonly count: number };

/** Rows that are looked through for it: it is found again at each key. */
const LOOKED_THROUGH = 5000;

const OTHERWISE = new WeakMap<OfferList, ShownOtherwise | undefined>();

/** The last such word; undefined where there is none. */
export const shownOtherwise = (list: OfferList): ShownOtherwise | undefined => {
  if (OTHERWISE.has(list)) return OTHERWISE.get(list);
  const { filter, query, columns } = list;
  const offers = query.typing?.offers?.slice(0, LOOKED_THROUGH) ?? [];
  let found: ShownOtherwise | undefined;
  // From the last one on: the rows are gone through for no word before the one that is named.
  for (const { from, to, text } of query.typing?.read?.readings.toReversed() ?? []) {
    if (text === '') continue;
    const typed = filter.text.slice(from, to);
    const isShown = compileWords(wordsIn([{ text: typed, isExact: true }], columns?.shown));
    const isMeant = compileLine(parseLine(text));
    const count = offers.filter((offer) => isShown(offer) && !isMeant(offer)).length;
    if (count === 0) continue;
    found = { from, to, typed, count };
    break;
  }
  OTHERWISE.set(list, found);
  return found;
};

/** That word is a text of the line from now on. */
const takenAsText = (list: OfferList, height: number): OfferList => {
  const { from = 0, to = 0, typed = '' } = shownOtherwise(list) ?? {};
  return mended(list, { from, to, suggestion: quoted(typed) }, height);
};

/** The line with all that is read in it; undefined where that is what stands there. */
const writtenOut = (list: OfferList, height: number): OfferList | undefined => {
  const written = list.query.typing?.read?.written;
  if (written === undefined || written === list.filter.text) return undefined;
  return filterEdited(list, lineReplaced(written)(list.filter), offersArranged(height));
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

const mended = (
  list: OfferList,
  { from, to, suggestion }: Pick<MendedProblem, 'from' | 'to' | 'suggestion'>,
  height: number,
): OfferList => {
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

/** `editing` are in force while the line is typed; `layers` lie over them where more keys complete it. `onCompleted` is told of that. */
export const completingKeys = (
  slice: Slice<OfferList>,
  { height, notify }: OffersNeeds,
  onCompleted: () => void,
): { readonly editing: readonly Binding[]; readonly layers: () => readonly Layer[] } => {
  const complete = (steps: 1 | -1) => {
    const before = slice.get();
    slice.change((list) => filterCompleted(list, steps, height()));
    if (slice.get() === before) notify('There is nothing to complete here.');
    else if (slice.get().filter !== before.filter) onCompleted();
  };
  const row = (id: string, keys: readonly string[], label: string, steps: 1 | -1, isShown = false): Binding =>
    bind(`offers.filter-${id}`, keys, label, EDITING, () => complete(steps), isShown ? inFooter : {});

  const walking: Layer = {
    bindings: [
      row('complete', ['tab', 'down', 'ctrl-n'], 'next candidate', 1, true),
      row('complete-back', ['shift-tab', 'up', 'ctrl-p'], 'candidate before', -1, true),
    ],
  };
  const taking: Layer = { bindings: [row('take', ['right'], 'take the first candidate', 1)] };

  return {
    editing: [
      row('complete', ['tab'], 'complete', 1, true),
      row('complete-back', ['shift-tab'], 'complete with the last', -1),
      bind(
        'offers.filter-as-text',
        ['ctrl-t'],
        'as a text',
        EDITING,
        () => {
          slice.change((list) => takenAsText(list, height()));
          onCompleted();
        },
        {
          help: 'put the word that rows show otherwise in quotes',
          refusal: () =>
            shownOtherwise(slice.get()) === undefined
              ? 'No row that was here shows what is read otherwise.'
              : undefined,
        },
      ),
    ],
    layers: () => {
      const list = slice.get();
      if (list.editing === undefined || list.editing.history !== undefined || list.language !== undefined) return [];
      return isWalking(list) ? [walking] : canTake(list) ? [taking] : [];
    },
  };
};
