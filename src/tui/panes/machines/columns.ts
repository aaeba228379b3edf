/** The columns of machines, as their place wants them. Pure. */
import { dayWords, zonedTime } from '../../../base/time.ts';
import type { ColumnSet } from '../../../catalogue/columns.ts';
import { displayText } from '../../../catalogue/format.ts';
import { MACHINE_COLUMNS, MACHINE_FIELDS, occupancyMarks } from '../../../catalogue/machine-fields.ts';
import type { HostMachine } from '../../../catalogue/values.ts';
import { stampWords } from '../../../maintenance/moment-words.ts';
import { isMoment, nextWindowWords } from '../../../maintenance/standing-windows.ts';
import type { ItemColumn, ListPlace } from '../list-pane/description.ts';
import type { OwnMachine } from './state.ts';

/** Shown where the service has not said which windows stand. */
const UNKNOWN = '?';

/** Until when each is listed as short as can be, behind the next window of each. */
export const machineColumns = ({ width, ...when }: ListPlace): ColumnSet<ItemColumn<OwnMachine>> => {
  const isBrief = width < WIDE;
  const until = MACHINE_COLUMNS.columns.flatMap((column): readonly ItemColumn<OwnMachine>[] => {
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
      .flatMap((column): readonly ItemColumn<OwnMachine>[] => {
        if (column.id === 'gpu_occupancy') return [{ ...column, cell: lettersOf }];
        return column.id === BEFORE_THEM ? [column, windowColumn(when), ...until] : [column];
      }),
    keptLongest: KEPT_LONGEST,
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
const KEPT_LONGEST = [
  ...['id', 'gpu_occupancy', 'end_date', 'listed_gpu_cost', 'earn_day', 'next_window', 'hostname', 'num_reports'],
  ...['gpu_name', ...MACHINE_FIELDS.map(({ name }) => name)],
];

const windowColumn = ({
  timeZone,
  answeredAtEpochMs,
}: Pick<ListPlace, 'timeZone' | 'answeredAtEpochMs'>): ItemColumn<OwnMachine> => ({
  id: 'next_window',
  heading: 'Next window',
  label: 'Next window announced, and how many there are',
  width: 20,
  align: 'left',
  sortField: 'next_window',
  firstDirection: 'asc',
  cell: ({ told }) => {
    const [next, ...others] = told?.windows ?? [];
    if (next === undefined) return told?.windows === undefined ? UNKNOWN : '-';
    return `${nextWindowWords(next, timeZone, answeredAtEpochMs)}${others.length === 0 ? '' : ` +${others.length}`}`;
  },
});
