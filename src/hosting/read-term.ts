/** Reads what is typed for what a machine is offered at, but its price: figures, and when it ends. Null is none. Pure. */

import { readMoment } from '../base/read-moment.ts';
import { zonedTime } from '../base/time.ts';
import { readStorageGb } from '../filter/value.ts';

type Context = { readonly timeZone: string; readonly nowEpochMs: number };

/** What was read, or what is wrong with it. */
export type Reading = { readonly value: number | null } | { readonly problem: string };

/** Texts that can be read as an end. */
export const END_EXAMPLES = '2027-03-01, "2027-03-01 18:00", 90d, "3 months" or none';

const LENGTH = /^(?:\+ ?|in )?([1-9]\d{0,2}) ?(d|days?|w|weeks?|months?|y|years?)$/i;

const UNITS: Readonly<Record<string, 'days' | 'weeks' | 'months' | 'years'>> = {
  d: 'days',
  w: 'weeks',
  m: 'months',
  y: 'years',
};

/** When an offer ends, Unix epoch seconds: a moment, a day, which is its beginning, or a length from now on. */
export const readEnd = (typed: string, { timeZone, nowEpochMs }: Context): Reading => {
  const text = typed.trim();
  if (text.toLowerCase() === 'none') return { value: null };
  const [, count, unit = ''] = LENGTH.exec(text) ?? [];
  const units = UNITS[unit.charAt(0).toLowerCase()];
  if (units !== undefined) {
    const ends = zonedTime(nowEpochMs, timeZone).add({ [units]: Number(count) });
    return { value: Math.floor(ends.epochMilliseconds / 1000) };
  }
  const moment = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text} 00:00` : text;
  const reading = readMoment(moment, { timeZone, nowEpochMs, side: 'ahead' });
  if (reading.kind === 'moment') return { value: reading.epochS };
  const why = reading.kind === 'problem' && reading.message !== NO_MOMENT ? reading.message : undefined;
  return { problem: why ?? `Write when it ends: ${END_EXAMPLES}.` };
};

/** What the reader of moments says of a text that is none. */
const NO_MOMENT = 'This is not a start time.';

/** A price in $ for a GB or an hour: 0 or more. */
export const readPrice = (typed: string): Reading => {
  const [, figure] = /^\$? ?(\d+(?:\.\d*)?|\.\d+)$/.exec(typed.trim()) ?? [];
  return figure === undefined ? { problem: 'Write a price in $, such as 0.15.' } : { value: Number(figure) };
};

/** A share in percent, with or without its sign, as one from 0 to 1. One under 1 without it may be meant as a share. */
export const readDiscount = (typed: string): Reading => {
  const text = typed.trim().replace(/ ?%$/, '');
  const percent = text.toLowerCase() === 'none' ? 0 : Number(/^\d+(?:\.\d*)?$|^\.\d+$/.test(text) ? text : Number.NaN);
  if (percent > 0 && percent < 1 && !typed.includes('%'))
    return {
      problem: `Write ${text} % for less than one percent, or ${Number((percent * 100).toPrecision(6))} % for that share.`,
    };
  return percent >= 0 && percent <= 100
    ? { value: Number((percent / 100).toPrecision(12)) }
    : { problem: 'Write a discount from 0 to 100 percent, such as 30.' };
};

/** A number of GPUs from 1 on. */
export const readSlice = (typed: string): Reading =>
  /^[1-9]\d{0,3}$/.test(typed.trim()) ? { value: Number(typed) } : { problem: 'Write a number of GPUs, such as 1.' };

/** The size of a volume, GB; none is 0. */
export const readVolumeGb = (typed: string): Reading => {
  const text = typed.trim().toLowerCase();
  if (text === 'none' || text === '0') return { value: 0 };
  const size = readStorageGb(text);
  return size === undefined ? { problem: 'Write a size in GB, such as 500 or 2TB, or none.' } : { value: size };
};

/** The smallest bid, $/h for one GPU; none is null. */
export const readMinBid = (typed: string): Reading => {
  if (typed.trim().toLowerCase() === 'none') return { value: null };
  const reading = readPrice(typed);
  return 'value' in reading && reading.value !== 0
    ? reading
    : { problem: 'Write the smallest bid in $ for a GPU and hour, such as 0.12, or none.' };
};
