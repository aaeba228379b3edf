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
const SECRET_VALUE = /(webhook_secret\\*"?\s*[:=]\s*)(?:\\*"(?:[^"\\]|\\.)*(?:"|\\?$)|[^\s",}]+)/g;

/** A redactor for the key of one client. An empty key is nothing to redact. */
export const createRedactor = (apiKey: string): Redactor => {
  const secrets = new Set<string>();
  const remember = (secret: string): void => {
    const inJson = escaped(secret);
    // As JSON within JSON, as JSON, as an address and as it is would write it; the longest form first.
    for (const form of [escaped(inJson), inJson, encodeURIComponent(secret.toWellFormed()), secret]) {
      if (form !== '') secrets.add(form);
    }
  };
  remember(apiKey);
  return {
    remember,
    redact: (text) => {
      let rest = text.replace(SECRET_VALUE, `$1"${REDACTED}"`);
      for (const secret of secrets) rest = rest.replaceAll(secret, () => REDACTED);
      return rest;
    },
  };
};

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);
