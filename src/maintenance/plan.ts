/**
 * A maintenance plan that is complete: one window for several machines, and the calls that announce it. And how its machines and
 * the length of its window are read as people type them. Pure.
 */
import { callOf } from '../api/call.ts';
import { CALLS } from '../api/calls.ts';
import type { MaintenanceRequest } from '../api/requests.ts';
import { readSpan } from '../base/time.ts';
import type { MaintenanceCategory } from '../catalogue/window-fields.ts';

/** One window, without its machines. */
export type Window = {
  /** Start, Unix epoch seconds. */
  readonly startsAtEpochS: number;
  readonly durationHours: number;
};

/** Everything that is announced, for each machine alike. */
export type Plan = Window & {
  /** At least one id, none twice, in the order in which they are announced. */
  readonly machineIds: readonly number[];
  readonly category: MaintenanceCategory;
  /** One line; it may be empty. */
  readonly reason: string;
};

/** The calls that the plan takes, in their order: one for each machine (docs/interface.md, Schedule maintenance). */
export const requestsOf = ({ machineIds, ...window }: Plan): readonly MaintenanceRequest[] =>
  machineIds.map((machineId) => ({ machineId, ...window }));

/** The body of a call as the JSON text that is sent. */
export const bodyTextOf = (request: MaintenanceRequest): string =>
  JSON.stringify(callOf(CALLS.maintenance, request).body);

/** End of a window, Unix epoch seconds. */
export const endOf = ({ startsAtEpochS, durationHours }: Window): number =>
  startsAtEpochS + Math.round(durationHours * 3600);

/** What a typed length is: nothing yet, a number of hours above 0, or a text that cannot be taken, and why. */
export type LengthReading =
  | { readonly kind: 'empty' }
  | { readonly kind: 'length'; readonly hours: number }
  | { readonly kind: 'problem'; readonly message: string };

/** Texts that can be read, for a person who needs one to go by. */
export const LENGTH_EXAMPLES = '2, 90m, 1h30m, 1.5h';

/** Length from which on a window is more likely mistyped than meant, in hours: a week. */
const UNUSUAL_HOURS = 168;

/** Longest window that is taken, in hours: a year. */
const LONGEST_HOURS = 8784;

/** Reads `typed`; a bare number is hours. */
export const readLength = (typed: string): LengthReading => {
  const text = typed.trim();
  if (text === '') return { kind: 'empty' };
  const seconds = /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) ? Number(text) * 3600 : readSpan(text);
  if (seconds === undefined) {
    return { kind: 'problem', message: 'This is not a length of time.' };
  }
  const hours = seconds / 3600;
  if (hours <= 0) return { kind: 'problem', message: 'A window must be longer than zero.' };
  if (hours > LONGEST_HOURS) return { kind: 'problem', message: 'A window cannot be longer than a year.' };
  return { kind: 'length', hours };
};

/** What a host should know about a length that is nonetheless taken. */
export const lengthWarnings = (hours: number): readonly string[] =>
  hours > UNUSUAL_HOURS ? [`That is longer than a week: ${daysWords(hours)}. A number alone means hours.`] : [];

/** `16 d 16 h`. */
const daysWords = (hours: number): string => {
  const whole = Math.round(hours);
  return `${Math.floor(whole / 24)} d${whole % 24 === 0 ? '' : ` ${whole % 24} h`}`;
};

/** A length in words: `1 h 30 min`. */
export const lengthWords = (hours: number): string => {
  const minutes = Math.round(hours * 60);
  const parts = [
    [Math.floor(minutes / 60), 'h'],
    [minutes % 60, 'min'],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return shown.length === 0 ? 'less than a minute' : shown.join(' ');
};

/** A stretch of the typed text that is no machine id, from `from` up to and without `to`, in UTF-16 units. */
type IdProblem = { readonly from: number; readonly to: number; readonly message: string };

/** The ids in the order typed, each once, and what could not be taken. */
type IdsReading = {
  readonly ids: readonly number[];
  readonly problems: readonly IdProblem[];
};

/** Reads `text`. */
export const readMachineIds = (text: string): IdsReading => {
  const ids = new Set<number>();
  const problems: IdProblem[] = [];
  for (const { 0: word, index } of text.matchAll(/[^\s,;]+/g)) {
    const id = /^\d+$/.test(word) ? Number(word) : Number.NaN;
    if (Number.isSafeInteger(id) && id > 0) ids.add(id);
    else
      problems.push({
        from: index,
        to: index + word.length,
        message: `"${word}" is not a machine id: write whole numbers, 1 or more.`,
      });
  }
  return { ids: [...ids], problems };
};
