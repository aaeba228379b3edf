/**
 * Turns a reply's bytes on the wire into the bytes that were meant: undoes `Content-Encoding` and enforces the size ceiling.
 * undici's own interceptor is as fast, but hides the bytes on the wire from the ledger and the time limits, hands on a body of
 * unknown encoding as it is, and warns on the terminal that it is experimental.
 */
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { parseJson } from '../../base/json.ts';
import { ApiError, type ErrorFacts } from '../errors/error.ts';
import { REDACTED, type Redactor } from '../redact/redact.ts';
import type { Answer } from './send.ts';

/** Value of the Accept-Encoding header: what `decodedBody` understands. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

/**
 * The body of `answer` without its compression. Fails with an ApiError: `unreadable` when the compression is unknown
 * or broken or more than `maximumBytes` come out of it, otherwise whatever ended the exchange.
 */
export async function* decodedBody(
  answer: Answer,
  maximumBytes: number,
  errorOf: (facts: ErrorFacts) => ApiError,
): AsyncGenerator<Buffer> {
  const unreadable = (text: string): ApiError =>
    errorOf({ kind: 'unreadable', stage: 'answered', status: answer.status, text });
  const encodings = String(answer.headers['content-encoding'] ?? '').toLowerCase();
  const decoders = encodings.split(',').map((name) => decoderOf(name.trim()));
  let body: Readable = answer.body;
  // Encodings are listed in the order in which they were applied.
  for (const decoder of decoders.reverse()) {
    if (decoder === 'unknown') {
      answer.body.destroy();
      throw unreadable(`The answer is compressed in an unknown way (${encodings.slice(0, 40)}).`);
    }
    if (decoder !== undefined) body = pipeline(body, decoder, () => {});
  }

  let receivedBytes = 0;
  try {
    for await (const chunk of body) {
      // Every stage yields Buffers, because none has an encoding set.
      const bytes: Buffer = chunk;
      receivedBytes += bytes.length;
      if (receivedBytes > maximumBytes) throw unreadable(`The answer is larger than ${maximumBytes} bytes.`);
      yield bytes;
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw unreadable('The compressed answer is damaged.');
  }
}

const decoderOf = (encoding: string): Transform | undefined | 'unknown' => {
  switch (encoding) {
    case '':
    case 'identity':
      return undefined;
    case 'gzip':
    case 'x-gzip':
    case 'deflate':
      return createUnzip();
    case 'br':
      return createBrotliDecompress();
    default:
      return 'unknown';
  }
};

/** All of `body` as text. JSON is UTF-8 whatever charset its Content-Type names (RFC 8259, section 8.1 and 11). */
export const readText = async (body: AsyncIterable<Buffer>): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return decode(chunks, 'utf-8');
};

/** Longest error body that is looked at, in bytes. */
const LONGEST_ERROR_BYTES = 1024 * 1024;

/**
 * The body of a failure as text in the charset that `contentType` names: at most 1 MiB of it, and what had come when the
 * rest was lost, because the status says enough. Fails only when `signal` was aborted.
 */
export const readErrorText = async (
  body: AsyncIterable<Buffer>,
  contentType: string,
  signal: AbortSignal | undefined,
): Promise<string> => {
  const chunks: Buffer[] = [];
  let receivedBytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      receivedBytes += chunk.length;
      if (receivedBytes >= LONGEST_ERROR_BYTES) break;
    }
  } catch (error) {
    if (signal?.aborted === true) throw error;
  }
  return decode(chunks, /charset\s*=\s*"?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8');
};

const decode = (chunks: readonly Buffer[], charset: string): string => {
  const bytes = Buffer.concat(chunks);
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    // A charset nobody knows: most pages are UTF-8 all the same.
    return new TextDecoder().decode(bytes);
  }
};

/** Bytes of a reply that the ledger shows. */
const SHOWN_BYTES = 64 * 1024;

/** Kept beyond what is shown, so that a key on the border is still whole when it is looked for. */
const MARGIN_BYTES = 4 * 1024;

/** The beginning of one reply. */
export type Sample = {
  /** Hands `body` on unchanged. */
  readonly watch: (body: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>;
  /** What has been seen, redacted; no text when nothing was. */
  readonly result: () => { readonly replyText: string | undefined; readonly isReplyCut: boolean };
};

/** A sample of a reply that is yet to come; of JSON no more than the members `kept`, where these are given. */
export const createSample = (redactor: Redactor, kept?: readonly string[]): Sample => {
  const pieces: Buffer[] = [];
  let seenBytes = 0;
  return {
    watch: async function* (body) {
      for await (const chunk of body) {
        const room = SHOWN_BYTES + MARGIN_BYTES - seenBytes;
        // A copy, because the piece would keep the whole chunk in memory.
        if (room > 0) pieces.push(Buffer.from(chunk.subarray(0, room)));
        seenBytes += chunk.length;
        yield chunk;
      }
    },
    result: () => {
      if (seenBytes === 0) return { replyText: undefined, isReplyCut: false };
      const seen = Buffer.concat(pieces);
      const redact = seen.length < seenBytes ? redactor.redactCut : redactor.redact;
      const text = redact(keptOf(seen.toString(), kept));
      return { replyText: text.slice(0, SHOWN_BYTES), isReplyCut: seenBytes > SHOWN_BYTES };
    },
  };
};

/** What a failure is told with. */
const OF_FAILURES = ['success', 'error', 'msg', 'message', 'detail'];

/** The JSON `text` with the members `kept` alone; a text that is no JSON from its beginning on stays as it is. */
const keptOf = (text: string, kept: readonly string[] | undefined): string => {
  if (kept === undefined || !/^\s*[[{]/.test(text)) return text;
  const json = parseJson(text);
  if (typeof json !== 'object' || json === null) return REDACTED;
  const names = [...kept, ...OF_FAILURES];
  return JSON.stringify(Object.fromEntries(Object.entries(json).filter(([name]) => names.includes(name))));
};
