/** Payments as their effect on the credit, and earnings as sums. Pure. */
import type { EarningParts, Invoice } from '../api/records/money-shapes.ts';
import { utcTime } from '../base/time.ts';
import { inDollars, sumOf } from './amount.ts';

/** Of these the service tells the effect itself; of all others the opposite (docs/interface.md, Money). */
const AS_TOLD: readonly string[] = ['transfer', 'payout'];

/** $ that a payment adds to the credit, below zero where it takes away; undefined where the service tells no amount. */
export const effectOf = ({ type, amount }: Invoice): number | undefined =>
  amount === undefined ? undefined : AS_TOLD.includes(type) || amount === 0 ? amount : -amount;

/** A payment as it is written for programs; what was not told is null. */
export const paymentRecord = (invoice: Invoice) => ({
  made: timeOf(invoice.startS),
  amount: effectOf(invoice) ?? null,
  type: invoice.type,
  paid: timeOf(invoice.endS),
  service: invoice.service ?? invoice.source ?? null,
  id: invoice.id ?? null,
  description: invoice.description ?? null,
});

const timeOf = (epochS: number | undefined): string | null => (epochS === undefined ? null : utcTime(epochS * 1000));

/** $ of all parts that are told; undefined where none is. */
export const earnedOf = ({ gpu, disk, upload, download, sla }: EarningParts): number | undefined => {
  const told = [gpu, disk, upload, download, sla].filter((part) => part !== undefined);
  return told.length === 0 ? undefined : inDollars(sumOf(told));
};

/** What the parts of earnings are called. */
export const EARNED_NAMES: Readonly<Record<string, string>> = {
  gpu: 'GPUs',
  disk: 'Storage',
  upload: 'Upload',
  download: 'Download',
  sla: 'SLA',
};

/** $ of each part that is told and is not nothing. */
export const earnedByKind = (parts: Partial<EarningParts>): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.keys(EARNED_NAMES).flatMap((kind) => {
      const amount: unknown = Reflect.get(parts, kind);
      return typeof amount === 'number' && amount !== 0 ? [[kind, amount]] : [];
    }),
  );

/** When a host is paid what was earned. */
export const PAYOUT_RULE =
  'Paid out on Fridays, when at least 20 dollars are owed and a way of payment is connected; what is less waits for the next one.';
