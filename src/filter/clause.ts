/**
 * Reads one clause of a filter line, `field operator value`, from the tokens it begins with: its values together, those of its
 * sets included, and ranges, `2..4`, two bounds in one value, both included (docs/filter-line.md, Ranges and alternatives).
 */
import type { Operator } from '../catalogue/field.ts';
import { type FilterField, findOfferField } from '../catalogue/lookup.ts';
import { followerOf } from './after-value.ts';
import {
  alternativesIn,
  operatorAt,
  type TypedItem,
  type TypedOperator,
  type TypedValue,
  valueAfter,
} from './clause-parts.ts';

import { compareVersions } from './evaluate.ts';
import type { Clause, Comparison, Condition, FoldedItem, Problem, Span, Word } from './line.ts';
import { comparisonsOf, nearestSymbol, reversedSymbol } from './operators.ts';
import { foldedProblem, isSet, type Known, readSet, setProblems } from './own-sets.ts';
import { type ProblemText, problemTexts } from './problems.ts';
import type { Token } from './tokens.ts';
import { isAny, type KnownTexts, printValue, readPart, readValue, type Single, type TypedText } from './value.ts';

import { problemOfName } from './word.ts';

/** The two conditions of a range, or why it is none. `isOpen` says that only its end is missing. */
type RangeReading =
  | { readonly conditions: readonly [Condition, Condition] }
  | { readonly problem: ProblemText; readonly isOpen: boolean };

const DOTS = '..';

/** True when `text` is written as a range, whole or not. */
const isRange = ({ text, isQuoted }: TypedText): boolean => !isQuoted && text.includes(DOTS);

/** What the range `text` asks of `field`, which has an order. A unit behind the second bound holds for both. */
const readRange = (field: FilterField, text: string, known: KnownTexts): RangeReading => {
  const at = text.indexOf(DOTS);
  const low = text.slice(0, at);
  // People write three dots too; the third may be a decimal point only where the first bound begins with one.
  const high = text.slice(at + (text[at + 2] === '.' && !low.startsWith('.') ? 3 : 2));
  if (low === '' || high === '') {
    const bound = low === '' ? `<=${high}` : `>=${low}`;
    return { problem: problemTexts.rangeOpen(field, bound), isOpen: high === '' };
  }
  const from = readValue(field, typed(withUnit(low, high)), known);
  const to = readValue(field, typed(high), known);
  if ('problem' in from) return { problem: from.problem, isOpen: false };
  if ('problem' in to) return { problem: to.problem, isOpen: to.canGrow };
  if (isAbove(from.value, to.value)) {
    // `100..1TB`: the first bound was meant in its usual unit.
    const alone = readValue(field, typed(low), known);
    const isUnitOfOne = 'value' in alone && !isAbove(alone.value, to.value);
    const [first, last] = isUnitOfOne ? [alone.value, to.value] : [to.value, from.value];
    const better = `${printValue(field, first)}${DOTS}${printValue(field, last)}`;
    return { problem: problemTexts.rangeReversed(text, better), isOpen: true };
  }
  return {
    conditions: [
      { field: field.name, operator: 'gte', value: from.value },
      { field: field.name, operator: 'lte', value: to.value },
    ],
  };
};

const typed = (text: string): TypedText => ({ text, isQuoted: false });

const LAST_DIGIT = /\d$/;

/** `low` with the unit that `high` has, where it has none of its own. */
const withUnit = (low: string, high: string): string => {
  if (!LAST_DIGIT.test(low) || LAST_DIGIT.test(high)) return low;
  let length = high.length;
  while (length > 0 && !LAST_DIGIT.test(high.slice(0, length))) length--;
  return low + high.slice(length);
};

const isAbove = (low: Single, high: Single): boolean =>
  typeof low === 'number' && typeof high === 'number' ? low > high : compareVersions(String(low), String(high)) > 0;

/** Why a clause cannot be read, and where. */
type ClauseProblem = { readonly at: Span; readonly problem: ProblemText; readonly growsUntil?: number };

/** Values in wire units, and the list as it is written where sets stand in it. */
type Values = {
  readonly singles: readonly Single[];
  readonly folded?: readonly FoldedItem[];
  readonly hints: readonly Problem[];
};

/** True where values are more and less. */
const hasOrder = ({ filter }: FilterField): boolean =>
  filter.kind === 'number' || filter.kind === 'integer' || filter.kind === 'version';

