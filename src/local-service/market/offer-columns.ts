/** Which of an offer's published fields are stored as columns: every one that holds one value and is not computed. */
import type { Field } from '../../catalogue/field.ts';
import { OFFER_FIELDS } from '../../catalogue/offer-fields.ts';

/** One column that holds an offer's field under its wire name. */
type OfferColumn = { readonly name: string; readonly type: 'INTEGER' | 'REAL' | 'TEXT' | 'ANY' };

/** Fields that follow from others, from the request, from the caller or from the clock, and so are never stored. */
const COMPUTED_FIELDS: ReadonlySet<string> = new Set([
  'ask_contract_id',
  'discounted_dph_total',
  'discounted_hourly',
  'dlperf_per_dphtotal',
  'dph_total',
  'dph_total_adj',
  'duration',
  'flops_per_dphtotal',
  'is_bid',
  'rented',
  'score',
  'storage_total_cost',
  'vram_costperhour',
]);

/** Fields that other tables refer to. */
const KEY_FIELDS: ReadonlySet<string> = new Set(['id', 'machine_id', 'host_id']);

const fields: readonly Field[] = OFFER_FIELDS;

/** True when a reply holds one value in the field, which others can be compared with. */
export const isScalar = ({ wire }: Field): boolean =>
  wire !== undefined && wire !== 'integers' && wire !== 'objects' && wire !== 'breakdown';

/** `REAL` also where an integer is published, because what is on the wire has fractions there; `ANY` where it gives no type. */
const columnType = (field: Field): OfferColumn['type'] => {
  if (field.wire === 'string') return 'TEXT';
  if (field.wire === 'boolean' || field.wire === 'flag' || field.filter?.kind === 'boolean') return 'INTEGER';
  if (field.wire === 'nullable') return 'ANY';
  return KEY_FIELDS.has(field.name) ? 'INTEGER' : 'REAL';
};

/** The stored fields of an offer, in the catalogue's order. */
export const OFFER_COLUMNS: readonly OfferColumn[] = fields
  .filter((field) => isScalar(field) && !COMPUTED_FIELDS.has(field.name))
  .map((field) => ({ name: field.name, type: columnType(field) }));
