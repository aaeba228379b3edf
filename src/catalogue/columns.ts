/** Columns of tables: how a field becomes one, and which of several stay when there is not room for all. */
import type { ColouredRole } from '../base/roles.ts';
import { BREAKDOWN_FIGURES, type Field, firstDirection, isRightAligned, isSortable } from './field.ts';
import { formatCell, formatValue, headingOf } from './format.ts';
import { toneOf } from './tones.ts';

/** An offer, a volume or a connection. */
export type ServiceRecord = Readonly<Record<string, unknown>>;

/** One column of tables of `Row`. `width` is in cells; `sortField` is the wire name it is ordered by, undefined when the service cannot. */
export type Column<Row = ServiceRecord> = {
  readonly id: string;
  readonly heading: string;
  /** What stands in it, in words; absent where the heading says it. */
  readonly label?: string;
  readonly width: number;
  readonly align: 'left' | 'right';
  readonly sortField: string | undefined;
  /** The direction in which it is ordered first. */
  readonly firstDirection: 'asc' | 'desc';
  /** The record's value in display units; it may hold any character. */
  readonly cell: (record: Row) => string;
  /** One or two members of the record that alone decide it; absent where others may. */
  readonly madeOf?: readonly [string, string?];
  /** What sets that value apart from the usual ones; absent where nothing ever does. */
  readonly tone?: (record: Row) => ColouredRole | undefined;
  /** The share of a whole, from 0 to 1, that is drawn as a bar before the value; undefined where it is not known. Absent: never. */
  readonly gauge?: (record: Row) => number | undefined;
  /** The heading where the column has no room for the other one. */
  readonly short?: string;
  /** How the value is drawn in `width` cells of a screen, where that is not as it is said. */
  readonly drawn?: (record: Row, width: number) => string;
  /** A value that is set apart has a sign behind it, which hangs into the gap behind the column. */
  readonly hangs?: true;
};

/** What decides whether a column fits. */
export type Placed = Pick<Column, 'id' | 'width' | 'hangs'>;

/** What stands for a value of a kind that its field cannot have; the client leaves such a key without a value. */
export const MISSHAPEN = '?';

const RATE = { wire: 'number', quantity: 'rate', group: 'price' } as const;

/** Cells for a field that the catalogue gives no width. */
const USUAL_WIDTH = 10;

/** The column of one field. */
export const columnOf = (field: Field): Column => {
  const heading = headingOf(field);
  const { tones } = field;
  return {
    id: field.name,
    heading,
    label: field.label,
    width: Math.max(heading.length, field.width ?? USUAL_WIDTH),
    align: isRightAligned(field) ? 'right' : 'left',
    sortField: isSortable(field) ? field.name : undefined,
    firstDirection: firstDirection(field),
    cell: (record) =>
      record[field.name] === undefined && field.name in record ? MISSHAPEN : formatCell(field, record[field.name]),
    ...(tones !== undefined && { tone: (record) => toneOf(tones, record[field.name]) }),
  };
};

/** The columns of the six prices of a breakdown, named as `search.totalHour`. */
export const figureColumns = (breakdown: Field): readonly Column[] =>
  BREAKDOWN_FIGURES.map(({ name, label }) =>
    composedColumn(
      { name: `${breakdown.name}.${name}`, heading: `${breakdown.name}.${name}`, label, ...RATE },
      (record) => {
        const prices = record[breakdown.name];
        return typeof prices === 'object' && prices !== null ? Reflect.get(prices, name) : undefined;
      },
    ),
  );

/** A column for a value that is no field of its own; it is shown as `field` says, and the service cannot order by it. */
export const composedColumn = ({ tones, ...field }: Field, value: (record: ServiceRecord) => unknown): Column => ({
  ...columnOf(field),
  sortField: undefined,
  cell: (record) => formatValue(field, value(record)),
  ...(tones !== undefined && { tone: (record) => toneOf(tones, value(record)) }),
});

