/** `gpudeck invoices`: what was paid in and out. */
import { readInvoices } from '../../money/charges.ts';
import { paymentRecord } from '../../money/payments.ts';
import { amountColumn, type ReportColumn, reportCommand } from '../money-report.ts';

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
export const invoices = reportCommand({
  effect: { does: 'reads', prints: { object: 'invoices' } },
  name: 'invoices',
  noun: 'payments',
  usualDays: 365,
  examples: ['invoices --from 2026-01-01 --csv'],
  read: async ({ ask, span }) => {
    const told = await readInvoices(ask, span);
    return told.kind === 'told'
      ? { ...told, columns: COLUMNS, rows: told.rows.map(paymentRecord), notes: NOTES }
      : told;
  },
});

const NOTES = [
  'What was bought is above zero, and below it what was taken; transfers and payouts are as the service tells them.',
];
