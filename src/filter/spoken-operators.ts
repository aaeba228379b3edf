/** Comparisons said in words, as in `under`, `at least` or `like`: they are no operators, and say which one is meant. */
import type { Token } from './tokens.ts';

/** The symbol that was meant, and the index of the token behind the words. */
type SpokenOperator = { readonly symbol: string; readonly next: number };

const SAID: Readonly<Record<string, string>> = {
  under: '<',
  below: '<',
  'less than': '<',
  'cheaper than': '<',
  'at most': '<=',
  'up to': '<=',
  max: '<=',
  maximum: '<=',
  budget: '<=',
  over: '>',
  above: '>',
  'more than': '>',
  'greater than': '>',
  'at least': '>=',
  min: '>=',
  minimum: '>=',
  is: '=',
  exactly: '=',
  equals: '=',
  like: '~',
  ilike: '~',
  contains: '~',
};

/** The comparison said at a token, in one word or two; undefined where none is. */
export const spokenOperatorAt = (tokens: readonly Token[], index: number): SpokenOperator | undefined => {
  const [first, second] = [wordAt(tokens, index), wordAt(tokens, index + 1)];
  const both = SAID[`${first} ${second}`];
  if (both !== undefined) return { symbol: both, next: index + 2 };
  const symbol = Object.hasOwn(SAID, first) ? SAID[first] : undefined;
  return symbol === undefined ? undefined : { symbol, next: index + 1 };
};

const BEHIND: Readonly<Record<string, string>> = {
  more: '>=',
  higher: '>=',
  better: '>=',
  less: '<=',
  fewer: '<=',
  lower: '<=',
  cheaper: '<=',
};

/** The comparison said behind a figure, as in `or more`; undefined where none is. */
export const operatorBehindAt = (tokens: readonly Token[], index: number): SpokenOperator | undefined => {
  const word = wordAt(tokens, index) === 'or' ? wordAt(tokens, index + 1) : '';
  const symbol = Object.hasOwn(BEHIND, word) ? BEHIND[word] : undefined;
  return symbol === undefined ? undefined : { symbol, next: index + 2 };
};

const wordAt = (tokens: readonly Token[], index: number): string => {
  const token = tokens[index];
  return token?.kind === 'word' ? token.text.toLowerCase() : '';
};
