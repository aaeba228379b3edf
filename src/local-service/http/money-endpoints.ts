/** The endpoints of money (docs/interface.md, Money): what is there, what it costs, what was paid, what a host earns. */
import * as z from 'zod';
import { type Refusal, refused } from '../answer.ts';
import { balanceAt, burnOf, LOW_BALANCE, standingAt } from '../instances/account.ts';
import { readContract } from '../instances/contract.ts';
import { pageOf, readJson, readListQuery } from '../instances/list.ts';
import { listKeys } from '../instances/ssh-keys.ts';
import { chargeRows, readCharges } from '../money/charges.ts';
import { earningsReply, owedToHost } from '../money/earnings.ts';
import { invoicesOf } from '../money/payments.ts';
import { type Backend, type Call, type Endpoint, idIn, nowS, paced, refuse } from './endpoint.ts';
import { momentOf } from './instance-endpoints.ts';

/** `GET /api/v0/users/current/`. */
export const showUser: Endpoint = (backend) => (context) => {
  bringUp(backend);
  const moment = momentOf(backend, context);
  const { account } = standingAt(backend.database, moment);
  const { userId, keyId } = context.var.caller;
  return context.json({
    id: userId,
    key_id: keyId,
    username: 'caller',
    email: 'caller@example.net',
    email_verified: true,
    // As elsewhere; who asks has it already.
    api_key: context.req.header('authorization')?.trim().split(' ').at(-1),
    ssh_key: listKeys(backend.database, userId)[0]?.key ?? null,
    credit: balanceAt(account, moment.nowS),
    balance: owedToHost(backend.database, moment),
    balance_threshold: LOW_BALANCE,
    balance_threshold_enabled: true,
    ...{ billing_creditonly: account.hasCard ? 0 : 1, can_pay: true, has_payout: true, got_signup_credit: false },
    ...{ has_billing: account.hasCard, last4: account.hasCard ? '4242' : null, paypal_email: null },
  });
};

/** `GET /api/v0/users/spend-rate/`. */
export const showSpendRate: Endpoint = (backend) => (context) => {
  backend.settle();
  const { gpu, disk, volumes } = burnOf(standingAt(backend.database, momentOf(backend, context)).account);
  return context.json({
    success: true,
    gpu_cost_per_hour: gpu,
    container_storage_cost_per_hour: disk,
    volume_storage_cost_per_hour: volumes,
    has_active_resources: gpu + disk + volumes > 0,
  });
};

/** `GET /api/v0/instances/balance/{id}/`: nothing can be prepaid here. */
export const showPrepayment: Endpoint = (backend) => (context) =>
  paced(backend, context, { endpoint: 'instance-balance', thresholdS: 3 }, () => {
    const id = idIn(context, 'id');
    const contract = id === undefined ? undefined : readContract(backend.database, context.var.caller.userId, id);
    if (contract === undefined) {
      return refuse(context, refused(404, 'no_such_instance', `you have no instance ${context.req.param('id')}`));
    }
    return context.json({ success: true, refundable_deposit: 0, total_discount: 0, discount_months: 0 });
  });

/** `GET /api/v0/charges/`. */
export const listCharges: Endpoint = (backend) => (context) => {
  backend.settle();
  return paced(backend, context, { endpoint: 'charges', thresholdS: 1 }, () =>
    pageOfMoney(context, { usual: 100, col: 'end', fields: ['day', 'type'] }, (filters) => {
      const day = z.object({ gte: z.number(), lte: z.number() }).safeParse(filters.day).data;
      // Published without a code.
      if (day === undefined) return context.json({ success: false, msg: NO_DAYS }, 400);
      const days = { first: Math.floor(day.gte / DAY_S), last: Math.floor(day.lte / DAY_S) };
      const moment = momentOf(backend, context);
      const kept = readCharges(backend.database, moment.userId, days);
      const rows = chargeRows([...kept, ...standingAt(backend.database, moment).charges], days);
      return rows.map((row) => ({ ...row, day: day.gte }));
    }),
  );
};

const NO_DAYS = 'select_filters: must have a day with gte and lte, in seconds since 1970';

