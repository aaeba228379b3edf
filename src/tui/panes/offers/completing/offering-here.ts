/** Finds what may stand at the cursor of the filter line, with counts from the offers at hand. Pure. */
import { type FilterField, findFilterField } from '../../../../catalogue/lookup.ts';
import { countriesOf } from '../../../../catalogue/regions.ts';
import type { Offer } from '../../../../catalogue/values.ts';
import { type Candidate, completionAt } from '../../../../filter/complete.ts';
import { fieldsInOrder } from '../../../../filter/field-order.ts';
import type { OfferList } from '../list.ts';
import { textsOf } from '../seen-texts.ts';
import type { Offered, Offering } from './offering.ts';
import { countsHere } from './seen-here.ts';

const FOUND = new WeakMap<OfferList, Offering>();

/** What may stand at the cursor now; while it is gone through, what could when that began. It is found once for a list. */
export const offeringHere = (list: OfferList): Offering => {
  const found = list.query.typing?.walk ?? FOUND.get(list) ?? foundIn(list);
  FOUND.set(list, found);
  return found;
};

const foundIn = ({ filter: { text, at }, query, rows }: OfferList): Offering => {
  if (query.typing === undefined) return { from: at, items: [], offers: rows.length };
  const values = (field: FilterField) => [
    ...new Set([...countsHere(rows, field).keys(), ...textsOf(query.seen, field.name)]),
  ];
  const { from, candidates, valueField } = completionAt(
    text,
    at,
    values,
    fieldsInOrder(query.used ?? [], query.hasWorkload),
    query.sets,
  );
  return {
    from,
    items: candidates.map((candidate) => withCount(candidate, rows)),
    ...(valueField !== undefined && { valueField: valueField.name }),
    offers: rows.length,
  };
};

const withCount = (candidate: Candidate, rows: readonly Offer[]): Offered => {
  const field = findFilterField(candidate.field);
  const named = valuesNamed(candidate);
  if (named.length === 0 || field === undefined) return candidate;
  const counts = countsHere(rows, field);
  const values = new Set(field.filter.kind === 'country' ? named.flatMap(countriesOf) : named);
  const count = [...values].reduce((sum, value) => sum + (counts.get(value) ?? 0), 0);
  return count === 0 ? candidate : { ...candidate, count };
};

/** The values that a candidate stands for. */
const valuesNamed = (candidate: Candidate): readonly string[] => {
  if (candidate.kind === 'set') return candidate.members.map(String);
  return candidate.kind === 'value' && candidate.value !== undefined ? [candidate.value] : [];
};
