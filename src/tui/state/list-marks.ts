/** The marks of a list as its keys change them. Pure. */
import { currentRow, type Listing, type ListKind, type RowKey } from './list.ts';
import { markTurned, rangeMarked } from './marks.ts';

/** The row under the cursor was marked, or its mark taken away. */
export const markToggled = <Row, Query>(
  listing: Listing<Row, Query>,
  { keyOf }: Pick<ListKind<Row, Query>, 'keyOf'>,
): Listing<Row, Query> => {
  const row = currentRow(listing);
  const key = row === undefined ? undefined : keyOf(row);
  return key === undefined ? listing : { ...listing, marked: markTurned(listing.marked, key) };
};

/** The rows from the one marked last to the one under the cursor were marked. */
export const markExtended = <Row, Query>(
  listing: Listing<Row, Query>,
  { keyOf }: Pick<ListKind<Row, Query>, 'keyOf'>,
): Listing<Row, Query> => {
  const marked = rangeMarked<RowKey | undefined>(listing.marked, listing.shown.map(keyOf), listing.cursor.row);
  return { ...listing, marked: marked.filter((key) => key !== undefined) };
};

/** Every mark was taken away. */
export const marksCleared = <Row, Query>(listing: Listing<Row, Query>): Listing<Row, Query> => ({
  ...listing,
  marked: [],
});
