/**
 * The lines of one record that is looked at closely: sections of labelled values, laid out as pieces and made printable here, and
 * how many cells and lines of its page are none of them.
 */

import { cellStart, cellText, cellWidth, cutCell, padCell, printableStart } from '../../base/text.ts';
import { wrappedLines } from '../../base/wrap.ts';
import { band, cutSegments, dim, isBand, plain, type Segment, segmentsWidth, spreadSegments } from './segments.ts';
import type { Role } from './theme.tsx';

/** A line of the page. */
export type RecordLine = readonly Segment[];

export const BLANK: RecordLine = [plain(' ')];

/** `text` made printable, in as many lines of at most `width` cells as it needs. */
export const paragraph = (text: string, width: number, role: Role = 'plain'): readonly RecordLine[] =>
  wrappedLines(text, Math.max(10, width)).map((line) => [{ text: line, role }]);

/** Sets a line in by so many cells. */
export const setInBy =
  (cells: number) =>
  (line: RecordLine): RecordLine => [plain(' '.repeat(cells)), ...line];

/** The lines behind a label, which stands in the first of them. */
export const labelled = (label: string, lines: readonly RecordLine[]): readonly RecordLine[] =>
  lines.map((line, place) => [dim(place === 0 ? label : ' '.repeat(cellWidth(label))), ...line]);

/** The lines, with a blank one above each section where all have room in `room` lines so; sections that stand in columns have theirs. */
export const spacedIn = (room: number, lines: readonly RecordLine[]): readonly RecordLine[] => {
  const spaced = lines.flatMap((line, place) => {
    const isClose = lines[place - 1]?.some(({ text }) => text.trim() !== '') ?? false;
    const isWhole = line.some(({ isAtEnd }) => isAtEnd);
    return isBand(line) && isWhole && isClose ? [[], line] : [line];
  });
  return spaced.length <= room ? spaced : lines;
};

/** The title, and a blank line. */
export const RECORD_TITLE_LINES = 2;

/** Spaces at the left of each line. */
export const RECORD_MARGIN = 2;

export type LabelledValue = {
  readonly label: string;
  readonly value: string;
  readonly unit: string;
  readonly role?: Role | undefined;
  /** True where nothing was said of it. */
  readonly isAbsent?: boolean;
  /** A second fact, at the right edge where there is room; else on a line of its own, with its label. */
  readonly beside?: readonly (LabelledValue & { readonly words: string })[] | undefined;
};

/** A value with its label; where nothing was said of it, that. */
export const said = (label: string, value: string | undefined): LabelledValue => ({
  label,
  value: value ?? 'not said',
  unit: '',
});

/** Labelled values under a title, and what is said at its right. */
type TitledValues = {
  readonly title: string;
  readonly answer?: readonly Segment[] | undefined;
  readonly entries: readonly LabelledValue[];
};

/** Cells between two columns of sections, and those of one at the least. */
const COLUMN_GAP = 2;
const COLUMN_LEAST = 48;

/** How many columns, `most` at the most, a page has on which lines of `width` cells stand behind the margin, and the cells of each with its margin. */
export const columnsIn = (width: number, most: number): { readonly count: number; readonly cells: number } => {
  const whole = width + RECORD_MARGIN;
  const count = Math.max(1, Math.min(most, Math.floor((whole + COLUMN_GAP) / (COLUMN_LEAST + COLUMN_GAP))));
  return { count, cells: Math.floor((whole - COLUMN_GAP * (count - 1)) / count) };
};

/** Sections in as many columns as fit in `width` cells, a blank line between two that are in one. */
export const sectionLines = (sections: readonly TitledValues[], width: number): readonly RecordLine[] => {
  const { count, cells } = columnsIn(width, sections.length);
  return besideLines(inColumns(sectionParts(sections, cells), count), cells);
};

/** The lines of each section in a column of `cells` cells; the last part names what is absent in all of them. */
export const sectionParts = (sections: readonly TitledValues[], cells: number): readonly (readonly RecordLine[])[] => {
  const width = cells - RECORD_MARGIN - 1;
  const all = sections.flatMap(({ entries }) => entries.flatMap((entry) => [entry, ...(entry.beside ?? [])]));
  const missing = all.flatMap((entry) => (isSaid(entry) ? [] : cellStart(entry.label, width)));
  return [
    ...sections.map((section) => valueLines(section, width)).filter(({ length }) => length > 1),
    ...(missing.length === 0 ? [] : [[band('Not said'), ...paragraph(missing.join(', '), width, 'dim')]]),
  ];
};

const isSaid = ({ isAbsent }: LabelledValue): boolean => isAbsent !== true;

/** The parts of a page, in their order, in at most `count` columns of about one height. */
export const inColumns = (
  parts: readonly (readonly RecordLine[])[],
  count: number,
): readonly (readonly RecordLine[])[] => {
  for (let height = Math.max(0, ...parts.map(({ length }) => length)); ; height++) {
    const columns: (readonly RecordLine[])[] = [];
    for (const lines of parts) {
      const last = columns.at(-1);
      if (last === undefined || last.length + 1 + lines.length > height) columns.push(lines);
      else columns[columns.length - 1] = [...last, [], ...lines];
    }
    if (columns.length <= count) return columns;
  }
};

