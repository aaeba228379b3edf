/**
 * What is known about something asked of the service: never asked, under way, arrived, or failed. While a newer answer is
 * under way or has failed, the last good one is kept. Each question carries a ticket; an answer to an old ticket is stale.
 */

/**
 * A value that arrived, and when (Unix epoch milliseconds). One that came in an earlier run of the program and was kept also
 * says when it was found again.
 */
type Arrived<Value> = { readonly value: Value; readonly atEpochMs: number; readonly foundAtEpochMs?: number };

/** A call that failed and is made again: which try that is, of how many (undefined: as the time allows), and what had failed. */
export type RetryWords = {
  readonly attempt: number;
  readonly ofTries: number | undefined;
  readonly because: string;
};

/** Records that have come, and how many there are in all, where the service says so. */
export type Progress = { readonly count: number; readonly total: number | undefined };

/**
 * The state of one question to the service. `last` is the newest good answer, if there ever was one; `retry` is there once a
 * call has failed and until another one has succeeded or trying is over.
 */
export type Remote<Value, Failure> =
  | { readonly stage: 'idle' }
  | {
      readonly stage: 'loading';
      readonly ticket: number;
      /** When it was asked; absent where that is not told. */
      readonly askedAtEpochMs?: number;
      readonly retry?: RetryWords;
      readonly last?: Arrived<Value>;
      /** True when the program asks by itself, every few seconds: the newest answer stands meanwhile. */
      readonly isQuiet?: boolean;
      /** How much has come of an answer that comes by pages, this one or one before that failed; absent where what is shown is whole. */
      readonly progress?: Progress;
    }
  | { readonly stage: 'loaded'; readonly ticket: number; readonly last: Arrived<Value> }
  | {
      readonly stage: 'failed';
      readonly ticket: number;
      readonly failure: Failure;
      readonly last?: Arrived<Value>;
      readonly progress?: Progress;
    };

/** Nothing was asked yet. */
export const idle: { readonly stage: 'idle' } = { stage: 'idle' };

/** What an answer of an earlier run stands for while the service is not there to be asked; questions are counted from 1. */
const BEFORE_ALL = 0;

/** True until the first question: nothing is there, or what an earlier run has kept. */
export const isUnasked = (remote: Remote<unknown, unknown>): boolean =>
  remote.stage === 'idle' || remote.ticket === BEFORE_ALL;

/** The newest good answer, or undefined when there is none. */
export const lastArrived = <Value, Failure>(remote: Remote<Value, Failure>): Arrived<Value> | undefined =>
  remote.stage === 'idle' ? undefined : remote.last;

/** True while what is shown was kept by an earlier run. */
export const isKept = (remote: Remote<unknown, unknown>): boolean => lastArrived(remote)?.foundAtEpochMs !== undefined;

/** True while `ticket` is the question whose answer is awaited. */
export const isAwaited = <Value, Failure>(remote: Remote<Value, Failure>, ticket: number): boolean =>
  remote.stage === 'loading' && remote.ticket === ticket;

/** True while the program asks by itself. */
export const isAskedQuietly = (remote: Remote<unknown, unknown>): boolean =>
  remote.stage === 'loading' && remote.isQuiet === true;

/** A question was sent; any question still under way is forgotten. */
export const asked = <Value, Failure>(
  remote: Remote<Value, Failure>,
  ticket: number,
  isQuiet = false,
  askedAtEpochMs?: number,
): Remote<Value, Failure> => ({
  stage: 'loading',
  ticket,
  ...(askedAtEpochMs !== undefined && { askedAtEpochMs }),
  ...keptOf(remote),
  ...(isQuiet && { isQuiet }),
});

/** A call failed and will be made again; a stale ticket changes nothing. */
export const putOff = <Value, Failure>(
  remote: Remote<Value, Failure>,
  ticket: number,
  retry: RetryWords,
): Remote<Value, Failure> =>
  isAwaited(remote, ticket) ? { stage: 'loading', ticket, retry, ...keptOf(remote) } : remote;

