/** The columns of an offer: those of its fields and those that are computed here, and which of them a table shows. */
import { type Column, columnOf, composedColumn, figureColumns, type ServiceRecord } from './columns.ts';
import { COMPUTED_FIELDS, fieldValue, findComputedField } from './computed-fields.ts';
import type { Field } from './field.ts';
import { displayText } from './format.ts';
import { findOfferField } from './lookup.ts';
import { OFFER_FIELDS } from './offer-fields.ts';

/** Count and model in one, as people say it. */
export const GPUS: Column = {
  id: 'gpu_name',
  heading: 'GPU',
  label: 'Count and model',
  width: 18,
  align: 'left',
  sortField: 'gpu_name',
  firstDirection: 'asc',
  madeOf: ['gpu_name', 'num_gpus'],
  cell: ({ num_gpus: count, gpu_name: model }) => `${typeof count === 'number' ? count : '?'}x ${modelText(model)}`,
};

/** `12× RTX 5090`, as it stands on screens; in ASCII an `x` stands for the sign. */
export const gpusText = (count: unknown, model: unknown): string => countText(count) + modelText(model);

/** The same, the count in so many cells that models stand under each other. */
export const alignedGpus = ({ num_gpus: count, gpu_name: model }: ServiceRecord): string =>
  countText(count).padStart(COUNT_CELLS) + modelText(model);

const countText = (count: unknown): string => `${typeof count === 'number' ? count : '?'}× `;

const modelText = (model: unknown): string => (typeof model === 'string' ? displayText(model) : '?');

/** Cells of a count and the blank behind it: no machine has more GPUs than two digits say. */
export const COUNT_CELLS = 4;

const computedColumn = (field: Field): Column => ({
  ...composedColumn(field, (record) => fieldValue(record, field.name)),
  sortField: field.name,
});

/**
 * The column of an offer's field, of a computed one or of a breakdown's price (`search.totalHour`), by its name; undefined
 * when there is none.
 */
export const offerColumn = (name: string): Column | undefined => {
  const computed = findComputedField(name);
  if (computed !== undefined) return computedColumn(computed);
  const [outer = '', figure] = name.split('.');
  const field = findOfferField(outer);
  if (field === undefined) return undefined;
  return figure === undefined
    ? { ...columnOf(field), madeOf: [outer] }
    : figureColumns(field).find(({ id }) => id === name);
};

/** The columns that a table of offers shows when there is room for all, in their order. */
export const OFFER_COLUMNS: readonly Column[] = [
  'dph_total',
  GPUS,
  'dph_gpu',
  'gpu_ram',
  'dlperf',
  'dlperf_per_dphtotal',
  'reliability',
  'geolocation',
  'cpu_cores_effective',
  'cpu_ram',
  'disk_space',
  'inet_down',
  'inet_up',
  'duration',
  'machine_id',
  'verification',
  'driver_version',
  'host_id',
  'id',
].flatMap((column) => (typeof column === 'string' ? (offerColumn(column) ?? []) : column));

/** Ids of those columns, the last to leave a narrow table first. */
export const OFFER_COLUMNS_KEPT_LONGEST: readonly string[] = [
  'dph_total',
  'gpu_name',
  'gpu_ram',
  'reliability',
  'machine_id',
  'geolocation',
  'dlperf_per_dphtotal',
  'dlperf',
  'duration',
  'cpu_ram',
  'cpu_cores_effective',
  'disk_space',
  'inet_down',
  'inet_up',
  'dph_gpu',
  'verification',
  'driver_version',
  'host_id',
  'id',
];

/** A column for each value that an offer has, by group: its fields, the prices of its breakdowns, and what is computed from it alone. */
export const SCALAR_OFFER_COLUMNS: readonly Column[] = [
  ...OFFER_FIELDS,
  ...COMPUTED_FIELDS.filter(({ needsWorkload }) => !needsWorkload),
].flatMap((field: Field) => {
  switch (field.wire) {
    case 'integers':
    case 'objects':
      return [];
    case 'breakdown':
      return figureColumns(field);
    default:
      return offerColumn(field.name) ?? [];
  }
});