/** Columns of `cells` cells side by side; what stands on a band has their whole width, anything else stands behind a margin. */
export const besideLines = (columns: readonly (readonly RecordLine[])[], cells: number): readonly RecordLine[] => {
  if (columns.length === 1) return columns[0] ?? [];
  const height = Math.max(0, ...columns.map(({ length }) => length));
  return Array.from({ length: height }, (_, place) =>
    columns.flatMap((lines, column): RecordLine => {
      const line = lines[place] ?? [];
      const gap = column === 0 ? '' : ' '.repeat(COLUMN_GAP);
      if (isBand(line)) {
        const atEnd = line.findIndex(({ isAtEnd }) => isAtEnd);
        const right = line.slice(atEnd).map(({ isAtEnd: _end, ...piece }) => piece);
        return [...(column === 0 ? [] : [plain(gap)]), ...spreadSegments(line.slice(0, atEnd), right, cells)];
      }
      const margin = column === 0 ? '' : ' '.repeat(RECORD_MARGIN);
      const room = cells - RECORD_MARGIN;
      const shown = cutSegments(line, room);
      return [plain(gap + margin), ...shown, plain(' '.repeat(room - segmentsWidth(shown)))];
    }),
  );
};

/** Cells behind a label, and those that a label has at the most; it is cut where a value would have no room. */
const LABEL_GAP = 2;
const LABEL_MOST = 30;

/** Cells that a value has at the least where a label is long. */
const VALUE_LEAST = 20;

/** A figure, its whole part apart. */
const FIGURE = /^(-?[\d,]+)(\.\d+)?$/;

/** Lines that a value takes at the most. */
const VALUE_LINES = 3;

/** What a section says in `width` cells, the points of its figures below each other. */
const valueLines = ({ title, answer, entries }: TitledValues, width: number): readonly RecordLine[] => {
  const known = entries.flatMap((entry): readonly LabelledValue[] => {
    const beside = entry.beside?.filter(isSaid);
    return isSaid(entry) ? [{ ...entry, beside }] : (beside ?? []);
  });
  const labels = Math.min(
    LABEL_MOST,
    Math.max(width >> 1, width - VALUE_LEAST),
    Math.max(0, ...known.map(({ label }) => cellWidth(label))),
  );
  const place = { width, labels, whole: 0, fraction: 0 };
  for (const { value } of known) {
    const [, whole = '', fraction = ''] = FIGURE.exec(value) ?? [];
    place.whole = Math.max(place.whole, whole.length);
    place.fraction = Math.max(place.fraction, fraction.length);
  }
  return [band(title, answer), ...known.flatMap((entry) => entryLines(entry, place))];
};

/** Cells of a line, of its label, and of the whole and the broken part of figures. */
type EntryPlace = {
  readonly width: number;
  readonly labels: number;
  readonly whole: number;
  readonly fraction: number;
};

const entryLines = (
  { label, value, unit, role = 'plain', beside = [] }: LabelledValue,
  place: EntryPlace,
): readonly RecordLine[] => {
  const { width, labels } = place;
  const room = width - labels - LABEL_GAP - (unit === '' ? 0 : unit.length + 1);
  const start = dim(padCell(cellText(label, labels), labels + LABEL_GAP));
  const [first = '', ...others] = valueTexts(value, room, place);
  const line = [start, { text: first, role }, dim(unit === '' ? '' : ` ${unit}`)];
  const fact = beside
    .map((own) => own.words.replace('_', `${cellStart(own.value, width)} ${own.unit === unit ? '' : own.unit}`.trim()))
    .join(', ');
  const free = width - segmentsWidth(line) - cellWidth(fact);
  const isBeside = fact !== '' && free >= LABEL_GAP;
  return [
    isBeside ? [...line, dim(' '.repeat(free) + fact)] : line,
    ...others.map((text) => [plain(' '.repeat(labels + LABEL_GAP)), { text, role }]),
    ...(isBeside ? [] : beside.flatMap((own) => entryLines(own, place))),
  ];
};

/** A figure with its point where those of its section have theirs; a text in as many lines as it takes, a few at most. */
const valueTexts = (value: string, room: number, { whole, fraction }: EntryPlace): readonly string[] => {
  const [, own = '', broken = ''] = FIGURE.exec(value) ?? [];
  if (own !== '' && whole + fraction <= room) return [own.padStart(whole) + broken.padEnd(fraction)];
  const lines = wrappedLines(printableStart(value), Math.max(1, room));
  return lines.length <= VALUE_LINES
    ? lines
    : [...lines.slice(0, VALUE_LINES - 1), cutCell(lines.slice(VALUE_LINES - 1).join(' '), room)];
};
