/**
 * The pieces of a filter line and the parts that they are made of, to be coloured by, and to be cut between. Nothing is judged
 * here: wrong text has parts too, and `parseLine` says what is wrong with it.
 */
import { isAlternativeLink } from './alternatives.ts';
import { bareItemsAt, isClauseBehind, isFieldAt, listAt, operatorAt } from './clause-parts.ts';
import { ANYWHERE, LONGEST_LINE, type Span } from './line.ts';
import { type Token, tokensOf } from './tokens.ts';

/** What a part of a line is: of a clause its field, its operator and the signs of its list, its value; else a word. */
type PartRole = 'field' | 'operator' | 'value' | 'word';

/** A stretch of a line with one role. */
type LinePart = Span & { readonly role: PartRole };

/** A clause, with the alternatives that bars join to it, or a word. Its parts stand in their order, spaces between them. */
type LinePiece = Span & { readonly kind: 'clause' | 'word'; readonly parts: readonly LinePart[] };

/** The pieces of `text` in their order. A text that is too long for a filter line has none. */
export const piecesOf = (text: string): readonly LinePiece[] => {
  if (text.length > LONGEST_LINE) return [];
  const tokens = tokensOf(text);
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
      for (; index < end; index++) parts.push(...partsOf(tokens[index], role));
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
const partsOf = (token: Token | undefined, role: PartRole): readonly LinePart[] => {
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
