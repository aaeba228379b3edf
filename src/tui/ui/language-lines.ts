/** The page that tells what the line of a list can say, line by line: its entries in columns, and all of the chosen one. Pure. */
import { CUT_MARK, cellWidth, padCell, printable } from '../../base/text.ts';
import { wrappedLines } from '../../base/wrap.ts';
import type { LanguageEntry, LanguageLine, LanguageSection } from '../state/language-help.ts';
import { dim, plain, type Segment } from './segments.ts';

/** What stands on the page. */
export type LanguageText = {
  readonly sections: readonly LanguageSection[];
  /** What rows have of an entry, in few cells, under the words `heading`; for sections whose entries have values. */
  readonly values?: { readonly heading: string; readonly of: (name: string) => string };
  /** All that is known of an entry, in at most `LANGUAGE_DETAIL_LINES` lines of `width` cells; absent: its meaning. */
  readonly detail?: (entry: LanguageEntry, width: number) => readonly (readonly Segment[])[];
};

/** Lines for all that is known of the chosen entry. */
export const LANGUAGE_DETAIL_LINES = 4;

/** Lines above the entries. */
const TITLE_LINES = 2;

/** Cells before an entry, between two columns, and at the right edge. */
const GUTTER = 3;
const GAP = 2;
export const LANGUAGE_EDGE = 1;

/** Cells that the meaning has at the least beside a further column that is wider than a unit. */
const MEANING_MINIMUM = 40;

/** Widest further column that is never left out. */
const NARROW = 10;

/** Cells that values have at the least. */
const VALUES_MINIMUM = 24;

/** Lines of the entries on a page of `height` lines. */
export const languageRoom = (height: number): number => Math.max(1, height - TITLE_LINES - LANGUAGE_DETAIL_LINES - 1);

/** A line of the page in `width` cells. */
export const languageSegments = (
  line: LanguageLine,
  isChosen: boolean,
  values: LanguageText['values'],
  width: number,
): readonly Segment[] => {
  if (line.kind === 'blank') return [];
  const { nameWidth, asideWidth, meaningWidth } = columnsOf(line.section, values !== undefined, width);
  const gap = ' '.repeat(GAP);
  if (line.kind === 'title') {
    const title = ` ${wordsWithin(line.section.title, width - LANGUAGE_EDGE - 1)}`;
    if (values === undefined || meaningWidth === undefined) return [{ text: title, role: 'accent' }];
    const before = GUTTER + nameWidth + GAP + asideWidth + GAP + meaningWidth + GAP;
    return [{ text: padCell(title, before), role: 'accent' }, dim(values.heading)];
  }
  const { name, aside, meaning } = line.entry;
  const room =
    meaningWidth ?? width - LANGUAGE_EDGE - GUTTER - nameWidth - GAP - (asideWidth > 0 ? asideWidth + GAP : 0);
  return [
    plain(isChosen ? ' > ' : '   '),
    { text: padCell(printable(name), nameWidth) + gap, role: isChosen ? 'strong' : 'plain' },
    ...(asideWidth > 0 ? [dim(padCell(aside, asideWidth) + gap)] : []),
    dim(padCell(wordsWithin(printable(meaning), room), meaningWidth ?? 0)),
    ...(values === undefined || meaningWidth === undefined ? [] : [plain(gap + values.of(name))]),
  ];
};

/** Cells of the columns; without `asideWidth` that column is left out, with `meaningWidth` there is room for values behind it. */
const columnsOf = (section: LanguageSection, areValuesKnown: boolean, width: number) => {
  const { names, asides, meanings } = widestOf(section);
  const beside = width - LANGUAGE_EDGE - GUTTER - names - GAP;
  const isAsideShown = asides > 0 && (asides <= NARROW || beside - asides - GAP >= MEANING_MINIMUM);
  const asideWidth = isAsideShown ? asides : 0;
  const behind = beside - (isAsideShown ? asides + GAP : 0) - meanings - GAP;
  const areValuesShown = areValuesKnown && section.hasValues === true && behind >= VALUES_MINIMUM;
  return { nameWidth: names, asideWidth, meaningWidth: areValuesShown ? meanings : undefined };
};

type Widest = { readonly names: number; readonly asides: number; readonly meanings: number };

const WIDEST = new WeakMap<LanguageSection, Widest>();

/** Cells of the widest texts of a section, found once. */
const widestOf = (section: LanguageSection): Widest => {
  const of = (text: (entry: LanguageEntry) => string) =>
    Math.max(0, ...section.entries.map((entry) => cellWidth(printable(text(entry)))));
  const widest = WIDEST.get(section) ?? {
    names: of(({ name }) => name),
    asides: of(({ aside }) => aside),
    meanings: of(({ meaning }) => meaning),
  };
  WIDEST.set(section, widest);
  return widest;
};

/** As many whole words of `text` as `width` cells have room for, with a mark where some are left out. */
const wordsWithin = (text: string, width: number): string => {
  if (cellWidth(text) <= width) return text;
  const [first = ''] = wrappedLines(text, Math.max(1, width - 2));
  return `${first} ${CUT_MARK}`;
};

/** The entry, and what it means in whole lines. */
export const meaningLines = (
  { name, aside, meaning, more }: LanguageEntry,
  width: number,
): readonly (readonly Segment[])[] => {
  const room = Math.max(1, width - GUTTER);
  const [first = '', ...others] = [aside === '' ? meaning : `${aside}: ${meaning}`, more ?? ''].filter(Boolean);
  const lines = [first, ...others].flatMap((text) => wrappedLines(printable(text), room));
  return [[{ text: `   ${printable(name)}`, role: 'strong' }], ...lines.map((line) => [dim(`   ${line}`)])];
};
