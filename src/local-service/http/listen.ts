/**
 * Puts a web application on a port of this machine, behind limits and out of reach of web pages: a browser on this machine sends requests for
 * any page that it shows. The service has no pages of its own, so a request that a page of another address sent, or that came by a name which
 * is not this machine's (DNS rebinding), is not its user's. However many connections lie open, those that wait for nothing keep nobody out.
 */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { type Refusal, refused } from '../answer.ts';

/** Names of this machine that never leave it. */
const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/** The names by which the service on `port` may be called, each with the port. */
const ownAddresses = (port: number | undefined): readonly string[] => LOOPBACK_NAMES.map((name) => `${name}:${port}`);

/** Values of Sec-Fetch-Site for what a person typed, and for what the service's own address sent. */
const OWN_SITES: readonly (string | undefined)[] = [undefined, 'none', 'same-origin'];

/** Why a request with these headers is refused on `port`; undefined when it is not foreign. Every refusal is a 403. */
const foreignRefusal = (
  headers: Pick<IncomingHttpHeaders, 'host' | 'origin' | 'sec-fetch-site'>,
  port: number | undefined,
): Refusal | undefined => {
  const addresses = ownAddresses(port);
  if (!addresses.includes(headers.host?.toLowerCase() ?? '')) {
    return refused(403, 'foreign_host', `the Host header must be ${addresses[0]} or ${addresses[1]}`);
  }
  const isOwnOrigin =
    headers.origin === undefined || addresses.some((address) => headers.origin === `http://${address}`);
  return isOwnOrigin && OWN_SITES.includes(headers['sec-fetch-site'])
    ? undefined
    : refused(403, 'foreign_origin', 'web pages of other addresses may not call this service');
};

/**
 * The path that a request's target asks for: the target itself, or what follows this service's own address where a client
 * names it whole, as one that is set to a proxy does (RFC 9112, section 3.2.2). Undefined for any other target.
 */
const pathOfTarget = (target: string, port: number | undefined): string | undefined => {
  if (target.startsWith('/')) return target;
  const own = ownAddresses(port).find((address) => target.toLowerCase().startsWith(`http://${address}/`));
  return own && target.slice(`http://${own}`.length);
};

/** Limits of a server. Times are in milliseconds. */
type Limits = {
  /** Longest request line with its headers, in bytes; 431 beyond. */
  readonly headerBytes: number;
  /** Time for a request's headers to arrive, also on a new connection that says nothing; 408 beyond. */
  readonly headersMs: number;
  /** Time for a whole request to arrive; 408 beyond. */
  readonly requestMs: number;
  /** Time after which a connection on which nothing moves is cut: also that of a client which takes no more of its answer. */
  readonly idleMs: number;
  /** Time after an answer for which the connection waits for a next request. */
  readonly keepAliveMs: number;
  /** Most connections at a time. For one beyond, the one is closed that has been idle longest (`keepRoom`). */
  readonly connections: number;
};

/** The service's own limits: far above what its client needs, far below what would hurt the machine. */
export const LIMITS: Limits = {
  headerBytes: 8192,
  headersMs: 10_000,
  requestMs: 30_000,
  keepAliveMs: 5000,
  idleMs: 60_000,
  connections: 256,
};

/** Headers of every answer: it is what its type says, and no browser keeps it (a webhook's secret may stand in it). */
const GENERAL_HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' } as const;

/** Headers that decide what is done. Of several Node keeps one, and another reader may keep another one. */
const SINGLE_HEADERS = ['host', 'authorization', 'content-type', 'content-encoding'];

/** Why a request is refused before any route sees it; undefined when it is not. */
const requestRefusal = (incoming: IncomingMessage): Refusal | undefined => {
  const { headers, headersDistinct, socket, url = '' } = incoming;
  const repeated = SINGLE_HEADERS.find((name) => (headersDistinct[name]?.length ?? 0) > 1);
  if (repeated !== undefined) return refused(400, 'invalid_request', `there is more than one ${repeated} header`);
  const foreign = foreignRefusal(headers, socket.localPort);
  if (foreign !== undefined) return foreign;
  if ((headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked') {
    return refused(400, 'invalid_request', 'chunked is the only supported Transfer-Encoding');
  }
  if (pathOfTarget(url, socket.localPort) === undefined) {
    return refused(400, 'invalid_request', 'the request target must be a path');
  }
  return undefined;
};

/** Why a connection is given up on which no request could be read, by the code of Node's error. */
const connectionRefusal = (code: unknown, { headerBytes }: Limits): Refusal => {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return refused(431, 'headers_too_large', `the headers are longer than ${headerBytes} bytes`);
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return refused(408, 'request_timeout', 'the request did not arrive in time');
    default:
      return refused(400, 'invalid_request', 'this is not an HTTP request');
  }
};

/** The refusal as JSON, of the shape that most endpoints have (docs/interface.md, Errors). */
const refusalText = ({ error, msg }: Refusal): string => JSON.stringify({ success: false, error, msg });

/** Answers with `refusal` and closes the connection, whose body nobody has read. */
const writeRefusal = (outgoing: ServerResponse, refusal: Refusal): void => {
  outgoing.writeHead(refusal.status, { 'Content-Type': 'application/json', Connection: 'close' });
  outgoing.end(refusalText(refusal));
};

