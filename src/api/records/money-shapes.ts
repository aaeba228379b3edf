/**
 * What the calls about money tell (docs/interface.md, Money): amounts in dollars. What is not there, or of another kind, is
 * undefined and never zero. Of the user's record nothing is read but what stands here.
 */
import { z } from 'zod';
import { once } from '../../base/once.ts';
import { displayText } from '../../catalogue/format.ts';
import type { Redactor } from '../redact/redact.ts';
import { moment } from './reply-schema.ts';

/** The user's record, of which only this leaves the reader. */
export type UserMoney = {
  readonly id: number | undefined;
  readonly keyId: number | undefined;
  /** $ that is left; may be below zero. */
  readonly credit: number | undefined;
  /** $; of a host what is owed to him. */
  readonly balance: number | undefined;
  /** $ at which the service tells that little is left, and whether it does. */
  readonly balanceThreshold: number | undefined;
  readonly isBalanceThresholdOn: boolean | undefined;
  /** $ at which the card is charged. */
  readonly autobillThreshold: number | undefined;
  /** A card is on record. */
  readonly hasCard: boolean | undefined;
  readonly isCreditOnly: boolean | undefined;
  readonly canPay: boolean | undefined;
  readonly hasPayout: boolean | undefined;
};

/** What is spent now, $/h, without traffic and SLA premiums. */
export type SpendRate = {
  readonly gpu: number | undefined;
  readonly disk: number | undefined;
  readonly volumes: number | undefined;
};

/** A part of what a contract has cost: `gpu`, `disk`, `bwd` and `bwu` (bytes down and up), or whatever else the service says. */
type ChargeItem = { readonly type: string; readonly amount?: number | undefined };

/** What a contract has cost in the whole days that were asked for. */
export type Charge = {
  /** Unix epoch seconds of its first and its last day; the last one counts. */
  readonly startS?: number | undefined;
  readonly endS?: number | undefined;
  /** `instance`, `volume`, `serverless`, or whatever else the service says. */
  readonly type: string;
  /** `instance-4711`, `volume-7`. */
  readonly source?: string | undefined;
  readonly description?: string | undefined;
  readonly label?: string | undefined;
  readonly amount?: number | undefined;
  readonly items: readonly ChargeItem[];
};

/** Some of a list that comes by pages. */
export type MoneyPage<Row> = {
  readonly rows: readonly Row[];
  /** Asks for the next one; undefined behind the last. */
  readonly nextToken: string | undefined;
  /** Rows on all pages, where the service says so. */
  readonly total: number | undefined;
};

/** Some charges; `isRefusedToHost` where the service tells a host none. */
type ChargesPage = MoneyPage<Charge> & { readonly isRefusedToHost: boolean };

/** A payment. */
export type Invoice = {
  readonly id?: string | undefined;
  /** Unix epoch seconds: when it was made, and when it was paid; undefined while that is not done. */
  readonly startS?: number | undefined;
  readonly endS?: number | undefined;
  /** `credit` (bought), `transfer`, `payout`, `refund`, `reserved` (prepaid), or whatever else the service says. */
  readonly type: string;
  readonly source?: string | undefined;
  readonly service?: string | undefined;
  readonly description?: string | undefined;
  /** $ with the sign of the service: what was paid in is negative. */
  readonly amount?: number | undefined;
};

/** What a host has earned with one machine, or on one day, $. Premiums may be below zero. */
export type EarningParts = {
  readonly gpu: number | undefined;
  readonly disk: number | undefined;
  readonly upload: number | undefined;
  readonly download: number | undefined;
  readonly sla: number | undefined;
};

export type Earnings = {
  readonly machines: readonly (EarningParts & { readonly machineId: number | undefined })[];
  /** Days since 1970, in UTC. */
  readonly days: readonly (EarningParts & { readonly day: number | undefined })[];
  readonly current: {
    /** $ that is not paid out yet. */
    readonly balance: number | undefined;
    readonly serviceFee: number | undefined;
    readonly total: number | undefined;
    readonly credit: number | undefined;
  };
};

const figure = () => z.number().optional().catch(undefined);
const text = () => z.string().optional().catch(undefined);
const flag = () =>
  z
    .union([z.boolean(), z.literal([0, 1]).transform((digit) => digit === 1)])
    .optional()
    .catch(undefined);

/** The rows of `list` that are readable; what is none is left out. */
const rowsOf = <Row>(row: z.ZodType<Row>) =>
  z.array(row.optional().catch(undefined)).transform((rows) => rows.filter((one) => one !== undefined));

/** `{id, key_id, credit, balance, ...}`. */
export const userReply = once(
  (): z.ZodType<UserMoney & { readonly apiKey: string | undefined }> =>
    z
      .object({
        id: figure(),
        key_id: figure(),
        credit: figure(),
        balance: figure(),
        balance_threshold: figure(),
        balance_threshold_enabled: flag(),
        autobill_threshold: figure(),
        has_billing: flag(),
        billing_creditonly: flag(),
        can_pay: flag(),
        has_payout: flag(),
        last4: text(),
        api_key: text(),
      })
      .transform(({ id, credit, balance, ...told }) => ({
        ...{ id, keyId: told.key_id, credit, balance },
        balanceThreshold: told.balance_threshold,
        isBalanceThresholdOn: told.balance_threshold_enabled,
        autobillThreshold: told.autobill_threshold,
        hasCard: told.last4 === undefined || told.last4 === '' ? told.has_billing : true,
        isCreditOnly: told.billing_creditonly,
        canPay: told.can_pay,
        hasPayout: told.has_payout,
        apiKey: told.api_key,
      })),
);

