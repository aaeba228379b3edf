/** Whole days as bars, by kind, with their mean; told in words where bars are not drawn. Days are those of UTC. Pure. */
import { cellText } from '../../../base/text.ts';
import { dayWords } from '../../../base/time.ts';
import { inDollars, sumOf } from '../../../money/amount.ts';
import { amountWords } from '../../../money/money.ts';
import { type BarLook, standingBars } from '../../ui/gauge.ts';
import { paragraph, type RecordLine } from '../../ui/record-lines.ts';
import { band, dim, isNarrow, piece, plain } from '../../ui/segments.ts';

/** One day: $ by kind. */
export type DayAmounts = {
  /** Since 1970. */
  readonly day: number;
  /** It is not over: what it comes to is not all yet. */
  readonly isOpen: boolean;
  readonly kinds: Readonly<Record<string, number>>;
};

/** `most`: days that there will be, for which there is room. */
type ChartPlace = {
  readonly width: number;
  readonly bars: BarLook;
  readonly isInWords: boolean;
  readonly most?: number;
};

/** Lines of the bars of everything together. */
const HEIGHT = 4;

/** Cells of a kind's name, and of what it comes to. */
const NAME = 12;
const SUMS = 28;

/** Cells of a day at the most. */
const WIDEST_DAY = 4;

/** `days`, one at least, in their order under `title`, with the `names` of kinds; in as many lines whether drawn or told. */
export const dayChart = (
  title: string,
  days: readonly DayAmounts[],
  names: Readonly<Record<string, string>>,
  place: ChartPlace,
): readonly RecordLine[] => {
  const kinds = [...new Set(days.flatMap((day) => Object.keys(day.kinds)))];
  const all = sumsOf(days, ({ kinds: own }) => inDollars(sumOf(Object.values(own))));
  const rows = kinds.map((kind) => ({
    name: cellText(names[kind] ?? kind, NAME - 1),
    ...sumsOf(days, (day) => day.kinds[kind] ?? 0),
  }));
  const told = [
    ...paragraph(
      days.map((day, at) => `${nameOfDay(day)} ${amountWords(all.amounts[at] ?? 0)}`).join(', '),
      place.width,
    ),
    ...rows.map(({ name, sums }): RecordLine => [dim(name.padEnd(NAME)), ...sums]),
  ];
  const drawn = drawnDays(days, all.amounts, rows, place);
  const [shown, other] = place.isInWords || place.bars === 'blank' ? [told, drawn] : [drawn, told];
  return [
    band(title, all.sums),
    ...shown,
    ...Array.from({ length: Math.max(0, other.length - shown.length) }, (): RecordLine => []),
  ];
};

type Sums = { readonly amounts: readonly number[]; readonly sums: RecordLine };

/** What it came to on each day, and in words together and in the mean of the days that are over. */
const sumsOf = (days: readonly DayAmounts[], amountOn: (day: DayAmounts) => number): Sums => {
  const amounts = days.map(amountOn);
  const whole = amounts.filter((_, at) => days[at]?.isOpen !== true);
  const mean = inDollars(sumOf(whole)) / whole.length;
  return {
    amounts,
    sums: [
      plain(amountWords(inDollars(sumOf(amounts)))),
      dim(whole.length === 0 ? '' : `, ${amountWords(mean)} a day`),
    ],
  };
};

const drawnDays = (
  days: readonly DayAmounts[],
  totals: readonly number[],
  rows: readonly (Sums & { readonly name: string })[],
  { width, bars, most: slots = days.length }: ChartPlace,
): readonly RecordLine[] => {
  const isTight = isNarrow(width);
  const room = isTight ? width : width - NAME - SUMS;
  const cells = Math.max(1, Math.min(WIDEST_DAY, Math.floor(room / slots)));
  const most = Math.max(...totals, Number.MIN_VALUE);
  const barsOf = (amounts: readonly number[], height: number): readonly string[] =>
    standingBars(
      amounts.flatMap((amount) => Array<number>(cells).fill(Math.max(0, amount) / most)),
      height,
      bars,
    );
  const margin = plain(' '.repeat(isTight ? 0 : NAME));
  const [from = '', to = ''] = [days[0], days.at(-1)].map((day) => day && nameOfDay(day));
  return [
    ...barsOf(totals, HEIGHT).map((line): RecordLine => [margin, piece(line, 'accent-bar')]),
    [margin, dim(`${from}${' '.repeat(Math.max(2, days.length * cells - from.length - to.length))}${to}`)],
    ...rows.flatMap(({ name, amounts, sums }): readonly RecordLine[] => {
      const bar = piece(barsOf(amounts, 1)[0] ?? '', 'chart');
      return isTight ? [[dim(`${name} `), ...sums], [bar]] : [[dim(name.padEnd(NAME)), bar, plain('  '), ...sums]];
    }),
  ];
};

const DAY_MS = 86_400_000;

/** `26 Nov`, and that it is not over. */
const nameOfDay = ({ day, isOpen }: DayAmounts): string => {
  const date = new Date(day * DAY_MS);
  return `${dayWords({ day: date.getUTCDate(), month: date.getUTCMonth() + 1 })}${isOpen ? ' (not over)' : ''}`;
};
