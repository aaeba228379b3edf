/** What is said of a change that was sent before. Pure. */
import { stampWords } from '../maintenance/moment-words.ts';
import type { SentChange } from '../storage/journal/changes.ts';

/** `Sent 2026-11-22 14:05, outcome unknown: The connection was lost before an answer came.` */
export const sentWords = ({ outcome, sentAtEpochMs, kind, value }: SentChange<string>, timeZone: string): string => {
  const what = value === '' ? kind : `${kind} ${JSON.stringify(value)}`;
  const sent = `${what} was sent ${stampWords(sentAtEpochMs, timeZone)}`;
  return outcome.kind === 'accepted' ? `${sent} and accepted.` : `${sent}, outcome unknown: ${outcome.reason}`;
};
