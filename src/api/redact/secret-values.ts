/**
 * Finds the values of the members that are secret whatever stands in them, in a text that need not be whole: a secret that is not
 * known, or that was cut off. Pure.
 */

/** Secret in every text: the signing secret of a webhook, a key of a user, the one that a new instance is given, and the password of a registry. */
export const SECRET_MEMBERS = ['webhook_secret', 'api_key', 'instance_api_key', 'docker_login_pass'];

/**
 * The environment and the script of an instance hold other people's tokens: as they are sent, and as they come back. Who has the
 * address of a log can read it.
 */
export const PRIVATE_MEMBERS = ['extra_env', 'env', 'onstart', 'result_url'];

/** What stands between the name and its value, in JSON, in JSON within JSON and in plain text. */
const BETWEEN = /\\*"?\s*[:=]\s*/y;

/** The same in JSON alone: the other names are words that a message may hold. */
const BETWEEN_IN_JSON = /\\*"\s*:\s*/y;

const QUOTE = /\\*"/y;
const QUOTE_OR_BACKSLASH = /["\\]/g;
const PLAIN_VALUE = /[^\s",}]+/y;
const WORD = /\w/;
const BRACKET = /[[\]{}"]/g;

/** True for a member whose value is never shown, where it has one. */
export const isSecretMember = (name: string, value: unknown): boolean =>
  SECRET_MEMBERS.includes(name) || (PRIVATE_MEMBERS.includes(name) && value !== null);

/** `text` with `replacement`, in quotes, as the value of each secret member. */
export const withoutSecretValues = (text: string, replacement: string): string =>
  [...SECRET_MEMBERS, ...PRIVATE_MEMBERS].reduce((rest, name) => withoutValuesOf(rest, name, replacement), text);

const withoutValuesOf = (text: string, name: string, replacement: string): string => {
  const isSecret = SECRET_MEMBERS.includes(name);
  const between = isSecret ? BETWEEN : BETWEEN_IN_JSON;
  let rest = '';
  let from = 0;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, Math.max(from, at + name.length))) {
    const start = !isSecret && isWithinWord(text, at) ? undefined : endOf(between, text, at + name.length);
    const end = start && endOfValue(text, start);
    if (end === undefined || (!isSecret && text.slice(start, end) === 'null')) continue;
    rest += `${text.slice(from, start)}"${replacement}"`;
    from = end;
  }
  return rest + text.slice(from);
};

/** True where a name that ends like the one at `at` begins before it. */
const isWithinWord = (text: string, at: number): boolean => at > 0 && WORD.test(text.charAt(at - 1));

/** The end of a value in quotes or brackets, of which the last may be missing, or of a word. */
const endOfValue = (text: string, start: number): number | undefined => {
  if (text[start] === '[' || text[start] === '{') return endOfBrackets(text, start);
  return endOfText(text, start);
};

/** The end of the list or object that begins at `start`; a text in it that does not end is its end. */
const endOfBrackets = (text: string, start: number): number => {
  let depth = 0;
  BRACKET.lastIndex = start;
  for (let mark = BRACKET.exec(text); mark !== null; mark = BRACKET.exec(text)) {
    const [sign] = mark;
    if (sign === '"') {
      BRACKET.lastIndex = endOfText(text, mark.index) ?? text.length;
      continue;
    }
    depth += sign === '[' || sign === '{' ? 1 : -1;
    if (depth === 0) return mark.index + 1;
  }
  return text.length;
};

const endOfText = (text: string, start: number): number | undefined => {
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
