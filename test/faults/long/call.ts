/** One call to the local service, as bytes go: no client of the program stands between. */
import { type Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** What is sent. */
export type Call = {
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
};

/** What came back; the time is from the call to the last byte. */
export type Reply = {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
  readonly tookMs: number;
};

/** Makes a call to the service at `url` through `agent`. Rejects when no answer comes, or not all of it. */
export const send = (url: string, agent: Agent, { method, path, headers, body }: Call): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const startedMs = performance.now();
    const { hostname, port } = new URL(url);
    const isCounted = body !== undefined && headers?.['transfer-encoding'] === undefined;
    const length = !isCounted ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = request({ agent, hostname, port, method, path, headers: { ...length, ...headers } });
    sent.on('error', reject);
    sent.on('response', (reply) => {
      text(reply).then(
        (answer) =>
          resolve({
            status: reply.statusCode ?? 0,
            headers: reply.headers,
            text: answer,
            tookMs: performance.now() - startedMs,
          }),
        reject,
      );
    });
    sent.end(body);
  });
