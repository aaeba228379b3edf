/** A real CONNECT proxy on this machine. It knows one service, to which every tunnel leads, whatever name it was asked for. */
import { createServer } from 'node:http';
import { connect, type Server } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import { createServer as createTlsServer } from 'node:tls';
import { certificateFor } from './certificate.ts';

/** What the proxy does with one request for a tunnel. */
export type TunnelPlay = 'pass' | 'hang up' | { readonly status: number; readonly reason: string };

/** A running proxy. */
export type TunnelProxy = AsyncDisposable & {
  readonly port: number;
  /** What each tunnel was asked for, `host:port`, the first one first. */
  readonly asked: readonly string[];
};

/** A proxy to the service on `targetPort`. With `login`, `name:password`, it answers 407 to everybody else. */
export const startTunnelProxy = async (
  targetPort: number,
  { login, play = 'pass' }: { readonly login?: string; readonly play?: TunnelPlay } = {},
): Promise<TunnelProxy> => {
  const asked: string[] = [];
  const wanted = login && `Basic ${Buffer.from(login).toString('base64')}`;
  const server = createServer((_request, response) => response.writeHead(501).end());
  server.on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    socket.on('error', () => socket.destroy());
    if (wanted !== undefined && request.headers['proxy-authorization'] !== wanted) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="test"\r\n\r\n');
    } else if (play === 'hang up') socket.destroy();
    else if (play !== 'pass') socket.end(`HTTP/1.1 ${play.status} ${play.reason}\r\nContent-Length: 0\r\n\r\n`);
    else {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      join(socket, targetPort);
    }
  });
  const port = await listening(server);
  return { port, asked, [Symbol.asyncDispose]: () => closed(server, () => server.closeAllConnections()) };
};

/** Lays TLS before the plain service on `targetPort`, with an authority of its own that `names` prove themselves by. */
export const startTlsFront = async (
  targetPort: number,
  names: readonly string[],
): Promise<AsyncDisposable & { readonly port: number; readonly authority: string }> => {
  const { key, cert, authority } = certificateFor(names);
  // Whoever takes HTTP/2 when it is offered does not get on with the service behind.
  const server = createTlsServer({ key, cert, ALPNProtocols: ['h2', 'http/1.1'] }, (socket) =>
    join(socket, targetPort),
  );
  const port = await listening(server);
  return { port, authority, [Symbol.asyncDispose]: () => closed(server, () => {}) };
};

/** Lays `socket` through to the service; what ends one ends the other. */
const join = (socket: Duplex, targetPort: number): void => {
  const target = connect(targetPort, '127.0.0.1');
  pipeline(socket, target, socket, () => {
    socket.destroy();
    target.destroy();
  });
};

const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
};

const closed = (server: Server, cut: () => void): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    cut();
  });
