/**
 * Asks one thing of the service, one question at a time, and tells what becomes of it. A call that comes too early waits its
 * turn, one that failed in a way that may pass is made again (retry.ts); the seconds until then are counted down.
 */
import type { Clock } from '../base/clock.ts';
import type { ReadName } from './calls.ts';
import type { Client } from './client.ts';
import { ApiError } from './errors/error.ts';
import { briefly, type Explanation, explain } from './errors/explain.ts';
import type { CallOptions } from './http/caller.ts';
import { PANE_BUDGET, type Retry, readPatiently } from './http/retry.ts';

/** A countdown to a moment of the clock's ticks; it may be started and stopped again and again. */
type Countdown = { readonly until: (dueMs: number) => void; readonly stop: () => void };

/** A countdown that stands still. `tickMs` is the least time between two counts; `onSeconds` is told how many seconds are left, rounded up; undefined once none are. */
const createCountdown = (
  clock: Clock,
  tickMs: () => number,
  onSeconds: (seconds: number | undefined) => void,
): Countdown => {
  let untilMs = 0;
  let cancel: (() => void) | undefined;

  const count = () => {
    const leftMs = untilMs - clock.ticks();
    onSeconds(leftMs > 0 ? Math.ceil(leftMs / 1000) : undefined);
    cancel = leftMs > 0 ? clock.after(Math.min(leftMs, tickMs()), count) : undefined;
  };

  return {
    until: (dueMs) => {
      untilMs = dueMs;
      // A wait that moved is counted when the next count is due.
      if (cancel === undefined) count();
    },
    stop: () => {
      cancel?.();
      cancel = undefined;
    },
  };
};

/** What a question is put with, whatever it asks. */
export type QuestionParts = {
  /** The client in use; undefined until the service is known. */
  readonly client: () => Client | undefined;
  readonly clock: Clock;
  /** A random number, at least 0 and below 1. */
  readonly random: () => number;
  /** Least time between two counts of the seconds that are waited for, ms. */
  readonly tickMs: () => number;
  /** Runs something that the program must wait for before it is idle. */
  readonly run: (task: () => Promise<void>) => void;
};

/** A call that failed and is made again: which try that is, of how many (undefined: as the time allows), and what had failed. */
type RetryFacts = Pick<Retry, 'attempt' | 'ofTries'> & { readonly because: string };

/** What a question asks and whom it tells. The callbacks get the number of the question, counted from 1, as their first argument. */
type QuestionNeeds<Answer> = QuestionParts & {
  /** The endpoint that is read; absent for a call that is made once, whatever comes of it. */
  readonly read?: ReadName;
  readonly ask: (client: Client, ticket: number, options: CallOptions) => Promise<Answer>;
  readonly onAsked?: (ticket: number, isQuiet: boolean, atEpochMs: number) => void;
  /** Told how many seconds are left until the call goes out; undefined once it does. */
  readonly onWait?: (ticket: number, waitS: number | undefined) => void;
  /** Told that the call will be made again, before its seconds are counted. */
  readonly onRetry?: (ticket: number, retry: RetryFacts) => void;
  readonly onAnswer: (ticket: number, answer: Answer, atEpochMs: number) => void;
  readonly onFailure?: (ticket: number, failure: Explanation) => void;
  /**
   * What fills the place of an answer, if there is anything: looked up with each question, also while the service is not known yet.
   * It is done at once, and where it says false, again when no answer came within a second or the first call failed before.
   */
  readonly fill?: () => ((isLate: boolean) => Promise<boolean>) | undefined;
};

/** Time without an answer after which something else may be shown in its place, ms. */
const DELAY_MS = 1000;

/** A question that can be put again and again. */
export type Question = {
  /**
   * Puts the question, unless it is on its way already or no service is known. One that waits to be asked again is put at
   * once, as a new one. With `isQuiet` it is the program that asks, by itself.
   */
  readonly ask: (isQuiet?: boolean) => void;
  /** Drops what is under way: nothing more is told of it. */
  readonly drop: () => void;
  /** Ends the waiting for another try, with the failure of the last one; a call that is out is the last one. */
  readonly giveUp: () => void;
  /** Ends the call that is out, which then has failed because it was cancelled: who asked does not wait for the rest of a long answer. */
  readonly stop: () => void;
  /** The user looks elsewhere: gives up, and does not begin to wait for another try. */
  readonly leave: () => void;
  /** The user is back: puts the question again if it failed meanwhile or was given up by leaving. */
  readonly comeBack: () => void;
};

