/** A moment in words: on the user's clock, in UTC, and how far away it is. */
import { WEEKDAYS, zonedTime } from '../base/time.ts';

/** Hours of notice below which a credit for service-level cover is not given (docs/interface.md, Maintenance). */
const NOTICE_HOURS = 24;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** `Tue 2026-12-01 03:00 (+01:00, Europe/Berlin)` for Unix epoch seconds; seconds are shown where there are any. */
export const localWords = (epochS: number, timeZone: string): string => {
  const moment = zonedTime(epochS * 1000, timeZone);
  return `${weekdayAndTime(moment)} (${timeZone.startsWith(moment.offset) ? timeZone : `${moment.offset}, ${timeZone}`})`;
};

/**
 * The moment on the clock of the zone that was typed, on the user's and in UTC, each once: where two are the same zone, or the typed
 * one is an offset that the other has, it stands there once.
 */
export const zonesWords = (epochS: number, timeZone: string, typedZone?: string): readonly string[] => {
  const zones = zonesOf(epochS, timeZone, typedZone);
  return zones.map((zone) => (zone === 'UTC' ? utcWords(epochS) : localWords(epochS, zone)));
};

/** The same on one line: `Tue 2026-12-01 02:00 Asia/Tokyo (Mon 2026-11-30 17:00 UTC)`; a day that is the same stands there once. */
export const zonesOnOneLine = (epochS: number, timeZone: string, typedZone?: string): string => {
  const [first = 'UTC', ...others] = zonesOf(epochS, timeZone, typedZone);
  const words = shortWords(epochS, first);
  const day = words.slice(0, 'Tue 2026-12-01 '.length);
  const rest = others.map((zone) => {
    const other = shortWords(epochS, zone);
    return `${other.startsWith(day) ? other.slice(day.length) : other} ${zone}`;
  });
  return `${words} ${first}${rest.length === 0 ? '' : ` (${rest.join(', ')})`}`;
};

const zonesOf = (epochS: number, timeZone: string, typedZone: string | undefined): readonly string[] => {
  const offsetIn = (zone: string) => zonedTime(epochS * 1000, zone).offset;
  const isKnown = [timeZone, 'UTC'].some(
    (zone) => zone === typedZone || (/^[+-]/.test(typedZone ?? '') && offsetIn(zone) === offsetIn(typedZone ?? zone)),
  );
  return [...new Set([...(typedZone === undefined || isKnown ? [] : [typedZone]), timeZone, 'UTC'])];
};

/** `Tue 2026-12-01 02:00 UTC` for Unix epoch seconds. */
export const utcWords = (epochS: number): string => `${shortWords(epochS, 'UTC')} UTC`;

/** `Tue 2026-12-01 03:00` on a clock in `timeZone`. */
export const shortWords = (epochS: number, timeZone: string): string =>
  weekdayAndTime(zonedTime(epochS * 1000, timeZone));

/** `2026-12-01 03:00` on a clock in `timeZone`, for Unix epoch milliseconds: when something happened. */
export const stampWords = (epochMs: number, timeZone: string): string => {
  const moment = zonedTime(epochMs, timeZone);
  return `${moment.toPlainDate()} ${moment.toPlainTime().toString({ smallestUnit: 'minute' })}`;
};

/**
 * `in 1 d 4 h`, `in 3 h 20 min`, or `2 h 5 min ago`: the two largest units, the smaller one to the nearest. Counted from the
 * minute that the clock shows, so that `+36h` is 36 hours away until the clock moves on.
 */
export const distanceWords = (epochS: number, nowEpochMs: number): string => {
  const nowMs = Math.floor(nowEpochMs / MINUTE_MS) * MINUTE_MS;
  const minutesMs = Math.round((epochS * 1000 - nowMs) / MINUTE_MS) * MINUTE_MS;
  const distanceMs = Math.abs(minutesMs) < DAY_MS ? minutesMs : Math.round(minutesMs / HOUR_MS) * HOUR_MS;
  const words = stretchWords(Math.abs(distanceMs));
  return distanceMs > 0 ? `in ${words}` : `${words} ago`;
};

/** What a host should know about a start that is nonetheless taken, seen from the present. */
export const startWarnings = (epochS: number, nowEpochMs: number): readonly string[] => {
  const distanceMs = epochS * 1000 - nowEpochMs;
  if (distanceMs < NOTICE_HOURS * HOUR_MS) {
    return [`Less than ${NOTICE_HOURS} hours' notice, the minimum for SLA coverage.`];
  }
  return distanceMs > 366 * DAY_MS ? ['That is more than a year ahead.'] : [];
};

const weekdayAndTime = (moment: Temporal.ZonedDateTime): string => {
  const weekday = WEEKDAYS[moment.dayOfWeek - 1] ?? '';
  const time = moment.toPlainTime().toString({ smallestUnit: moment.second === 0 ? 'minute' : 'second' });
  return `${weekday} ${moment.toPlainDate().toString()} ${time}`;
};

const stretchWords = (stretchMs: number): string => {
  const days = Math.floor(stretchMs / DAY_MS);
  const hours = Math.floor((stretchMs % DAY_MS) / HOUR_MS);
  const minutes = Math.floor((stretchMs % HOUR_MS) / MINUTE_MS);
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`;
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`;
  return minutes > 0 ? `${minutes} min` : 'less than a minute';
};
