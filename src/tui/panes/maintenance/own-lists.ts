/** The two lists of what the service has of a host, as it says in this run: machines, and the windows announced for them. */

import { CALLS } from '../../../api/calls.ts';
import { plural } from '../../../base/figures.ts';
import { keyName } from '../../../base/named-keys.ts';
import { lastKept } from '../../../base/once.ts';
import { dayWords, zonedTime } from '../../../base/time.ts';
import { wrappedLines } from '../../../base/wrap.ts';
import type { ColumnSet } from '../../../catalogue/columns.ts';
import { displayText, formatCell } from '../../../catalogue/format.ts';
import { MACHINE_COLUMNS, MACHINE_FIELDS, occupancyMarks, occupancyWords } from '../../../catalogue/machine-fields.ts';
import { gpusText } from '../../../catalogue/offer-columns.ts';
import type { AnnouncedWindow, HostMachine } from '../../../catalogue/values.ts';
import { WINDOW_COLUMNS } from '../../../catalogue/window-fields.ts';
import { stampWords } from '../../../maintenance/moment-words.ts';
import type { OwnListed } from '../../../maintenance/renters.ts';
import {
  isMoment,
  nextWindowWords,
  standingByMachine,
  windowCount,
  windowWords,
} from '../../../maintenance/standing-windows.ts';
import { type Binding, bind } from '../../keys/binding.ts';
import { lastArrived } from '../../state/remote.ts';
import type { RecordLine } from '../../ui/record-lines.ts';
import { plain } from '../../ui/segments.ts';
import type { Beside, ItemColumn, ListPlace } from '../list-pane/description.ts';
import { type RecordKind, sumNote } from '../list-pane/record-kind.ts';
import type { PaneNeeds } from '../pane.ts';
import type { MaintenanceState } from './state.ts';

/** The letters of the GPUs in words. */
const occupancyLines = ({ gpu_occupancy: letters }: HostMachine, room: number): readonly RecordLine[] => {
  const words = occupancyWords(letters);
  return words === undefined || words === ''
    ? []
    : wrappedLines(displayText(`In use: ${words}.`), room).map((text) => [plain(text)]);
};

/** Shown where the service has not said which windows stand. */
const UNKNOWN = '?';

/** The columns of machines: until when each is listed as short as can be, behind the next window of each. */
const machineColumns = ({ width, beside, ...when }: ListPlace): ColumnSet<ItemColumn<HostMachine>> => {
  const isBrief = width < WIDE;
  const until = MACHINE_COLUMNS.columns.flatMap((column): readonly ItemColumn<HostMachine>[] => {
    const cell = ({ end_date: endsAtS }: HostMachine) => untilWords(endsAtS, when, isBrief);
    const tone = (machine: HostMachine) => (cell(machine).startsWith(NEAR) ? 'warning' : undefined);
    return column.id === 'end_date'
      ? [{ ...column, width: isBrief ? 6 : 18, align: isBrief ? 'left' : 'right', cell, tone }]
      : [];
  });
  return {
    ...MACHINE_COLUMNS,
    columns: MACHINE_COLUMNS.columns
      .filter(({ id }) => id !== 'end_date')
      .flatMap((column): readonly ItemColumn<HostMachine>[] => {
        if (column.id === 'gpu_occupancy') return [{ ...column, cell: lettersOf }];
        return column.id === BEFORE_THEM ? [column, windowColumn(beside), ...until] : [column];
      }),
    keptLongest: MACHINES_KEPT_LONGEST,
  };
};

const lettersOf = ({ gpu_occupancy: letters }: HostMachine): string =>
  letters == null ? '-' : occupancyMarks(displayText(letters));

/** The column that they stand behind. */
const BEFORE_THEM = 'num_reports';

/** Cells from which the end is told to the minute. */
const WIDE = 110;

const DAY_S = 86_400;

/** In front of what ends within a week. */
const NEAR = '! ';

