/** Reads a whole reply body as text. */

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
