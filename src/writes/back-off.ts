/** How long to stay away after the rate limit has turned a call away. Pure. */

/** Longest time that is waited without having been asked to, in milliseconds. */
const LONGEST_MS = 60_000;

/**
 * Milliseconds to wait before the next try: what the limiter asks for (`turnInMs`), and at least twice the wait before (`lastMs`, 0
 * at first), up to a minute. Up to a quarter more is left to `chance` (at least 0 and below 1), so that two programs that were
 * turned away together do not come back together.
 */
export const backOffMs = (turnInMs: number, lastMs: number, chance: number): number =>
  Math.ceil(Math.max(turnInMs, Math.min(LONGEST_MS, 2 * lastMs)) * (1 + chance / 4));
