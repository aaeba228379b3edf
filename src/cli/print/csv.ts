/** CSV output: the fields of the catalogue, a record a line. */
import { csvHead, csvRows } from '../../catalogue/csv.ts';
import type { Layout } from './layout.ts';

/** Columns named by `names`, as `catalogue/csv.ts` writes them. */
export const csvLayout = (names: readonly string[]): Layout => ({
  head: csvHead(names),
  rows: (records) =>
    csvRows(
      records.map(({ record }) => record),
      names,
    ),
  between: '',
  tail: '',
});
