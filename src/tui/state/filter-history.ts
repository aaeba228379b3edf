/**
 * Earlier filter lines, kept or cancelled. Going through them as readline does, what was being typed and what one was changed into
 * is found again on the way back. Searched, the newest first, a line has what is looked for when it holds each of its words, in
 * any letter case; the line that is being edited stays as it is until one is taken over. Pure.
 */
import { type Line, lineOf } from './line.ts';

/** The earlier lines with the one being typed behind them, as they stand now, and the place among them that is shown. */
type Recall = { readonly lines: readonly string[]; readonly place: number };

/** The beginning: `text` is what is being typed, `earlier` the lines before it, the newest last. */
export const recallBegun = (earlier: readonly string[], text: string): Recall => {
  const others = earlier.filter((line) => line !== text.trim());
  return { lines: [...others, text], place: others.length };
};

/** `steps` lines further on, back for a negative number; `text` is what the line shown before has become. */
export const recallMoved = ({ lines, place }: Recall, text: string, steps: number): Recall => ({
  lines: lines.with(place, text),
  place: Math.max(0, Math.min(lines.length - 1, place + steps)),
});

/** The line that is shown. */
export const recalledText = ({ lines, place }: Recall): string => lines[place] ?? '';

/** A search of earlier lines; `found` are the places in `lines` of those that have the text, `chosen` one among them. */
export type HistorySearch = {
  /** The newest first, none twice. */
  readonly lines: readonly string[];
  readonly line: Line;
  readonly found: readonly number[];
  readonly chosen: number;
};

/**
 * What is known of a line that is being edited: the earlier lines, once they are gone through or searched. `isFromList` tells that
 * it was opened for that search alone.
 */
export type Editing = { readonly recall?: Recall; readonly history?: HistorySearch; readonly isFromList?: true };

/** A stretch of a text, in UTF-16 units. */
type Stretch = { readonly from: number; readonly to: number };

/** The earlier lines, the newest first: the one that was cancelled last, then those of `kept`, whose newest is the last. */
export const earlierLines = (kept: readonly string[], { text, cancelled }: Line): readonly string[] => {
  const lines = [...(cancelled === undefined ? [] : [cancelled.trim()]), ...kept.toReversed()];
  return [...new Set(lines)].filter((line) => line !== '' && line !== text.trim());
};

/** The search began: every line is there, the newest one chosen. */
export const historyOpened = (lines: readonly string[]): HistorySearch => searched(lines, lineOf(''));

/** A search of an earlier run, before the lines are known again: `historyFound` brings them. */
export const historyResumed = (line: Line): HistorySearch => searched([], line);

/** The lines that a search of an earlier run is among were read. */
export const historyFound = ({ line }: HistorySearch, lines: readonly string[]): HistorySearch => searched(lines, line);

/** The text that is looked for changed, or the cursor in it; the newest line that has it is chosen. */
export const historyEdited = (search: HistorySearch, line: Line): HistorySearch =>
  line.text === search.line.text ? { ...search, line } : searched(search.lines, line);

/** `steps` lines further on among those found, back for a negative number. */
export const historyMoved = (search: HistorySearch, steps: number): HistorySearch => ({
  ...search,
  chosen: Math.max(0, Math.min(search.found.length - 1, search.chosen + steps)),
});

/** The line that is chosen; undefined where none has the text. */
export const chosenLine = ({ lines, found, chosen }: HistorySearch): string | undefined => lines[found[chosen] ?? -1];

/** Where `line` has the words of `sought`: the first place of each, in their order and without overlaps; undefined where one is missing. */
export const partsFound = (line: string, sought: string): readonly Stretch[] | undefined => {
  const text = lowered(line);
  const parts: Stretch[] = [];
  for (const word of wordsOf(sought)) {
    const from = text.indexOf(word);
    if (from < 0) return undefined;
    parts.push({ from, to: from + word.length });
  }
  const merged: Stretch[] = [];
  for (const part of parts.sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last === undefined || last.to < part.from) merged.push(part);
    else merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, part.to) };
  }
  return merged;
};

const searched = (lines: readonly string[], line: Line): HistorySearch => ({
  lines,
  line,
  found: lines.flatMap((earlier, place) => (partsFound(earlier, line.text) === undefined ? [] : [place])),
  chosen: 0,
});

const wordsOf = (sought: string): readonly string[] =>
  lowered(sought)
    .split(/\s+/)
    .filter((word) => word !== '');

/** `text` in lower case with every place where it was: the few letters that would become longer stay as they are. */
const lowered = (text: string): string => {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from(text, (letter) => {
    const small = letter.toLowerCase();
    return small.length === letter.length ? small : letter;
  }).join('');
};
