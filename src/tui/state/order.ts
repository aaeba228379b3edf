/**
 * The order of a list: its sort keys as a person toggles them, their marks, and rows sorted by them. Each value of a column
 * becomes its rank, which is found once; rows are then counted into their places, least important column first, and no two rows
 * are ever compared.
 */

/** What a row is ordered by; undefined where it has nothing, which comes last in either direction. */
type Comparable = string | number | undefined;

/** How texts compare where that is not letter by letter: below 0, 0, or above 0. */
type CompareTexts = (left: string, right: string) => number;

/** The rank of each row's value, from 0; equal values share one. Those without a value have the last, which is `last`. */
type Ranks = { readonly of: Uint32Array; readonly last: number };

/** The ranks of `values`: numbers by their size, then texts as they compare. */
const ranksOf = (values: readonly Comparable[], compareTexts: CompareTexts | undefined): Ranks => {
  const numbers = distinctNumbers(values);
  const known = new Map<string, number>();
  const of = new Uint32Array(values.length);
  for (let row = 0; row < of.length; row++) {
    const value = values[row];
    // A text has the number under which it is known, until all of them are.
    if (value !== undefined) of[row] = typeof value === 'number' ? placeIn(numbers, value) : numberOf(value, known);
  }
  const texts = textRanks([...known.keys()], compareTexts, numbers.length);
  for (let row = 0; row < of.length; row++) {
    const value = values[row];
    if (value === undefined) of[row] = texts.end;
    else if (typeof value === 'string') of[row] = texts.ranks[of[row] ?? 0] ?? texts.end;
  }
  return { of, last: texts.end };
};

/** `places` of rows in the order of `ranks`; rows of one rank stay in the order in which they were. */
const placesRanked = (places: Uint32Array, { of, last }: Ranks, isDescending: boolean): Uint32Array => {
  // Behind the first row of each rank comes the second.
  const next = new Uint32Array(last + 2);
  const rankAt = (row: number): number => {
    const rank = of[row] ?? last;
    return isDescending && rank < last ? last - 1 - rank : rank;
  };
  for (const row of places) next[rankAt(row) + 1] = (next[rankAt(row) + 1] ?? 0) + 1;
  for (let rank = 1; rank < next.length; rank++) next[rank] = (next[rank] ?? 0) + (next[rank - 1] ?? 0);
  const ranked = new Uint32Array(places.length);
  for (const row of places) {
    const rank = rankAt(row);
    const place = next[rank] ?? 0;
    ranked[place] = row;
    next[rank] = place + 1;
  }
  return ranked;
};

/** The different numbers among `values` by their size. */
const distinctNumbers = (values: readonly Comparable[]): Float64Array => {
  const numbers = Float64Array.from(values.filter((value) => typeof value === 'number')).sort();
  let count = 0;
  for (const number of numbers) if (count === 0 || number !== numbers[count - 1]) numbers[count++] = number;
  return numbers.subarray(0, count);
};

/** Where `wanted` stands in `sorted`, which has it. */
const placeIn = (sorted: Float64Array, wanted: number): number => {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
};

const numberOf = (text: string, known: Map<string, number>): number => {
  const number = known.get(text) ?? known.size;
  if (number === known.size) known.set(text, number);
  return number;
};

/** The rank of each of `texts` from `first` on, and the rank behind the last of them. */
const textRanks = (texts: readonly string[], compareTexts: CompareTexts | undefined, first: number) => {
  const ranks = new Uint32Array(texts.length);
  const order = [...texts.keys()].sort((a, b) => compared(texts[a] ?? '', texts[b] ?? '', compareTexts));
  let end = first;
  for (const [place, number] of order.entries()) {
    const before = texts[order[place - 1] ?? number] ?? '';
    if (place === 0 || compared(before, texts[number] ?? '', compareTexts) !== 0) end++;
    ranks[number] = end - 1;
  }
  return { ranks, end };
};

/** How two values of a column stand to each other: what has none comes last in either direction. */
const comparedValues = (
  left: Comparable,
  right: Comparable,
  direction: Direction,
  compareTexts: CompareTexts | undefined,
): number => {
  if (left === right) return 0;
  if (left === undefined || right === undefined) return left === undefined ? 1 : -1;
  const numbersFirst = Number(typeof left === 'string') - Number(typeof right === 'string');
  const order =
    typeof left === 'number' && typeof right === 'number'
      ? left - right
      : numbersFirst || compared(String(left), String(right), compareTexts);
  return direction === 'asc' ? order : -order;
};

