/**
 * Reads the text of each record of a list without the key and secrets that a service may repeat in it. A list can be a whole
 * market, so that a record without any costs no more than a search of its bytes.
 */
import { parseJson } from './json.ts';
import { REDACTED, type Redactor } from './redact.ts';

/** The JSON text of one record, from its bytes: as received, or written anew where a secret stood in it. */
export type RecordText = (bytes: Buffer) => string;

/** Reads records as they came. */
export const plainRecordText: RecordText = (bytes) => bytes.toString().trim();

/** Reads records, and takes out what `redactor` knows. */
export const createRecordText =
  ({ traces, redact }: Redactor): RecordText =>
  (bytes) => {
    const text = plainRecordText(bytes);
    if (!traces().some((trace) => bytes.includes(trace))) return text;
    // Value by value: a key of digits alone may stand in a number, which is none of its appearances.
    const record = parseJson(text);
    if (record === undefined) return text;
    try {
      const redacted = JSON.stringify(redactedValue(record, redact));
      return redacted === JSON.stringify(record) ? text : redacted;
    } catch {
      // Nested deeper than can be followed: no record of ours.
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
    name === 'webhook_secret' ? REDACTED : redactedValue(item, redact),
  ]);
  return Object.fromEntries(members);
};