/** A page of the answer came; a stale ticket changes nothing. */
export const progressed = <Value, Failure>(
  remote: Remote<Value, Failure>,
  ticket: number,
  progress: Progress,
): Remote<Value, Failure> =>
  remote.stage === 'loading' && remote.ticket === ticket ? { ...remote, progress } : remote;

/** How much has come of an answer that is shown and is not whole; undefined where nothing is missing for all that is known. */
export const progressOf = <Value, Failure>(remote: Remote<Value, Failure>): Progress | undefined =>
  'progress' in remote ? remote.progress : undefined;

/** What is known of the call that is made again, or undefined when none is. */
export const retryOf = <Value, Failure>(remote: Remote<Value, Failure>): RetryWords | undefined =>
  remote.stage === 'loading' ? remote.retry : undefined;

/** An answer arrived; a stale ticket changes nothing. */
export const arrived = <Value, Failure>(
  remote: Remote<Value, Failure>,
  ticket: number,
  value: Value,
  atEpochMs: number,
): Remote<Value, Failure> =>
  isAwaited(remote, ticket) ? { stage: 'loaded', ticket, last: { value, atEpochMs } } : remote;

/** What an earlier run had as its last answer was found, or the rest of it; it only stands in for a first answer that has not come. */
export const foundAgain = <Value, Failure>(
  remote: Remote<Value, Failure>,
  value: Value,
  atEpochMs: number,
  foundAtEpochMs: number,
): Remote<Value, Failure> =>
  isOtherThan(lastArrived(remote), foundAtEpochMs)
    ? remote
    : {
        ...(remote.stage === 'idle' ? { stage: 'loading', ticket: BEFORE_ALL } : remote),
        last: { value, atEpochMs, foundAtEpochMs },
      };

const isOtherThan = (last: Arrived<unknown> | undefined, foundAtEpochMs: number): boolean =>
  last !== undefined && last.foundAtEpochMs !== foundAtEpochMs;

/** The question failed; a stale ticket changes nothing, and the last good answer stays. */
export const failed = <Value, Failure>(
  remote: Remote<Value, Failure>,
  ticket: number,
  failure: Failure,
): Remote<Value, Failure> =>
  isAwaited(remote, ticket) ? { stage: 'failed', ticket, failure, ...keptOf(remote) } : remote;

const keptOf = <Value, Failure>(
  remote: Remote<Value, Failure>,
): { readonly last?: Arrived<Value>; readonly progress?: Progress } => {
  const last = lastArrived(remote);
  const progress = progressOf(remote);
  return { ...(last !== undefined && { last }), ...(progress !== undefined && { progress }) };
};

/** What was asked, with the seconds until its call goes out; absent while none waits. */
export type Asked<Value, Failure> = {
  readonly answer: Remote<Value, Failure>;
  readonly waitS?: number | undefined;
};

/** What a question tells, noted in what `note` changes: its callbacks. */
export const askedNoted = <Value, Failure>(
  note: (transition: (asked: Asked<Value, Failure>) => Asked<Value, Failure>) => void,
) => ({
  onAsked: (ticket: number, isQuiet: boolean, atEpochMs: number) =>
    note(({ answer }) => ({ answer: asked(answer, ticket, isQuiet, atEpochMs) })),
  onWait: (_ticket: number, waitS: number | undefined) => note(({ answer }) => ({ answer, waitS })),
  onRetry: (ticket: number, retry: RetryWords) =>
    note(({ answer, ...rest }) => ({ ...rest, answer: putOff(answer, ticket, retry) })),
  onAnswer: (ticket: number, value: Value, atEpochMs: number) =>
    note(({ answer }) => ({ answer: arrived(answer, ticket, value, atEpochMs) })),
  onFailure: (ticket: number, failure: Failure) => note(({ answer }) => ({ answer: failed(answer, ticket, failure) })),
});

/** Nobody waits for the answer any more: what was here before is as it was. */
export const askedStopped = <Value, Failure>(before: Asked<Value, Failure>): Asked<Value, Failure> => {
  if (before.answer.stage !== 'loading') return before;
  const { last, ticket } = before.answer;
  return { answer: last === undefined ? idle : { stage: 'loaded', ticket, last } };
};
