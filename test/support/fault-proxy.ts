/**
 * A proxy in front of a real service, down to the bytes of its connections: it passes each call on, or does to it whatever
 * a `Play` says. Close it with `await using`.
 */
import { request as httpRequest } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A call as it came in. */
export type CaughtRequest = {
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** A complete answer: the service's own, or a made-up one. */
export type WholeAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

/** A call in the proxy's hands. */
export type Caught = {
  readonly request: CaughtRequest;
  /** The connection that it came on; what is written to it reaches the caller as it is. */
  readonly socket: Socket;
  /** Passes the call on to the service, which acts on it, and gives its whole answer. */
  readonly passOn: () => Promise<WholeAnswer>;
};

/** What is done to a call. */
export type Play = (caught: Caught) => void | Promise<void>;

/** A running proxy. */
export type FaultProxy = AsyncDisposable & {
  readonly url: string;
  /** Every call so far, the first one first. */
  readonly requests: readonly CaughtRequest[];
  /** Does to every call from now on what `choose` picks for it; nothing picked passes it on. */
  readonly decide: (choose: (request: CaughtRequest) => Play | undefined) => void;
  /** Does `play` to every connection from now on, before a byte was read from it; undefined lets them be. */
  readonly atConnection: (play: ((socket: Socket) => void) | undefined) => void;
  /** Takes no connections any more and cuts those that are open. */
  readonly refuse: () => Promise<void>;
  /** Takes connections again, at the same address. */
  readonly listen: () => Promise<void>;
  /** Resolves when `count` calls in all were played to their end. */
  readonly played: (count: number) => Promise<void>;
};

/** True for calls that notify, create or replace (docs/interface.md, Endpoints). */
export const isWrite = ({ method, path }: CaughtRequest): boolean =>
  method === 'PUT' || (method === 'POST' && path.includes('/webhooks'));

/** Passes the call on and its answer back. */
export const pass: Play = async ({ socket, passOn }) => {
  socket.end(bytesOf(await passOn()));
};

/** The same, on a connection that is kept for the next call. */
export const passAndKeep: Play = async ({ socket, passOn }) => {
  socket.write(bytesOf(await passOn(), 'keep-alive'));
};

/** Lets the service act, and closes the connection in the answer's place. */
export const cutAfterActing: Play = async ({ socket, passOn }) => {
  await passOn();
  socket.destroy();
};

/** Lets the service act, and never answers. */
export const holdAfterActing: Play = async ({ passOn }) => {
  await passOn();
};

/** Gives the calls that `isMeant` picks one play after the other; those beyond are passed on. */
export const inTurn = (isMeant: (request: CaughtRequest) => boolean, ...plays: readonly Play[]) => {
  const left = [...plays];
  return (request: CaughtRequest): Play | undefined => (isMeant(request) ? left.shift() : undefined);
};

/** An answer as it goes over the wire. The connection ends with it, so that each call has one of its own, or is kept. */
export const bytesOf = (
  { status, headers, body }: WholeAnswer,
  connection: 'close' | 'keep-alive' = 'close',
): Buffer => {
  const lines = Object.entries({ ...headers, 'content-length': String(body.length), connection });
  const head = [`HTTP/1.1 ${status} Answered`, ...lines.map(([name, value]) => `${name}: ${value}`), '', ''];
  return Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), body]);
};

/** A service may lack some reads (docs/interface.md, Rule for the client): this one lacks them, so that each call stands for itself. */
const isLacking = ({ method, path }: CaughtRequest): boolean =>
  method === 'GET' && /\/notification-(?:types|prefs)$/.test(path);

const LACKING: WholeAnswer = {
  status: 404,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{"detail":"Not Found"}'),
};

/** A proxy for the service at `target`; `onAnswer` is told of each answer of the service's own. */
export const startFaultProxy = async (
  target: string,
  onAnswer: (answer: WholeAnswer) => void = () => {},
): Promise<FaultProxy> => {
  const requests: CaughtRequest[] = [];
  const sockets = new Set<Socket>();
  let choose: (request: CaughtRequest) => Play | undefined = () => undefined;
  let atConnection: ((socket: Socket) => void) | undefined;
  let playedCount = 0;
  let waiting: { readonly count: number; readonly resolve: () => void }[] = [];

  const take = async (socket: Socket, request: CaughtRequest): Promise<void> => {
    if (isLacking(request)) {
      socket.end(bytesOf(LACKING));
      return;
    }
    requests.push(request);
    const passOn = async () => {
      const answer = await askService(target, request);
      onAnswer(answer);
      return answer;
    };
    await (choose(request) ?? pass)({ request, socket, passOn });
    playedCount++;
    for (const { count, resolve } of waiting) if (playedCount >= count) resolve();
    waiting = waiting.filter(({ count }) => playedCount < count);
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A caller that goes away in the middle is part of what is tried.
    socket.on('error', () => {});
    if (atConnection === undefined) readRequests(socket, (request) => void take(socket, request));
    else atConnection(socket);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  await listen(0);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');

  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    decide: (next) => {
      choose = next;
    },
    atConnection: (play) => {
      atConnection = play;
    },
    refuse: close,
    listen: () => listen(address.port),
    played: (count) =>
      new Promise((resolve) => {
        if (playedCount >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    [Symbol.asyncDispose]: close,
  };
};

/** Calls `onRequest` for each call on a connection. Bodies have a Content-Length: this client sends no others. */
const readRequests = (socket: Socket, onRequest: (request: CaughtRequest) => void): void => {
  let received = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const headEnd = received.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const [first = '', ...lines] = received.subarray(0, headEnd).toString('latin1').split('\r\n');
      const headers = Object.fromEntries(
        lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
      );
      const end = headEnd + 4 + Number(headers['content-length'] ?? 0);
      if (received.length < end) return;
      const [method = '', path = ''] = first.split(' ');
      const body = received.subarray(headEnd + 4, end).toString();
      received = received.subarray(end);
      onRequest({ method, path, headers, body });
    }
  });
};

const askService = (target: string, { method, path, headers, body }: CaughtRequest): Promise<WholeAnswer> =>
  new Promise((resolve, reject) => {
    const asked = httpRequest(target + path, {
      method,
      headers: { ...headers, host: new URL(target).host, connection: 'close' },
      agent: false,
    });
    asked.on('error', reject);
    asked.on('response', async (answer) => {
      const names = ['content-type', 'content-encoding', 'retry-after', 'location'];
      const kept = names.flatMap((name) => {
        const value = answer.headers[name];
        return typeof value === 'string' ? [[name, value] as const] : [];
      });
      resolve({ status: answer.statusCode ?? 0, headers: Object.fromEntries(kept), body: await buffer(answer) });
    });
    asked.end(body);
  });
