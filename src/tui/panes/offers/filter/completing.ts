/** Tab in the filter line of offers: what may stand at the cursor, and what else it writes there. */

import { type FilterField, findFilterField } from '../../../../catalogue/lookup.ts';
import type { Offer } from '../../../../catalogue/values.ts';
import { completionAt, fieldsInOrder, fieldsUsedIn, type Offering } from '../../../../filter/complete.ts';
import { compileLine, compileWords, wordsIn } from '../../../../filter/evaluate.ts';
import type { Problem } from '../../../../filter/line.ts';
import { parseLine } from '../../../../filter/parse.ts';
import type { Seen } from '../../../../filter/seen.ts';
import { quoted } from '../../../../filter/tokens.ts';
import { bind } from '../../../keys/binding.ts';
import { EDITING } from '../../../keys/field.ts';
import { lineReplaced } from '../../../state/line.ts';
import type { Arrangement } from '../../../state/list.ts';
import { filterEdited } from '../../../state/list-filter.ts';
import type { Slice } from '../../../state/slice.ts';
import { completionOf, hasSuggestion, knownOf, type Mended, mended, withCount } from '../../list-pane/completing.ts';
import { type OfferList, offersArranged } from '../list.ts';
import type { OffersNeeds } from '../needs.ts';
import { type FilterQuery, textsOf, typingPaused } from './filter-query.ts';

/** What `offers` have in `field`; undefined where none of them has anything. */
export const seenHere = (offers: readonly Offer[], field: FilterField): Seen | undefined => knownOf(offers, field).seen;

/** How many of `offers` have each value of `field`; empty for figures. */
export const countsHere = (offers: readonly Offer[], field: FilterField): ReadonlyMap<string, number> =>
  knownOf(offers, field).counts;

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
    items: candidates.map((candidate) =>
      withCount(candidate, findFilterField(candidate.field), (field) => countsHere(rows, field)),
    ),
    ...(valueField !== undefined && { valueField: valueField.name }),
    offers: rows.length,
  };
};

/** The line was opened: the fields of `lines`, which were kept before, are offered before those that were never used. */
export const earlierLinesRead = (list: OfferList, lines: readonly string[]): OfferList => ({
  ...list,
  query: { ...list.query, used: fieldsUsedIn(lines) },
});

/** What the words before the cursor say, as Tab writes it. */
const readingAtCursor = ({ filter, query }: OfferList): Mended | undefined => {
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
  return mended(list, { from, to, suggestion: quoted(typed) }, offersArranged(height));
};

/** The line with all that is read in it; undefined where that is what stands there. */
const writtenOut = (list: OfferList, arrangement: Arrangement<Offer, FilterQuery>): OfferList | undefined => {
  const written = list.query.typing?.read?.written;
  if (written === undefined || written === list.filter.text) return undefined;
  return filterEdited(list, lineReplaced(written)(list.filter), arrangement);
};

/** What would be wrong with the clause at the cursor, where Tab writes what it suggests: it is said first. */
export const suggestingHeld = (list: OfferList): (Problem & Mended) | undefined => {
  const held = list.query.typing?.held;
  return hasSuggestion(held) && offeringHere(list).items.length === 0 ? held : undefined;
};

/** What is wrong with the clause at the cursor is said at the first press of Tab and mended at the second. */
const heldMended = (list: OfferList, arrangement: Arrangement<Offer, FilterQuery>): OfferList => {
  const held = suggestingHeld(list);
  if (held !== undefined) return mended(list, held, arrangement);
  const paused = { ...list, query: typingPaused(list.query, list.filter) };
  return suggestingHeld(paused) === undefined ? list : paused;
};

const COMPLETION = completionOf<Offer, FilterQuery>({
  found: foundIn,
  problem: ({ query }) => query.parsed.problems[0],
  reading: readingAtCursor,
  otherwise: (list, arrangement) => writtenOut(list, arrangement) ?? heldMended(list, arrangement),
});

export const { offering: offeringHere, isWalking, canTake, suggesting: suggestingProblem } = COMPLETION;

/** The line completed in a table of `height` rows; `steps` as for Tab (1) or Shift-Tab (-1). */
export const filterCompleted = (list: OfferList, steps: 1 | -1, height: number): OfferList =>
  COMPLETION.completed(list, steps, offersArranged(height));

/** The keys that complete the line, with the one that makes a text of a word that is read. */
export const completingKeys = (slice: Slice<OfferList>, needs: OffersNeeds, onCompleted: () => void) => {
  const { height } = needs;
  const keys = COMPLETION.keys('offers', slice, () => offersArranged(height()), needs, onCompleted);
  const asText = bind(
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
        shownOtherwise(slice.get()) === undefined ? 'No row that was here shows what is read otherwise.' : undefined,
    },
  );
  return { ...keys, editing: [...keys.editing, asText] };
};
