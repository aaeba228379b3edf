/** `gpudeck invoices`: what was paid in and out. */
import type { Invoice } from '../../api/records/money-shapes.ts';
import { utcTime } from '../../base/time.ts';
import { readInvoices } from '../../money/charges.ts';
import { effectOf } from '../../money/payments.ts';
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
  name: 'invoices',
  noun: 'payments',
  usualDays: 365,
  examples: ['invoices --from 2026-01-01 --csv'],
  read: async ({ ask, span }) => {
    const told = await readInvoices(ask, span);
    return told.kind === 'told' ? { ...told, columns: COLUMNS, rows: told.rows.map(recordOf), notes: NOTES } : told;
  },
});

const NOTES = [
  'What was bought is above zero, and below it what was taken; transfers and payouts are as the service tells them.',
];

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
