/** What of a pane and of a list a later run resumes: how that is saved, and how it is read back, which is never trusted. Pure. */
import { z } from 'zod';
import { columnsChosen, columnsSaved, savedColumns } from './columns.ts';
import { historyResumed } from './filter-history.ts';
import { firstLine } from './groups.ts';
import { lineOf, lineSaved, savedLine } from './line.ts';
import { currentRow, type List, type ListKind, orderChanged, type RowKey } from './list.ts';
import { filterEdited, filterOpened } from './list-filter.ts';
import { comparisonSaved, savedComparison } from './over-list.ts';

/**
 * The columns that were chosen, the text that was looked for, whether marked rows alone are shown, rows side by side, and what is
 * being looked for among earlier filters.
 */
export const savedLook = {
  columns: savedColumns.optional(),
  find: z.object({ line: savedLine, stage: z.enum(['typed', 'kept', 'ended']) }).optional(),
  isMarkedOnly: z.literal(true).optional(),
  comparing: savedComparison.optional(),
  history: z
    .object({ line: savedLine, isFromList: z.literal(true).optional() })
    .optional()
    .catch(undefined),
};

const look = z.object(savedLook);

/** What is saved of it; nothing for what is as usual. */
const lookSaved = <Row, Query>({
  columns,
  find,
  isMarkedOnly,
  comparing,
  editing: { history, isFromList } = {},
}: List<Row, Query>): z.input<typeof look> => ({
  ...(columns !== undefined && { columns: columnsSaved(columns) }),
  ...(find !== undefined && find.line.text !== '' && { find: { line: lineSaved(find.line), stage: find.stage } }),
  ...(isMarkedOnly && { isMarkedOnly }),
  ...(comparing !== undefined && { comparing: comparisonSaved(comparing) }),
  ...(history !== undefined && { history: { line: lineSaved(history.line), ...(isFromList && { isFromList }) } }),
});

/** The list as it is resumed; without marks all rows are shown. */
const lookResumed = <Row, Query>(
  { find: _, isMarkedOnly: __, comparing: ___, ...list }: List<Row, Query>,
  { columns, find, isMarkedOnly, comparing }: Omit<z.output<typeof look>, 'history'>,
): List<Row, Query> => ({
  ...columnsChosen<List<Row, Query>>(list, columns),
  ...(find !== undefined && { find: { ...find, from: 0 } }),
  ...(isMarkedOnly && list.marked.length > 0 && { isMarkedOnly }),
  ...(comparing !== undefined && { comparing }),
});

/** Sort keys as they are saved. */
export const savedOrder = z.array(z.tuple([z.string(), z.enum(['asc', 'desc'])]));

/**
 * A list as it is saved. `row` is the key of the row under the cursor, unless that is the first and not open.
 */
export const savedList = z.object({
  filter: savedLine,
  order: savedOrder,
  column: z.string(),
  ...savedLook,
  row: z.object({ key: z.string(), isOpen: z.boolean() }).optional(),
  marked: z.array(z.string()),
});

/** What is saved of a list whose keys are texts. */
export const listSaved = <Row, Query>(
  list: List<Row, Query>,
  kind: Pick<ListKind<Row, Query>, 'keyOf'>,
): z.input<typeof savedList> => {
  const row = placeSaved(list, kind);
  return {
    ...workSaved(list),
    ...(row !== undefined && { row: { key: String(row.key), isOpen: row.page !== undefined } }),
    marked: list.marked.map(String),
  };
};

/** What is saved of any list beside its keys. */
export const workSaved = <Row, Query>(list: List<Row, Query>) => ({
  filter: lineSaved(list.filter),
  order: list.order.map(([field, direction]): [string, 'asc' | 'desc'] => [field, direction]),
  column: list.column,
  ...lookSaved(list),
});

/** The row where the user is and its open page; undefined for the first row, where a cursor would be anyway. */
export const placeSaved = <Row, Query>(
  list: List<Row, Query>,
  { keyOf }: Pick<ListKind<Row, Query>, 'keyOf'>,
): List<Row, Query>['sought'] => {
  const { sought, opened, cursor } = list;
  if (sought !== undefined) return sought;
  const row = opened?.row ?? (cursor.row === firstLine(list) ? undefined : currentRow(list));
  const key = row === undefined ? undefined : keyOf(row);
  return key === undefined ? undefined : { key, ...(opened !== undefined && { page: opened.page }) };
};

/** What an earlier run has left of a list, with its keys as the list has them. */
type LeftOfList = Omit<z.output<typeof savedList>, 'row' | 'marked'> & {
  readonly sought: { readonly key: RowKey; readonly page?: number } | undefined;
  readonly marked: readonly RowKey[];
};

