/** Finds catalogue rows by what a person typed or the service wrote. */
import { COMPUTED_FIELDS } from './computed-fields.ts';
import { boolean, type Field, integer, number, target, text, version } from './field.ts';
import { OFFER_FIELDS } from './offer-fields.ts';

/** The filters that have no field of the same name. */
const FILTER_ONLY_FIELDS = [
  {
    name: 'verified',
    group: 'reliability',
    label: 'Verified',
    filter: { ...boolean, initial: { value: true, any: { in: [true, false] } } },
  },
  { name: 'has_sla', group: 'reliability', label: 'Has an SLA claim', filter: boolean },
  {
    name: 'target_reliability',
    group: 'reliability',
    label: 'SLA coverage target',
    quantity: 'fraction',
    filter: target,
  },
  { name: 'datacenter', group: 'identity', label: 'In a datacenter', filter: boolean },
  { name: 'ubuntu_version', group: 'processor', label: 'Ubuntu', filter: version, aliases: ['ubuntu'] },
] as const satisfies readonly Field[];

/** A row that may be used in a search filter. */
export type FilterField = Field & Required<Pick<Field, 'filter'>>;

const isFilterField = (field: Field): field is FilterField => field.filter !== undefined;

const allFields: readonly Field[] = [...FILTER_ONLY_FIELDS, ...OFFER_FIELDS];

/** The 56 filters (docs/interface.md, filter parameters), those that are no field of an offer first. */
export const FILTER_FIELDS: readonly FilterField[] = allFields.filter(isFilterField);

/** How a field of an offer is compared that the service cannot filter by, by its kind on the wire. */
const FILTERS_HERE: Readonly<Record<string, Required<Field>['filter']>> = {
  ...{ string: text, integer, number, boolean, flag: boolean },
};

/** The columns of an offer that the service has no filter for: a clause on one is applied to the rows received. Moments are no figures. */
const HERE_ONLY_FIELDS: readonly FilterField[] = allFields.flatMap((field) => {
  const filter = field.filterHere ?? (field.wire === undefined ? undefined : FILTERS_HERE[field.wire]);
  const isLeftOut = field.filter !== undefined || filter === undefined || field.quantity === 'moment';
  return isLeftOut ? [] : [{ ...field, filter }];
});

const namesHere = new Set([...HERE_ONLY_FIELDS, ...COMPUTED_FIELDS].map(({ name }) => name));

/** True for a field that no service is asked for: a clause on it is judged here. */
export const isAppliedHere = (name: string): boolean => namesHere.has(name);

/** Every field that any filter line may name: those filters, and what is computed here from an offer alone. */
export const LINE_FIELDS: readonly FilterField[] = [
  ...FILTER_FIELDS,
  ...COMPUTED_FIELDS.filter(({ needsWorkload }) => !needsWorkload),
];

/** Those whose values are texts that the service is asked for, or that stand in a column and are shared by many offers. */
export const TEXT_FIELDS: readonly FilterField[] = [
  ...FILTER_FIELDS,
  ...HERE_ONLY_FIELDS.filter(({ heading, group }) => heading !== undefined && group !== 'network'),
].filter(({ filter }) => ['text', 'version', 'country'].includes(filter.kind));

const offerFieldsByName = new Map<string, Field>(OFFER_FIELDS.map((field) => [field.name, field]));

const filterFieldsByWord = new Map<string, FilterField>(
  // A name of a filter goes before that of a column.
  [...HERE_ONLY_FIELDS, ...FILTER_FIELDS, ...COMPUTED_FIELDS].flatMap((field) =>
    [field.name, ...(field.aliases ?? [])].map((word) => [word, field] as const),
  ),
);

/** The row of an offer's field by its wire name; undefined when it is no published field. */
export const findOfferField = (name: string): Field | undefined => offerFieldsByName.get(name);

/** The filter that a person means by `word`, a computed one too: a name or an alias, in any letter case; undefined when there is none. */
export const findFilterField = (word: string): FilterField | undefined => filterFieldsByWord.get(word.toLowerCase());

/** Every word by which a filter may be called: names and aliases. */
export const FILTER_WORDS: readonly string[] = [...filterFieldsByWord.keys()];

/**
 * The rows of another list that a filter line may name. What offers have too is typed as it is there; moments and what is no single value
 * are left out.
 */
export const filterRowsOf = (fields: readonly Field[]): readonly FilterField[] =>
  fields.flatMap((row) => {
    const like = row.name === 'id' ? undefined : offerFieldsByName.get(row.name);
    const found = row.filterHere ?? like?.filter ?? (row.wire && FILTERS_HERE[row.wire]);
    if (found === undefined || row.quantity === 'moment') return [];
    const { initial: _, ...filter } = found;
    const { aliases = [], known, meant } = { ...like, ...row };
    return { ...row, filter, aliases, ...(known && { known }), ...(meant && { meant }) };
  });
