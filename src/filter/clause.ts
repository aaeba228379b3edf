/** Reads one clause of a filter line, `field operator value`, from the tokens it begins with. */
import { type FilterField, findFilterField, findOfferField } from '../catalogue/lookup.ts';
import { type TypedOperator, type TypedValue, valueAfter } from './cut.ts';
import { type Fault, faults } from './faults.ts';
import type { Clause, Condition, Problem, Span, Word } from './line.ts';
import { isDetachedUnit } from './number.ts';
import { nearestSymbol } from './operators.ts';
import type { Token } from './tokens.ts';
import { isAny, readValue, type Single } from './value.ts';

/** What a piece of the line says. */
export type Meaning = { readonly clause: Clause } | { readonly word: Word & Span } | { readonly problem: Problem };

/**
 * A piece of the line, what it says, and the index of the token behind it. `growsUntil` is the last place of the cursor at
 * which the piece is still being typed; absent when more letters there cannot make it say something else.
 */
export type Piece = Span & { readonly next: number; readonly meaning: Meaning; readonly growsUntil?: number };

/** Why a clause cannot be read, and where. */
type Flaw = { readonly at: Span; readonly fault: Fault; readonly growsUntil?: number };

/** The place of the token at `index`, or `end` behind the last one: until there a piece before it can go on. */
export const placeOf = (tokens: readonly Token[], index: number, end: number): number => tokens[index]?.from ?? end;

/** `fault` at its place. */
export const problemAt = ({ from, to }: Span, fault: Fault): Meaning => ({ problem: { from, to, ...fault } });

/** What is wrong with a word that should be a field. */
export const unknownField = (word: string): Fault => {
  const shownOnly = findOfferField(word.toLowerCase());
  return shownOnly === undefined ? faults.unknownFilter(word) : faults.notAFilter(shownOnly);
};

/** The clause that has `word` before `operator`; `end` is the length of the line. */
export const readClause = (tokens: readonly Token[], word: Token, operator: TypedOperator, end: number): Piece => {
  const typed = valueAfter(tokens, operator);
  const { to, next } = typed ?? operator;
  const whole = { from: word.from, to, next };
  const read = conditionOf(word, operator, typed, placeOf(tokens, next, end));
  if ('fault' in read) return flawed(whole, read);
  const detached = detachedUnit(tokens, read.field, typed);
  if (detached !== undefined) return flawed({ ...whole, to: detached.at.to, next: next + 1 }, detached);
  return { ...whole, meaning: { clause: { ...read.condition, from: word.from, to } } };
};

const flawed = (whole: Span & { readonly next: number }, { at, fault, growsUntil }: Flaw): Piece => ({
  ...whole,
  meaning: problemAt(at, fault),
  ...(growsUntil !== undefined && { growsUntil }),
});

/** What the pieces of a clause say together. `behind` is the place up to which a clause without an end can go on. */
const conditionOf = (
  word: Token,
  typedOperator: TypedOperator,
  typed: TypedValue | undefined,
  behind: number,
): { readonly field: FilterField; readonly condition: Condition } | Flaw => {
  const { operator, text } = typedOperator;
  const field = findFilterField(word.text);
  if (field === undefined) return { at: word, fault: unknownField(word.text) };
  if (word.kind === 'quoted') return { at: word, fault: faults.fieldQuoted(word.text) };
  if (operator === undefined) return { at: typedOperator, fault: faults.operatorUnknown(text, nearestSymbol(text)) };
  if (!field.filter.operators.includes(operator)) {
    return { at: typedOperator, fault: faults.operatorRefused(field, text) };
  }
  const whole = { from: word.from, to: (typed ?? typedOperator).to };
  if (typed === undefined) return { at: whole, fault: faults.valueMissing(field, text), growsUntil: behind };
  if (typed.fault !== undefined) {
    const { at, isOpen, say } = typed.fault;
    return { at, fault: say(field), ...(isOpen && { growsUntil: behind }) };
  }
  const isList = operator === 'in' || operator === 'notin';
  if (typed.isBracketed && !isList) return { at: typedOperator, fault: faults.listRefused(field, text) };
  const any = typed.items.find(isAny);
  if (any !== undefined) {
    if (field.filter.initial === undefined) return { at: whole, fault: faults.anyLiftsNothing(field) };
    if (operator !== 'eq') return { at: whole, fault: faults.anyCompared(field) };
    return { field, condition: { field: field.name, operator: 'any' } };
  }
  const read = valuesOf(field, typed);
  if ('fault' in read) return read;
  const [first] = read.values;
  if (isList) return { field, condition: { field: field.name, operator, value: read.values } };
  return first === undefined
    ? { at: whole, fault: faults.valueMissing(field, text), growsUntil: behind }
    : { field, condition: { field: field.name, operator, value: first } };
};

/** The wire values of a clause, or the first that is wrong. */
const valuesOf = (field: FilterField, { items }: TypedValue): { readonly values: readonly Single[] } | Flaw => {
  const values: Single[] = [];
  for (const item of items) {
    const reading = readValue(field, item);
    if ('fault' in reading) {
      const { fault, canGrow } = reading;
      return { at: item, fault, ...(canGrow && !item.isQuoted && { growsUntil: item.to }) };
    }
    values.push(reading.value);
  }
  return { values };
};

/** The flaw that a number's unit stands apart from it: `24 GB` would search the rows for "GB". */
const detachedUnit = (
  tokens: readonly Token[],
  field: FilterField,
  typed: TypedValue | undefined,
): Flaw | undefined => {
  const number = typed?.items.at(-1);
  const unit = typed && tokens[typed.next];
  if (number === undefined || typed?.isBracketed || unit?.kind !== 'word') return undefined;
  if (!isDetachedUnit(field, number.text, unit.text)) return undefined;
  return { at: { from: number.from, to: unit.to }, fault: faults.unitDetached(number.text, unit.text) };
};
