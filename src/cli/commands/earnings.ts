/** `gpudeck earnings`: what the caller's machines have earned in whole days. */
import { CALLS } from '../../api/calls.ts';
import type { EarningParts } from '../../api/records/money-shapes.ts';
import { dayName } from '../../money/days.ts';
import { amountWords } from '../../money/money.ts';
import { earnedOf, PAYOUT_RULE } from '../../money/payments.ts';
import { amountColumn, reportCommand } from '../money-report.ts';

const DAY = { name: 'day', heading: 'Day (UTC)', width: 10 };
const MACHINE = { name: 'machine_id', heading: 'Machine', width: 10 };
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
  effect: { does: 'reads', prints: { object: 'earnings' } },
  name: 'earnings',
  noun: 'earnings',
  usualDays: 30,
  groupings: ['day', 'machine'],
  members: ', "pending"',
  examples: ['earnings --by machine --from 2026-11-01 --json'],
  read: async ({ ask, span, by }) => {
    const told = await ask(CALLS.earnings, span);
    if (told === undefined) return { kind: 'missing' };
    const days = told.days?.map(({ day, ...parts }) => ({ day: day === undefined ? null : dayName(day), ...parts }));
    const machines = told.machines?.map(({ machineId, ...parts }) => ({ machine_id: machineId ?? null, ...parts }));
    const [asked, other = []] = by === 'day' ? [days, machines] : [machines, days];
    const [first, second] = by === 'day' ? [DAY, MACHINE] : [MACHINE, DAY];
    const rows = asked ?? other;
    const pending = told.current.balance;
    return {
      kind: 'told',
      columns: [first, ...(asked === undefined ? [second] : []), ...PARTS],
      rows: rows.map((row) => ({ ...row, amount: earnedOf(row) ?? null })),
      more: { pending: pending ?? null },
      isWhole: asked?.every(isAllTold) === true,
      notes: [
        ...(asked === undefined ? [`The service does not tell what was earned by ${by}.`] : []),
        ...(pending === undefined ? [] : [`${amountWords(pending)} not paid out yet.`]),
        PAYOUT_RULE,
      ],
    };
  },
});

/** Not every service has SLA premiums. */
const isAllTold = ({ gpu, disk, upload, download }: EarningParts): boolean =>
  [gpu, disk, upload, download].every((part) => part !== undefined);
