/**
 * What each field of an offer is in SQL. A reply carries the values of these very expressions, and conditions and order
 * use them too, so that a search can never disagree with the numbers that it returns.
 */
import { OFFER_COLUMNS } from '../market/offer-columns.ts';
import type { Pricing } from './body.ts';

/** SQL expressions over `o`, a row of the table of offers, by field of an offer or of its breakdowns. */
export type Expressions = ReadonlyMap<string, string>;

/**
 * The expressions for one way of pricing. Prices are $/hour (docs/interface.md, Offer, has the identities):
 * - parameters `:gb` (disk in GB), `:now` (Unix epoch seconds), `:caller` (user), `:is_bid` (0 or 1), and with a target
 *   `:target` (0 to 1) must be bound;
 * - `search.*` and `instance.*` are the figures of the breakdowns; an instance shows what it costs without SLA cover.
 */
export const offerExpressions = (pricing: Pricing, hasTarget: boolean): Expressions => {
  const listedDiscount = '(o.dph_base * coalesce(o.discount_rate, 0.0))';
  const base = { ondemand: 'o.dph_base', bid: 'o.min_bid', reserved: `(o.dph_base - ${listedDiscount})` }[pricing];
  // A reserved price has its discount in it already.
  const discount = pricing === 'reserved' ? '0.0' : `(${base} * coalesce(o.discount_rate, 0.0))`;
  // A month has 720 hours.
  const disk = '(o.storage_cost * :gb / 720.0)';
  const premium = hasTarget ? `(${base} * max(0.0, :target - o.reliability) * 2.0)` : '0.0';
  const total = hasTarget ? `(${base} + ${disk} + ${premium})` : `(${base} + ${disk})`;
  const discounted = hasTarget ? `(${base} - ${discount} + ${disk} + ${premium})` : `(${base} - ${discount} + ${disk})`;
  return new Map([
    ...OFFER_COLUMNS.map(({ name }) => [name, `o.${name}`] as const),
    ['ask_contract_id', 'o.id'],
    ['dph_base', base],
    ['storage_total_cost', disk],
    ['dph_total', total],
    ['dph_total_adj', `(${total} + 2.0 * o.inet_down_cost)`],
    ['discounted_hourly', discount],
    ['discounted_dph_total', discounted],
    ['vram_costperhour', `(${total} / o.gpu_total_ram)`],
    ['dlperf_per_dphtotal', `(o.dlperf / ${total})`],
    ['flops_per_dphtotal', `(o.total_flops / ${total})`],
    ['score', `(o.reliability_mult * o.dlperf / ${total})`],
    ['is_bid', ':is_bid'],
    ['duration', '(o.end_date - :now)'],
    ['rented', RENTED],
    ['search.gpuCostPerHour', base],
    ['search.diskHour', disk],
    ['search.slaPremiumPerHour', premium],
    ['search.totalHour', total],
    ['search.discountTotalHour', discount],
    ['search.discountedTotalPerHour', discounted],
    ['instance.gpuCostPerHour', base],
    ['instance.diskHour', disk],
    ['instance.slaPremiumPerHour', '0.0'],
    ['instance.totalHour', `(${base} + ${disk})`],
    ['instance.discountTotalHour', discount],
    ['instance.discountedTotalPerHour', `(${base} - ${discount} + ${disk})`],
  ]);
};

/** True when the caller rents a GPU that is among the offer's. */
const RENTED = `EXISTS (SELECT 1 FROM instances i WHERE i.machine_id = o.machine_id AND i.renter_id = :caller
  AND i.first_gpu < o.first_gpu + o.num_gpus AND o.first_gpu < i.first_gpu + i.num_gpus)`;
