/** What the palette lists for what was typed: the best match first, with the letters that matched. Pure. */
import type { Binding } from '../keys/binding.ts';
import type { PaneName } from '../panes/names.ts';
import { intentOrder } from './help.ts';

/** Something that the palette can run. */
export type PaletteEntry = {
  readonly binding: Binding;
  /** Where it stands: the heading it has in help, or the pane that it belongs to. */
  readonly group: string;
  /** The pane to be opened first; absent for what can be reached where the user is. */
  readonly pane?: PaneName;
};

/**
 * An entry that fits what was typed; `marks` are the places in `paletteText` of the letters that matched, in order, and `intent` is
 * what of the words beside it was meant, where they hold all that was typed.
 */
export type PaletteRow = PaletteEntry & { readonly marks: readonly number[]; readonly intent?: string };

/** What is shown of an entry, and looked through. */
export const paletteText = ({ group, binding }: PaletteEntry): string => `${group}: ${binding.label}`;

/**
 * The entries that fit `typed`, the best first; entries of equal worth stay in their order. Each word that was typed must be a
 * word of the entry, the beginning of one, or stand inside one, or begin a word of what the entry is wanted for ("stop paying"): what is
 * wanted for all of them comes first. Small words of a question may be missing. Only where no entry holds them all, letters that are scattered
 * through one that can be reached here do in their order. What leaves the service or the program is found by whole words and beginnings alone. For an
 * empty text all that can be reached here, in the order of the help, and nothing of other panes.
 */
export const paletteRows = (entries: readonly PaletteEntry[], typed: string): readonly PaletteRow[] => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) {
    const here = entries.filter(({ pane }) => pane === undefined);
    return here.sort((one, other) => intentOrder(one.group, other.group)).map((entry) => ({ ...entry, marks: [] }));
  }
  const matching = entries.flatMap((entry) => {
    const match = matchOf(entry, words);
    return match === undefined ? [] : [{ entry, ...match }];
  });
  const found =
    matching.length > 0
      ? matching
      : entries.flatMap((entry) => {
          const marks =
            entry.binding.isDeparture || entry.pane !== undefined
              ? undefined
              : scattered(paletteText(entry), words.join(''));
          return marks === undefined ? [] : [{ entry, marks, worth: -spread(marks) }];
        });
  return found
    .sort((one, other) => other.worth - one.worth)
    .map(({ entry, worth: _, ...match }) => ({ ...entry, ...match }));
};

/** A match: the higher its worth, the better. */
type Match = Pick<PaletteRow, 'marks' | 'intent'> & { readonly worth: number };

/** What a question has besides what is meant. */
const SMALL_WORDS: readonly string[] = [
  ...['a', 'am', 'an', 'and', 'are', 'be', 'can', 'did', 'do', 'does', 'for', 'how', 'i', 'in', 'is', 'it', 'me', 'my'],
  ...['of', 'on', 'the', 'there', 'this', 'to', 'was', 'what', 'where', 'which', 'who', 'with'],
];

/** What of the words beside `binding` holds all of `words`, of which each begins a word of it. */
const intentOf = ({ words: intents = [] }: Binding, words: readonly string[]): string | undefined =>
  intents.find((intent) => words.every((word) => intent.split(' ').some((own) => own.startsWith(word))));

const WHOLE_WORD = 3;
const BEGINNING = 2;
const INSIDE = 1;

/** A word of an entry, and where it begins in the entry's text; `isLabel` sets it apart from the heading in front. */
type Place = { readonly text: string; readonly at: number; readonly isLabel: boolean };

/** Every word of `words` in a word of its own; undefined when one finds none. */
const matchOf = (entry: PaletteEntry, words: readonly string[]): Match | undefined => {
  const places = placesOf(entry);
  const taken = new Set<number>();
  const marks: number[] = [];
  let worth = entry.pane === undefined ? 0.5 : 0;
  const meant = words.filter((word) => !SMALL_WORDS.includes(word));
  const needed = meant.length === 0 ? words : meant;
  const intent = words.length < 2 ? undefined : intentOf(entry.binding, needed);
  // Whole words choose first: of "profile ro" the second is not to be used up by the first.
  for (const word of words) {
    const found = bestPlace(word, places, taken);
    if (found === undefined || (found.fit < WHOLE_WORD && !needed.includes(word))) {
      const intended = intentOf(entry.binding, [word]);
      if (intended !== undefined) worth += intended === word ? BEGINNING + 0.25 : BEGINNING;
      else if (needed.includes(word)) return undefined;
      continue;
    }
    if (found.fit === INSIDE && entry.binding.isDeparture) return undefined;
    taken.add(found.index);
    worth += found.worth;
    for (let letter = 0; letter < word.length; letter++) marks.push(found.at + letter);
  }
  const sorted = marks.sort((one, other) => one - other);
  const average = worth / words.length - places.length / 1000;
  return intent === undefined
    ? { marks: sorted, worth: average }
    : { marks: sorted, intent, worth: average + WHOLE_WORD };
};

const bestPlace = (word: string, places: readonly Place[], taken: ReadonlySet<number>) => {
  let best: { index: number; at: number; fit: number; worth: number } | undefined;
  for (const [index, { text, at, isLabel }] of places.entries()) {
    const inside = taken.has(index) ? -1 : text.indexOf(word);
    if (inside < 0) continue;
    const fit = text === word ? WHOLE_WORD : inside === 0 ? BEGINNING : INSIDE;
    const worth = fit + (isLabel ? 0.25 : 0);
    if (best === undefined || worth > best.worth) best = { index, at: at + inside, fit, worth };
  }
  return best;
};

const placesOf = (entry: PaletteEntry): readonly Place[] =>
  [
    ...paletteText(entry)
      .toLowerCase()
      .matchAll(/[^\s:/]+/g),
  ].map(({ 0: text, index }) => ({
    text,
    at: index,
    isLabel: index > entry.group.length,
  }));

/** The places of `letters` in `text`, in their order; undefined when one is lacking. */
const scattered = (text: string, letters: string): readonly number[] | undefined => {
  const lower = text.toLowerCase();
  const marks: number[] = [];
  let from = 0;
  for (const letter of letters) {
    const at = lower.indexOf(letter, from);
    if (at < 0) return undefined;
    marks.push(at);
    from = at + 1;
  }
  return marks;
};

/** How far apart the letters stand: 0 for letters in a row. */
const spread = (marks: readonly number[]): number => (marks.at(-1) ?? 0) - (marks[0] ?? 0) - marks.length + 1;
