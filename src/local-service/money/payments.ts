/** What was paid into the account, and what was paid out to its host (docs/interface.md, Money). */
import * as z from 'zod';
import { type Database, insertRow } from '../database.ts';

/** Who pays: the account's card, somebody who tops it up, or the marketplace its host. */
type Payer = 'card' | 'hand' | 'marketplace';

/** What each stands for on the wire: what is paid in is negative there. */
const KINDS: Readonly<
  Record<Payer, { type: string; service: string; source: string; description: string; sign: 1 | -1 }>
> = {
  card: { type: 'credit', service: 'stripe_payments', source: 'stripe', description: 'Credit by card', sign: -1 },
  hand: { type: 'credit', service: 'coinbase', source: 'coinbase', description: 'Credit', sign: -1 },
  marketplace: {
    type: 'payout',
    service: 'paypal_manual',
    source: 'paypal',
    description: 'Payout to the host',
    sign: 1,
  },
};

/** A payout has arrived a week after its invoice. */
const PAYOUT_S = 7 * 86_400;

/** Writes down a payment of so many dollars. */
export const recordPayment = (
  database: Database,
  userId: number,
  { by, dollars, atS }: { readonly by: Payer; readonly dollars: number; readonly atS: number },
): void => {
  const { sign, ...kind } = KINDS[by];
  const paidAtS = by === 'marketplace' ? atS + PAYOUT_S : atS;
  insertRow(database, 'payments', { user_id: userId, ...kind, amount: sign * dollars, made_at: atS, paid_at: paidAtS });
};

/** A payment as it goes out; `end` is null until it has arrived. */
const paymentRow = z.object({
  id: z.number(),
  start: z.number(),
  paidAtS: z.number(),
  type: z.string(),
  service: z.string(),
  source: z.string(),
  description: z.string(),
  amount: z.number(),
});

type Payment = z.infer<typeof paymentRow>;

const readPayments = (database: Database, userId: number): readonly Payment[] =>
  z.array(paymentRow).parse(
    database
      .prepare(
        `SELECT id, made_at AS start, paid_at AS paidAtS, type, service, source, description, amount FROM payments
         WHERE user_id = ? ORDER BY id`,
      )
      .all(userId),
  );

/** The invoices of `userId`, with what they are ordered and filtered by. */
export const invoicesOf = (database: Database, userId: number, nowS: number) =>
  readPayments(database, userId).map(({ paidAtS, service, ...row }) => {
    const paidOn = paidAtS <= nowS ? paidAtS : null;
    const told = { ...row, end: paidOn, metadata: { invoice_id: row.id, service }, items: [] };
    return { id: row.id, when: row.start, paid_on: paidOn, amount_cents: Math.round(row.amount * 100), service, told };
  });

/** $ that a host was told to get until `atS`, and those that have arrived by then. */
export const payoutsOf = (database: Database, userId: number, atS: number) => {
  const payouts = readPayments(database, userId).filter(({ type }) => type === KINDS.marketplace.type);
  const sum = (all: readonly Payment[]): number => all.reduce((dollars, { amount }) => dollars + amount, 0);
  return { told: sum(payouts), arrived: sum(payouts.filter(({ paidAtS }) => paidAtS <= atS)) };
};
