/** Times as a person reads them on screen. */

/** `14:03` in `timeZone` (an IANA name) for Unix epoch milliseconds. */
export const clockTime = (epochMs: number, timeZone: string): string =>
  new Date(epochMs).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone });

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

/** `14:03:27` in `timeZone` (an IANA name) for Unix epoch milliseconds. */
export const exactTime = (epochMs: number, timeZone: string): string =>
  new Date(epochMs).toLocaleTimeString('en-GB', { timeZone });
