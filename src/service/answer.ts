/** What an operation of the service hands back before it becomes HTTP: either a result or a refusal in words. */
import type * as z from 'zod';

/** A request that the service will not carry out. */
export type Refusal = {
  readonly ok: false;
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 500 | 503;
  /** Short code (API.md, Errors: `error`). */
  readonly error: string;
  /** Text for a person (API.md, Errors: `msg`). */
  readonly msg: string;
};

/** A refusal with its status, code and text. */
export const refused = (status: Refusal['status'], error: string, msg: string): Refusal => ({
  ok: false,
  status,
  error,
  msg,
});

/** The body as `schema` reads it, or a 400 that names the first field that is wrong. */
export const readBody = <Value>(schema: z.ZodType<Value>, body: unknown): { ok: true; value: Value } | Refusal => {
  const result = schema.safeParse(body);
  if (result.success) return { ok: true, value: result.data };
  const issue = result.error.issues[0];
  const place = issue?.path.map(String).join('.') ?? '';
  return refused(400, 'invalid_args', [place, issue?.message ?? 'the body is not valid'].filter(Boolean).join(': '));
};
