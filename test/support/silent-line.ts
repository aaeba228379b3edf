/**
 * Time limits of calls that run out because a test says so: not because the machine is slow, and without a wait for an answer
 * that is not to come.
 */
import type { TimeLimits } from '../../src/api/http/time-limits.ts';
import { type Clock, systemClock } from '../../src/base/clock.ts';
import { type ScriptedReply, silence } from './scripted-server.ts';

/** Told apart by the clock; how long they are says nothing. */
const LIMITS = { connectMs: 1, firstByteMs: 2, silenceMs: 3, wholeMs: Number.POSITIVE_INFINITY };

type SilentLine = {
  readonly limits: TimeLimits;
  readonly clock: Clock;
  /** Takes the request and never answers: the limit of every answer that is waited for is over. */
  readonly silence: ScriptedReply;
};

/** A line on which no limit runs out but by its own silence, and in the middle of an answer while `isStalled`. */
export const silentLine = (isStalled = () => false): SilentLine => {
  const waiting = new Set<() => void>();
  const after = (delayMs: number, run: () => void) => {
    if (delayMs === LIMITS.silenceMs && isStalled()) return systemClock.after(0, run);
    if (delayMs !== LIMITS.firstByteMs) return () => {};
    waiting.add(run);
    return () => void waiting.delete(run);
  };
  return {
    limits: LIMITS,
    clock: { ...systemClock, after },
    silence: (...call) => {
      silence(...call);
      for (const giveUp of [...waiting]) giveUp();
    },
  };
};
