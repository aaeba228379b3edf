/**
 * The table of a few rows, drawn by ink-table: it takes what the long table takes. ink-table counts UTF-16 units, so that
 * each cell is handed over as long as its column is wide and drawn as wide as it is long.
 */
import { Box, Text } from 'ink';
import { createContext, type ReactNode, useContext } from 'react';
import { cellStart, cellText, cellWidth, cutCell, padCell } from '../../base/text.ts';
import { type Cell, Table as InkTable } from './ink-table.ts';
import { GUTTER, gutterOf, type TableColumn, type TableRow, textOfCell } from './table.tsx';
import { LookContext, type Role, Tone } from './theme.tsx';

/** Spaces at either side of a cell, which make the gap between two columns. */
const PADDING = 1;

/** Cells of a heading for the marks of the order. */
const HEADING_ROOM = 2;

/** Cells that a column keeps as long as one that is to be kept whole can give way. */
const LEAST_YIELDING = 6;

/**
 * `columns` as wide as their longest cell in `rows` and their heading, whatever text that is; while the table is wider than
 * `width` cells, its widest column gives way; those of the ids of `kept` do so last.
 */
export const fittedColumns = <Column extends { readonly id: string; readonly heading: string; readonly width: number }>(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
  kept: readonly string[] = [],
): readonly Column[] => {
  // ink-table leaves a space behind the last cell too.
  const gaps = 2 * PADDING * (columns.length - 1) + PADDING;
  const widths = columns.map(({ heading }, place) =>
    rows.reduce(
      (longest, cells) => Math.max(longest, cellWidth(cellText(cells[place] ?? '', width))),
      cellWidth(heading) + HEADING_ROOM,
    ),
  );
  for (let excess = widths.reduce((sum, cells) => sum + cells, GUTTER + gaps) - width; excess > 0; excess--) {
    const yielding = widths.map((cells, place) =>
      cells > LEAST_YIELDING && kept.includes(columns[place]?.id ?? '') ? 0 : cells,
    );
    const most = Math.max(...yielding) > LEAST_YIELDING ? yielding : widths;
    const widest = most.indexOf(Math.max(...most));
    widths[widest] = Math.max(1, (widths[widest] ?? 1) - 1);
  }
  return columns.map((column, place) => ({ ...column, width: widths[place] ?? column.width }));
};

/** The heading of the column that the column cursor is on, as it is handed to ink-table. */
const CurrentHeading = createContext('');

/** The roles of the cells that are set apart, by the cell as it is handed to ink-table, which takes texts alone. */
const CellRoles = createContext<ReadonlyMap<string, Role>>(new Map());

type SmallTableProps = {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  readonly cursorRow: number | undefined;
};

/** The headings and `rows`; `cursorRow` counts within `rows`. */
export const SmallTable = ({ columns, rows, cursorRow }: SmallTableProps) => {
  const { noteRow } = useContext(LookContext);
  const headings = columns.map((column, place) => ' '.repeat(place === 0 ? GUTTER : 0) + headingOf(column));
  const roles = new Map<string, Role>();
  const data = rows.map((row, index) => {
    const { cells } = row;
    const gutter = gutterOf(row, index === cursorRow);
    const texts = columns.map((column, place) => {
      const cell = cells[place] ?? '';
      const text = (place === 0 ? gutter : '') + laidOut(textOfCell(cell), column);
      const role = typeof cell === 'string' ? undefined : cell.find((piece) => piece.role !== 'plain')?.role;
      if (role !== undefined && place > 0) roles.set(blanksAround(text), role);
      return text;
    });
    noteRow?.(
      columns.map(({ heading }) => heading),
      texts.map((text, place) => (place === 0 ? text.slice(gutter.length) : text)),
    );
    return Object.fromEntries(headings.map((heading, place): [string, Cell] => [heading, texts[place]]));
  });
  return (
    <CurrentHeading value={headings[columns.findIndex(({ isCurrent }) => isCurrent)] ?? ''}>
      <CellRoles value={roles}>
        <Box marginLeft={-PADDING}>
          <InkTable
            data={data}
            columns={headings}
            padding={PADDING}
            header={Heading}
            cell={Fitted}
            skeleton={NoFrame}
          />
        </Box>
      </CellRoles>
    </CurrentHeading>
  );
};

/** As ink-table hands a cell on. */
const blanksAround = (text: string): string => ' '.repeat(PADDING) + text + ' '.repeat(PADDING);

/** Headings are the keys of ink-table's rows, so that each must be another one: the catalogue's are. */
const headingOf = ({ heading, mark, width, align }: TableColumn): string =>
  inUnits(`${mark?.arrow ?? ''}${heading}${mark?.rank ?? ''}`, width, align);

const laidOut = (cell: string, { width, align }: TableColumn): string => inUnits(cellStart(cell, width), width, align);

/** `text` cut to `width` cells, with spaces up to as many UTF-16 units. */
const inUnits = (text: string, width: number, align: TableColumn['align']): string => {
  const cut = cutCell(text, width);
  const set = align === 'right' ? padCell(cut, width, align) : cut;
  return set.padEnd(width, ' ');
};

/** Draws a text in as many cells as it has units: characters of two cells take the place of spaces at its end. */
const Fitted = ({ children }: { readonly children?: ReactNode }) => {
  const text = typeof children === 'string' ? children : '';
  // The whole gutter, behind its space: a text of the service may begin with anything.
  const isFirstOfCursor = ['  > ', ' *> '].includes(text.slice(0, PADDING + GUTTER));
  const role = useContext(CellRoles).get(text);
  const shown = padCell(cutBlanks(text, text.length), text.length);
  return role === undefined ? <Text bold={isFirstOfCursor}>{shown}</Text> : <Tone of={role}>{shown}</Tone>;
};

const cutBlanks = (text: string, width: number): string => {
  let end = text.length;
  while (cellWidth(text.slice(0, end)) > width && text[end - 1] === ' ') end--;
  return text.slice(0, end);
};

const Heading = ({ children }: { readonly children?: ReactNode }) => {
  const current = useContext(CurrentHeading);
  const isCurrent = current !== '' && typeof children === 'string' && children.trim() === current.trim();
  return <Tone of={isCurrent ? 'strong' : 'dim'}>{children}</Tone>;
};

/** In place of the lines that ink-table draws around its cells and between its rows: nothing, which takes no line either. */
const NoFrame = () => null;
