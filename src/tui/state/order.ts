/** The order of a list: its sort keys as a person toggles them, their marks, and rows sorted by them. */
import { type Comparable, type CompareTexts, placesRanked, ranksOf } from './ranks.ts';

/** Sort keys, the most important first; none leaves rows as they came. */
export type Order = readonly (readonly [field: string, direction: Direction])[];

type Direction = 'asc' | 'desc';

const opposite = (direction: Direction): Direction => (direction === 'asc' ? 'desc' : 'asc');

/** How rows are compared. */
export type Ranking<Row> = {
  /** What `row` is ordered by under `field`; a list counts by its length, and what cannot be ordered comes last. */
  readonly valueOf: (row: Row, field: string) => unknown;
  /** How texts of `field` compare where that is not letter by letter: below 0, 0, or above 0. */
  readonly compareTexts: (field: string) => CompareTexts | undefined;
};

/** The field of a sort key, and the direction that people want of it first. */
type SortChoice = { readonly field: string; readonly first: Direction };

/** `order` after `choice` was toggled as the only key: its first direction, the other one, then back to `initial`. */
export const orderToggled = (order: Order, { field, first }: SortChoice, initial: Order): Order => {
  const [key] = order;
  if (order.length !== 1 || key?.[0] !== field) return [[field, first]];
  return key[1] === first ? [[field, opposite(first)]] : initial;
};

/** `order` after `choice` was toggled as a further key: added in its first direction, turned, then taken out. */
export const orderKeyToggled = (order: Order, { field, first }: SortChoice, initial: Order): Order => {
  const present = order.find(([name]) => name === field);
  if (present === undefined) return [...order, [field, first]];
  if (present[1] === first) return order.map((key) => (key === present ? [field, opposite(first)] : key));
  const rest = order.filter((key) => key !== present);
  return rest.length === 0 ? initial : rest;
};

/** What stands around the heading of a column that is a sort key: an arrow, and its rank when there are several keys. */
export type OrderMark = { readonly arrow: string; readonly rank: string };

const RANKS = ['', '\u00b9', '\u00b2', '\u00b3', '\u2074', '\u2075', '\u2076', '\u2077', '\u2078', '\u2079'];

/** The arrow of a direction. */
export const orderArrow = (direction: Direction | undefined): string => (direction === 'asc' ? '\u2191' : '\u2193');

/** The mark of a column; undefined when it is no key. A rank above nine has no mark of its own. */
export const orderMark = (order: Order, field: string | undefined): OrderMark | undefined => {
  const place = order.findIndex(([name]) => name === field);
  if (place < 0) return undefined;
  return { arrow: orderArrow(order[place]?.[1]), rank: order.length > 1 ? (RANKS[place + 1] ?? '+') : '' };
};

/** `rows` in `order`: absent values last in either direction, equal rows as they were. Rows in that order already are not copied. */
export const inOrder = <Row>(rows: readonly Row[], order: Order, ranking: Ranking<Row>): readonly Row[] => {
  if (order.length === 0) return rows;
  const asTheyCame = new Uint32Array(rows.length).map((_, place) => place);
  const places = order.reduceRight<Uint32Array>((before, [field, direction]) => {
    const values = rows.map((row) => comparable(ranking.valueOf(row, field)));
    return placesRanked(before, ranksOf(values, ranking.compareTexts(field)), direction === 'desc');
  }, asTheyCame);
  if (places.every((place, index) => place === index)) return rows;
  const ordered: Row[] = [];
  // A place is that of a row, which may itself be anything.
  for (const place of places) ordered.push(rows[place] as Row);
  return ordered;
};

/** Characters of a text that it is ordered by: two names may be alike for megabytes. */
const COMPARED = 200;

const comparable = (value: unknown): Comparable => {
  if (typeof value === 'boolean') return Number(value);
  if (Array.isArray(value)) return value.length;
  if (typeof value === 'string') return value.slice(0, COMPARED);
  return typeof value === 'number' && !Number.isNaN(value) ? value : undefined;
};
