/**
 * Sends one call that changes something, once: claims its line in the journal, sends it, notes what came of it. Promise 1 stands here
 * and nowhere else (docs/promises.md, 1): nothing goes out without a claim, a call whose answer was lost is *outcome unknown* and is not
 * sent again, and only a refusal by the rate limit, which accepted nothing, is followed by another try, under the same claim.
 */
import type { WriteCall } from '../api/calls.ts';
import type { Client } from '../api/client.ts';
import { ApiError } from '../api/errors/error.ts';
import { explain } from '../api/errors/explain.ts';
import { type Clock, sleep } from '../base/clock.ts';
import type { Allowance, Objected, OverLimit } from '../limits/allowance.ts';
import type { Objection } from '../storage/journal/journal.ts';
import { backOffMs } from './back-off.ts';

/** What came of a call: the service's yes, its certain no, or that nobody knows. */
type Outcome<Reply> = { readonly atEpochMs: number } & (
  | { readonly kind: 'accepted'; readonly reply: Reply }
  | { readonly kind: 'refused' | 'unknown'; readonly reason: string }
);

/** The line of one call in the journal, from its claim to what came of it. What cannot be written comes back as a sentence. */
export type Line<Reply, Standing> = {
  /**
   * Looks for what stands against the call and notes that it is about to be sent, as one step that no other program can come into.
   * Asked before each try; nothing is sent unless it returns undefined. A program that dies afterwards leaves an unknown outcome.
   */
  readonly claim: (atEpochMs: number) => Objection<Standing> | undefined;
  /** Notes that the rate limit has turned the call away, and that it waits to be sent again: its claim stays. */
  readonly turnedAway?: (reason: string) => string | undefined;
  readonly settle: (outcome: Outcome<Reply>) => string | undefined;
};

/** What a call that the rate limit turns away is sent again with; without it such a call is refused like any other. */
export type Patience = {
  /** A random number, at least 0 and below 1. */
  readonly random: () => number;
  /** Asked whether to wait so many milliseconds; without it the answer is always yes. */
  readonly mayWait?: ((waitMs: number) => boolean) | undefined;
  /** Told which try comes after how many milliseconds. */
  readonly onTurnedAway?: ((next: { readonly attempt: number; readonly waitMs: number }) => void) | undefined;
};

/** What a call is sent with. */
export type SendParts = {
  readonly client: Client;
  readonly clock: Clock;
  /** What a call that may cost more is sent under (`SpendingLimits`); any other needs none. */
  readonly allowance?: Allowance | undefined;
  readonly patience?: Patience;
  /** Holds the call back as long as it has not been sent; one that has been sent is never cut off. */
  readonly signal?: AbortSignal | undefined;
  /** Told at which moment of the clock's ticks the call's turn will come. */
  readonly onWait?: ((untilMs: number) => void) | undefined;
  /** Told that the call goes out now. */
  readonly onSending?: (() => void) | undefined;
};

/** How a call ended. `journalProblem` says that this could not be noted. */
export type SendEnd<Reply, Standing> = { readonly atEpochMs: number; readonly journalProblem?: string } & (
  | { readonly kind: 'accepted'; readonly reply: Reply }
  /** Certainly not carried out. */
  | { readonly kind: 'refused'; readonly error: ApiError }
  /** It may have been carried out: the call was sent, right after its claim at `sentAtEpochMs`, and no usable answer came. */
  | { readonly kind: 'unknown'; readonly error: ApiError; readonly sentAtEpochMs: number }
  /** Not sent: there is something in the journal that the user did not know of. */
  | { readonly kind: 'overtaken'; readonly standing: Standing }
  /** Not sent, because it was held back or because the journal could not be written. */
  | {
      readonly kind: 'held-back';
      readonly error: ApiError;
      /** A limit stands against it, and whoever says this amount may go over it. */
      readonly overLimit?: OverLimit;
    }
);

