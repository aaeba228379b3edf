/** What stands behind the value of a clause and seems to belong to it: read apart, it would be looked for in the rows. */

import { countryCode, regionNamed } from '../catalogue/countries.ts';
import type { FilterField } from '../catalogue/lookup.ts';
import { quantityOf } from '../catalogue/quantity.ts';

import { dollars } from '../money/money.ts';
import { bareItemsAt, isClauseAt, isFieldAt, operatorAt, type TypedOperator, type TypedValue } from './clause-parts.ts';
import type { Span } from './line.ts';
import { type ProblemText, problemTexts } from './problems.ts';
import { quoted, type Token } from './tokens.ts';
import { isDetachedUnit, type KnownTexts, printValue, type TypedText } from './value.ts';

/** The problem, and the piece that it makes of the clause and what follows. */
type Follower = { readonly at: Span; readonly problem: ProblemText; readonly to: number; readonly next: number };

/** The clause so far, and the tokens of the line. */
type Place = {
  readonly tokens: readonly Token[];
  readonly field: FilterField;
  readonly sign: TypedOperator;
  readonly typed: TypedValue;
  readonly known: KnownTexts;
};

/** Words of one name that are looked at behind its first. */
const NAME_WORDS = 3;

const THOUSANDS = /^\d{1,3}(?:,\d{3})+(?!\d)/;

const CURRENCY = /^(?:[€£¥]|eur|gbp)$/i;

const CENTS = /^cents?$/i;

const DOLLARS = /^(?:usd|us\$|dollars?)$/i;

/** What behind the value seems to belong to it; undefined when nothing does. */
export const followerOf = (place: Place): Follower | undefined => {
  const { field, typed } = place;
  if (typed.isBracketed) return undefined;
  const isNumber = field.filter.kind === 'number' || field.filter.kind === 'integer';
  return (
    (isNumber ? commaNumber(place) : undefined) ?? furtherValues(place) ?? restOfName(place) ?? detachedUnit(place)
  );
};

/** `1,5`, `1,000`: the digits before the comma would be the value, and those behind it a word. */
const commaNumber = ({ tokens, field, sign, typed }: Place): Follower | undefined => {
  const [item] = typed.items;
  if (item === undefined || item.isQuoted || isListing(sign) || !/\d$/.test(item.text)) return undefined;
  let text = item.text;
  let { to, next } = typed;
  for (;;) {
    const comma = tokens[next];
    const behind = tokens[next + 1];
    if (comma?.kind !== 'comma' || comma.from !== to || behind?.kind !== 'word' || behind.from !== comma.to) break;
    if (!/^\d/.test(behind.text) || operatorAt(tokens, next + 2) !== undefined) break;
    text += `,${behind.text}`;
    to = behind.to;
    next += 2;
  }
  if (next === typed.next) return undefined;
  const parts = text.split(',');
  const isCount = field.filter.kind === 'integer' && (quantityOf(field)?.scale ?? 1) === 1;
  if (THOUSANDS.test(text.replace(/^\$/, ''))) {
    return { at: { from: item.from, to }, problem: problemTexts.commaInNumber(text, parts.join('')), to, next };
  }
  if (isCount && isEquality(sign)) {
    return { at: { from: sign.from, to }, problem: problemTexts.listUnmarked(listOperator(sign), parts), to, next };
  }
  const better = parts.length === 2 ? parts.join('.') : undefined;
  return { at: { from: item.from, to }, problem: problemTexts.commaInNumber(text, better), to, next };
};

/** `=A,B`, and `in A, B`: all but the first value would be words. Behind a space, only what is surely another value. */
const furtherValues = (place: Place): Follower | undefined => {
  const { tokens, field, sign, typed } = place;
  if (!field.filter.operators.includes('in') || !(isEquality(sign) || isListing(sign))) return undefined;
  const items = [...typed.items];
  let { to, next } = typed;
  for (;;) {
    const comma = tokens[next];
    const behind = tokens[next + 1];
    if (comma?.kind !== 'comma' || comma.from !== to || behind === undefined || !isValueAt(tokens, next + 1)) break;
    const isJoined = behind.from === comma.to;
    if (isEquality(sign) && !isJoined && !isAnotherValue(place, behind)) break;
    const more = bareItemsAt(tokens, next + 1);
    items.push(...more);
    ({ to, next } = more.at(-1) ?? { to, next: next + 1 });
  }
  if (next === typed.next) return undefined;
  return isEquality(sign)
    ? {
        at: { from: sign.from, to },
        problem: problemTexts.listUnmarked(listOperator(sign), items.map(asTyped)),
        to,
        next,
      }
    : { at: { from: typed.from, to }, problem: problemTexts.listGap(items.map(asTyped)), to, next };
};

