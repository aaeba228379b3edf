/**
 * What every endpoint is made with: what it works on, who calls, the body of a write, the pace of calls, and the three shapes in which a refusal
 * is written (docs/interface.md, Authentication and Errors). The key is looked up at every request, so a reset or a deletion acts at once.
 */
import { isUtf8 } from 'node:buffer';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { noteCall } from '../account/account-lists.ts';
import { type Caller, findCaller, isAllowed, type PermissionFlag } from '../account/keys.ts';
import { type Refusal, refused } from '../answer.ts';
import { type Database, whenUnlocked } from '../database.ts';
import type { Trees } from '../files/trees.ts';
import type { World } from '../instances/life.ts';
import type { Quota, Threshold, Thresholds } from './thresholds.ts';

/** Turns a refusal into a reply of one shape. */
export type Refuse = (context: Context, refusal: Refusal) => Response;

/** Search: `{error, msg}`. */
export const refuseSearch: Refuse = (context, { status, error, msg }) => context.json({ error, msg }, status);

/** Volumes: `{detail}`. */
export const refuseWithDetail: Refuse = (context, { status, msg }) => context.json({ detail: msg }, status);

/** Everything else: `{success: false, error, msg}`. */
export const refuse: Refuse = (context, { status, error, msg }) => context.json({ success: false, error, msg }, status);

const NARROWING = ['limit', 'after_token', 'order_by', 'select_cols', 'select_filters'];

/** A 400 that names those of the parameters that stand in the query, or in the object that `body` is; undefined without any. */
export const narrowingRefusal = (context: Context, body: object = {}): Refusal | undefined => {
  const names = [...Object.keys(context.req.query()), ...Object.keys(body)];
  const unknown = NARROWING.filter((name) => names.includes(name));
  if (unknown.length === 0) return undefined;
  return refused(400, 'invalid_args', `${unknown.join(', ')}: this call always answers in full`);
};

/** What an authenticated route finds in its context. */
export type Authenticated = { Variables: { caller: Caller; body?: object } };

/** What a route asks of its caller. */
type Gate = Pick<Backend, 'database' | 'clock'> & {
  readonly refuse: Refuse;
  /** Status for a key that is missing or was never one: 404 on search, 401 elsewhere (docs/interface.md, Errors). */
  readonly unknownStatus: 401 | 404;
  /** What a scoped key must carry; absent on reads. */
  readonly permission?: PermissionFlag;
  /** True for a call that gives a part of its answer when asked to. */
  readonly isPaged?: true;
};

/**
 * Lets a request through when its key is accepted and carries the permission, and when its query asks for nothing that the call
 * would silently leave out; notes the caller in the context, and a call that needs a permission in the account's list of calls.
 */
export const authenticate = (gate: Gate) => {
  const { database, refuse, unknownStatus, permission, isPaged } = gate;
  return createMiddleware<Authenticated>(async (context, next) => {
    const header = context.req.header('authorization');
    const { signal } = context.req.raw;
    const caller = await whenUnlocked(() => identify(database, header, unknownStatus), { signal });
    if ('ok' in caller) return refuse(context, caller);
    if (permission !== undefined && !isAllowed(caller, permission)) {
      return refuse(context, refused(403, 'permission_denied', `this API key lacks the permission ${permission}`));
    }
    const unknown = isPaged ? undefined : narrowingRefusal(context);
    if (unknown !== undefined) return refuse(context, unknown);
    context.set('caller', caller);
    await next();
    if (permission === undefined) return undefined;
    const route = `${context.req.method} ${new URL(context.req.url).pathname}`;
    const call = { route, body: context.get('body') ?? {}, from: '127.0.0.1', nowS: nowS(gate) };
    noteCall(database, caller, call);
    return undefined;
  });
};

const identify = (
  database: Database,
  header: string | undefined,
  unknownStatus: Gate['unknownStatus'],
): Caller | Refusal => {
  const value = /^bearer +(\S+) *$/i.exec(header ?? '')?.[1];
  if (value === undefined) return refused(unknownStatus, 'auth_error', 'this action requires an API key');
  const caller = findCaller(database, value);
  if (caller === 'unknown') return refused(unknownStatus, 'auth_error', 'invalid API key');
  if (caller === 'retired') return refused(401, 'auth_error', 'this API key was deleted or reset');
  return caller;
};

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
  /** Keeps what the caller's machines have earned on days that are over, unless another program holds the lock. */
  readonly closeDays: () => void;
  /** What signing secrets are made with. */
  readonly seal: string;
  /** What the market does to instances. */
  readonly world: () => World;
  /** Sends what is due to webhooks, in the background. */
  readonly deliver: () => void;
  /** The files of what is rented. */
  readonly trees: Trees;
  /** Carries out one write, once no other program holds the lock; not when the caller has given up by then. */
  readonly write: <Result>(work: () => Result, signal: AbortSignal) => Promise<Result>;
};

export type Call = Context<Authenticated>;
export type Endpoint = (backend: Backend) => (context: Call) => Response | Promise<Response>;

/** The body of a write; optional where it need not say anything. */
export const readWrite = async (context: Call, isOptional = false) => {
  const body = await readJsonObject(context.req.raw, { isOptional });
  if (body.ok) context.set('body', body.value);
  return body.ok ? (narrowingRefusal(context, body.value) ?? body) : body;
};

/** Answers unless the call comes too early; `msg` is for clients that look for a refusal's text there on every call. */
export const paced = async ({ thresholds }: Backend, context: Call, threshold: Threshold, answer: () => Response) => {
  const { keyId } = context.var.caller;
  const reply = await thresholds.pace({ ...threshold, keyId, signal: context.req.raw.signal }, answer);
  return typeof reply === 'string' ? context.json({ detail: reply, msg: reply }, 429) : reply;
};

/** What came of a write: what it tells goes out beside `success`. */
export const replyTo = (context: Context, outcome: ({ readonly ok: true } & object) | Refusal): Response => {
  if (!outcome.ok) return refuse(context, outcome);
  const { ok: _, ...told } = outcome;
  return context.json({ success: true, ...told });
};

/** Epoch seconds. */
export const nowS = ({ clock }: Pick<Backend, 'clock'>): number => Math.floor(clock.now() / 1000);

/** The whole number in the path under this name; undefined when there is something else. */
export const idIn = (context: Call, name: string): number | undefined => {
  const text = context.req.param(name) ?? '';
  const id = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : undefined;
};
