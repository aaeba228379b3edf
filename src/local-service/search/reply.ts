/** Writes offers as the JSON of a reply: what never changes as it is stored, the rest from the row that the search found. */
import type { SQLOutputValue } from 'node:sqlite';
import { BREAKDOWN_FIGURES } from '../../catalogue/breakdown.ts';

/** Fields that the stored texts leave out, because they follow from the request, the caller or the minute. */
const NUMBERS = [
  'id',
  'ask_contract_id',
  'dph_base',
  'dph_total',
  'dph_total_adj',
  'discounted_dph_total',
  'discounted_hourly',
  'min_bid',
  'storage_total_cost',
  'vram_costperhour',
  'dlperf_per_dphtotal',
  'flops_per_dphtotal',
  'score',
  'duration',
  'end_date',
] as const;
const BOOLEANS = ['is_bid', 'rentable', 'rented'] as const;
const BREAKDOWNS = ['search', 'instance'] as const;

/** The expressions whose values `offerText` takes, in this order. */
export const REPLY_FIELDS: readonly string[] = [
  ...NUMBERS,
  ...BOOLEANS,
  ...BREAKDOWNS.flatMap((breakdown) => BREAKDOWN_FIGURES.map(({ name }) => `${breakdown}.${name}`)),
];

/** What stands before each value of `REPLY_FIELDS`; a breakdown's braces stand around its figures. */
const LEADS: readonly string[] = [
  ...[...NUMBERS, ...BOOLEANS].map((name) => `,"${name}":`),
  ...BREAKDOWNS.flatMap((breakdown, place) =>
    BREAKDOWN_FIGURES.map(({ name }, figure) =>
      figure === 0 ? `${place === 0 ? '' : '}'},"${breakdown}":{"${name}":` : `,"${name}":`,
    ),
  ),
];

/**
 * The JSON of one offer from the members that never change, without braces, and from the row that a search found;
 * `columns` tells where in the row the value of each of `REPLY_FIELDS` stands.
 */
export const offerText = (unchanging: string, row: readonly SQLOutputValue[], columns: readonly number[]): string => {
  let text = `{${unchanging}`;
  for (const [field, lead] of LEADS.entries()) {
    const value = row[columns[field] ?? -1];
    const isBoolean = field >= NUMBERS.length && field < NUMBERS.length + BOOLEANS.length;
    // A number's own text is its JSON: the database holds neither NaN nor infinity.
    text += `${lead}${isBoolean ? value === 1 : value}`;
  }
  return `${text}}}`;
};
