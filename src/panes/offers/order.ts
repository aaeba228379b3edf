/** Sorting offers: the sort keys as a person toggles them, and the same order applied to rows that are already here. */
import type { SortKey } from '../../api/requests.ts';
import { findOfferField } from '../../catalogue/lookup.ts';
import type { Offer } from '../../catalogue/values.ts';
import { compareVersions } from '../../filter/evaluate.ts';

/** The order in which a search begins (DESIGN.md section 3): most performance for the money first. */
export const INITIAL_ORDER: readonly SortKey[] = [['dlperf_per_dphtotal', 'desc']];

/** `order` after the only key was toggled on `field`: ascending, descending, then back to the initial order. */
export const orderToggled = (order: readonly SortKey[], field: string): readonly SortKey[] => {
  const [first] = order;
  if (order.length === 1 && first?.[0] === field) return first[1] === 'asc' ? [[field, 'desc']] : INITIAL_ORDER;
  return [[field, 'asc']];
};

/** `order` after a further key was toggled on `field`: added ascending, turned to descending, then taken out. */
export const orderKeyToggled = (order: readonly SortKey[], field: string): readonly SortKey[] => {
  const present = order.find(([name]) => name === field);
  if (present === undefined) return [...order, [field, 'asc']];
  if (present[1] === 'asc') return order.map((key) => (key === present ? [field, 'desc'] : key));
  const rest = order.filter((key) => key !== present);
  return rest.length === 0 ? INITIAL_ORDER : rest;
};

/** What stands behind a column's heading: direction, and rank when there are several keys; empty when it is no key. */
export const orderMark = (order: readonly SortKey[], field: string | undefined): string => {
  const rank = order.findIndex(([name]) => name === field);
  if (rank < 0) return '';
  return (order[rank]?.[1] === 'asc' ? '^' : 'v') + (order.length > 1 ? String(rank + 1) : '');
};

/** `offers` in `order`: absent values last in either direction, equal rows as they were (API.md, `order`). */
export const inOrder = (offers: readonly Offer[], order: readonly SortKey[]): readonly Offer[] => {
  const comparisons = order.map(([field, direction]) => comparison(field, direction === 'asc' ? 1 : -1));
  return [...offers].sort((a, b) => {
    for (const compare of comparisons) {
      const difference = compare(a, b);
      if (difference !== 0) return difference;
    }
    return 0;
  });
};

const comparison = (field: string, sign: 1 | -1): ((a: Offer, b: Offer) => number) => {
  const isVersion = findOfferField(field)?.filter?.kind === 'version';
  return (a, b) => {
    const left = comparable(a[field]);
    const right = comparable(b[field]);
    if (left === undefined || right === undefined) {
      return left === right ? 0 : left === undefined ? 1 : -1;
    }
    if (isVersion && typeof left === 'string' && typeof right === 'string') return sign * compareVersions(left, right);
    return left === right ? 0 : left < right ? -sign : sign;
  };
};

const comparable = (value: unknown): string | number | undefined => {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
};
