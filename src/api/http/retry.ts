/**
 * Makes a read again when it failed in a way that may pass. This is the only place where a call is repeated without the
 * user's word, and it repeats no write (docs/promises.md, 1): what it decides on is the failure, which knows its
 * endpoint, so that a write does not get through here by any mistake.
 */

import { type Clock, sleep } from '../../base/clock.ts';
import type { ReadName } from '../calls.ts';
import { isWrite } from '../calls.ts';
import { ApiError, isCertificateProblem } from '../errors/error.ts';
import type { CallOptions } from './caller.ts';
import { PROXY_REFUSED } from './proxy-trouble.ts';

/** How far trying goes. */
export type RetryBudget = {
  /** Calls in all, the first one among them. A refusal for coming too soon says when to come, so only the time bounds it. */
  readonly tries: number;
  /** Milliseconds after the first failure within which the last call must begin. */
  readonly withinMs: number;
  /** True for who goes on for months: a fault of the service (500) may pass too. */
  readonly outlivesFaults?: boolean;
};

/** What a pane spends on a read: somebody looks on and can end it with a key. */
export const PANE_BUDGET: RetryBudget = { tries: 6, withinMs: 60_000 };

/** What a command spends on a read: whoever calls it may have retries of its own. */
export const COMMAND_BUDGET: RetryBudget = { tries: 3, withinMs: 60_000 };

/** What the recorder spends on an answer: what it does not get now is lost. */
export const RECORDING_BUDGET: RetryBudget = { ...COMMAND_BUDGET, outlivesFaults: true };

/** A call that will be made again. */
export type Retry = {
  /** Which try it will be, from 2. */
  readonly attempt: number;
  /** How many there may be in all; undefined where only the time bounds them. */
  readonly ofTries: number | undefined;
  /** When it will go, in the clock's ticks. */
  readonly dueMs: number;
  /** What went wrong with the one before. */
  readonly failure: ApiError;
};

/** What is known when a call has failed. */
type Failed = {
  readonly failure: ApiError;
  /** Which try failed, from 1. */
  readonly attempt: number;
  /** Milliseconds since the first failure. */
  readonly elapsedMs: number;
  /** Milliseconds until the endpoint may be called (pacing.ts); a `Retry-After` counts in there. */
  readonly turnInMs: number;
  /** True when part of the answer is out of our hands, so that another answer would double it. */
  readonly isPartOut: boolean;
  /** A random number, at least 0 and below 1. */
  readonly chance: number;
};

const FIRST_DELAY_MS = 1000;

/**
 * Milliseconds after which the call is to be made again, or undefined when it is not. They double with each try, and half of
 * them is random, so that many who lost one service do not all come back to it in the same moment.
 */
export const retryDelayMs = (failed: Failed, budget: RetryBudget): number | undefined => {
  const { failure, attempt, elapsedMs, turnInMs, isPartOut, chance } = failed;
  const { tries, withinMs } = budget;
  if (!mayPass(failure, budget) || isPartOut) return undefined;
  if (attempt >= triesFor(failure, tries)) return undefined;
  const delayMs = Math.round(FIRST_DELAY_MS * 2 ** (attempt - 1) * (0.5 + chance / 2));
  const waitMs = Math.max(delayMs, turnInMs);
  return elapsedMs + waitMs > withinMs ? undefined : waitMs;
};

/** True when the same call may do better later: no connection, no beginning of an answer, or a service that is busy or down. */
const mayPass = (failure: ApiError, { outlivesFaults = false }: RetryBudget): boolean => {
  if (isWrite(failure.endpoint)) return false;
  switch (failure.kind) {
    case 'rate-limited':
      return true;
    case 'unreachable':
      return !isCertificateProblem(failure) && failure.code !== PROXY_REFUSED;
    case 'timed-out':
      // An answer that stalls would most likely stall again, and each try costs the line all that came before.
      return failure.stage !== 'reading';
    case 'refused':
      return [502, 503, 504].includes(failure.status ?? 0) || (outlivesFaults && failure.status === 500);
    case 'aborted':
    case 'bad-request':
    case 'key-rejected':
    case 'forbidden':
    case 'credentials-missing':
    case 'unreadable':
      return false;
  }
};

const triesFor = ({ kind }: ApiError, tries: number): number =>
  kind === 'rate-limited' ? Number.POSITIVE_INFINITY : tries;

/** What reading patiently needs. */
type PatientReading<Answer> = {
  /** The endpoint that is read. */
  readonly read: ReadName;
  /** Makes the call once. */
  readonly call: (options: Pick<CallOptions, 'attempt'>) => Promise<Answer>;
  readonly budget: RetryBudget;
  readonly clock: Clock;
  /** A random number, at least 0 and below 1. */
  readonly random: () => number;
  /** Milliseconds until the endpoint may be called. */
  readonly turnInMs: (endpoint: ReadName) => number;
  /** Once aborted no other call is made, and a wait for one ends; a call that is under way is left alone. Looked up at each failure. */
  readonly patience?: () => AbortSignal;
  /** True when part of the answer is out of our hands; absent: it never is. */
  readonly isPartOut?: () => boolean;
  /** Told of each call that will be made again, when it is put off. */
  readonly onRetry: (retry: Retry) => void;
};

/** Reads, as often as `budget` allows and the failure may pass. Fails as the last call did. */
export const readPatiently = async <Answer>(reading: PatientReading<Answer>): Promise<Answer> => {
  const { read, call, budget, clock, random, turnInMs, patience, isPartOut, onRetry } = reading;
  let firstFailedMs: number | undefined;
  for (let attempt = 1; ; attempt++) {
    try {
      return await call({ attempt });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const signal = patience?.();
      firstFailedMs ??= clock.ticks();
      const failed = {
        failure: error,
        attempt,
        elapsedMs: clock.ticks() - firstFailedMs,
        turnInMs: turnInMs(read),
        isPartOut: isPartOut?.() ?? false,
        chance: random(),
      };
      const delayMs = signal?.aborted === true ? undefined : retryDelayMs(failed, budget);
      if (delayMs === undefined) throw error;
      const tries = triesFor(error, budget.tries);
      onRetry({
        attempt: attempt + 1,
        ofTries: Number.isFinite(tries) ? tries : undefined,
        dueMs: clock.ticks() + delayMs,
        failure: error,
      });
      if (!(await sleep(clock, delayMs, signal))) throw error;
    }
  }
};
