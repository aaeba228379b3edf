/** Finds the value of each `webhook_secret` in a text that need not be whole: one that is not known, or that was cut off. Pure. */

const NAME = 'webhook_secret';

/** What stands between the name and its value, in JSON, in JSON within JSON and in plain text. */
const BETWEEN = /\\*"?\s*[:=]\s*/y;

const QUOTE = /\\*"/y;
const QUOTE_OR_BACKSLASH = /["\\]/g;
const PLAIN_VALUE = /[^\s",}]+/y;

/** `text` with `replacement`, in quotes, as the value of each `webhook_secret`. */
export const withoutSecretValues = (text: string, replacement: string): string => {
  let rest = '';
  let from = 0;
  for (let at = text.indexOf(NAME); at >= 0; at = text.indexOf(NAME, Math.max(from, at + NAME.length))) {
    const start = endOf(BETWEEN, text, at + NAME.length);
    const end = start && endOfValue(text, start);
    if (end === undefined) continue;
    rest += `${text.slice(from, start)}"${replacement}"`;
    from = end;
  }
  return rest + text.slice(from);
};

/** The end of a value in quotes, of which the last may be missing, or of a word. */
const endOfValue = (text: string, start: number): number | undefined => {
  const quoted = endOf(QUOTE, text, start);
  if (quoted === undefined) return endOf(PLAIN_VALUE, text, start);
  for (let at = quoted; ; ) {
    QUOTE_OR_BACKSLASH.lastIndex = at;
    const mark = QUOTE_OR_BACKSLASH.exec(text);
    if (mark === null) return text.length;
    at = mark.index + (mark[0] === '"' ? 1 : 2);
    if (mark[0] === '"') return at;
  }
};

/** Where the match of `pattern`, a sticky one, ends that begins at `start`; undefined without one. */
const endOf = (pattern: RegExp, text: string, start: number): number | undefined => {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : undefined;
};
