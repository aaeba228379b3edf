/** `not 4090`, `except china`: what stands before something else to leave it out. */
import { countryCode } from '../catalogue/countries.ts';
import { type Cut, type Piece, placeOf, problemAt } from './clause.ts';
import { operatorAt } from './clause-parts.ts';
import type { Condition } from './line.ts';
import { oppositeOperator } from './operators.ts';
import { printClause } from './print.ts';
import { problemTexts } from './problems.ts';
import type { Token } from './tokens.ts';
import { placeClause, placeNamed } from './word.ts';

/** Reads the piece that begins with a token. */
type Reader = (line: Cut, token: Token, index: number) => Piece;

const isNot = ({ kind, text }: Token): boolean => kind === 'word' && text.toLowerCase() === 'not';

/** What is said in the place of `not` before places, models and yes-or-no fields. */
const DENIALS = ['except', 'excluding', 'without', 'outside', 'non'];

/** True for `not`, and what is said in its place. */
export const isDenial = (token: Token): boolean =>
  isNot(token) || (token.kind === 'word' && DENIALS.includes(token.text.toLowerCase()));

/** `not` or `except` before what `wordAt` reads: a clause, a place or a word. A problem, which suggests the opposite. */
export const deniedAt = (line: Cut, token: Token, index: number, wordAt: Reader): Piece => {
  const at = ['in', 'the'].includes(line.tokens[index + 1]?.text.toLowerCase() ?? '') ? index + 2 : index + 1;
  const following = line.tokens[at];
  const { from, to } = token;
  if (isNot(token) && operatorAt(line.tokens, index + 1) !== undefined) return wordAt(line, token, index);
  const piece = following?.kind === 'word' && !isDenial(following) ? wordAt(line, following, at) : undefined;
  const place = following?.kind === 'word' ? (placeNamed(following.text) ?? countryCode(following.text)) : undefined;
  if (following !== undefined && place !== undefined) {
    const whole = { from, to: following.to };
    return {
      ...whole,
      next: at + 1,
      meaning: problemAt(whole, problemTexts.not(token.text, placeClause(place, '!='))),
    };
  }
  if (piece !== undefined && 'word' in piece.meaning && piece.next === at + 1) {
    const whole = { from, to: piece.to };
    const meaning = problemAt(whole, problemTexts.not(token.text, `!${piece.meaning.word.text}`));
    return { ...whole, next: piece.next, meaning, growsUntil: piece.to };
  }
  if (piece === undefined || !('clauses' in piece.meaning)) {
    return {
      from,
      to,
      next: index + 1,
      meaning: problemAt(token, problemTexts.not(token.text, undefined)),
      growsUntil: placeOf(line.tokens, index + 1, line.end),
    };
  }
  const [clause, second] = piece.meaning.clauses;
  const opposite = clause === undefined || second !== undefined ? undefined : oppositeOf(clause);
  const whole = { from, to: piece.to };
  return {
    ...whole,
    next: piece.next,
    meaning: problemAt(whole, problemTexts.not(token.text, opposite && printClause(opposite))),
  };
};

const oppositeOf = (condition: Condition): Condition | undefined => {
  if (condition.operator === 'any' || condition.operator === 'contains') return undefined;
  const { operator, value } = condition;
  return typeof value === 'boolean'
    ? { ...condition, operator: 'eq', value: operator === 'neq' ? value : !value }
    : { ...condition, operator: oppositeOperator(operator) };
};
