/** The pages of the pane that have no rows: what is left with what 30 days have cost, and what was earned. Pure. */
import type { Explanation } from '../../../api/errors/explain.ts';
import type { EarningParts } from '../../../api/records/money-shapes.ts';
import { counted } from '../../../base/figures.ts';
import { chargesTogether } from '../../../money/charge-groups.ts';
import { isOpenDay } from '../../../money/days.ts';
import { amountWords } from '../../../money/money.ts';
import { EARNED_NAMES, earnedByKind, earnedOf, PAYOUT_RULE } from '../../../money/payments.ts';
import type { Money } from '../../state/money.ts';
import { type Asked, lastArrived } from '../../state/remote.ts';
import type { BarLook } from '../../ui/gauge.ts';
import { paragraph, type RecordLine } from '../../ui/record-lines.ts';
import { band, dim, piece, plain } from '../../ui/segments.ts';
import { type DayAmounts, dayChart } from '../page/days-chart.ts';
import { leftLines } from './left-lines.ts';
import { CHARGE_NAMES } from './lists.ts';
import type { MoneyState } from './state.ts';

/** Where they are drawn, in cells behind the margin. */
type PagePlace = {
  readonly width: number;
  readonly timeZone: string;
  readonly bars: BarLook;
  readonly isInWords: boolean;
};

/** Days that are told of, today among them. */
export const DAYS = 30;

/** The lines of the open page, which is none of the lists. */
export const pageLines = (state: MoneyState, money: Money, place: PagePlace): readonly RecordLine[] =>
  state.tab === 'earned'
    ? earnedLines(state, money, place)
    : [...leftLines(money, place.width, place.timeZone), [], ...monthLines(state, place)];

const failureLines = ({ answer }: Asked<unknown, Explanation>, width: number): readonly RecordLine[] =>
  answer.stage === 'failed'
    ? paragraph(`! ${answer.failure.whatCameBack} ${answer.failure.whatToDo}`, width, 'danger')
    : [];

/** The moment as of which days are over. */
const momentOf = (answer: MoneyState['days']['answer']): number =>
  lastArrived(answer)?.atEpochMs ?? (answer.stage === 'loading' ? answer.askedAtEpochMs : undefined) ?? 0;

const monthLines = ({ days: asked }: MoneyState, place: PagePlace): readonly RecordLine[] => {
  const { width } = place;
  const told = lastArrived(asked.answer)?.value;
  const title = `${DAYS} days, UTC`;
  const failed = failureLines(asked, width);
  if (told?.kind === 'host')
    return [band(title), ...paragraph('The service tells hosts no charges: what you pay is not known here.', width)];
  if (told?.kind === 'missing')
    return [band(title), ...paragraph('This service does not tell what has been charged.', width)];
  const days = told?.kind === 'told' ? told.days : (asked.come ?? []);
  const atMs = momentOf(asked.answer);
  if (days.length === 0)
    return [band(title), ...failed, ...(failed.length > 0 ? [] : [[dim('Reading what each day has cost ...')]])];
  const isWhole = days.every((day) => day.isWhole);
  return [
    ...dayChart(
      title,
      days.map(({ day, rows }) => ({ day, isOpen: isOpenDay(day, atMs), kinds: chargesTogether(rows).kinds })),
      CHARGE_NAMES,
      { ...place, most: DAYS },
    ),
    ...failed,
    ...(told === undefined ? [[dim(`${days.length} of ${DAYS} days have come.`)]] : []),
    ...(isWhole ? [] : paragraph('The service did not tell all of it: it has cost at least that.', width, 'warning')),
    ...paragraph('SLA premiums and their credits are not in the charges.', width, 'dim'),
  ];
};

/** Premiums apart, every part is told of every machine. */
const earnedWords = (amount: number | undefined, { gpu, disk, upload, download }: EarningParts): string => {
  if (amount === undefined) return 'not known';
  return `${[gpu, disk, upload, download].includes(undefined) ? 'at least ' : ''}${amountWords(amount)}`;
};

const earnedLines = ({ earned, payments }: MoneyState, { user }: Money, place: PagePlace): readonly RecordLine[] => {
  const { width } = place;
  const arrived = lastArrived(earned.answer);
  const failed = failureLines(earned, width);
  if (arrived === undefined) return failed.length > 0 ? failed : [[dim('Reading what your machines have earned ...')]];
  if (arrived.value === undefined) return paragraph('This service does not tell what machines have earned.', width);
  const { machines = [], days, current } = arrived.value;
  const known = (days ?? []).flatMap(({ day, ...parts }): readonly DayAmounts[] =>
    day === undefined ? [] : [{ day, isOpen: isOpenDay(day, arrived.atEpochMs), kinds: earnedByKind(parts) }],
  );
  const rows = machines
    .map(({ machineId, ...parts }) => ({ name: `machine ${machineId ?? '?'}`, amount: earnedOf(parts), parts }))
    .sort((one, other) => (other.amount ?? 0) - (one.amount ?? 0));
  const told = lastArrived(payments.answer)?.value;
  const payouts =
    told?.kind === 'told' ? told.rows.filter(({ type, endS }) => type === 'payout' && endS === undefined) : [];
  return [
    ...failed,
    ...(known.length === 0
      ? paragraph(
          rows.length === 0 && (days ?? []).length === 0
            ? `No machine of yours has earned anything in these ${DAYS} days.`
            : 'The service does not tell what was earned by day.',
          width,
        )
      : dayChart(`Earned in ${DAYS} days, UTC`, known, EARNED_NAMES, place)),
    ...(rows.length === 0 ? [] : [[], band('By machine', [dim(counted(rows.length, 'machine'))])]),
    ...rows.map(({ name, amount, parts }): RecordLine => {
      const words = Object.entries(earnedByKind(parts)).map(
        ([kind, own]) => `${EARNED_NAMES[kind] ?? kind} ${amountWords(own)}`,
      );
      return [
        plain(name.padEnd(16)),
        piece(earnedWords(amount, parts).padStart(18), 'strong'),
        dim(`   ${words.join(', ')}`),
      ];
    }),
    [],
    band('Not paid out yet', [plain(current.balance === undefined ? 'not known' : amountWords(current.balance))]),
    ...payouts.flatMap(({ amount }) =>
      paragraph(
        `A payout of ${amount === undefined ? 'an amount that is not told' : amountWords(amount)} is pending.`,
        width,
      ),
    ),
    ...(user?.hasPayout === false ? paragraph('! No payout method is connected.', width, 'warning') : []),
    ...paragraph(PAYOUT_RULE, width, 'dim'),
  ];
};
