/** Comparisons said in words: `under`, `at least`, `no more than`. */
import type { Token } from './tokens.ts';

/** The symbol that was meant, and the index of the token behind the words. */
export type SpokenOperator = { readonly symbol: string; readonly next: number };

const SAID: Readonly<Record<string, string>> = {
  under: '<',
  below: '<',
  'less than': '<',
  'fewer than': '<',
  'lower than': '<',
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
  'higher than': '>',
  'no more than': '<=',
  'not more than': '<=',
  'not over': '<=',
  'not above': '<=',
  'no less than': '>=',
  'not less than': '>=',
  'no fewer than': '>=',
  'not fewer than': '>=',
  'not under': '>=',
  'not below': '>=',
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

/** Most words of a comparison. */
const WORDS_MAXIMUM = 3;

/** The comparison said at a token, in up to three words; undefined where none is. */
export const spokenOperatorAt = (tokens: readonly Token[], index: number): SpokenOperator | undefined => {
  for (let count = WORDS_MAXIMUM; count > 0; count--) {
    const words = Array.from({ length: count }, (_, at) => wordAt(tokens, index + at)).join(' ');
    const symbol = Object.hasOwn(SAID, words) ? SAID[words] : undefined;
    if (symbol !== undefined) return { symbol, next: index + count };
  }
  return undefined;
};

/** The word at a token in lower case; empty where none is. */
export const wordAt = (tokens: readonly Token[], index: number): string => {
  const token = tokens[index];
  return token?.kind === 'word' ? token.text.toLowerCase() : '';
};
