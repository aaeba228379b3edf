/** The columns of machines: what each is listed with and how it fares, and how its price stands in the market. Pure. */
import { agoWords, dayWords, zonedTime } from '../../../base/time.ts';
import type { ColumnSet } from '../../../catalogue/columns.ts';
import { displayText } from '../../../catalogue/format.ts';
import { MACHINE_COLUMNS, MACHINE_FIELDS, occupancyMarks } from '../../../catalogue/machine-fields.ts';
import type { HostMachine } from '../../../catalogue/values.ts';
import { leanSegments, leanWords, PERCENT, SIDE } from '../../../drawing/lean.ts';
import { CHANGE, weekChange, weekSegments } from '../../../drawing/week.ts';
import { stampWords } from '../../../maintenance/moment-words.ts';
import { isMoment, nextWindowWords } from '../../../maintenance/standing-windows.ts';
import { ordinal, rankWords } from '../../../pricing/place-words.ts';
import { LEAST_ALIKE } from '../../../pricing/spread.ts';
import { dim } from '../../ui/segments.ts';
import type { ItemColumn, ListPlace } from '../list-pane/description.ts';
import type { OwnMachine, Told } from './state.ts';

/** Shown where something is not known, and where there is none. */
const UNKNOWN = '?';
const NONE = '-';

/** In front of what wants to be looked at. */
const NEAR = '! ';

/** Cells of a screen from which the end is told to the minute, and from which the distance from the median has its bar. */
const WIDE = 110;
const BAR_FROM = 100;

const DAY_S = 86_400;

/** Of a list as wide as `width`. */
export const machineColumns = ({ width, ...when }: ListPlace): ColumnSet<ItemColumn<OwnMachine>> => {
  const own = new Map(
    [untilColumn(width < WIDE, when), ...[lettersColumn, silenceColumn]].map((column) => [column.id, column]),
  );
  const all = new Map<string, ItemColumn<OwnMachine>>(
    MACHINE_COLUMNS.columns.map((column) => [column.id, { ...column, ...own.get(column.id) }]),
  );
  for (const column of [rankColumn, medianColumn(width), weekColumn, windowColumn(when)]) all.set(column.id, column);
  return {
    pinned: 2,
    columns: [...new Set([...IN_ORDER, ...all.keys()])].flatMap((id) => all.get(id) ?? []),
    keptLongest: KEPT_LONGEST,
  };
};

const IN_ORDER = [
  ...['id', 'hostname', 'num_gpus', 'gpu_name', 'gpu_occupancy', 'listed_gpu_cost', 'rank', 'vs_median', 'week'],
  ...['earn_day', 'earn_hour', 'min_bid_price', 'listed_storage_cost', 'reliability2', 'num_reports', 'timeout'],
  ...['next_window', 'end_date'],
];

/** What a host looks for first. */
const KEPT_LONGEST = [
  ...['id', 'gpu_occupancy', 'end_date', 'listed_gpu_cost', 'vs_median', 'rank', 'earn_day', 'hostname', 'gpu_name'],
  ...['num_reports', 'next_window', 'week', 'earn_hour', 'reliability2', 'min_bid_price', 'timeout'],
  ...['listed_storage_cost', 'num_gpus', ...MACHINE_FIELDS.map(({ name }) => name)],
];

/** What differs from the column of the field. */
type OwnColumn = Pick<ItemColumn<OwnMachine>, 'id' | 'cell'> & Partial<ItemColumn<OwnMachine>>;

const lettersColumn: OwnColumn = {
  id: 'gpu_occupancy',
  cell: ({ gpu_occupancy: letters }) => (letters == null ? NONE : occupancyMarks(displayText(letters))),
};

/** 0 s of silence is none. */
const silenceColumn: OwnColumn = {
  id: 'timeout',
  cell: ({ timeout: silentS }) => {
    if (typeof silentS !== 'number') return NONE;
    return silentS <= 0 ? 'online' : `${NEAR}${agoWords(silentS)}`;
  },
  align: 'left',
  tone: ({ timeout: silentS }) => (typeof silentS === 'number' && silentS > 0 ? 'danger' : undefined),
};

type When = Pick<ListPlace, 'timeZone' | 'answeredAtEpochMs'>;

/** Until when each is listed, as short as can be where `isBrief`. */
const untilColumn = (isBrief: boolean, when: When): OwnColumn => {
  const cell = (machine: OwnMachine) => untilWords(machine, when, isBrief);
  return {
    id: 'end_date',
    cell,
    width: isBrief ? 6 : 18,
    align: isBrief ? 'left' : 'right',
    tone: (machine) => (cell(machine).startsWith(NEAR) ? 'warning' : undefined),
  };
};

/** `2027`, `30 Nov`, `! 6 d`, `! 14 h`, `! over`, `! off`: what ends within a week or is not listed has the sign; with room `! 2026-11-30 14:00`. */
const untilWords = (
  { end_date: endsAtS, listed }: HostMachine,
  { timeZone, answeredAtEpochMs }: When,
  isBrief: boolean,
): string => {
  if (listed === false) return `${NEAR}${isBrief ? 'off' : 'not listed'}`;
  if (endsAtS == null) return NONE;
  if (!isMoment(endsAtS)) return UNKNOWN;
  const leftS = endsAtS - answeredAtEpochMs / 1000;
  const isNear = leftS < 7 * DAY_S;
  if (!isBrief) return `${isNear ? NEAR : ''}${stampWords(Math.round(endsAtS * 1000), timeZone)}`;
  if (leftS <= 0) return `${NEAR}over`;
  if (isNear) return NEAR + (leftS < DAY_S ? `${Math.floor(leftS / 3600)} h` : `${Math.floor(leftS / DAY_S)} d`);
  const ends = zonedTime(Math.round(endsAtS * 1000), timeZone);
  return leftS > 300 * DAY_S ? String(ends.year) : dayWords(ends);
};

