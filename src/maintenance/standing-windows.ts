/** The windows of a host that stand, as the service lists them: neither withdrawn nor over. Pure. */
import { plural } from '../base/figures.ts';
import { dayWords, WEEKDAYS, zonedTime } from '../base/time.ts';
import type { AnnouncedWindow } from '../catalogue/values.ts';
import { stampWords } from './moment-words.ts';

/** Those of one machine, the earliest first. */
export type StandingWindows = { readonly machineId: number; readonly windows: readonly AnnouncedWindow[] };

/** Those of each of `machineIds`, in their order: what a withdrawal would take back. */
export const standingWindows = (
  windows: readonly AnnouncedWindow[],
  machineIds: readonly number[],
  nowEpochMs: number,
): readonly StandingWindows[] => {
  const byMachine = standingByMachine(windows, nowEpochMs);
  return machineIds.map((machineId) => ({ machineId, windows: byMachine.get(machineId) ?? [] }));
};

/** All of them by their machine, the earliest first. */
export const standingByMachine = (
  windows: readonly AnnouncedWindow[],
  nowEpochMs: number,
): ReadonlyMap<number | null | undefined, readonly AnnouncedWindow[]> =>
  Map.groupBy(
    windows
      .filter(
        ({ cancelled_at: cancelledAt, end_time: endsAtS }) =>
          !cancelledAt && (typeof endsAtS !== 'number' || endsAtS * 1000 > nowEpochMs),
      )
      .sort(({ start_time: one }, { start_time: other }) => (one ?? 0) - (other ?? 0)),
    ({ machine_id: id }) => id,
  );

/** True where two lists have the same windows of the same machines. */
export const areSameWindows = (one: readonly StandingWindows[], other: readonly StandingWindows[]): boolean =>
  JSON.stringify(one.map(identified)) === JSON.stringify(other.map(identified));

const identified = ({ machineId, windows }: StandingWindows) => [
  machineId,
  ...windows.map(({ id, start_time: startsAtS, end_time: endsAtS }) => [id, startsAtS, endsAtS]),
];

/** `1 window`, `2 windows`. */
export const windowCount = ({ length }: readonly unknown[]): string => `${length} ${plural(length, 'window')}`;

/** `2026-12-01 03:00, 2 h`; a part that the service did not tell is `?`. */
export const windowWords = (
  { start_time: startsAtS, end_time: endsAtS }: AnnouncedWindow,
  timeZone: string,
): string => {
  const start = isMoment(startsAtS) ? stampWords(Math.round(startsAtS * 1000), timeZone) : '?';
  return `${start}, ${hoursWords(startsAtS, endsAtS)}`;
};

const hoursWords = (startsAtS: unknown, endsAtS: unknown): string =>
  isMoment(startsAtS) && isMoment(endsAtS) ? `${Number(((endsAtS - startsAtS) / 3600).toFixed(1))} h` : '? h';

/** Seconds around 1970 that are a moment at all. */
const LAST_EPOCH_S = 8.64e12;

/** True for a number of seconds that a date can be made of. */
export const isMoment = (epochS: unknown): epochS is number =>
  typeof epochS === 'number' && Math.abs(epochS) <= LAST_EPOCH_S;

/** Within so many days a weekday and a day of the month name a day. */
const NEAR_DAYS = 25;
const DAY_MS = 86_400_000;

/** The next one of a machine, as short as can be: `Tue 24 14:00, 2 h`; further away `24 Dec 14:00, 2 h`; in another year with that. */
export const nextWindowWords = (
  { start_time: startsAtS, end_time: endsAtS }: AnnouncedWindow,
  timeZone: string,
  nowEpochMs: number,
): string => {
  const hours = hoursWords(startsAtS, endsAtS);
  if (!isMoment(startsAtS)) return `?, ${hours}`;
  if (startsAtS * 1000 <= nowEpochMs) {
    return isMoment(endsAtS) ? `now, to ${briefMoment(endsAtS, timeZone, nowEpochMs)}` : 'now';
  }
  return `${briefMoment(startsAtS, timeZone, nowEpochMs)}, ${hours}`;
};

const briefMoment = (epochS: number, timeZone: string, nowEpochMs: number): string => {
  const moment = zonedTime(Math.round(epochS * 1000), timeZone);
  const time = moment.toPlainTime().toString({ smallestUnit: 'minute' });
  if (epochS * 1000 - nowEpochMs < NEAR_DAYS * DAY_MS) return `${WEEKDAYS[moment.dayOfWeek - 1]} ${moment.day} ${time}`;
  if (moment.year !== zonedTime(nowEpochMs, timeZone).year) return stampWords(Math.round(epochS * 1000), timeZone);
  return `${dayWords(moment)} ${time}`;
};
