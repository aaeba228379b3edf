/** Faults of the answer's form: sent twice, truncated, corrupted, packed and labelled wrongly. */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { bytesOf, type Play, type WholeAnswer } from '../../support/fault-proxy.ts';
import type { Fault } from '../fault.ts';

const UNREADABLE = /The service sent an unexpected answer/;
const LOST_WITHIN = /The connection was lost in the middle of the answer/;

/** Sends another answer in place of the service's. */
const changed =
  (change: (answer: WholeAnswer) => WholeAnswer): Play =>
  async ({ socket, passOn }) => {
    socket.end(bytesOf(change(await passOn())));
  };

/** Sends other bytes in place of the service's answer. */
const bytes =
  (make: (answer: WholeAnswer) => Buffer | string): Play =>
  async ({ socket, passOn }) => {
    socket.end(make(await passOn()));
  };

const withBody = (change: (body: Buffer) => Buffer | string, headers: Readonly<Record<string, string>> = {}): Play =>
  changed((answer) => ({
    ...answer,
    headers: { ...answer.headers, ...headers },
    body: Buffer.from(change(answer.body)),
  }));

const head = (headers: string): string => `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${headers}\r\n`;

const half = (body: Buffer): Buffer => body.subarray(0, Math.floor(body.length / 2));

/** Every colon behind the first third becomes another character, so that it is no JSON any more. */
const corrupted = (body: Buffer): Buffer => {
  const copy = Buffer.from(body);
  for (let place = Math.floor(copy.length / 3); place < copy.length; place++) {
    if (copy[place] === 0x3a) copy[place] = 0x1b;
  }
  return copy;
};

/** Some bytes in the middle of what was compressed are others. */
const damaged = (packed: Buffer): Buffer => {
  const copy = Buffer.from(packed);
  copy.fill(0xff, Math.floor(copy.length / 2), Math.floor(copy.length / 2) + 8);
  return copy;
};

const group = 'answer';
const answered = { group, outcomes: ['answered'], acts: true } as const;
const unreadable = { group, outcomes: ['unknown'], acts: true, says: UNREADABLE } as const;

/** All of them. */
export const ANSWER_FAULTS: readonly Fault[] = [
  { ...answered, name: 'twice', play: bytes((answer) => Buffer.concat([bytesOf(answer), bytesOf(answer)])) },
  {
    ...answered,
    name: 'garbage after it',
    play: bytes((answer) => Buffer.concat([bytesOf(answer), Buffer.from('x')])),
  },
  { ...answered, name: 'gzip', play: withBody((body) => gzipSync(body), { 'content-encoding': 'gzip' }) },
  { ...answered, name: 'brotli', play: withBody((body) => brotliCompressSync(body), { 'content-encoding': 'br' }) },
  { ...answered, name: 'called text/html', play: withBody((body) => body, { 'content-type': 'text/html' }) },
  {
    ...answered,
    name: 'called latin1',
    play: withBody((body) => body, { 'content-type': 'application/json; charset=latin1' }),
  },
  { ...answered, name: 'with a byte order mark', play: withBody((body) => `\uFEFF${body}`) },
  {
    ...answered,
    name: 'two hundred headers',
    play: changed((answer) => ({
      ...answer,
      headers: {
        ...answer.headers,
        ...Object.fromEntries(Array.from({ length: 200 }, (_, place) => [`x-${place}`, 'filler'])),
      },
    })),
  },
  { ...unreadable, name: 'truncated', play: withBody(half) },
  { ...unreadable, name: 'corrupted', play: withBody(corrupted) },
  { ...unreadable, name: 'one brace short', play: withBody((body) => body.subarray(0, -1)) },
  { ...unreadable, name: 'empty object', play: withBody(() => '{}') },
  { ...unreadable, name: 'null', play: withBody(() => 'null') },
  { ...unreadable, name: 'a number', play: withBody(() => '42') },
  { ...unreadable, name: 'a text', play: withBody(() => '"yes"') },
  {
    ...unreadable,
    name: 'members of a wrong kind',
    play: withBody(() => '{"success":"yes","offers":7,"volumes":true}'),
  },
  { ...unreadable, name: 'a million brackets', play: withBody(() => '['.repeat(1_000_000)) },
  { ...unreadable, name: 'UTF-16', play: withBody((body) => Buffer.from(body.toString(), 'utf16le')) },
  { ...unreadable, name: 'zeros', play: withBody((body) => Buffer.alloc(body.length)) },
  {
    ...unreadable,
    name: 'gzip damaged',
    play: withBody((body) => damaged(gzipSync(body)), { 'content-encoding': 'gzip' }),
  },
  {
    ...unreadable,
    name: 'gzip truncated',
    play: withBody((body) => half(gzipSync(body)), { 'content-encoding': 'gzip' }),
  },
  { ...unreadable, name: 'called gzip, and is not', play: withBody((body) => body, { 'content-encoding': 'gzip' }) },
  { ...unreadable, name: 'packed in an unknown way', play: withBody((body) => body, { 'content-encoding': 'zstd' }) },
  { ...unreadable, name: 'no HTTP', play: bytes(() => 'SSH-2.0-OpenSSH_9.2\r\n') },
  {
    ...unreadable,
    name: 'headers of 100 kB',
    play: bytes(({ body }) => `${head(`X-Long: ${'x'.repeat(100_000)}\r\nContent-Length: ${body.length}\r\n`)}${body}`),
  },
  {
    ...unreadable,
    name: 'two lengths',
    says: /The connection was lost before an answer came/,
    play: bytes(({ body }) => `${head('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n')}${body}`),
  },
  {
    ...unreadable,
    name: 'a broken chunk',
    play: bytes(({ body }) => `${head('Transfer-Encoding: chunked\r\n')}zz\r\n${body}\r\n0\r\n\r\n`),
  },
  {
    ...unreadable,
    name: 'shorter length than body',
    play: bytes(({ body }) => `${head(`Content-Length: ${body.length - 1}\r\n`)}${body}`),
  },
  {
    ...unreadable,
    name: 'longer length than body',
    says: LOST_WITHIN,
    play: bytes(({ body }) => `${head(`Content-Length: ${body.length + 1}\r\n`)}${body}`),
  },
  {
    ...unreadable,
    name: 'chunks without an end',
    says: LOST_WITHIN,
    play: bytes(({ body }) => `${head('Transfer-Encoding: chunked\r\n')}${body.length.toString(16)}\r\n${body}\r\n`),
  },
];