/** `2027`, `30 Nov`, `! 6 d`, `! 14 h`, `! over`: what ends within a week has the sign; with room `! 2026-11-30 14:00`. */
const untilWords = (
  endsAtS: unknown,
  { timeZone, answeredAtEpochMs }: Pick<ListPlace, 'timeZone' | 'answeredAtEpochMs'>,
  isBrief: boolean,
): string => {
  if (endsAtS == null) return '-';
  if (!isMoment(endsAtS)) return UNKNOWN;
  const leftS = endsAtS - answeredAtEpochMs / 1000;
  const isNear = leftS < 7 * DAY_S;
  if (!isBrief) return `${isNear ? NEAR : ''}${stampWords(Math.round(endsAtS * 1000), timeZone)}`;
  if (leftS <= 0) return `${NEAR}over`;
  if (isNear) return NEAR + (leftS < DAY_S ? `${Math.floor(leftS / 3600)} h` : `${Math.floor(leftS / DAY_S)} d`);
  const ends = zonedTime(Math.round(endsAtS * 1000), timeZone);
  return leftS > 300 * DAY_S ? String(ends.year) : dayWords(ends);
};

/** What a host looks for first; where there is room for all, reports and the model are there as well. */
const MACHINES_KEPT_LONGEST = [
  ...['id', 'gpu_occupancy', 'end_date', 'listed_gpu_cost', 'earn_day', 'next_window', 'hostname', 'num_reports'],
  ...['gpu_name', ...MACHINE_FIELDS.map(({ name }) => name)],
];

const windowColumn = (beside: Beside | undefined): ItemColumn<HostMachine> => ({
  id: 'next_window',
  heading: 'Next window',
  label: 'Next window announced, and how many there are',
  width: 20,
  align: 'left',
  sortField: undefined,
  firstDirection: 'asc',
  cell: ({ id }) => (beside === undefined ? UNKNOWN : (beside[String(id)]?.[0] ?? '-')),
});

/** The windows announced for a machine, each on a line. */
const windowLines = ({ id }: HostMachine, room: number, beside: Beside | undefined): readonly RecordLine[] => {
  const [, ...windows] = beside?.[String(id)] ?? [];
  const words =
    beside === undefined
      ? 'Windows announced: not known. The service has not listed any in this run.'
      : windows.length === 0
        ? 'Windows announced: none.'
        : `${plural(windows.length, 'Window')} announced: ${windows.join('; ')}.`;
  return wrappedLines(words, room).map((text) => [plain(text)]);
};

export const MACHINES: RecordKind<HostMachine> = {
  call: CALLS.machines,
  noun: 'machine',
  columns: machineColumns,
  emptyWords: [
    'You host no machines.',
    'Machines that you offer on the marketplace are listed here, with what each has earned and who is on it.',
    `${keyName('machines.refresh')} asks again.`,
  ],
  comparedAs: ({ hostname, gpu_name: name }) => displayText(hostname ?? name ?? '-'),
  title: ({ id, hostname }) => `Machine ${id ?? '?'}   ${displayText(hostname ?? '')}`.trimEnd(),
  firstLines: (machine, room, { beside }) => [...occupancyLines(machine, room), ...windowLines(machine, room, beside)],
  footnote: sumNote(MACHINE_FIELDS, 'earn_day', '$ in the last day'),
};

/** The key that shows where the machines stand in the market. */
export const marketKey = ({ showOwnMarket }: Pick<PaneNeeds<never>, 'showOwnMarket'>): Binding =>
  bind('machines.own-position', ['P'], 'where they stand in the market', 'Host', showOwnMarket, {
    words: ['rank', 'position', 'price'],
  });

/** `8× RTX 4090, Norway, NO`, by the id of each machine. */
export const machineWords = (machines: readonly HostMachine[]): ReadonlyMap<number, string> =>
  new Map(
    machines.flatMap(({ id, num_gpus: gpus, gpu_name: name, geolocation: place }) => {
      const where = typeof place === 'string' && PLACE !== undefined ? `, ${formatCell(PLACE, place)}` : '';
      return typeof id === 'number' ? [[id, `${gpusText(gpus, name)}${where}`] as const] : [];
    }),
  );

