/**
 * Announces one window: notes it in the journal, sends it, notes what came of it. The only place that makes this call, for
 * the wizard and for scripts alike. It never sends twice but after a refusal by the rate limit, which accepted nothing.
 */
import type { Client } from '../../../api/client.ts';
import type { Clock } from '../../../api/clock.ts';
import { ApiError } from '../../../api/error.ts';
import { explain } from '../../../api/explain.ts';
import type { MaintenanceReceipt } from '../../../api/replies.ts';
import type { MaintenanceRequest } from '../../../api/requests.ts';
import type { Announcements, Settled } from '../../../storage/announcements.ts';
import { bodyTextOf } from '../plan.ts';

/** What an announcement is made with. */
type AnnouncementParts = {
  readonly client: Client;
  readonly announcements: Announcements;
  readonly clock: Pick<Clock, 'now'>;
  /** Holds the call back as long as it has not been sent; one that has been sent is never cut off. */
  readonly signal?: AbortSignal;
  /** Told at which Unix epoch milliseconds the call's turn will come. */
  readonly onWait?: (untilEpochMs: number) => void;
  /** Told that the call goes out now. */
  readonly onSending?: () => void;
  /** Asked after a refusal by the rate limit whether to wait for the next turn; without it the answer is always yes. */
  readonly mayWait?: () => boolean;
  /** Told that the rate limit turned the call away and that it waits for its turn again. */
  readonly onTurnedAway?: () => void;
};

/** How an announcement ended. `journalProblem` says that this could not be noted. */
export type AnnouncementEnd = { readonly atEpochMs: number; readonly journalProblem?: string } & (
  | { readonly kind: 'accepted'; readonly receipt: MaintenanceReceipt }
  /** Certainly not announced. */
  | { readonly kind: 'failed'; readonly error: ApiError }
  /** It may have been announced: the call was sent and no usable answer came. */
  | { readonly kind: 'unknown'; readonly error: ApiError }
  /** Never sent, because it was held back or because the journal could not be written. */
  | { readonly kind: 'held-back' }
);

/** Announces one window. Rejects only with a programmer's error. */
export const announce = async (request: MaintenanceRequest, parts: AnnouncementParts): Promise<AnnouncementEnd> => {
  const { client, announcements, clock } = parts;
  const body = bodyTextOf(request);
  let lineId: number | undefined;
  let journalProblem: string | undefined;

  const noteBeginning = (): string | undefined => {
    if (lineId !== undefined) return announcements.beginAgain(lineId, clock.now());
    const begun = announcements.begin(request, body, clock.now());
    if ('problem' in begun) return begun.problem;
    lineId = begun.id;
    return undefined;
  };
  const noteEnd = (outcome: Settled): string | undefined =>
    lineId === undefined ? undefined : announcements.settle(lineId, outcome);
  const ended = (kind: 'failed' | 'unknown', error: ApiError): AnnouncementEnd => {
    const atEpochMs = clock.now();
    const problem = noteEnd({ kind: kind === 'failed' ? 'refused' : 'unknown', reason: reasonOf(error), atEpochMs });
    return { kind, error, atEpochMs, ...(problem === undefined ? {} : { journalProblem: problem }) };
  };

  for (let attempt = 1; ; attempt++) {
    const holding = holdUntilSent(parts.signal);
    try {
      const receipt = await client.scheduleMaintenance(request, {
        attempt,
        signal: holding.signal,
        ...(parts.onWait && { onWait: parts.onWait }),
        beforeSending: () => {
          journalProblem = noteBeginning();
          if (journalProblem !== undefined) return journalProblem;
          holding.release();
          parts.onSending?.();
          return undefined;
        },
      });
      const atEpochMs = clock.now();
      const { youSent: sentence, notifications } = receipt;
      const problem = noteEnd({ kind: 'accepted', sentence, notifications, atEpochMs });
      return { kind: 'accepted', receipt, atEpochMs, ...(problem === undefined ? {} : { journalProblem: problem }) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.isOutcomeUnknown) return ended('unknown', error);
      if (error.kind === 'aborted') {
        return { kind: 'held-back', atEpochMs: clock.now(), ...(journalProblem && { journalProblem }) };
      }
      const end = ended('failed', error);
      if (error.kind !== 'rate-limited' || parts.mayWait?.() === false) return end;
      parts.onTurnedAway?.();
    } finally {
      holding.release();
    }
  }
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
