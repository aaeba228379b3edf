/** Counts the rows that searches bring each key in a day of UTC, and says when they are used up (docs/interface.md, Rate limits and errors). */

/** How many rows a key may have; it lasts as long as the service runs. */
export type Quota = {
  /** Hours until the next day begins, 1 to 24, where the rows of `keyId` are used up; otherwise undefined. */
  readonly hoursToWait: (keyId: number) => number | undefined;
  readonly count: (keyId: number, rows: number) => void;
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** `rowsADay` undefined: no limit. `now` is in epoch milliseconds. */
export const createQuota = (rowsADay: number | undefined, clock: { readonly now: () => number }): Quota => {
  let day = 0;
  const rowsOf = new Map<number, number>();
  const turn = (): void => {
    const today = Math.floor(clock.now() / DAY_MS);
    if (today !== day) rowsOf.clear();
    day = today;
  };
  return {
    hoursToWait: (keyId) => {
      turn();
      if (rowsADay === undefined || (rowsOf.get(keyId) ?? 0) < rowsADay) return undefined;
      return Math.ceil(((day + 1) * DAY_MS - clock.now()) / HOUR_MS);
    },
    count: (keyId, rows) => {
      turn();
      rowsOf.set(keyId, (rowsOf.get(keyId) ?? 0) + rows);
    },
  };
};
