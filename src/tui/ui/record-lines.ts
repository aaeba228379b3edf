/** The lines of one record that is looked at closely, and how many cells and lines of its page are none of them. */
import type { Segment } from './segments.ts';

/** A line of the page. */
export type RecordLine = readonly Segment[];

/** The title, and a blank line. */
export const RECORD_TITLE_LINES = 2;

/** Spaces at the left of each line. */
export const RECORD_MARGIN = 2;