const compared = (left: string, right: string, compareTexts: CompareTexts | undefined): number => {
  if (compareTexts !== undefined) return compareTexts(left, right);
  return left === right ? 0 : left < right ? -1 : 1;
};

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

type Ordered = { readonly order: Order; readonly ranking: Ranking<never>; readonly rows: readonly unknown[] };

const ORDERED = new WeakMap<readonly unknown[], Ordered>();

/** `rows` in `order`; the last answer for them is kept, so that they can be put in order before they are shown. */
export const inOrder = <Row>(rows: readonly Row[], order: Order, ranking: Ranking<Row>): readonly Row[] => {
  const known = ORDERED.get(rows);
  // What is kept for these rows came from them.
  if (known?.order === order && known.ranking === ranking) return known.rows as readonly Row[];
  const ordered = sorted(rows, order, ranking);
  ORDERED.set(rows, { order, ranking, rows: ordered });
  return ordered;
};

/** `rows` in `order`: absent values last in either direction, equal rows as they were. Rows in that order already are not copied. */
const sorted = <Row>(rows: readonly Row[], order: Order, ranking: Ranking<Row>): readonly Row[] => {
  if (order.length === 0) return rows;
  const columns = order.map(([field, direction]) => ({
    values: rows.map((row) => comparable(ranking.valueOf(row, field))),
    direction,
    compareTexts: ranking.compareTexts(field),
  }));
  // An answer mostly comes in the order that it was asked for in.
  const isInOrder = rows.every((_, row) => {
    if (row === 0) return true;
    for (const { values, direction, compareTexts } of columns) {
      const difference = comparedValues(values[row - 1], values[row], direction, compareTexts);
      if (difference !== 0) return difference < 0;
    }
    return true;
  });
  if (isInOrder) return rows;
  const asTheyCame = new Uint32Array(rows.length).map((_, place) => place);
  const places = columns.reduceRight<Uint32Array>(
    (before, { values, direction, compareTexts }) =>
      placesRanked(before, ranksOf(values, compareTexts), direction === 'desc'),
    asTheyCame,
  );
  const ordered: Row[] = [];
  // A place is that of a row, which may itself be anything.
  for (const place of places) ordered.push(rows[place] as Row);
  return ordered;
};

/** `rows`, which are in `order`, and `others` among them: where they are equal behind them. Each stands by what `as` says of it. */
export const withInserted = <Row>(
  rows: readonly Row[],
  others: readonly Row[],
  order: Order,
  ranking: Ranking<Row>,
  as: (row: Row) => Row,
): readonly Row[] => {
  const isBehind = (row: Row, other: Row): boolean => {
    for (const [field, direction] of order) {
      const [left, right] = [as(row), other].map((one) => comparable(ranking.valueOf(one, field)));
      const difference = comparedValues(left, right, direction, ranking.compareTexts(field));
      if (difference !== 0) return difference > 0;
    }
    return false;
  };
  const all: Row[] = [];
  let taken = 0;
  for (const other of inOrder(others, order, ranking)) {
    // From the last place on in steps that grow: few are looked at, however many stand between two.
    let [low, step] = [taken, 1];
    while (low + step <= rows.length && !isBehind(rows[low + step - 1] as Row, other)) {
      low += step;
      step *= 2;
    }
    let high = Math.min(low + step - 1, rows.length);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBehind(rows[middle] as Row, other)) high = middle;
      else low = middle + 1;
    }
    while (taken < low) all.push(rows[taken++] as Row);
    all.push(other);
  }
  while (taken < rows.length) all.push(rows[taken++] as Row);
  return all;
};

/** Characters of a text that it is ordered by: two names may be alike for megabytes. */
const COMPARED = 200;

const comparable = (value: unknown): Comparable => {
  if (typeof value === 'boolean') return Number(value);
  if (Array.isArray(value)) return value.length;
  if (typeof value === 'string') return value.slice(0, COMPARED);
  return typeof value === 'number' && !Number.isNaN(value) ? value : undefined;
};
