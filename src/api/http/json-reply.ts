/** Reads a reply that is one JSON object of a known shape. */
import type { z } from 'zod';
import { saysFailure } from '../errors/failure.ts';
import { parseReply } from '../records/wrong-numbers.ts';
import { readText } from './body-text.ts';
import type { Reader } from './caller.ts';

/** A reader of replies that `schema` describes. */
export const jsonReader =
  <T>(schema: z.ZodType<T>): Reader<T> =>
  async (body) => {
    const text = await readText(body);
    const json = parseReply(text);
    const judged = schema.safeParse(json);
    return judged.success && !saysFailure(json) ? { value: judged.data } : { unexpected: text };
  };
