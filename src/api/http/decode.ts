/**
 * Turns a reply's bytes on the wire into the bytes that were meant: undoes `Content-Encoding` and enforces the size ceiling.
 * undici's own interceptor is as fast, but hides the bytes on the wire from the ledger and the time limits, hands on a body of
 * unknown encoding as it is, and warns on the terminal that it is experimental.
 */
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { ApiError, type ErrorFacts } from '../errors/error.ts';
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
