/**
 * What the calls about money tell (docs/interface.md, Money): amounts in dollars. What is not there, or of another kind, is
 * undefined and never zero. Of the user's record nothing is read but what stands here.
 */
import { z } from 'zod';
import { once } from '../../base/once.ts';
import { displayText } from '../../catalogue/format.ts';
import type { Redactor } from '../redact/redact.ts';
import { moment } from './reply-schema.ts';

/** A part of what a contract has cost: `gpu`, `disk`, `bwd` and `bwu` (bytes down and up), or whatever else the service says. */
type ChargeItem = { readonly type: string; readonly amount?: number | undefined };

/** What charges and payments have in common. */
type MoneyRow = {
  /** Unix epoch seconds: of a charge its first and its last day, which counts; of a payment when it was made, and when it was paid, undefined while that is not done. */
  readonly startS?: number | undefined;
  readonly endS?: number | undefined;
  /**
   * Of a charge `instance`, `volume`, `serverless`; of a payment `credit` (bought), `transfer`, `payout`, `refund`, `reserved` (prepaid); or
   * whatever else the service says.
   */
  readonly type: string;
  /** Of a charge `instance-4711`, `volume-7`. */
  readonly source?: string | undefined;
  readonly description?: string | undefined;
  /** $; of a payment with the sign of the service: what was paid in is negative. */
  readonly amount?: number | undefined;
};

/** What a contract has cost in the whole days that were asked for. */
export type Charge = MoneyRow & { readonly label?: string | undefined; readonly items: readonly ChargeItem[] };

/** A payment. */
export type Invoice = MoneyRow & { readonly id?: string | undefined; readonly service?: string | undefined };

/** Some of a list that comes by pages. */
export type MoneyPage<Row> = {
  readonly rows: readonly Row[];
  /** Asks for the next one; undefined behind the last. */
  readonly nextToken: string | undefined;
  /** Rows on all pages, where the service says so. */
  readonly total: number | undefined;
  /** Entries of this page that are no rows. */
  readonly unread: number;
};

/** Some charges; `isRefusedToHost` where the service tells a host none. */
type ChargesPage = MoneyPage<Charge> & { readonly isRefusedToHost: boolean };

const figure = () => z.number().optional().catch(undefined);
const text = () => z.string().optional().catch(undefined);
const flag = () =>
  z
    .union([z.boolean(), z.literal([0, 1]).transform((digit) => digit === 1)])
    .optional()
    .catch(undefined);

/** What is no row is undefined. */
const entriesOf = <Row>(row: z.ZodType<Row>) => z.array(row.optional().catch(undefined));

const readable = <Row>(entries: readonly (Row | undefined)[]): readonly Row[] =>
  entries.filter((one) => one !== undefined);

/** The rows of `list` that are readable; what is none is left out. */
const rowsOf = <Row>(row: z.ZodType<Row>) => entriesOf(row).transform(readable);

/** `{id, key_id, credit, balance, ...}`. */
export const userReply = once(() =>
  z
    .object({
      ...{ id: figure(), key_id: figure(), credit: figure(), balance: figure(), api_key: text(), last4: text() },
      ...{ balance_threshold: figure(), balance_threshold_enabled: flag(), autobill_threshold: figure() },
      ...{ has_billing: flag(), has_payout: flag() },
    })
    .transform(({ id, credit, balance, ...told }) => ({
      ...{ id, keyId: told.key_id },
      /** $ that is left; may be below zero. */
      credit,
      /** $; of a host what is owed to him. */
      balance,
      /** $ at which the service tells that little is left, and whether it does. */
      balanceThreshold: told.balance_threshold,
      isBalanceThresholdOn: told.balance_threshold_enabled,
      /** $ at which the card is charged. */
      autobillThreshold: told.autobill_threshold,
      /** A card is on record. */
      hasCard: told.last4 === undefined || told.last4 === '' ? told.has_billing : true,
      hasPayout: told.has_payout,
      apiKey: told.api_key,
    })),
);

type UserTold = z.output<ReturnType<typeof userReply>>;

/** The user's record, of which only this leaves the reader. */
export type UserMoney = Readonly<Omit<UserTold, 'apiKey'>>;

/** The user's own key is a secret, whichever it is. */
export const cleanUser = ({ apiKey, ...user }: UserTold, redactor: Redactor): UserMoney => {
  if (apiKey !== undefined) redactor.remember(apiKey);
  return user;
};

/** Members of the user's record that the ledger shows. */
export const USER_KEPT: readonly string[] = [
  ...['id', 'key_id', 'credit', 'balance', 'balance_threshold', 'balance_threshold_enabled', 'autobill_threshold'],
  ...['billing_creditonly', 'can_pay', 'has_billing', 'has_payout', 'got_signup_credit', 'email_verified'],
];

