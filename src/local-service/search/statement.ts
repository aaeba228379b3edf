/** Compiles a search to one SQL statement with bound parameters, and writes what it finds as the JSON of a reply. */
import type { SQLOutputValue } from 'node:sqlite';
import { BREAKDOWN_FIGURES, type Operator } from '../../catalogue/field.ts';

import { OFFER_COLUMNS } from '../market/tables.ts';
import type { Comparison, OrderKey, Pricing, Search } from './body.ts';
import type { Operand } from './operands.ts';

/** SQL expressions over `o`, a row of the table of offers, by field of an offer or of its breakdowns. */
type Expressions = ReadonlyMap<string, string>;

/**
 * The expressions for one way of pricing. Prices are $/hour (docs/interface.md, Offer, has the identities):
 * - parameters `:gb` (disk in GB), `:now` (Unix epoch seconds), `:caller` (user), `:is_bid` (0 or 1), and with a target
 *   `:target` (0 to 1) must be bound;
 * - `search.*` and `instance.*` are the figures of the breakdowns: of this search, and of what is charged for an instance that is created by
 *   it, which has no discount, and no cover where it is a bid.
 */
const offerExpressions = (pricing: Pricing, hasTarget: boolean): Expressions => {
  const listedDiscount = '(o.dph_base * coalesce(o.discount_rate, 0.0))';
  const base = { ondemand: 'o.dph_base', bid: 'o.min_bid', reserved: `(o.dph_base - ${listedDiscount})` }[pricing];
  // A reserved price has its discount in it already.
  const discount = pricing === 'reserved' ? '0.0' : `(${base} * coalesce(o.discount_rate, 0.0))`;
  // A month has 720 hours.
  const disk = '(o.storage_cost * :gb / 720.0)';
  const premium = hasTarget ? `(${base} * max(0.0, :target - o.reliability) * 2.0)` : '0.0';
  const total = hasTarget ? `(${base} + ${disk} + ${premium})` : `(${base} + ${disk})`;
  // Nothing is created at a reserved price.
  const charged = pricing === 'bid' ? base : 'o.dph_base';
  const cover = hasTarget && pricing !== 'bid' ? `(${charged} * max(0.0, :target - o.reliability) * 2.0)` : '0.0';
  const due = cover === '0.0' ? `(${charged} + ${disk})` : `(${charged} + ${disk} + ${cover})`;
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
    ['instance.gpuCostPerHour', charged],
    ['instance.diskHour', disk],
    ['instance.slaPremiumPerHour', cover],
    ['instance.totalHour', due],
    ['instance.discountTotalHour', '0.0'],
    ['instance.discountedTotalPerHour', due],
  ]);
};

/** True when the caller rents a GPU that is among the offer's. */
const RENTED = `EXISTS (SELECT 1 FROM instances i WHERE i.machine_id = o.machine_id AND i.renter_id = :caller
  AND i.first_gpu < o.first_gpu + o.num_gpus AND o.first_gpu < i.first_gpu + i.num_gpus)`;

/** A condition in SQL with a value for each `?` in it. It is never true where what it compares is null. */
type Condition = { readonly sql: string; readonly operands: readonly Operand[] };

/** The filters that are no column of their own, and versions and places, which are compared by another one. */
const SUBJECTS: Readonly<Record<string, string>> = {
  verified: "(o.verification = 'verified')",
  datacenter: '(o.hosting_type = 1)',
  has_sla: '(o.expected_reliability IS NOT NULL)',
  external: 'coalesce(o.external, 0)',
  geolocation: 'o.country',
  driver_version: 'o.driver_version_key',
  os_version: 'o.os_version_key',
  ubuntu_version: 'o.os_version_key',
  // What a host does not claim it does not cover.
  target_reliability: 'o.expected_reliability',
};

/** The filters whose value is the least that will do. */
const LEAST: ReadonlySet<string> = new Set(['duration', 'target_reliability']);

/** The filters that let more offers in when they are true, and never restrict to those. */
const INCLUDING: ReadonlySet<string> = new Set(['rented', 'external']);

/** The condition under which an offer passes `comparison`. Throws an Error for a name that is no filter. */
const comparisonCondition = (comparison: Comparison, expressions: Expressions): Condition => {
  const { name, operator, operands } = comparison;
  const subject = SUBJECTS[name] ?? expressions.get(name);
  if (subject === undefined) throw new Error(`${name} cannot be compared`);
  if (INCLUDING.has(name)) return includingCondition(subject, operator, operands);
  return compare(subject, LEAST.has(name) && operator === 'eq' ? 'gte' : operator, operands);
};

const SYMBOLS = { eq: '=', neq: '<>', gt: '>', lt: '<', gte: '>=', lte: '<=' } as const;

const compare = (subject: string, operator: Operator, operands: readonly Operand[]): Condition => {
  if (operator !== 'in' && operator !== 'notin') return { sql: `${subject} ${SYMBOLS[operator]} ?`, operands };
  // An empty list leaves nothing to compare, so null is no matter either.
  if (operands.length === 0) return operator === 'in' ? NEVER : ALWAYS;
  const list = operands.map(() => '?').join(', ');
  return { sql: `${subject} ${operator === 'in' ? 'IN' : 'NOT IN'} (${list})`, operands };
};

const NEVER: Condition = { sql: 'FALSE', operands: [] };
const ALWAYS: Condition = { sql: 'TRUE', operands: [] };

/** Shows every offer when true is wanted, only the others when just false is. */
const includingCondition = (subject: string, operator: Operator, operands: readonly Operand[]): Condition => {
  if (isHeld(1, operator, operands)) return ALWAYS;
  return isHeld(0, operator, operands) ? { sql: `NOT ${subject}`, operands: [] } : NEVER;
};

