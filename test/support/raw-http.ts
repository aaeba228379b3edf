/** HTTP as bytes: what no client library would send. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Service } from '../../src/local-service/serve.ts';

/** An answer as it came. Its body is JSON where it has one. */
type RawAnswer = { readonly status: number; readonly head: string; readonly body: unknown };

/** The lines of a request, and its body. */
export type RawRequest = {
  /** Method, target and version. */
  readonly line: string;
  /** Header lines. `HOST` stands for the service's own, `KEY` for one with its own key. */
  readonly headers: readonly string[];
  readonly body?: string | Buffer;
};

/** Sends the requests at once on one connection, the last of which must end it, and reads until it is closed. */
export const sendRaw = async (
  service: Pick<Service, 'url' | 'apiKey'>,
  ...requests: readonly RawRequest[]
): Promise<readonly RawAnswer[]> => {
  const { host, port } = new URL(service.url);
  const socket = connect(Number(port), '127.0.0.1');
  const words = { HOST: `Host: ${host}`, KEY: `Authorization: Bearer ${service.apiKey}` };
  const pieces = requests.flatMap(({ line, headers, body = '' }) => {
    const lines = [line, ...headers].map((text) =>
      text.replace(/^(HOST|KEY)$/, (_, word: 'HOST' | 'KEY') => words[word]),
    );
    return [Buffer.from(`${lines.join('\r\n').replaceAll('ADDRESS', host)}\r\n\r\n`, 'latin1'), Buffer.from(body)];
  });
  socket.write(Buffer.concat(pieces));
  return answersIn(await text(socket));
};

/** The answers in `bytes`, without those of 100 (Continue). */
const answersIn = (bytes: string): readonly RawAnswer[] =>
  bytes
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((answer) => answer !== '' && !answer.startsWith('HTTP/1.1 100 '))
    .map((answer) => {
      const [head = '', ...rest] = answer.split('\r\n\r\n');
      const json = /[[{].*[\]}]/s.exec(rest.join('\r\n\r\n'))?.[0];
      return { status: Number(head.slice(9, 12)), head, body: json === undefined ? undefined : JSON.parse(json) };
    });
