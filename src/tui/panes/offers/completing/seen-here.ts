/** What the offers at hand have in a field. It is counted once for the offers and the field: frames ask for it. */
import type { FilterField } from '../../../../catalogue/lookup.ts';
import type { Offer } from '../../../../catalogue/values.ts';
import { type Seen, seenIn } from '../../../../filter/seen.ts';

type Known = { readonly seen: Seen | undefined; readonly counts: ReadonlyMap<string, number> };

const KNOWN = new WeakMap<readonly Offer[], Map<string, Known>>();

/** What `offers` have in `field`; undefined where none of them has anything. */
export const seenHere = (offers: readonly Offer[], field: FilterField): Seen | undefined => knownOf(offers, field).seen;

/** How many of `offers` have each value of `field`; empty for figures. */
export const countsHere = (offers: readonly Offer[], field: FilterField): ReadonlyMap<string, number> =>
  knownOf(offers, field).counts;

const knownOf = (offers: readonly Offer[], field: FilterField): Known => {
  const byField = KNOWN.get(offers) ?? new Map<string, Known>();
  KNOWN.set(offers, byField);
  const known = byField.get(field.name) ?? counted(offers, field);
  byField.set(field.name, known);
  return known;
};

const counted = (offers: readonly Offer[], field: FilterField): Known => {
  const seen = seenIn(offers, field);
  return { seen, counts: new Map(seen?.kind === 'values' ? seen.values : []) };
};
