/** Lays rows of several records out side by side: labels pinned at the left, as many records beside them as fit. Pure. */
import { cellText, cellWidth, padCell, printableStart } from '../../base/text.ts';
import { isNarrow } from './narrow.ts';
import { dim, plain, type Segment } from './segments.ts';

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
};

/** What stands behind a best cell, so that it is told without colour and weight. */
const BEST_MARK = '*';

/** Spaces at the left of the labels, and before each column. */
const MARGIN = 2;
const GAP = 1;

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

/** The window on `count` records in `width` cells in which the one at `current` is seen. */
export const comparisonWindow = (count: number, current: number, width: number): ComparisonWindow => {
  const each = GAP + COLUMN_LEAST + BEST_MARK.length;
  const labels = isNarrow(width) ? LABELS_NARROWEST : width < WIDE_FROM ? LABELS_NARROW : LABELS_WIDE;
  const room = Math.max(each, width - MARGIN - labels);
  const fitting = Math.max(1, Math.min(count, Math.floor(room / each)));
  const column = Math.min(COLUMN_MOST, Math.floor(room / fitting) - GAP - BEST_MARK.length);
  return { first: Math.max(0, Math.min(current, count - 1) - fitting + 1), count: fitting, labels, column };
};

/** How many lines `sections` take. */
export const comparisonLength = (sections: readonly ComparedSection[]): number =>
  sections.reduce((sum, { rows }) => sum + 1 + rows.length, 0);

/** The lines of `sections` in a window, a title above each section. */
export const comparisonLines = (
  sections: readonly ComparedSection[],
  window: ComparisonWindow,
): readonly (readonly Segment[])[] =>
  sections.flatMap(({ title, rows }) => [
    [{ text: ` ${title}`, role: 'accent' } as const],
    ...rows.map((row) => rowSegments(row, window)),
  ]);

const rowSegments = ({ label, unit, cells, best }: Compared, window: ComparisonWindow): readonly Segment[] => [
  dim(' '.repeat(MARGIN) + padCell(labelText(label, unit, window.labels), window.labels)),
  ...inWindow(cells, window).map((cell, index): Segment => {
    const isBest = best.includes(window.first + index);
    const text = columnText(cell, window) + (isBest ? BEST_MARK : ' ');
    return isBest ? { text, role: 'strong' } : plain(text);
  }),
];

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
    dim(edges + ' '.repeat(MARGIN - 2 + window.labels)),
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
  ' '.repeat(GAP) + padCell(cellText(cell, column), column, 'right');
