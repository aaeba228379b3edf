/**
 * How often each endpoint may be called (docs/interface.md, Limits): starts from the published thresholds, learns from what the
 * service says, and is shared by everything that calls. Counts from the answer of the last call, so that a delay on the
 * way can never bring two calls closer together at the service than they were meant to be.
 */
import { type Clock, sleep } from '../../base/clock.ts';
import { CALLS, type EndpointName } from '../calls.ts';

/** What a finished call taught about its endpoint. */
type PaceFacts = {
  /** True when the call was refused for coming too soon. */
  readonly isTooSoon: boolean;
  /** Seconds between calls that the service quoted. */
  readonly thresholdSeconds?: number | undefined;
  /** Milliseconds from now for which the service asks for silence. */
  readonly holdMs?: number | undefined;
};

/** What a wait may be told. */
type WaitOptions = {
  /** Ends the wait; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called when the call has to wait, with the moment of the clock's ticks at which it will go; again when that moves. */
  readonly onWait?: (untilMs: number) => void;
};

/** The paces of the six endpoints of one service with one key. */
export type Pacing = {
  /** Milliseconds until `endpoint` may be called; 0 when it may be called now. */
  readonly remainingMs: (endpoint: EndpointName) => number;
  /** Waits until `endpoint` may be called and takes that turn; resolves to the milliseconds it waited. */
  readonly wait: (endpoint: EndpointName, options?: WaitOptions) => Promise<number>;
  /** Notes that a call of `endpoint` has just ended, and what it taught. The client calls this. */
  readonly answered: (endpoint: EndpointName, facts: PaceFacts) => void;
  /** Notes that the call which took the last turn of `endpoint` was never sent: the turn is free again. The client calls this. */
  readonly unsent: (endpoint: EndpointName) => void;
};

/**
 * Pace of one endpoint. `dueMs` is the first moment at which it may be called again, `freeMs` what that would be
 * without the last turn that was taken, if no call has ended since.
 */
type Pace = {
  readonly minimumMs: number;
  readonly dueMs: number;
  readonly freeMs?: number;
  readonly refusals: number;
};

const LONGEST_HOLD_MS = 60_000;
const FIRST_HOLD_MS = 1000;

/** Paces that start from the published thresholds. */
export const createPacing = ({ clock }: { readonly clock: Clock }): Pacing => {
  const paces = new Map<EndpointName, Pace>();
  const paceOf = (endpoint: EndpointName): Pace =>
    paces.get(endpoint) ?? { minimumMs: CALLS[endpoint].minimumSeconds * 1000, dueMs: 0, refusals: 0 };
  const remainingMs = (endpoint: EndpointName): number => Math.max(0, paceOf(endpoint).dueMs - clock.ticks());

  return {
    remainingMs,
    wait: async (endpoint, { signal, onWait } = {}) => {
      const startedMs = clock.ticks();
      let announced = 0;
      // Of several that wait for one endpoint the first to wake takes the turn; the others find a new due time.
      while (remainingMs(endpoint) > 0) {
        const { dueMs } = paceOf(endpoint);
        if (dueMs !== announced) onWait?.(dueMs);
        announced = dueMs;
        signal?.throwIfAborted();
        await sleep(clock, remainingMs(endpoint), signal);
      }
      signal?.throwIfAborted();
      const pace = paceOf(endpoint);
      paces.set(endpoint, { ...pace, freeMs: pace.dueMs, dueMs: clock.ticks() + pace.minimumMs });
      return Math.round(clock.ticks() - startedMs);
    },
    answered: (endpoint, facts) => {
      paces.set(endpoint, paceAfter(paceOf(endpoint), facts, clock.ticks()));
    },
    unsent: (endpoint) => {
      const { freeMs, ...pace } = paceOf(endpoint);
      if (freeMs !== undefined) paces.set(endpoint, { ...pace, dueMs: freeMs });
    },
  };
};

/** The pace after a call that ended at `nowMs`. Without a figure, refusals in a row double the silence up to a minute. */
const paceAfter = (pace: Pace, facts: PaceFacts, nowMs: number): Pace => {
  const minimumMs = facts.thresholdSeconds === undefined ? pace.minimumMs : facts.thresholdSeconds * 1000;
  const refusals = facts.isTooSoon ? pace.refusals + 1 : 0;
  const isFigureKnown = facts.thresholdSeconds !== undefined || facts.holdMs !== undefined;
  const guessedMs =
    facts.isTooSoon && !isFigureKnown
      ? Math.min(LONGEST_HOLD_MS, Math.max(minimumMs, FIRST_HOLD_MS) * 2 ** pace.refusals)
      : 0;
  const silenceMs = Math.max(minimumMs, guessedMs, facts.holdMs ?? 0);
  return { minimumMs, refusals, dueMs: Math.max(pace.dueMs, nowMs + silenceMs) };
};