/** Cells that `columns` take with `gap` spaces between two of them, and the sign that hangs behind the last. */
export const columnsWidth = (columns: readonly Placed[], gap: number): number =>
  columns.reduce((sum, { width }) => sum + width + gap, 0) - gap + (columns.at(-1)?.hangs ? 1 : 0);

/**
 * Those of `columns`, in their order, that stay when there are `width` cells: ids are taken from `keptLongest`, the last
 * to leave first, up to the first one without room. One column always stays.
 */
export const fittingColumns = <Own extends Placed>(
  columns: readonly Own[],
  keptLongest: readonly string[],
  width: number,
  gap: number,
): readonly Own[] => {
  let kept: readonly Own[] = [];
  for (let count = 1; count <= keptLongest.length; count++) {
    const candidate = columns.filter(({ id }) => keptLongest.slice(0, count).includes(id));
    if (count > 1 && columnsWidth(candidate, gap) > width) break;
    kept = candidate;
  }
  return kept;
};

/** The columns of one kind of record. */
export type ColumnSet<Own extends Placed = Column> = {
  /** Every column, in the order of a table that has room for all. */
  readonly columns: readonly Own[];
  /** Ids of columns shown unasked, the last to leave a narrow table first; others are reached by moving sideways. */
  readonly keptLongest: readonly string[];
  /** How many of the columns that fit stay at the left when the table scrolls sideways. */
  readonly pinned: number;
  /** Those that are not in the table, and that a user can bring into it. */
  readonly hidden?: readonly Own[];
};

/** Room for a table's columns, with `gap` spaces between two of them. */
type Room = { readonly width: number; readonly gap: number };

/** The columns of a table that has room for all that are shown unasked. */
export const unaskedColumns = <Own extends Placed>({ columns, keptLongest }: ColumnSet<Own>): readonly Own[] =>
  columns.filter(({ id }) => keptLongest.includes(id));

/** Every column in the order in which the column cursor meets them: those that fit, then the rest. */
export const columnSequence = <Own extends Placed>(
  { columns, keptLongest }: ColumnSet<Own>,
  { width, gap }: Room,
): readonly Own[] => {
  const chosen = fittingColumns(columns, keptLongest, width, gap);
  return [...chosen, ...columns.filter((column) => !chosen.includes(column))];
};

/** The columns in view with the column cursor on `current`: the pinned ones, and as many others as fit up to that one. */
export const columnsInView = <Own extends Placed>(set: ColumnSet<Own>, room: Room, current: string): readonly Own[] => {
  const sequence = columnSequence(set, room);
  const pinned = sequence.slice(0, set.pinned);
  const target = sequence.findIndex(({ id }) => id === current);
  for (let start = set.pinned; ; start++) {
    const shown = leading([...pinned, ...sequence.slice(start)], room);
    const isInView = target < set.pinned || shown.some(({ id }) => id === current);
    if (isInView || start >= sequence.length - 1) return shown;
  }
};

/** Whether there are columns to the left and to the right of those that are `shown`. */
export const columnsBeyond = <Own extends Placed>(
  set: ColumnSet<Own>,
  room: Room,
  shown: readonly Own[],
): { readonly left: boolean; readonly right: boolean } => {
  const sequence = columnSequence(set, room);
  const [firstScrolled] = shown.slice(set.pinned);
  const last = shown.at(-1);
  return {
    left: firstScrolled !== undefined && firstScrolled.id !== sequence[set.pinned]?.id,
    right: last !== undefined && last.id !== sequence.at(-1)?.id,
  };
};

/** As many of the first columns as fit; one at least. */
const leading = <Own extends Placed>(columns: readonly Own[], { width, gap }: Room): readonly Own[] => {
  let count = columns.length;
  while (count > 1 && columnsWidth(columns.slice(0, count), gap) > width) count--;
  return columns.slice(0, count);
};
