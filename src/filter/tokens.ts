/** Cuts a filter line into tokens. Any text can be cut: what makes no sense is for the parser to say. */
import { type FilterField, findFilterField } from '../catalogue/lookup.ts';
import type { Span } from './line.ts';

/**
 * A piece of a filter line; spaces are between tokens. `text` is the piece as it stands in the line, of a quoted one what is
 * inside the quotes, of a symbol what its typeset signs stand for. Only a quoted text that ends without its closing quote is not closed.
 */
export type Token = Span & {
  readonly kind: 'word' | 'quoted' | 'symbol' | 'comma' | 'open' | 'close';
  readonly text: string;
  readonly isClosed: boolean;
  /** The field that the text is a name of. */
  readonly field?: FilterField | undefined;
};

/** What typeset signs stand for. */
const PLAIN_SIGNS: Readonly<Record<string, string>> = {
  '≥': '>=',
  '≤': '<=',
  '≠': '!=',
  '＝': '=',
  '＜': '<',
  '＞': '>',
  '：': ':',
  '！': '!',
};

/** Typeset quotes, each of which may close what another one opened. */
const TYPESET_QUOTES = '“”„‟‘’‚‛';

/**
 * One alternative for each kind of piece; together they take any character, and none can be taken in two ways, so that
 * cutting takes linear time. A straight quote inside straight quotes is written twice. `!` belongs to a word only inside it,
 * and so do brackets that close again: `Core(TM)`. Pasted lines bring typeset signs and quotes.
 */
const PIECE =
  /(?<blank>\s+)|(?<comma>[,，])|(?<open>[[(［（])|(?<close>[\])］）])|(?<symbol>[=<>:!~≥≤≠＝＜＞：！]+)|(?<quoted>"[^"]*(?:""[^"]*)*"?|'[^']*(?:''[^']*)*'?|[“”„‟][^“”„‟]*[“”„‟]?|[‘’‚‛][^‘’‚‛]*[‘’‚‛]?)|(?<word>[^\s,，[\]［］()（）=<>:!~≥≤≠＝＜＞：！]+(?:![^\s,，[\]［］()（）=<>:!~≥≤≠＝＜＞：！]+|\([^\s,，[\]［］()（）=<>:!~≥≤≠＝＜＞：！]*\)[^\s,，[\]［］()（）=<>:!~≥≤≠＝＜＞：！]*)*)/g;

const KINDS = ['comma', 'open', 'close', 'symbol', 'quoted', 'word'] as const;

/** Characters that end an unquoted word, and the quotes that may not begin one. */
const UNSAFE = /[\s,，[\]［］()（）=<>:!~≥≤≠＝＜＞：！]|^["'“”„‟‘’‚‛]/;

/** What stands before the name of a set of the user's. */
export const SET_SIGN = '@';

const HOLDS_SIGN = /[=<>:!~≥≤≠＝＜＞：！]/;

const INVISIBLES = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g;

/** The tokens of `text` in their order, with places in UTF-16 units, and the fields that they name: those of offers, or what `find` knows. */
export const tokensOf = (text: string, find = findFilterField): readonly Token[] =>
  [...text.matchAll(PIECE)].flatMap(({ 0: piece, index: from, groups }): readonly Token[] => {
    const kind = KINDS.find((name) => groups?.[name] !== undefined);
    if (kind === undefined) return [];
    const to = from + piece.length;
    if (kind === 'quoted') {
      const inside = unquoted(piece);
      return [{ kind, from, to, ...inside, field: find(inside.text) }];
    }
    const text = kind === 'symbol' ? plainSigns(piece) : piece;
    return [{ kind, from, to, text, isClosed: true, ...(kind === 'word' && { field: find(text) }) }];
  });

/** True when `text` stands for itself without quotes. */
export const isBare = (text: string): boolean => text !== '' && !UNSAFE.test(text);

/** True when `text` holds a sign that operators are made of. */
export const holdsSign = (text: string): boolean => HOLDS_SIGN.test(text);

/** `text` without characters that nobody sees, which come with pasted text and make two words differ that look the same. */
export const withoutInvisibles = (text: string): string => text.replace(INVISIBLES, '');

/** `text` in double quotes. */
export const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

const plainSigns = (symbol: string): string => Array.from(symbol, (sign) => PLAIN_SIGNS[sign] ?? sign).join('');

/** What is inside the quotes of `piece`. Closed means an odd number of quotes at the end, the opening one aside. */
const unquoted = (piece: string): Pick<Token, 'text' | 'isClosed'> => {
  const quote = piece.charAt(0);
  if (quote !== '"' && quote !== "'") {
    const isClosed = piece.length > 1 && TYPESET_QUOTES.includes(piece.charAt(piece.length - 1));
    return { isClosed, text: piece.slice(1, isClosed ? -1 : undefined) };
  }
  let start = piece.length;
  while (start > 1 && piece.charAt(start - 1) === quote) start--;
  const isClosed = (piece.length - start) % 2 === 1;
  const inside = piece.slice(1, isClosed ? -1 : undefined);
  return { isClosed, text: inside.replaceAll(quote + quote, quote) };
};
