/**
 * Parameters that other calls of such services have to ask for a part of an answer (docs/interface.md, Instances). A call that does
 * not know them must not pass them over: its answer would look like what was asked.
 */
import type { Context } from 'hono';
import { type Refusal, refused } from '../answer.ts';

const NARROWING = ['limit', 'after_token', 'order_by', 'select_cols', 'select_filters'];

/** A 400 that names those of the parameters that stand in the query, or in the object that `body` is; undefined without any. */
export const narrowingRefusal = (context: Context, body: object = {}): Refusal | undefined => {
  const names = [...Object.keys(context.req.query()), ...Object.keys(body)];
  const unknown = NARROWING.filter((name) => names.includes(name));
  if (unknown.length === 0) return undefined;
  return refused(400, 'invalid_args', `${unknown.join(', ')}: this call always answers in full`);
};
