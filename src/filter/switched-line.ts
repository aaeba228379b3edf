/** A filter line whose parts can be switched off and on, removed and changed one by one. Pure. */

import type { Condition, FilterLine, FoldedItem } from './line.ts';
import { setsNamedIn } from './own-sets.ts';
import { parseLine } from './parse.ts';
import { printClause, printLine, printWord } from './print.ts';
import { defaultClauses } from './request.ts';
import type { LinePart } from './waterfall.ts';

/** A part that was typed: its place in the line, and how it was written where that is known. */
type TypedPart = LinePart & { readonly from: number; readonly source?: string };

/** The line: its clauses as typed, then its words; and the fields whose defaults are switched off. */
export type SwitchedLine = { readonly typed: readonly TypedPart[]; readonly lifted: readonly string[] };

/** A part that can be switched: one that was typed, or a default that holds, or would if it were not switched off. */
export type SwitchedPart = LinePart & { readonly isDefault: boolean };

/** `line`, which is what `text` says, with every part switched on. */
export const switchedLine = (line: Pick<FilterLine, 'clauses' | 'words'>, text: string): SwitchedLine => {
  const places = [...line.clauses, ...line.words].map(({ from }) => from);
  // A range is two clauses in one piece of text, which neither of them can have for itself.
  const sourceOf = ({ from, to }: { from: number; to: number }) =>
    places.indexOf(from) === places.lastIndexOf(from) ? { source: text.slice(from, to) } : {};
  return {
    typed: [
      ...line.clauses.map(({ from, to, ...condition }) => ({ condition, from, ...sourceOf({ from, to }) })),
      ...line.words.map(({ from, to, ...word }) => ({ word, from, ...sourceOf({ from, to }) })),
    ],
    lifted: [],
  };
};

/** The parts in the order in which they apply: clauses, words, defaults. */
export const partsOf = (line: SwitchedLine): readonly SwitchedPart[] => [
  ...line.typed.map((part) => ({ ...part, isDefault: false })),
  ...defaultsOf(line).map((condition) => ({
    condition,
    isDefault: true,
    isOff: line.lifted.includes(condition.field),
  })),
];

/** The part at `place` was switched off, or on again. */
export const partSwitched = (line: SwitchedLine, place: number): SwitchedLine => {
  const { typed, lifted } = line;
  const initial = defaultAt(line, place);
  if (initial === undefined)
    return { ...line, typed: typed.map((part, index) => (index === place ? { ...part, isOff: !part.isOff } : part)) };
  const others = lifted.filter((field) => field !== initial.field);
  return { ...line, lifted: others.length < lifted.length ? others : [...others, initial.field] };
};

/** The part at `place` was removed: of a default stays the clause that lifts it. */
export const partRemoved = (line: SwitchedLine, place: number): SwitchedLine => {
  const { typed } = line;
  const initial = defaultAt(line, place);
  if (initial === undefined) return { ...line, typed: typed.filter((_, index) => index !== place) };
  return withTyped(line, { field: initial.field, operator: 'any' });
};

/** The part at `place` stands in the line, and where it ends there: a default was typed, what was switched off is on. */
export const partTyped = (line: SwitchedLine, place: number): { readonly line: SwitchedLine; readonly end: number } => {
  const part = partsOf(line)[place];
  const initial = defaultAt(line, place);
  const isOff = part?.isOff === true && initial === undefined;
  const typed = initial === undefined ? (isOff ? partSwitched(line, place) : line) : withTyped(line, initial);
  const text = switchedText(typed);
  const wanted = part === undefined ? '' : partText(part);
  const read = lineRead(text, typed.typed);
  const found =
    read.clauses.find((clause) => printClause(clause) === wanted) ??
    read.words.find((word) => printWord(word) === wanted);
  return { line: typed, end: found?.to ?? text.length };
};

/** The typed clause at `place` says `condition` now. */
export const partChanged = (line: SwitchedLine, place: number, condition: Condition): SwitchedLine => ({
  ...line,
  typed: line.typed.map((part, index) => (index === place ? { condition, from: part.from } : part)),
});

/** The line as it is typed, of the parts that are switched on, each written as it was where that is still read the same. */
export const switchedText = (line: SwitchedLine): string => {
  const on = line.typed.filter(({ isOff }) => !isOff).toSorted((a, b) => a.from - b.from);
  const lifting = defaultsOf(line)
    .filter(({ field }) => line.lifted.includes(field))
    .map(({ field }): Condition => ({ field, operator: 'any' }));
  const meant = {
    clauses: [...on.flatMap((part) => ('condition' in part ? [part.condition] : [])), ...lifting],
    words: on.flatMap((part) => ('word' in part ? [part.word] : [])),
  };
  const text = [...on.map((part) => part.source ?? partText(part)), ...lifting.map(printClause)].join(' ');
  const read = lineRead(text, on);
  return read.problems.length === 0 && printLine(read) === printLine(meant) ? text : printLine(meant);
};

/** What `text` says, which is made of `parts`: their sets are those that it names. */
const lineRead = (text: string, parts: readonly LinePart[]): FilterLine => {
  const folded = parts.flatMap((part) => ('condition' in part ? foldedOf(part.condition) : []));
  return parseLine(text, undefined, { hasWorkload: true, sets: setsNamedIn(folded) });
};

const foldedOf = (condition: Condition): readonly FoldedItem[] =>
  'folded' in condition && condition.folded !== undefined ? condition.folded : [];

/** The part as the filter line prints it. */
export const partText = (part: LinePart): string =>
  'word' in part ? printWord(part.word) : printClause(part.condition);

const isClause = (part: LinePart): part is LinePart & { readonly condition: Condition } => 'condition' in part;

/** The line with a clause typed behind all others, in place of the default of its field. */
const withTyped = ({ typed, lifted }: SwitchedLine, condition: Condition): SwitchedLine => ({
  typed: [
    ...typed.filter(isClause),
    { condition, from: Number.MAX_SAFE_INTEGER },
    ...typed.filter((part) => !isClause(part)),
  ],
  lifted: lifted.filter((field) => field !== condition.field),
});

const defaultsOf = ({ typed }: SwitchedLine): readonly Condition[] =>
  defaultClauses({ clauses: typed.flatMap((part) => (isClause(part) && !part.isOff ? [part.condition] : [])) });

const defaultAt = (line: SwitchedLine, place: number): Condition | undefined =>
  defaultsOf(line)[place - line.typed.length];
