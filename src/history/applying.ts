/** What of a filter is still to be applied to the recorded answers of a question, and whether it can be. Pure. */
import type { Offer } from '../catalogue/values.ts';
import { compileLine } from '../filter/evaluate.ts';
import type { Condition } from '../filter/line.ts';
import { type Asked, leftOpen } from './asked.ts';
import { isKeptFilter } from './kept-filter.ts';

/** Which offers are meant. */
export type WhatIsMeant = {
  readonly asked: Asked;
  /** The conditions of the filter, the defaults among them. */
  readonly conditions: readonly Condition[];
  /** Those that no service is asked for. */
  readonly local: readonly Condition[];
};

/** The conditions of what is meant that answers to `asked` do not answer for. */
export const openConditions = (
  asked: Asked,
  { asked: wanted, conditions, local }: WhatIsMeant,
): readonly Condition[] => {
  const open = leftOpen(asked, wanted);
  return conditions.filter((condition) => open.includes(condition.field) || local.includes(condition));
};

/** Names of those filters among them that cannot be applied to what is kept. */
export const unkeptOf = (asked: Asked, meant: WhatIsMeant): readonly string[] =>
  unkeptFilters(openConditions(asked, meant));

/** Names of the filters among `conditions` that cannot be applied to what is kept. */
export const unkeptFilters = (conditions: readonly Condition[]): readonly string[] =>
  conditions.filter(({ operator }) => operator !== 'any').flatMap(({ field }) => (isKeptFilter(field) ? [] : [field]));

/** True of the offers that all of `conditions` let through. */
export const isMeantBy = (conditions: readonly Condition[]): ((offer: Offer) => boolean) =>
  compileLine({ clauses: conditions, words: [] });

/** The models that the conditions allow; nothing where they name none. */
export const modelsIn = (conditions: readonly Condition[]): { readonly models?: readonly string[] } => {
  for (const condition of conditions) {
    if (condition.field !== 'gpu_name' || condition.operator === 'any') continue;
    const { operator, value } = condition;
    if (operator === 'eq' || operator === 'in')
      return { models: (typeof value === 'object' ? value : [value]).map(String) };
  }
  return {};
};
