/** How the eight operators of a search filter are typed (DESIGN.md section 4). */
import type { Operator } from '../catalogue/field.ts';

const SYMBOLS: Readonly<Record<string, Operator>> = {
  '=': 'eq',
  '==': 'eq',
  ':': 'eq',
  '!=': 'neq',
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
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
};

const WORDS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'notin'] as const satisfies readonly Operator[];

const SPELLINGS: Readonly<Record<Operator, string>> = {
  eq: '=',
  neq: '!=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  in: ' in ',
  notin: ' notin ',
};

/** The operator that a symbol means; undefined when it means none. */
export const symbolOperator = (symbol: string): Operator | undefined =>
  Object.hasOwn(SYMBOLS, symbol) ? SYMBOLS[symbol] : undefined;

/** The symbol that was probably meant by one that means nothing. */
export const nearestSymbol = (symbol: string): string | undefined =>
  Object.hasOwn(SLIPS, symbol) ? SLIPS[symbol] : undefined;

/** The operator that a word means, in any letter case; undefined when it means none. */
export const wordOperator = (word: string): Operator | undefined => WORDS.find((name) => name === word.toLowerCase());

/** True when more letters can make `word` an operator. */
export const beginsOperator = (word: string): boolean =>
  [...WORDS, 'not'].some((name) => name.startsWith(word.toLowerCase()));

/** An operator as it stands between a field and a value. */
export const spelling = (operator: Operator): string => SPELLINGS[operator];
