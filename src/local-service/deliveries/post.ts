/** Sends one delivery to one address (docs/local-service.md, Deliveries). Follows nothing, and reads nothing but the status. */
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { isIP } from 'node:net';

/** What is sent, and where to: `address` is what is connected to, whatever the name in `url` stands for. */
export type Post = {
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
