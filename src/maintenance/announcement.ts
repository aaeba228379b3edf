/**
 * Announcing one window, for the wizard and for scripts alike: the machine is claimed for it in the journal, and the call sent once.
 * And what the journal knows of windows that were announced before, so that nobody is notified of one twice unawares.
 */

import { CALLS } from '../api/calls.ts';
import type { Explanation } from '../api/errors/explain.ts';
import type { MaintenanceReceipt } from '../api/records/replies.ts';
import type { MaintenanceRequest } from '../api/requests.ts';
import { keyName } from '../base/named-keys.ts';
import { printable } from '../base/printable.ts';
import type { Announcement, Announcements, Known } from '../storage/journal/announcements.ts';
import { claimedLine } from '../writes/claimed-line.ts';
import { type Patience, type SendEnd, type SendParts, sendOnce } from '../writes/send-once.ts';
import { stampWords } from './moment-words.ts';
import { bodyTextOf, endOf, type Window } from './plan.ts';

/** How an announcement ended, and its place in the journal where it got one. What it was overtaken by comes the newest first. */
export type AnnouncementEnd = SendEnd<MaintenanceReceipt, readonly Announcement[]> & { readonly id?: number };

/**
 * Announces one window. `known` are announcements of this machine at that time that the user knows of: any other keeps this one from
 * being sent. Rejects only with a programmer's error.
 */
export const announce = async (
  request: MaintenanceRequest,
  parts: Omit<SendParts, 'patience'> & Patience & { readonly announcements: Announcements; readonly known: Known },
): Promise<AnnouncementEnd> => {
  const { announcements, known } = parts;
  const line = claimedLine<MaintenanceReceipt, readonly Announcement[]>({
    begin: (atEpochMs) => announcements.begin(request, bodyTextOf(request), atEpochMs, known),
    beginAgain: (id, atEpochMs) => announcements.beginAgain(id, atEpochMs, known),
    turnedAway: announcements.turnedAway,
    settle: (id, outcome) => {
      if (outcome.kind !== 'accepted') return announcements.settle(id, outcome);
      const { reply, ...accepted } = outcome;
      const { youSent: sentence, notifications } = reply;
      return announcements.settle(id, { ...accepted, sentence, notifications });
    },
  });
  const end = await sendOnce(CALLS.maintenance, request, line, { ...parts, patience: parts });
  const id = line.place();
  return { ...end, ...(id !== undefined && { id }) };
};

/** An announcement that a planned window repeats, or meets in time. */
export type Earlier = {
  readonly machineId: number;
  readonly announcement: Announcement;
  /** True when start and length are the same, false when the two windows only overlap. */
  readonly isSame: boolean;
};

/**
 * For each of `machineIds` the announcement that matters most: the newest of the same window, else the newest of one that
 * overlaps. Those that certainly reached nobody do not count.
 */
export const earlierAnnouncements = (
  machineIds: readonly number[],
  window: Window,
  newestFirst: readonly Announcement[],
): readonly Earlier[] => {
  const byMachine = Map.groupBy(newestFirst.filter(mayHaveReached), ({ machineId }) => machineId);
  return machineIds.flatMap((machineId) => {
    const own = byMachine.get(machineId) ?? [];
    const same = own.find((announcement) => isSameWindow(announcement, window));
    const announcement = same ?? own.find((other) => doOverlap(other, window));
    return announcement === undefined ? [] : [{ machineId, announcement, isSame: same !== undefined }];
  });
};

/** True when the outcome is unknown and the user has not decided what to make of it. */
export const isUndecided = ({ outcome, decision }: Announcement): boolean =>
  outcome.kind === 'unknown' && decision === undefined;

/** True unless it is certain, or the user's decision, that nobody was notified; one that was sent again may still have reached them. */
const mayHaveReached = ({ outcome, decision }: Announcement): boolean =>
  outcome.kind === 'accepted' || outcome.kind === 'sending' || (outcome.kind === 'unknown' && decision !== 'dropped');

/** True when two windows begin and end at the same moments. */
export const isSameWindow = (one: Window, other: Window): boolean =>
  one.startsAtEpochS === other.startsAtEpochS && endOf(one) === endOf(other);

const doOverlap = (one: Window, other: Window): boolean =>
  one.startsAtEpochS < endOf(other) && other.startsAtEpochS < endOf(one);

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
      return printable(outcome.sentence?.replace(/\b1 notifications\b/, '1 notification') ?? 'accepted');
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

/** What the interface cannot do, for whoever is about to confirm (docs/interface.md, Maintenance). */
export const NO_WITHDRAWAL =
  'Their renters are notified at once. The service has no way to withdraw a notice, and every further call notifies them again.';

/** The same for a script, which knows nothing of the service's calls: whether it can withdraw shows when it is asked to. */
export const WITHDRAWAL_BY_COMMAND =
  'Their renters are notified at once, and every further call notifies them again. Later, gpudeck withdraw takes back all of your windows on a machine, where the service has a call for that.';

/** The same where the service can withdraw: what it takes back, and where that is done. */
export const WITHDRAWAL = `Their renters are notified at once, and every further call notifies them again. Later, ${keyName('windows.withdraw', 'X')} on the page Windows withdraws: all of your windows on a machine, not one of them alone.`;