/** `{success, gpu_cost_per_hour, container_storage_cost_per_hour, volume_storage_cost_per_hour}`. */
export const spendRateReply = once(() =>
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

/** What is spent now, $/h, without traffic and SLA premiums. */
export type SpendRate = Readonly<z.output<ReturnType<typeof spendRateReply>>>;

const rowParts = () => ({
  ...{ start: moment(), end: moment(), amount: figure() },
  ...{ type: z.string().catch(''), source: text(), description: text() },
});

const charge = () =>
  z
    .object({
      ...rowParts(),
      metadata: z.object({ label: text() }).catch({}),
      items: rowsOf(z.object({ type: z.string(), amount: figure() })).catch([]),
    })
    .transform(({ start: startS, end: endS, metadata, ...row }) => ({ ...row, startS, endS, ...metadata }));

const invoice = () =>
  z
    .object({
      ...rowParts(),
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

/** `{results, next_token, total}`. */
const pageOf = <Row>(row: z.ZodType<Row>) =>
  z
    .object({ results: entriesOf(row), next_token: text(), total: figure() })
    .transform(({ results, next_token: nextToken, total }): MoneyPage<Row> => {
      const rows = readable(results);
      return { rows, nextToken, total, unread: results.length - rows.length };
    });

/** A page; `success: false` with a count of 0, and no error of its own, is what a host is told. */
export const chargesReply = once(
  (): z.ZodType<ChargesPage> =>
    z.union([
      z
        .object({ success: z.literal(false), count: z.literal(0), error: z.null().optional() })
        .transform(() => ({ rows: [], nextToken: undefined, total: undefined, unread: 0, isRefusedToHost: true })),
      z
        .looseObject({ success: z.literal(true).optional() })
        .pipe(pageOf(charge()))
        .transform((page) => ({ ...page, isRefusedToHost: false })),
    ]),
);

/** A page. */
export const invoicesReply = once((): z.ZodType<MoneyPage<Invoice>> => pageOf(invoice()));

/** The last day of the year 9999. */
const LAST_DAY = 2_932_896;

/** The parts of what was earned, and `more`. */
const earned = <More extends z.ZodRawShape>(more: More) =>
  z.object({
    ...more,
    gpu_earn: figure(),
    sto_earn: figure(),
    bwu_earn: figure(),
    bwd_earn: figure(),
    sla_earn: figure(),
  });

const partsOf = (told: z.output<ReturnType<typeof earned<Record<never, never>>>>) => ({
  gpu: told.gpu_earn,
  disk: told.sto_earn,
  upload: told.bwu_earn,
  download: told.bwd_earn,
  sla: told.sla_earn,
});

/** What a host has earned with one machine, or on one day, $. Premiums may be below zero. */
export type EarningParts = Readonly<ReturnType<typeof partsOf>>;

/** Of a row that is none nothing is known. */
const machineEarned = () =>
  earned({ machine_id: figure() })
    .catch({})
    .transform(({ machine_id: machineId, ...told }) => ({ machineId, ...partsOf(told) }));

/** So too; days since 1970, in UTC. */
const dayEarned = () =>
  earned({ day: z.int().min(0).max(LAST_DAY).optional().catch(undefined) })
    .catch({})
    .transform(({ day, ...told }) => ({ day, ...partsOf(told) }));

/** `{per_machine, per_day, current}`, of which one of the lists may be missing. */
export const earningsReply = once(() =>
  z
    .object({
      per_machine: z.array(machineEarned()).optional().catch(undefined),
      per_day: z.array(dayEarned()).optional().catch(undefined),
      /** $ that is not paid out yet. */
      current: z.object({ balance: figure() }).catch({}),
    })
    .refine(({ per_machine: machines, per_day: days }) => machines !== undefined || days !== undefined)
    .transform(({ per_machine: machines, per_day: days, current: { balance } }) => ({
      machines,
      days,
      current: { balance },
    })),
);

export type Earnings = z.output<ReturnType<typeof earningsReply>>;

/** Members of the earnings that the ledger shows: what else is there is private. */
export const EARNINGS_KEPT: readonly string[] = ['sday', 'eday', 'summary', 'per_machine', 'per_day'];

const shown = (one: string | undefined, { redact }: Redactor) => one && displayText(redact(one));

/** The row, each text of it that any row has. */
const shownRow = <Row extends MoneyRow>(row: Row, redactor: Redactor) => ({
  ...row,
  type: shown(row.type, redactor) ?? '',
  source: shown(row.source, redactor),
  description: shown(row.description, redactor),
});

/** Each text of each charge. */
export const cleanCharges = ({ rows, ...page }: ChargesPage, redactor: Redactor): ChargesPage => ({
  ...page,
  rows: rows.map((row) => ({
    ...shownRow(row, redactor),
    label: shown(row.label, redactor),
    items: row.items.map((item) => ({ ...item, type: shown(item.type, redactor) ?? '' })),
  })),
});

/** Each text of each payment. */
export const cleanInvoices = ({ rows, ...page }: MoneyPage<Invoice>, redactor: Redactor): MoneyPage<Invoice> => ({
  ...page,
  rows: rows.map((row) => ({
    ...shownRow(row, redactor),
    id: shown(row.id, redactor),
    service: shown(row.service, redactor),
  })),
});
