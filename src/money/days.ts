/** Whole days as the service counts them: in UTC, numbered since 1970. Pure. */
import type { DaysRequest } from '../api/requests.ts';

/** Days from the first to the last one, both included. */
export type DaySpan = { readonly fromDay: number; readonly toDay: number };

const DAY_S = 86_400;

/** The day that a moment is in, Unix epoch milliseconds. */
export const dayAt = (epochMs: number): number => Math.floor(epochMs / (DAY_S * 1000));

/** `2026-11-22`. */
export const dayName = (day: number): string => new Date(day * DAY_S * 1000).toISOString().slice(0, 10);

/** True for a day that goes on: what it costs is not all yet. */
export const isOpenDay = (day: number, nowMs: number): boolean => day >= dayAt(nowMs);

/** From its first second to its last. */
export const secondsOf = ({ fromDay, toDay }: DaySpan): Pick<DaysRequest, 'fromS' | 'toS'> => ({
  fromS: fromDay * DAY_S,
  toS: (toDay + 1) * DAY_S - 1,
});
