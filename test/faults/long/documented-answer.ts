/** What the service may answer (docs/interface.md, Endpoints): status, headers and shape of the body, whatever was asked. */
import type { Call, Reply } from './call.ts';

/** Statuses of refusals: the published ones (docs/interface.md, Errors) and those of docs/interface.md, Decisions, and HTTP's own for what is no call at all. */
const REFUSALS: readonly number[] = [400, 401, 403, 404, 405, 408, 409, 410, 413, 415, 429, 431];

/** What an accepted call of each kind brings (docs/interface.md, Endpoints), by its path. */
const RESULTS: readonly (readonly [path: RegExp, isShape: (body: unknown, method: string) => boolean])[] = [
  [/^\/api\/v0\/bundles\/?$/, (body) => Array.isArray(memberOf(body, 'offers'))],
  [/\/dnotify\/?$/, (body) => isDone(body) && /^\d+ notifications sent$/.test(String(memberOf(body, 'you_sent')))],
  [/\/volumes\/?$/, (body) => Array.isArray(memberOf(body, 'volumes'))],
  [/\/cloud_integrations\/?$/, (body) => Array.isArray(body)],
  [/\/cancel_maint\/?$/, (body) => isDone(body) && typeof memberOf(body, 'machine_id') === 'number'],
  [/\/machines\/?$/, (body) => Array.isArray(memberOf(body, 'machines'))],
  [/\/maintenances\/?$/, (body) => Array.isArray(body)],
  [
    /\/webhooks(?:\/\d+(?:\/rotate-secret)?)?\/?$/,
    (body, method) =>
      method === 'GET'
        ? Array.isArray(memberOf(body, 'webhooks'))
        : isDone(body) && isObject(memberOf(body, 'webhook')),
  ],
  [
    /\/notification-prefs\/?$/,
    (body, method) => (method === 'GET' || isDone(body)) && isObject(memberOf(body, 'notification_preferences')),
  ],
  [/\/notification-types\/?$/, (body) => Array.isArray(memberOf(body, 'notification_types'))],
  [/\/api\/v[01]\/instances\/?$/, (body) => Array.isArray(memberOf(body, 'instances'))],
  [
    /\/instances\/[^/]+\/?$/,
    (body, method) => (method === 'GET' ? isObject(body) && 'instances' in body : isDone(body)),
  ],
  [/\/(?:asks|reboot|bid_price)\/\d+\/?$/, (body) => isDone(body)],
  [/\/request_logs\/\d+\/?$/, (body) => isDone(body) && typeof memberOf(body, 'result_url') === 'string'],
  [/\/instances\/\d+\/ssh\/?$/, (body) => isDone(body)],
  [/\/v0\/ssh\/?$/, (body, method) => (method === 'GET' ? Array.isArray(body) : isObject(memberOf(body, 'key')))],
  [/\/gpu_names\/unique\/?$/, (body) => Array.isArray(memberOf(body, 'gpu_names'))],
];

/** What is wrong with `reply` as an answer to `call`; undefined when it is a documented one. */
export const undocumented = ({ method, path }: Call, reply: Reply): string | undefined => {
  const { status, headers, text } = reply;
  if (status !== 200 && !REFUSALS.includes(status)) return `status ${status}: ${text.slice(0, 200)}`;
  if (headers['content-type'] !== 'application/json') return `status ${status} with type ${headers['content-type']}`;
  if (headers['x-content-type-options'] !== 'nosniff') return `status ${status} without nosniff`;
  if (method === 'HEAD') return text === '' ? undefined : 'HEAD with a body';
  const body = parsed(text);
  if (body === NOT_JSON) return `status ${status} with a body that is no JSON: ${text.slice(0, 200)}`;
  if (status !== 200) return isRefusal(body) ? undefined : `status ${status} with ${text.slice(0, 200)}`;
  const place = new URL(path, 'http://127.0.0.1').pathname;
  const result = RESULTS.find(([known]) => known.test(place));
  return result?.[1](body, method) ? undefined : `status 200 with ${text.slice(0, 200)}`;
};

const NOT_JSON = Symbol('no JSON');

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const memberOf = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

const isDone = (body: unknown): boolean => memberOf(body, 'success') === true;

/** `{error, msg}`, `{success: false, error, msg}` or `{detail}` (docs/interface.md, Errors), and nothing beside. */
const isRefusal = (body: unknown): boolean => {
  if (!isObject(body)) return false;
  const { success = false, ...texts } = body;
  const names = Object.keys(texts).sort().join(' ');
  const isKnown = names === 'error msg' || (/^detail(?: msg)?$/.test(names) && !('success' in body));
  return isKnown && success === false && Object.values(texts).every((text) => typeof text === 'string');
};
