/** Sorts offers here, as the service sorts them, by what it does not know too. */

import { once } from '../base/once.ts';
import { fieldValue } from '../catalogue/computed-fields.ts';
import { findOfferField } from '../catalogue/lookup.ts';
import type { Offer } from '../catalogue/values.ts';
import { compareVersions } from './evaluate.ts';

type Comparison = (left: string, right: string) => number;

/** Making one takes 5 ms and 3 MB, and most runs sort no text here. */
const collator = once(() => new Intl.Collator('en', { numeric: true, sensitivity: 'base' }));

/** As the service sorts: versions by their parts; undefined where texts compare letter by letter. */
export const serviceTextOrder = (field: string): Comparison | undefined =>
  findOfferField(field)?.filter?.kind === 'version' ? compareVersions : undefined;

/** As people sort, for what the service never sorts: versions by their parts, other texts without regard to letter case. */
export const naturalTextOrder = (field: string): Comparison => serviceTextOrder(field) ?? collator().compare;

/** Sort keys, the most important first. */
type Keys = readonly (readonly [field: string, direction: 'asc' | 'desc'])[];

/** Below 0 where `a` comes before `b`, 0 where no key tells them apart. What is absent comes last in either direction. */
export const offerOrder = (keys: Keys): ((a: Offer, b: Offer) => number) => {
  const comparisons = keys.map(([field, direction]) => {
    const compareTexts = serviceTextOrder(field);
    const sign = direction === 'asc' ? 1 : -1;
    return (a: Offer, b: Offer): number => {
      const [left, right] = [comparable(fieldValue(a, field)), comparable(fieldValue(b, field))];
      if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
      if (left === right) return 0;
      if (compareTexts !== undefined && typeof left === 'string' && typeof right === 'string')
        return sign * compareTexts(left, right);
      return left < right ? -sign : sign;
    };
  });
  return (a, b) => {
    for (const compare of comparisons) {
      const difference = compare(a, b);
      if (difference !== 0) return difference;
    }
    return 0;
  };
};

const comparable = (value: unknown): string | number | undefined => {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
};
