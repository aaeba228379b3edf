/** Where a chart has figures and times along its sides. Pure. */
import { MONTHS } from '../../base/time.ts';

/** Widths that people read easily, times a power of ten. */
const WIDTHS = [1, 2, 2.5, 5, 10] as const;

/** What lies between the sides of a chart, and the figures that stand beside it, ascending. `decimals` write each of them exactly. */
type FigureTicks = {
  readonly lowest: number;
  readonly highest: number;
  readonly ticks: readonly number[];
  readonly decimals: number;
};

/** Ticks from `least` to `greatest` (0 or more) in `rows` lines, no two in one line or in two that follow each other. */
export const figureTicks = (least: number, greatest: number, rows: number): FigureTicks => {
  // What never changes is drawn in the middle.
  const [lowest, highest] = least < greatest ? [least, greatest] : [least * 0.9, greatest * 1.1 || 1];
  const width = easyWidth(((highest - lowest) / (rows - 0.25)) * LINES_APART);
  const first = Math.ceil(lowest / width - 1e-9);
  const last = Math.floor(highest / width + 1e-9);
  const ticks = Array.from({ length: Math.max(0, last - first + 1) }, (_, place) =>
    Number(((first + place) * width).toFixed(10)),
  );
  return { lowest, highest, ticks, decimals: Math.max(2, decimalsOf(width)) };
};

/** Lines from one figure to the next, at least. */
const LINES_APART = 2;

const easyWidth = (least: number): number => {
  const power = 10 ** Math.floor(Math.log10(least));
  const times = WIDTHS.find((width) => width * power >= least * (1 - 1e-9)) ?? 10;
  return Number((times * power).toPrecision(12));
};

const decimalsOf = (width: number): number => {
  for (let decimals = 0; decimals < 8; decimals++) {
    if (Math.abs(Number(width.toFixed(decimals)) - width) < width * 1e-6) return decimals;
  }
  return 8;
};

/** Times from the first up to but without the second, Unix epoch milliseconds. */
export type TimeRange = { readonly fromEpochMs: number; readonly toEpochMs: number };

/** A moment with its words: `18:00`, `16 Nov`. */
type TimeTick = { readonly epochMs: number; readonly text: string };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Hours and days from tick to tick. */
const EVERY_HOURS = [1, 2, 3, 4, 6, 12];
const EVERY_DAYS = [1, 2, 5, 10, 15];

/** Whole hours in `timeZone`, or days at their beginning where the range is longer than two, at most `most` of them. */
export const timeTicks = (range: TimeRange, timeZone: string, most: number): readonly TimeTick[] => {
  const length = range.toEpochMs - range.fromEpochMs;
  const isOfDays = length > 2 * DAY_MS;
  const unit = isOfDays ? DAY_MS : HOUR_MS;
  const steps = isOfDays ? EVERY_DAYS : EVERY_HOURS;
  const step = steps.find((count) => length / (count * unit) <= most) ?? steps.at(-1) ?? 1;
  const start = Temporal.Instant.fromEpochMilliseconds(range.fromEpochMs).toZonedDateTimeISO(timeZone);
  const ticks: TimeTick[] = [];
  // Back from the last day, so that the newest ones are told.
  if (isOfDays) {
    const last = Temporal.Instant.fromEpochMilliseconds(range.toEpochMs - 1).toZonedDateTimeISO(timeZone);
    for (let day = last.startOfDay(); day.epochMilliseconds >= range.fromEpochMs; day = day.subtract({ days: step })) {
      ticks.unshift({ epochMs: day.epochMilliseconds, text: `${day.day} ${MONTHS[day.month - 1]}` });
    }
    return ticks;
  }
  let hour = start.round({ smallestUnit: 'hour', roundingMode: 'ceil' });
  for (; hour.epochMilliseconds < range.toEpochMs; hour = hour.add({ hours: 1 })) {
    const text = `${String(hour.hour).padStart(2, '0')}:00`;
    if (hour.hour % step === 0 && ticks.at(-1)?.text !== text) ticks.push({ epochMs: hour.epochMilliseconds, text });
  }
  return ticks;
};