/** Makes `call` for `request`. Rejects only with a programmer's error. */
export const sendOnce = async <Request, Reply, Standing>(
  call: WriteCall<Request, Reply>,
  request: Request,
  line: Line<Reply, Standing>,
  { client, clock, allowance, patience, signal, onWait, onSending }: SendParts,
): Promise<SendEnd<Reply, Standing>> => {
  if (call.mayCostMore?.(request) === true && allowance === undefined)
    throw new Error(`${call.name} may cost more and is sent under no limits`);
  const note = createNote(line, clock, allowance);
  let turnedAway: { readonly error: ApiError; readonly waitMs: number } | undefined;
  for (let attempt = 1; ; attempt++) {
    const holding = holdUntilSent(signal);
    try {
      if (turnedAway !== undefined && turnedAway.waitMs > 0) {
        onWait?.(clock.ticks() + turnedAway.waitMs);
        if (!(await sleep(clock, turnedAway.waitMs, holding.signal))) return note.heldBack(turnedAway.error);
      }
      const reply = await client.write(call, request, {
        attempt,
        signal: holding.signal,
        ...(onWait && { onWait }),
        beforeSending: () => {
          const objection = note.claim();
          if (objection !== undefined) return objection;
          holding.release();
          onSending?.();
          return undefined;
        },
      });
      return note.accepted(reply);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.isOutcomeUnknown) return note.unknown(error);
      if (error.kind === 'aborted') return note.heldBack(error, turnedAway?.error);
      if (error.kind !== 'rate-limited' || patience === undefined) return note.refused(error);
      const waitMs = backOffMs(client.turnInMs(call.name), turnedAway?.waitMs ?? 0, patience.random());
      if (patience.mayWait?.(waitMs) === false) return note.refused(error);
      turnedAway = { error, waitMs };
      line.turnedAway?.(reasonOf(error));
      patience.onTurnedAway?.({ attempt: attempt + 1, waitMs });
    } finally {
      holding.release();
    }
  }
};

/** What the line says, and how the call ends by it. */
const createNote = <Reply, Standing>(line: Line<Reply, Standing>, clock: Clock, allowance: Allowance | undefined) => {
  type End = SendEnd<Reply, Standing>;
  let sentAtEpochMs: number | undefined;
  let objection: Objected<Standing> | undefined;

  /** A line that was never claimed is somebody else's, or nobody's. */
  const settle = (outcome: Outcome<Reply>): { readonly journalProblem?: string } => {
    if (sentAtEpochMs === undefined) return {};
    const problem = line.settle(outcome) ?? allowance?.settle(outcome.kind);
    return problem === undefined ? {} : { journalProblem: problem };
  };

  return {
    /** Claims the line; why the call may not be sent comes back. */
    claim: (): string | undefined => {
      const nowEpochMs = clock.now();
      const claim = () => line.claim(nowEpochMs);
      objection = allowance === undefined ? claim() : allowance.claim(nowEpochMs, claim);
      if (objection !== undefined)
        return 'problem' in objection ? objection.problem : 'An earlier call stands in the way.';
      sentAtEpochMs = nowEpochMs;
      return undefined;
    },
    accepted: (reply: Reply): End => {
      const atEpochMs = clock.now();
      return { kind: 'accepted', reply, atEpochMs, ...settle({ kind: 'accepted', reply, atEpochMs }) };
    },
    refused: (error: ApiError): End => {
      const atEpochMs = clock.now();
      return { kind: 'refused', error, atEpochMs, ...settle({ kind: 'refused', reason: reasonOf(error), atEpochMs }) };
    },
    unknown: (error: ApiError): End => {
      const atEpochMs = clock.now();
      const settled = settle({ kind: 'unknown', reason: reasonOf(error), atEpochMs });
      return { kind: 'unknown', error, atEpochMs, sentAtEpochMs: sentAtEpochMs ?? atEpochMs, ...settled };
    },
    /** It goes out no more; `turnedAwayBy` is what had come back of an earlier try, which is certain. */
    heldBack: (error: ApiError, turnedAwayBy: ApiError = error): End => {
      const atEpochMs = clock.now();
      const settled = settle({ kind: 'refused', reason: reasonOf(turnedAwayBy), atEpochMs });
      if (objection !== undefined && 'standing' in objection)
        return { kind: 'overtaken', atEpochMs, standing: objection.standing, ...settled };
      return {
        kind: 'held-back',
        error,
        atEpochMs,
        ...settled,
        ...(objection && { journalProblem: objection.problem }),
        ...(objection?.overLimit && { overLimit: objection.overLimit }),
      };
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
