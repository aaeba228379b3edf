/** What an operation of the service hands back before it becomes HTTP: either a result or a refusal in words. */
import * as z from 'zod';
import { readNumber } from './search/operands.ts';

/** A request that the service will not carry out. */
export type Refusal = {
  readonly ok: false;
  /** 200 where the status says nothing. */
  readonly status: 200 | 400 | 401 | 403 | 404 | 405 | 408 | 409 | 410 | 413 | 415 | 422 | 431 | 500 | 503;
  /** Short code (docs/interface.md, Errors, `error`). */
  readonly error: string;
  /** Text for a person (docs/interface.md, Errors, `msg`). */
  readonly msg: string;
};

/** Longest text of a refusal, in characters: it may quote what was sent, but not a megabyte of it. */
const MAXIMUM_MESSAGE = 500;

/** A refusal with its status, code and text, which is cut when it is long. */
export const refused = <Status extends Refusal['status']>(status: Status, error: string, msg: string) => ({
  ok: false as const,
  status,
  error,
  msg: msg.length > MAXIMUM_MESSAGE ? `${msg.slice(0, MAXIMUM_MESSAGE)}...` : msg,
});

/** A text that the database gives back as it came: half of a surrogate pair would become another character there. */
export const storableText = z
  .string('must be a string')
  .refine((text) => text.isWellFormed(), 'must not contain half a surrogate pair');

const digits = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

/** A whole number, also as text. */
export const wholeNumber = (problem = 'must be a whole number') => z.union([z.int(), digits], problem);

/** A number, also as text, that is as it must be. */
export const numeric = (isInside: (value: number) => boolean, problem: string) =>
  z.unknown().transform((value, context) => {
    const number = readNumber(value);
    if (number !== undefined && isInside(number)) return number;
    context.addIssue(problem);
    return z.NEVER;
  });

/** The body as `schema` reads it, or a 400 that names the first field that is wrong. */
export const readBody = <Value>(schema: z.ZodType<Value>, body: unknown): { ok: true; value: Value } | Refusal => {
  const result = schema.safeParse(body);
  if (result.success) return { ok: true, value: result.data };
  const issue = result.error.issues[0];
  const place = issue?.path.map(String).join('.') ?? '';
  return refused(400, 'invalid_args', [place, issue?.message ?? 'the body is not valid'].filter(Boolean).join(': '));
};
