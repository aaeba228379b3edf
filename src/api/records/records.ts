/**
 * Reads a reply that is a list of records: splits it as bytes, parses and checks one record at a time, hands records
 * on while more are coming, and gives the event loop a turn every few milliseconds so that no key has to wait.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../base/clock.ts';
import type { Redactor } from '../redact/redact.ts';
import { redactedJson } from '../redact/redact-json.ts';
import { RecordSplitter } from './record-splitter.ts';
import type { Losses } from './replies.ts';
import type { Check } from './schema.ts';
import { parseReply, saysFailure, validJson } from './wrong-numbers.ts';

/** The JSON text of one record, from its bytes: as received, or written anew where a secret stood in it. */
type RecordText = (bytes: Buffer) => string;

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

/** One record and its JSON text as received, without what must not be kept of it. A value of a wrong kind is `undefined` in `record`; `text` still holds it. */
export type Received<T> = { readonly record: T; readonly text: string };

/**
 * Of a class, which V8 makes no guess about: objects of a literal it takes for long-lived once some of them were, and the texts that such
 * ones hold stay with them until all memory is looked through.
 */
class Handed<T> implements Received<T> {
  readonly record: T;
  readonly text: string;

  constructor(record: T, text: string) {
    this.record = record;
    this.text = text;
  }
}

/** A list that was read to its end, or the text around the records when it is not the list that was expected. */
type RecordsRead = (Losses & NextPage) | { readonly unexpected: string };

/** The token of the page behind, where there is one, and how many records there are in all, where that is said (docs/interface.md, Pages). */
export type NextPage = { readonly nextToken?: string; readonly total?: number };

/** What reading a list needs. */
export type RecordsReading<T> = {
  /** Member of the reply that holds the records; undefined when the reply itself is the list. */
  readonly name: string | undefined;
  readonly check: Check<T>;
  readonly textOf: RecordText;
  /** Where records are to lie in the end; each is handed on as it is there. Absent: as it was read. */
  readonly into?: { readonly add: (record: T) => T } | undefined;
  /** Most records that are taken. One more means that the rest is left unread, or that this is not the list that was expected. */
  readonly most: { readonly count: number; readonly isRestLeft: boolean };
  readonly clock: Clock;
  /** Ends the reading between two steps; it then rejects. */
  readonly signal: AbortSignal | undefined;
  /** Called with the next records, in order; never with none. Nothing more is read before it has finished with them. */
  readonly onRecords: (batch: readonly Received<T>[]) => void | Promise<void>;
};

/** Longest stretch of work before others get their turn, and how often records are handed on after the first of them. */
const STEP_MS = 8;
const DELIVERY_MS = 100;

/** Most that is kept of one record and of what stands around all of them, in bytes; an offer has 2.4 kB. */
const LARGEST_RECORD_BYTES = 4 * 1024 * 1024;

/** Most records handed on at once, so that a fast line does not pile up what its reader could already give back. */
const LARGEST_BATCH = 200;

/** Reads `body` to its end. Fails with whatever ends the body, or with an AbortError. */
export const readRecords = async <T>(body: AsyncIterable<Buffer>, reading: RecordsReading<T>): Promise<RecordsRead> => {
  const { clock, signal, check, textOf, most } = reading;
  const splitter = new RecordSplitter(reading.name, (bytes) => {
    const text = textOf(bytes);
    const json = parseReply(text);
    return json === undefined ? undefined : { text, json };
  });
  let batch: Received<T>[] = [];
  let takenCount = 0;
  let malformedValues = 0;
  let malformedRecords = 0;
  let stepEndsMs = clock.ticks() + STEP_MS;
  let deliveryMs = 0;

  const deliver = async (): Promise<void> => {
    const delivered = batch;
    batch = [];
    if (delivered.length > 0) await reading.onRecords(delivered);
    deliveryMs = clock.ticks() + DELIVERY_MS;
  };

  for await (const chunk of body) {
    for (const read of splitter.push(chunk)) {
      if (takenCount === most.count) {
        if (!most.isRestLeft) return { unexpected: splitter.envelope };
        await deliver();
        return { malformedValues, malformedRecords };
      }
      takenCount++;
      if (read === undefined) return { unexpected: splitter.envelope };
      const { text, json } = read;
      const checked = check(json);
      if (checked === undefined) {
        malformedRecords++;
      } else {
        malformedValues += checked.malformedValues;
        // At once: objects that are held until others have come become old, and stay until all memory is looked through.
        const record = reading.into === undefined ? checked.record : reading.into.add(checked.record);
        batch.push(new Handed(record, checked.text ?? text));
      }
      if (batch.length >= LARGEST_BATCH) await deliver();
      if (clock.ticks() < stepEndsMs) continue;
      await nextTurn(undefined, { ...(signal === undefined ? {} : { signal }) });
      stepEndsMs = clock.ticks() + STEP_MS;
    }
    if (splitter.heldBytes > LARGEST_RECORD_BYTES) return { unexpected: splitter.envelope };
    if (clock.ticks() >= deliveryMs) await deliver();
  }
  const envelope = parseReply(splitter.envelope);
  const isNo = saysFailure(envelope) && !saysNoneFound(envelope, reading.name);
  if (envelope === undefined || isNo || !splitter.isComplete) {
    return { unexpected: splitter.envelope };
  }
  await deliver();
  const nextToken = nextTokenOf(envelope);
  return {
    malformedValues,
    malformedRecords,
    ...(saysTruncated(envelope) && { isTruncated: true }),
    ...(nextToken !== undefined && { nextToken }),
    ...totalIn(envelope),
  };
};

/** True where what is no failure says that there are none: templates of no such kind (docs/interface.md, Templates). */
const saysNoneFound = (envelope: unknown, name: string | undefined): boolean =>
  typeof envelope === 'object' && envelope !== null && Reflect.get(envelope, `${name}_found`) === 0;

/** How many records there are in all (docs/interface.md, List instances). */
const totalIn = (envelope: unknown): Pick<NextPage, 'total'> => {
  if (typeof envelope !== 'object' || envelope === null) return {};
  const total: unknown = 'total_instances' in envelope ? envelope.total_instances : undefined;
  return Number.isSafeInteger(total) && Number(total) >= 0 ? { total: Number(total) } : {};
};

/** The token that a page of a list names the one behind it by. */
const nextTokenOf = (envelope: unknown): string | undefined => {
  if (typeof envelope !== 'object' || envelope === null || !('next_token' in envelope)) return undefined;
  const { next_token: token } = envelope;
  return typeof token === 'string' && token !== '' ? token : undefined;
};

/** True when a reply says that it does not list everything, whatever its length. */
const saysTruncated = (envelope: unknown): boolean =>
  typeof envelope === 'object' && envelope !== null && 'truncated' in envelope && envelope.truncated === true;
