/**
 * Takes secrets out of JSON value by value, so that it remains JSON: what stands in a text may be quoted, and a key of digits
 * alone may stand in a number, which is none of its appearances.
 */
import { parseJson } from '../../base/json.ts';
import { REDACTED, type Redactor } from './redact.ts';
import { isSecretMember } from './secret-values.ts';

/**
 * The JSON `text` with every text in it redacted: as it was where there is nothing to be taken out. `null` where it is nested
 * too deep to be gone through; undefined when it is no JSON.
 */
export const redactedJson = (text: string, redact: Redactor['redact']): string | undefined => {
  const value = parseJson(text);
  if (value === undefined) return undefined;
  try {
    const redacted = JSON.stringify(redactedValue(value, redact));
    return redacted === JSON.stringify(value) ? text : redacted;
  } catch {
    return 'null';
  }
};

/** `value` with every text in it redacted, names of members included. */
const redactedValue = (value: unknown, redact: Redactor['redact']): unknown => {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => redactedValue(item, redact));
  const members = Object.entries(value).map(([name, item]) => [
    redact(name),
    isSecretMember(name, item) ? REDACTED : redactedValue(item, redact),
  ]);
  return Object.fromEntries(members);
};