/** `GET /api/v1/invoices/`. */
export const listInvoices: Endpoint = (backend) => (context) => {
  bringUp(backend);
  return paced(backend, context, { endpoint: 'invoices', thresholdS: 3 }, () =>
    pageOfMoney(
      context,
      { usual: 60, col: 'when', fields: ['when', 'service', 'paid_on', 'amount_cents'] },
      (filters) =>
        !whenBounds.safeParse(filters.when).success
          ? refuse(context, refused(200, 'Invalid date range', 'select_filters: when is missing'))
          : invoicesOf(backend.database, context.var.caller.userId, nowS(backend)),
    ),
  );
};

const whenBounds = z
  .strictObject({ gte: z.number(), gt: z.number(), lte: z.number(), lt: z.number() })
  .partial()
  .refine((bounds) => Object.keys(bounds).length > 0);

/** `GET /api/v0/users/{user_id}/machine-earnings/`, where the user may be called `me`. */
export const showEarnings: Endpoint = (backend) => (context) => {
  bringUp(backend);
  return paced(backend, context, { endpoint: 'machine-earnings', thresholdS: 2 }, () => {
    const moment = momentOf(backend, context);
    const user = context.req.param('user_id');
    if (user !== 'me' && user !== String(moment.userId)) {
      return refuse(context, refused(403, 'not_your_account', `this API key belongs to user ${moment.userId}`));
    }
    const asked = readEarningsQuery(context.req.query(), Math.floor(moment.nowS / DAY_S));
    if (!asked.ok) return refuse(context, asked);
    const credit = balanceAt(standingAt(backend.database, moment).account, moment.nowS);
    return context.json({ success: true, ...earningsReply(backend.database, moment, { ...asked, credit }) });
  });
};

const DAY_S = 86_400;

/** The account up to now, and its machines' days that are over. */
const bringUp = (backend: Backend): void => {
  backend.settle();
  backend.closeDays();
};

/** A row of a list, by what it is ordered and filtered by, and what goes out of it. */
type MoneyRow = Readonly<Record<string, unknown>> & { readonly id: number };

const anyFilters = z.record(z.string(), z.unknown()).default({});

/** A page of the rows for the filters that are asked for, the latest first unless asked otherwise, or a reply in their place. */
const pageOfMoney = (
  context: Call,
  { usual, col, fields }: { readonly usual: number; readonly col: string; readonly fields: readonly string[] },
  rowsFor: (filters: Readonly<Record<string, unknown>>) => readonly MoneyRow[] | Response,
): Response => {
  const { latest_first: latestFirst, ...query } = context.req.query();
  const rows = rowsFor(readJson(query.select_filters, anyFilters) ?? {});
  if (rows instanceof Response) return rows;
  const read = readListQuery(query, fields, { noun: 'rows', most: 500, usual, least: 1 });
  if (!read.ok) return refuse(context, read);
  const newestFirst = [{ col, isDescending: latestFirst !== 'false' && latestFirst !== '0' }];
  const paged = pageOf(rows, { ...read.value, order: read.value.order.length > 0 ? read.value.order : newestFirst });
  if (!paged.ok) return refuse(context, paged);
  const { instances: shown, found, nextToken } = paged.page;
  const token = nextToken === undefined ? {} : { next_token: nextToken };
  return context.json({
    success: true,
    count: shown.length,
    total: found,
    ...token,
    results: shown.map(({ told }) => told),
  });
};

/** The days that are asked for, yesterday where none is, and the machine. */
const readEarningsQuery = (
  query: Readonly<Record<string, string>>,
  today: number,
): { ok: true; first: number; last: number; machineId: number | undefined } | Refusal => {
  const read = earningsQuery.safeParse(query);
  if (!read.success) {
    const names = [...new Set(read.error.issues.map(({ path }) => String(path[0])))].join(', ');
    return refused(400, 'invalid_args', `${names}: must be whole days since 1970, and the number of a machine`);
  }
  const { sday = today - 1, eday = today - 1, last_days: lastDays, machid: machineId } = read.data;
  if (lastDays !== undefined) return { ok: true, first: today - lastDays + 1, last: today, machineId };
  if (sday > eday) return refused(400, 'invalid_args', 'sday: must not be later than eday');
  return { ok: true, first: sday, last: eday, machineId };
};

/** Other clients send fractions of days. */
const day = z.coerce.number().min(0).max(1e6).transform(Math.floor).optional();
const earningsQuery = z.object({
  sday: day,
  eday: day,
  last_days: z.coerce.number().int().min(1).max(10_000).optional(),
  machid: z.coerce.number().int().optional(),
  owner: z.literal('me').optional(),
});
