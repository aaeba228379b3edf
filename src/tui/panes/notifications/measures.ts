/** Lines that the parts of the pane take, so that actions and views agree on what is visible. */

import { RECORD_TITLE_LINES } from '../../ui/record-lines.ts';
import { isLow } from '../../ui/segments.ts';

/** The tabs and a blank line. */
export const TAB_LINES = 2;

/** Lines of the form that are no types: name and address with their hints, a blank, the typed type and its hint, a blank. */
const FORM_FIELD_LINES = 8;

/** Lines below a list that tell more about what is under the cursor. */
export const KNOWN_DETAIL_LINES = 5;

/** Lines above the rows of webhooks, the count and the headings, and those of a failure. */
const WEBHOOK_HEAD_LINES = 2;
const FAILURE_LINES = 3;

/** Lines below the grid: a blank one, and a type being added or what the last call came to. */
const GRID_FOOT_LINES = 3;

/** Lines of a page that lie behind its scrolled text: a blank one, what is asked, and a field. */
const PAGE_FOOT_LINES = 3;

/** Rows of the form's list of types in a tab of `height` lines. */
export const formRows = (height: number, failureLines: number): number =>
  Math.max(1, height - FORM_FIELD_LINES - failureLines);

/** Rows of a list of known things; where it has few lines nothing more is told below it. */
export const knownRows = (height: number): number =>
  Math.max(1, height - 1 - (isLow(height + TAB_LINES) ? 0 : KNOWN_DETAIL_LINES));

/** Lines of a tab of `height` lines that are left to the rows of webhooks and what is told below them. */
export const webhookLines = (height: number, hasFailure: boolean): number =>
  height - WEBHOOK_HEAD_LINES - (hasFailure ? FAILURE_LINES : 0);

/** Rows of the list of webhooks. */
export const webhookRows = (height: number, hasFailure: boolean): number =>
  Math.max(1, webhookLines(height, hasFailure) - KNOWN_DETAIL_LINES);

/** Rows of the grid below `headLines` lines and its headings. */
export const gridHeight = (height: number, headLines: number): number =>
  Math.max(1, height - headLines - 1 - GRID_FOOT_LINES);

/** Height of a page that is scrolled, title included. */
export const pageHeight = (height: number): number => Math.max(RECORD_TITLE_LINES + 1, height - PAGE_FOOT_LINES);

/** Lines of its text that are seen. */
export const pageRows = (height: number): number => pageHeight(height) - RECORD_TITLE_LINES;
