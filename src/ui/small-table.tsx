/**
 * The table of a few rows, drawn by ink-table: it takes what the long table takes. ink-table counts UTF-16 units, so that
 * each cell is handed over as long as its column is wide and drawn as wide as it is long.
 */
import { Text } from 'ink';
import { type ReactNode, useContext } from 'react';
import { type Cell, Table as InkTable } from './ink-table.ts';
import type { TableColumn, TableRow } from './table.tsx';
import { cellStart, cellText, cellWidth, cutCell, padCell } from './text.ts';
import { LookContext, Tone } from './theme.tsx';

/** Cells of the first column: a mark and the cursor. */
const GUTTER = 2;

/** Blanks at either side of a cell. */
const PADDING = 1;

/** Cells behind a heading for a sort mark with its rank, and the brackets of the column cursor. */
const HEADING_ROOM = 4;

/** How many rows fit into `height` lines: each takes two, and frame and headings take three (STACK.md section 2); one at least. */
export const smallTableRows = (height: number): number => Math.max(1, Math.floor((height - 3) / 2));

/**
 * `columns` as wide as their longest cell in `rows` and their heading, whatever text that is; while the table is wider than
 * `width` cells, its widest column gives way.
 */
export const fittedColumns = <Column extends { readonly heading: string; readonly width: number }>(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
): readonly Column[] => {
  const frame = columns.length + 2 + 2 * PADDING * (columns.length + 1);
  const widths = columns.map(({ heading }, place) =>
    rows.reduce(
      (longest, cells) => Math.max(longest, cellWidth(cellText(cells[place] ?? '', width))),
      cellWidth(heading) + HEADING_ROOM,
    ),
  );
  for (let excess = widths.reduce((sum, cells) => sum + cells, GUTTER + frame) - width; excess > 0; excess--) {
    const widest = widths.indexOf(Math.max(...widths));
    widths[widest] = Math.max(1, (widths[widest] ?? 1) - 1);
  }
  return columns.map((column, place) => ({ ...column, width: widths[place] ?? column.width }));
};

/** The headings and `rows`; `cursorRow` counts within `rows`. The column with the cursor has its heading in brackets. */
export const SmallTable = ({
  columns,
  rows,
  cursorRow,
}: {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  readonly cursorRow: number | undefined;
}) => {
  const headings = [' '.repeat(GUTTER), ...columns.map(headingOf)];
  const data = rows.map(({ cells, isMarked }, index) => {
    const gutter = `${isMarked ? '*' : ' '}${index === cursorRow ? '>' : ' '}`;
    const texts = [gutter, ...columns.map((column, place) => laidOut(cells[place] ?? '', column))];
    return Object.fromEntries(headings.map((heading, place): [string, Cell] => [heading, texts[place]]));
  });
  return (
    <InkTable data={data} columns={headings} padding={PADDING} header={Heading} cell={Fitted} skeleton={TableFrame} />
  );
};

/** Headings are the keys of ink-table's rows, so that each must be another one: the catalogue's are. */
const headingOf = ({ heading, mark, isCurrent, width, align }: TableColumn): string =>
  inUnits(isCurrent ? `[${heading}]${mark}` : `${heading}${mark}`, width, align);

const laidOut = (cell: string, { width, align }: TableColumn): string => inUnits(cellStart(cell, width), width, align);

/** `text` cut to `width` cells, with blanks up to as many UTF-16 units. */
const inUnits = (text: string, width: number, align: TableColumn['align']): string => {
  const cut = cutCell(text, width);
  const set = align === 'right' ? padCell(cut, width, align) : cut;
  return set.padEnd(width, ' ');
};

/** Draws a text in as many cells as it has units: characters of two cells take the place of blanks at its end. */
const Fitted = ({ children }: { readonly children?: ReactNode }) => {
  const text = typeof children === 'string' ? children : '';
  return <Text>{padCell(cutBlanks(text, text.length), text.length)}</Text>;
};

const cutBlanks = (text: string, width: number): string => {
  let end = text.length;
  while (cellWidth(text.slice(0, end)) > width && text[end - 1] === ' ') end--;
  return text.slice(0, end);
};

const Heading = ({ children }: { readonly children?: ReactNode }) => <Tone of="dim">{children}</Tone>;

/** The lines between the cells of ink-table; each character takes three bytes, so that they are blanks where bytes count. */
export const TableFrame = ({ children }: { readonly children?: ReactNode }) => {
  const { isSparse } = useContext(LookContext);
  return <Tone of="dim">{typeof children === 'string' && isSparse ? ' '.repeat(children.length) : children}</Tone>;
};
