/** Which moment the time on a clock is, in a zone where clocks are put forward and back. */
import type { StartReading } from './reading.ts';

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
export const wallClock = (time: Temporal.PlainDateTime, timeZone: string): StartReading => {
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

const reading = (moment: Temporal.ZonedDateTime, clockNote?: string): StartReading => ({
  kind: 'moment',
  epochS: Math.floor(moment.epochMilliseconds / 1000),
  ...(clockNote === undefined ? {} : { clockNote }),
});

const timeOf = (moment: Temporal.ZonedDateTime): string => moment.toPlainTime().toString({ smallestUnit: 'minute' });
