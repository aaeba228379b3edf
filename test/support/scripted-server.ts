/**
 * A real HTTP server on a free port whose replies a test writes down beforehand, one for each request in order, and
 * which keeps every request it got. Close it with `await using`.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** A request as it came in. */
export type RecordedRequest = {
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

/** Reads of what of the account goes into a rental, which may be in a script. */
const OF_ACCOUNT = ['v0/ssh/', 'v0/secrets/'] as const;

/** Reads that a service may lack, by the end of their path. */
const OPTIONAL_CALLS = [
  ...OF_ACCOUNT,
  'notification-types',
  'notification-prefs',
  'webhooks',
  'deliveries',
  'maintenances?owner=me',
  'machines/?owner=me',
  'instances/pending-price-increases/',
  'users/current/',
  'users/spend-rate/',
  'reports/',
] as const;

type OptionalCall = (typeof OPTIONAL_CALLS)[number];

/** What the server does with one request. */
export type ScriptedReply = (response: ServerResponse, request: RecordedRequest) => void;

/** A running server. */
export type ScriptedServer = AsyncDisposable & {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** Every request so far, the first one first, but for those of calls that a service may lack. */
  readonly requests: readonly RecordedRequest[];
  /** Requests of calls that a service may lack (docs/interface.md, Rule for the client). They take no reply of the script. */
  readonly optionalRequests: readonly RecordedRequest[];
  /** What such a call is answered from now on: one reply after the other, the last one again and again. Before, 404. */
  readonly offer: (call: OptionalCall, ...replies: readonly ScriptedReply[]) => void;
  /** Adds replies for the requests to come. A request beyond the script is answered 599. */
  readonly script: (...replies: readonly ScriptedReply[]) => void;
  /** Resolves when the server has got `count` requests in all. */
  readonly received: (count: number) => Promise<void>;
};

/** Answers with JSON. */
export const json =
  (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): ScriptedReply =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));

/** Answers with a body as it is. */
export const raw =
  (status: number, contentType: string, body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': contentType, ...headers }).end(body);
  };

/** Takes the request and never answers. */
export const silence: ScriptedReply = () => {};

/** Takes the request and closes the connection without an answer. */
export const hangUp: ScriptedReply = (response) => {
  response.destroy();
};

/** Announces a longer body than it sends, and closes the connection once what it sends is on its way. */
export const cutOff =
  (status: number, sent: string): ScriptedReply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': String(sent.length + 1000) });
    response.write(sent, () => response.destroy());
  };

/** Sends the beginning of a body and then nothing more, with the connection left open. */
export const stall =
  (status: number, sent: string): ScriptedReply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).write(sent);
  };

const NO_SUCH_CALL = json(404, { detail: 'Not Found' });

/** A server that gives `replies` to its first requests. */
export const startScriptedServer = (...replies: readonly ScriptedReply[]): Promise<ScriptedServer> =>
  startServer(replies, OPTIONAL_CALLS);

/** The same, whose script also has the account's SSH keys and variables. */
export const startAccountServer = (...replies: readonly ScriptedReply[]): Promise<ScriptedServer> =>
  startServer(
    replies,
    OPTIONAL_CALLS.filter((call) => !OF_ACCOUNT.some((own) => own === call)),
  );

const startServer = async (
  replies: readonly ScriptedReply[],
  optionalCalls: readonly OptionalCall[],
): Promise<ScriptedServer> => {
  const script = [...replies];
  const requests: RecordedRequest[] = [];
  const optionalRequests: RecordedRequest[] = [];
  const offered = new Map<OptionalCall, readonly ScriptedReply[]>();
  const optionalReply = (call: OptionalCall): ScriptedReply => {
    const [next = NO_SUCH_CALL, ...others] = offered.get(call) ?? [];
    if (others.length > 0) offered.set(call, others);
    return next;
  };
  let waiting: { readonly count: number; readonly resolve: () => void }[] = [];

  const server = createServer(async (incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    const request = { method, path: url, headers, body: await text(incoming) };
    const called = url.replace(/&machine_ids=.*$/, '');
    const optional = optionalCalls.find((name) => method === 'GET' && called.endsWith(`/${name}`));
    if (optional !== undefined) {
      optionalRequests.push(request);
      optionalReply(optional)(response, request);
      return;
    }
    requests.push(request);
    const reply = script.shift() ?? raw(599, 'text/plain', 'no reply was scripted for this request');
    reply(response, request);
    for (const { count, resolve } of waiting) if (requests.length >= count) resolve();
    waiting = waiting.filter(({ count }) => requests.length < count);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');

  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    optionalRequests,
    offer: (call, ...more) => void offered.set(call, more),
    script: (...more) => {
      script.push(...more);
    },
    received: (count) =>
      new Promise((resolve) => {
        if (requests.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
