/**
 * Reads the pieces of a filter line one by one: clauses, words, and what stands before or between them without being either,
 * such as `any:word`, `not 4090`, or digits with commas between, which are a problem in any case.
 */
import { nearestWords } from '../base/nearest-words.ts';
import { FILTER_WORDS, findFilterField } from '../catalogue/lookup.ts';
import { type Cut, type Piece, placeOf, problemAt, readClause } from './clause.ts';
import { isClauseAt, listAt, operatorAt, type TypedOperator, valueAfter } from './clause-parts.ts';
import { ANYWHERE, type Condition, type Span } from './line.ts';
import { beginsOperator, oppositeOperator } from './operators.ts';
import { printClause } from './print.ts';
import { problemTexts } from './problems.ts';
import {
  countAt,
  countOfModelAt,
  countsAt,
  eitherModelAt,
  measureAt,
  namedClause,
  namedValuesAt,
  nameSaidAt,
  placeAt,
  placeOfWordsAt,
} from './spoken.ts';

import { figureAt, figureBehindOperator, figureSpokenAt, valueBehindField } from './spoken-figures.ts';
import { spokenOperatorAt } from './spoken-operators.ts';

import type { Token } from './tokens.ts';
import { isDirective, placeClause, placeNamed, problemOfComma, problemOfName, problemOfWord } from './word.ts';

/** True for the word that `any:word` begins with. */
const isAnyWord = ({ kind, text }: Token): boolean => kind === 'word' && text.toLowerCase() === ANYWHERE;

/** `any:word`, which is looked for in every field, or a problem. */
const anywhereAt = (
  tokens: readonly Token[],
  any: Token,
  operator: TypedOperator | undefined,
  index: number,
  end: number,
): Piece => {
  const { from, to } = any;
  const typed = operator?.operator === 'eq' ? valueAfter(tokens, operator, any) : undefined;
  const [item] = typed?.items ?? [];
  const whole = { from, to: typed?.to ?? operator?.to ?? to, next: typed?.next ?? operator?.next ?? index + 1 };
  if (typed === undefined || item === undefined || typed.isBracketed || !item.isClosed) {
    const canGrow =
      typed === undefined ? operator === undefined || operator.operator === 'eq' : item?.isClosed === false;
    const meaning = problemAt(whole, problemTexts.anyAlone());
    return canGrow ? { ...whole, meaning, growsUntil: placeOf(tokens, whole.next, end) } : { ...whole, meaning };
  }
  const meaning = {
    word: { text: item.text, isExact: item.isQuoted, isEverywhere: true, from, to: typed.to },
  } as const;
  return { ...whole, meaning };
};

/** Digits with commas between, which would be words of their own. */
const commaWordAt = (tokens: readonly Token[], token: Token, index: number): Piece | undefined => {
  let { text, to } = token;
  let next = index + 1;
  for (;;) {
    const comma = tokens[next];
    const behind = tokens[next + 1];
    const isJoined =
      comma?.kind === 'comma' && comma.from === to && behind?.kind === 'word' && behind.from === comma.to;
    if (!isJoined || !/\d$/.test(text) || !/^\d/.test(behind.text) || operatorAt(tokens, next + 2) !== undefined) break;
    text += `,${behind.text}`;
    to = behind.to;
    next += 2;
  }
  if (next === index + 1) return undefined;
  return { from: token.from, to, next, meaning: problemAt({ from: token.from, to }, problemOfComma(text)) };
};

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
const isDenial = ({ kind, text }: Token): boolean =>
  kind === 'word' && ['not', NO, ...DENIALS].includes(text.toLowerCase());

/**
 * `not` or `except` before what `wordAt` reads: a clause, places, models or a word. A problem, which suggests the opposite;
 * undefined for a `no` that denies nothing.
 */
