/** How much of the page on which columns are chosen is seen on a screen, and where the table stands. Pure. */

/** Lines above the columns of the page: what it is, and what is looked for or known of a column. */
const COLUMNS_TITLE_LINES = 2;

/** Cells from which on the table stands beside the page, and those from which on the page beside it has room for names too. */
const TABLE_BESIDE_FROM = 100;
const NAMES_BESIDE_FROM = 150;

/** Cells of the page beside the table, and between them. */
const NARROW_PAGE = 42;
const WIDE_PAGE = 66;
const GAP = 2;

/** Columns that a page of `height` lines shows; one at least. */
export const columnsOnPage = (height: number): number => Math.max(1, height - COLUMNS_TITLE_LINES);

/** Cells of the page and of the table beside it, on a screen of `width` cells; no table where there is no room for it. */
export const columnsLayout = (width: number): { readonly page: number; readonly table?: number } => {
  if (width < TABLE_BESIDE_FROM) return { page: width };
  const page = width < NAMES_BESIDE_FROM ? NARROW_PAGE : WIDE_PAGE;
  return { page, table: width - page - GAP };
};