/** Writes `refusal` to a connection for which Node has made no answer, and closes it. */
const endWithRefusal = (socket: Duplex, refusal: Refusal): void => {
  const text = refusalText(refusal);
  const headers = {
    ...GENERAL_HEADERS,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${text}`);
};

/** What a connection is about. */
type ConnectionStage = 'idle' | 'request is coming' | 'request is answered';

/**
 * Lets `server` have `most` connections. For one beyond, the connection is closed that has been idle longest, or else one whose
 * request is not complete; when all requests are being answered, the new one is closed at once. Returns what is to be told when
 * a connection has done something.
 */
export const keepRoom = (
  server: Server,
  most: number,
  stageOf: (connection: Duplex) => ConnectionStage,
): ((connection: Duplex) => void) => {
  /** The one that has done nothing for longest comes first. */
  const open = new Set<Duplex>();
  const first = (stage: ConnectionStage) => open.values().find((connection) => stageOf(connection) === stage);
  server.on('connection', (connection: Duplex) => {
    const spare = open.size < most ? undefined : (first('idle') ?? first('request is coming') ?? connection);
    open.add(connection);
    connection.once('close', () => open.delete(connection));
    if (spare === undefined) return;
    open.delete(spare);
    spare.destroy();
  });
  return (connection) => {
    if (open.delete(connection)) open.add(connection);
  };
};

/** Only programs on this machine reach the service. */
const HOST = '127.0.0.1';

/** An application that takes connections. */
type Listener = {
  /** Base address, without a slash at its end. */
  readonly url: string;
  /** Takes no more connections and cuts those that are open; resolves when none is left. */
  readonly stop: () => Promise<void>;
};

/** What answers a request that came through. */
type Answer = (request: Request) => Response | Promise<Response>;

/**
 * Serves `answer` on `port`, which the user names with `option`, 0 being any that is free. Rejects with an Error that says what to do when the
 * port cannot be had.
 */
export const listen = (answer: Answer, port: number, limits = LIMITS, option = '--port'): Promise<Listener> =>
  new Promise((resolve, reject) => {
    const server = createGuardedServer(answer, limits);
    server.once('error', (error) => reject(portProblem(error, port, option)));
    server.listen(port, HOST, () => resolve({ url: addressOf(server, port), stop: () => stop(server) }));
  });

const createGuardedServer = (answer: Answer, limits: Limits): Server => {
  const listener = getRequestListener(answer, { overrideGlobalObjects: false, errorHandler: unreadable });
  const answers = new WeakMap<Duplex, ServerResponse>();
  const guarded: RequestListener = (incoming, outgoing) => {
    answers.set(incoming.socket, outgoing);
    outgoing.once('finish', () => {
      used(incoming.socket);
      // On a connection with several requests at once a later one may have come.
      if (answers.get(incoming.socket) === outgoing) answers.delete(incoming.socket);
    });
    for (const [name, value] of Object.entries(GENERAL_HEADERS)) outgoing.setHeader(name, value);
    const refusal = requestRefusal(incoming);
    if (refusal !== undefined) return writeRefusal(outgoing, refusal);
    incoming.url = pathOfTarget(incoming.url ?? '', incoming.socket.localPort);
    void listener(incoming, outgoing);
  };
  const server = createServer(serverOptions(limits), guarded);
  const used = keepRoom(server, limits.connections, (connection) => {
    const answer = answers.get(connection);
    if (answer === undefined) return 'idle';
    return answer.req.complete ? 'request is answered' : 'request is coming';
  });
  server.timeout = limits.idleMs;
  // An expectation that nobody here knows is no reason to answer otherwise than without it.
  server.on('checkExpectation', guarded);
  server.on('connect', (_, socket) => {
    socket.on('error', () => socket.destroy());
    endWithRefusal(socket, refused(405, 'method_not_allowed', 'this service is not a proxy'));
  });
  server.on('clientError', (error, socket) => {
    // Trouble behind a request that is all there is not that request's: its caller gets its own answer, and nothing after it.
    const answer = answers.get(socket);
    if (socket.writable && answer?.req.complete && !answer.writableFinished) {
      answer.once('finish', () => socket.end(() => socket.destroy()));
    } else if (!socket.writable || answer?.headersSent) socket.destroy();
    else endWithRefusal(socket, connectionRefusal('code' in error ? error.code : undefined, limits));
  });
  return server;
};

const serverOptions = ({ headerBytes, headersMs, requestMs, keepAliveMs }: Limits) => ({
  maxHeaderSize: headerBytes,
  headersTimeout: headersMs,
  requestTimeout: requestMs,
  keepAliveTimeout: keepAliveMs,
  connectionsCheckingInterval: headersMs / 10,
  // A request without a Host is refused like one with a foreign Host, with words.
  requireHostHeader: false,
});

/** The answer to a request of which not even an address could be made. */
const unreadable = (error: unknown): Response => {
  const refusal = refused(400, 'invalid_request', error instanceof Error ? error.message : 'this is not a request');
  return new Response(refusalText(refusal), { status: 400, headers: { 'Content-Type': 'application/json' } });
};

const addressOf = (server: Server, port: number): string => {
  const address = server.address();
  return `http://${HOST}:${isInternet(address) ? address.port : port}`;
};

const isInternet = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === 'object' && address !== null;

/** Why `port`, which the user names with `option`, cannot be had, and what to do. */
export const portProblem = (error: Error, port: number, option: string): Error => {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new Error(
      `port ${port} of ${HOST} is in use: choose another with ${option}, or any free one with ${option} 0`,
    );
  }
  if (code === 'EACCES')
    return new Error(`port ${port} needs permissions that you do not have: choose another with ${option}`);
  return error;
};

const stop = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
