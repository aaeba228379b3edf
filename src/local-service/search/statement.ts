/** Compiles a search to one SQL statement with bound parameters. */
import type { OrderKey, Search } from './body.ts';
import { comparisonCondition } from './conditions.ts';
import { type Expressions, offerExpressions } from './expressions.ts';
import type { Operand } from './operands.ts';
import { REPLY_FIELDS } from './reply.ts';

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
const ALWAYS = ['o.is_listed', 'o.disk_space >= :gb'];

/** The statement of `search`. It computes values last, for the offers that are left, so as not to sort them all. */
export const searchStatement = (search: Search): Statement => {
  const expressions = offerExpressions(search.pricing, search.targetReliability !== undefined);
  const conditions = search.comparisons.map((comparison) => comparisonCondition(comparison, expressions));
  const values = REPLY_FIELDS.map((name) => expressionOf(expressions, name));
  const distinct = ['o.place', ...new Set(values)];
  return {
    sql: `WITH found AS MATERIALIZED (
      SELECT o.place FROM offers o
      WHERE ${[...ALWAYS, ...conditions.map(({ sql }) => sql)].join(' AND ')}
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
