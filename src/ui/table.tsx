/**
 * The long table: headings and the rows that are visible, one line each. The cursor is a mark in the gutter and a bold first
 * cell, because a bar over the whole row costs hundreds of bytes a move on a slow link.
 */
import { Text } from 'ink';
import { memo } from 'react';
import { type Align, cellText, cellWidth, cutCell, padCell } from './text.ts';
import { Tone } from './theme.tsx';

/** Blanks between two columns; a sort mark stands in them, behind its heading. */
const COLUMN_GAP = 2;

/** Cells before the first column: a mark, the cursor, a blank. */
export const GUTTER = 3;

/** Room for the columns of a table on a screen of `width` cells. */
export const tableRoom = (width: number): { readonly width: number; readonly gap: number } => ({
  width: width - GUTTER,
  gap: COLUMN_GAP,
});

/** A column as it is drawn. `mark` takes at most `COLUMN_GAP` cells. */
export type TableColumn = {
  readonly id: string;
  readonly heading: string;
  readonly width: number;
  readonly align: Align;
  readonly mark: string;
  readonly isCurrent: boolean;
};

/** A row as it is drawn; `cells` go with the columns, may hold any text and are cut to their width. */
export type TableRow = { readonly key: string; readonly cells: readonly string[]; readonly isMarked: boolean };

/** The headings and `rows`; `cursorRow` counts within `rows`. */
export const Table = ({
  columns,
  rows,
  cursorRow,
}: {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  readonly cursorRow: number | undefined;
}) => (
  <>
    <Headings columns={columns} />
    {rows.map((row, index) => {
      const [first = '', ...rest] = row.cells.map((cell, column) => laidOut(cell, columns[column]));
      return (
        <Row
          key={index}
          gutter={`${row.isMarked ? '*' : ' '}${index === cursorRow ? '>' : ' '} `}
          first={first}
          rest={rest.length === 0 ? '' : ' '.repeat(COLUMN_GAP) + rest.join(' '.repeat(COLUMN_GAP))}
        />
      );
    })}
  </>
);

const laidOut = (cell: string, column: TableColumn | undefined): string =>
  column === undefined ? '' : padCell(cellText(cell, column.width), column.width, column.align);

const Headings = ({ columns }: { readonly columns: readonly TableColumn[] }) => (
  <Text wrap="truncate">
    {' '.repeat(GUTTER)}
    {columns.map(({ id, heading, width, align, mark, isCurrent }, index) => {
      const label = cutCell(heading, width);
      // A sort mark stands right behind its heading, so that it is not taken for the next one's.
      const name = align === 'left' ? label : padCell(label, width, align);
      const room = index === columns.length - 1 ? 0 : width + COLUMN_GAP - cellWidth(name);
      return (
        <Text key={id}>
          <Tone of={isCurrent ? 'accent' : 'dim'}>{name}</Tone>
          <Tone of="accent">{padCell(mark, room)}</Tone>
        </Text>
      );
    })}
  </Text>
);

const Row = memo(
  ({ gutter, first, rest }: { readonly gutter: string; readonly first: string; readonly rest: string }) => (
    <Text wrap="truncate">
      <Text bold={gutter[1] === '>'}>{gutter + first}</Text>
      {rest}
    </Text>
  ),
);
