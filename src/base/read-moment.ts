/**
 * Reads a moment as people type it: ISO 8601 with or without a zone, Unix epoch seconds, a distance such as `+36h` or `7d`, or words such
 * as `tomorrow 02:00`, `next sunday 3am` and `yesterday`. The one reader of moments. Pure: the present and the zone to read by are arguments.
 */
import { casual, type ParsedResult } from 'chrono-node/en';
import { readSpan } from './time.ts';

/** A short name that is understood: the offset that it stands for, and a zone that it is the time of for a part of the year. */
type ShortName = { readonly offset: string; readonly timeZone: string };

const shortName = (offset: string, timeZone: string): ShortName => ({ offset, timeZone });

const SHORT_NAMES: Readonly<Record<string, ShortName>> = {
  UTC: shortName('+00:00', 'UTC'),
  GMT: shortName('+00:00', 'UTC'),
  EST: shortName('-05:00', 'America/New_York'),
  EDT: shortName('-04:00', 'America/New_York'),
  CDT: shortName('-05:00', 'America/Chicago'),
  MST: shortName('-07:00', 'America/Denver'),
  MDT: shortName('-06:00', 'America/Denver'),
  PST: shortName('-08:00', 'America/Los_Angeles'),
  PDT: shortName('-07:00', 'America/Los_Angeles'),
  AKST: shortName('-09:00', 'America/Anchorage'),
  AKDT: shortName('-08:00', 'America/Anchorage'),
  WET: shortName('+00:00', 'Europe/Lisbon'),
  WEST: shortName('+01:00', 'Europe/Lisbon'),
  CET: shortName('+01:00', 'Europe/Berlin'),
  CEST: shortName('+02:00', 'Europe/Berlin'),
  MEZ: shortName('+01:00', 'Europe/Berlin'),
  MESZ: shortName('+02:00', 'Europe/Berlin'),
  EET: shortName('+02:00', 'Europe/Helsinki'),
  EEST: shortName('+03:00', 'Europe/Helsinki'),
  MSK: shortName('+03:00', 'Europe/Moscow'),
  IDT: shortName('+03:00', 'Asia/Jerusalem'),
  SGT: shortName('+08:00', 'Asia/Singapore'),
  HKT: shortName('+08:00', 'Asia/Hong_Kong'),
  JST: shortName('+09:00', 'Asia/Tokyo'),
  KST: shortName('+09:00', 'Asia/Seoul'),
  AEST: shortName('+10:00', 'Australia/Sydney'),
  AEDT: shortName('+11:00', 'Australia/Sydney'),
  NZST: shortName('+12:00', 'Pacific/Auckland'),
  NZDT: shortName('+13:00', 'Pacific/Auckland'),
};

/** Short names of a zone in summer and winter alike. */
const ALL_YEAR: Readonly<Record<string, string>> = {
  ET: 'America/New_York',
  CT: 'America/Chicago',
  MT: 'America/Denver',
  PT: 'America/Los_Angeles',
};

/** Short names that several zones have. */
const SHARED: Readonly<Record<string, string>> = {
  IST: 'India, Israel or Ireland: type Asia/Kolkata, Asia/Jerusalem or Europe/Dublin',
  CST: 'Chicago, China or Cuba: type America/Chicago, Asia/Shanghai or America/Havana',
  BST: 'Britain, Bangladesh or Bougainville: type Europe/London, Asia/Dhaka or Pacific/Bougainville',
  AST: 'Atlantic Canada or Arabia: type America/Halifax or Asia/Riyadh',
  GST: 'the Gulf or South Georgia: type Asia/Dubai or Atlantic/South_Georgia',
  AMT: 'the Amazon or Armenia: type America/Manaus or Asia/Yerevan',
  ECT: 'Ecuador or the eastern Caribbean: type America/Guayaquil or America/Puerto_Rico',
  SST: 'Samoa or Singapore: type Pacific/Pago_Pago or Asia/Singapore',
};

/** What a short name says of a time on the clock: its zone or offset, or why that is to be asked. */
type ShortNameReading = { readonly timeZone: string } | { readonly question: string };

