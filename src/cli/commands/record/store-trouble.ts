/** Says in words why the history could not be written. */
import { HistoryTrouble } from '../../../history/store.ts';
import { isDamage, primaryCodeOf } from '../../../storage/files/set-aside.ts';

const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;

/** What is wrong and what mends it; undefined for what will not pass, and for an error that is none of a store. */
export const storeTrouble = (error: unknown): string | undefined => {
  if (error instanceof HistoryTrouble) return error.kind === 'refused' ? undefined : error.message;
  const code = primaryCodeOf(error);
  if (code === undefined || !(error instanceof Error)) return undefined;
  const what = `the history could not be written: ${error.message}`;
  if (code === SQLITE_FULL) return `${what}. Free some space on its disk.`;
  if (code === SQLITE_BUSY) return `${what}. Another program has kept it locked for too long: end that program.`;
  if (isDamage(error)) return `${what}. Move its file away, and start gpudeck record again: a new one begins.`;
  return `${what}. Make sure that its file can be written.`;
};
