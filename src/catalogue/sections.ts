/** Everything that one record holds, by group: labels, values in display units, and what the catalogue does not know. */
import type { ColouredRole } from '../base/roles.ts';
import { MISSHAPEN, type ServiceRecord } from './columns.ts';
import { type Field, GROUPS, type Group } from './field.ts';
import { ABSENT, displayText, formatValue, jsonStart, LONGEST_SHOWN, unitOf } from './format.ts';
import { toneOf } from './tones.ts';

/** One field of a record as a person reads it. The texts may hold any character. */
type Entry = {
  readonly label: string;
  readonly value: string;
  readonly unit: string;
  readonly role?: ColouredRole | undefined;
  readonly isAbsent?: boolean;
  /** What is told in one line with it: of its `words` a `_` stands for the value. */
  readonly beside: readonly (Entry & { readonly words: string })[];
};

/** A group of a record's fields. */
type Section = { readonly title: string; readonly entries: readonly Entry[] };

/** What the groups are called. */
export const GROUP_TITLES: Readonly<Record<Group, string>> = {
  price: 'Price',
  gpu: 'GPU',
  processor: 'Processor and system',
  storage: 'Storage',
  network: 'Network and location',
  reliability: 'Reliability',
  availability: 'Availability',
  identity: 'Identity',
  other: 'Other',
};

/** What the group of members is called that no field names. */
export const UNPUBLISHED_TITLE = 'Not in the published interface';

/**
 * The sections of `record`: groups without a field are left out, members that `fields` do not name come last. Breakdowns are
 * in none of them: they are tables of their own.
 */
export const sectionsOf = (record: ServiceRecord, fields: readonly Field[]): readonly Section[] =>
  [
    ...GROUPS.map((group) => ({
      title: GROUP_TITLES[group],
      entries: fields
        .filter(({ group: own, wire, beside }) => own === group && wire !== 'breakdown' && beside === undefined)
        .map((field) => entryOf(field, record, fields)),
    })),
    { title: UNPUBLISHED_TITLE, entries: unknownEntries(record, fields) },
  ].filter(({ entries }) => entries.length > 0);

/** Every text and figure of `record`, as shown or as it came: what words are looked for in. Names of fields are none of them. */
export const textsOf = (record: ServiceRecord, fields: readonly Field[]): readonly string[] => {
  const shown = fields.flatMap((field) => (isPlain(field) ? formatValue(field, record[field.name]) : []));
  const plain = new Set(fields.filter(isPlain).map(({ name }) => name));
  const others = Object.entries(record).filter(([name]) => !plain.has(name));
  return [...shown, ...leavesOf(others.map(([, value]) => value))];
};

/** True for a field that holds one value, and is shown as that. */
const isPlain = ({ wire }: Field): boolean => wire !== 'objects' && wire !== 'breakdown';

/** Texts and figures of one value that words are looked for in. */
const MOST_LEAVES = 2000;

/** The texts and figures in `value`, however deeply it is nested; of a value that holds thousands, the first ones. */
export const leavesOf = (value: unknown): readonly string[] => {
  const leaves: string[] = [];
  // A list of its own instead of the call stack, which a reply of nothing but brackets would exhaust.
  const waiting = [value];
  while (waiting.length > 0 && leaves.length < MOST_LEAVES) {
    const next = waiting.pop();
    if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) waiting.push(inner);
    else if (typeof next === 'string') leaves.push(displayText(next));
    else if (typeof next === 'number') leaves.push(String(next));
  }
  return leaves;
};

const entryOf = (field: Field, record: ServiceRecord, fields: readonly Field[]): Entry => {
  const isMisshapen = record[field.name] === undefined && field.name in record;
  const value = isMisshapen ? MISSHAPEN : formatValue(field, record[field.name]);
  return {
    label: field.label,
    value,
    unit: value === ABSENT || isMisshapen || field.label.endsWith(unitOf(field)) ? '' : unitOf(field),
    isAbsent: value === ABSENT,
    role: field.tones && toneOf(field.tones, record[field.name]),
    beside: fields.flatMap((other) => {
      if (other.beside?.[0] !== field.name) return [];
      return { ...entryOf(other, record, []), words: other.beside[1] };
    }),
  };
};

/** The members of a record that `fields` tell of. */
export const membersOf = (fields: readonly Field[]): ReadonlySet<string> =>
  new Set(fields.flatMap(({ name, madeOf }) => (madeOf === undefined ? name : [name, madeOf])));

/** Members outside the published interface that are shown at the most. */
const MOST_UNKNOWN = 500;

const unknownEntries = (record: ServiceRecord, fields: readonly Field[]): readonly Entry[] => {
  const known = membersOf(fields);
  return Object.entries(record)
    .filter(([name, value]) => !known.has(name) && value !== undefined)
    .slice(0, MOST_UNKNOWN)
    .map(([name, value]) => ({ label: name, value: jsonStart(value, LONGEST_SHOWN), unit: '', beside: [] }));
};
