/** What every endpoint is made with: what it works on, the body of a write, and the pace of calls. */
import type { Context } from 'hono';
import type { Database } from '../database/database.ts';
import type { World } from '../instances/life.ts';
import type { Authenticated } from './authenticate.ts';
import { readJsonObject } from './json-body.ts';
import type { Quota } from './quota.ts';
import type { Threshold, Thresholds } from './thresholds.ts';
import { narrowingRefusal } from './whole-answers.ts';

/** What the endpoints work on. */
export type Backend = {
  readonly database: Database;
  readonly thresholds: Thresholds;
  /** Rows of searches that a key may have. */
  readonly quota: Quota;
  /** Epoch milliseconds. */
  readonly clock: { readonly now: () => number };
  /** Brings the market up to the present minute, unless another program holds the lock. */
  readonly catchUp: () => void;
  /** Brings the caller's instances and balance up to now, unless another program holds the lock. */
  readonly settle: () => void;
  /** What signing secrets are made with. */
  readonly seal: string;
  /** What the market does to instances. */
  readonly world: () => World;
  /** Sends what is due to webhooks, in the background. */
  readonly deliver: () => void;
  /** Carries out one write, once no other program holds the lock; not when the caller has given up by then. */
  readonly write: <Result>(work: () => Result, signal: AbortSignal) => Promise<Result>;
};

export type Call = Context<Authenticated>;
export type Endpoint = (backend: Backend) => (context: Call) => Response | Promise<Response>;

/** The body of a write; that of a deletion may be left out, and any other that says nothing. */
export const readWrite = async (context: Call, isOptional = context.req.method === 'DELETE') => {
  const body = await readJsonObject(context.req.raw, { isOptional });
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

/** The whole number in the path under this name; undefined when there is something else. */
export const idIn = (context: Call, name: string): number | undefined => {
  const text = context.req.param(name) ?? '';
  const id = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : undefined;
};
