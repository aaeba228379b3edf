/**
 * What a recorded answer was an answer to: which offers the question would have brought, and which it would not; and what of a filter is still
 * to be applied to it. Pure.
 */
import { type SearchRequest, type SearchType, USUAL_SEARCH } from '../api/requests.ts';
import { OPERATORS, type WireFilter } from '../catalogue/field.ts';
import { findFilterField } from '../catalogue/lookup.ts';
import type { Offer } from '../catalogue/values.ts';
import { compileLine } from '../filter/evaluate.ts';
import type { Condition } from '../filter/line.ts';
import { wireFilters } from '../filter/request.ts';
import { isKeptFilter } from './kept-offer.ts';

/** A question, whatever its order and limit: they do not say which offers are meant. */
export type Asked = {
  /** `machines`: for a host's own, each GPU by itself (`own-machines.ts`). */
  readonly type: SearchType | 'machines';
  /** Disk in GB that is in the prices. */
  readonly storageGb: number;
  /** The filters as they were sent, the defaults among them. */
  readonly filters: Readonly<Record<string, WireFilter>>;
};

/** What `request` asks for. */
export const askedOf = ({ type, allocatedStorageGb: storageGb, filters }: SearchRequest): Asked => ({
  type,
  storageGb,
  filters,
});

/** What is asked where nobody says otherwise. */
export const USUAL_ASKED: Asked = askedOf({ ...USUAL_SEARCH, filters: wireFilters({ clauses: [] }).filters });

/** `asked` as one text, the same for two questions that ask the same. */
export const askedText = ({ type, storageGb, filters }: Asked): string =>
  JSON.stringify([
    type,
    storageGb,
    Object.entries(filters)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(sortedFilter),
  ]);

/** The question that a text of `askedText` tells. */
export const askedIn = (text: string): Asked => {
  const [type, storageGb, filters] = JSON.parse(text);
  return { type, storageGb, filters: Object.fromEntries(filters) };
};

const sortedFilter = ([name, filter]: readonly [string, WireFilter]) => [
  name,
  Object.fromEntries(Object.entries(filter).sort(([one], [other]) => (one < other ? -1 : 1))),
];

/**
 * True where an answer to `asked` holds every offer that `wanted` means: it was priced alike, and each of its filters is one of
 * those wanted.
 */
export const covers = (asked: Asked, wanted: Asked): boolean => {
  if (asked.type !== wanted.type || asked.storageGb !== wanted.storageGb) return false;
  const held = new Set(filterTexts(wanted));
  return filterTexts(asked).every((text) => held.has(text));
};

/** The filters of `asked` as clauses of a filter line. */
export const clausesOf = ({ filters }: Pick<Asked, 'filters'>, name?: string): readonly Condition[] =>
  Object.keys(filters)
    .filter((field) => name === undefined || field === name)
    .flatMap((field) =>
      OPERATORS.flatMap((operator): readonly Condition[] => {
        const value = filters[field]?.[operator];
        return value === undefined ? [] : [{ field, operator, value }];
      }),
    );

/** Names of the filters of `wanted` that an answer to `asked` does not answer for: they are applied to what it held. */
const leftOpen = (asked: Asked, wanted: Asked): readonly string[] => {
  const held = new Set(filterTexts(asked));
  return restrictionsOf(wanted).flatMap(([name, filter]) =>
    held.has(JSON.stringify(sortedFilter([name, filter]))) ? [] : [name],
  );
};

const filterTexts = (asked: Asked): readonly string[] =>
  restrictionsOf(asked).map((entry) => JSON.stringify(sortedFilter(entry)));

/** The filters that leave something out: not those that lift a default; one value of a list is that value. */
export const restrictionsOf = ({ filters }: Asked): readonly (readonly [string, WireFilter])[] =>
  Object.entries(filters).flatMap(([name, filter]) => {
    const lifting = findFilterField(name)?.filter.initial?.any;
    if (lifting !== undefined && JSON.stringify(lifting) === JSON.stringify(filter)) return [];
    const { in: list, ...rest } = filter;
    const [only] = typeof list === 'object' ? list : [];
    const isOne = typeof list === 'object' && list.length === 1 && only !== undefined && Object.keys(rest).length === 0;
    return [[name, isOne ? { eq: only } : filter] as const];
  });

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
