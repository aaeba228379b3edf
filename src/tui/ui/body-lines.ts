/**
 * A body of text as lines that fit: JSON is set out by its structure, also JSON that was cut off or is not quite JSON, and
 * anything else line by line as it came. Nothing is left out, and every line is printable.
 */
import { lastKept } from '../../base/once.ts';
import { wrappedLines } from '../../base/wrap.ts';

/** Strings (also one that never ends), the six marks of JSON, and everything else between spaces. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|[{}[\],:]|[^\s"{}[\],:]+/gs;

/** A list or an object that begins as JSON does. */
const JSON_START = /^\s*(?:\{\s*["}]|\[\s*(?:["{[\]\d-]|true\b|false\b|null\b)|[{[]\s*$)/;

/** A list or object without another one in it stands on one line when it takes no more characters than this. */
const INLINE_MAXIMUM = 60;

/** Levels that are set in further than the one around them; more would only push the text out of sight. */
const DEEPEST_LEVEL = 16;

const INDENT = '  ';

/** More than anybody reads or copies by hand, in characters; laying it out takes a tenth of a second. */
const LONGEST_BODY = 128 * 1024;

/**
 * `text` as lines of at most `width` cells, at least 1; a longer line goes on in the next. Of a text that nobody reads to its
 * end the beginning, and how much is left out. The last one is kept as it was laid out: a page is drawn anew at each key that scrolls it.
 */
export const bodyLines = lastKept((text: string, width: number): readonly string[] => {
  const beginning = beginningOf(text);
  const rest = text.length - beginning.length;
  const lines = linesOf(beginning, width);
  return rest > 0 ? [...lines, `... and ${rest} more characters`] : lines;
});

/** A character of two units is not cut in two. */
const beginningOf = (text: string): string => {
  const isInside = (text.codePointAt(LONGEST_BODY - 1) ?? 0) > 0xffff;
  return text.slice(0, isInside ? LONGEST_BODY - 1 : LONGEST_BODY);
};

const linesOf = (text: string, width: number): readonly string[] => {
  const lines = JSON_START.test(text) ? jsonLines(text) : text.split(/\r\n|[\r\n]/);
  return lines.flatMap((line) => wrappedLines(line, width));
};

/** JSON text, set out. Values keep the very characters that they came in. */
const jsonLines = (text: string): readonly string[] => {
  const tokens = text.match(TOKENS) ?? [];
  const lines: string[] = [];
  let line = '';
  let level = 0;
  const endLine = () => {
    if (line.trim() !== '') lines.push(line);
    line = INDENT.repeat(Math.min(level, DEEPEST_LEVEL));
  };
  for (let place = 0; place < tokens.length; place++) {
    const token = tokens[place] ?? '';
    if (isApart(tokens[place - 1], token)) line += ' ';
    if (token === '{' || token === '[') {
      const inline = inlineFrom(tokens, place);
      line += inline?.text ?? token;
      if (inline === undefined) {
        level++;
        endLine();
      } else place = inline.last;
    } else if (token === '}' || token === ']') {
      level = Math.max(0, level - 1);
      endLine();
      line += token;
    } else if (token === ',') {
      line += token;
      endLine();
    } else line += token === ':' ? ': ' : token;
  }
  endLine();
  return lines;
};

/** True for two values side by side, which are not JSON; whatever they are, they stay apart. */
const isApart = (before: string | undefined, token: string): boolean =>
  before !== undefined && !/^[{[,:]$/.test(before) && !/^[}\],:]$/.test(token);

/** The list or object that begins at `place`, on one line, with the place of its last token; undefined when it needs more. */
const inlineFrom = (
  tokens: readonly string[],
  place: number,
): { readonly text: string; readonly last: number } | undefined => {
  let text = tokens[place] ?? '';
  for (let last = place + 1; last < tokens.length && text.length <= INLINE_MAXIMUM; last++) {
    const token = tokens[last] ?? '';
    if (token === '}' || token === ']') return { text: text + token, last };
    if (token === '{' || token === '[') return undefined;
    if (isApart(tokens[last - 1], token)) text += ' ';
    text += token === ',' || token === ':' ? `${token} ` : token;
  }
  return undefined;
};
