/** Puts what the job costs into the offers, so that it is a column, a sort key and a filter like any other figure. Pure. */

import { withMembers } from '../../../catalogue/record-table.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { JOB_FIELDS, jobCost, type Workload } from '../../../pricing/job-cost.ts';
import type { ColumnChoice } from '../../state/columns.ts';
import { rowsReplaced } from '../../state/list.ts';
import type { Order } from '../../state/order.ts';
import { queryWithWorkload } from './filter/filter-query.ts';
import { INITIAL_ORDER, offersArranged } from './list.ts';

import type { Pricing } from './pages.ts';
import type { OffersState } from './state.ts';

/** The offers with what `workload` costs on each, where one is known; `pricing` is what their prices are for. */
export const withCosts = (
  offers: readonly Offer[],
  workload: Workload | undefined,
  pricing: Pricing | undefined,
): readonly Offer[] => {
  if (workload === undefined) return offers;
  const isCovered = isPricedFor(workload, pricing);
  return withMembers(offers, JOB_FIELDS, (offer) => jobCost(offer, workload, isCovered));
};

/** The offers without what a job costs on them. */
export const withoutCosts = (offers: readonly Offer[]): readonly Offer[] =>
  offers.some((offer) => JOB_FIELDS.some((name) => name in offer)) ? withMembers(offers, JOB_FIELDS) : offers;

/** True when prices for `pricing` have the SLA premium in them that the job wants. */
export const isPricedFor = ({ slaTarget }: Workload, pricing: Pricing | undefined): boolean =>
  slaTarget === undefined || pricing?.slaTarget === slaTarget;

/** Another job is compared for, or none: every row has its cost, and without one nothing is sorted or narrowed by it. */
export const workloadChanged = (state: OffersState, workload: Workload | undefined, height: number): OffersState => {
  const { list, pricing } = state;
  const costs = (offers: readonly Offer[]) =>
    workload === undefined ? withoutCosts(offers) : withCosts(offers, workload, pricing);
  const hasJob = workload !== undefined;
  const next = {
    ...list,
    query: queryWithWorkload(list.query, list.filter, hasJob),
    order: hasJob ? list.order : withoutJobKeys(list.order),
    ...(hasJob && list.columns !== undefined && { columns: withJobColumns(list.columns) }),
    column: !hasJob && isJobField(list.column) ? 'dph_total' : list.column,
    ...(list.opened !== undefined && {
      opened: { ...list.opened, row: costs([list.opened.row])[0] ?? list.opened.row },
    }),
  };
  return {
    ...state,
    workload,
    list: rowsReplaced(next, costs(list.rows), offersArranged(height), {
      isFirstKept: true,
      areFirst: true,
      ...(list.departed !== undefined && { kept: { departed: list.departed, placedBy: [] } }),
    }),
  };
};

/** A choice of columns that was made before there was a job: what that costs is shown beside those that stay at the left. */
const withJobColumns = (columns: ColumnChoice): ColumnChoice => {
  const { shown, pinned = 2 } = columns;
  if (shown === undefined || shown.some(isJobField)) return columns;
  return { ...columns, shown: [...shown.slice(0, pinned), ...JOB_FIELDS, ...shown.slice(pinned)] };
};

const isJobField = (name: string): boolean => JOB_FIELDS.some((field) => field === name);

const withoutJobKeys = (order: Order): Order => {
  const rest = order.filter(([field]) => !isJobField(field));
  return rest.length === order.length ? order : rest.length === 0 ? INITIAL_ORDER : rest;
};
