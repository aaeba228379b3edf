/** Puts a web application on a port of this machine. */
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type ServerType } from '@hono/node-server';

/** Only programs on this machine reach the service. */
const HOST = '127.0.0.1';

/** An application that takes connections. */
type Listener = {
  /** Base address, without a slash at its end. */
  readonly url: string;
  /** Takes no more connections and cuts those that are open; resolves when none is left. */
  readonly stop: () => Promise<void>;
};

/** Serves `answer` on `port`, 0 being any that is free. Rejects with an Error that says what to do when the port cannot be had. */
export const listen = (answer: (request: Request) => Response | Promise<Response>, port: number): Promise<Listener> =>
  new Promise((resolve, reject) => {
    const server = createAdaptorServer({ fetch: answer, overrideGlobalObjects: false });
    server.once('error', (error) => reject(explained(error, port)));
    server.listen(port, HOST, () => resolve({ url: addressOf(server, port), stop: () => stop(server) }));
  });

const addressOf = (server: ServerType, port: number): string => {
  const address = server.address();
  return `http://${HOST}:${isInternet(address) ? address.port : port}`;
};

const isInternet = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === 'object' && address !== null;

const explained = (error: Error, port: number): Error => {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new Error(`port ${port} of ${HOST} is in use: give another --port, or --port 0 for any that is free`);
  }
  if (code === 'EACCES') return new Error(`port ${port} needs rights that you do not have: give another --port`);
  return error;
};

const stop = (server: ServerType): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
