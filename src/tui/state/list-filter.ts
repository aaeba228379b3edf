/** Editing the line that narrows a list: opening, typing, recalling, keeping, giving up. Pure. */
import { type Line, lineAccepted, lineCancelled, lineOpened, lineReplaced } from './line.ts';
import { type Arrangement, arranged, type Listing, type ListKind } from './list.ts';
import { recallBegun, recalledText, recallMoved } from './recall.ts';

/** The line began to be edited. */
export const filterOpened = <Row, Query>(
  listing: Listing<Row, Query>,
  { narrowing }: Pick<ListKind<Row, Query>, 'narrowing'>,
): Listing<Row, Query> => {
  const filter = lineOpened(listing.filter);
  return { ...listing, filter, query: narrowing.opened(listing.query, filter, listing.rows), editing: {} };
};

/** The line changed; rows narrow at once. */
export const filterEdited = <Row, Query>(
  listing: Listing<Row, Query>,
  filter: Line,
  arrangement: Arrangement<Row, Query>,
): Listing<Row, Query> => {
  const { typed, closed } = arrangement.narrowing;
  const query = (listing.editing === undefined ? closed : typed)(listing.query, filter);
  return query === listing.query ? { ...listing, filter } : arranged({ ...listing, filter, query }, arrangement, true);
};

/** An older (negative `steps`) or newer line was recalled; `earlier` are those kept before, the newest last. */
export const filterRecalled = <Row, Query>(
  listing: Listing<Row, Query>,
  steps: number,
  earlier: readonly string[],
  arrangement: Arrangement<Row, Query>,
): Listing<Row, Query> => {
  const { editing, filter } = listing;
  if (editing === undefined) return listing;
  const recall = recallMoved(editing.recall ?? recallBegun(earlier, filter.text), filter.text, steps);
  return filterEdited({ ...listing, editing: { recall } }, lineReplaced(recalledText(recall))(filter), arrangement);
};

/** The line was kept as it stands; one that its narrowing does not take stays open. */
export const filterKept = <Row, Query>(
  listing: Listing<Row, Query>,
  arrangement: Arrangement<Row, Query>,
): Listing<Row, Query> => {
  const { query, problem } = arrangement.narrowing.kept(listing.query, listing.filter);
  if (problem !== undefined) return { ...listing, query };
  const { editing: _, ...rest } = listing;
  const next = { ...rest, filter: lineAccepted(listing.filter), query };
  return query === listing.query ? next : arranged(next, arrangement, true);
};

/** Editing was given up: the line is what it was before. */
export const filterRestored = <Row, Query>(
  { editing, ...listing }: Listing<Row, Query>,
  arrangement: Arrangement<Row, Query>,
): Listing<Row, Query> =>
  editing === undefined ? listing : filterEdited(listing, lineCancelled(listing.filter), arrangement);
