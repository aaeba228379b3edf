/** Reads a request's body as a JSON object, and not more of it than an honest request needs. */
import { type Refusal, refused } from '../answer.ts';

/** Largest body, in bytes. A filter may list thousands of ids. */
const MAXIMUM_BYTES = 1_048_576;

/** The body's object; a 400 for what is no JSON object, a 413 for what is too long. */
export const readJsonObject = async (
  request: Request,
): Promise<{ ok: true; value: Readonly<Record<string, unknown>> } | Refusal> => {
  const text = await readText(request);
  if (text === undefined) return refused(413, 'body_too_large', `the body is longer than ${MAXIMUM_BYTES} bytes`);
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { ok: true, value } : refused(400, 'invalid_json', 'the body must be a JSON object');
  } catch {
    return refused(400, 'invalid_json', text === '' ? 'the body is missing' : 'the body is not valid JSON');
  }
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The body as text; undefined when it is too long. Reading stops there. */
const readText = async ({ body }: Request): Promise<string | undefined> => {
  if (body === null) return '';
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.byteLength;
    if (size > MAXIMUM_BYTES) return undefined;
    pieces.push(piece);
  }
  return new TextDecoder().decode(Buffer.concat(pieces));
};