/** Reads `typed`, in any case, beside `time`. */
const readShortName = (typed: string, time: Temporal.PlainDateTime): ShortNameReading => {
  const word = typed.toUpperCase();
  const allYear = ALL_YEAR[word];
  if (allYear !== undefined) return { timeZone: allYear };
  const shared = SHARED[word];
  if (shared !== undefined) return { question: `${word} is ${shared}.` };
  const known = SHORT_NAMES[word];
  if (known === undefined) {
    return { question: `${word} is not a known time zone: type one such as Asia/Tokyo, or an offset such as +09:00.` };
  }
  const { offset, timeZone } = known;
  const offsets = (['earlier', 'later'] as const).map(
    (disambiguation) => time.toZonedDateTime(timeZone, { disambiguation }).offset,
  );
  if (offsets.includes(offset)) return { timeZone: offset };
  return { question: `${word} is not in use on that day: type ${timeZone}, or ${offset} if you mean that.` };
};

/**
 * A text that is a moment; `clockNote` says what daylight saving does to the time that was typed, and `typedZone` is the zone that
 * was named, as an IANA name or an offset.
 */
export type Moment = {
  readonly kind: 'moment';
  /** Unix epoch seconds. */
  readonly epochS: number;
  readonly clockNote?: string | undefined;
  readonly typedZone?: string | undefined;
};

/** What a typed text is: nothing yet, a moment on the side that is meant, or a text that cannot be taken, and why. */
export type MomentReading =
  | { readonly kind: 'empty' }
  | Moment
  | { readonly kind: 'problem'; readonly message: string };

