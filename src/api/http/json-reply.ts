/** Reads a reply that is one JSON object of a known shape. */

import { parseReply } from '../records/wrong-numbers.ts';
import type { Reader } from './caller.ts';
import { readText } from './decode.ts';

/** A reader of replies that `understand` makes something of; undefined there is a reply that was not expected. */
export const jsonReader =
  <T>(understand: (json: unknown) => { readonly value: T } | undefined): Reader<T> =>
  async (body) => {
    const text = await readText(body);
    const json = parseReply(text);
    return understand(json) ?? { unexpected: text };
  };
