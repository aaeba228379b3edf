/** The three shapes in which a refusal is written (docs/interface.md, Errors). */
import type { Context } from 'hono';
import type { Refusal } from '../answer.ts';

/** Turns a refusal into a reply of one shape. */
export type Refuse = (context: Context, refusal: Refusal) => Response;

/** Search: `{error, msg}`. */
export const refuseSearch: Refuse = (context, { status, error, msg }) => context.json({ error, msg }, status);

/** Volumes: `{detail}`. */
export const refuseWithDetail: Refuse = (context, { status, msg }) => context.json({ detail: msg }, status);

/** Everything else: `{success: false, error, msg}`. */
export const refuse: Refuse = (context, { status, error, msg }) => context.json({ success: false, error, msg }, status);
