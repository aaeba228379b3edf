/**
 * The long table: headings and the rows that are visible, one line each. The cursor is a mark in the gutter and a bold first
 * cell, because a bar over the whole row costs hundreds of bytes a move; where the line has shown itself to be quick, it is that
 * bar all the same.
 */
import { Text } from 'ink';
import { memo, type ReactNode, useContext } from 'react';
import type { Ground } from '../../base/roles.ts';
import { type Align, cellText, cellWidth, cutCell, padCell } from '../../base/text.ts';
import type { OrderMark } from '../state/order.ts';
import { folded } from '../state/row-words.ts';
import { type BarLook, gaugeSegment } from './gauge.ts';
import { SegmentLine } from './segment-line.tsx';
import { cutSegments, joinedSegments, plain, type Segment, segmentsWidth } from './segments.ts';
import { LookContext, type Role, Tone, useGround } from './theme.tsx';

/** Spaces between two columns. In those of the headings stand the marks of the order. */
const COLUMN_GAP = 2;

/** Cells before the first column: a mark, the cursor, a blank. */
export const GUTTER = 3;

/** Room for the columns of a table on a screen of `width` cells. */
export const tableRoom = (width: number): { readonly width: number; readonly gap: number } => ({
  width: width - GUTTER,
  gap: COLUMN_GAP,
});

/** A column as it is drawn; `mark` is there when the rows are ordered by it. */
export type TableColumn = {
  readonly id: string;
  readonly heading: string;
  readonly width: number;
  readonly align: Align;
  readonly mark?: OrderMark | undefined;
  readonly isCurrent: boolean;
  /** Its cells are one wider, into the gap behind it: there stands the sign of a value that is set apart. */
  readonly hangs?: true;
};

/** The cell behind a column; 0 where it is not among `columns`. */
export const columnEnd = (columns: readonly Pick<TableColumn, 'id' | 'width'>[], id: string): number => {
  const place = columns.findIndex((column) => column.id === id);
  const until = columns.slice(0, place + 1);
  return place < 0 ? 0 : until.reduce((cells, { width }) => cells + width + COLUMN_GAP, GUTTER - COLUMN_GAP);
};

/** A column to which no key goes. */
export const plainColumn = (heading: string, width: number, align: Align = 'left'): TableColumn => ({
  id: heading,
  heading,
  width,
  align,
  isCurrent: false,
});

/** What stands in a cell: any text, or one in pieces. */
export type TableCell = string | readonly Segment[];

/** What a cell shows, whatever its pieces are to the reader. */
export const textOfCell = (cell: TableCell): string =>
  typeof cell === 'string' ? cell : cell.map(({ text }) => text).join('');

/** What `cells` show, one behind the other; those that say nothing are left out. */
export const textOfCells = (cells: readonly TableCell[]): string =>
  cells
    .map((cell) => textOfCell(cell).trim())
    .filter((text) => text !== '' && text !== '-')
    .join('  ');

/** A column to whatever draws its cells. */
type CellColumn<Item> = {
  readonly width: number;
  readonly cell: (item: Item) => string;
  readonly tone?: ((item: Item) => Role | undefined) | undefined;
  readonly gauge?: ((item: Item) => number | undefined) | undefined;
  readonly drawn?: ((item: Item, width: number) => string) | undefined;
  readonly hangs?: true;
  readonly pieces?: ((item: Item, width: number, bars: BarLook) => readonly Segment[]) | undefined;
};

/** Cells of the figure behind a bar. */
const GAUGE_FIGURE = 4;