/** The user's own key is a secret, whichever it is. */
export const cleanUser = (
  { apiKey, ...user }: UserMoney & { readonly apiKey: string | undefined },
  redactor: Redactor,
): UserMoney => {
  if (apiKey !== undefined) redactor.remember(apiKey);
  return user;
};

/** Members of the user's record that the ledger shows. */
export const USER_KEPT: readonly string[] = [
  ...['id', 'key_id', 'credit', 'balance', 'balance_threshold', 'balance_threshold_enabled', 'autobill_threshold'],
  ...['billing_creditonly', 'can_pay', 'has_billing', 'has_payout', 'got_signup_credit', 'email_verified'],
];

/** `{success, gpu_cost_per_hour, container_storage_cost_per_hour, volume_storage_cost_per_hour}`. */
export const spendRateReply = once(
  (): z.ZodType<SpendRate> =>
    z
      .object({
        gpu_cost_per_hour: figure(),
        container_storage_cost_per_hour: figure(),
        volume_storage_cost_per_hour: figure(),
      })
      .transform((told) => ({
        gpu: told.gpu_cost_per_hour,
        disk: told.container_storage_cost_per_hour,
        volumes: told.volume_storage_cost_per_hour,
      })),
);

const pageParts = () => ({ next_token: text(), total: figure() });

const charge = () =>
  z
    .object({
      start: moment(),
      end: moment(),
      type: z.string().catch(''),
      source: text(),
      description: text(),
      amount: figure(),
      metadata: z.object({ label: text() }).catch({}),
      items: rowsOf(z.object({ type: z.string(), amount: figure() })).catch([]),
    })
    .transform(({ start: startS, end: endS, metadata: { label }, ...row }) => ({ ...row, startS, endS, label }));

/** `{success, count, total, next_token, results}`; `success: false` with a count of 0 is what a host is told. */
export const chargesReply = once(
  (): z.ZodType<ChargesPage> =>
    z.union([
      z
        .object({ success: z.literal(false), count: z.literal(0) })
        .transform(() => ({ rows: [], nextToken: undefined, total: undefined, isRefusedToHost: true })),
      z
        .object({ success: z.literal(true).optional(), results: rowsOf(charge()), ...pageParts() })
        .transform(({ results: rows, next_token: nextToken, total }) => ({
          ...{ rows, nextToken, total },
          isRefusedToHost: false,
        })),
    ]),
);

const invoice = () =>
  z
    .object({
      start: moment(),
      end: moment(),
      type: z.string().catch(''),
      source: text(),
      description: text(),
      amount: figure(),
      metadata: z
        .object({
          invoice_id: z
            .union([z.string(), z.int().transform(String)])
            .optional()
            .catch(undefined),
          service: text(),
        })
        .catch({}),
    })
    .transform(({ start: startS, end: endS, metadata: { invoice_id: id, service }, ...row }) => ({
      ...row,
      ...{ id, startS, endS, service },
    }));

/** `{results, next_token}`, as charges come. */
export const invoicesReply = once(
  (): z.ZodType<MoneyPage<Invoice>> =>
    z
      .object({ results: rowsOf(invoice()), ...pageParts() })
      .transform(({ results: rows, next_token: nextToken, total }) => ({ rows, nextToken, total })),
);

/** The last day of the year 9999. */
const LAST_DAY = 2_932_896;

const earningParts = () => ({
  gpu_earn: figure(),
  sto_earn: figure(),
  bwu_earn: figure(),
  bwd_earn: figure(),
  sla_earn: figure(),
});

const partsOf = (
  told: { readonly [Name in keyof ReturnType<typeof earningParts>]?: number | undefined },
): EarningParts => ({
  gpu: told.gpu_earn,
  disk: told.sto_earn,
  upload: told.bwu_earn,
  download: told.bwd_earn,
  sla: told.sla_earn,
});

/** `{per_machine, per_day, current}`. */
export const earningsReply = once(
  (): z.ZodType<Earnings> =>
    z
      .object({
        per_machine: rowsOf(z.object({ machine_id: figure(), ...earningParts() })),
        per_day: rowsOf(z.object({ day: z.int().min(0).max(LAST_DAY).optional().catch(undefined), ...earningParts() })),
        current: z.object({ balance: figure(), service_fee: figure(), total: figure(), credit: figure() }).catch({}),
      })
      .transform(({ per_machine, per_day, current: { service_fee: serviceFee, balance, total, credit } }) => ({
        machines: per_machine.map((row) => ({ machineId: row.machine_id, ...partsOf(row) })),
        days: per_day.map((row) => ({ day: row.day, ...partsOf(row) })),
        current: { balance, serviceFee, total, credit },
      })),
);

/** Members of the earnings that the ledger shows: what else is there is private. */
export const EARNINGS_KEPT: readonly string[] = ['sday', 'eday', 'summary', 'per_machine', 'per_day'];

const shown = (one: string | undefined, { redact }: Redactor) => one && displayText(redact(one));

/** Each text of each charge. */
export const cleanCharges = ({ rows, ...page }: ChargesPage, redactor: Redactor): ChargesPage => ({
  ...page,
  rows: rows.map((row) => ({
    ...row,
    type: shown(row.type, redactor) ?? '',
    source: shown(row.source, redactor),
    description: shown(row.description, redactor),
    label: shown(row.label, redactor),
    items: row.items.map((item) => ({ ...item, type: shown(item.type, redactor) ?? '' })),
  })),
});

/** Each text of each payment. */
export const cleanInvoices = ({ rows, ...page }: MoneyPage<Invoice>, redactor: Redactor): MoneyPage<Invoice> => ({
  ...page,
  rows: rows.map((row) => ({
    ...row,
    id: shown(row.id, redactor),
    type: shown(row.type, redactor) ?? '',
    source: shown(row.source, redactor),
    service: shown(row.service, redactor),
    description: shown(row.description, redactor),
  })),
});
