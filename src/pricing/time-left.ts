/** When what is offered or rented ends, and the spans that its costs are told for: none goes beyond that. Pure. */
import { grouped } from '../base/figures.ts';
import { HOURS_A_MONTH } from '../base/time.ts';
import { isKnown } from './job-cost.ts';

const HOURS_A_DAY = 24;

/** A span that costs are told for; that of the name `end` lasts until it ends. */
type CostSpan = { readonly name: 'day' | 'month' | 'end'; readonly hours: number };

/** Hours of `seconds` that something stays available, 0 where it has ended; undefined where the service does not say. */
export const hoursLeft = (seconds: unknown): number | undefined =>
  isKnown(seconds) ? Math.max(0, seconds / 3600) : undefined;

/** The first of several ends, of those that are known, in hours. */
export const soonestEnd = (ends: readonly (number | undefined)[]): number | undefined => {
  const known = ends.filter(isKnown);
  return known.length === 0 ? undefined : Math.min(...known);
};

/** A day and 30 days; the time until the end stands for those that are longer. */
export const costSpans = (left: number | undefined): readonly CostSpan[] => {
  const usual: readonly CostSpan[] = [
    { name: 'day', hours: HOURS_A_DAY },
    { name: 'month', hours: HOURS_A_MONTH },
  ];
  if (left === undefined || left >= HOURS_A_MONTH) return usual;
  return [...usual.filter(({ hours }) => hours <= left), { name: 'end', hours: left }];
};

/** `40 min`, `10.5 h`, `12 d`: rounded down, so that what is left is never said to be more. */
export const leftWords = (hours: number): string => {
  if (hours < 1) return `${Math.floor(hours * 60)} min`;
  return hours < 2 * HOURS_A_DAY ? `${tenths(hours)} h` : `${tenths(hours / HOURS_A_DAY)} d`;
};

/** Rounded down: what is there is never said to be more. */
export const tenths = (figure: number): string => grouped(Math.floor(figure * 10) / 10);

/** That `what` ends within 30 days, a warning where it is less than a day; nothing where it ends later, or nobody says when. */
export const endNotes = (
  left: number | undefined,
  what: string,
): readonly { readonly text: string; readonly role: 'warning' | 'plain' }[] => {
  if (left === undefined || left >= HOURS_A_MONTH) return [];
  const text = `${what} ends in ${leftWords(left)}.`;
  return [left < HOURS_A_DAY ? { text: `! ${text}`, role: 'warning' } : { text, role: 'plain' }];
};
