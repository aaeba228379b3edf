/** Says how old what is on screen is, and what is being done about it. */
import type { Remote } from '../state/remote.ts';
import type { Segment } from './segments.ts';
import { clockTime } from './time.ts';

/** The stage of a question in a word or two; `progress` is how far an answer has come in, for the one under way. */
export const ageSegment = (remote: Remote<unknown, unknown>, timeZone: string, progress = ''): Segment => {
  switch (remote.stage) {
    case 'idle':
      return { text: '   not asked yet ', role: 'dim' };
    case 'loading':
      return { text: `   asking${progress === '' ? '' : ` ${progress}`} ... `, role: 'accent' };
    case 'loaded':
      return { text: `   as of ${clockTime(remote.last.atEpochMs, timeZone)} `, role: 'dim' };
    case 'failed': {
      const age = remote.last === undefined ? '' : `, as of ${clockTime(remote.last.atEpochMs, timeZone)}`;
      return { text: `   failed${age} `, role: 'danger' };
    }
  }
};

/** What the message line says of a question that waits for its turn for `waitS` more seconds; nothing when none does. */
export const waitSegments = (waitS: number | undefined): readonly Segment[] =>
  waitS === undefined
    ? []
    : [{ text: `Asking in ${waitS} s: the service limits how often it may be asked.`, role: 'accent' }];