/** What a column says of an item: its text as it is drawn, set apart where it is unusual, behind a bar where `bars` says how those are drawn. */
export const cellOf = <Item,>(
  { cell, tone, gauge, drawn, hangs, pieces, width }: CellColumn<Item>,
  item: Item,
  bars?: BarLook,
): TableCell => {
  if (pieces !== undefined) return pieces(item, width, bars ?? 'blank');
  const role = tone?.(item);
  const figure = drawn?.(item, width) ?? cell(item);
  const text = hangs ? `${figure}${role === undefined ? ' ' : '!'}` : figure;
  const share = bars && gauge?.(item);
  if (bars === undefined || share === undefined) return role === undefined ? text : [{ text, role }];
  return [
    gaugeSegment(share, width - GAUGE_FIGURE, bars),
    { text: text.padStart(GAUGE_FIGURE), role: role ?? 'plain' },
  ];
};

/** A row as it is drawn; `cells` go with the columns, and are cut to their width. */
export type TableRow = {
  readonly key: string;
  readonly cells: readonly TableCell[];
  readonly isMarked: boolean;
  /** It shows the text that is looked for. */
  readonly isMatch?: boolean;
  /** Newer answers do not have it. */
  readonly isDeparted?: boolean;
  /** What stands in its place over the whole width: then it is no row. */
  readonly line?: { readonly pieces: readonly Segment[]; readonly ground?: Ground };
};

/** What stands before a row: its mark, then the cursor, or else that it shows the text that is looked for. */
export const gutterOf = ({ isMarked, isMatch = false }: TableRow, isCursor: boolean): string =>
  `${isMarked ? '*' : ' '}${isCursor ? '>' : isMatch ? '~' : ' '} `;

/** Cells at the left edge of the headings that say where there are more columns. */
const EDGES = 2;

/** Whether there are columns beyond the left and the right edge. */
type Beyond = { readonly left: boolean; readonly right: boolean };

const NOTHING_BEYOND: Beyond = { left: false, right: false };

type TableProps = {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  readonly cursorRow: number | undefined;
  readonly beyond?: Beyond;
  readonly isStale?: boolean;
  readonly hasHeadings?: boolean;
  /** The text that is looked for, underlined where a matching row shows it. */
  readonly sought?: string | undefined;
  /** Cells of what stands above rows. */
  readonly width?: number;
};

/** The headings and `rows`; `cursorRow` counts within `rows`. With `isStale` the rows do not answer what is asked now. */
export const Table = ({
  columns,
  rows,
  cursorRow,
  beyond = NOTHING_BEYOND,
  isStale = false,
  hasHeadings = true,
  sought,
  width,
}: TableProps) => {
  // Read here, once: a row that read it would be drawn anew with every frame.
  const { isQuick = false, isSparse, noteRow } = useContext(LookContext);
  const selection = useGround('selection');
  const layout = columns.map(({ width, align, hangs }) => `${width}${align}${hangs}`).join();
  return (
    <>
      {hasHeadings ? <Headings columns={columns} beyond={beyond} /> : null}
      {rows.map((row, index) => {
        if (row.line !== undefined) {
          const { pieces, ground } = row.line;
          return <SegmentLine key={index} left={pieces} width={width ?? 0} {...(ground && { ground })} />;
        }
        const { first, rest } = laidOut(row.cells, columns, layout);
        noteRow?.(
          columns.map(({ heading }) => heading),
          columns.map((column, place) => textOfCell(inColumn(row.cells[place] ?? '', column))),
        );
        return (
          <Row
            key={index}
            gutter={gutterOf(row, index === cursorRow)}
            sought={row.isMatch ? (sought ?? '') : ''}
            first={first}
            rest={rest}
            isBar={index === cursorRow && isQuick}
            selection={index === cursorRow ? selection : undefined}
            isDim={(isStale || row.isDeparted === true) && !isSparse}
          />
        );
      })}
    </>
  );
};

/** The cells of a row in pieces of their columns' widths, and the layout that they were made for. */
type LaidOut = { readonly layout: string; readonly first: readonly Segment[]; readonly rest: readonly Segment[] };

/** Kept while the same cells are drawn. */
const keptRows = new WeakMap<readonly TableCell[], LaidOut>();