const PLACE = MACHINE_FIELDS.find(({ name }) => name === 'geolocation');

export const WINDOWS: RecordKind<AnnouncedWindow> = {
  call: CALLS.windows,
  noun: 'window',
  columns: () => WINDOW_COLUMNS,
  emptyWords: [
    'The service knows of no window.',
    'Maintenance windows that were announced for your machines are listed here, from wherever they were announced.',
    `${keyName('windows.refresh')} asks again.`,
  ],
  comparedAs: ({ machine_id: id }) => `machine ${id ?? '?'}`,
  title: ({ id, machine_id: machine }) => `Window ${id ?? '?'}   machine ${machine ?? '?'}`,
};

type ByMachine = ReadonlyMap<number | null | undefined, readonly AnnouncedWindow[]>;

/** The list of machines, and what its windows are to be told with. */
type OwnList = MaintenanceState['own'] & { readonly beside?: Beside };

const standingAmong = lastKept((rows: MaintenanceState['announced']['list']['rows'], atEpochMs: number) =>
  standingByMachine(
    rows.map(({ record }) => record),
    atEpochMs,
  ),
);

/** The windows that stand, by machine; undefined as long as the service has listed none in this run. */
const standingIn = ({ announced: { answer, list }, nowEpochMs }: MaintenanceState): ByMachine | undefined => {
  const last = lastArrived(answer);
  return last === undefined || last.foundAtEpochMs !== undefined
    ? undefined
    : standingAmong(list.rows, Math.max(nowEpochMs, last.atEpochMs));
};

/** The user's machines as the service has listed them in this run; undefined as long as it has not. */
export const ownListed = ({ own: { answer, list } }: MaintenanceState): OwnListed | undefined => {
  const last = lastArrived(answer);
  return last === undefined || last.foundAtEpochMs !== undefined
    ? undefined
    : { ...last.value, records: list.rows.map(({ record }) => record) };
};

/** True where the service has listed windows in this run. */
export const areWindowsKnown = (state: MaintenanceState): boolean => standingIn(state) !== undefined;

/** The windows of a machine that stand, the earliest first; none where none is known. */
export const standingOf = (state: MaintenanceState, machineId: number): readonly AnnouncedWindow[] =>
  standingIn(state)?.get(machineId) ?? [];

/** `window Tue 24 14:00, 2 h`, `2 windows, next Tue 24 14:00, 2 h`; empty where there is none, or none is known. */
export const windowsWords = (state: MaintenanceState, machineId: number): string => {
  const windows = standingOf(state, machineId);
  const [next] = windows;
  if (next === undefined) return '';
  const words = nextWindowWords(next, state.timeZone, state.nowEpochMs);
  return windows.length === 1 ? `window ${words}` : `${windowCount(windows)}, next ${words}`;
};

/** The list of machines, with the windows that stand beside each: what its column says, then a line of its page for each. */
export const ownWithWindows = (state: MaintenanceState): OwnList => {
  const windows = standingIn(state);
  return windows === undefined ? state.own : joined(state.own, windows, state.timeZone, state.nowEpochMs);
};

const joined = lastKept(
  (own: MaintenanceState['own'], windows: ByMachine, timeZone: string, nowEpochMs: number): OwnList => {
    const beside = [...windows].flatMap(([machineId, [next, ...others]]) => {
      if (next === undefined) return [];
      const words = nextWindowWords(next, timeZone, nowEpochMs);
      const cell = others.length === 0 ? words : `${words} +${others.length}`;
      return [
        [String(machineId), [cell, ...[next, ...others].map((window) => windowWords(window, timeZone))]] as const,
      ];
    });
    return { ...own, beside: Object.fromEntries(beside) };
  },
);
