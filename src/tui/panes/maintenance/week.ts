/**
 * One week of the windows that stand: a line for each, then one for each machine without, the days as cells, what is away at the
 * same time, and what is known of the window under the cursor. Pure.
 */
import { MONTHS, WEEKDAYS, zonedTime } from '../../../base/time.ts';
import type { AnnouncedWindow, HostMachine } from '../../../catalogue/values.ts';
import { isMoment } from '../../../maintenance/standing-windows.ts';
import { ownMachines } from './own-lists.ts';
import type { MaintenanceState } from './state.ts';

/** A window whose times are known, in the week that is shown or reaching into it. */
export type WeekWindow = {
  readonly window: AnnouncedWindow;
  /** Unix epoch seconds. */
  readonly fromS: number;
  readonly toS: number;
};

/** A line of the page; `machine` is undefined where the service does not list it. */
export type WeekLine = {
  readonly machineId: number;
  readonly machine: HostMachine | undefined;
  readonly shown: WeekWindow | undefined;
  /** It is not the first line of its machine. */
  readonly isFurther: boolean;
};

/** The first moment of the week that is shown, on a clock in the pane's zone. */
export const weekStart = ({ timeZone, nowEpochMs, weekOffset = 0 }: MaintenanceState): Temporal.ZonedDateTime => {
  const now = zonedTime(nowEpochMs, timeZone);
  return now.startOfDay().add({ days: 7 * weekOffset + 1 - now.dayOfWeek });
};

/** `Mon 23 to Sun 29 Nov`. */
export const weekWords = (start: Temporal.ZonedDateTime): string => {
  const end = start.add({ days: 6 });
  const [from, to] = [start, end].map(
    ({ month, year }) => `${MONTHS[month - 1]}${year === end.year ? '' : ` ${year}`}`,
  );
  return `Mon ${start.day}${from === to ? '' : ` ${from}`} to Sun ${end.day} ${to}`;
};

/** `Mon 23`, for each of its days. */
export const dayWords = (start: Temporal.ZonedDateTime): readonly string[] =>
  WEEKDAYS.map((weekday, days) => `${weekday} ${start.add({ days }).day}`);

/** What stands in the week that is shown. */
export const weekLines = (state: MaintenanceState): readonly WeekLine[] => {
  const start = weekStart(state);
  return linesBetween(state, start.epochMilliseconds / 1000, start.add({ days: 7 }).epochMilliseconds / 1000);
};

/** Windows by their beginning, as far as they reach into the time between two moments (Unix epoch seconds), then the other machines by their ids. */
export const linesBetween = (state: MaintenanceState, startS: number, endS: number): readonly WeekLine[] => {
  const machines = new Map(
    ownMachines(state).flatMap((machine) => (machine.id == null ? [] : [[machine.id, machine]])),
  );
  const windows = state.announced.list.rows
    .flatMap(({ record: window }): WeekWindow[] => {
      const { start_time: fromS, end_time: toS, cancelled_at: isWithdrawn } = window;
      const isShown = isMoment(fromS) && isMoment(toS) && !isWithdrawn && fromS < endS && toS > startS;
      return isShown ? [{ window, fromS, toS }] : [];
    })
    .sort((one, other) => one.fromS - other.fromS);
  const byMachine = Map.groupBy(windows, ({ window }) => window.machine_id ?? Number.NaN);
  const without = [...machines.keys()].filter((id) => !byMachine.has(id)).sort((one, other) => one - other);
  return [...byMachine.keys(), ...without].flatMap((machineId) => {
    const machine = machines.get(machineId);
    const own = byMachine.get(machineId) ?? [undefined];
    return own.map((shown, place) => ({ machineId, machine, shown, isFurther: place > 0 }));
  });
};

/** The line under the cursor. */
export const currentLine = (state: MaintenanceState): WeekLine | undefined => {
  const lines = weekLines(state);
  return lines[Math.min(state.weekCursor.row, lines.length - 1)];
};

/** GPUs of the machines of `lines` that are away at a moment; `isLeast`: of one of them nobody knows how many it has. */
type Away = { readonly gpus: number; readonly isLeast: boolean };

/** How many GPUs are away at most at one moment from `fromS` up to `toS`. */
export const mostAway = (lines: readonly WeekLine[], fromS: number, toS: number): Away => {
  const moments = [fromS, ...lines.flatMap(({ shown }) => shown?.fromS ?? [])].filter(
    (atS) => atS >= fromS && atS < toS,
  );
  const away = moments.map((atS): Away => {
    const there = lines.filter(({ shown }) => shown !== undefined && shown.fromS <= atS && shown.toS > atS);
    const counts = [...new Map(there.map(({ machineId, machine }) => [machineId, machine?.num_gpus])).values()];
    return { gpus: counts.reduce<number>((sum, count) => sum + (count ?? 0), 0), isLeast: counts.includes(undefined) };
  });
  const none: Away = { gpus: 0, isLeast: false };
  return away.reduce((most, one) => (one.gpus > most.gpus || most.gpus === 0 ? one : most), none);
};

/** Windows of other machines that overlap with that of `line`. */
export const overlapping = (lines: readonly WeekLine[], { machineId, shown }: WeekLine): readonly WeekLine[] =>
  lines.filter(
    ({ machineId: other, shown: their }) =>
      other !== machineId && shown && their && their.fromS < shown.toS && their.toS > shown.fromS,
  );

/** `12 of 29`: GPUs that are away, of all that the service lists. */
export const awayWords = (state: Pick<MaintenanceState, 'own'>, { gpus, isLeast }: Away): string => {
  const all = ownMachines(state).reduce((sum, { num_gpus: gpus }) => sum + (gpus ?? 0), 0);
  return `${isLeast ? 'at least ' : ''}${gpus} of ${all}`;
};
