/** Why a line leaves nothing of offers: the part that alone keeps all of them away, and what in its place would keep some. Pure. */
import { grouped } from '../base/figures.ts';
import { findFilterField } from '../catalogue/lookup.ts';
import type { Offer } from '../catalogue/values.ts';
import { boundKeeping, boundOf, leftWithout } from './bound.ts';
import { compileLine, isEvaluated, rowValue } from './evaluate.ts';
import type { Condition } from './line.ts';
import { printClause } from './print.ts';
import { nearTexts, type Single, wordsOf } from './value.ts';
import type { LinePart } from './waterfall.ts';

/** A condition in the place of another one, and how many offers it would keep. */
type Instead = { readonly condition: Condition; readonly count: number };

/**
 * The place of the part that is told of those whose loss brings as many as `brought` says: the one that brings most, or before
 * another value of a text the bound that does; undefined where none brings any.
 */
export const tellingPlace = (parts: readonly LinePart[], brought: readonly number[]): number | undefined => {
  const placeOf = (counts: readonly number[]): number | undefined => {
    const most = Math.max(0, ...counts);
    return most === 0 ? undefined : counts.indexOf(most);
  };
  const place = placeOf(brought);
  if (place === undefined || !isOfText(parts[place])) return place;
  return placeOf(brought.map((count, at) => (boundOf(parts[at]) === undefined ? 0 : count))) ?? place;
};

/** The bound that may keep offers away which did not come, while a value of a text, the part at `place`, keeps away those that did. */
export const boundUntold = (parts: readonly LinePart[], place: number): LinePart | undefined =>
  isOfText(parts[place]) ? parts.find((part) => boundOf(part) !== undefined) : undefined;

const isOfText = (part: LinePart | undefined): boolean => {
  const kind =
    part !== undefined && 'condition' in part ? findFilterField(part.condition.field)?.filter.kind : undefined;
  return kind === 'text' || kind === 'country';
};

/** What in the place of the part at `place` would keep some of `offers`, the nearest that there is; undefined where nothing is near. */
const nearestKeeping = (parts: readonly LinePart[], place: number, offers: readonly Offer[]): Instead | undefined => {
  const part = parts[place];
  if (part === undefined || !('condition' in part) || !isEvaluated(part.condition)) return undefined;
  const left = leftWithout(parts, place, offers);
  const bound = boundOf(part);
  const condition = bound === undefined ? valueInstead(part.condition, left) : boundKeeping(bound, left);
  if (condition === undefined) return undefined;
  const count = left.filter(compileLine({ clauses: [condition], words: [] })).length;
  return count === 0 ? undefined : { condition, count };
};

/** `; with dph_total<=0.072, 1`: what in the place of the part at `place` would keep some. */
export const insteadWords = (parts: readonly LinePart[], place: number, offers: readonly Offer[]): string => {
  const instead = nearestKeeping(parts, place, offers);
  return instead === undefined ? '' : `; with ${printClause(instead.condition)}, ${grouped(instead.count)}`;
};

/** The nearest number, the text that was probably meant, or the most frequent one where none is near. */
const valueInstead = (condition: Condition, offers: readonly Offer[]): Condition | undefined => {
  const { field, operator } = condition;
  if (operator !== 'eq' && operator !== 'in' && operator !== 'contains') return undefined;
  const { value } = condition;
  const wanted: readonly Single[] = typeof value === 'object' ? value : [value];
  const counts = countsOf(field, offers);
  const numbers = wanted.filter((one) => typeof one === 'number');
  if (numbers.length > 0) {
    const near = nearestNumber(
      numbers,
      [...counts.keys()].filter((one) => typeof one === 'number'),
    );
    return near === undefined ? undefined : { field, operator: 'eq', value: near };
  }
  const texts = [...counts.keys()].filter((one) => typeof one === 'string');
  const typed = wanted.filter((one) => typeof one === 'string');
  if (typed.length === 0 || texts.length === 0) return undefined;
  if (operator === 'contains') {
    const [part] = typed.flatMap((one) => nearTexts(one, [...new Set(texts.flatMap(wordsOf))]));
    return part === undefined ? undefined : { field, operator, value: part };
  }
  const [meant = mostFrequent(counts, texts)] = typed.flatMap((one) => nearTexts(one, texts));
  return { field, operator: 'eq', value: meant };
};

/** How many of `offers` have each value. */
const countsOf = (field: string, offers: readonly Offer[]): ReadonlyMap<Single, number> => {
  const read = rowValue(field);
  const counts = new Map<Single, number>();
  for (const offer of offers) {
    const value = read(offer);
    if (typeof value === 'string' || typeof value === 'number') counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
};

const nearestNumber = (wanted: readonly number[], numbers: readonly number[]): number | undefined => {
  const distance = (one: number) => Math.min(...wanted.map((other) => Math.abs(one - other)));
  return numbers.reduce<number | undefined>(
    (nearest, one) => (nearest === undefined || distance(one) < distance(nearest) ? one : nearest),
    undefined,
  );
};

const mostFrequent = (counts: ReadonlyMap<Single, number>, texts: readonly string[]): string =>
  texts.reduce((most, text) => ((counts.get(text) ?? 0) > (counts.get(most) ?? 0) ? text : most));
