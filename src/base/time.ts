/** Times as a person reads them on screen, and as files and commands have them. */

/** `14:03` in `timeZone` (an IANA name) for Unix epoch milliseconds. */
export const clockTime = (epochMs: number, timeZone: string): string => told(epochMs, timeZone, 'minute');

/** `14:03`, `14:03 yesterday` or `14:03 on 19 Nov` in `timeZone`, as seen from `nowEpochMs`; Unix epoch milliseconds. */
export const clockTimeAndDay = (epochMs: number, nowEpochMs: number, timeZone: string): string => {
  const time = clockTime(epochMs, timeZone);
  const day = dayOf(epochMs, timeZone);
  const today = dayOf(nowEpochMs, timeZone);
  if (day.equals(today)) return time;
  if (day.equals(today.subtract({ days: 1 }))) return `${time} yesterday`;
  const year = day.year === today.year ? '' : ` ${day.year}`;
  return `${time} on ${dayWords(day)}${year}`;
};

/** A moment (whole Unix epoch milliseconds) on a clock in `timeZone`. */
export const zonedTime = (epochMs: number, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone);

const dayOf = (epochMs: number, timeZone: string): Temporal.PlainDate => zonedTime(epochMs, timeZone).toPlainDate();

/** `3 Nov`. */
export const dayWords = ({ day, month }: { readonly day: number; readonly month: number }): string =>
  `${day} ${MONTHS[month - 1]}`;

/** `Tue 3 Nov 14:03` in `timeZone`. */
export const weekdayTime = (epochMs: number, timeZone: string): string => {
  const day = dayOf(epochMs, timeZone);
  return `${WEEKDAYS[day.dayOfWeek - 1]} ${dayWords(day)} ${clockTime(epochMs, timeZone)}`;
};

/** `2026-11-22T10:00:00Z`: the second of UTC. Throws a RangeError for what no date can hold. */
export const utcTime = (epochMs: number): string => `${new Date(epochMs).toISOString().slice(0, 19)}Z`;

/** `2026-11-22T10:00:00.250Z`, for programs. Throws a RangeError for what no date can hold. */
export const utcMoment = (epochMs: number): string => new Date(epochMs).toISOString();

/** `2026-11-22 11:00:00 CET` in `timeZone`: for what is read on another day, or elsewhere; an empty text for what no date can hold. */
export const datedTime = (epochMs: number, timeZone: string): string => {
  const date = new Date(epochMs);
  if (Number.isNaN(date.getTime())) return '';
  const zone = zoneFormat(timeZone)
    .formatToParts(date)
    .find(({ type }) => type === 'timeZoneName');
  return `${dayOf(Math.trunc(epochMs), timeZone)} ${exactTime(epochMs, timeZone)} ${zone?.value ?? timeZone}`;
};

/** `14:03:27` in `timeZone` (an IANA name) for Unix epoch milliseconds. */
export const exactTime = (epochMs: number, timeZone: string): string => told(epochMs, timeZone, 'second');

/** `2026-11-21 14:03:27` in `timeZone` for Unix epoch milliseconds; an empty text for what no date can hold. */
export const momentWords = (epochMs: number, timeZone: string): string => {
  if (!(Math.abs(epochMs) <= LAST_MS)) return '';
  return `${dayOf(Math.trunc(epochMs), timeZone).toString()} ${exactTime(epochMs, timeZone)}`;
};

/** The time of day; a file may hold a number that is no time. `Intl` takes 10 ms before it says the first one. */
const told = (epochMs: number, timeZone: string, smallestUnit: 'minute' | 'second'): string => {
  const wholeMs = Math.trunc(epochMs);
  if (!(Math.abs(wholeMs) <= LAST_MS)) return String(new Date(Number.NaN));
  return zonedTime(wholeMs, timeZone).toPlainTime().toString({ smallestUnit });
};

/** The last moment that a date can hold. */
const LAST_MS = 8.64e15;

/** Kept: making a format takes 40 times as long as using it. A run knows few time zones. */
const known = new Map<string, Intl.DateTimeFormat>();

const zoneFormat = (timeZone: string): Intl.DateTimeFormat =>
  known.getOrInsertComputed(timeZone, () => new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short', timeZone }));

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
    zonedTime(0, name);
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

/** `40 s`, `12 min`, `3 h`, `2 d`. */
export const agoWords = (seconds: number): string => {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return seconds < 86_400 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} d`;
};

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
