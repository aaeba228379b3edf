/** Everything that one record holds, by group: labels, values in display units, and what the catalogue does not know. */
import { MISSHAPEN, type ServiceRecord } from './columns.ts';
import { type Field, GROUPS, type Group } from './field.ts';
import { ABSENT, formatValue, unitOf } from './format.ts';

/** One field of a record as a person reads it. The texts may hold any character. */
export type Entry = { readonly label: string; readonly value: string; readonly unit: string };

/** A group of a record's fields. */
export type Section = { readonly title: string; readonly entries: readonly Entry[] };

const TITLES: Readonly<Record<Group, string>> = {
  price: 'Price',
  gpu: 'GPU',
  processor: 'Processor and system',
  storage: 'Storage',
  network: 'Network and place',
  reliability: 'Reliability',
  availability: 'Availability',
  identity: 'Identity',
  other: 'Other',
};

/**
 * The sections of `record`: groups without a field are left out, members that `fields` do not name come last. Breakdowns are
 * in none of them: they are tables of their own.
 */
export const sectionsOf = (record: ServiceRecord, fields: readonly Field[]): readonly Section[] =>
  [
    ...GROUPS.map((group) => ({
      title: TITLES[group],
      entries: fields
        .filter(({ group: own, wire }) => own === group && wire !== 'breakdown')
        .map((field) => entryOf(field, record)),
    })),
    { title: 'Not in the published interface', entries: unknownEntries(record, fields) },
  ].filter(({ entries }) => entries.length > 0);

const entryOf = (field: Field, record: ServiceRecord): Entry => {
  const isMisshapen = record[field.name] === undefined && field.name in record;
  const value = isMisshapen ? MISSHAPEN : formatValue(field, record[field.name]);
  return { label: field.label, value, unit: value === ABSENT || isMisshapen ? '' : unitOf(field) };
};

const unknownEntries = (record: ServiceRecord, fields: readonly Field[]): readonly Entry[] => {
  const known = new Set(fields.map(({ name }) => name));
  return Object.entries(record)
    .filter(([name, value]) => !known.has(name) && value !== undefined)
    .map(([name, value]) => ({ label: name, value: JSON.stringify(value), unit: '' }));
};
