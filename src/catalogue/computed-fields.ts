/**
 * The fields of an offer that the service does not know: this program computes them from the others. They are never sent; a
 * filter on one is applied here, and an order by one too (docs/filter-line.md, Computed fields).
 */
import type { ServiceRecord } from './columns.ts';
import { type Field, number } from './field.ts';

/** $/hour for one GPU, unrounded: `dph_total` by `num_gpus`; undefined where one of them is not known. */
export const pricePerGpu = ({ dph_total: total, num_gpus: gpus }: ServiceRecord): number | undefined => (typeof total === 'number' && typeof gpus === 'number' && gpus > 0 ? total / gpus : undefined);

/** All of them. The `=` of a heading says that the column is computed. */
export const COMPUTED_FIELDS: readonly (Field & Required<Pick<Field, 'filter'>>)[] = [
  {
    name: 'dph_gpu',
    wire: 'number',
    quantity: 'rate',
    group: 'price',
    label: 'Total per GPU',
    beside: ['dph_total', '_ per GPU'],
    heading: '=$/GPU/h',
    width: 8,
    filter: number,
    aliases: ['dph_per_gpu', 'price_per_gpu', '$/gpu/h', '$/gpu'],
    isComputed: true,
  },
  {
    name: 'job_total',
    wire: 'number',
    quantity: 'amount',
    group: 'price',
    label: 'Total for the job',
    heading: '=$/job',
    width: 9,
    filter: number,
    aliases: ['job', '$/job'],
    isComputed: true,
    needsWorkload: true,
  },
  {
    name: 'job_hour',
    wire: 'number',
    quantity: 'rate',
    group: 'price',
    label: 'Job, per hour',
    heading: '=job $/h',
    width: 8,
    filter: number,
    isComputed: true,
    needsWorkload: true,
  },
];

/** How the value is found, undefined where a part of it is not known; what a job costs is put into the record beforehand. */
const VALUES = new Map<string, (record: ServiceRecord) => number | undefined>([['dph_gpu', pricePerGpu]]);

const byName = new Map<string, Field>(COMPUTED_FIELDS.map((field) => [field.name, field]));

/** The row of a computed field; undefined for a name that the service knows, or nobody. */
export const findComputedField = (name: string): Field | undefined => byName.get(name);

/** What `record` has under `name`: computed, or as it came. */
export const fieldValue = (record: ServiceRecord, name: string): unknown => {
  const compute = VALUES.get(name);
  return compute === undefined ? record[name] : compute(record);
};