/** The wire values of `items` with what is to be known of them, or the first that is wrong. */
const valuesOf = (field: FilterField, items: readonly TypedItem[], known: Known): Values | ClauseProblem => {
  const singles: Single[] = [];
  const folded: FoldedItem[] = [];
  const hints: Problem[] = [];
  for (const item of items) {
    if (item.text === '' && !item.isQuoted) {
      return { at: item, problem: problemTexts.valueMissing(field, '|'), growsUntil: item.to };
    }
    if (isSet(item)) {
      const set = readSet(field, item.text, known);
      if ('problem' in set) return { at: item, problem: set.problem, growsUntil: item.to };
      singles.push(...set.values);
      folded.push(set.item);
      if (set.hint !== undefined) hints.push({ from: item.from, to: item.to, ...set.hint });
      continue;
    }
    if (isRange(item) && hasOrder(field)) return { at: item, problem: problemTexts.rangeListed(item.text) };
    const reading = readValue(field, item, known);
    if ('problem' in reading) {
      const { problem, canGrow } = reading;
      return canGrow && !item.isQuoted ? { at: item, problem, growsUntil: item.to } : { at: item, problem };
    }
    singles.push(reading.value);
    folded.push(reading.value);
    if (reading.hint !== undefined) hints.push({ from: item.from, to: item.to, ...reading.hint });
  }
  const [set] = items.filter(isSet);
  if (set === undefined) return { singles, hints };
  const problem = foldedProblem(folded, singles.length);
  return problem === undefined ? { singles, folded, hints } : { at: set, problem };
};

const EXACT: ReadonlySet<Operator> = new Set(['eq', 'neq', 'in', 'notin']);

/** Half a version equals none. */
const halfVersion = (
  field: FilterField,
  operator: Operator,
  items: readonly TypedItem[],
  singles: readonly Single[],
): ClauseProblem | undefined => {
  if (field.filter.kind !== 'version' || !EXACT.has(operator)) return undefined;
  if (singles.every((version) => String(version).includes('.'))) return undefined;
  // Sets hold whole versions alone.
  const at = items.find(({ text, isQuoted }) => !isSet({ text, isQuoted }) && !text.includes('.'));
  if (at === undefined) return undefined;
  const problem = problemTexts.notAVersion(field, at.text, `${at.text}.0`);
  return at.isQuoted ? { at, problem } : { at, problem, growsUntil: at.to };
};

/** What a piece of the line says; a range is two clauses. */
type Meaning =
  | { readonly clauses: readonly Clause[]; readonly hints: readonly Problem[] }
  | { readonly word: Word & Span }
  | { readonly problem: Problem };

/**
 * A piece of the line, what it says, and the index of the token behind it. `growsUntil` is the last place of the cursor at
 * which the piece is still being typed; absent when more letters there cannot make it say something else.
 */
export type Piece = Span & { readonly next: number; readonly meaning: Meaning; readonly growsUntil?: number };

/** A line that was cut into tokens, its length, and what it is read with. */
export type Cut = { readonly tokens: readonly Token[]; readonly end: number; readonly known: Known };

/** The pieces of a clause that has all of them. */
type Pieces = Span & {
  readonly field: FilterField;
  readonly operator: Comparison;
  readonly sign: TypedOperator;
  readonly typed: TypedValue;
  readonly known: Known;
};

/** The place of the token at `index`, or `end` behind the last one: until there a piece before it can go on. */
export const placeOf = (tokens: readonly Token[], index: number, end: number): number => tokens[index]?.from ?? end;

/** `problem` at its place. */
export const problemAt = ({ from, to }: Span, problem: ProblemText): Meaning => ({ problem: { from, to, ...problem } });

