/** Takes the key and webhook secrets out of any text before it is kept or shown (DESIGN.md section 6, promise 3). */

/** What stands where a key or a secret stood. */
const REDACTED = '[redacted]';

/** Takes secrets out of texts; knows one key and whatever secrets it was told. */
export type Redactor = {
  /** `text` without the key, without any secret remembered, and without the value of any `webhook_secret` in it. */
  readonly redact: (text: string) => string;
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
  const remember = (secret: string): void => {
    if (secret !== '') secrets.push({ secret, spelled: new RegExp(Array.from(secret, spellingsOf).join(''), 'g') });
  };
  remember(apiKey);
  return {
    remember,
    redact: (text) => {
      let rest = text.replace(SECRET_VALUE, `$1"${REDACTED}"`);
      for (const { secret, spelled } of secrets) {
        // A long text takes its time the first time that it is searched for a pattern.
        rest = rest.replaceAll(ESCAPES.test(rest) ? spelled : secret, () => REDACTED);
      }
      return rest;
    },
  };
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