const isHeld = (value: number, operator: Operator, operands: readonly Operand[]): boolean => {
  const wanted = Number(operands[0]);
  switch (operator) {
    case 'eq':
      return value === wanted;
    case 'neq':
      return value !== wanted;
    case 'gt':
      return value > wanted;
    case 'lt':
      return value < wanted;
    case 'gte':
      return value >= wanted;
    case 'lte':
      return value <= wanted;
    case 'in':
      return operands.includes(value);
    case 'notin':
      return !operands.includes(value);
  }
};

/** Fields that the stored texts leave out, because they follow from the request, the caller or the minute. */
const NUMBERS = [
  'id',
  'ask_contract_id',
  'dph_base',
  'dph_total',
  'dph_total_adj',
  'discounted_dph_total',
  'discounted_hourly',
  'min_bid',
  'storage_total_cost',
  'vram_costperhour',
  'dlperf_per_dphtotal',
  'flops_per_dphtotal',
  'score',
  'duration',
  'end_date',
] as const;
const BOOLEANS = ['is_bid', 'rentable', 'rented'] as const;
const BREAKDOWNS = ['search', 'instance'] as const;

/** The expressions whose values `offerText` takes, in this order. */
const REPLY_FIELDS: readonly string[] = [
  ...NUMBERS,
  ...BOOLEANS,
  ...BREAKDOWNS.flatMap((breakdown) => BREAKDOWN_FIGURES.map(({ name }) => `${breakdown}.${name}`)),
];

/** What stands before each value of `REPLY_FIELDS`; a breakdown's braces stand around its figures. */
const LEADS: readonly string[] = [
  ...[...NUMBERS, ...BOOLEANS].map((name) => `,"${name}":`),
  ...BREAKDOWNS.flatMap((breakdown, place) =>
    BREAKDOWN_FIGURES.map(({ name }, figure) =>
      figure === 0 ? `${place === 0 ? '' : '}'},"${breakdown}":{"${name}":` : `,"${name}":`,
    ),
  ),
];

/**
 * The JSON of one offer from the members that never change, without braces, and from the row that a search found;
 * `columns` tells where in the row the value of each of `REPLY_FIELDS` stands.
 */
export const offerText = (unchanging: string, row: readonly SQLOutputValue[], columns: readonly number[]): string => {
  let text = `{${unchanging}`;
  for (const [field, lead] of LEADS.entries()) {
    const value = row[columns[field] ?? -1];
    const isBoolean = field >= NUMBERS.length && field < NUMBERS.length + BOOLEANS.length;
    // A number's own text is its JSON: the database holds neither NaN nor infinity.
    text += `${lead}${isBoolean ? value === 1 : value}`;
  }
  return `${text}}}`;
};

/** A statement that finds offers. Its named parameters are those of `offerExpressions`. */
type Statement = {
  /** Its rows hold the offer's place in the market, by which its texts are found, and then each value of the reply once. */
  readonly sql: string;
  /** The values for each `?` in it, in order. */
  readonly operands: readonly Operand[];
  /** For each of `REPLY_FIELDS` the place of its value in a row. */
  readonly columns: readonly number[];
};

/** The order of a search that asks for none: the best first, as the service scores them. */
const DEFAULT_ORDER: readonly OrderKey[] = [{ name: 'score', isDescending: true }];

/** What is ordered by another column, versions by their parts, and what is no field of an offer. */
const ORDER_COLUMNS: Readonly<Record<string, string>> = {
  driver_version: 'o.driver_version_key',
  os_version: 'o.os_version_key',
  ubuntu_version: 'o.os_version_key',
  verified: "(o.verification = 'verified')",
  datacenter: '(o.hosting_type = 1)',
};

/** Listed, and with room for the disk that is asked for. */
const ON_OFFER = ['o.is_listed', 'o.disk_space >= :gb'];

/** The statement of `search`. It computes values last, for the offers that are left, so as not to sort them all. */
export const searchStatement = (search: Search): Statement => {
  const expressions = offerExpressions(search.pricing, search.targetReliability !== undefined);
  const conditions = search.comparisons.map((comparison) => comparisonCondition(comparison, expressions));
  const values = REPLY_FIELDS.map((name) => expressionOf(expressions, name));
  const distinct = ['o.place', ...new Set(values)];
  return {
    sql: `WITH found AS MATERIALIZED (
      SELECT o.place FROM offers o
      WHERE ${[...ON_OFFER, ...conditions.map(({ sql }) => sql)].join(' AND ')}
      ORDER BY ${orderTerms(search.order, expressions)} LIMIT ?)
    SELECT ${distinct.join(', ')} FROM found CROSS JOIN offers o ON o.place = found.place`,
    operands: [...conditions.flatMap(({ operands }) => operands), search.limit],
    columns: values.map((value) => distinct.indexOf(value)),
  };
};

/** Null comes last in either direction, and equal offers by their id, so that the order is always the same. */
const orderTerms = (order: readonly OrderKey[], expressions: Expressions): string =>
  [
    ...(order.length === 0 ? DEFAULT_ORDER : order).map(
      ({ name, isDescending }) =>
        `${ORDER_COLUMNS[name] ?? expressionOf(expressions, name)} ${isDescending ? 'DESC' : 'ASC'} NULLS LAST`,
    ),
    'o.id',
  ].join(', ');

const expressionOf = (expressions: Expressions, name: string): string => {
  const expression = expressions.get(name);
  if (expression === undefined) throw new Error(`Offers have no ${name}`);
  return expression;
};
