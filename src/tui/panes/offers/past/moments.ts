/** Days and times of the past. Pure. */

/** `3 Nov`. */
export const dayWords = (epochMs: number, timeZone: string): string =>
  zoned(epochMs, timeZone).toLocaleString('en-GB', { day: 'numeric', month: 'short' });

/** `Tue 3 Nov 14:03`. */
export const momentWords = (epochMs: number, timeZone: string): string => {
  const time = zoned(epochMs, timeZone);
  const day = time.toLocaleString('en-GB', { weekday: 'short', day: 'numeric', month: 'short' }).replace(',', '');
  return `${day} ${String(time.hour).padStart(2, '0')}:${String(time.minute).padStart(2, '0')}`;
};

/** `23 days`, `4 hours`, `12 minutes`. */
export const lengthWords = (ms: number): string => {
  const [size, unit] = LENGTHS.find(([each]) => ms >= 2 * each) ?? [MINUTE_MS, 'minute'];
  const count = Math.round(ms / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
};

const MINUTE_MS = 60_000;
const LENGTHS = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
] as const;

const zoned = (epochMs: number, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone);
