/** `gpudeck earnings`: what the caller's machines have earned in whole days. */
import { CALLS } from '../../api/calls.ts';
import type { EarningParts } from '../../api/records/money-shapes.ts';
import { dayName } from '../../money/days.ts';
import { amountWords } from '../../money/money.ts';
import { earnedOf, PAYOUT_RULE } from '../../money/payments.ts';
import { amountColumn, reportCommand } from '../money-report.ts';

const PARTS = [
  amountColumn('amount', 'Earned'),
  amountColumn('gpu', 'GPU'),
  amountColumn('disk', 'Storage'),
  amountColumn('upload', 'Up'),
  amountColumn('download', 'Down'),
  amountColumn('sla', 'SLA'),
];

/** The command. */
export const earnings = reportCommand({
  name: 'earnings',
  noun: 'earnings',
  usualDays: 30,
  groupings: ['day', 'machine'],
  members: ', "pending"',
  examples: ['earnings --by machine --from 2026-11-01 --json'],
  read: async ({ ask, span, by }) => {
    const told = await ask(CALLS.earnings, span);
    if (told === undefined) return { kind: 'missing' };
    const isByDay = by === 'day';
    const first = isByDay
      ? { name: 'day', heading: 'Day (UTC)', width: 10 }
      : { name: 'machine_id', heading: 'Machine', width: 10 };
    const pending = told.current.balance;
    return {
      kind: 'told',
      columns: [first, ...PARTS],
      rows: isByDay
        ? told.days.map(({ day, ...parts }) => ({ day: day === undefined ? null : dayName(day), ...recordOf(parts) }))
        : told.machines.map(({ machineId, ...parts }) => ({ machine_id: machineId ?? null, ...recordOf(parts) })),
      more: { pending: pending ?? null },
      isWhole: (isByDay ? told.days : told.machines).every(isAllTold),
      notes: [...(pending === undefined ? [] : [`${amountWords(pending)} not paid out yet.`]), PAYOUT_RULE],
    };
  },
});

/** Not every service has SLA premiums. */
const isAllTold = ({ gpu, disk, upload, download }: EarningParts): boolean =>
  [gpu, disk, upload, download].every((part) => part !== undefined);

const recordOf = (parts: EarningParts) => ({ amount: earnedOf(parts) ?? null, ...parts });
