/** Receives requests to deliver on this machine, each within bounds of size and time. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keepRoom, portProblem } from '../local-service/http/listen.ts';

/** What is answered. */
export type Answer = { readonly status: 200 | 400 | 401 | 405 | 413 | 503; readonly text: string };

/** Answers a request whose body is there, or `undefined` for one that is too large. */
type Receive = (headers: IncomingMessage['headers'], body: Buffer | undefined) => Promise<Answer>;

/** A program on this machine stands before it: a reverse proxy, or a tunnel. */
const HOST = '127.0.0.1';

const LARGEST_BYTES = 1_048_576;

/** So much of a larger body is read and dropped, so that its sender reads the refusal on a connection that still works. */
const MOST_DROPPED_BYTES = 16 * LARGEST_BYTES;

const CONNECTIONS = 256;

/** Times in milliseconds, for senders that are slow on purpose. */
const LIMITS = {
  maxHeaderSize: 16_384,
  headersTimeout: 5000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 1000,
} as const;

/** Receives on `port`, 0 being any that is free. Rejects with an Error that says what to do when the port cannot be had. */
export const serveDeliveries = (port: number, receive: Receive) =>
  new Promise<{ readonly url: string; readonly stop: () => Promise<void> }>((resolve, reject) => {
    const requests = new Map<unknown, IncomingMessage>();
    let isStopping = false;
    const onRequest = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
      requests.set(incoming.socket, incoming);
      outgoing.once('finish', () => isStopping && server.closeIdleConnections());
      outgoing.once('close', () => requests.delete(incoming.socket));
      void answer(incoming, outgoing, receive);
    };
    const server = createServer(LIMITS, onRequest);
    keepRoom(server, CONNECTIONS, (connection) => {
      const request = requests.get(connection);
      if (request === undefined) return 'idle';
      return request.complete ? 'request is answered' : 'request is coming';
    });
    server.on('checkContinue', (incoming: IncomingMessage, outgoing: ServerResponse) => {
      if (!isTooLarge(incoming)) outgoing.writeContinue();
      onRequest(incoming, outgoing);
    });
    server.once('error', (error) => reject(portProblem(error, port, '--port')));
    server.listen(port, HOST, () => {
      // Set and of this kind, as it listens on a port.
      const { port: taken } = server.address() as AddressInfo;
      resolve({
        url: `http://${HOST}:${taken}`,
        stop: () => {
          isStopping = true;
          return stop(server);
        },
      });
    });
  });

const isTooLarge = ({ headers }: IncomingMessage): boolean => Number(headers['content-length'] ?? 0) > LARGEST_BYTES;

const answer = async (incoming: IncomingMessage, outgoing: ServerResponse, receive: Receive): Promise<void> => {
  try {
    if (incoming.method !== 'POST')
      return end(outgoing, { status: 405, text: 'a delivery is a POST' }, { Allow: 'POST' });
    const body = isTooLarge(incoming) ? undefined : await readBody(incoming);
    const reply = await receive(incoming.headers, body);
    end(outgoing, reply, body === undefined ? { Connection: 'close' } : {});
    if (body === undefined) drop(incoming);
  } catch {
    // Its sender is gone.
    outgoing.destroy();
  }
};

/** The body; undefined when it is too large, and what is left of it still to be read. Rejects where it breaks off. */
const readBody = (incoming: IncomingMessage): Promise<Buffer | undefined> =>
  new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let size = 0;
    incoming.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size <= LARGEST_BYTES) pieces.push(piece);
      else {
        pieces.length = 0;
        incoming.removeAllListeners('data');
        resolve(undefined);
      }
    });
    incoming.once('end', () => resolve(Buffer.concat(pieces)));
    incoming.once('error', reject);
    incoming.once('close', () => reject(new Error('The request broke off.')));
  });

const drop = (incoming: IncomingMessage): void => {
  let size = 0;
  incoming.on('error', () => undefined);
  incoming.on('data', (piece: Buffer) => {
    size += piece.length;
    if (size > MOST_DROPPED_BYTES) incoming.destroy();
  });
  incoming.resume();
};

const end = (
  outgoing: ServerResponse,
  { status, text }: Answer,
  headers: Readonly<Record<string, string>> = {},
): void => {
  outgoing.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', ...headers });
  outgoing.end(`${text}\n`);
};

/** Takes no more connections; those with a request are answered first. */
const stop = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
