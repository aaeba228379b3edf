/**
 * Finds operators, values and alternatives among the tokens of a filter line, and the parts to colour it by or to cut it between.
 * Nothing is judged here: any tokens can be cut, wrong text has parts too, and `parseLine` says what is wrong with it.
 */
import { type FilterField, findFilterField } from '../catalogue/lookup.ts';
import { ANYWHERE, type Clause, type Comparison, type FoldedItem, LONGEST_LINE, type Span } from './line.ts';
import { symbolOperator, wordOperator } from './operators.ts';
import { type ProblemText, problemTexts } from './problems.ts';
import { type Token, tokensOf } from './tokens.ts';
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
const isClauseBehind = (tokens: readonly Token[], operator: TypedOperator, named: Token): boolean => {
  const { next, to } = operator;
  const first = tokens[next];
  if (first === undefined || first.from === to || !isFieldAt(tokens, next)) return false;
  const isValue = named.field?.known?.includes(first.text.toLowerCase()) ?? false;
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
  return token?.kind === 'word' && token.field !== undefined;
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

const LINKS = ['|', '||', 'or'];

/** True for what stands between two values or clauses of which either will do. */
export const isAlternativeLink = (token: Token | undefined): token is Token =>
  token?.kind === 'word' && LINKS.includes(token.text.toLowerCase());

/** `A|B` as single values with their places, of which some may be empty; undefined where no unquoted value holds a bar. */
export const alternativesIn = (items: readonly TypedItem[]): readonly TypedItem[] | undefined =>
  items.some(holdsBar) ? items.flatMap((item) => (holdsBar(item) ? partsOf(item) : [item])) : undefined;

/** The clause that is met where `first` or `further`, which has its field, is. */
export const eitherOf = (first: Clause, further: Clause): Clause => ({
  field: first.field,
  operator: 'in',
  value: [...valuesOf(first), ...valuesOf(further)],
  ...((isFolded(first) || isFolded(further)) && { folded: [...itemsOf(first), ...itemsOf(further)] }),
  from: first.from,
  to: further.to,
});

/** True for a clause that one value or a list of them meets. */
export const hasValues = ({ operator }: Clause): boolean => operator === 'eq' || operator === 'in';

const valuesOf = (clause: Clause): readonly (string | number | boolean)[] => {
  if (clause.operator === 'any') return [];
  return typeof clause.value === 'object' ? clause.value : [clause.value];
};

const isFolded = (clause: Clause): boolean => 'folded' in clause;

const itemsOf = (clause: Clause): readonly FoldedItem[] =>
  'folded' in clause && clause.folded !== undefined ? clause.folded : valuesOf(clause);

const holdsBar = ({ text, isQuoted }: TypedItem): boolean => !isQuoted && text.includes('|');

const partsOf = (item: TypedItem): readonly TypedItem[] => {
  let from = item.from;
  return item.text.split(/\|+/).map((text) => {
    const part = { ...item, from, to: from + text.length, text };
    from = part.to + 1;
    return part;
  });
};

/** Where a value is typed. */
export type ValuePlace = {
  readonly field: FilterField;
  readonly operator: Comparison;
  /** What of the value is there; without its quotes. */
  readonly begun: string;
  /** How much of the line that is, in UTF-16 units. */
  readonly begunLength: number;
  /** The values before it in its list, as typed. */
  readonly listed: readonly string[];
  /** True behind a comma or a bar, where another clause may begin as well. */
  readonly isFurther: boolean;
};

/** The place behind `before`, where `begun` is all of the value so far; undefined where no value is typed. */
export const valuePlace = (before: readonly Token[], begun: Token | undefined): ValuePlace | undefined => {
  const nearest = before.at(-1);
  const isBehindBar = isAlternativeLink(nearest);
  const isInList = nearest?.kind === 'comma' || nearest?.kind === 'open';
  const bar = begun?.kind === 'word' ? begun.text.lastIndexOf('|') : -1;
  for (let index = before.length - 1; index > 0; index--) {
    const operator = operatorAt(before, index)?.operator;
    if (operator !== undefined) {
      if (isInList && operator !== 'in' && operator !== 'notin') return undefined;
      if (isBehindBar && operator !== 'in' && operator !== 'eq') return undefined;
      const isTwoWords = operator === 'in' && before[index - 1]?.text.toLowerCase() === 'not';
      const named = before[isTwoWords ? index - 2 : index - 1];
      const field = named?.kind === 'word' ? named.field : undefined;
      if (field === undefined) return undefined;
      const begunText = begun?.text ?? '';
      return {
        field,
        operator: isTwoWords ? 'notin' : operator,
        begun: begunText.slice(bar + 1),
        begunLength: begun === undefined ? 0 : begun.to - begun.from - (bar + 1),
        listed: listedIn(before.slice(index + 1), begunText.slice(0, Math.max(0, bar))),
        isFurther: nearest?.kind === 'comma' || isBehindBar,
      };
    }
    if (!(isInList || isBehindBar) || (isInList && before[index]?.kind === 'close')) return undefined;
  }
  return undefined;
};

const listedIn = (tokens: readonly Token[], joined: string): readonly string[] => [
  ...tokens.filter(({ kind }) => kind === 'word' || kind === 'quoted').map(({ text }) => text),
  ...joined.split('|'),
];

/** What a part of a line is: of a clause its field, its operator and the signs of its list, its value; else a word. */
type PartRole = 'field' | 'operator' | 'value' | 'word';

/** A stretch of a line with one role. */
type LinePart = Span & { readonly role: PartRole };

/** A clause, with the alternatives that bars join to it, or a word. Its parts stand in their order, spaces between them. */
type LinePiece = Span & { readonly kind: 'clause' | 'word'; readonly parts: readonly LinePart[] };

/** The pieces of `text` in their order, by the fields that `find` knows. A text that is too long for a filter line has none. */
export const piecesOf = (text: string, find = findFilterField): readonly LinePiece[] => {
  if (text.length > LONGEST_LINE) return [];
  const tokens = tokensOf(text, find);
  const pieces: LinePiece[] = [];
  let index = 0;
  while (index < tokens.length) {
    if (tokens[index]?.kind === 'comma') {
      index++;
      continue;
    }
    const start = index;
    const parts: LinePart[] = [];
    const take = (role: PartRole, end: number) => {
      for (; index < end; index++) parts.push(...tokenParts(tokens[index], role));
    };
    if (isDenialAt(tokens, index)) take('operator', index + 1);
    const before = parts.length;
    const anywhere = anywhereEnd(tokens, index);
    if (anywhere === undefined) takeClause(tokens, index, take);
    const isClause = parts.length > before;
    if (!isClause) take('word', anywhere ?? index + 1);
    while (isClause && index < tokens.length && isAlternativeLink(tokens[index])) {
      take('operator', index + 1);
      const link = parts.length;
      takeClause(tokens, index, take);
      if (parts.length === link && index < tokens.length) take('value', valueEnd(tokens, index, false));
    }
    const from = tokens[start]?.from ?? 0;
    pieces.push({ from, to: tokens[index - 1]?.to ?? from, kind: isClause ? 'clause' : 'word', parts });
  }
  return pieces;
};

type Take = (role: PartRole, end: number) => void;

/** Takes the clause that begins with the token at `index`, if one does: a field alone, or whatever stands before an operator. */
const takeClause = (tokens: readonly Token[], index: number, take: Take): void => {
  const token = tokens[index];
  const operator = token?.kind === 'word' || token?.kind === 'quoted' ? operatorAt(tokens, index + 1) : undefined;
  if (operator === undefined) {
    if (isFieldAt(tokens, index)) take('field', index + 1);
    return;
  }
  take('field', index + 1);
  take('operator', operator.next);
  const isList = operator.operator === 'in' || operator.operator === 'notin';
  if (token !== undefined && !isClauseBehind(tokens, operator, token))
    take('value', valueEnd(tokens, operator.next, isList));
};

/** The index behind the value that begins at a token. */
const valueEnd = (tokens: readonly Token[], index: number, isList: boolean): number => {
  const kind = tokens[index]?.kind;
  if (kind === 'open') return listAt(tokens, index).next;
  if (kind !== 'word' && kind !== 'quoted') return index;
  const items = bareItemsAt(tokens, index);
  return (isList ? items.at(-1) : items[0])?.next ?? index;
};

/** The index behind `any:word` where one begins at a token. */
const anywhereEnd = (tokens: readonly Token[], index: number): number | undefined => {
  const token = tokens[index];
  const operator = operatorAt(tokens, index + 1);
  if (token?.kind !== 'word' || token.text.toLowerCase() !== ANYWHERE || operator === undefined) return undefined;
  return valueEnd(tokens, operator.next, false);
};

/** True for the `!` before a field or a word. */
const isDenialAt = (tokens: readonly Token[], index: number): boolean => {
  const [sign, next] = [tokens[index], tokens[index + 1]];
  return sign?.text === '!' && sign.kind === 'symbol' && next?.from === sign.to && isText(next);
};

const isText = ({ kind }: Token): boolean => kind === 'word' || kind === 'quoted';

/** The signs of a list are operators, and so are bars between values. */
const tokenParts = (token: Token | undefined, role: PartRole): readonly LinePart[] => {
  if (token === undefined) return [];
  const { from, to, kind, text } = token;
  if (role !== 'value') return [{ from, to, role }];
  if (kind === 'open' || kind === 'close' || kind === 'comma') return [{ from, to, role: 'operator' }];
  if (kind === 'quoted' || !text.includes('|')) return [{ from, to, role }];
  const parts: LinePart[] = [];
  for (const { 0: part, index } of text.matchAll(/\|+|[^|]+/g)) {
    parts.push({ from: from + index, to: from + index + part.length, role: part.startsWith('|') ? 'operator' : role });
  }
  return parts;
};
