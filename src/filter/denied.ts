/** `not 4090`, `except china`: what stands before something else to leave it out. */
import { findFilterField } from '../catalogue/lookup.ts';
import { type Cut, type Piece, placeOf, problemAt } from './clause.ts';
import { operatorAt } from './clause-parts.ts';
import type { Condition } from './line.ts';
import { namedClause, namedValuesAt } from './named-values.ts';
import { oppositeOperator } from './operators.ts';
import { printClause } from './print.ts';
import { problemTexts } from './problems.ts';
import { nameSaidAt } from './spoken-names.ts';
import type { Token } from './tokens.ts';

/** Reads the piece that begins with a token. */
type Reader = (line: Cut, token: Token, index: number) => Piece;

const isNot = ({ kind, text }: Token): boolean => kind === 'word' && text.toLowerCase() === 'not';

/** What is said in the place of `not` before places, models and yes-or-no fields. */
const BUT = 'but';
const DENIALS = ['except', 'excluding', 'without', 'outside', 'non', BUT];

/** Norway, where nothing follows that can be denied. */
const NO = 'no';

/** Words between them and what is denied. */
const BETWEEN = ['in', 'from', 'the', 'a', 'an', 'any'];

/** True for `not`, and what is said in its place. */
export const isDenial = ({ kind, text }: Token): boolean =>
  kind === 'word' && ['not', NO, ...DENIALS].includes(text.toLowerCase());

/**
 * `not` or `except` before what `wordAt` reads: a clause, places, models or a word. A problem, which suggests the opposite;
 * undefined for a `no` that denies nothing.
 */
export const deniedAt = (line: Cut, token: Token, index: number, wordAt: Reader): Piece | undefined => {
  const { tokens, known, end } = line;
  const { from, to, text } = token;
  const isNo = text.toLowerCase() === NO;
  if ((isNot(token) || isNo) && operatorAt(tokens, index + 1)?.operator !== undefined)
    return wordAt(line, token, index);
  let at = index + 1;
  const between = text.toLowerCase() === BUT ? [...BETWEEN, 'not', NO] : BETWEEN;
  while (between.includes(tokens[at]?.text.toLowerCase() ?? '')) at++;
  const following = tokens[at];
  const denied = (
    last: Token | { readonly to: number } | undefined,
    next: number,
    better: string | undefined,
  ): Piece => {
    const whole = { from, to: last?.to ?? to };
    return { ...whole, next, meaning: problemAt(whole, problemTexts.not(text, better)) };
  };
  const named = namedValuesAt(tokens, at, known);
  if (named !== undefined && (named.field === 'geolocation' || named.count > 1 || named.words > 1))
    return denied(named, named.next, namedClause(named, true));
  const said = nameSaidAt(tokens, at);
  if (said !== undefined && findFilterField(said.name)?.filter.kind === 'boolean')
    return denied(said.words.at(-1), at + said.words.length, `!${said.name}`);
  const piece =
    following?.kind === 'word' && at === index + 1 && !isDenial(following) ? wordAt(line, following, at) : undefined;
  if (following !== undefined && named !== undefined) return denied(following, at + 1, `!${following.text}`);
  const isClause = piece !== undefined && 'clauses' in piece.meaning;
  if (isNo && !isClause) return undefined;
  if (piece !== undefined && 'word' in piece.meaning && piece.next === at + 1)
    return { ...denied(piece, piece.next, `!${piece.meaning.word.text}`), growsUntil: piece.to };
  if (piece === undefined || !isClause || !('clauses' in piece.meaning))
    return { ...denied(token, index + 1, undefined), growsUntil: placeOf(tokens, index + 1, end) };
  const [clause, second] = piece.meaning.clauses;
  const opposite = clause === undefined || second !== undefined ? undefined : oppositeOf(clause);
  return denied(piece, piece.next, opposite && printClause(opposite));
};

const oppositeOf = (condition: Condition): Condition | undefined => {
  if (condition.operator === 'any' || condition.operator === 'contains') return undefined;
  const { operator, value } = condition;
  return typeof value === 'boolean'
    ? { ...condition, operator: 'eq', value: operator === 'neq' ? value : !value }
    : { ...condition, operator: oppositeOperator(operator) };
};
