/**
 * The data set that the history is exported to (docs/history.md, As a data set): its tables and their columns, in their order. The files and the
 * tables of that document are made of them. Columns are only ever added, at the end; anything else is another `SCHEMA_VERSION`.
 */
import { findOfferField } from '../../catalogue/lookup.ts';
import type { QuantityName } from '../../catalogue/quantity.ts';
import { TRAITS } from '../kept-offer.ts';

/** Which columns these are, as the manifest says it. */
export const SCHEMA_VERSION = 1;

/**
 * What a column holds. `moment`: milliseconds in UTC. `money`: a decimal of `MONEY_DIGITS` behind the point, so that sums are exact. `id` and
 * `count`: whole numbers of 64 bits; `figure`: a floating one. `text` has a dictionary.
 */
export type ColumnKind = 'moment' | 'money' | 'id' | 'count' | 'figure' | 'text' | 'truth';

/** What a column is called, and what may stand in it. */
export type TableColumn = {
  readonly name: string;
  readonly kind: ColumnKind;
  /** What it means, for the documents. */
  readonly meaning: string;
  /** True where no row lacks it. */
  readonly isAlways?: true;
};

/** Digits of money behind the point; and in all. An amount with more before the point is no value. */
export const MONEY_DIGITS = 12;
export const MONEY_PRECISION = 18;

const always = (name: string, kind: ColumnKind, meaning: string): TableColumn => ({
  ...{ name, kind, meaning },
  isAlways: true,
});

const maybe = (name: string, kind: ColumnKind, meaning: string): TableColumn => ({ name, kind, meaning });

/** Which answers a row is from. */
const QUESTION: readonly TableColumn[] = [
  always(
    'question',
    'text',
    'what was asked: the same text for the same question to the same service, whoever recorded it',
  ),
  always('type', 'text', '`ondemand`, `bid`, `reserved`, or `machines` for the list of own machines'),
];

const MONEY: readonly (QuantityName | undefined)[] = ['rate', 'perGigabyte', 'perGigabyteMonth'];

/** The column of a kept field of an offer, under its name on the wire. */
const kept = (name: string): TableColumn => {
  const { wire, quantity, label = name } = findOfferField(name) ?? {};
  if (MONEY.includes(quantity)) return maybe(name, 'money', label);
  if (quantity === 'identifier') return maybe(name, 'id', label);
  if (wire === 'boolean' || wire === 'flag') return maybe(name, 'truth', label);
  return maybe(name, quantity === undefined ? 'text' : 'figure', label);
};

/** What is kept of an offer that hardly moves, in the order of the columns. */
export const TRAIT_COLUMNS: readonly TableColumn[] = TRAITS.filter((name) => name !== 'machine_id').map(kept);

/** The tables, each sorted by machine and time as far as it has them. */
export const TABLES = {
  /** A row for each interval: what held from when until when, as far as it lies in the day. */
  offers: [
    ...QUESTION,
    always('storage', 'figure', 'disk in the price, GB'),
    maybe('machine_id', 'id', 'Machine'),
    always('id', 'id', 'Offer'),
    always('seen_from', 'moment', 'since when it was seen so; the beginning of the day where `continued`'),
    always('seen_until', 'moment', 'until when, that moment not with it; the end of the day where `continues`'),
    always('continued', 'truth', 'it was so before `seen_from`: a row of an earlier file ends there'),
    always('continues', 'truth', 'it is so after `seen_until`: a row of a later file begins there'),
    maybe('ended', 'text', '`changed`, `absent` or `unseen`; none where it `continues`'),
    kept('dph_total'),
    kept('min_bid'),
    ...TRAIT_COLUMNS,
  ],
  /** A row for each answer. */
  observations: [
    ...QUESTION,
    always('storage', 'figure', 'disk in the price, GB'),
    always('observed_at', 'moment', 'when the answer was there'),
    always('offers', 'count', 'how many offers it held'),
    always('whole', 'truth', 'false where it was cut: what it does not hold may be there'),
    always('service', 'text', 'address of the service'),
    always('filter', 'text', 'what was asked, as a filter line'),
    always('asked', 'text', 'the same in JSON, as it was sent'),
  ],
  /** A row for each machine that answers to a question held in the day. */
  machines: [
    ...QUESTION,
    always('machine_id', 'id', 'Machine'),
    always('seen_from', 'moment', 'when an answer of the day held it first'),
    always('seen_until', 'moment', 'until when it is known'),
    always('offers', 'count', 'how many offers it had'),
    always('listed_ms', 'count', 'how long it was for rent, milliseconds'),
    always('rented_ms', 'count', 'how long it was rented, milliseconds'),
    ...['host_id', 'gpu_name', 'num_gpus', 'geolocation', 'hosting_type', 'verification', 'reliability2'].map(kept),
  ],
  /** A row for each model: how long its machines were rented, of questions whose answers hold what is rented. */
  rented_share: [
    ...QUESTION,
    kept('gpu_name'),
    kept('verification'),
    always('machines', 'count', 'how many machines'),
    always('listed_ms', 'count', 'how long they were for rent, milliseconds of machines'),
    always('rented_ms', 'count', 'how long they were rented, milliseconds of machines'),
  ],
} as const satisfies Record<string, readonly TableColumn[]>;

/** One of them. */
export type TableName = keyof typeof TABLES;
