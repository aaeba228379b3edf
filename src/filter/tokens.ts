/** Cuts a filter line into tokens. Any text can be cut: what makes no sense is for the parser to say. */
import type { Span } from './line.ts';

/**
 * A piece of a filter line; blanks are between tokens. `text` is the piece as it stands in the line, of a quoted one what is
 * inside the quotes. Only a quoted text that ends without its closing quote is not closed.
 */
export type Token = Span & {
  readonly kind: 'word' | 'quoted' | 'symbol' | 'comma' | 'open' | 'close';
  readonly text: string;
  readonly isClosed: boolean;
};

/**
 * One alternative for each kind of piece; together they take any character, and none can be taken in two ways, so that
 * cutting takes linear time. A quote inside quotes is written twice. `!` belongs to a word only inside it.
 */
const PIECE =
  /(?<blank>\s+)|(?<comma>,)|(?<open>\[)|(?<close>\])|(?<symbol>[=<>:!]+)|(?<quoted>"[^"]*(?:""[^"]*)*"?|'[^']*(?:''[^']*)*'?)|(?<word>[^\s,[\]=<>:!]+(?:![^\s,[\]=<>:!]+)*)/g;

const KINDS = ['comma', 'open', 'close', 'symbol', 'quoted', 'word'] as const;

/** Characters that end an unquoted word, and the quotes that may not begin one. */
const UNSAFE = /[\s,[\]=<>:!]|^["']/;

/** The tokens of `text` in their order, with places in UTF-16 units. */
export const tokensOf = (text: string): readonly Token[] =>
  [...text.matchAll(PIECE)].flatMap(({ 0: piece, index: from, groups }) => {
    const kind = KINDS.find((name) => groups?.[name] !== undefined);
    if (kind === undefined) return [];
    const to = from + piece.length;
    return [
      kind === 'quoted' ? { kind, from, to, ...unquoted(piece) } : { kind, from, to, text: piece, isClosed: true },
    ];
  });

/** True when `text` stands for itself without quotes. */
export const isBare = (text: string): boolean => text !== '' && !UNSAFE.test(text);

/** `text` in double quotes. */
export const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** What is inside the quotes of `piece`. Closed means an odd number of quotes at the end, the opening one aside. */
const unquoted = (piece: string): Pick<Token, 'text' | 'isClosed'> => {
  const quote = piece.charAt(0);
  let start = piece.length;
  while (start > 1 && piece.charAt(start - 1) === quote) start--;
  const isClosed = (piece.length - start) % 2 === 1;
  const inside = piece.slice(1, isClosed ? -1 : undefined);
  return { isClosed, text: inside.replaceAll(quote + quote, quote) };
};