/** True when `name` is a time zone that this program knows. */
export const isZone = (name: string): boolean => {
  try {
    Temporal.Now.zonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
};

/**
 * The moment at which clocks in `timeZone` show `time`. A time that they skip is taken as much later as they are put
 * forward, of a time that they show twice the first is taken, and the reading says so.
 */
const wallClock = (time: Temporal.PlainDateTime, timeZone: string): MomentReading => {
  const first = time.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  const second = time.toZonedDateTime(timeZone, { disambiguation: 'later' });
  const shown = time.toString({ smallestUnit: 'minute' }).replace('T', ' ');
  if (first.epochMilliseconds === second.epochMilliseconds) return reading(first);
  if (time.equals(first.toPlainDateTime())) {
    const other = `${shown}${second.offset}`;
    return reading(
      first,
      `${timeOf(first)} occurs twice that night in ${timeZone}: the first one is used. For the second, write ${other}.`,
    );
  }
  return reading(
    second,
    `${shown.slice(11)} does not exist that day in ${timeZone}, because clocks skip it: ${timeOf(second)} is used.`,
  );
};

const reading = (moment: Temporal.ZonedDateTime, clockNote?: string): MomentReading => ({
  kind: 'moment',
  epochS: Math.floor(moment.epochMilliseconds / 1000),
  ...(clockNote === undefined ? {} : { clockNote }),
});

const timeOf = (moment: Temporal.ZonedDateTime): string => moment.toPlainTime().toString({ smallestUnit: 'minute' });

/** What the typed text is read by. */
export type MomentContext = {
  /** IANA name of the zone that is meant when the text names none. */
  readonly timeZone: string;
  /** The present, Unix epoch milliseconds. */
  readonly nowEpochMs: number;
  /** Which side of the present is meant. */
  readonly side: 'ahead' | 'behind';
};

/** The last second of the year 9999: what comes later has no date of four digits. */
const LAST_EPOCH_S = 253_402_300_799;

/** Reads `typed`. A moment that is not on its side of the present is refused. */
export const readMoment = (typed: string, context: MomentContext): MomentReading => {
  const text = typed.trim().replace(/\s+/g, ' ');
  if (text === '') return { kind: 'empty' };
  const reading = readEpoch(text) ?? readDistance(text, context) ?? readIso(text, context) ?? readWords(text, context);
  if (reading.kind !== 'moment') return reading;
  if (reading.epochS > LAST_EPOCH_S) return problem('That is after the year 9999.');
  const isAhead = reading.epochS * 1000 > context.nowEpochMs;
  if (isAhead === (context.side === 'ahead')) return reading;
  return problem(isAhead ? 'That is in the future.' : 'That is in the past.');
};

const problem = (message: string): MomentReading => ({ kind: 'problem', message });

const moment = (instant: Temporal.Instant, typedZone: string): MomentReading => ({
  kind: 'moment',
  epochS: Math.floor(instant.epochMilliseconds / 1000),
  typedZone,
});

/** The reading of a text that names `timeZone`. */
const inTypedZone = (reading: MomentReading, timeZone: string): MomentReading =>
  reading.kind === 'moment' ? { ...reading, typedZone: timeZone } : reading;

const readEpoch = (text: string): MomentReading | undefined => {
  if (/^\d{13}$/.test(text))
    return problem(`That looks like milliseconds; in epoch seconds it is ${text.slice(0, -3)}.`);
  return /^\d{9,11}$/.test(text) ? { kind: 'moment', epochS: Number(text) } : undefined;
};

/**
 * `+36h`, `in 36 hours`, `7d`, `7 days ago`: so much time from the present, whatever the clocks on the wall do meanwhile. Ahead a whole minute,
 * so that the same words typed again a moment later mean the same.
 */
const readDistance = (text: string, { nowEpochMs, side }: MomentContext): MomentReading | undefined => {
  const ahead = /^(?:\+|in )\s*(.+)$/i.exec(text)?.[1];
  if (ahead !== undefined) {
    const seconds = readSpan(ahead);
    if (seconds !== undefined) return { kind: 'moment', epochS: Math.floor((nowEpochMs / 1000 + seconds) / 60) * 60 };
    return text.startsWith('+') ? problem('After + write a duration such as 36h, 90m or 2d.') : undefined;
  }
  const seconds = side === 'behind' ? readSpan(text.replace(/ ago$/i, '')) : undefined;
  return seconds === undefined ? undefined : { kind: 'moment', epochS: Math.floor(nowEpochMs / 1000 - seconds) };
};

const ISO_DATE = /^\d{4}-?\d\d-?\d\d(?!\d)/;

/** ISO 8601, also with a blank between date and time. What only begins like it is left to `readWords`. */
const readIso = (text: string, context: MomentContext): MomentReading | undefined => {
  const [date] = ISO_DATE.exec(text) ?? [];
  if (date === undefined) return undefined;
  if (!isDate(date)) return problem(`${date} is not a calendar date.`);
  const { rest, typedZone } = splitZone(text);
  const timeZone = typedZone ?? context.timeZone;
  const hasTime = /[T ] ?\d/i.test(rest);
  if (!hasTime && context.side === 'ahead') return problem(`At what time? For example ${rest} 02:00.`);
  try {
    const [offset] = /(?:Z|[+-]\d\d(?::?\d\d)?)$/i.exec(rest.replace(ISO_DATE, '')) ?? [];
    if (offset !== undefined) {
      const instant = Temporal.Instant.from(withSeparator(rest));
      return moment(instant, typedZone ?? (/z/i.test(offset) ? 'UTC' : instant.toZonedDateTimeISO(offset).offset));
    }
    const reading = wallClock(Temporal.PlainDateTime.from(withSeparator(rest), { overflow: 'reject' }), timeZone);
    return typedZone === undefined ? reading : inTypedZone(reading, typedZone);
  } catch {
    return undefined;
  }
};

const isDate = (text: string): boolean => {
  try {
    Temporal.PlainDate.from(text, { overflow: 'reject' });
    return true;
  } catch {
    return false;
  }
};

const withSeparator = (iso: string): string => iso.replace(/^(\S+) (\d)/, '$1T$2').replace(/ (?=[Z+-])/i, '');

/** Words: chrono finds date and time of day as clocks show them; which moment that is, is decided here. */
const readWords = (text: string, context: MomentContext): MomentReading => {
  const { rest, typedZone } = splitZone(text);
  const timeZone = typedZone ?? context.timeZone;
  if (/\b\d{1,2}[/.]\d{1,2}(?:[/.]\d{2,4})?\b/.test(rest)) {
    return problem('This date can mean two different days: write 2026-12-01, or 1 Dec.');
  }
  const now = Temporal.Instant.fromEpochMilliseconds(context.nowEpochMs).toZonedDateTimeISO(timeZone);
  const reference = { instant: new Date(context.nowEpochMs), timezone: now.offsetNanoseconds / 60e9 };
  const isAhead = context.side === 'ahead';
  const results = casual.parse(rest, reference, { forwardDate: isAhead });
  const [found] = results;
  if (found === undefined) return problem(isAhead ? 'This is not a start time.' : 'This is not a moment.');
  const unread = unreadPart(rest, found);
  if (results.length > 1 || unread !== '') return problem(`"${unread}" is not part of a date or time.`);
  if (found.end)
    return problem(
      isAhead ? 'Only the start goes here; the length comes in the next step.' : 'Only one moment goes here.',
    );
  if (isAhead && !found.start.isCertain('hour')) return problem(`At what time? For example ${rest} 02:00.`);
  const time = isAhead ? clockTimeOf(found) : lastBefore(now.toPlainDateTime(), found);
  if (found.start.isCertain('timezoneOffset')) {
    const [, offset, shortName] = /(?:([+-]\d\d?:?\d{0,2})|\(?\b([a-z]{2,5})\)?)$/i.exec(found.text) ?? [];
    if (offset !== undefined) {
      const minutes = found.start.get('timezoneOffset') ?? 0;
      return inTypedZone(wallClock(time, offsetOf(minutes)), offsetOf(minutes));
    }
    const zone = readShortName(shortName ?? found.text, time);
    return 'question' in zone ? problem(zone.question) : inTypedZone(wallClock(time, zone.timeZone), zone.timeZone);
  }
  const reading = wallClock(time, timeZone);
  return typedZone === undefined ? reading : inTypedZone(reading, typedZone);
};

/** `+05:30` for 330 minutes. */
const offsetOf = (minutes: number): string => {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
};

/** The last time before `now` that the words can mean: of a day without a time its beginning. */
const lastBefore = (now: Temporal.PlainDateTime, found: ParsedResult): Temporal.PlainDateTime => {
  const { start } = found;
  const time = start.isCertain('hour')
    ? clockTimeOf(found)
    : clockTimeOf(found).with({ hour: 0, minute: 0, second: 0 });
  if (Temporal.PlainDateTime.compare(time, now) <= 0 || start.isCertain('year')) return time;
  if (start.isCertain('month')) return time.subtract({ years: 1 });
  if (start.isCertain('day')) return time;
  return time.subtract({ days: start.isCertain('weekday') ? 7 : 1 });
};

const clockTimeOf = ({ start }: ParsedResult): Temporal.PlainDateTime =>
  Temporal.PlainDateTime.from({
    year: start.get('year') ?? 0,
    month: start.get('month') ?? 0,
    day: start.get('day') ?? 0,
    hour: start.get('hour') ?? 0,
    minute: start.get('minute') ?? 0,
    second: start.isCertain('second') ? (start.get('second') ?? 0) : 0,
  });

/** What stands beside the part of `text` that was understood, without words that add nothing. */
const unreadPart = (text: string, { index, text: read }: ParsedResult): string =>
  `${text.slice(0, index)} ${text.slice(index + read.length)}`.replace(/\b(?:on|at|from|the)\b|,/gi, '').trim();

/** Takes an IANA zone from the end of `text`, in brackets or not: `2026-12-01 02:00 Europe/Berlin`. */
const splitZone = (text: string): { readonly rest: string; readonly typedZone?: string } => {
  const named = /^(.+?)(?: ?\[([\w/+-]+)\]| ([A-Za-z]+(?:\/[\w+-]+)+))$/.exec(text);
  const zone = named?.[2] ?? named?.[3];
  if (named?.[1] === undefined || zone === undefined || !isZone(zone)) return { rest: text };
  return { rest: named[1], typedZone: zone };
};
