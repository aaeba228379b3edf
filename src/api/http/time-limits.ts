/** How long each part of an exchange may take (docs/interface.md, Decisions). */

/** Limits in milliseconds. */
export type TimeLimits = {
  /** Until a connection stands and the request can go out. */
  readonly connectMs: number;
  /** From then until the reply's headers. */
  readonly firstByteMs: number;
  /** Between two pieces of the reply's body, or its last piece and its end. */
  readonly silenceMs: number;
  /** From the reply's headers to its end; infinite for a reply that may take any time. */
  readonly wholeMs: number;
};

/** Those of every call; how long a whole reply may take is said by the call's row (`src/api/call-row.ts`). */
export const USUAL_LIMITS: Omit<TimeLimits, 'wholeMs'> = { connectMs: 5000, firstByteMs: 30_000, silenceMs: 15_000 };
