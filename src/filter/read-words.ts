/**
 * Reads a line as people type it (docs/filter-line.md, Words): words with a reading become clauses, and what has none stays a text that is
 * looked for. It is the text that is made over, so that a reading is never anything but a line that could have been typed. Pure.
 */
import type { FilterLine, Problem, Span } from './line.ts';
import { type LineKnown, parseLine } from './parse.ts';
import type { Wishes } from './phrases.ts';
import { type Reading, readingsOf } from './said-words.ts';
import { quoted } from './tokens.ts';

/** A line, read as it is typed: places are those in the typed text. */
export type LineRead = FilterLine & {
  readonly readings: readonly Reading[];
  /** The same line with all readings in it. */
  readonly written: string;
  readonly wishes: Wishes;
};

/** A reading with its place in the text that was made over. */
type Made = Reading & { readonly madeFrom: number; readonly madeTo: number };

/** How often a line is read anew at the most: what was read may make more plain. */
const MOST_READINGS = 20;

/** What `text` says where words are read, with a `cursor` while it is typed there. */
export const readLine = (text: string, cursor: number | undefined, known: LineKnown = {}): LineRead => {
  const literally = (line: string, at?: number) => parseLine(line, at, { ...known, areSlipsWrong: true });
  let readings: readonly Reading[] = [];
  let wishes: Wishes = {};
  let written = text;
  for (let count = 0; count < MOST_READINGS && !isPasted(text); count++) {
    const found = readingsOf(written, known);
    const made = found.made.length > 0 ? found.made : suggested(literally(written).problems);
    if (made.length === 0) break;
    // From the last one on, so that the places of those before it stay.
    readings = made.reduceRight((all, one) => withReading(all, one, one.text), readings);
    wishes = { ...wishes, ...found.wishes };
    written = writtenWith(text, readings);
  }
  const line = literally(written, cursor === undefined ? undefined : madePlace(readings, cursor));
  const placed = <Some extends Span>(span: Some): Some => ({ ...span, ...typedSpan(readings, span) });
  return {
    clauses: line.clauses.map(placed),
    words: line.words.map(placed),
    problems: line.problems.map(placed),
    leftOut: line.leftOut.map(placed),
    hints: line.hints.map(placed),
    ...(line.unfinished !== undefined && { unfinished: placed(line.unfinished) }),
    readings: readings.map(({ from, to, text: reading }) => ({ from, to, text: reading })),
    written,
    wishes,
  };
};

/** `text` with those words in quotes that would be read otherwise than as a text, or be wrong, so that each is what it was before words were read. */
export const withWordsQuoted = (text: string, known: LineKnown = {}): string => {
  const { words } = parseLine(text, undefined, known);
  const { readings, leftOut } = readLine(text, undefined, known);
  return words
    .filter(
      (word) => !word.isExact && [...readings, ...leftOut].some(({ from, to }) => from < word.to && word.from < to),
    )
    .toSorted((one, other) => other.from - one.from)
    .reduce((whole, { from, to, text: word }) => {
      const start = to - word.length;
      return start < from ? whole : apart(whole.slice(0, start), quoted(word), whole.slice(to));
    }, text);
};

/** The parts of a line in one, with a space where the quotes of two would become one text. */
const apart = (before: string, word: string, behind: string): string =>
  `${before}${/["']$/.test(before) ? ' ' : ''}${word}${/^["']/.test(behind) ? ' ' : ''}${behind}`;

/** What is suggested for words that stand in the place of clauses, none within another. */
const suggested = (problems: readonly Problem[]): readonly Reading[] => {
  let end = 0;
  return problems.flatMap(({ from, to, isReading, suggestion = '' }) => {
    if (!isReading || from < end) return [];
    end = to;
    return [{ from, to, text: inPlainFigures(suggestion) }];
  });
};

/** Prices are in dollars anyway. */
const inPlainFigures = (clause: string): string => clause.replaceAll(/([<>=.])\$/g, '$1');

/** The JSON of a search, which is one piece. */
const isPasted = (text: string): boolean => text.trimStart().startsWith('{');

// Places in the line.

const writtenWith = (text: string, readings: readonly Reading[]): string => {
  let made = '';
  let at = 0;
  for (const { from, to, text: reading } of readings) {
    made += text.slice(at, from) + reading;
    at = to;
  }
  return made + text.slice(at);
};

/** The readings with their places in what they make. */
const placesOf = (readings: readonly Reading[]): readonly Made[] => {
  let shift = 0;
  return readings.map((reading) => {
    const madeFrom = reading.from + shift;
    const madeTo = madeFrom + reading.text.length;
    shift = madeTo - reading.to;
    return { ...reading, madeFrom, madeTo };
  });
};

const madePlace = (readings: readonly Reading[], at: number): number => {
  let place = at;
  for (const { from, to, madeTo } of placesOf(readings)) {
    if (at >= to) place = at + madeTo - to;
    else if (at > from) place = madeTo;
  }
  return place;
};

/** The typed stretch that `span` of the made text came from: a reading is one as a whole. */
const typedSpan = (readings: readonly Reading[], { from, to }: Span): Span => {
  const places = placesOf(readings);
  const placeOf = (at: number, edge: 'from' | 'to'): number => {
    let place = at;
    for (const made of places) {
      if (at > made.madeTo) place = at + made.to - made.madeTo;
      else if (at > made.madeFrom || (at === made.madeFrom && edge === 'from')) return made[edge];
    }
    return place;
  };
  return { from: placeOf(from, 'from'), to: placeOf(to, 'to') };
};

/** A stretch of the made text is read: what was read within it is a part of it. */
const withReading = (readings: readonly Reading[], span: Span, text: string): readonly Reading[] => {
  const { from, to } = typedSpan(readings, span);
  const made = placesOf(readings);
  const [first, last] = [made.find((one) => one.from === from), made.findLast((one) => one.to === to)];
  // Of a reading that is made over in part, the rest stays.
  const before =
    first === undefined || first.madeFrom >= span.from ? '' : first.text.slice(0, span.from - first.madeFrom);
  const behind = last === undefined || last.madeTo <= span.to ? '' : last.text.slice(span.to - last.madeFrom);
  return [
    ...readings.filter((one) => one.to <= from || one.from >= to),
    { from, to, text: before + text + behind },
  ].sort((one, other) => one.from - other.from);
};
