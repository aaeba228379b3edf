/** Times as a person reads them on screen, and as files and commands have them. */

/** `14:03` in `timeZone` (an IANA name) for Unix epoch milliseconds. */
export const clockTime = (epochMs: number, timeZone: string): string => told(epochMs, formatsOf(timeZone).minutes);

/** `14:03`, `14:03 yesterday` or `14:03 on 19 Nov` in `timeZone`, as seen from `nowEpochMs`; Unix epoch milliseconds. */
export const clockTimeAndDay = (epochMs: number, nowEpochMs: number, timeZone: string): string => {
  const time = clockTime(epochMs, timeZone);
  const day = dayOf(epochMs, timeZone);
  const today = dayOf(nowEpochMs, timeZone);
  if (day.equals(today)) return time;
  if (day.equals(today.subtract({ days: 1 }))) return `${time} yesterday`;
  const year = day.year === today.year ? {} : ({ year: 'numeric' } as const);
  return `${time} on ${day.toLocaleString('en-GB', { day: 'numeric', month: 'short', ...year })}`;
};

const dayOf = (epochMs: number, timeZone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone).toPlainDate();

/** `2026-11-22T10:00:00Z`: the second of UTC. Throws a RangeError for what no date can hold. */
export const utcTime = (epochMs: number): string => `${new Date(epochMs).toISOString().slice(0, 19)}Z`;

/** `2026-11-22T10:00:00.250Z`, for programs. Throws a RangeError for what no date can hold. */
export const utcMoment = (epochMs: number): string => new Date(epochMs).toISOString();

/** `2026-11-22 11:00:00 CET` in `timeZone`: for what is read on another day, or elsewhere; an empty text for what no date can hold. */
export const datedTime = (epochMs: number, timeZone: string): string => {
  const date = new Date(epochMs);
  if (Number.isNaN(date.getTime())) return '';
  const zone = formatsOf(timeZone)
    .zone.formatToParts(date)
    .find(({ type }) => type === 'timeZoneName');
  return `${dayOf(Math.trunc(epochMs), timeZone)} ${exactTime(epochMs, timeZone)} ${zone?.value ?? timeZone}`;
};

/** `14:03:27` in `timeZone` (an IANA name) for Unix epoch milliseconds. */
export const exactTime = (epochMs: number, timeZone: string): string => told(epochMs, formatsOf(timeZone).seconds);

/** `2026-11-21 14:03:27` in `timeZone` for Unix epoch milliseconds; an empty text for what no date can hold. */
export const momentWords = (epochMs: number, timeZone: string): string => {
  if (!(Math.abs(epochMs) <= 8.64e15)) return '';
  return `${dayOf(Math.trunc(epochMs), timeZone).toString()} ${exactTime(epochMs, timeZone)}`;
};

/** A file may hold a number that is no time. */
const told = (epochMs: number, format: Intl.DateTimeFormat): string => {
  const date = new Date(epochMs);
  return Number.isNaN(date.getTime()) ? String(date) : format.format(date);
};

type Formats = { readonly [Part in 'minutes' | 'seconds' | 'zone']: Intl.DateTimeFormat };

/** Kept: making a format takes 40 times as long as using it, and times stand on every frame. A run knows few time zones. */
const known = new Map<string, Formats>();

const formatsOf = (timeZone: string): Formats => known.getOrInsertComputed(timeZone, makeFormats);

const makeFormats = (timeZone: string): Formats => ({
  minutes: new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }),
  seconds: new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone }),
  zone: new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short', timeZone }),
});

/** The zone of this system (an IANA name), of which `tz` is the variable TZ; where none can be told UTC, and in words why. */
export const systemTimeZone = (tz: string | undefined): { readonly timeZone: string; readonly problem?: string } => {
  const found = Temporal.Now.timeZoneId();
  // A zone that does not exist is UTC to Node.js, without a word.
  const isMeant = found !== 'UTC' || tz === undefined || UTC.test(tz) || isTimeZone(tz);
  if (isMeant && isTimeZone(found)) return { timeZone: found };
  const source = tz === undefined ? 'the system names' : `TZ is ${JSON.stringify(tz)}, which names`;
  return {
    timeZone: 'UTC',
    problem: `${source} no time zone, and times are shown in UTC: set TZ, such as TZ=Europe/Berlin`,
  };
};

const UTC = /^:?(?:etc\/)?(?:utc|gmt|uct|zulu)[-+]?0*$/i;

const isTimeZone = (name: string): boolean => {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
};

/** Short names of the months, January first. */
export const MONTHS: readonly string[] = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Short names of the days of the week, Monday first, as ISO 8601 counts them. */
export const WEEKDAYS: readonly string[] = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Hours that the service counts as a month of storage (docs/interface.md, Offer). */
export const HOURS_A_MONTH = 720;

/** Seconds in each unit, by its first letter. */
const UNIT_SECONDS: Readonly<Record<string, number>> = { w: 604_800, d: 86_400, h: 3600, m: 60 };

const UNIT = /^(\d+(?:\.\d+)?|\.\d+) ?(w|weeks?|d|days?|h|hrs?|hours?|m|mins?|minutes?)(?![a-z])(?: ?(?:,|and) | )?/i;

/** The seconds that `text` stands for, at least 0; undefined when it is no figures with units, or names a unit twice. */
export const readSpan = (text: string): number | undefined => {
  const units = new Set<string>();
  let seconds = 0;
  let rest = text.trim();
  do {
    const [whole, figure, word = ''] = UNIT.exec(rest) ?? [];
    const unit = word.charAt(0).toLowerCase();
    if (whole === undefined || units.has(unit)) return undefined;
    units.add(unit);
    seconds += Number(figure) * (UNIT_SECONDS[unit] ?? 0);
    rest = rest.slice(whole.length);
  } while (rest !== '');
  return seconds;
};
