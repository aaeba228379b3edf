/** `gpudeck invoices`: what was paid in and out. */
import type { Invoice } from '../../api/records/money-shapes.ts';
import { utcTime } from '../../base/time.ts';
import { inDollars, sumOf } from '../../money/amount.ts';
import { readInvoices } from '../../money/charges.ts';
import { isOpenDay } from '../../money/days.ts';
import { effectOf } from '../../money/payments.ts';
import { commandOf } from '../command.ts';
import { EXIT } from '../exit.ts';
import {
  addDaysOptions,
  addReportOptions,
  amountColumn,
  askingFor,
  type DaysFlags,
  type ReportColumn,
  readDays,
  refusalWords,
  writeReport,
} from '../money-report.ts';
import { addExamples } from '../shared-options.ts';

const USUAL_DAYS = 365;

const COLUMNS: readonly ReportColumn[] = [
  { name: 'made', heading: 'Made (UTC)', width: 20 },
  amountColumn('amount', 'Amount'),
  { name: 'type', heading: 'Type', width: 9 },
  { name: 'paid', heading: 'Paid (UTC)', width: 20 },
  { name: 'service', heading: 'By', width: 14 },
  { name: 'id', heading: 'Invoice', width: 12 },
  { name: 'description', heading: 'What', width: 30 },
];

/** The command. */
export const invoices = commandOf<DaysFlags>({
  addOptions: (parser, onOptions) => {
    addDaysOptions(parser, `${USUAL_DAYS} days`);
    addReportOptions(parser, '{"rows", "total", "from", "to", "complete"}').action(onOptions);
    addExamples(parser, 'invoices', 'invoices --from 2026-01-01 --csv');
  },
  isServiceCalled: () => true,
  run: async (options, io) => {
    const span = await readDays(options, USUAL_DAYS, 'invoices', io);
    if (span === undefined) return EXIT.badUsage;
    const { withService } = await import('../with-service.ts');
    return withService(io, async ({ client }) => {
      const told = await readInvoices(await askingFor(client, io), span);
      if (told.kind !== 'told') {
        io.writeError(`gpudeck: ${refusalWords(told.kind, 'payments')}\n`);
        return EXIT.failed;
      }
      const rows = told.rows.map(recordOf);
      const isOpen = isOpenDay(span.toDay, io.clock.now());
      const notes = [
        'What was bought is above zero, and below it what was taken; transfers and payouts are as the service tells them.',
      ];
      const total = inDollars(sumOf(rows.map(({ amount }) => amount ?? 0)));
      return writeReport(
        { columns: COLUMNS, rows, total, span, isComplete: told.isWhole && !isOpen, notes },
        options,
        options,
        io,
      );
    });
  },
});

const timeOf = (epochS: number | undefined): string | null => (epochS === undefined ? null : utcTime(epochS * 1000));

const recordOf = (invoice: Invoice) => ({
  made: timeOf(invoice.startS),
  amount: effectOf(invoice) ?? null,
  type: invoice.type,
  paid: timeOf(invoice.endS),
  service: invoice.service ?? invoice.source ?? null,
  id: invoice.id ?? null,
  description: invoice.description ?? null,
});
