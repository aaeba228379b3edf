/** Reads one clause of a filter line, `field operator value`, from the tokens it begins with. */
import type { Operator } from '../catalogue/field.ts';
import { type FilterField, findFilterField, findOfferField } from '../catalogue/lookup.ts';
import { type TypedOperator, type TypedValue, valueAfter } from './cut.ts';
import { type Fault, faults } from './faults.ts';
import type { Clause, Condition, Problem, Span, Word } from './line.ts';
import { isDetachedUnit } from './number.ts';
import { nearestSymbol } from './operators.ts';
import type { Token } from './tokens.ts';
import { isAny, readValue, type Single } from './value.ts';

/** What a piece of the line says. */
type Meaning = { readonly clause: Clause } | { readonly word: Word & Span } | { readonly problem: Problem };

/**
 * A piece of the line, what it says, and the index of the token behind it. `growsUntil` is the last place of the cursor at
 * which the piece is still being typed; absent when more letters there cannot make it say something else.
 */
export type Piece = Span & { readonly next: number; readonly meaning: Meaning; readonly growsUntil?: number };

/** Why a clause cannot be read, and where. */
type Flaw = { readonly at: Span; readonly fault: Fault; readonly growsUntil?: number };

/** The pieces of a clause that has all of them. */
type Pieces = Span & {
  readonly field: FilterField;
  readonly operator: Operator;
  readonly sign: TypedOperator;
  readonly typed: TypedValue;
};

/** The place of the token at `index`, or `end` behind the last one: until there a piece before it can go on. */
export const placeOf = (tokens: readonly Token[], index: number, end: number): number => tokens[index]?.from ?? end;

/** `fault` at its place. */
export const problemAt = ({ from, to }: Span, fault: Fault): Meaning => ({ problem: { from, to, ...fault } });

/** The clause that has `word` before `sign`; `end` is the length of the line. */
export const readClause = (tokens: readonly Token[], word: Token, sign: TypedOperator, end: number): Piece => {
  const typed = valueAfter(tokens, sign);
  const { to, next } = typed ?? sign;
  const whole = { from: word.from, to, next };
  const behind = placeOf(tokens, next, end);
  const field = fieldOf(word);
  if ('fault' in field) return flawed(whole, field);
  const operator = operatorOf(field, sign);
  if (typeof operator === 'object') return flawed(whole, operator);
  if (typed === undefined) {
    return flawed(whole, { at: whole, fault: faults.valueMissing(field, sign.text), growsUntil: behind });
  }
  if (typed.fault !== undefined) {
    const { at, isOpen, say } = typed.fault;
    return flawed(whole, isOpen ? { at, fault: say(field), growsUntil: behind } : { at, fault: say(field) });
  }
  const read = conditionOf({ ...whole, field, operator, sign, typed });
  if ('fault' in read) return flawed(whole, read);
  const detached = detachedUnit(field, typed, tokens[next]);
  if (detached !== undefined) return flawed({ ...whole, to: detached.at.to, next: next + 1 }, detached);
  return { ...whole, meaning: { clause: { ...read, from: word.from, to } } };
};

const flawed = (whole: Span & { readonly next: number }, { at, fault, growsUntil }: Flaw): Piece => ({
  ...whole,
  meaning: problemAt(at, fault),
  ...(growsUntil !== undefined && { growsUntil }),
});

const fieldOf = (word: Token): FilterField | Flaw => {
  const field = findFilterField(word.text);
  if (field !== undefined) return word.kind === 'quoted' ? { at: word, fault: faults.fieldQuoted(word.text) } : field;
  const shownOnly = findOfferField(word.text.toLowerCase());
  return { at: word, fault: shownOnly === undefined ? faults.unknownFilter(word.text) : faults.notAFilter(shownOnly) };
};

const operatorOf = (field: FilterField, sign: TypedOperator): Operator | Flaw => {
  const { operator, text } = sign;
  if (operator === undefined) return { at: sign, fault: faults.operatorUnknown(text, nearestSymbol(text)) };
  return field.filter.operators.includes(operator)
    ? operator
    : { at: sign, fault: faults.operatorRefused(field, text) };
};

const EXACT: ReadonlySet<Operator> = new Set(['eq', 'neq', 'in', 'notin']);

/** What the pieces of a clause say together. */
const conditionOf = ({ field, operator, sign, typed, from, to }: Pieces): Condition | Flaw => {
  const isList = operator === 'in' || operator === 'notin';
  if (typed.isBracketed && !isList) return { at: sign, fault: faults.listRefused(field, sign.text) };
  if (typed.items.some(isAny)) {
    if (field.filter.initial === undefined) return { at: { from, to }, fault: faults.anyLiftsNothing(field) };
    if (operator !== 'eq') return { at: { from, to }, fault: faults.anyCompared(field) };
    return { field: field.name, operator: 'any' };
  }
  const values = valuesOf(field, typed);
  if ('fault' in values) return values;
  const [first] = values;
  if (field.filter.kind === 'version' && EXACT.has(operator)) {
    // Half a version equals none.
    const at = typed.items[values.findIndex((version) => !String(version).includes('.'))];
    if (at !== undefined) {
      const fault = faults.notAVersion(field, at.text, `${at.text}.0`);
      return at.isQuoted ? { at, fault } : { at, fault, growsUntil: at.to };
    }
  }
  const value = isList || first === undefined ? values : first;
  return { field: field.name, operator, value };
};

/** The wire values of a clause, or the first that is wrong. */
const valuesOf = (field: FilterField, { items }: TypedValue): readonly Single[] | Flaw => {
  const values: Single[] = [];
  for (const item of items) {
    const reading = readValue(field, item);
    if ('fault' in reading) {
      const { fault, canGrow } = reading;
      return canGrow && !item.isQuoted ? { at: item, fault, growsUntil: item.to } : { at: item, fault };
    }
    values.push(reading.value);
  }
  return values;
};

/** The flaw that a number's unit stands apart from it: `24 GB` would search the rows for "GB". */
const detachedUnit = (field: FilterField, typed: TypedValue, following: Token | undefined): Flaw | undefined => {
  const number = typed.items.at(-1);
  if (number === undefined || typed.isBracketed || following?.kind !== 'word') return undefined;
  if (!isDetachedUnit(field, number.text, following.text)) return undefined;
  return {
    at: { from: number.from, to: following.to },
    fault: faults.unitDetached(number.text, following.text),
  };
};
