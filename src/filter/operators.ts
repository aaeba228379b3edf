/** How the eight operators of a search filter, and the one that is applied here alone, are typed (docs/filter-line.md, Operators). */
import type { Operator } from '../catalogue/field.ts';
import type { FilterField } from '../catalogue/lookup.ts';
import type { Comparison } from './line.ts';

const SYMBOLS: Readonly<Record<string, Comparison>> = {
  '=': 'eq',
  '==': 'eq',
  ':': 'eq',
  '!=': 'neq',
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
  '~': 'contains',
};

/** What people write for another symbol. */
const SLIPS: Readonly<Record<string, string>> = {
  '===': '=',
  ':=': '=',
  '!==': '!=',
  '!:': '!=',
  '<>': '!=',
  '=!': '!=',
  '=>': '>=',
  '>==': '>=',
  '>:': '>=',
  '=<': '<=',
  '<==': '<=',
  '<:': '<=',
  '=~': '~',
  '~=': '~',
  '~~': '~',
  ':<': '<',
  ':>': '>',
  ':<=': '<=',
  ':>=': '>=',
};

const WORDS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'notin'] as const satisfies readonly Operator[];

const SPELLINGS: Readonly<Record<Comparison, string>> = {
  eq: '=',
  neq: '!=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  in: ' in ',
  notin: ' notin ',
  contains: '~',
};

const REVERSED: Readonly<Partial<Record<Comparison, string>>> = {
  eq: '=',
  neq: '!=',
  gt: '<',
  gte: '<=',
  lt: '>',
  lte: '>=',
};

const OPPOSITES: Readonly<Record<Operator, Operator>> = {
  eq: 'neq',
  neq: 'eq',
  gt: 'lte',
  gte: 'lt',
  lt: 'gte',
  lte: 'gt',
  in: 'notin',
  notin: 'in',
};

/** The operator that is met where this one is not. */
export const oppositeOperator = (operator: Operator): Operator => OPPOSITES[operator];

/** The operator that a symbol means; undefined when it means none. */
export const symbolOperator = (symbol: string): Comparison | undefined =>
  Object.hasOwn(SYMBOLS, symbol) ? SYMBOLS[symbol] : undefined;

/** The symbol that was probably meant by one that means nothing. */
export const nearestSymbol = (symbol: string): string | undefined =>
  Object.hasOwn(SLIPS, symbol) ? SLIPS[symbol] : undefined;

/** The symbol that compares the other way round: `4<=x` is `x>=4`; undefined for what has no other way. */
export const reversedSymbol = (operator: Comparison | undefined): string | undefined =>
  operator === undefined ? undefined : REVERSED[operator];

/** The operator that a word means, in any letter case; undefined when it means none. */
export const wordOperator = (word: string): Operator | undefined => WORDS.find((name) => name === word.toLowerCase());

/** True when more letters can make `word` an operator. */
export const beginsOperator = (word: string): boolean =>
  [...WORDS, 'not'].some((name) => name.startsWith(word.toLowerCase()));

/** An operator as it stands between a field and a value. */
export const spelling = (operator: Comparison): string => SPELLINGS[operator];

/** Every way to compare `field`: by the operators of the wire, and texts that are no closed set by their parts too. */
export const comparisonsOf = ({ filter }: FilterField): readonly Comparison[] =>
  filter.kind === 'text' && !filter.isClosed ? [...filter.operators, 'contains'] : filter.operators;