const laidOut = (cells: readonly TableCell[], columns: readonly TableColumn[], layout: string): LaidOut => {
  const kept = keptRows.get(cells);
  if (kept?.layout === layout) return kept;
  const [first = [], ...others] = cells.map((cell, index) => inColumn(cell, columns[index]));
  const rest = joinedSegments(
    others.flatMap((cell, index) => [plain(' '.repeat(COLUMN_GAP - hanging(columns[index]))), ...cell]),
  );
  const made = { layout, first, rest };
  keptRows.set(cells, made);
  return made;
};

/** Cells that a column takes of the gap behind it. */
const hanging = (column: TableColumn | undefined): number => (column?.hangs ? 1 : 0);

const inColumn = (cell: TableCell, column: TableColumn | undefined): readonly Segment[] => {
  if (column === undefined) return [];
  const { align } = column;
  const width = column.width + hanging(column);
  if (typeof cell === 'string') return [plain(padCell(cellText(cell, width), width, align))];
  const pieces = cutSegments(
    cell.map((piece) => ({ ...piece, text: cellText(piece.text, width) })),
    width,
  );
  const blanks = plain(' '.repeat(width - segmentsWidth(pieces)));
  return align === 'right' ? [blanks, ...pieces] : [...pieces, blanks];
};

/** Both are made anew for each frame. */
const areSameHeadings = (
  before: { readonly columns: readonly TableColumn[]; readonly beyond: Beyond },
  now: typeof before,
): boolean =>
  before.beyond.left === now.beyond.left &&
  before.beyond.right === now.beyond.right &&
  before.columns.length === now.columns.length &&
  before.columns.every((column, index) => isSameHeading(column, now.columns[index]));

const isSameHeading = (before: TableColumn, now: TableColumn | undefined): boolean =>
  before.id === now?.id &&
  before.heading === now.heading &&
  before.width === now.width &&
  before.align === now.align &&
  before.isCurrent === now.isCurrent &&
  before.mark?.arrow === now.mark?.arrow &&
  before.mark?.rank === now.mark?.rank;

/**
 * The headings, with what the rows are ordered by: an arrow in front of a heading and its rank behind it, or both behind where
 * the column has room, so that none is taken for a part of the heading beside it. At the left edge stands where there are more
 * columns.
 */
const Headings = memo(({ columns, beyond }: { readonly columns: readonly TableColumn[]; readonly beyond: Beyond }) => {
  let free = GUTTER;
  return (
    <Text wrap="truncate">
      <Tone of="dim">{`${beyond.left ? '\u2190' : ' '}${beyond.right ? '\u2192' : ' '}`}</Tone>
      {columns.map(({ id, heading, width, align, mark, isCurrent }, index) => {
        const label = cutCell(heading, width);
        const spare = width - cellWidth(label);
        const inFront = free + (align === 'right' ? spare : 0) - (index === 0 ? EDGES : 0);
        const inside = align === 'left' && mark !== undefined ? ` ${mark.arrow}${mark.rank}` : '';
        if (inside !== '' && cellWidth(inside) <= spare) {
          free = COLUMN_GAP + spare - cellWidth(inside);
          const front = ' '.repeat(inFront);
          return <Heading key={id} front={front} label={label} behind={inside} isCurrent={isCurrent} isSorted />;
        }
        // Behind the last heading the screen may end.
        const isLast = index === columns.length - 1;
        const rank = isLast ? '' : (mark?.rank ?? '');
        const arrow = mark === undefined ? '' : mark.arrow + (isLast ? mark.rank : '');
        // Nearer to its own heading than to the one before.
        const spaced = mark !== undefined && inFront > COLUMN_GAP + 1 ? `${arrow} ` : arrow;
        free = COLUMN_GAP + (align === 'right' ? 0 : spare) - rank.length;
        const front = padCell(cutCell(spaced, inFront, ''), inFront, 'right');
        return (
          <Heading
            key={id}
            front={front}
            label={label}
            behind={rank}
            isCurrent={isCurrent}
            isSorted={mark !== undefined}
          />
        );
      })}
    </Text>
  );
}, areSameHeadings);

