/** What every endpoint is made with: what it works on, the body of a write, and the pace of calls. */
import type { Context } from 'hono';
import type { Database } from '../database/database.ts';
import type { Authenticated } from './authenticate.ts';
import { readJsonObject } from './json-body.ts';
import type { Threshold, Thresholds } from './thresholds.ts';
import { narrowingRefusal } from './whole-answers.ts';

/** What the endpoints work on. */
export type Backend = {
  readonly database: Database;
  readonly thresholds: Thresholds;
  /** Epoch milliseconds. */
  readonly clock: { readonly now: () => number };
  /** Brings the market up to the present minute, unless another program holds the lock. */
  readonly catchUp: () => void;
  /** Carries out one write, once no other program holds the lock; not when the caller has given up by then. */
  readonly write: <Result>(work: () => Result, signal: AbortSignal) => Promise<Result>;
};

export type Call = Context<Authenticated>;
export type Endpoint = (backend: Backend) => (context: Call) => Response | Promise<Response>;

/** The body of a write. */
export const readWrite = async (context: Call) => {
  const body = await readJsonObject(context.req.raw);
  return body.ok ? (narrowingRefusal(context, body.value) ?? body) : body;
};

/** Answers unless the call comes too early; `msg` is for clients that look for a refusal's text there on every call. */
export const paced = async ({ thresholds }: Backend, context: Call, threshold: Threshold, answer: () => Response) => {
  const { keyId } = context.var.caller;
  const reply = await thresholds.pace({ ...threshold, keyId, signal: context.req.raw.signal }, answer);
  return typeof reply === 'string' ? context.json({ detail: reply, msg: reply }, 429) : reply;
};

/** Epoch seconds. */
export const nowS = ({ clock }: Backend): number => Math.floor(clock.now() / 1000);