/** True for a text that `field` is known to have, or a number where it takes numbers. */
const isAnotherValue = ({ field, known }: Place, { kind, text }: Token): boolean => {
  if (kind === 'quoted') return false;
  switch (field.filter.kind) {
    case 'text':
      return known.likeness(field, field.filter.hasBlanks ? text.replaceAll('_', ' ') : text).kind === 'known';
    case 'country':
      // Norway, or what leaves something out.
      return text !== 'no' && (countryCode(text) !== undefined || regionNamed(text) !== undefined);
    default:
      return /^\$?\d/.test(text);
  }
};

/** `gpu_name=RTX 4090`, `geolocation=north america`: a known name of which only the first word would be the value. */
const restOfName = ({ tokens, field, typed, known }: Place): Follower | undefined => {
  const first = typed.items.at(-1);
  const isPlace = field.filter.kind === 'country';
  if (!(field.filter.hasBlanks || isPlace) || first === undefined || first.isQuoted) return undefined;
  const names: { readonly to: number; readonly next: number; readonly name: string }[] = [];
  let text = first.text;
  for (let next = typed.next; next < typed.next + NAME_WORDS; next++) {
    const word = tokens[next];
    if (word?.kind !== 'word' || isFieldAt(tokens, next) || operatorAt(tokens, next + 1) !== undefined) break;
    text += ` ${word.text}`;
    const name = isPlace ? placeNamed(text) : modelNamed(field, text, known);
    if (name !== undefined) names.push({ to: word.to, next: next + 1, name });
  }
  const longest = names.at(-1);
  if (longest === undefined) return undefined;
  const { to, next, name } = longest;
  return { at: { from: first.from, to }, problem: problemTexts.blankInName(name), to, next };
};

const placeNamed = (text: string): string | undefined =>
  countryCode(text) === undefined && regionNamed(text) === undefined ? undefined : text.replaceAll(' ', '_');

const modelNamed = (field: FilterField, text: string, known: KnownTexts): string | undefined => {
  const likeness = known.likeness(field, text.replaceAll('_', ' '));
  return likeness.kind === 'known' ? printValue(field, likeness.text) : undefined;
};

/** `24 GB`, which would search the rows for "GB"; `0.5 €`. */
const detachedUnit = ({ tokens, field, typed }: Place): Follower | undefined => {
  const number = typed.items.at(-1);
  const unit = tokens[typed.next];
  if (number === undefined || unit?.kind !== 'word' || number.isQuoted) return undefined;
  const whole = { at: { from: number.from, to: unit.to }, to: unit.to, next: typed.next + 1 };
  if (isDetachedUnit(field, number.text, unit.text))
    return { ...whole, problem: problemTexts.unitDetached(number.text, unit.text) };
  if (!quantityOf(field)?.unit.startsWith('$')) return undefined;
  if (CENTS.test(unit.text)) {
    const meant = dollars(String(Number.parseFloat(number.text) / 100));
    return { ...whole, problem: problemTexts.centsSaid(`${number.text} ${unit.text}`, meant) };
  }
  if (DOLLARS.test(unit.text)) return { ...whole, problem: problemTexts.dollarsSaid(unit.text, number.text) };
  return CURRENCY.test(unit.text) ? { ...whole, problem: problemTexts.notDollars(unit.text, number.text) } : undefined;
};

const isEquality = ({ operator }: TypedOperator): boolean => operator === 'eq' || operator === 'neq';

const isListing = ({ operator }: TypedOperator): boolean => operator === 'in' || operator === 'notin';

const listOperator = ({ operator }: TypedOperator): string => (operator === 'neq' ? 'notin' : 'in');

const isValueAt = (tokens: readonly Token[], index: number): boolean => {
  const kind = tokens[index]?.kind;
  return (
    (kind === 'word' || kind === 'quoted') &&
    !isFieldAt(tokens, index) &&
    !isClauseAt(tokens, index) &&
    operatorAt(tokens, index + 1) === undefined
  );
};

const asTyped = ({ text, isQuoted }: TypedText): string => (isQuoted ? quoted(text) : text);