/** One question on its way; `isPutOff` while it waits to be asked again, `isStopped` once nobody waits for the rest of its answer. */
type Underway = { readonly calling: AbortController; isPutOff: boolean; isStopped: boolean };

/** A question that was not put yet. */
export const createQuestion = <Answer>(needs: QuestionNeeds<Answer>): Question => {
  const { clock, random, run, read } = needs;
  let ticket = 0;
  let underway: Underway | undefined;
  let patience = new AbortController();
  let isLeft = false;
  let isOwed = false;

  const put = async (service: Client, own: Underway, isQuiet: boolean): Promise<void> => {
    const mine = ++ticket;
    const { signal } = own.calling;
    const countdown = createCountdown(clock, needs.tickMs, (waitS) => needs.onWait?.(mine, waitS));
    const call = ({ attempt = 1 }: Pick<CallOptions, 'attempt'>): Promise<Answer> => {
      own.isPutOff = false;
      return needs.ask(service, mine, { attempt, signal, onWait: countdown.until });
    };
    const filling = createFilling(needs);
    const putOff = ({ failure, dueMs, attempt, ofTries }: Retry): void => {
      own.isPutOff = true;
      needs.onRetry?.(mine, { attempt, ofTries, because: briefly(failure) });
      countdown.until(dueMs);
      filling.now();
    };
    needs.onAsked?.(mine, isQuiet, clock.now());
    try {
      const answer = await (read === undefined
        ? call({})
        : readPatiently({
            read,
            call,
            budget: PANE_BUDGET,
            clock,
            random,
            turnInMs: service.turnInMs,
            patience: () => AbortSignal.any([patience.signal, signal]),
            onRetry: putOff,
          }));
      // What is whole all the same is taken.
      if (!signal.aborted || own.isStopped) needs.onAnswer(mine, answer, clock.now());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (signal.aborted && !own.isStopped) return;
      isOwed = isLeft;
      needs.onFailure?.(mine, explain(error));
      filling.now();
    } finally {
      countdown.stop();
      filling.cancel();
      if (underway === own) underway = undefined;
    }
  };

  const drop = () => {
    if (underway !== undefined) underway.isStopped = false;
    underway?.calling.abort();
    underway = undefined;
  };

  const ask = (isQuiet = false) => {
    const service = needs.client();
    if (underway?.isPutOff === true) drop();
    if (service === undefined) createFilling(needs).cancel();
    if (service === undefined || underway !== undefined) return;
    if (!isLeft) patience = new AbortController();
    isOwed = false;
    const own = { calling: new AbortController(), isPutOff: false, isStopped: false };
    underway = own;
    run(() => put(service, own, isQuiet));
  };

  return {
    ask,
    drop,
    giveUp: () => patience.abort(),
    stop: () => {
      if (underway === undefined) return;
      underway.isStopped = true;
      underway.calling.abort();
    },
    leave: () => {
      isLeft = true;
      patience.abort();
    },
    comeBack: () => {
      if (isLeft) patience = new AbortController();
      isLeft = false;
      if (isOwed) ask();
    },
  };
};

/** Fills the place of an answer at once, or else after a second or when `now` is called, but once. */
const createFilling = ({ fill, clock, run }: Pick<QuestionNeeds<never>, 'fill' | 'clock' | 'run'>) => {
  const task = fill?.();
  let isOver = task === undefined;
  const now = (): void => {
    cancel();
    if (!isOver && task !== undefined) run(async () => void (await task(true)));
    isOver = true;
  };
  if (task !== undefined)
    run(async () => {
      if (await task(false)) isOver = true;
    });
  const cancel = task === undefined ? (): void => {} : clock.after(DELAY_MS, now);
  return { now, cancel };
};
