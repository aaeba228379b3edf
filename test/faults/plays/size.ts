/** Answers without an end: gigabytes as they are, gigabytes packed small, in one record, in many, in headers. */
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import type { Play } from '../../support/fault-proxy.ts';
import { CALLS, type Fault, INSTANCE_WRITES, WEBHOOK_WRITES } from '../fault.ts';

const PIECE_BYTES = 64 * 1024;
/** What would come if nobody stopped it. */
const GIGABYTES = 4 * 1024 ** 3;

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n';

/** Writes `piece` again and again until so many bytes went out or nobody takes them. */
const flood = async (socket: Socket, piece: Buffer): Promise<void> => {
  for (let sentBytes = 0; sentBytes < GIGABYTES && !socket.destroyed; sentBytes += piece.length) {
    if (!socket.write(piece)) await drained(socket);
  }
  socket.destroy();
};

/** Resolves when `stream` takes more, or is closed. */
const drained = async (stream: Writable): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  stream.on('drain', resolve).on('close', resolve);
  await promise;
  stream.off('drain', resolve).off('close', resolve);
};

/** Begins an answer with `start`, which `repeated` follows for ever. */
const endless =
  (start: string, repeated: string, head = HEAD): Play =>
  async ({ socket, passOn }) => {
    await passOn();
    socket.write(`${head}\r\n${start}`);
    const count = Math.max(1, Math.floor(PIECE_BYTES / repeated.length));
    await flood(socket, Buffer.from(repeated.repeat(count)));
  };

const packed: Play = async ({ socket, passOn }) => {
  await passOn();
  socket.write(`${HEAD}Content-Encoding: gzip\r\n\r\n`);
  const gzip = createGzip();
  const spaces = Buffer.alloc(1024 * 1024, ' ');
  gzip.pipe(socket);
  socket.on('close', () => gzip.destroy());
  for (let megabyte = 0; megabyte < GIGABYTES / spaces.length && !gzip.destroyed; megabyte++) {
    if (!gzip.write(spaces)) await drained(gzip);
  }
};

/** Something comes so often that no silence is ever noticed, and never ends. */
const trickling: Play = async ({ socket, passOn }) => {
  await passOn();
  socket.write(`${HEAD}\r\n`);
  while (!socket.destroyed) {
    socket.write(' ');
    await pause(TRICKLE_MS);
  }
};

const TRICKLE_MS = 2;

const OFFER = '{"id":1,"machine_id":2,"gpu_name":"RTX 4090","num_gpus":4,"dph_total":1.5,"dlperf_per_dphtotal":80},';
const CONNECTION = '{"id":1,"name":"backup","cloud_type":"s3"},';
const ALL_BUT_SEARCH = [...CALLS.filter((call) => call !== 'searchOffers'), ...INSTANCE_WRITES, ...WEBHOOK_WRITES];

const group = 'size';
const large = { group, outcomes: ['unknown'], acts: true, isLarge: true } as const;
const TOO_LARGE = /The service sent an unexpected answer/;

/** All of them. */
export const SIZE_FAULTS: readonly Fault[] = [
  { ...large, name: 'gigabytes of spaces', play: endless('', ' '), says: TOO_LARGE },
  { ...large, name: 'gigabytes of spaces, packed', play: packed, says: TOO_LARGE },
  { ...large, name: 'gigabytes in one text', play: endless('{"offers":[{"gpu_name":"', 'x'), says: TOO_LARGE },
  {
    ...large,
    name: 'offers without an end',
    play: endless('{"offers":[', OFFER),
    // As many as were asked for are taken.
    outcomes: ['answered'],
    calls: ['searchOffers'],
  },
  {
    ...large,
    name: 'volumes without an end',
    play: endless('{"volumes":[', OFFER),
    says: TOO_LARGE,
    calls: ['listVolumes'],
  },
  {
    ...large,
    name: 'connections without an end',
    play: endless('[', CONNECTION),
    says: TOO_LARGE,
    calls: ['listConnections'],
  },
  {
    ...large,
    name: 'an error page without an end',
    play: endless(
      '<html>',
      'Oops. ',
      HEAD.replace('200 OK', '502 Bad Gateway').replace('application/json', 'text/html'),
    ),
    says: /The service failed.*status 502/,
  },
  {
    ...large,
    name: 'headers without an end',
    play: endless('', 'X-More: and more\r\n', HEAD.slice(0, -2)),
    says: /The service sent an unexpected answer/,
  },
  {
    ...large,
    name: 'a trickle without an end',
    play: trickling,
    isSilent: true,
    says: /The answer stopped in the middle\./,
    calls: ALL_BUT_SEARCH,
  },
];
