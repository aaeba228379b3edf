/** Says how old what is on screen is, and what is being done about it. */

import { printable } from '../../base/printable.ts';
import { clockTime, clockTimeAndDay } from '../../base/time.ts';
import { lastArrived, type Remote, type RetryWords } from '../state/remote.ts';
import type { Segment } from './segments.ts';

/** The stage of a question in a word or two; `progress` is how far an answer has come in, for the one under way. */
export const ageSegment = (remote: Remote<unknown, unknown>, timeZone: string, progress = ''): Segment => {
  switch (remote.stage) {
    case 'idle':
      return { text: '   not asked yet ', role: 'dim' };
    case 'loading':
      if (remote.retry !== undefined) return { text: `   no answer${asOf(remote, timeZone)} `, role: 'warning' };
      if (remote.isQuiet === true && remote.last !== undefined) return answeredSegment(remote.last.atEpochMs, timeZone);
      return { text: `   asking${progress === '' ? '' : ` ${progress}`} ... `, role: 'accent' };
    case 'loaded':
      return answeredSegment(remote.last.atEpochMs, timeZone);
    case 'failed':
      return { text: `   failed${asOf(remote, timeZone)} `, role: 'danger' };
  }
};

const answeredSegment = (atEpochMs: number, timeZone: string): Segment => ({
  text: `   as of ${clockTime(atEpochMs, timeZone)} `,
  role: 'dim',
});

/** The age of an answer of this run; that of a kept one takes more words (`keptSegments`). */
const asOf = ({ last }: Exclude<Remote<unknown, unknown>, { stage: 'idle' }>, timeZone: string): string =>
  last === undefined || last.foundAtEpochMs !== undefined ? '' : `, as of ${clockTime(last.atEpochMs, timeZone)}`;

/** Says that what is shown was kept by an earlier run, and from when it is; nothing when it is an answer of this one. */
export const keptSegments = (remote: Remote<unknown, unknown>, timeZone: string): readonly Segment[] => {
  const last = lastArrived(remote);
  if (last?.foundAtEpochMs === undefined) return [];
  const time = clockTimeAndDay(last.atEpochMs, last.foundAtEpochMs, timeZone);
  return [{ text: `   as of ${time}, kept from an earlier run: no answer since`, role: 'warning' }];
};

/**
 * What the message line says of a question that goes out in `waitS` seconds, because of `retry` or else because its turn has
 * not come; nothing when it does not wait.
 */
export const waitSegments = (waitS: number | undefined, retry?: RetryWords): readonly Segment[] => {
  if (retry !== undefined) return retrySegments(waitS, retry);
  if (waitS === undefined) return [];
  return [{ text: `Asking in ${waitS} s: the service limits how often it may be asked.`, role: 'accent' }];
};

const retrySegments = (waitS: number | undefined, { attempt, ofTries, because }: RetryWords): readonly Segment[] => {
  const tries = ofTries === undefined ? `try ${attempt}` : `try ${attempt} of ${ofTries}`;
  const text =
    waitS === undefined
      ? `Asking again, ${tries}: ${because}.`
      : `Again in ${waitS} s, ${tries}: ${because}. R now, Esc stops.`;
  return [{ text: printable(text), role: 'warning' }];
};
