/** Reads a filter line (DESIGN.md section 4). Any text can be read: what makes no sense becomes a problem with its place. */
import { FILTER_WORDS, findFilterField } from '../catalogue/lookup.ts';
import { type Piece, placeOf, problemAt, readClause } from './clause.ts';
import { listAt, operatorAt, type TypedOperator, valueAfter } from './cut.ts';
import { faults } from './faults.ts';
import { ANYWHERE, type Clause, type FilterLine, LONGEST_LINE, type Problem, type Span, type Word } from './line.ts';
import { beginsOperator } from './operators.ts';
import { type Token, tokensOf } from './tokens.ts';

/**
 * What `text` says. With `cursor`, a place in UTF-16 units, somebody is typing there: what stands at it and may still become a
 * field or a finished clause is left out and reported as `unfinished`, not as a problem.
 */
export const parseLine = (text: string, cursor?: number): FilterLine => {
  if (text.length > LONGEST_LINE) return tooLong(text.length);
  const tokens = tokensOf(text);
  const clauses: Clause[] = [];
  const words: (Word & Span)[] = [];
  const problems: Problem[] = [];
  let unfinished: Span | undefined;
  let index = 0;
  for (let token = tokens[index]; token !== undefined; token = tokens[index]) {
    if (token.kind === 'comma') {
      index++;
      continue;
    }
    const { from, to, next, meaning, growsUntil } = pieceAt(tokens, token, index, text.length);
    index = next;
    if (isAt(cursor, from, growsUntil)) unfinished = { from, to };
    else if ('clause' in meaning) clauses.push(meaning.clause);
    else if ('word' in meaning) words.push(meaning.word);
    else problems.push(meaning.problem);
  }
  problems.push(...repetitions(clauses));
  return { clauses, words, problems: problems.sort(byPlace), ...(unfinished !== undefined && { unfinished }) };
};

const tooLong = (length: number): FilterLine => ({
  clauses: [],
  words: [],
  problems: [{ from: LONGEST_LINE, to: length, ...faults.lineTooLong(length, LONGEST_LINE) }],
});

/** The one filter that is neither sent twice nor applied to rows, so that a second clause on it would do nothing. */
const ONCE = 'target_reliability';

const repetitions = (clauses: readonly Clause[]): readonly Problem[] =>
  clauses
    .filter(({ field }) => field === ONCE)
    .slice(1)
    .map(({ from, to, field }) => ({ from, to, ...faults.repeated(field) }));

const byPlace = (a: Span, b: Span): number => a.from - b.from;

const isAt = (cursor: number | undefined, from: number, growsUntil: number | undefined): boolean =>
  cursor !== undefined && growsUntil !== undefined && from < cursor && cursor <= growsUntil;

/** The piece that begins with `token`, which is at `index`. */
const pieceAt = (tokens: readonly Token[], token: Token, index: number, end: number): Piece => {
  const lone = operatorAt(tokens, index);
  switch (token.kind) {
    case 'word':
    case 'quoted':
      if (lone !== undefined) return loneOperatorAt(tokens, token, lone);
      return wordAt(tokens, token, index, end);
    case 'symbol':
      return lone === undefined ? notAt(tokens, token, index, end) : loneOperatorAt(tokens, token, lone);
    case 'open': {
      const { from, to, next } = listAt(tokens, index);
      return { from, to, next, meaning: problemAt({ from, to }, faults.bracketLone()) };
    }
    case 'close':
    case 'comma': {
      const { from, to } = token;
      return { from, to, next: index + 1, meaning: problemAt(token, faults.bracketLone()) };
    }
  }
};

