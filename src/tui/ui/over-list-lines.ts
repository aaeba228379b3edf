/**
 * The lines of what lies over a list: several records side by side, what a filter can say, and the whole of a filter line, broken
 * between its clauses, else between their parts. Pure.
 */
import { CUT_MARK, cellText, cellWidth, graphemeWidth, padCell, printable, printableStart } from '../../base/text.ts';
import { wrappedLines } from '../../base/wrap.ts';
import type { LanguageEntry, LanguageLine, LanguageSection } from '../state/language-help.ts';
import type { LinePiece, Span } from './field.tsx';
import { band, dim, isNarrow, plain, type Segment, type Size } from './segments.ts';

/** One line: a label, and a cell for each record; `best` are the places of the best ones. */
type Compared = {
  readonly label: string;
  readonly unit: string;
  readonly cells: readonly string[];
  readonly best: readonly number[];
};

/** Lines under a title. */
type ComparedSection = { readonly title: string; readonly rows: readonly Compared[] };

/** Lines above those of the fields: title, what is gone, and two headings. */
export const COMPARISON_TITLE_LINES = 4;

/** What is compared. */
export type Comparison = {
  /** The keys of the records that are here, and what each is headed by: its name, and what it is. */
  readonly keys: readonly (string | number)[];
  readonly headings: readonly (readonly [name: string, what: string])[];
  readonly sections: readonly ComparedSection[];
  /** Where the marks of the best are to be read with care. */
  readonly bestNote?: string | undefined;
};

/** What stands behind a best cell, so that it is told without colour and weight. */
const BEST_MARK = '*';

/** Spaces at the left of the labels, and before each column. */
const COMPARED_MARGIN = 2;
const COMPARED_GAP = 1;

/** Cells of the labels on a narrow screen, on a usual one, and on one of that many cells or more: there every label has room for its unit. */
const LABELS_NARROWEST = 16;
const LABELS_NARROW = 28;
const LABELS_WIDE = 32;
const WIDE_FROM = 100;

/** Cells of a column, at the most and at the least, without the space before it and the mark behind. */
const COLUMN_MOST = 30;
const COLUMN_LEAST = 12;

/** Which records are in sight on a screen, and the cells that labels and each of them have. */
type ComparisonWindow = {
  readonly first: number;
  readonly count: number;
  readonly labels: number;
  readonly column: number;
};

/** The window on `count` records in `width` cells in which the one at `current` is seen. `widest`: cells of the widest text in a column. */
export const comparisonWindow = (
  count: number,
  current: number,
  width: number,
  widest = COLUMN_MOST,
): ComparisonWindow => {
  const each = COMPARED_GAP + COLUMN_LEAST + BEST_MARK.length;
  const labels = isNarrow(width) ? LABELS_NARROWEST : width < WIDE_FROM ? LABELS_NARROW : LABELS_WIDE;
  const room = Math.max(each, width - COMPARED_MARGIN - labels);
  const fitting = Math.max(1, Math.min(count, Math.floor(room / each)));
  const column = Math.min(widest, Math.floor(room / fitting) - COMPARED_GAP - BEST_MARK.length);
  return { first: Math.max(0, Math.min(current, count - 1) - fitting + 1), count: fitting, labels, column };
};

/** Cells of the widest text in a column, as far as one has room for it. */
export const widestOf = ({ headings, sections }: Comparison): number => {
  const texts = [
    ...headings.flatMap(([name, what]) => [`> ${name}`, what]),
    ...sections.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells)),
  ];
  return Math.max(COLUMN_LEAST, ...texts.map((text) => cellWidth(cellText(text, COLUMN_MOST))));
};

/** How many lines `sections` take. */
export const comparisonLength = (sections: readonly ComparedSection[]): number =>
  sections.reduce((sum, { rows }) => sum + 1 + rows.length, 0);

/** The lines of `sections` in a window, a title above each section. */
export const comparisonLines = (
  sections: readonly ComparedSection[],
  window: ComparisonWindow,
): readonly (readonly Segment[])[] =>
  sections.flatMap(({ title, rows }) => [band(title), ...rows.map((row) => rowSegments(row, window))]);

const rowSegments = ({ label, unit, cells, best }: Compared, window: ComparisonWindow): readonly Segment[] => {
  const isSame = cells.every((cell) => cell === cells[0]);
  return [
    dim(' '.repeat(COMPARED_MARGIN) + padCell(labelText(label, unit, window.labels), window.labels)),
    ...inWindow(cells, window).map((cell, index): Segment => {
      const isBest = best.includes(window.first + index);
      const text = columnText(cell, window) + (isBest ? BEST_MARK : ' ');
      return { text, role: isBest ? 'good' : isSame ? 'dim' : 'plain' };
    }),
  ];
};

