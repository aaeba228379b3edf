/**
 * Reads the text of each record of a list without the key and secrets that a service may repeat in it. A list can be a whole
 * market, so that a record without any costs no more than a search of its text.
 */
import type { Redactor } from '../redact/redact.ts';
import { redactedJson } from '../redact/redact-json.ts';
import { validJson } from './wrong-numbers.ts';

/** The JSON text of one record, from its bytes: as received, or written anew where a secret stood in it. */
export type RecordText = (bytes: Buffer) => string;

/** Reads records as they came. */
export const plainRecordText: RecordText = (bytes) => bytes.toString().trim();

/** Reads records, and takes out what `redactor` knows, and the values of members called `names`. */
export const createRecordText =
  ({ traces, redact }: Redactor, names: readonly string[] = []): RecordText =>
  (bytes) => {
    const text = plainRecordText(bytes);
    if (![...traces(), ...names].some((trace) => text.includes(trace))) return text;
    return redactedJson(text, redact) ?? redactedJson(validJson(text), redact) ?? text;
  };
