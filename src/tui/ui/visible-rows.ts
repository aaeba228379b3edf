/** How many rows of a list are visible. */
import type { FetchedList } from '../state/fetched-list.ts';
import type { ListRow } from '../state/row-words.ts';
import type { FailureWords } from './failure-lines.tsx';

/**
 * A list as its page needs it; what is known beside its rows is the pane's to show. One without an answer is not asked for: its
 * rows come by themselves.
 */
export type ShownList<Row extends ListRow> = Pick<FetchedList<Row, unknown, FailureWords>, 'list'> &
  Partial<Pick<FetchedList<Row, unknown, FailureWords>, 'answer' | 'waitS'>>;

/** Lines of a page that are no row: the words, a blank line or a note, and the headings. */
const LINES_ABOVE_ROWS = 3;

/** Lines of a failed call over the rows that are still good. */
const FAILURE_LINES = 3;

/** Rows on a page of `height` lines; one at least. */
export const rowsOnPage = (height: number, hasFailure: boolean): number =>
  Math.max(1, height - LINES_ABOVE_ROWS - (hasFailure ? FAILURE_LINES : 0));

/** How many rows of `state` are visible on a page of `height` lines. */
export const visibleRows = <Row extends ListRow>(state: ShownList<Row>, height: number): number =>
  rowsOnPage(height, failureOver(state) !== undefined);

/** The failure that stands over rows which are still good; one without rows has the page for itself. */
export const failureOver = <Row extends ListRow>({ answer, list }: ShownList<Row>): FailureWords | undefined =>
  answer?.stage === 'failed' && list.rows.length > 0 ? answer.failure : undefined;
