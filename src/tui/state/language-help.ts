/**
 * The page that tells what the line of a list can say: its entries are looked through and gone through, and one can be taken over
 * into the line, which stays as it is meanwhile. Pure.
 */
import { type Cursor, cursorAt, cursorInView } from './cursor.ts';
import { partsFound } from './filter-history.ts';
import { type Line, lineOf } from './line.ts';

/** Something that the line can say. */
export type LanguageEntry = {
  /** What stands first, and goes into the line. */
  readonly name: string;
  /** What stands behind it where there is room, such as a unit; shorter than the meaning. */
  readonly aside: string;
  /** The meaning in a few words. */
  readonly meaning: string;
  /** What there is to say besides, where there is room for it. */
  readonly more?: string;
  /** Other words by which it is found, such as aliases. */
  readonly words: readonly string[];
};

/** Entries of one kind under their title. */
export type LanguageSection = {
  readonly title: string;
  readonly entries: readonly LanguageEntry[];
  /** True where rows have values of the entries. */
  readonly hasValues?: true;
};

/** The page while it is open: what is looked for, and the place among the lines that have it. */
export type LanguageHelp = { readonly line: Line; readonly cursor: Cursor };

/** One line of the page; an entry knows its section. */
export type LanguageLine =
  | { readonly kind: 'blank' }
  | { readonly kind: 'title'; readonly section: LanguageSection }
  | { readonly kind: 'entry'; readonly entry: LanguageEntry; readonly section: LanguageSection };

/** The entries that have every word of `sought` somewhere, in any letter case, under their titles. */
export const languageLines = (sections: readonly LanguageSection[], sought: string): readonly LanguageLine[] => {
  const lines: LanguageLine[] = [];
  for (const section of sections) {
    const found = section.entries.filter((entry) => partsFound(textOf(entry, section), sought) !== undefined);
    if (found.length === 0) continue;
    if (lines.length > 0) lines.push({ kind: 'blank' });
    lines.push({ kind: 'title', section });
    for (const entry of found) lines.push({ kind: 'entry', entry, section });
  }
  return lines;
};

/** How many entries stand among `lines`. */
export const entryCount = (lines: readonly LanguageLine[]): number =>
  lines.filter(({ kind }) => kind === 'entry').length;

/** The page was opened, on the entry called `name` where there is one; `height` lines of it are seen. */
export const languageOpened = (
  sections: readonly LanguageSection[],
  name: string | undefined,
  height: number,
): LanguageHelp => {
  const lines = languageLines(sections, '');
  const named = lines.findIndex((line) => line.kind === 'entry' && line.entry.name === name);
  const place = named < 0 ? firstEntry(lines) : named;
  // From the title of its section, where the entry is seen with that.
  const top = Math.max(
    0,
    lines.findLastIndex(({ kind }, index) => kind === 'title' && index < place),
  );
  return { line: lineOf(''), cursor: onLine({ row: place, top }, lines, place, height) };
};

/** What is looked for changed: the first entry whose name or other word begins with it is chosen, else the first that has it. */
export const languageSought = (
  help: LanguageHelp,
  line: Line,
  sections: readonly LanguageSection[],
  height: number,
): LanguageHelp => {
  if (line.text === help.line.text) return { ...help, line };
  const lines = languageLines(sections, line.text);
  const begun = line.text.trim().toLowerCase();
  const place = begun === '' ? -1 : lines.findIndex((found) => found.kind === 'entry' && isCalled(found.entry, begun));
  return { line, cursor: onLine({ row: 0, top: 0 }, lines, place < 0 ? firstEntry(lines) : place, height) };
};

/** The cursor went `steps` entries down, up for a negative number, as far as there are some. */
export const languageMoved = (
  help: LanguageHelp,
  steps: number,
  sections: readonly LanguageSection[],
  height: number,
): LanguageHelp => {
  const lines = languageLines(sections, help.line.text);
  const places = lines.flatMap(({ kind }, place) => (kind === 'entry' ? [place] : []));
  const at = places.indexOf(help.cursor.row);
  const target = places[Math.max(0, Math.min(places.length - 1, at + steps))];
  return target === undefined ? help : { ...help, cursor: onLine(help.cursor, lines, target, height) };
};

/** The entry that is chosen; undefined where none has what is looked for. */
export const chosenEntry = (
  { line, cursor }: LanguageHelp,
  sections: readonly LanguageSection[],
): LanguageEntry | undefined => {
  const chosen = languageLines(sections, line.text)[cursor.row];
  return chosen?.kind === 'entry' ? chosen.entry : undefined;
};

/** The first line that is seen, on a page that may have another height by now. */
export const languageTop = ({ cursor }: LanguageHelp, lines: readonly LanguageLine[], height: number): number =>
  cursorInView(cursor, { count: lines.length, height }).top;

/** What goes into a line, and the place where it begins; `isJoined` to what stands before it. */
export type Placed = { readonly put: string; readonly from: number; readonly isJoined?: boolean };

/** `text` with `put` in the place of what stands from `from` to `at`, parted by blanks from what is around it, and the place behind it. */
export const putInto = (
  text: string,
  at: number,
  { put, from, isJoined = false }: Placed,
): { readonly text: string; readonly at: number } => {
  const before = text.slice(0, from);
  const behind = text.slice(at);
  const isParted = isJoined || from < at || isEdge(before.slice(-1), '!([');
  const start = `${before}${isParted ? '' : ' '}${put}`;
  return { text: isEdge(behind.slice(0, 1), ',])') ? start + behind : `${start} ${behind}`, at: start.length };
};

/** True for a blank, for no character at all, and for one of `others`. */
const isEdge = (character: string, others: string): boolean => character.trim() === '' || others.includes(character);

const isCalled = ({ name, words }: LanguageEntry, begun: string): boolean =>
  [name, ...words].some((word) => word.toLowerCase().startsWith(begun));

const firstEntry = (lines: readonly LanguageLine[]): number =>
  Math.max(
    0,
    lines.findIndex(({ kind }) => kind === 'entry'),
  );

/** The cursor on `row`, and over the first entry its title too. */
const onLine = (cursor: Cursor, lines: readonly LanguageLine[], row: number, height: number): Cursor => {
  const next = cursorAt(cursor, row, { count: lines.length, height });
  const isUnderTitle = lines[row - 1]?.kind === 'title';
  return isUnderTitle && height > 1 ? { ...next, top: Math.min(next.top, row - 1) } : next;
};

const textOf = ({ name, aside, meaning, more = '', words }: LanguageEntry, { title }: LanguageSection): string =>
  [name, aside, meaning, more, ...words, title].join('\n');

const entry = (name: string, meaning: string) => ({ name, aside: '', meaning, words: [] });

/** The whole of it. Each name is an example of itself. */
export const WORD_LANGUAGE: readonly LanguageSection[] = [
  {
    title: 'Words: a row stays when it has each of them, in any letter case',
    entries: [
      entry('word', 'a column shows it, also as a part of a longer text or of a figure'),
      entry('one two', 'columns show both, in any order'),
      entry('"one two"', 'a column shows what is in the quotes as it stands, with the space'),
      entry('one_two', 'a column shows one_two, or one two: _ matches a space too'),
      entry('!word', 'no column shows it: the rows that do are left out'),
      entry('!"one two"', 'the same for more than a word'),
      entry('any:word', 'it stands anywhere in the row, also in what has no column'),
      entry('any:"one two"', 'the same for more than a word'),
      entry('"and"', 'and, or, && and || have to be in quotes: every word must be in a row anyway'),
      entry('"a=b"', 'what looks like a condition has to be in quotes to be looked for'),
    ],
  },
];
