/**
 * How a line of text narrows the rows of a list, as data. Lists of records narrow by words (`words.ts`); the offers pane narrows by
 * the filter language. `Query` is what a line says; it is plain data, for it stands in the store.
 */
import type { ColumnChoice } from './column-choice.ts';
import type { Line } from './line.ts';

/** One way to narrow rows. Every function makes the query from the one before it, which it leaves as it is. */
export type Narrowing<Row, Query> = {
  /** The line began to be edited; `rows` are all that are here. */
  readonly opened: (query: Query, line: Line, rows: readonly Row[]) => Query;
  /** The line, or the place in it, changed while it is edited: what stands at its cursor may be unfinished. */
  readonly typed: (query: Query, line: Line) => Query;
  /** The line is to be kept as it stands. With a `problem` it stays open, and the query says what is wrong with it. */
  readonly kept: (query: Query, line: Line) => { readonly query: Query; readonly problem?: string };
  /** The line stands there closed: editing was given up, or an earlier run has left it. */
  readonly closed: (query: Query, line: Line) => Query;
  /** Those of `rows` that the query leaves, in their order, in a table that shows the columns of the user's choice. */
  readonly narrowed: (rows: readonly Row[], query: Query, columns?: ColumnChoice) => readonly Row[];
};