/** The clause that has `word` before `sign`; `end` is the length of the line. */
export const readClause = (
  tokens: readonly Token[],
  word: Token,
  sign: TypedOperator,
  end: number,
  known: Known,
): Piece => {
  const reversed = reversedClause(tokens, word, sign);
  if (reversed !== undefined) return reversed;
  const typed = valueAfter(tokens, sign, word);
  const { to, next } = typed ?? sign;
  const whole = { from: word.from, to, next };
  const behind = placeOf(tokens, next, end);
  const field = fieldOf(word, known);
  if ('problem' in field) return problemPiece(whole, field);
  const operator = operatorOf(field, sign);
  if (typeof operator === 'object') return problemPiece(whole, operator);
  if (typed === undefined) {
    return problemPiece(whole, { at: whole, problem: problemTexts.valueMissing(field, sign.text), growsUntil: behind });
  }
  if (typed.problem !== undefined) {
    const { at, isOpen, say } = typed.problem;
    return problemPiece(whole, isOpen ? { at, problem: say(field), growsUntil: behind } : { at, problem: say(field) });
  }
  const follower = followerOf({ tokens, field, sign, typed, known });
  if (follower !== undefined) return problemPiece({ from: word.from, to: follower.to, next: follower.next }, follower);
  const read = conditionOf({ ...whole, field, operator, sign, typed, known });
  if ('problem' in read) return problemPiece(whole, read);
  const { conditions, hints } = read;
  const clauses = conditions.map((condition) => ({ ...condition, from: word.from, to }));
  return { ...whole, meaning: { clauses, hints } };
};

const problemPiece = (whole: Span & { readonly next: number }, { at, problem, growsUntil }: ClauseProblem): Piece => ({
  ...whole,
  meaning: problemAt(at, problem),
  ...(growsUntil !== undefined && { growsUntil }),
});

/** `4<=num_gpus`, a clause the wrong way round, with what is compared further: `1<num_gpus<8`. */
const reversedClause = (tokens: readonly Token[], word: Token, sign: TypedOperator): Piece | undefined => {
  const symbol = reversedSymbol(sign.operator);
  const named = tokens[sign.next];
  const field = named?.kind === 'word' ? named.field : undefined;
  if (symbol === undefined || named === undefined || field === undefined || !BEGINS_NUMBER.test(word.text))
    return undefined;
  const further = operatorAt(tokens, sign.next + 1);
  const behind = (further && valueAfter(tokens, further, named)) ?? further ?? { to: named.to, next: sign.next + 1 };
  const first = `${field.name}${symbol}${word.text}`;
  const better = further === undefined ? first : `${first} ${field.name}`;
  const meaning = problemAt({ from: word.from, to: named.to }, problemTexts.reversed(better));
  return { from: word.from, to: behind.to, next: behind.next, meaning };
};

const BEGINS_NUMBER = /^[$+-]?\.?\d/;

const fieldOf = (word: Token, { list }: Known): FilterField | ClauseProblem => {
  const { field } = word;
  if (field !== undefined)
    return word.kind === 'quoted' ? { at: word, problem: problemTexts.fieldQuoted(word.text) } : field;
  const meant = (list?.unknownField ?? problemOfName)(word.text);
  if (meant !== undefined) return { at: word, problem: meant };
  const shownOnly = findOfferField(word.text.toLowerCase());
  return {
    at: word,
    problem: shownOnly === undefined ? problemTexts.unknownFilter(word.text) : problemTexts.notAFilter(shownOnly),
  };
};

const operatorOf = (field: FilterField, sign: TypedOperator): Comparison | ClauseProblem => {
  const { operator, text } = sign;
  if (operator === undefined) return { at: sign, problem: problemTexts.operatorUnknown(text, nearestSymbol(text)) };
  return comparisonsOf(field).includes(operator)
    ? operator
    : { at: sign, problem: problemTexts.operatorRefused(field, text) };
};

/** What the pieces of a clause say together. */
const conditionOf = (
  pieces: Pieces,
): { readonly conditions: readonly Condition[]; readonly hints: readonly Problem[] } | ClauseProblem => {
  const { field, sign, typed, from, to } = pieces;
  const isListed = pieces.operator === 'in' || pieces.operator === 'notin';
  if (typed.isBracketed && !isListed) return { at: sign, problem: problemTexts.listRefused(field, sign.text) };
  if (pieces.operator === 'contains') return partOf(pieces);
  const { operator, items } = withAlternatives(pieces);
  const set = operator === 'in' || operator === 'notin' ? undefined : items.find(isSet);
  if (set !== undefined) return { at: set, problem: setProblems.compared(set.text, field, sign.text) };
  if (items.some(isAny)) {
    if (field.filter.initial === undefined) return { at: { from, to }, problem: problemTexts.anyLiftsNothing(field) };
    if (operator !== 'eq') return { at: { from, to }, problem: problemTexts.anyCompared(field) };
    return { conditions: [{ field: field.name, operator: 'any' }], hints: [] };
  }
  const lone = items.length === 1 ? items[0] : undefined;
  const apart = lone === undefined || lone.isQuoted ? undefined : separatedText(lone.text);
  if (lone !== undefined && apart !== undefined) return { at: lone, problem: problemTexts.separated(apart) };
  if (lone !== undefined && isRange(lone) && hasOrder(field)) return rangeIn(pieces, lone.text);
  const rewritten = wholeProblem(pieces);
  if (rewritten !== undefined) return rewritten;
  const values = valuesOf(field, items, pieces.known);
  if ('problem' in values) return values;
  const { singles, folded, hints } = values;
  const half = halfVersion(field, operator, items, singles);
  if (half !== undefined) return half;
  const [first] = singles;
  const isList = operator === 'in' || operator === 'notin';
  const value = isList || first === undefined ? singles : first;
  return { conditions: [{ field: field.name, operator, value, ...(folded && { folded }) }], hints };
};

