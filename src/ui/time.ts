/** Times as a person reads them on screen. */

/** `14:03` in `timeZone` (an IANA name) for Unix epoch milliseconds. */
export const clockTime = (epochMs: number, timeZone: string): string =>
  new Date(epochMs).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone });

/** `14:03:27` in `timeZone` (an IANA name) for Unix epoch milliseconds. */
export const exactTime = (epochMs: number, timeZone: string): string =>
  new Date(epochMs).toLocaleTimeString('en-GB', { timeZone });
