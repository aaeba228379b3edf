/** Editing the line that narrows a list: opening, typing, recalling, keeping, giving up. Pure. */
import { chosenLine, type HistorySearch, recallBegun, recalledText, recallMoved } from './filter-history.ts';
import { type Line, lineAccepted, lineCancelled, lineOpened, lineReplaced } from './line.ts';
import { type Arrangement, arranged, type List, type ListKind, type ListTransition, type Narrowing } from './list.ts';

/** The line began to be edited. */
export const filterOpened = <Row, Query>(
  list: List<Row, Query>,
  { narrowing }: Pick<ListKind<Row, Query>, 'narrowing'>,
): List<Row, Query> => {
  const filter = lineOpened(retyped(list, list.filter.text, narrowing));
  return { ...list, filter, query: narrowing.opened(list.query, filter, list.rows), editing: {} };
};

/** The line with `kept` in it, which was kept before, typed to mean the same. */
const retyped = <Row, Query>(
  { query, filter }: List<Row, Query>,
  kept: string,
  { retyped }: Narrowing<Row, Query>,
): Line => {
  const text = retyped?.(query, kept) ?? kept;
  return text === filter.text ? filter : lineReplaced(text)(filter);
};

/** The line changed; rows narrow at once. */
export const filterEdited = <Row, Query>(
  list: List<Row, Query>,
  filter: Line,
  arrangement: Arrangement<Row, Query>,
): List<Row, Query> => {
  const { typed, closed } = arrangement.narrowing;
  const query = (list.editing === undefined ? closed : typed)(list.query, filter);
  return query === list.query ? { ...list, filter } : arranged({ ...list, filter, query }, arrangement, true);
};

/** An older (negative `steps`) or newer line was recalled; `earlier` are those kept before, the newest last. */
export const filterRecalled = <Row, Query>(
  list: List<Row, Query>,
  steps: number,
  earlier: readonly string[],
  arrangement: Arrangement<Row, Query>,
): List<Row, Query> => {
  const { editing, filter } = list;
  if (editing === undefined) return list;
  const recall = recallMoved(editing.recall ?? recallBegun(earlier, filter.text), filter.text, steps);
  return filterEdited(
    { ...list, editing: { recall } },
    retyped(list, recalledText(recall), arrangement.narrowing),
    arrangement,
  );
};

/** Earlier lines are searched, from the line or from the list, whose line is opened for it; the line stays as it is meanwhile. */
export const historyBegun = <Row, Query>(
  list: List<Row, Query>,
  history: HistorySearch,
  arrangement: Arrangement<Row, Query>,
): List<Row, Query> =>
  list.editing === undefined
    ? { ...filterOpened(list, arrangement), editing: { history, isFromList: true } }
    : { ...list, editing: { ...list.editing, history } };

/** The search of earlier lines became `history`. */
export const historySearched = <Row, Query>(list: List<Row, Query>, history: HistorySearch): List<Row, Query> =>
  list.editing === undefined ? list : { ...list, editing: { ...list.editing, history } };

/** The search ended and nothing was taken over: the user is where it began. */
export const historyClosed: ListTransition = (list, arrangement) => {
  if (list.editing === undefined) return list;
  const { history: _, isFromList, ...editing } = list.editing;
  return isFromList ? filterRestored(list, arrangement) : { ...list, editing };
};

/** The chosen one of the earlier lines was taken over: it stands in the line and can be edited. */
export const historyTaken: ListTransition = (list, arrangement) => {
  const text = list.editing?.history && chosenLine(list.editing.history);
  if (text === undefined) return list;
  return filterEdited({ ...list, editing: {} }, retyped(list, text, arrangement.narrowing), arrangement);
};

/** The line was kept as it stands; one that its narrowing does not take stays open. */
export const filterKept: ListTransition = (list, arrangement) => {
  const { query, text, problem } = arrangement.narrowing.kept(list.query, list.filter);
  if (problem !== undefined) return { ...list, query };
  const { editing: _, ...rest } = list;
  const filter = text === undefined || text === list.filter.text ? list.filter : lineReplaced(text)(list.filter);
  const next = { ...rest, filter: lineAccepted(filter), query };
  return query === list.query ? next : arranged(next, arrangement, true);
};

/** Editing was given up: the line is what it was before. */
export const filterRestored: ListTransition = ({ editing, ...list }, arrangement) =>
  editing === undefined ? list : filterEdited(list, lineCancelled(list.filter), arrangement);
