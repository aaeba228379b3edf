/** Refusals of what never becomes a request of a route: bytes that are no HTTP, targets that are no path, foreign pages. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Refusal, refused } from '../answer.ts';
import { foreignRefusal, pathOfTarget } from './foreign.ts';
import type { Limits } from './limits.ts';

/** Headers of every answer: it is what its type says, and no browser keeps it (a webhook's secret may stand in it). */
export const GENERAL_HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' } as const;

/** Headers that decide what is done. Of several Node keeps one, and another reader may keep another one. */
const SINGLE_HEADERS = ['host', 'authorization', 'content-type', 'content-encoding'];

/** Why a request is refused before any route sees it; undefined when it is not. */
export const requestRefusal = (incoming: IncomingMessage): Refusal | undefined => {
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
export const connectionRefusal = (code: unknown, { headerBytes }: Limits): Refusal => {
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
export const refusalText = ({ error, msg }: Refusal): string => JSON.stringify({ success: false, error, msg });

/** Answers with `refusal` and closes the connection, whose body nobody has read. */
export const writeRefusal = (outgoing: ServerResponse, refusal: Refusal): void => {
  outgoing.writeHead(refusal.status, { 'Content-Type': 'application/json', Connection: 'close' });
  outgoing.end(refusalText(refusal));
};

/** Writes `refusal` to a connection for which Node has made no answer, and closes it. */
export const endWithRefusal = (socket: Duplex, refusal: Refusal): void => {
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
