/**
 * Decides what a reply that is not the expected one means (docs/interface.md, Errors; docs/interface.md, Rate limits and errors). The shape
 * of the body decides first and the status second, because most statuses are not published. Pure.
 */

import { jsonStart } from '../../catalogue/format.ts';
import { CALLS, type EndpointName, isWrite } from '../calls.ts';
import { holdMsOf, LONGEST_BELIEVED_MS, quotaHoldMsOf } from '../http/rate-headers.ts';
import type { Answer } from '../http/send.ts';
import { parseReply } from '../records/wrong-numbers.ts';
import type { Redactor } from '../redact/redact.ts';
import { type ErrorFacts, type ErrorKind, QUOTA_CODE } from './error.ts';

/** Longest line kept, in characters. */
const LONGEST_LINE = 300;

/** As much of a body as is looked at, in characters. */
const LOOKED_AT = 64 * 1024;

/**
 * One line about a body: of an HTML page its title or first heading, else its words where they are a line and no more; of
 * plain text its first words, whatever type it is said to be. Undefined when there is nothing to say, as for an empty text or
 * JSON that was cut off. Control characters become spaces.
 */
const describeBody = (text: string, contentType: string): string | undefined => {
  const beginning = text.slice(0, LOOKED_AT).trim();
  if (beginning === '') return undefined;
  const isMarkup = /html/i.test(contentType) && /<[a-z!/]/i.test(beginning);
  if (isMarkup || /^<(?:!doctype|html|head|body|\?xml)/i.test(beginning)) return titleOf(beginning);
  if (/json/i.test(contentType) || /^[{[]/.test(beginning)) return undefined;
  return lineOf(beginning);
};

/** `text` on one line of at most 300 characters; undefined when nothing visible is left of it. */
const lineOf = (text: string): string | undefined => {
  const line = text
    .slice(0, 10 * LONGEST_LINE)
    .replace(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim()
    .toWellFormed();
  if (line === '') return undefined;
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE - 3)}...` : line;
};

const titleOf = (html: string): string => {
  const title = elementText(html, 'title') ?? elementText(html, 'h1') ?? wordsOf(html);
  return lineOf(unescaped(title)) ?? 'a web page without a title';
};

/** What stands in the first element called `name` up to the next tag; undefined when there is none, or nothing in it. */
const elementText = (html: string, name: string): string | undefined => {
  const start = html.search(ELEMENTS[name] ?? /(?!)/);
  const from = start < 0 ? -1 : html.indexOf('>', start);
  if (from < 0) return undefined;
  const to = html.indexOf('<', from);
  const text = html.slice(from + 1, to < 0 ? undefined : to);
  return text.trim() === '' ? undefined : text;
};

/** Where an element begins. */
const ELEMENTS: Readonly<Record<string, RegExp>> = { title: /<title[\s>]/i, h1: /<h1[\s>]/i };

/** The words of a short page; nothing of a long one, which says more than one line can, or of one with a script in it. */
const wordsOf = (html: string): string => {
  if (/<(?:script|style)/i.test(html)) return '';
  // What stands behind each `<` up to its `>` is a tag.
  const words = html.split('<').map((piece, place) => (place === 0 ? piece : piece.slice(piece.indexOf('>') + 1)));
  const text = words.join(' ').trim();
  return text.length > LONGEST_LINE ? '' : text;
};

/** The five entities that every page may use; others stay as they are. */
const unescaped = (html: string): string =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** A complete reply that did not hold what the call was to bring. */
type UnexpectedReply = {
  readonly endpoint: EndpointName;
  readonly status: number;
  /** Value of the Content-Type header, or an empty text. */
  readonly contentType: string;
  readonly text: string;
  /** Value of the Location header, when there is one. */
  readonly location?: string | undefined;
  /** Value of the Allow header, when there is one. */
  readonly allow?: string | undefined;
};

/** What the reply means. */
type Failure = {
  readonly kind: ErrorKind;
  readonly code?: string | undefined;
  readonly text?: string | undefined;
  readonly thresholdSeconds?: number | undefined;
  /** True when the reply says that the call was not carried out. */
  readonly isDefinite: boolean;
};

/** What a JSON body of one of the failure shapes says. */
type Message = {
  readonly code: string | undefined;
  readonly text: string | undefined;
  readonly shape: Shape;
  /** True where `msg` has a text for a person. */
  readonly says: boolean;
};

/** `success`: {success:false,...}; `error`: {error,msg}; `detail`: {detail}; `message`: only one of error, msg, message. */
type Shape = 'success' | 'error' | 'detail' | 'message';

/** Calls that may create an instance. */
const CREATING: readonly EndpointName[] = ['rent', 'rentByPut', 'cover'];

/** What a call to machines tells of that it did; nothing, 0 or an empty list tell of none. */
const DONE: { readonly [name in EndpointName]?: readonly ('extended' | 'results' | 'num_deleted')[] } = {
  listMachine: ['extended', 'results'],
  cleanUp: ['num_deleted'],
};

/** Calls to several instances, whose answer says of each whether it was done. */
const MANY: readonly EndpointName[] = ['changeInstances', 'destroyInstances'];

const hasOneDone = (results: unknown): boolean =>
  Array.isArray(results) && results.some((one: unknown) => isRecord(one) && one.success !== false);

const isSome = (told: unknown): boolean => Boolean(told) && !(Array.isArray(told) && told.length === 0);

/**
 * True when a reply's JSON says by itself that the call was carried out, or that an instance was created; whatever the status and the
 * rest of it say then, nobody knows.
 */
const saysSuccess = ({ endpoint, text }: Pick<UnexpectedReply, 'endpoint' | 'text'>): boolean => {
  const json = parseReply(text);
  if (!isRecord(json)) return false;
  return (
    json.success === true ||
    (CREATING.includes(endpoint) && (json.new_contract ?? json.instance_api_key ?? null) !== null) ||
    DONE[endpoint]?.some((name) => isSome(json[name])) === true ||
    (MANY.includes(endpoint) && hasOneDone(json.results))
  );
};

/** What `reply` means. */
export const failureOf = (reply: UnexpectedReply): Failure => {
  if (reply.status >= 300 && reply.status < 400) return redirected(reply);
  const message = messageIn(reply.text);
  const text = message === undefined ? describeBody(reply.text, reply.contentType) : message.text;
  const kind = kindOf(reply, message, text ?? '');
  return {
    kind,
    code: message?.code,
    text,
    // A page may say it anywhere.
    thresholdSeconds: kind === 'rate-limited' ? (thresholdIn(text ?? '') ?? thresholdIn(reply.text)) : undefined,
    isDefinite: isCertain(reply, message),
  };
};

/** A redirect is never followed: a PUT or POST would become a GET, and the key would go to another place. */
const redirected = ({ location, ...reply }: UnexpectedReply): Failure => ({
  kind: 'refused',
  // The query may repeat what was sent, and what stands before an @ is a password.
  text:
    location === undefined
      ? `${reply.status}, a redirect without an address`
      : `${reply.status}, a redirect to ${location.replace(/[?#].*$/s, '').replace(/\/\/[^/@]*@/, '//')}`,
  isDefinite: isCertain(reply, undefined),
});

const kindOf = (reply: UnexpectedReply, message: Message | undefined, text: string): ErrorKind => {
  const { endpoint, status } = reply;
  if (isRateLimit(reply, message, text)) return 'rate-limited';
  if (message?.shape === 'detail' && saysCredentialsMissing(text)) {
    return 'credentials-missing';
  }
  if (status === 401) return 'key-rejected';
  if (status === 404 && message?.code === 'auth_error') return 'key-rejected';
  if (status === CALLS[endpoint].badKeyStatus && (message?.shape === 'error' || message?.shape === 'success')) {
    return 'key-rejected';
  }
  // Another key would find it locked too.
  if (status === 403 && message?.code !== 'machine_locked') return 'forbidden';
  if (status === 400 || status === 422) return 'bad-request';
  return isFailing(reply, message) ? 'refused' : 'unreadable';
};

/** Gateways say "too many requests" with any status, also after the service has acted; a read loses nothing when they are believed. */
const isRateLimit = (reply: UnexpectedReply, message: Message | undefined, text: string): boolean => {
  if (reply.status === 429) return true;
  return isWrite(reply.endpoint) ? isOwnRateLimit(reply, message) : /too (?:frequent|many requests)/i.test(text);
};

/** The sentence of the service's own rate limit (docs/interface.md, Errors). */
const OWN_RATE_LIMIT = /API requests too frequent/i;

/** True for a refusal by the service's own rate limit: with 429 in any format, with another status only in its JSON. */
const isOwnRateLimit = ({ status, text }: UnexpectedReply, message: Message | undefined): boolean => {
  const words = status === 429 && message === undefined ? text.slice(0, LOOKED_AT) : (message?.text ?? '');
  return status >= 400 && status < 500 && (OWN_RATE_LIMIT.test(words) || message?.code === QUOTA_CODE);
};

/** True for `Authentication credentials were not provided` and its like. */
const saysCredentialsMissing = (text: string): boolean => {
  const place = text.search(/credentials?\b/i);
  return place >= 0 && /\b(?:not|missing|absent|required)/i.test(text.slice(place));
};

/** With a status of success, only a certain no of a write and a body of a failure shape are a no; anything else cannot be read. */
const isFailing = (reply: UnexpectedReply, message: Message | undefined): boolean =>
  reply.status >= 300 || (isWrite(reply.endpoint) ? isCertain(reply, message) : message !== undefined);

/** Statuses of 4xx after which the call may have been passed on, or may still be carried out. */
const GIVEN_UP: readonly number[] = [408, 425, 429, 460, 499];

/** 302 and 303 are also how a call that was carried out points to its result. */
const MOVED: readonly number[] = [301, 307, 308];

/** Published codes that no proxy knows, of what the service has no more: with one of them it needs no words of its own. */
const OWN_CODES: readonly (string | undefined)[] = ['no_pending_price_increase'];

/**
 * True where a write was certainly not carried out (docs/promises.md, 1). A refusal is the service's own where it says why in the
 * service's own shape; all else may come from a proxy that had already passed the call on, and leaves the outcome unknown.
 */
const isCertain = (reply: UnexpectedReply, message: Message | undefined): boolean => {
  const { endpoint, status } = reply;
  if (saysSuccess(reply)) return false;
  if (status === 401 || MOVED.includes(status) || isOwnRateLimit(reply, message)) return true;
  if ((status === 405 || status === 501) && endpoint === 'rent' && namesOnlyPut(reply.allow)) return true;
  if (message === undefined) return false;
  const { shape, code, text, says } = message;
  const isOwn = (says && code !== undefined) || OWN_CODES.includes(code);
  if (status >= 200 && status < 300)
    return shape === 'success' && (says || isOwn || (CREATING.includes(endpoint) && code !== undefined));
  if (status === 405 || status === 501) return isOwn || shape === 'detail';
  const isMissing = shape === 'detail' && saysCredentialsMissing(text ?? '');
  return status >= 400 && status < 500 && !GIVEN_UP.includes(status) && (isOwn || isMissing);
};

/** True for an `Allow` that has PUT and not POST: what was asked for as POST was not begun. */
const namesOnlyPut = (allow: string | undefined): boolean => {
  const methods = (allow ?? '').toUpperCase().split(/[\s,]+/);
  return methods.includes('PUT') && !methods.includes('POST');
};

const messageIn = (body: string): Message | undefined => {
  const json = parseReply(body);
  if (!isRecord(json)) return undefined;
  const { success, error, msg, message, detail } = json;
  const code = memberLine(error);
  const text = memberLine(msg) ?? memberLine(message) ?? memberLine(detail) ?? code;
  const says = memberLine(msg) !== undefined;
  if (success === false) return { code, text, shape: 'success', says };
  // Gateways say {error} too, and do not know whether the call had been carried out.
  if (code !== undefined) return { code, text, shape: says ? 'error' : 'message', says };
  if (memberLine(detail) !== undefined) return { code, text, shape: 'detail', says };
  return text === undefined ? undefined : { code, text, shape: 'message', says };
};

/** Text of a member on one line; an object or a list in its place is shown as JSON. */
const memberLine = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined;
  return lineOf(typeof value === 'string' ? value : jsonStart(value, LONGEST_LINE));
};

const thresholdIn = (text: string): number | undefined => {
  const digits = /threshold\s*[=:]\s*(\d+(?:\.\d+)?)/i.exec(text)?.[1];
  return digits === undefined ? undefined : Math.min(Number(digits), LONGEST_BELIEVED_MS / 1000);
};

/** The members of a reply that may say something; any of them may be of any kind or absent. */
type Members = {
  readonly [name in
    | 'success'
    | 'error'
    | 'msg'
    | 'message'
    | 'detail'
    | 'new_contract'
    | 'instance_api_key'
    | 'extended'
    | 'results'
    | 'num_deleted']?: unknown;
};

const isRecord = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a complete answer means whose body, `text`, is not what `endpoint` should bring. */
export const factsOfAnswer = (endpoint: EndpointName, answer: Answer, text: string, nowEpochMs: number): ErrorFacts => {
  const { status, headers } = answer;
  const [location, allow] = [headers.location, headers.allow].map((value) =>
    typeof value === 'string' ? value : undefined,
  );
  const failure = failureOf({ endpoint, status, contentType: contentTypeOf(answer), text, location, allow });
  const retryAfterMs = (failure.code === QUOTA_CODE ? quotaHoldMsOf : holdMsOf)(headers, nowEpochMs);
  return { stage: 'answered', status, retryAfterMs, ...failure };
};

/** The Content-Type of an answer, or an empty text. */
export const contentTypeOf = ({ headers }: Answer): string => String(headers['content-type'] ?? '');

/** `facts` with every text in them redacted. */
export const redactFacts = ({ code, text, cause, ...facts }: ErrorFacts, { redact }: Redactor): ErrorFacts => ({
  ...facts,
  code: code && redact(code),
  text: text && redact(text),
  cause: cause instanceof Error ? redactedError(cause, redact) : undefined,
});

/** A plain copy: errors of the transport may carry bytes of the conversation in further members. */
const redactedError = (cause: Error, redact: Redactor['redact']): Error => {
  const copy = new Error(redact(cause.message));
  copy.name = cause.name;
  return copy;
};
