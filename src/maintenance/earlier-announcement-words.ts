/** What became of an earlier announcement, and why a later one was not sent because of it, in words. Pure. */
import type { Explanation } from '../api/errors/explain.ts';
import { printable } from '../base/printable.ts';
import type { Announcement } from '../storage/journal/announcements.ts';
import { isSameWindow } from './earlier-announcements.ts';
import type { Window } from './plan.ts';
import { stampWords } from './start/moment-words.ts';

/** Why an announcement was not sent: what the journal knew by then that the user did not. The newest counts. */
export const explainEarlier = (newestFirst: readonly Announcement[], window: Window, timeZone: string): Explanation => {
  const announcement = newestFirst.find((other) => isSameWindow(other, window)) ?? newestFirst[0];
  const isSame = announcement !== undefined && isSameWindow(announcement, window);
  const which = isSame
    ? 'the same window'
    : `a window from ${stampWords((announcement?.startsAtEpochS ?? 0) * 1000, timeZone)}`;
  const when = stampWords(announcement?.sentAtEpochMs ?? 0, timeZone);
  const outcome = announcement === undefined ? '' : outcomeWords(announcement);
  const reason = announcement?.outcome.kind === 'unknown' ? ` (${announcement.outcome.reason})` : '';
  return {
    tried: '',
    whatCameBack: `It was not sent: ${which} was sent ${when}: ${outcome}${reason}.`,
    whatToDo: 'Skip it, or send it again: its renters may then be notified twice.',
  };
};

/** What came of an announcement, in a few words. */
export const outcomeWords = ({ outcome, decision }: Announcement): string => {
  switch (outcome.kind) {
    case 'sending':
      return 'being sent';
    case 'accepted':
      return printable(outcome.sentence ?? 'accepted');
    case 'refused':
      return 'not announced';
    case 'unknown':
      return decision === undefined ? 'outcome unknown' : DECISION_WORDS[decision];
  }
};

const DECISION_WORDS = {
  announced: 'outcome unknown, counted as announced',
  dropped: 'outcome unknown, counted as not announced',
  repeated: 'outcome unknown, sent again',
} as const;
