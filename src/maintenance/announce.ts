/** Announces one window, for the wizard and for scripts alike: the machine is claimed for it in the journal, and the call sent once. */
import { CALLS } from '../api/calls.ts';
import type { MaintenanceReceipt } from '../api/records/replies.ts';
import type { MaintenanceRequest } from '../api/requests.ts';
import type { Announcement, Announcements, Known } from '../storage/journal/announcements.ts';

import { type Line, type Patience, type SendEnd, type SendParts, sendOnce } from '../writes/send-once.ts';
import { bodyTextOf } from './plan.ts';

/** What an announcement is made with. */
type AnnouncementParts = Omit<SendParts, 'patience'> &
  Patience & {
    readonly announcements: Announcements;
    /** Announcements of this machine at that time that the user knows of; any other keeps this one from being sent. */
    readonly known: Known;
  };

/** How an announcement ended, and its place in the journal where it got one. What it was overtaken by comes the newest first. */
export type AnnouncementEnd = SendEnd<MaintenanceReceipt, readonly Announcement[]> & { readonly id?: number };

/** Announces one window. Rejects only with a programmer's error. */
export const announce = async (request: MaintenanceRequest, parts: AnnouncementParts): Promise<AnnouncementEnd> => {
  const line = announcementLine(request, parts);
  const end = await sendOnce(CALLS.maintenance, request, line, { ...parts, patience: parts });
  const id = line.id();
  return { ...end, ...(id !== undefined && { id }) };
};

/** The announcement's line in the journal. */
const announcementLine = (
  request: MaintenanceRequest,
  { announcements, known }: Pick<AnnouncementParts, 'announcements' | 'known'>,
): Line<MaintenanceReceipt, readonly Announcement[]> & { readonly id: () => number | undefined } => {
  const body = bodyTextOf(request);
  let id: number | undefined;
  return {
    id: () => id,
    claim: (atEpochMs) => {
      if (id !== undefined) return announcements.beginAgain(id, atEpochMs, known);
      const begun = announcements.begin(request, body, atEpochMs, known);
      if (!('id' in begun)) return begun;
      id = begun.id;
      return undefined;
    },
    turnedAway: (reason) => (id === undefined ? undefined : announcements.turnedAway(id, reason)),
    settle: (outcome) => {
      if (id === undefined) return undefined;
      if (outcome.kind !== 'accepted') return announcements.settle(id, outcome);
      const { reply, ...accepted } = outcome;
      return announcements.settle(id, {
        ...accepted,
        sentence: reply.youSent,
        notifications: reply.notifications,
      });
    },
  };
};