const deniedAt = (line: Cut, token: Token, index: number, wordAt: Reader): Piece | undefined => {
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

/** The piece that begins with `token`, which is at `index`. */
export const pieceAt = (line: Cut, token: Token, index: number): Piece => {
  const { tokens, end } = line;
  const lone = operatorAt(tokens, index);
  switch (token.kind) {
    case 'word':
    case 'quoted':
      if (lone !== undefined) return loneOperatorAt(tokens, token, lone);
      return (
        comparedAt(tokens, token, index) ??
        (isDenial(token) ? deniedAt(line, token, index, wordAt) : undefined) ??
        wordAt(line, token, index)
      );
    case 'symbol':
      return lone === undefined ? notAt(tokens, token, index, end) : loneOperatorAt(tokens, token, lone);
    case 'open': {
      if (isClauseAt(tokens, index + 1)) return needlessBracket(token, index);
      const { from, to, next } = listAt(tokens, index);
      return { from, to, next, meaning: problemAt({ from, to }, problemTexts.bracketLone()) };
    }
    case 'close':
      return needlessBracket(token, index);
    case 'comma': {
      const { from, to } = token;
      return { from, to, next: index + 1, meaning: problemAt(token, problemTexts.bracketLone()) };
    }
  }
};

/** A bracket around clauses, as elsewhere, or one that closes nothing. */
const needlessBracket = ({ from, to }: Token, index: number): Piece => ({
  from,
  to,
  next: index + 1,
  meaning: problemAt({ from, to }, problemTexts.bracketNeedless()),
});

/** `up to 4 gpus`, `not more than 0.5`: what is said in words of which the first means something else by itself. */
const comparedAt = (tokens: readonly Token[], token: Token, index: number): Piece | undefined => {
  const said = token.kind === 'word' ? spokenOperatorAt(tokens, index) : undefined;
  return said !== undefined && said.next > index + 1 ? figureSpokenAt(tokens, index) : undefined;
};

/** A word that begins a clause, is one by itself, or is looked for in the rows. */
const wordAt = (line: Cut, token: Token, index: number): Piece => {
  const { tokens, end, known } = line;
  const { from, to, text } = token;
  const isExact = token.kind === 'quoted';
  const operator = operatorAt(tokens, index + 1);
  if (isAnyWord(token)) return anywhereAt(tokens, token, operator, index, end);
  if (operator !== undefined && token.isClosed) {
    const spoken = placeAt(tokens, token, operator) ?? behindModel(tokens, token, operator);
    return spoken ?? readClause(tokens, token, operator, end, known);
  }
  const next = index + 1;
  if (!token.isClosed) return { from, to, next, meaning: problemAt(token, problemTexts.quoteOpen()), growsUntil: end };
  const named = isExact ? undefined : namedAt(line, index);
  if (named !== undefined) return named;
  const field = isExact ? undefined : token.field;
  if (field === undefined) {
    const either = isExact ? undefined : eitherModelAt(tokens, index, known);
    if (either !== undefined) return either;
    const places = isExact ? undefined : eitherPlaceAt(line, token, index);
    if (places !== undefined) return places;
    const comma = isExact ? undefined : commaWordAt(tokens, token, index);
    if (comma !== undefined) return comma;
    const figure = isExact ? undefined : figureSpokenAt(tokens, index);
    if (figure !== undefined) return figure;
    const problem = isExact ? undefined : problemOfWord(text);
    if (problem !== undefined) {
      const whole = isDirective(text) ? withFigure(tokens, index) : { from, to, next };
      return { ...whole, meaning: problemAt(token, problem), growsUntil: to };
    }
    const spoken = isExact ? undefined : spokenAt(line, token, index);
    if (spoken !== undefined) return spoken;
    const slip = isExact ? undefined : known.slipAt?.(tokens, index);
    if (slip !== undefined) {
      const whole = { from, to: tokens[slip.next - 1]?.to ?? to };
      return { ...whole, next: slip.next, meaning: problemAt(whole, slip.problem), growsUntil: whole.to };
    }
    const meaning = { word: { text, isExact, from, to } };
    return !isExact && beginsField(text) ? { from, to, next, meaning, growsUntil: to } : { from, to, next, meaning };
  }
  if (field.filter.kind === 'boolean') return flag({ from, to, next }, field.name, true);
  if (isNeedless(tokens, index)) return { from, to, next, meaning: problemAt(token, problemTexts.link(text)) };
  const value = valueBehindField(tokens, index, field);
  if (value !== undefined) return value;
  const following = tokens[next];
  const isOperatorBegun = following?.text === '!' || (following?.kind === 'word' && beginsOperator(following.text));
  const whole = isOperatorBegun ? { from, to: following.to, next: next + 1 } : { from, to, next };
  const meaning = problemAt(whole, problemTexts.operatorMissing(field));
  return { ...whole, meaning, growsUntil: placeOf(tokens, whole.next, end) };
};

/** A field whose name is said in several words, with what is compared with it: a problem that suggests the name. */
const namedAt = (line: Cut, index: number): Piece | undefined => {
  const said = nameSaidAt(line.tokens, index);
  const [first, last] = [said?.words[0], said?.words.at(-1)];
  if (said === undefined || first === undefined || last === undefined) return undefined;
  const { name, words } = said;
  const whole = { from: first.from, to: last.to };
  const joined: Token = { ...whole, kind: 'word', text: name, isClosed: true, field: findFilterField(name) };
  const piece = wordAt({ ...line, tokens: line.tokens.toSpliced(index, words.length, joined) }, joined, index);
  const own = 'problem' in piece.meaning && piece.meaning.problem.from === whole.from ? piece.meaning : undefined;
  return {
    ...piece,
    next: piece.next + words.length - 1,
    meaning: own?.problem.suggestion === undefined ? problemAt(whole, problemTexts.nameSaid(name)) : own,
    growsUntil: Math.max(piece.to, piece.growsUntil ?? 0),
  };
};

/** `us, canada`: places of which any will do, as the clause that says so. */
const eitherPlaceAt = ({ tokens, known }: Cut, { from }: Token, index: number): Piece | undefined => {
  const named = namedValuesAt(tokens, index, known, ['geolocation']);
  if (named === undefined || named.count === 1 || !(named.isNamed || named.link !== undefined)) return undefined;
  const { link, to, next } = named;
  const clause = namedClause(named);
  const problem =
    link === undefined ? problemTexts.oneOfThem('places', clause) : problemTexts.eitherModel(link, clause);
  return { from, to, next, meaning: problemAt({ from, to }, problem) };
};

/** What two words or more say as one speaks. */
const spokenAt = ({ tokens, known }: Cut, token: Token, index: number): Piece | undefined =>
  countsAt(tokens, token, index) ??
  countAt(tokens, token, index) ??
  countOfModelAt(tokens, token, index, known) ??
  measureAt(tokens, token, index) ??
  placeOfWordsAt(tokens, index);

/** The place of a word that is chosen otherwise than by the filter, with the figure behind it, which is none of the filter's either. */
const withFigure = (tokens: readonly Token[], index: number): Span & { readonly next: number } => {
  const { from, to } = tokens[index] ?? { from: 0, to: 0 };
  const figure = figureAt(tokens, index + 1);
  const last = figure === undefined ? undefined : tokens[figure.next - 1];
  return { from, to: last?.to ?? to, next: figure?.next ?? index + 1 };
};

/** `4090 <0.4`: a model, which is no field, before an operator that stands apart. */
const behindModel = (tokens: readonly Token[], token: Token, operator: TypedOperator): Piece | undefined => {
  const { text, kind, from, to, field } = token;
  if (kind !== 'word' || operator.from === to || !/^[a-z]*\d/i.test(text)) return undefined;
  const isName = field !== undefined || problemOfName(text) !== undefined;
  const piece = isName ? undefined : figureBehindOperator(tokens, operator);
  return piece && { ...piece, from };
};

/** `where` before a clause, as in SQL. */
const isNeedless = (tokens: readonly Token[], index: number): boolean =>
  tokens[index]?.text.toLowerCase() === 'where' && isClauseAt(tokens, index + 1);

/** `!` before the name of a yes-or-no field, before a word that rows are not to show, or a problem. */
const notAt = (tokens: readonly Token[], { from, to }: Token, index: number, end: number): Piece => {
  const word = tokens[index + 1];
  if (word?.kind === 'quoted' && word.from === to) return exclusion(word, from, index, end);
  if (word?.kind !== 'word' || word.from !== to) {
    const growsUntil = placeOf(tokens, index + 1, end);
    return { from, to, next: index + 1, meaning: problemAt({ from, to }, problemTexts.notLone()), growsUntil };
  }
  const operator = operatorAt(tokens, index + 2);
  const behind = (operator && valueAfter(tokens, operator, word)) ?? operator ?? { to: word.to, next: index + 2 };
  const whole = { from, to: behind.to, next: behind.next };
  const { field } = word;
  if (operator === undefined && field?.filter.kind === 'boolean') return flag(whole, field.name, false);
  const isNearField = field !== undefined || nearestWords(word.text, FILTER_WORDS, 1).length > 0;
  const canGrow = field === undefined && operator === undefined && beginsField(word.text);
  if (operator === undefined && !isNearField && problemOfWord(word.text) === undefined) {
    const piece = exclusion(word, from, index, end);
    return canGrow ? { ...piece, growsUntil: word.to } : piece;
  }
  const place = operator === undefined ? placeNamed(word.text) : undefined;
  const misplaced =
    place === undefined
      ? problemTexts.notMisplaced(word.text, operator !== undefined)
      : problemTexts.notPlace(word.text, placeClause(place, '!='));
  const meaning = problemAt(whole, misplaced);
  return canGrow ? { ...whole, meaning, growsUntil: word.to } : { ...whole, meaning };
};

/** `!` at `from` before `word`: rows that show it are left out. */
const exclusion = (word: Token, from: number, index: number, end: number): Piece => {
  const { to, text } = word;
  const next = index + 2;
  if (!word.isClosed) return { from, to, next, meaning: problemAt(word, problemTexts.quoteOpen()), growsUntil: end };
  return { from, to, next, meaning: { word: { text, isExact: word.kind === 'quoted', isExcluded: true, from, to } } };
};

/** An operator that no field stands before; the value behind it is not looked for in the rows. */
const loneOperatorAt = (tokens: readonly Token[], token: Token, operator: TypedOperator): Piece => {
  const place = placeAt(tokens, token, operator);
  if (place !== undefined) return place;
  const figure = figureBehindOperator(tokens, operator);
  if (figure !== undefined) return figure;
  const { to, next } = valueAfter(tokens, operator, token) ?? operator;
  const meaning = problemAt(operator, problemTexts.fieldMissing(operator.text));
  const whole = { from: operator.from, to, next, meaning };
  return token.kind === 'word' ? { ...whole, growsUntil: operator.to } : whole;
};

const flag = (whole: Span & { readonly next: number }, field: string, value: boolean): Piece => {
  const { from, to } = whole;
  return { ...whole, meaning: { clauses: [{ field, operator: 'eq', value, from, to }], hints: [] } };
};

/** True when more letters can make `word` the name of a field. */
const beginsField = (word: string): boolean => {
  const begun = word.toLowerCase();
  return ANYWHERE.startsWith(begun) || FILTER_WORDS.some((name) => name.startsWith(begun));
};
