/** How far back the page of the market looks. Pure. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Each of them, the shortest first: its words, its length, also as `gpudeck history` takes it, and that of the shortest buckets in it. */
const SPANS = [
  { name: 'day', words: 'a day', lengthMs: DAY_MS, stepMs: 15 * MINUTE_MS, from: '1d' },
  { name: 'week', words: 'a week', lengthMs: 7 * DAY_MS, stepMs: 2 * HOUR_MS, from: '7d' },
  { name: 'month', words: 'a month', lengthMs: 30 * DAY_MS, stepMs: 8 * HOUR_MS, from: '30d' },
] as const;

/** Their names. */
export const SPAN_NAMES = SPANS.map(({ name }) => name);

/** The name of one. */
export type Span = (typeof SPANS)[number]['name'];

export const spanNamed = (name: Span): (typeof SPANS)[number] => SPANS.find((span) => span.name === name) ?? SPANS[0];

/** The next one; behind the longest, and before the first, there is the present (undefined). */
export const spanAfter = (name: Span | undefined): (typeof SPANS)[number] | undefined =>
  SPANS[SPANS.findIndex((span) => span.name === name) + 1];
