/** `gpudeck earnings`: what the caller's machines have earned in whole days. */
import { Option } from 'commander';
import { CALLS } from '../../api/calls.ts';
import type { EarningParts } from '../../api/records/money-shapes.ts';
import { inDollars, sumOf } from '../../money/amount.ts';
import { dayName, isOpenDay } from '../../money/days.ts';
import { amountWords } from '../../money/money.ts';
import { earnedOf, PAYOUT_RULE } from '../../money/payments.ts';
import { commandOf } from '../command.ts';
import { EXIT } from '../exit.ts';
import {
  addDaysOptions,
  addReportOptions,
  amountColumn,
  askingFor,
  type DaysFlags,
  readDays,
  refusalWords,
  writeReport,
} from '../money-report.ts';
import { addExamples } from '../shared-options.ts';

type Options = DaysFlags & { readonly by: 'day' | 'machine' };

const USUAL_DAYS = 30;

const PARTS = [
  amountColumn('amount', 'Earned'),
  amountColumn('gpu', 'GPU'),
  amountColumn('disk', 'Storage'),
  amountColumn('upload', 'Up'),
  amountColumn('download', 'Down'),
  amountColumn('sla', 'SLA'),
];

/** The command. */
export const earnings = commandOf<Options>({
  addOptions: (parser, onOptions) => {
    addDaysOptions(parser, `${USUAL_DAYS} days`).addOption(
      new Option('--by <what>', 'what they are put together by').choices(['day', 'machine']).default('day'),
    );
    addReportOptions(parser, '{"rows", "total", "from", "to", "complete", "pending"}').action(onOptions);
    addExamples(parser, 'earnings', 'earnings --by machine --from 2026-11-01 --json');
  },
  isServiceCalled: () => true,
  run: async (options, io) => {
    const span = await readDays(options, USUAL_DAYS, 'earnings', io);
    if (span === undefined) return EXIT.badUsage;
    const { withService } = await import('../with-service.ts');
    return withService(io, async ({ client }) => {
      const told = await (await askingFor(client, io))(CALLS.earnings, span);
      if (told === undefined) {
        io.writeError(`gpudeck: ${refusalWords('missing', 'earnings')}\n`);
        return EXIT.failed;
      }
      const isByDay = options.by === 'day';
      const rows = isByDay
        ? told.days.map(({ day, ...parts }) => ({ day: day === undefined ? null : dayName(day), ...recordOf(parts) }))
        : told.machines.map(({ machineId, ...parts }) => ({ machine_id: machineId ?? null, ...recordOf(parts) }));
      const isOpen = isOpenDay(span.toDay, io.clock.now());
      const first = isByDay
        ? { name: 'day', heading: 'Day (UTC)', width: 10 }
        : { name: 'machine_id', heading: 'Machine', width: 10 };
      const pending = told.current.balance;
      return writeReport(
        {
          ...{ columns: [first, ...PARTS], rows, span, more: { pending: pending ?? null } },
          total: inDollars(sumOf(rows.map(({ amount }) => amount ?? 0))),
          isComplete: !isOpen && (isByDay ? told.days : told.machines).every(isAllTold),
          notes: [...(pending === undefined ? [] : [`${amountWords(pending)} not paid out yet.`]), PAYOUT_RULE],
        },
        ...([options, options, io] as const),
      );
    });
  },
});

/** Not every service has SLA premiums. */
const isAllTold = ({ gpu, disk, upload, download }: EarningParts): boolean =>
  [gpu, disk, upload, download].every((part) => part !== undefined);

const recordOf = (parts: EarningParts) => ({
  amount: earnedOf(parts) ?? null,
  ...{ gpu: parts.gpu, disk: parts.disk, upload: parts.upload, download: parts.download, sla: parts.sla },
});