/** The list as it is resumed: marks and cursor wait for the rows that they belong to. */
export const listGoneOnWith = <Row, Query>(
  { editing: _, opened: __, sought: ___, ...list }: List<Row, Query>,
  { filter, order, column, marked, sought, history, ...look }: LeftOfList,
  kind: ListKind<Row, Query>,
): List<Row, Query> => {
  // The height is unknown here; the pane's screen tells it before anything is drawn.
  const arrangement = { ...kind, height: 1 };
  const { before } = filter;
  const start = orderChanged(lookResumed({ ...list, column, marked }, look), order, arrangement);
  const kept = filterEdited(start, before === undefined ? filter : lineOf(before), arrangement);
  const typed = before === undefined ? kept : filterEdited(filterOpened(kept, kind), filter, arrangement);
  const searched = history === undefined ? typed : historyTakenUp(typed, history);
  return sought === undefined ? searched : { ...searched, sought };
};

/** The search of earlier lines as it was; whether it began from the list is what Esc leads back to. */
const historyTakenUp = <Row, Query>(
  { editing, ...list }: List<Row, Query>,
  { line, isFromList }: NonNullable<LeftOfList['history']>,
): List<Row, Query> =>
  editing === undefined
    ? list
    : { ...list, editing: { ...editing, history: historyResumed(line), ...(isFromList && { isFromList }) } };

/** The same of a list whose keys are texts. */
export const listResumed = <Row, Query>(
  list: List<Row, Query>,
  { row, ...rest }: z.output<typeof savedList>,
  kind: ListKind<Row, Query>,
): List<Row, Query> =>
  listGoneOnWith(list, { ...rest, sought: row && { key: row.key, ...(row.isOpen && { page: 0 }) } }, kind);

/**
 * What of a pane is saved, in words: the user's work, which is what was typed, marked or half done, and the place where the
 * user was, which alone is not worth a question.
 */
export type SavedWords = { readonly work: readonly string[]; readonly place: readonly string[] };

/** What is being looked for among earlier filters. */
export const historyWords = (history: z.output<typeof savedList>['history']): readonly string[] =>
  history === undefined || history.line.text.trim() === ''
    ? []
    : [`a search for "${history.line.text.trim()}" in the history`];

/** What a saved list holds. */
export const listWords = ({ filter, marked, row, history }: z.output<typeof savedList>, noun: string): SavedWords => ({
  work: [
    ...(filter.text.trim() === '' ? [] : [`${noun}s with "${filter.text.trim()}"`]),
    ...historyWords(history),
    ...(marked.length === 0 ? [] : [`${marked.length} marked ${noun}${marked.length === 1 ? '' : 's'}`]),
  ],
  place: row === undefined ? [] : [`${noun} ${row.key} ${row.isOpen ? 'open' : 'under the cursor'}`],
});

/** What a later run resumes of a pane whose state is a `State`; `nothingSaved` says why that is nothing. */
export type Resume<State> = Saved<State> | { readonly nothingSaved: string };

/** One pane's part of what is saved. */
type Saved<State> = {
  /** True where the user's work may end in something sent: it is named before all else. */
  readonly isWriting: boolean;
  /** What is to be saved, as JSON. */
  readonly saved: (state: State) => unknown;
  /** The same without what is there again at the next start by itself; absent where nothing is. */
  readonly offered?: (state: State) => unknown;
  /** What must not wait for a pause in typing: it is written as soon as one of these is another. */
  readonly steps: (state: State) => readonly unknown[];
  /** Reads what `saved` has given; undefined when it is not understood. */
  readonly read: (content: unknown) => ReadBack<State> | undefined;
  /** Where in all that was saved an earlier version has kept this part; absent: nowhere else. */
  readonly formerly?: (session: Readonly<Record<string, unknown>>) => unknown;
};

/** A part that was read: what it holds in words, and the state as it is resumed. */
type ReadBack<State> = { readonly words: SavedWords; readonly resumed: (state: State) => State };

/** Says how a pane is saved and resumed by the schema of what is saved. */
export const resumedBy = <State, Schema extends z.ZodType>({
  schema,
  words,
  resumed,
  ...rest
}: Pick<Saved<State>, 'isWriting' | 'steps' | 'offered'> & {
  readonly schema: Schema;
  readonly saved: (state: State) => z.input<Schema>;
  readonly words: (saved: z.output<Schema>) => SavedWords;
  readonly resumed: (state: State, saved: z.output<Schema>) => State;
}): Saved<State> => ({
  ...rest,
  read: (content) => {
    const { data, success } = schema.safeParse(content);
    return success ? { words: words(data), resumed: (state) => resumed(state, data) } : undefined;
  },
});

/** How a pane is saved and resumed of which that is one part, and the rest begins anew. */
export const resumedInPart = <Part, State>(
  resume: Resume<Part>,
  partOf: (state: State) => Part,
  withPart: (state: State, part: Part) => State,
): Resume<State> => {
  if ('nothingSaved' in resume) return resume;
  const { isWriting, saved, offered, steps, read } = resume;
  return {
    isWriting,
    saved: (state) => saved(partOf(state)),
    ...(offered && { offered: (state) => offered(partOf(state)) }),
    steps: (state) => steps(partOf(state)),
    read: (content) => {
      const back = read(content);
      return back && { words: back.words, resumed: (state) => withPart(state, back.resumed(partOf(state))) };
    },
  };
};
