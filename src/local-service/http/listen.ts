/** Puts a web application on a port of this machine, behind limits and out of reach of web pages. */
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { refused } from '../answer.ts';
import { pathOfTarget } from './foreign.ts';
import { LIMITS, type Limits } from './limits.ts';
import {
  connectionRefusal,
  endWithRefusal,
  GENERAL_HEADERS,
  refusalText,
  requestRefusal,
  writeRefusal,
} from './raw-refusals.ts';
import { keepRoom } from './room.ts';

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
