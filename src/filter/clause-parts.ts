/** Finds operators and values among the tokens of a filter line. Nothing is read here, only cut; any tokens can be. */
import { type FilterField, findFilterField } from '../catalogue/lookup.ts';
import type { Comparison, Span } from './line.ts';
import { symbolOperator, wordOperator } from './operators.ts';
import { type ProblemText, problemTexts } from './problems.ts';
import type { Token } from './tokens.ts';
import type { TypedText } from './value.ts';

/** A piece of the line, and the index of the token behind it. */
type Piece = Span & { readonly next: number };

/** An operator as typed; `operator` is undefined when the symbol means nothing. */
export type TypedOperator = Piece & { readonly text: string; readonly operator: Comparison | undefined };

/** One value of a clause as typed. */
export type TypedItem = Piece & TypedText & { readonly isClosed: boolean };

/** All values of a clause as typed. `problem` says why they cannot be read, `isOpen` that only their end is missing. */
export type TypedValue = Piece & {
  readonly items: readonly TypedItem[];
  readonly isBracketed: boolean;
  readonly problem?: { readonly at: Span; readonly isOpen: boolean; readonly say: (field: FilterField) => ProblemText };
};

/** The operator that begins at a token; undefined when none does. A lone `!` is none. */
export const operatorAt = (tokens: readonly Token[], index: number): TypedOperator | undefined => {
  const token = tokens[index];
  if (token?.kind === 'symbol' && token.text !== '!') {
    return { ...spanOf(token), text: token.text, operator: symbolOperator(token.text), next: index + 1 };
  }
  if (token?.kind !== 'word') return undefined;
  const following = tokens[index + 1];
  if (isWord(token, 'not') && following !== undefined && isWord(following, 'in')) {
    return { from: token.from, to: following.to, text: 'not in', operator: 'notin', next: index + 2 };
  }
  const operator = wordOperator(token.text);
  return operator && { ...spanOf(token), text: token.text, operator, next: index + 1 };
};

/** True when another clause begins behind `operator` of `named`: a field's name behind a blank that is no value of `named` itself. */
export const isClauseBehind = (tokens: readonly Token[], operator: TypedOperator, named: Token): boolean => {
  const { next, to } = operator;
  const first = tokens[next];
  if (first === undefined || first.from === to || !isFieldAt(tokens, next)) return false;
  const isValue = findFilterField(named.text)?.known?.includes(first.text.toLowerCase()) ?? false;
  return !isValue || isClauseAt(tokens, next);
};

/** The value behind `operator` of `named`; undefined when the line ends there or another clause begins. */
export const valueAfter = (tokens: readonly Token[], operator: TypedOperator, named: Token): TypedValue | undefined => {
  const first = tokens[operator.next];
  if (first?.kind === 'open') return listAt(tokens, operator.next);
  if (first?.kind !== 'word' && first?.kind !== 'quoted') return undefined;
  if (isClauseBehind(tokens, operator, named)) return undefined;
  const isList = operator.operator === 'in' || operator.operator === 'notin';
  const items = isList ? bareItemsAt(tokens, operator.next) : [itemAt(tokens, operator.next, first)];
  const last = items.at(-1);
  return last && checked({ from: first.from, to: last.to, next: last.next, items, isBracketed: false });
};

/** The list that begins with the bracket at a token. It ends at its closing bracket, or where another clause begins. */
export const listAt = (tokens: readonly Token[], open: number): TypedValue => {
  const items: TypedItem[] = [];
  let problem: TypedValue['problem'];
  let isSeparated = true;
  let index = open + 1;
  for (;;) {
    const token = tokens[index];
    if (token?.kind === 'comma') {
      isSeparated = true;
      index++;
    } else if (token === undefined || token.kind === 'close' || token.kind === 'open' || isClauseAt(tokens, index)) {
      break;
    } else {
      const item = itemAt(tokens, index, token);
      const before = items.at(-1);
      if (!isSeparated && before !== undefined) problem ??= commaMissing(before, item);
      items.push(item);
      isSeparated = false;
      index = item.next;
    }
  }
  const isClosed = tokens[index]?.kind === 'close';
  const next = isClosed ? index + 1 : index;
  const list = { from: tokens[open]?.from ?? 0, to: tokens[next - 1]?.to ?? 0, next, items, isBracketed: true };
  if (!isClosed) return checked({ ...list, problem: { at: list, isOpen: true, say: problemTexts.listOpen } });
  if (items.length === 0) return { ...list, problem: { at: list, isOpen: false, say: problemTexts.listEmpty } };
  return checked(problem === undefined ? list : { ...list, problem });
};

const spanOf = ({ from, to }: Span): Span => ({ from, to });

const isWord = (token: Token, word: string): boolean => token.kind === 'word' && token.text.toLowerCase() === word;

/** True when the word at a token names a field. */
export const isFieldAt = (tokens: readonly Token[], index: number): boolean => {
  const token = tokens[index];
  return token?.kind === 'word' && findFilterField(token.text) !== undefined;
};

/** True when a clause begins at a token. */
export const isClauseAt = (tokens: readonly Token[], index: number): boolean =>
  isFieldAt(tokens, index) && operatorAt(tokens, index + 1) !== undefined;

/** A value of one quoted text, or of words and symbols that stand together without a blank. */
const itemAt = (tokens: readonly Token[], index: number, first: Token): TypedItem => {
  let last = first;
  let text = first.text;
  let next = index + 1;
  for (let token = tokens[next]; first.kind !== 'quoted' && token?.from === last.to; token = tokens[next]) {
    if (token.kind !== 'word' && token.kind !== 'symbol') break;
    last = token;
    text += token.text;
    next++;
  }
  return { from: first.from, to: last.to, next, text, isQuoted: first.kind === 'quoted', isClosed: first.isClosed };
};

/** The values of a list without brackets: commas without spaces hold it together, a field or an operator ends it. */
export const bareItemsAt = (tokens: readonly Token[], start: number): readonly TypedItem[] => {
  const items: TypedItem[] = [];
  let index = start;
  for (;;) {
    const token = tokens[index];
    if (token === undefined) return items;
    const item = itemAt(tokens, index, token);
    items.push(item);
    const comma = tokens[item.next];
    const following = tokens[item.next + 1];
    const isJoined = comma?.kind === 'comma' && comma.from === item.to && following?.from === comma.to;
    if (!isJoined || (following.kind !== 'word' && following.kind !== 'quoted')) return items;
    index = item.next + 1;
    if (isFieldAt(tokens, index) || operatorAt(tokens, index + 1) !== undefined) return items;
  }
};

const commaMissing = (left: TypedItem, right: TypedItem): NonNullable<TypedValue['problem']> => ({
  at: { from: left.from, to: right.to },
  isOpen: false,
  say: (field) => problemTexts.commaMissing(field, left.text, right.text, left.isQuoted && right.isQuoted),
});

/** `value` with the problem that its last text lacks its closing quote, which comes before any other. */
const checked = (value: TypedValue): TypedValue => {
  const open = value.items.find(({ isClosed }) => !isClosed);
  return open === undefined
    ? value
    : { ...value, problem: { at: spanOf(open), isOpen: true, say: problemTexts.quoteOpen } };
};
