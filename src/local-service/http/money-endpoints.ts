/** The endpoints of money (docs/interface.md, Money): what is there, what it costs, what was paid, what a host earns. */
import * as z from 'zod';
import { type Refusal, refused } from '../answer.ts';
import { balanceAt, burnOf, LOW_BALANCE, standingAt } from '../instances/account.ts';
import { readContract } from '../instances/contract.ts';
import { type ListQuery, pageOf } from '../instances/list.ts';
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
    api_key: /\S+$/.exec(context.req.header('authorization') ?? '')?.[0],
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
  return paced(backend, context, { endpoint: 'charges', thresholdS: 1 }, () => {
    const { format } = context.req.query();
    const filters = readFilters(context, chargeFilters);
    // Published without a code.
    if (filters === undefined) return context.json({ success: false, msg: NO_DAYS }, 400);
    if (format !== undefined && format !== 'table' && format !== 'tree') {
      return refuse(context, refused(400, 'invalid_args', 'format: must be table or tree'));
    }
    const days = { first: Math.floor(filters.day.gte / DAY_S), last: Math.floor(filters.day.lte / DAY_S) };
    const moment = momentOf(backend, context);
    const kept = readCharges(backend.database, moment.userId, days);
    const rows = chargeRows([...kept, ...standingAt(backend.database, moment).charges], days);
    return replyWithPage(context, rows, {
      most: 500,
      usual: 100,
      order: [{ col: 'end', isDescending: isLatestFirst(context) }],
      filters: [
        ...(filters.type === undefined ? [] : [{ field: 'type', operator: 'in' as const, operands: filters.type.in }]),
        { field: 'end', operator: 'gte', operands: [days.first * DAY_S] },
        { field: 'start', operator: 'lte', operands: [days.last * DAY_S] },
      ],
    });
  });
};

const NO_DAYS = 'select_filters: must have a day with gte and lte, in seconds since 1970';

/** `GET /api/v1/invoices/`. */
export const listInvoices: Endpoint = (backend) => (context) => {
  bringUp(backend);
  return paced(backend, context, { endpoint: 'invoices', thresholdS: 3 }, () => {
    const filters = readFilters(context, invoiceFilters);
    if (filters === undefined)
      return refuse(context, refused(200, 'Invalid date range', 'select_filters: when is missing'));
    const order = readOrder(context.req.query('order_by'));
    if (order === undefined) {
      return refuse(
        context,
        refused(400, 'invalid_args', 'order_by: must be a list such as [{"col":"when","dir":"desc"}]'),
      );
    }
    return replyWithPage(context, invoicesOf(backend.database, context.var.caller.userId, nowS(backend)), {
      most: 500,
      usual: 60,
      order: order.length > 0 ? order : [{ col: 'when', isDescending: isLatestFirst(context) }],
      filters: Object.entries(filters).flatMap(([field, comparisons = {}]) =>
        Object.entries(comparisons).map(([operator, value]) => ({
          field,
          operator: operator as ListQuery['filters'][number]['operator'],
          operands: [value].flat(),
        })),
      ),
    });
  });
};

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

const isLatestFirst = (context: Call): boolean => !['false', '0'].includes(context.req.query('latest_first') ?? '');

/** The object in `select_filters`; undefined where it is none of the kind. */
const readFilters = <Filters>(context: Call, schema: z.ZodType<Filters>): Filters | undefined => {
  try {
    return schema.safeParse(JSON.parse(context.req.query('select_filters') ?? '')).data;
  } catch {
    return undefined;
  }
};

const seconds = z.coerce.number();
const chargeFilters = z.object({
  day: z.object({ gte: seconds, lte: seconds }),
  type: z.object({ in: z.array(z.enum(['instance', 'volume', 'serverless'])) }).optional(),
});

const services = z.array(z.string());
const invoiceFilters = z.object({
  when: z
    .strictObject({ gte: seconds, gt: seconds, lte: seconds, lt: seconds })
    .partial()
    .refine((bounds) => Object.keys(bounds).length > 0),
  service: z.strictObject({ eq: z.string(), neq: z.string(), in: services, notin: services }).partial().optional(),
});

/** The order that is asked for, none where it is not; undefined where it is wrong. */
const readOrder = (text: string | undefined): ListQuery['order'] | undefined => {
  if (text === undefined || text === '') return [];
  try {
    return invoiceOrder
      .safeParse(JSON.parse(text))
      .data?.map(({ col, dir }) => ({ col, isDescending: dir === 'desc' }));
  } catch {
    return undefined;
  }
};

const invoiceOrder = z.array(
  z.strictObject({ col: z.enum(['paid_on', 'amount_cents', 'when']), dir: z.enum(['asc', 'desc']).default('asc') }),
);

type Asked = Pick<ListQuery, 'order' | 'filters'> & {
  /** Most rows of a page, and how many come unasked. */
  readonly most: number;
  readonly usual: number;
};

/** One page of `rows`: what each of them tells. */
const replyWithPage = (
  context: Call,
  rows: readonly (Readonly<Record<string, unknown>> & { readonly id: number })[],
  { most, usual, order, filters }: Asked,
): Response => {
  const { limit: text, after_token: afterToken } = context.req.query();
  const limit = text === undefined ? usual : Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > most) {
    return refuse(context, refused(400, 'invalid_args', `limit: must be a whole number from 1 to ${most}`));
  }
  const paged = pageOf(rows, { limit, order, filters, cols: undefined, afterToken: afterToken || undefined });
  if (!paged.ok) return refuse(context, paged);
  const { instances: shown, found, nextToken } = paged.page;
  return context.json({
    success: true,
    count: shown.length,
    total: found,
    ...(nextToken !== undefined && { next_token: nextToken }),
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
