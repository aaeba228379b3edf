/** What a recorded answer was an answer to: which offers the question would have brought, and which it would not. Pure. */

import type { SearchRequest, SearchType } from '../api/requests.ts';
import { OPERATORS, type WireFilter } from '../catalogue/field.ts';
import { findFilterField } from '../catalogue/lookup.ts';
import type { Condition } from '../filter/line.ts';

/** A question, whatever its order and limit: they do not say which offers are meant. */
export type Asked = {
  readonly type: SearchType;
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
export const leftOpen = (asked: Asked, wanted: Asked): readonly string[] => {
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
