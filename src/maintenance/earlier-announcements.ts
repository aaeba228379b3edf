/** Finds what the journal knows of windows that were announced before, so that nobody is notified of one twice unawares. Pure. */
import type { Announcement } from '../storage/journal/announcements.ts';
import { endOf, type Window } from './plan.ts';

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
