/** What stands in the place of the past while it is not known. Pure. */

import { printable } from '../../../../base/text.ts';
import type { PastReadState } from '../pages.ts';

/** What is said where nothing at all was recorded. */
export const NO_HISTORY = 'There is no history of this service yet: gpudeck record keeps one.';

/** Why nothing is shown; undefined where something was read. */
export const missingWords = (past: PastReadState | undefined): string | undefined => {
  if (past === undefined) return 'No history of this service is kept.';
  if (past.problem !== undefined) return printable(past.problem);
  return past.value === undefined ? 'Reading the history ...' : undefined;
};
