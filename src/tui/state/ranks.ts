/**
 * Sorting by columns of small numbers. Each value of a column becomes its rank, which is found once; rows are then counted into
 * their places, least important column first, and no two rows are ever compared.
 */

/** What a row is ordered by; undefined where it has nothing, which comes last in either direction. */
export type Comparable = string | number | undefined;

/** How texts compare where that is not letter by letter: below 0, 0, or above 0. */
export type CompareTexts = (left: string, right: string) => number;

/** The rank of each row's value, from 0; equal values share one. Those without a value have the last, which is `last`. */
type Ranks = { readonly of: Uint32Array; readonly last: number };

/** The ranks of `values`: numbers by their size, then texts as they compare. */
export const ranksOf = (values: readonly Comparable[], compareTexts: CompareTexts | undefined): Ranks => {
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
export const placesRanked = (places: Uint32Array, { of, last }: Ranks, isDescending: boolean): Uint32Array => {
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

const compared = (left: string, right: string, compareTexts: CompareTexts | undefined): number => {
  if (compareTexts !== undefined) return compareTexts(left, right);
  return left === right ? 0 : left < right ? -1 : 1;
};
