/** Where the log stands on its page. */
import type { LogRoom } from './state.ts';

/** The title, and the line of what is looked for or wrong. */
const HEAD_LINES = 2;

/** Cells before each line: where the line that was found is marked. */
export const MARGIN = 2;

/** Cells and lines of the log on a page. */
export const logRoom = ({ width, height }: { readonly width: number; readonly height: number }): LogRoom => ({
  width: Math.max(1, width - MARGIN - 1),
  height: Math.max(1, height - HEAD_LINES),
});
