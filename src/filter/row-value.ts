/** Where the value that a filter compares stands in an offer (docs/interface.md, Decisions). */
import { fieldValue, findComputedField } from '../catalogue/computed-fields.ts';
import { countryOfPlace } from '../catalogue/countries.ts';
import type { Offer } from '../catalogue/values.ts';

/** The value of one offer that a filter compares: null when the offer says that it has none, undefined when it says nothing. */
type RowValue = (offer: Offer) => unknown;

/** Filters whose value is not simply the field of the same name. */
const DERIVED: Readonly<Record<string, RowValue>> = {
  verified: ({ verification }) => (typeof verification === 'string' ? verification === 'verified' : verification),
  datacenter: ({ hosting_type: hosting }) => (typeof hosting === 'number' ? hosting === 1 : hosting),
  has_sla: ({ expected_reliability: claim }) => typeof claim === 'number',
  // What a host does not claim it does not cover.
  target_reliability: ({ expected_reliability: claim }) => claim,
  external: ({ external }) => Boolean(external),
  has_avx: ({ has_avx: avx }) => (typeof avx === 'number' ? avx !== 0 : avx),
  ubuntu_version: ({ os_version: version }) => version,
  geolocation: ({ geolocation }) =>
    typeof geolocation === 'string' ? (countryOfPlace(geolocation) ?? null) : geolocation,
};

/** How to find the value that the filter called `name` compares. What is computed here is judged here alone: unknown, it is none. */
export const rowValue = (name: string): RowValue => {
  if (findComputedField(name) !== undefined) return (offer) => fieldValue(offer, name) ?? null;
  return DERIVED[name] ?? ((offer) => offer[name]);
};