/** The operator and the values of a clause: values that bars join are a list, and so is a set, where the field takes one. */
const withAlternatives = ({
  field,
  operator,
  typed,
}: Pieces): { readonly operator: Operator; readonly items: readonly TypedItem[] } => {
  const plain = operator === 'contains' ? 'eq' : operator;
  const takesLists = field.filter.operators.includes('in');
  const alternatives = takesLists ? alternativesIn(typed.items) : undefined;
  const isEquality = plain === 'eq' || plain === 'neq' || plain === 'in' || plain === 'notin';
  const isList = alternatives !== undefined || (takesLists && typed.items.some(isSet));
  if (!isList || !isEquality) return { operator: plain, items: typed.items };
  return { operator: plain === 'eq' || plain === 'in' ? 'in' : 'notin', items: alternatives ?? typed.items };
};

/** `gpu_name~4090`. */
const partOf = ({
  field,
  typed,
}: Pieces): { readonly conditions: readonly Condition[]; readonly hints: readonly Problem[] } | ClauseProblem => {
  const [item] = typed.items;
  if (item !== undefined && isSet(item)) return { at: item, problem: setProblems.compared(item.text, field, '~') };
  const reading = readPart(field, item ?? { text: '', isQuoted: false });
  if ('problem' in reading) return { at: item ?? typed, problem: reading.problem };
  return { conditions: [{ field: field.name, operator: 'contains', value: reading.value }], hints: [] };
};

/** `2..4` behind `=`. */
const rangeIn = (
  { field, operator, sign, known, from, to }: Pieces,
  text: string,
): { readonly conditions: readonly Condition[]; readonly hints: readonly Problem[] } | ClauseProblem => {
  if (operator !== 'eq' || !field.filter.operators.includes('gte')) {
    return { at: { from, to }, problem: problemTexts.rangeRefused(field, text) };
  }
  const range = readRange(field, text, known);
  if ('conditions' in range) return { conditions: range.conditions, hints: [] };
  const at = { from: sign.from, to };
  return range.isOpen ? { at, problem: range.problem, growsUntil: to } : { at, problem: range.problem };
};

/** `4;` and `4&dph<1` without the signs that part clauses elsewhere; undefined where `text` has none. */
const separatedText = (text: string): string | undefined => {
  const better = text.replace(/;$/, '').replace(/[;&](?=[a-z_]{1,40}[=<>!:~])/gi, ' ');
  return better === text || better === '' ? undefined : better;
};

/** `1-4`, `4+`: values that other signs say. */
const wholeProblem = ({ field, operator, sign, typed, to }: Pieces): ClauseProblem | undefined => {
  const [item] = typed.items;
  const { kind } = field.filter;
  if (item === undefined || item.isQuoted || (operator !== 'eq' && operator !== 'neq')) return undefined;
  if (kind === 'text' || kind === 'country') return undefined;
  const { text } = item;
  const [, low = '', high = ''] = SPAN.exec(text) ?? [];
  if (low !== '') return { at: item, problem: problemTexts.rangeTyped(text, `${low}..${high}`) };
  const [, number = ''] = AT_LEAST.exec(text) ?? [];
  return number === '' ? undefined : { at: { from: sign.from, to }, problem: problemTexts.plusBehind(text, number) };
};

const SPAN = /^(\$?\d+(?:\.\d+)?)(?:-|–|~)(\$?\d+(?:\.\d+)?[a-z%/]*)$/i;

const AT_LEAST = /^(\$?\d+(?:\.\d+)?[a-z%/]*)\+$/i;
