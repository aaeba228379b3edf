/** Reads a request's body as a JSON object, and not more of it than an honest request needs. */
import { isUtf8 } from 'node:buffer';
import { type Refusal, refused } from '../answer.ts';

/** Largest body, in bytes. A filter may list thousands of ids. */
const MAXIMUM_BYTES = 1_048_576;

/** So much of a longer body is read and thrown away, so that its sender reads the refusal on a connection that still works. */
const MAXIMUM_DISCARDED_BYTES = 16 * MAXIMUM_BYTES;

/** Deepest nesting of lists and objects. What is published has four levels. */
const MAXIMUM_DEPTH = 32;

/**
 * The body's object; a 400 for what is no JSON object or is nested too deep, a 413 for what is too long, a 415 for what is
 * compressed. An optional body that is left out is an empty object. Its Content-Type is not looked at: several clients send none, or that of a form.
 */
export const readJsonObject = async (
  request: Request,
  { isOptional = false }: { readonly isOptional?: boolean } = {},
): Promise<{ ok: true; value: Readonly<Record<string, unknown>> } | Refusal> => {
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') return refused(415, 'compressed_body', `the body must not be compressed (${encoding})`);
  const bytes = await readBytes(request);
  if (isOptional && bytes?.length === 0) return { ok: true, value: {} };
  if (bytes === undefined) return refused(413, 'body_too_large', `the body is longer than ${MAXIMUM_BYTES} bytes`);
  if (!isUtf8(bytes)) return refused(400, 'invalid_json', 'the body is not UTF-8');
  // A mark of the byte order at its beginning is not part of the text.
  const text = new TextDecoder().decode(bytes);
  if (isTooDeep(text)) return refused(400, 'invalid_json', `the body is nested deeper than ${MAXIMUM_DEPTH} levels`);
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { ok: true, value } : refused(400, 'invalid_json', 'the body must be a JSON object');
  } catch {
    return refused(400, 'invalid_json', text === '' ? 'the body is missing' : 'the body is not valid JSON');
  }
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The body; undefined when it is too long. */
const readBytes = async ({ body }: Request): Promise<Buffer | undefined> => {
  if (body === null) return Buffer.alloc(0);
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.byteLength;
    if (size <= MAXIMUM_BYTES) pieces.push(piece);
    else if (size > MAXIMUM_DISCARDED_BYTES) break;
  }
  return size > MAXIMUM_BYTES ? undefined : Buffer.concat(pieces);
};

/** True when brackets are nested too deep. Told before anything is made of the text, whose other problems are found later. */
const isTooDeep = (text: string): boolean => {
  let depth = 0;
  let isInString = false;
  for (let place = 0; place < text.length; place++) {
    const character = text[place];
    if (isInString) {
      if (character === '\\') place++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{' || character === '[') {
      depth++;
      if (depth > MAXIMUM_DEPTH) return true;
    } else if (character === '}' || character === ']') depth--;
  }
  return false;
};