type HeadingProps = {
  readonly front: string;
  readonly label: string;
  readonly behind: string;
  readonly isCurrent: boolean;
  readonly isSorted: boolean;
};

const Heading = ({ front, label, behind, isCurrent, isSorted }: HeadingProps) => (
  <Text>
    <Tone of="accent">{front}</Tone>
    <Text underline={isCurrent}>
      <Tone of={isSorted ? 'accent' : isCurrent ? 'strong' : 'dim'}>{label}</Tone>
    </Text>
    <Tone of="accent">{behind}</Tone>
  </Text>
);

type RowProps = {
  readonly gutter: string;
  readonly first: readonly Segment[];
  readonly rest: readonly Segment[];
  readonly sought: string;
  readonly isBar: boolean;
  /** The ground of the row under the cursor; undefined for the others, and where there is none. */
  readonly selection: string | undefined;
  readonly isDim: boolean;
};

const Row = memo(({ gutter, first, rest, sought, isBar, selection, isDim }: RowProps) => {
  const isReversed = isBar && selection === undefined;
  // What is reversed, and old rows, have one look.
  const isOneLook = isReversed || isDim;
  const ground = selection === undefined ? {} : { backgroundColor: selection };
  return (
    <Text wrap="truncate" dimColor={isDim} {...(isBar && ground)}>
      <Text bold={gutter[1] === '>'} {...ground}>
        {gutter.startsWith('*') && !isOneLook
          ? [
              <Tone key="mark" of="mark">
                *
              </Tone>,
              gutter.slice(1),
            ]
          : isReversed
            ? reversed([plain(gutter)], '')
            : gutter}
        {isReversed ? reversed(first, sought) : <Pieces of={first} sought={sought} isOneLook={isOneLook} />}
      </Text>
      {isReversed ? reversed(rest, sought) : <Pieces of={rest} sought={sought} isOneLook={isOneLook} />}
    </Text>
  );
});

type PiecesProps = {
  readonly of: readonly Segment[];
  readonly sought: string;
  readonly isOneLook: boolean;
};

/** The pieces one behind the other, each as its role, or all as what stands around them. */
const Pieces = ({ of: pieces, sought, isOneLook }: PiecesProps) =>
  isOneLook
    ? underlined(textOfCell(pieces), sought)
    : pieces.map(({ text, role, ground }, index) =>
        role === 'plain' ? (
          underlined(text, sought)
        ) : (
          <Tone key={index} of={role} on={ground}>
            {underlined(text, sought)}
          </Tone>
        ),
      );

/** The pieces in reverse, but for what is drawn: reversed it would show the opposite. */
const reversed = (pieces: readonly Segment[], sought: string): ReactNode =>
  joinedSegments(pieces.map(({ text, role }) => ({ text, role: DRAWN.includes(role) ? 'chart' : 'plain' }))).map(
    ({ text, role }, index) => (
      <Text key={index} inverse={role === 'plain'}>
        {underlined(text, sought)}
      </Text>
    ),
  );

const DRAWN: readonly Role[] = [
  ...(['chart', 'faint', 'accent-bar'] as const),
  ...(['cheap-bar', 'cheap-bar-far', 'dear-bar', 'dear-bar-far'] as const),
];

/** `text` with each place underlined that shows `sought`, in any letter case. */
const underlined = (text: string, sought: string): ReactNode => {
  const where = folded(text);
  const part = folded(sought);
  // A letter may be longer in the other case: then the places are not those of the text.
  if (part === '' || where.length !== text.length) return text;
  const pieces: ReactNode[] = [];
  let end = 0;
  for (let at = where.indexOf(part); at >= 0; at = where.indexOf(part, end)) {
    pieces.push(
      text.slice(end, at),
      <Text key={at} underline>
        {text.slice(at, at + part.length)}
      </Text>,
    );
    end = at + part.length;
  }
  return end === 0 ? text : [...pieces, text.slice(end)];
};
