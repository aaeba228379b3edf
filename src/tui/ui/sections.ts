/** Lays sections of labelled values out as lines of pieces. Everything is made printable here. */

import { cellText, padCell } from '../../base/text.ts';
import { dim, plain, type Segment, segmentsWidth } from './segments.ts';

export type LabelledValue = { readonly label: string; readonly value: string; readonly unit: string };

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
    [{ text: title, role: 'accent' } as const],
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
