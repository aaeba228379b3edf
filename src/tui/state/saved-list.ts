/** How lines and lists are remembered for a later run, and what is made of them there. Pure; what is read back is checked. */
import { z } from 'zod';
import { type Line, lineOf } from './line.ts';
import type { Listing, ListRow } from './list.ts';

/**
 * A line as it is remembered: the text, the place in it, what Esc brings back while it is open, and what was cancelled. Of some
 * lines older programs have remembered the text alone.
 */
export const savedLine = z
  .union([
    z.string().transform(lineOf),
    z.object({
      text: z.string(),
      at: z.int().min(0),
      before: z.string().optional(),
      cancelled: z.string().optional(),
    }),
  ])
  .transform(({ text, at, before, cancelled }) => lineWith({ text, at: Math.min(at, text.length) }, before, cancelled));

/** What is remembered of a line. */
export const lineSaved = ({ text, at, before, cancelled }: Line): z.input<typeof savedLine> =>
  lineWith({ text, at }, before, cancelled);

const lineWith = (line: Line, before: string | undefined, cancelled: string | undefined): Line => ({
  ...line,
  ...(before !== undefined && { before }),
  ...(cancelled !== undefined && { cancelled }),
});

/** Sort keys as they are remembered. */
export const savedOrder = z.array(z.tuple([z.string(), z.enum(['asc', 'desc'])]));

/**
 * A list as it is remembered. `row` is the key of the row under the cursor, unless that is the first and not open.
 */
export const savedList = z.object({
  filter: savedLine,
  order: savedOrder,
  column: z.string(),
  row: z.object({ key: z.string(), isOpen: z.boolean() }).optional(),
  marked: z.array(z.string()),
});

/** What is remembered of a list. */
export const listSaved = <Row extends ListRow>(list: Listing<Row>): z.input<typeof savedList> => {
  const row = list.sought ?? placeOf(list);
  return {
    filter: lineSaved(list.filter),
    order: list.order.map(([field, direction]) => [field, direction]),
    column: list.column,
    ...(row !== undefined && { row }),
    marked: [...list.marked],
  };
};

/** A cursor on the first row is where it would be anyway. */
const placeOf = <Row extends ListRow>({ opened, cursor, shown }: Listing<Row>) => {
  if (opened !== undefined) return { key: opened.row.key, isOpen: true };
  const key = cursor.row === 0 ? undefined : shown[cursor.row]?.key;
  return key === undefined ? undefined : { key, isOpen: false };
};

/** The list as it is gone on with: marks and cursor wait for the rows that they belong to. */
export const listResumed = <Row extends ListRow>(
  { editing: _, opened: __, ...list }: Listing<Row>,
  { filter, order, column, row, marked }: z.output<typeof savedList>,
): Listing<Row> => ({
  ...list,
  filter,
  ...(filter.before !== undefined && { editing: {} }),
  order,
  column,
  marked,
  ...(row !== undefined && { sought: row }),
});

/**
 * What of a pane is remembered, in words: the user's work, which is what was typed, marked or half done, and the place where the
 * user was, which alone is not worth a question.
 */
export type SavedWords = { readonly work: readonly string[]; readonly place: readonly string[] };

/** What a remembered list holds. */
export const listWords = ({ filter, marked, row }: z.output<typeof savedList>, noun: string): SavedWords => ({
  work: [
    ...(filter.text.trim() === '' ? [] : [`${noun}s with "${filter.text.trim()}"`]),
    ...(marked.length === 0 ? [] : [`${marked.length} marked ${noun}${marked.length === 1 ? '' : 's'}`]),
  ],
  place: row === undefined ? [] : [`${noun} ${row.key} ${row.isOpen ? 'open' : 'under the cursor'}`],
});