/** What a machine without a place has in its stead: it is not listed, or the market is not known. */
const withoutPlace = ({ listed, told }: OwnMachine): string =>
  listed === false || told?.market !== undefined ? NONE : UNKNOWN;

/** Of an answer that was cut nobody knows how many are cheaper. */
const CUT = '? cut';
const isCut = ({ market }: Pick<Told, 'market'>): boolean => market?.isWhole === false;

const rankColumn: ItemColumn<OwnMachine> = {
  id: 'rank',
  heading: 'Place',
  label: 'Place of its price among comparable offers, from the cheapest',
  width: 12,
  align: 'right',
  sortField: 'rank',
  firstDirection: 'desc',
  cell: (machine) => {
    const { place, market } = machine.told ?? {};
    if (place === undefined) return withoutPlace(machine);
    return isCut({ market }) ? CUT : rankWords(place);
  },
  drawn: (machine, width) => {
    const whole = rankColumn.cell(machine);
    const { place } = machine.told ?? {};
    return place === undefined || whole.length <= width ? whole : ordinal(place.rank);
  },
};

/** How far the price of a machine is from the median of comparable offers, as a share; undefined where that says little. */
const leanOf = ({ told }: OwnMachine): number | undefined =>
  told?.place === undefined || told.place.count < LEAST_ALIKE || isCut(told) ? undefined : told.place.fromMedian;

const medianColumn = (width: number): ItemColumn<OwnMachine> => {
  const hasBar = width >= BAR_FROM;
  const words = (machine: OwnMachine): string => {
    const lean = leanOf(machine);
    if (lean !== undefined) return leanWords(lean);
    const { place, market } = machine.told ?? {};
    if (place === undefined) return withoutPlace(machine);
    return isCut({ market }) ? UNKNOWN : `n ${place.count}`;
  };
  return {
    id: 'vs_median',
    heading: hasBar ? 'vs median' : 'vs med',
    label: 'How far the price is from the median of comparable offers',
    width: hasBar ? 2 * SIDE + 1 + PERCENT : PERCENT,
    align: hasBar ? 'left' : 'right',
    sortField: 'vs_median',
    firstDirection: 'desc',
    cell: words,
    pieces: (machine, cells, bars) => {
      const lean = leanOf(machine);
      if (lean === undefined) return [dim(words(machine).padStart(cells))];
      return leanSegments(lean, cells < 2 * SIDE + 1 + PERCENT ? 'none' : bars);
    },
  };
};

const weekColumn: ItemColumn<OwnMachine> = {
  id: 'week',
  heading: '7 days',
  label: 'What GPUs of its model cost on the last seven days, as recorded here',
  width: 7 + CHANGE,
  align: 'left',
  sortField: 'week',
  firstDirection: 'desc',
  cell: ({ told }) => {
    const change = told?.week && weekChange(told.week);
    return change === undefined ? '' : leanWords(change);
  },
  pieces: ({ told }, cells, bars) => {
    const pieces = weekSegments(told?.week ?? [], bars === 'blocks');
    return bars === 'blocks' ? pieces : pieces.map(({ text, role }) => ({ text: text.padStart(cells), role }));
  },
};

const windowColumn = ({ timeZone, answeredAtEpochMs }: When): ItemColumn<OwnMachine> => ({
  id: 'next_window',
  heading: 'Next window',
  label: 'Next window announced, and how many there are',
  width: 20,
  align: 'left',
  sortField: 'next_window',
  firstDirection: 'asc',
  cell: ({ told }) => {
    const [next, ...others] = told?.windows ?? [];
    if (next === undefined) return told?.windows === undefined ? UNKNOWN : NONE;
    return `${nextWindowWords(next, timeZone, answeredAtEpochMs)}${others.length === 0 ? '' : ` +${others.length}`}`;
  },
});

/** What machines are ordered by under a column. */
export const orderValue = (machine: OwnMachine, field: string): unknown => {
  const { told } = machine;
  switch (field) {
    case 'rank':
      return told?.place?.rank;
    case 'vs_median':
      return leanOf(machine);
    case 'week':
      return told?.week && weekChange(told.week);
    case 'next_window':
      return told?.windows?.[0]?.start_time;
    default:
      return Reflect.get(machine, field);
  }
};

/** What wants to be looked at comes first: what is not listed by then (Unix epoch milliseconds), or not heard of. */
export const pressingOf = (
  { listed, end_date: endsAtS, timeout: silentS }: HostMachine,
  answeredAtEpochMs: number,
): number => {
  const isOver = isMoment(endsAtS) && endsAtS * 1000 <= answeredAtEpochMs;
  return listed === false || isOver || (typeof silentS === 'number' && silentS > 0) ? 0 : 1;
};
