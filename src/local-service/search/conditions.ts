/** Turns a comparison into a condition in SQL (docs/interface.md, Decisions, says what filters mean that are no offer field). */
import type { Operator } from '../../catalogue/field.ts';
import type { Expressions } from './expressions.ts';
import type { Comparison } from './filters.ts';
import type { Operand } from './operands.ts';

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
export const comparisonCondition = (comparison: Comparison, expressions: Expressions): Condition => {
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
