/** What is looked for in a list: a text among its rows, and a column by its name. */
import type { Line } from './line.ts';

/**
 * A text that is looked for among the rows shown: it is being typed, or kept and gone through, or no more looked for and only
 * remembered. `from` is the row that the cursor was on when the typing began.
 */
export type Find = { readonly line: Line; readonly stage: 'typed' | 'kept' | 'ended'; readonly from: number };

/**
 * The name of a column that is typed, the column that the cursor came from, and the one that it is on: `place` of `count` that
 * have the name.
 */
export type ColumnJump = {
  readonly line: Line;
  readonly from: string;
  readonly found?: { readonly heading: string; readonly place: number; readonly count: number };
};
