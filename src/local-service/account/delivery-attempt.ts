/** One attempt at one delivery: where it may go, how it is signed, and what its answer means (docs/local-service.md, Deliveries). */
import { createHmac } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { isIP } from 'node:net';
import { isLoopbackName, isPublic, loopbackAddress } from './delivery-address.ts';

/** What is sent, and where to: `address` is what is connected to, whatever the name in `url` stands for. */
type Post = {
  readonly url: URL;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Aborted when nobody waits any more. */
  readonly signal: AbortSignal;
};

/** The status of the answer. Fails with what Node says where none comes. */
export const post = ({ url, address, headers, body, signal }: Post): Promise<number> =>
  new Promise((resolve, reject) => {
    const isSecure = url.protocol === 'https:';
    const name = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
    const request = (isSecure ? secureRequest : plainRequest)({
      host: address,
      port: url.port === '' ? (isSecure ? 443 : 80) : url.port,
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      // A certificate is that of the name, not of the address.
      ...(isSecure && isIP(name) === 0 && { servername: name }),
      headers: { ...headers, host: url.host, 'content-length': String(Buffer.byteLength(body)) },
      agent: false,
      signal,
    });
    request.once('response', (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    request.on('error', reject);
    request.end(body);
  });

/** Where deliveries go: to this machine alone, or to the public too. */
export type Reach = 'loopback' | 'public';

/** What is delivered. */
type Delivery = {
  readonly url: string;
  readonly secret: string;
  readonly eventId: string;
  readonly body: string;
  /** Counts from 1. */
  readonly attempt: number;
};

/** The way out. */
export type Way = {
  readonly reach: Reach;
  /** Every address of a name. */
  readonly lookup: (name: string) => Promise<readonly LookupAddress[]>;
  readonly post: (post: Post) => Promise<number>;
  /** For all of an attempt, up to the status of its answer. */
  readonly timeoutMs: number;
};

/** What came of it: `refused` where it must not be sent. */
export type Outcome =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'trouble'; readonly trouble: string }
  | { readonly kind: 'refused'; readonly note: string };

/** What a delivery to anywhere else says, while only this machine is reached. */
const SIMULATED = 'not sent: simulated service';

/** Sends the delivery, once, unless it may not go there; the address is judged anew each time. */
export const attempt = async (
  delivery: Delivery,
  { reach, lookup, post, timeoutMs }: Way,
  { nowMs, signal }: { readonly nowMs: number; readonly signal: AbortSignal },
): Promise<Outcome> => {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const url = new URL(delivery.url);
    const target = await Promise.race([targetOf(url, reach, lookup), aborted(limit)]);
    if ('note' in target) return { kind: 'refused', note: target.note };
    const { body } = delivery;
    const status = await post({ url, ...target, headers: headersOf(delivery, nowMs), body, signal: limit });
    return { kind: 'answered', status };
  } catch (error) {
    return { kind: 'trouble', trouble: limit.aborted && !signal.aborted ? 'no answer within 10 s' : troubleOf(error) };
  }
};

/** The address that is connected to, or why none may be. */
const targetOf = async (
  { hostname, protocol }: URL,
  reach: Reach,
  lookup: Way['lookup'],
): Promise<{ readonly address: string } | { readonly note: string }> => {
  if (isLoopbackName(hostname)) return { address: loopbackAddress(hostname) };
  // Not even the name is asked for.
  if (reach === 'loopback') return { note: SIMULATED };
  if (protocol !== 'https:') return { note: 'not sent: only https leaves this machine' };
  const found = await lookup(hostname.startsWith('[') ? hostname.slice(1, -1) : hostname);
  const hidden = found.find(({ address }) => !isPublic(address));
  if (hidden !== undefined) return { note: `not sent: ${hostname} is at ${hidden.address}, which is not public` };
  const [first] = found;
  return first === undefined ? { note: `not sent: ${hostname} has no address` } : { address: first.address };
};

const headersOf = ({ secret, eventId, body, attempt: number }: Delivery, nowMs: number) => {
  const timestamp = String(Math.floor(nowMs / 1000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return {
    'content-type': 'application/json',
    'user-agent': 'gpudeck-local-service',
    'x-gpudeck-event-id': eventId,
    'x-gpudeck-delivery-attempt': String(number),
    'x-gpudeck-timestamp': timestamp,
    'x-gpudeck-signature-256': `sha256=${signature}`,
  };
};

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const fail = () => reject(signal.reason);
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });

const troubleOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
};
