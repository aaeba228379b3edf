/** Takes the key and webhook secrets out of any text before it is kept or shown (DESIGN.md section 6, promise 3). */

/** What stands where a key or a secret stood. */
export const REDACTED = '[redacted]';

/** Takes secrets out of texts; knows one key and whatever secrets it was told. */
export type Redactor = {
  /**
   * `text` without the key, without any secret remembered or more than half of one, and without the value of any
   * `webhook_secret` in it.
   */
  readonly redact: (text: string) => string;
  /** Texts, none longer than a word: where none of them stands, `redact` has nothing to take out of what people usually write. */
  readonly traces: () => readonly Buffer[];
  /** Adds a secret that must not be shown from now on. */
  readonly remember: (secret: string) => void;
};

/** The value after a `webhook_secret` key, in JSON (also JSON that was cut off inside it) or in plain text. */
const SECRET_VALUE = /(webhook_secret\\*"?\s*[:=]\s*)(?:\\*"(?:[^"\\]|\\.)*(?:"|\\?$)|[^\s",}]+)/gs;

/** What every escaped character begins with. */
const ESCAPES = /[\\%&]/;

/** A redactor for the key of one client. An empty key is nothing to redact. */
export const createRedactor = (apiKey: string): Redactor => {
  const secrets: { readonly secret: string; readonly spelled: RegExp }[] = [];
  const traces: Buffer[] = [Buffer.from('webhook_secret')];
  const remember = (secret: string): void => {
    if (secret === '') return;
    secrets.push({ secret, spelled: new RegExp(Array.from(secret, spellingsOf).join(''), 'g') });
    // A shorter one may be any word of a list.
    if (secret.length >= SHORTEST_IN_LISTS) traces.push(Buffer.from(traceOf(secret)));
  };
  remember(apiKey);
  return {
    remember,
    traces: () => traces,
    redact: (text) => {
      let rest = text.replace(SECRET_VALUE, `$1"${REDACTED}"`);
      for (const { secret, spelled } of secrets) {
        // A long text takes its time the first time that it is searched for a pattern.
        rest = rest.replaceAll(ESCAPES.test(rest) ? spelled : secret, () => REDACTED);
        rest = withoutParts(rest, secret);
      }
      return rest;
    },
  };
};

const SHORTEST_IN_LISTS = 8;

/** Characters that nobody escapes, whether in JSON, in an address or in HTML. */
const UNESCAPED = /[\w.~-]+/g;

const LONGEST_TRACE = 16;

/** The middle of the longest part of a secret that looks the same in every usual spelling. */
const traceOf = (secret: string): string => {
  const runs = [...secret.matchAll(UNESCAPED)].map(([run]) => run);
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '');
  const from = Math.max(0, Math.floor((longest.length - LONGEST_TRACE) / 2));
  return longest.slice(from, from + LONGEST_TRACE);
};

const SHORTEST_WITH_PARTS = 12;

/**
 * Takes out what is left of a secret whose end was deleted, or that was pasted in part. A part of more than half, by two
 * characters at least, holds the four in the middle.
 */
const withoutParts = (text: string, secret: string): string => {
  const { length } = secret;
  if (length < SHORTEST_WITH_PARTS) return text;
  const least = Math.ceil(length / 2) + 2;
  const middle = secret.slice(length - least, least);
  let rest = '';
  let from = 0;
  for (let at = text.indexOf(middle); at >= 0; at = text.indexOf(middle, at + 1)) {
    let start = at;
    let end = at + middle.length;
    while (start > from && at - start < length - least && text[start - 1] === secret[length - least - (at - start) - 1])
      start--;
    while (end < text.length && end - at < least && text[end] === secret[length - least + (end - at)]) end++;
    if (end - start < least) continue;
    rest += text.slice(from, start) + REDACTED;
    from = end;
    at = end - 1;
  }
  return rest + text.slice(from);
};

/**
 * Every way in which a service may write a character: as it is, escaped in JSON (also more than it needs, and as JSON within
 * JSON), in an address, in HTML. Every repetition is bounded, so that no text makes the search slow.
 */
const spellingsOf = (character: string): string => {
  const units = Array.from({ length: character.length }, (_, unit) => character.charCodeAt(unit));
  const inJson = units.map((unit) => `\\\\{1,7}u${unit.toString(16).padStart(4, '0')}`).join('');
  const inAddress = Array.from(Buffer.from(character), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const codePoint = character.codePointAt(0) ?? 0;
  const inHtml = `&#(?:0{0,6}${codePoint}|x0{0,6}${codePoint.toString(16)});`;
  const named = NAMES_IN_HTML[character];
  const spelled = [inJson, inAddress, inHtml, ...(named === undefined ? [] : [named])].join('|');
  return `(?:\\\\{0,7}${RegExp.escape(character)}|(?i:${spelled}))`;
};

const NAMES_IN_HTML: Readonly<Record<string, string>> = {
  '"': '&quot;',
  "'": '&apos;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
};
