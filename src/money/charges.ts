/**
 * Reads charges and payments whole, and what each day cost, a call for each day that is not kept. Whoever asks makes the calls: paced, and
 * again where that helps.
 */
import type { ReadCall } from '../api/calls.ts';
import { CALLS } from '../api/calls.ts';
import type { Charge, Invoice, MoneyPage, UserMoney } from '../api/records/money-shapes.ts';
import type { DaysRequest } from '../api/requests.ts';
import { inDollars, sumOf } from './amount.ts';
import { type DaySpan, dayAt, secondsOf } from './days.ts';

/** Makes one call; undefined where the service has no such call. */
export type AskMoney = <Request, Reply>(call: ReadCall<Request, Reply>, request: Request) => Promise<Reply | undefined>;

/** What was told; `missing`: the service has no such call; `host`: it tells a host none, which is no cost of zero. */
export type Told<Content> = ({ readonly kind: 'told' } & Content) | { readonly kind: 'missing' | 'host' };

/** Rows of some days; not whole where pages did not end, fewer came than the service counts, or one cannot be read or has no amount. */
export type MoneyRows<Row> = { readonly rows: readonly Row[]; readonly isWhole: boolean };

/** More pages than these are a list without an end. */
const MOST_PAGES = 200;

const readPages = async <Page extends MoneyPage<{ readonly amount?: number | undefined }>>(
  ask: AskMoney,
  call: ReadCall<DaysRequest, Page>,
  span: DaySpan,
): Promise<{ readonly pages: readonly Page[]; readonly isWhole: boolean } | undefined> => {
  const pages: Page[] = [];
  const tokens = new Set<string | undefined>();
  let token: string | undefined;
  do {
    tokens.add(token);
    const page = await ask(call, { ...secondsOf(span), token });
    if (page === undefined) return undefined;
    pages.push(page);
    token = page.nextToken;
  } while (token !== undefined && !tokens.has(token) && pages.length < MOST_PAGES);
  const isRead = pages.every(({ rows, unread }) => unread === 0 && rows.every(({ amount }) => amount !== undefined));
  const count = pages.reduce((sum, { rows }) => sum + rows.length, 0);
  return { pages, isWhole: token === undefined && isRead && count >= (pages.at(-1)?.total ?? 0) };
};

/** What each contract cost in all of these days together. */
export const readCharges = async (ask: AskMoney, span: DaySpan): Promise<Told<MoneyRows<Charge>>> => {
  const read = await readPages(ask, CALLS.charges, span);
  if (read === undefined) return { kind: 'missing' };
  const { pages, isWhole } = read;
  if (pages.some(({ isRefusedToHost }) => isRefusedToHost)) return { kind: 'host' };
  return { kind: 'told', rows: pages.flatMap(({ rows }) => rows), isWhole };
};

/**
 * True for a host, whom the service tells no charges; undefined where it has no such call. It is asked only where the record could be a
 * host's: where there is no credit, and perhaps a balance that is owed to him.
 */
export const readIsHost = async (
  ask: AskMoney,
  user: UserMoney | undefined,
  nowMs: number,
): Promise<boolean | undefined> => {
  if (user?.balance === undefined || (user.credit ?? 0) > 0) return undefined;
  const today = dayAt(nowMs);
  const page = await ask(CALLS.charges, { ...secondsOf({ fromDay: today, toDay: today }), token: undefined });
  return page?.isRefusedToHost;
};

/** What was paid in and out in these days. */
export const readInvoices = async (ask: AskMoney, span: DaySpan): Promise<Told<MoneyRows<Invoice>>> => {
  const read = await readPages(ask, CALLS.invoices, span);
  if (read === undefined) return { kind: 'missing' };
  return { kind: 'told', rows: read.pages.flatMap(({ rows }) => rows), isWhole: read.isWhole };
};

/** What one day has cost, by contract. */
export type DayCharges = MoneyRows<Charge> & { readonly day: number };

/** What is kept of days that are settled. */
export type DaysKept = {
  readonly of: (day: number) => readonly Charge[] | undefined;
  readonly keep: (day: number, rows: readonly Charge[]) => void;
};

/**
 * What a contract that began at `startS` (Unix epoch seconds) has cost on kept days in a row from its first one on, $, and up to when that is;
 * undefined where its first day is not kept.
 */
export const chargedSince = (
  of: DaysKept['of'],
  source: string,
  startS: number,
): { readonly dollars: number; readonly untilS: number } | undefined => {
  const first = dayAt(startS * 1000);
  const amounts: number[] = [];
  let day = first;
  for (let rows = of(day); rows !== undefined; rows = of(++day))
    amounts.push(...rows.flatMap((row) => (row.source === source ? (row.amount ?? []) : [])));
  return day === first
    ? undefined
    : { dollars: inDollars(sumOf(amounts)), untilS: secondsOf({ fromDay: day, toDay: day }).fromS };
};

/** A day is settled two days after its end: nothing is added to it any more. */
const isSettled = (day: number, nowMs: number): boolean => dayAt(nowMs) - day > 2;

/** What each of these days has cost, the newest read first; `onDay` is told of each as it comes. In order of the days. */
export const readChargesByDay = async (
  ask: AskMoney,
  { fromDay, toDay }: DaySpan,
  {
    kept,
    nowMs,
    onDay,
  }: { readonly kept: DaysKept; readonly nowMs: number; readonly onDay?: (day: DayCharges) => void },
): Promise<Told<{ readonly days: readonly DayCharges[] }>> => {
  const days: DayCharges[] = [];
  for (let day = toDay; day >= fromDay; day--) {
    const known = kept.of(day);
    const told: Told<MoneyRows<Charge>> =
      known === undefined
        ? await readCharges(ask, { fromDay: day, toDay: day })
        : { kind: 'told', rows: known, isWhole: true };
    if (told.kind !== 'told') return told;
    const { rows, isWhole } = told;
    if (known === undefined && isWhole && isSettled(day, nowMs)) kept.keep(day, rows);
    days.unshift({ day, rows, isWhole });
    onDay?.({ day, rows, isWhole });
  }
  return { kind: 'told', days };
};
