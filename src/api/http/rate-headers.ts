/** Reads what a reply's headers say about when to call again. None are published; when some do come, they are believed (docs/interface.md, Rate limits and errors). */
import type { ReplyHeaders } from './send.ts';

/** Above this a reset is a moment (Unix epoch seconds), below it a number of seconds from now. */
const SMALLEST_EPOCH_S = 1_000_000_000;

/** Longest time to stay away because a service says so, in milliseconds: a day. */
export const LONGEST_BELIEVED_MS = 86_400_000;

/**
 * Milliseconds from `nowEpochMs`, at most a day, for which the service asks not to be called: `Retry-After` in seconds or as a date, or
 * the reset of a used-up allowance (`RateLimit`, `RateLimit-*`, `X-RateLimit-*`). Undefined when it asks for nothing.
 */
export const holdMsOf = (headers: ReplyHeaders, nowEpochMs: number): number | undefined => {
  const askedMs = retryAfterMs(textOf(headers, 'retry-after'), nowEpochMs) ?? resetMs(headers, nowEpochMs);
  return askedMs === undefined ? undefined : Math.min(askedMs, LONGEST_BELIEVED_MS);
};

const HOURS_OF_A_DAY = 24;
const HOUR_MS = 3_600_000;

/**
 * As `holdMsOf`, for a refusal because the rows of a day are used up (docs/interface.md, Rate limits and errors). Its `Retry-After` counts hours; a number that is no hour of a day is taken for seconds, as
 * everywhere else.
 */
export const quotaHoldMsOf = (headers: ReplyHeaders, nowEpochMs: number): number | undefined => {
  const count = numberOf(textOf(headers, 'retry-after'));
  return count !== undefined && count <= HOURS_OF_A_DAY ? count * HOUR_MS : holdMsOf(headers, nowEpochMs);
};

const retryAfterMs = (text: string, nowEpochMs: number): number | undefined => {
  const seconds = numberOf(text);
  if (seconds !== undefined) return seconds * 1000;
  // A bare number with a sign would be read as a year.
  const epochMs = /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(epochMs) ? undefined : Math.max(0, epochMs - nowEpochMs);
};

const numberOf = (text: string): number | undefined => (/^\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined);

const resetMs = (headers: ReplyHeaders, nowEpochMs: number): number | undefined => {
  const combined = textOf(headers, 'ratelimit');
  const remaining = numberIn(combined, /\b(?:remaining|r)\s*=\s*(\d+)/) ?? first(headers, 'remaining');
  const reset = numberIn(combined, /\b(?:reset|t)\s*=\s*(\d+(?:\.\d+)?)/) ?? first(headers, 'reset');
  if (remaining !== 0 || reset === undefined) return undefined;
  return reset < SMALLEST_EPOCH_S ? reset * 1000 : Math.max(0, reset * 1000 - nowEpochMs);
};

const first = (headers: ReplyHeaders, word: string): number | undefined =>
  ['ratelimit', 'x-ratelimit', 'x-rate-limit']
    .map((prefix) => numberIn(textOf(headers, `${prefix}-${word}`), /^(\d+(?:\.\d+)?)/))
    .find((value) => value !== undefined);

const numberIn = (text: string, pattern: RegExp): number | undefined => {
  const digits = pattern.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
};

const textOf = (headers: ReplyHeaders, name: string): string => {
  const value = headers[name];
  return (typeof value === 'string' ? value : (value?.[0] ?? '')).trim();
};
