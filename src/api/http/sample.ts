/** Keeps the beginning of a reply for the ledger while the reply passes by. */
import type { Redactor } from '../redact/redact.ts';

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

/** A sample of a reply that is yet to come. */
export const createSample = (redactor: Redactor): Sample => {
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
      const text = redact(seen.toString());
      return { replyText: text.slice(0, SHOWN_BYTES), isReplyCut: seenBytes > SHOWN_BYTES };
    },
  };
};