/** The label with its unit behind it, as far as there is room for both. */
const labelText = (label: string, unit: string, room: number): string => {
  const own = cellText(label, room);
  return unit !== '' && cellWidth(own) + 1 + cellWidth(unit) <= room ? `${own} ${unit}` : own;
};

/** The line of headings at `place` of each record's; those of the current record are strong and pointed at. */
export const headingSegments = (
  headings: readonly string[],
  current: number,
  window: ComparisonWindow,
  isPointed: boolean,
): readonly Segment[] => {
  const isBeyond = { left: window.first > 0, right: window.first + window.count < headings.length };
  const edges = isPointed ? `${isBeyond.left ? '\u2190' : ' '}${isBeyond.right ? '\u2192' : ' '}` : '  ';
  return [
    dim(edges + ' '.repeat(COMPARED_MARGIN - 2 + window.labels)),
    ...inWindow(headings, window).map((heading, index): Segment => {
      const isCurrent = window.first + index === current;
      const text = `${columnText(isCurrent && isPointed ? `> ${printableStart(heading)}` : heading, window)} `;
      return isCurrent ? { text, role: 'strong' } : dim(text);
    }),
  ];
};

const inWindow = (cells: readonly string[], { first, count }: ComparisonWindow): readonly string[] =>
  cells.slice(first, first + count);

const columnText = (cell: string, { column }: ComparisonWindow): string =>
  ' '.repeat(COMPARED_GAP) + padCell(cellText(cell, column), column, 'right');

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
  const { names, asides, meanings } = widestIn(section);
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
const widestIn = (section: LanguageSection): Widest => {
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

/** Lines above those of the filter: title and blank. */
export const WHOLE_TITLE_LINES = 2;

/** Cells at the left of each line. */
export const WHOLE_MARGIN = 3;

/** The filter on lines of at most `width` cells: which stretch of the text stands on each. No line begins or ends with a blank. */
export const wholeLines = (text: string, pieces: readonly LinePiece[], width: number): readonly Span[] => {
  const cells = (from: number, to: number) => cellWidth(printable(text.slice(from, to)));
  const lines: Span[] = [];
  let line: Span | undefined;
  /** Puts a stretch behind the line, or onto a line of its own; one that is too long for any is broken by `broken`. */
  const put = (stretch: Span, broken: () => void) => {
    if (line !== undefined && cells(line.from, stretch.to) <= width) {
      line = { from: line.from, to: stretch.to };
      return;
    }
    if (cells(stretch.from, stretch.to) > width) return broken();
    if (line !== undefined) lines.push(line);
    line = stretch;
  };
  const putBroken = ({ from, to }: Span) => {
    for (const piece of brokenAnywhere(text, from, to, width)) {
      if (line !== undefined) lines.push(line);
      line = piece;
    }
  };
  const stretches = pieces.length === 0 ? [{ from: 0, to: text.length, parts: [] }] : pieces;
  for (const piece of stretches) {
    put(piece, () => {
      for (const part of joinedParts(text, piece)) put(part, () => putBroken(part));
    });
  }
  return line === undefined ? lines : [...lines, line];
};

/** How many lines `wholeLines` gives, and how many of them can be seen on a page of `height`. */
export const wholeExtent = (
  text: string,
  pieces: readonly LinePiece[],
  { width, height }: Size,
): { readonly length: number; readonly height: number } => ({
  length: wholeLines(text, pieces, lineWidth(width)).length,
  height: Math.max(1, height - WHOLE_TITLE_LINES),
});

/** Cells of a line on a page of `width`. */
export const lineWidth = (width: number): number => Math.max(1, width - WHOLE_MARGIN - 1);

/** The parts of a piece; those that neither a blank nor a comma stands between are one. */
const joinedParts = (text: string, { from, to, parts }: Span & Pick<LinePiece, 'parts'>): readonly Span[] => {
  if (parts.length === 0) return [{ from, to }];
  const joined: Span[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last?.to === part.from && text.charAt(last.to - 1) !== ',')
      joined[joined.length - 1] = { from: last.from, to: part.to };
    else joined.push({ from: part.from, to: part.to });
  }
  return joined;
};

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A stretch without any place to break it, cut where the lines end. */
const brokenAnywhere = (text: string, from: number, to: number, width: number): readonly Span[] => {
  const lines: Span[] = [];
  let start = from;
  let used = 0;
  for (const { segment, index } of graphemes.segment(text.slice(from, to))) {
    const cells = graphemeWidth(printable(segment));
    if (used + cells > width && used > 0) {
      lines.push({ from: start, to: from + index });
      start = from + index;
      used = 0;
    }
    used += cells;
  }
  return [...lines, { from: start, to }];
};
