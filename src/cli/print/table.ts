/** Table output: one line a record, as wide as the terminal at most, in display units. */

import { ASCII_CUT_MARK, asciiText, cellStart, cellText, cutCell, padCell } from '../../base/text.ts';
import { type Column, columnsWidth } from '../../catalogue/columns.ts';
import type { Layout } from '../../formats/layout.ts';

/** Blanks between two columns. */
export const COLUMN_GAP = 2;

/** What the terminal can show; `width` in cells. */
type TableStyle = { readonly width: number; readonly hasColour: boolean; readonly isAscii: boolean };

const DIM = '\x1b[2m';
const NOT_DIM = '\x1b[22m';

/** A table of `columns`, which the caller has chosen for the width; text that is longer than its column is cut. */
export const tableLayout = (columns: readonly Column[], { width, hasColour, isAscii }: TableStyle): Layout => {
  const cell = (text: string, column: Column): string => {
    const room = Math.min(column.width, width);
    const shown = isAscii ? cutCell(asciiText(cellStart(text, room)), room, ASCII_CUT_MARK) : cellText(text, room);
    return padCell(shown, room, column.align);
  };
  const line = (textOf: (column: Column) => string): string =>
    columns
      .map((column) => cell(textOf(column), column))
      .join(' '.repeat(COLUMN_GAP))
      .trimEnd();
  const heading = line((column) => column.heading);
  return {
    head: hasColour ? `${DIM}${heading}${NOT_DIM}\n` : `${heading}\n`,
    rows: (records) => records.map(({ record }) => `${line((column) => column.cell(record))}\n`).join(''),
    between: '',
    tail: '',
  };
};

/** As many of `columns` as there is room for in `width` cells, from the first on, and at least that one. */
export const leadingColumns = (columns: readonly Column[], width: number): readonly Column[] => {
  let count = columns.length;
  while (count > 1 && columnsWidth(columns.slice(0, count), COLUMN_GAP) > width) count--;
  return columns.slice(0, count);
};
