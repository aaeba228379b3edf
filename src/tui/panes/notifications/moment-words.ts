/** A moment in words. */
import { exactTime } from '../../../base/time.ts';

/** `2026-11-21 14:03:27` in `timeZone` for Unix epoch milliseconds; an empty text for what no date can hold. */
export const momentWords = (epochMs: number, timeZone: string): string => {
  if (!(Math.abs(epochMs) <= 8.64e15)) return '';
  const day = Temporal.Instant.fromEpochMilliseconds(Math.trunc(epochMs)).toZonedDateTimeISO(timeZone).toPlainDate();
  return `${day.toString()} ${exactTime(epochMs, timeZone)}`;
};
