/**
 * Asks one thing of the service, one call at a time, and tells what becomes of it. A call that comes too early waits its turn
 * and counts the seconds down (DESIGN.md section 6, promise 6: at most once a second).
 */
import type { CallOptions } from './caller.ts';
import type { Client } from './client.ts';
import type { Clock } from './clock.ts';
import { ApiError } from './error.ts';
import { type Explanation, explain } from './explain.ts';

/** Least time between two counts, ms. */
const COUNT_INTERVAL_MS = 1000;

/** What a question is made of. The callbacks get the number of the call, counted from 1, as their first argument. */
type QuestionNeeds<Answer> = {
  /** The client in use; undefined until the service is known. */
  readonly client: () => Client | undefined;
  readonly ask: (client: Client, options: CallOptions) => Promise<Answer>;
  readonly clock: Clock;
  /** Runs something that the program must wait for before it is idle. */
  readonly run: (task: () => Promise<void>) => void;
  readonly onAsked: (ticket: number) => void;
  /** Told how many seconds are left until the call's turn; undefined once it has come. */
  readonly onWait: (ticket: number, waitS: number | undefined) => void;
  readonly onAnswer: (ticket: number, answer: Answer, atEpochMs: number) => void;
  readonly onFailure: (ticket: number, failure: Explanation) => void;
};

/** A question that can be put again and again. */
export type Question = {
  /** Puts the question, unless it is under way already or no service is known. */
  readonly ask: () => void;
  /** Gives up what is under way: nothing more is told of it. */
  readonly giveUp: () => void;
};

/** A question that was not put yet. */
export const createQuestion = <Answer>(needs: QuestionNeeds<Answer>): Question => {
  const { clock, run } = needs;
  let ticket = 0;
  let underway: AbortController | undefined;

  const put = async (service: Client, own: AbortController): Promise<void> => {
    const mine = ++ticket;
    const countdown = createCountdown(clock, (waitS) => needs.onWait(mine, waitS));
    needs.onAsked(mine);
    try {
      const answer = await needs.ask(service, { signal: own.signal, onWait: countdown.until });
      if (!own.signal.aborted) needs.onAnswer(mine, answer, clock.now());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!own.signal.aborted) needs.onFailure(mine, explain(error));
    } finally {
      countdown.stop();
      if (underway === own) underway = undefined;
    }
  };

  return {
    ask: () => {
      const service = needs.client();
      if (service === undefined || underway !== undefined) return;
      const own = new AbortController();
      underway = own;
      run(() => put(service, own));
    },
    giveUp: () => {
      underway?.abort();
      underway = undefined;
    },
  };
};

type Countdown = { readonly until: (epochMs: number) => void; readonly stop: () => void };

const createCountdown = (clock: Clock, onSeconds: (seconds: number | undefined) => void): Countdown => {
  let untilEpochMs = 0;
  let cancel: (() => void) | undefined;

  const count = () => {
    const leftMs = untilEpochMs - clock.now();
    onSeconds(leftMs > 0 ? Math.ceil(leftMs / 1000) : undefined);
    cancel = leftMs > 0 ? clock.after(Math.min(leftMs, COUNT_INTERVAL_MS), count) : undefined;
  };

  return {
    until: (epochMs) => {
      untilEpochMs = epochMs;
      // A wait that moved is counted when the present second is over.
      if (cancel === undefined) count();
    },
    stop: () => {
      cancel?.();
      cancel = undefined;
    },
  };
};
