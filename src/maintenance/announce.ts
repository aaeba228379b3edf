/**
 * Announces one window: claims it in the journal, sends it, notes what came of it. The only place that makes this call, for
 * the wizard and for scripts alike. It never sends twice but after a refusal by the rate limit, which accepted nothing.
 */
import { CALLS } from '../api/calls.ts';
import type { Client } from '../api/client.ts';
import { ApiError } from '../api/errors/error.ts';
import { explain } from '../api/errors/explain.ts';
import type { MaintenanceReceipt } from '../api/records/replies.ts';
import type { MaintenanceRequest } from '../api/requests.ts';
import { type Clock, sleep } from '../base/clock.ts';
import type { Announcement, Settled } from '../storage/journal/announcement.ts';
import type { Announcements, Known, Objection } from '../storage/journal/announcements.ts';
import { backOffMs } from './back-off.ts';
import { bodyTextOf } from './plan.ts';

/** What an announcement is made with. */
type AnnouncementParts = {
  readonly client: Client;
  readonly announcements: Announcements;
  readonly clock: Clock;
  /** A random number, at least 0 and below 1. */
  readonly random: () => number;
  /** Announcements of this machine at that time that the user knows of; any other keeps this one from being sent. */
  readonly known: Known;
  /** Holds the call back as long as it has not been sent; one that has been sent is never cut off. */
  readonly signal?: AbortSignal;
  /** Told at which moment of the clock's ticks the call's turn will come. */
  readonly onWait?: (untilMs: number) => void;
  /** Told that the call goes out now. */
  readonly onSending?: () => void;
  /** Asked after a refusal by the rate limit whether to wait so many milliseconds; without it the answer is always yes. */
  readonly mayWait?: (waitMs: number) => boolean;
  /** Told that the rate limit turned the call away, and which try comes after how many milliseconds. */
  readonly onTurnedAway?: (next: { readonly attempt: number; readonly waitMs: number }) => void;
};

/** How an announcement ended. `journalProblem` says that this could not be noted. */
export type AnnouncementEnd = { readonly atEpochMs: number; readonly journalProblem?: string } & (
  | { readonly kind: 'accepted'; readonly receipt: MaintenanceReceipt }
  /** Certainly not announced. */
  | { readonly kind: 'failed'; readonly error: ApiError; readonly id?: number }
  /** It may have been announced: the call was sent and no usable answer came. */
  | { readonly kind: 'unknown'; readonly error: ApiError; readonly id?: number }
  /** Not sent: there are announcements that the user did not know of, the newest first. */
  | { readonly kind: 'before'; readonly earlier: readonly Announcement[] }
  /** Never sent, because it was held back or because the journal could not be written. */
  | { readonly kind: 'held-back' }
);

/** Announces one window. Rejects only with a programmer's error. */
export const announce = async (request: MaintenanceRequest, parts: AnnouncementParts): Promise<AnnouncementEnd> => {
  const { client, clock } = parts;
  const line = journalLine(request, parts);
  let waitMs = 0;
  for (let attempt = 1; ; attempt++) {
    const holding = holdUntilSent(parts.signal);
    try {
      if (waitMs > 0) parts.onWait?.(clock.ticks() + waitMs);
      if (waitMs > 0 && !(await sleep(clock, waitMs, holding.signal))) return line.heldBack();
      const receipt = await client.write(CALLS.maintenance, request, {
        attempt,
        signal: holding.signal,
        ...(parts.onWait && { onWait: parts.onWait }),
        beforeSending: () => {
          const objection = line.begin();
          if (objection !== undefined) return objection;
          holding.release();
          parts.onSending?.();
          return undefined;
        },
      });
      return line.accepted(receipt);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.isOutcomeUnknown) return line.ended('unknown', error);
      if (error.kind === 'aborted') return line.heldBack();
      if (error.kind !== 'rate-limited') return line.ended('failed', error);
      waitMs = backOffMs(client.turnInMs('maintenance'), waitMs, parts.random());
      if (parts.mayWait?.(waitMs) === false) return line.ended('failed', error);
      line.turnedAway(error);
      parts.onTurnedAway?.({ attempt: attempt + 1, waitMs });
    } finally {
      holding.release();
    }
  }
};

/** The announcement's line in the journal, from its claim to its end. */
const journalLine = (request: MaintenanceRequest, { announcements, clock, known }: AnnouncementParts) => {
  const body = bodyTextOf(request);
  let id: number | undefined;
  let objection: Objection | undefined;
  let turnedAwayBy: ApiError | undefined;

  const settle = (outcome: Settled): { readonly journalProblem?: string } => {
    const problem = id === undefined ? undefined : announcements.settle(id, outcome);
    return problem === undefined ? {} : { journalProblem: problem };
  };
  const claim = (): Objection | undefined => {
    if (id !== undefined) return announcements.beginAgain(id, clock.now(), known);
    const begun = announcements.begin(request, body, clock.now(), known);
    if (!('id' in begun)) return begun;
    id = begun.id;
    return undefined;
  };

  return {
    /** Claims the window; why it may not be sent comes back. */
    begin: (): string | undefined => {
      objection = claim();
      if (objection === undefined) turnedAwayBy = undefined;
      if (objection === undefined) return undefined;
      return 'problem' in objection ? objection.problem : 'Another announcement is in the way.';
    },
    accepted: (receipt: MaintenanceReceipt): AnnouncementEnd => {
      const atEpochMs = clock.now();
      const { youSent: sentence, notifications } = receipt;
      return {
        kind: 'accepted',
        receipt,
        atEpochMs,
        ...settle({ kind: 'accepted', sentence, notifications, atEpochMs }),
      };
    },
    ended: (kind: 'failed' | 'unknown', error: ApiError): AnnouncementEnd => {
      const atEpochMs = clock.now();
      const outcome = { kind: kind === 'failed' ? 'refused' : 'unknown', reason: reasonOf(error), atEpochMs } as const;
      return { kind, error, atEpochMs, ...(id !== undefined && { id }), ...settle(outcome) };
    },
    /** It was not accepted, and waits: its claim stays. */
    turnedAway: (error: ApiError): void => {
      turnedAwayBy = error;
      if (id !== undefined) announcements.turnedAway(id, reasonOf(error));
    },
    /** It goes out no more: what is certain of a call that was turned away is noted. */
    heldBack: (): AnnouncementEnd => {
      const atEpochMs = clock.now();
      const noted = turnedAwayBy && settle({ kind: 'refused', reason: reasonOf(turnedAwayBy), atEpochMs });
      if (objection !== undefined && 'earlier' in objection)
        return { kind: 'before', atEpochMs, ...objection, ...noted };
      const journalProblem = objection?.problem ?? noted?.journalProblem;
      return { kind: 'held-back', atEpochMs, ...(journalProblem !== undefined && { journalProblem }) };
    },
  };
};

/** A signal that follows `outer` until it is released. */
const holdUntilSent = (outer: AbortSignal | undefined) => {
  const inner = new AbortController();
  const abort = () => inner.abort();
  if (outer?.aborted) abort();
  outer?.addEventListener('abort', abort);
  return { signal: inner.signal, release: () => outer?.removeEventListener('abort', abort) };
};

const reasonOf = (error: ApiError): string => explain(error).whatCameBack;
