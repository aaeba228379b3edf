/** The calls about money, a row each; a service may lack every one of them (docs/interface.md, Money). */
import { readCall } from './call-row.ts';
import {
  chargesReply,
  cleanCharges,
  cleanInvoices,
  cleanUser,
  EARNINGS_KEPT,
  earningsReply,
  invoicesReply,
  spendRateReply,
  USER_KEPT,
  userReply,
} from './records/money-shapes.ts';

import type { DaysRequest, EarningsRequest } from './requests.ts';

/** Rows of a page: a reply that is one object is at most 1 MB. */
const ROWS_A_PAGE = 200;

/** JSON in a query is text that is escaped. */
const pagePath = (path: string, filters: object, token: string | undefined): string => {
  const query = `select_filters=${encodeURIComponent(JSON.stringify(filters))}&limit=${ROWS_A_PAGE}`;
  return `${path}?${query}${token === undefined ? '' : `&after_token=${encodeURIComponent(token)}`}`;
};

/** The rows by name. */
export const MONEY_CALLS = {
  /** What there is, and the thresholds of it. */
  user: readCall({
    path: '/api/v0/users/current/',
    purpose: 'read what credit is left',
    minimumSeconds: 1,
    optional: 'path-without-id',
    kept: USER_KEPT,
    schema: userReply,
    clean: cleanUser,
  }),

  /** What is spent per hour now. */
  spendRate: readCall({
    path: '/api/v0/users/spend-rate/',
    purpose: 'read what is spent per hour',
    minimumSeconds: 1,
    optional: 'path-without-id',
    schema: spendRateReply,
    clean: (told) => told,
  }),

  /** What contracts have cost in whole days, a page of them. */
  charges: readCall({
    path: ({ fromS, toS, token }: DaysRequest) =>
      pagePath('/api/v0/charges/', { day: { gte: fromS, lte: toS } }, token),
    purpose: 'read the charges',
    minimumSeconds: 1,
    optional: 'path-without-id',
    judgesFailure: true,
    schema: chargesReply,
    clean: cleanCharges,
  }),

  /** Payments, a page of them. */
  invoices: readCall({
    path: ({ fromS, toS, token }: DaysRequest) =>
      pagePath('/api/v1/invoices/', { when: { gte: fromS, lte: toS } }, token),
    purpose: 'read the payments',
    minimumSeconds: 3,
    optional: 'path-without-id',
    schema: invoicesReply,
    clean: cleanInvoices,
  }),

  /** What the caller's machines have earned in whole days. */
  earnings: readCall({
    path: ({ fromDay, toDay, machineId }: EarningsRequest) =>
      `/api/v0/users/me/machine-earnings/?owner=me&sday=${fromDay}&eday=${toDay}${machineId === undefined ? '' : `&machid=${machineId}`}`,
    purpose: 'read the earnings',
    minimumSeconds: 2,
    optional: 'path-without-id',
    kept: EARNINGS_KEPT,
    schema: earningsReply,
    clean: (told) => told,
  }),
};
