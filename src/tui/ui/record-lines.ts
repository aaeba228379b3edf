/**
 * The lines of one record that is looked at closely: sections of labelled values, laid out as pieces and made printable here, and
 * how many cells and lines of its page are none of them.
 */

import { cellText, padCell } from '../../base/text.ts';
import { wrappedLines } from '../../base/wrap.ts';
import { band, dim, plain, type Segment, segmentsWidth } from './segments.ts';
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

/** The title, and a blank line. */
export const RECORD_TITLE_LINES = 2;

/** Spaces at the left of each line. */
export const RECORD_MARGIN = 2;

export type LabelledValue = { readonly label: string; readonly value: string; readonly unit: string };

/** A value with its label; where nothing was said of it, that. */
export const said = (label: string, value: string | undefined): LabelledValue => ({
  label,
  value: value ?? 'not said',
  unit: '',
});

/** Labelled values under a title. */
type TitledValues = { readonly title: string; readonly entries: readonly LabelledValue[] };

/** Cells of the longest label, and of what of it a narrow screen shows. */
const LABEL_WIDTH = 28;
const NARROW_LABEL_WIDTH = 17;
/** Spaces between two columns of values. */
const COLUMN_GAP = 3;
const COLUMN_WIDTH_MINIMUM = 56;

/** Sections one below the other in `width` cells, a blank line between two, their values in as many columns as fit. */
export const sectionLines = (sections: readonly TitledValues[], width: number): readonly (readonly Segment[])[] => {
  const count = Math.max(1, Math.floor((width + COLUMN_GAP) / (COLUMN_WIDTH_MINIMUM + COLUMN_GAP)));
  const cellsEach = Math.floor((width - COLUMN_GAP * (count - 1)) / count);
  return sections.flatMap(({ title, entries }, index) => [
    ...(index === 0 ? [] : [[]]),
    band(title),
    ...inColumns(entries, count, cellsEach),
  ]);
};

const inColumns = (
  entries: readonly LabelledValue[],
  count: number,
  width: number,
): readonly (readonly Segment[])[] => {
  const height = Math.ceil(entries.length / count);
  return Array.from({ length: height }, (_, line) =>
    Array.from({ length: count }, (__, column) => entries[column * height + line]).flatMap((entry, column) =>
      entry === undefined ? [] : entrySegments(entry, width, column > 0),
    ),
  );
};

const entrySegments = (
  { label, value, unit }: LabelledValue,
  width: number,
  isFurther: boolean,
): readonly Segment[] => {
  const gap = isFurther ? ' '.repeat(COLUMN_GAP) : '';
  const labelWidth = width < COLUMN_WIDTH_MINIMUM ? NARROW_LABEL_WIDTH : LABEL_WIDTH;
  const start = dim(`${gap}  ${padCell(cellText(label, labelWidth), labelWidth)}  `);
  const room = width - labelWidth - 4 - (unit === '' ? 0 : unit.length + 1);
  const used = [plain(cellText(value, room)), dim(unit === '' ? '' : ` ${unit}`)];
  return [start, ...used, plain(' '.repeat(Math.max(0, width - labelWidth - 4 - segmentsWidth(used))))];
};
