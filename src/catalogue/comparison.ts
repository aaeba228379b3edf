/** Records side by side: a row for each field, with the cells that are the best and whether the records differ in it. Pure. */

import { MISSHAPEN, type ServiceRecord } from './columns.ts';
import { COMPUTED_FIELDS, fieldValue } from './computed-fields.ts';
import { BREAKDOWN_FIGURES, betterOf, type Field, GROUPS } from './field.ts';

import { ABSENT, formatValue, jsonStart, LONGEST_SHOWN, unitOf } from './format.ts';

import { OFFER_FIELDS } from './offer-fields.ts';
import { GROUP_TITLES, membersOf, UNPUBLISHED_TITLE } from './sections.ts';

/** One field of several records. */
type ComparedRow = {
  /** Words for a person; those of a field that is not published may hold any character. */
  readonly label: string;
  readonly unit: string;
  /** What each record says, in display units, in the order of the records; it may hold any character. */
  readonly cells: readonly string[];
  /**
   * Places of the best cells: none where none is better, where fewer than two are known, or where the known are equal. A figure that
   * grows with the GPUs is the best among the records with as many of them.
   */
  readonly best: readonly number[];
  /** True when not all cells are equal. */
  readonly differs: boolean;
};

/** The rows of one group of fields. */
type ComparedGroup = { readonly title: string; readonly rows: readonly ComparedRow[] };

/** What is compared of a record: a field and its value. */
type Subject = { readonly field: Field; readonly valueIn: (record: ServiceRecord) => unknown };

const [FIRST_FIELD, ...FURTHER_FIELDS] = OFFER_FIELDS;

/** The fields of an offer that are compared: what is computed of the price stands behind it. */
export const COMPARED_OFFER_FIELDS: readonly Field[] = [FIRST_FIELD, ...COMPUTED_FIELDS, ...FURTHER_FIELDS];

/** Members outside the published interface that are compared at the most. */
const MOST_UNKNOWN = 100;

/** `records` by group, prices first; groups without a row are left out. */
export const comparisonOf = (records: readonly ServiceRecord[], fields: readonly Field[]): readonly ComparedGroup[] => {
  const plain = fields
    .filter(({ wire }) => wire !== 'breakdown')
    .map((field) => ({ field, valueIn: (record: ServiceRecord) => fieldValue(record, field.name) }));
  const groups = GROUPS.map((group) => ({
    title: GROUP_TITLES[group],
    subjects: plain.filter(({ field }) => field.group === group),
  }));
  const costs = fields
    .filter(({ wire }) => wire === 'breakdown')
    .map((field) => ({ title: field.label, subjects: figuresOf(field) }));
  const unknown = { title: UNPUBLISHED_TITLE, subjects: unknownSubjects(records, fields) };
  // The first group is that of the prices.
  return [...groups.slice(0, 1), ...costs, ...groups.slice(1), unknown]
    .filter(({ subjects }) => subjects.length > 0)
    .map(({ title, subjects }) => ({ title, rows: subjects.map((subject) => comparedRow(records, subject)) }));
};

/** `groups` with the rows alone in which the records differ. */
export const differingRows = (groups: readonly ComparedGroup[]): readonly ComparedGroup[] =>
  groups
    .map(({ title, rows }) => ({ title, rows: rows.filter(({ differs }) => differs) }))
    .filter(({ rows }) => rows.length > 0);

/** Places of the best of `figures`, of which some may be unknown; `shown` tells which of them a reader takes for equal. */
export const bestPlaces = (
  figures: readonly (number | undefined)[],
  shown: readonly string[],
  better: 'less' | 'more',
): readonly number[] => {
  const known = figures.flatMap((figure, place) => (figure === undefined ? [] : [{ figure, place }]));
  if (known.length < 2) return [];
  const best = known.reduce((one, other) =>
    (better === 'less' ? other.figure < one.figure : other.figure > one.figure) ? other : one,
  );
  const places = known.filter(({ place }) => shown[place] === shown[best.place]).map(({ place }) => place);
  return places.length === known.length ? [] : places;
};

/** Figures of all GPUs of a record together, and of what it gets with them. */
const OF_ALL_GPUS: ReadonlySet<string> = new Set([
  'dph_total',
  'dph_base',
  'dph_total_adj',
  'discounted_dph_total',
  'discounted_hourly',
  'min_bid',
  'job_total',
  'job_hour',
  'gpu_total_ram',
  'gpu_totalram',
  'total_flops',
  'dlperf',
  'cpu_cores_effective',
  'cpu_ram',
  'disk_space',
  ...['search', 'instance'].flatMap((breakdown) =>
    BREAKDOWN_FIGURES.flatMap(({ name }) => (name === 'diskHour' ? [] : `${breakdown}.${name}`)),
  ),
]);

/** The places of the best among the records of each count of GPUs. */
const bestOfCounts = (
  records: readonly ServiceRecord[],
  ...[figures, shown, better]: Parameters<typeof bestPlaces>
): readonly number[] => {
  const counts = records.map(({ num_gpus: count }) => count);
  return [...new Set(counts)].flatMap((count) =>
    bestPlaces(
      figures.map((figure, place) => (counts[place] === count ? figure : undefined)),
      shown,
      better,
    ),
  );
};

const comparedRow = (records: readonly ServiceRecord[], { field, valueIn }: Subject): ComparedRow => {
  const values = records.map(valueIn);
  const cells = records.map((record, place) =>
    record[field.name] === undefined && field.name in record ? MISSHAPEN : formatValue(field, values[place]),
  );
  const better = betterOf(field);
  const figures = values.map((value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined));
  return {
    label: field.label,
    unit: cells.every((cell) => cell === ABSENT || cell === MISSHAPEN) ? '' : unitOf(field),
    cells,
    best:
      better === 'neither'
        ? []
        : OF_ALL_GPUS.has(field.name)
          ? bestOfCounts(records, figures, cells, better)
          : bestPlaces(figures, cells, better),
    differs: cells.some((cell) => cell !== cells[0]),
  };
};

const figuresOf = (breakdown: Field): readonly Subject[] =>
  BREAKDOWN_FIGURES.map(({ name, label, ...own }) => ({
    field: {
      name: `${breakdown.name}.${name}`,
      label,
      wire: 'number',
      quantity: 'rate',
      group: breakdown.group,
      ...own,
    },
    valueIn: ({ [breakdown.name]: prices }) =>
      typeof prices === 'object' && prices !== null ? Reflect.get(prices, name) : undefined,
  }));

const unknownSubjects = (records: readonly ServiceRecord[], fields: readonly Field[]): readonly Subject[] => {
  const known = membersOf(fields);
  const names = new Set(
    records.flatMap((record) => Object.keys(record).filter((name) => !known.has(name) && record[name] !== undefined)),
  );
  return [...names].slice(0, MOST_UNKNOWN).map((name) => ({
    field: { name, label: name, wire: 'string', group: 'other' },
    valueIn: ({ [name]: value }) => (value === undefined ? undefined : jsonStart(value, LONGEST_SHOWN)),
  }));
};