/** A word that begins a clause, is one by itself, or is looked for in the rows. */
const wordAt = (tokens: readonly Token[], token: Token, index: number, end: number): Piece => {
  const { from, to, text } = token;
  const isExact = token.kind === 'quoted';
  const operator = operatorAt(tokens, index + 1);
  if (isAnyWord(token)) return anywhereAt(tokens, token, operator, index, end);
  if (operator !== undefined && token.isClosed) return readClause(tokens, token, operator, end);
  const next = index + 1;
  if (!token.isClosed) return { from, to, next, meaning: problemAt(token, faults.quoteOpen()), growsUntil: end };
  const field = isExact ? undefined : findFilterField(text);
  if (field === undefined) {
    const meaning = { word: { text, isExact, from, to } };
    return !isExact && beginsField(text) ? { from, to, next, meaning, growsUntil: to } : { from, to, next, meaning };
  }
  if (field.filter.kind === 'boolean') return flag({ from, to, next }, field.name, true);
  const following = tokens[next];
  const isOperatorBegun = following?.text === '!' || (following?.kind === 'word' && beginsOperator(following.text));
  const whole = isOperatorBegun ? { from, to: following.to, next: next + 1 } : { from, to, next };
  const meaning = problemAt(whole, faults.operatorMissing(field));
  return { ...whole, meaning, growsUntil: placeOf(tokens, whole.next, end) };
};

const isAnyWord = ({ kind, text }: Token): boolean => kind === 'word' && text.toLowerCase() === ANYWHERE;

/** `any:word`, which is looked for in every field, or a problem. */
const anywhereAt = (
  tokens: readonly Token[],
  { from, to }: Token,
  operator: TypedOperator | undefined,
  index: number,
  end: number,
): Piece => {
  const typed = operator?.operator === 'eq' ? valueAfter(tokens, operator) : undefined;
  const [item] = typed?.items ?? [];
  const whole = { from, to: typed?.to ?? operator?.to ?? to, next: typed?.next ?? operator?.next ?? index + 1 };
  if (typed === undefined || item === undefined || typed.isBracketed || !item.isClosed) {
    const canGrow =
      typed === undefined ? operator === undefined || operator.operator === 'eq' : item?.isClosed === false;
    const meaning = problemAt(whole, faults.anyAlone());
    return canGrow ? { ...whole, meaning, growsUntil: placeOf(tokens, whole.next, end) } : { ...whole, meaning };
  }
  const meaning = {
    word: { text: item.text, isExact: item.isQuoted, isEverywhere: true, from, to: typed.to },
  } as const;
  return { ...whole, meaning };
};

/** `!` before the name of a yes-or-no field, or a problem. */
const notAt = (tokens: readonly Token[], { from, to }: Token, index: number, end: number): Piece => {
  const word = tokens[index + 1];
  if (word?.kind !== 'word' || word.from !== to) {
    const growsUntil = placeOf(tokens, index + 1, end);
    return { from, to, next: index + 1, meaning: problemAt({ from, to }, faults.notLone()), growsUntil };
  }
  const operator = operatorAt(tokens, index + 2);
  const behind = (operator && valueAfter(tokens, operator)) ?? operator ?? { to: word.to, next: index + 2 };
  const whole = { from, to: behind.to, next: behind.next };
  const field = findFilterField(word.text);
  if (operator === undefined && field?.filter.kind === 'boolean') return flag(whole, field.name, false);
  const meaning = problemAt(whole, faults.notMisplaced(word.text));
  const canGrow = field === undefined && operator === undefined && beginsField(word.text);
  return canGrow ? { ...whole, meaning, growsUntil: word.to } : { ...whole, meaning };
};

/** An operator that no field stands before; the value behind it is not looked for in the rows. */
const loneOperatorAt = (tokens: readonly Token[], token: Token, operator: TypedOperator): Piece => {
  const { to, next } = valueAfter(tokens, operator) ?? operator;
  const meaning = problemAt(operator, faults.fieldMissing(operator.text));
  const whole = { from: operator.from, to, next, meaning };
  return token.kind === 'word' ? { ...whole, growsUntil: operator.to } : whole;
};

const flag = (whole: Span & { readonly next: number }, field: string, value: boolean): Piece => {
  const { from, to } = whole;
  return { ...whole, meaning: { clause: { field, operator: 'eq', value, from, to } } };
};

/** True when more letters can make `word` the name of a field. */
const beginsField = (word: string): boolean => {
  const begun = word.toLowerCase();
  return ANYWHERE.startsWith(begun) || FILTER_WORDS.some((name) => name.startsWith(begun));
};
