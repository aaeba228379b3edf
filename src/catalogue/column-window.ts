/** Which columns of a table are in view: those that fit, and those that the column cursor has moved to. Widths are in cells. */
import { type Column, columnsWidth, fittingColumns, type Placed } from './columns.ts';

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
