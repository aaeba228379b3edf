/** Which words a search takes: the published filters (docs/interface.md, filter parameters), and what other clients of such services send besides. */
import type { Field } from '../../catalogue/field.ts';
import { fraction, number } from '../../catalogue/filter-kinds.ts';
import { FILTER_FIELDS, type FilterField, findOfferField } from '../../catalogue/lookup.ts';
import { isScalar } from '../market/offer-columns.ts';

/** Fields of an offer that are no published filter. */
const MORE_FILTERS: readonly FilterField[] = [
  { name: 'cluster_id', group: 'identity', label: 'Cluster', filter: number },
  { name: 'reliability2', group: 'reliability', label: 'Reliability, second score', filter: fraction },
];

/** Every filter of a search. */
export const SEARCH_FILTERS: readonly FilterField[] = [...FILTER_FIELDS, ...MORE_FILTERS];

/** Words that offers can be ordered by though no field of an offer has that name. */
const MORE_ORDERS: readonly string[] = ['verified', 'datacenter', 'ubuntu_version'];

/** True for a word that offers can be ordered by: every field with one value, and what follows from one. */
export const isOrder = (name: string): boolean => {
  const field: Field | undefined = findOfferField(name);
  return MORE_ORDERS.includes(name) || (field !== undefined && isScalar(field));
};
