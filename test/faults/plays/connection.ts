/** Faults of the connection: it does not come about, or it breaks somewhere between the request and the answer's end. */
import type { Socket } from 'node:net';
import { bytesOf, type Caught, cutAfterActing, type Play, pass } from '../../support/fault-proxy.ts';
import { CALLS, type Fault, INSTANCE_WRITES, WEBHOOK_WRITES, WRITES } from '../fault.ts';

const LOST_BEFORE = /The connection was lost before an answer came/;
const LOST_WITHIN = /The connection was lost in the middle of the answer/;

/** Sends the part of the service's answer that `share` picks from its bytes, then ends the connection with `end`. */
const partOfAnswer =
  (share: (bytes: Buffer) => number, end: (socket: Socket) => void): Play =>
  async ({ socket, passOn }) => {
    const bytes = bytesOf(await passOn());
    socket.write(bytes.subarray(0, share(bytes)), () => end(socket));
  };

const closed = (socket: Socket): void => void socket.end();
const reset = (socket: Socket): void => void socket.resetAndDestroy();
const headLength = (bytes: Buffer): number => bytes.indexOf('\r\n\r\n') + 4;

const resetAfterActing: Play = async ({ socket, passOn }) => {
  await passOn();
  socket.resetAndDestroy();
};

const group = 'connection';

const cutInRequest = (socket: Socket): void => void socket.once('data', () => socket.destroy());

const ALL_BUT_WEBHOOK_WRITES = [...CALLS, ...INSTANCE_WRITES, 'withdraw'] as const;

/** All of them. */
export const CONNECTION_FAULTS: readonly Fault[] = [
  {
    name: 'refused',
    group,
    connection: 'refused',
    outcomes: ['failed'],
    acts: false,
    says: /No connection to the service .*Nothing was sent\./,
  },
  // Whether the end is noticed before or after the request went out is a race that nobody can decide from here.
  {
    name: 'closed as soon as it stands',
    group,
    connection: closed,
    outcomes: ['failed', 'unknown'],
    acts: false,
    says: /No connection to the service|The connection was lost before/,
  },
  {
    name: 'reset as soon as it stands',
    group,
    connection: reset,
    outcomes: ['failed', 'unknown'],
    acts: false,
    says: /No connection to the service|The connection was lost before/,
  },
  {
    name: 'cut in the middle of the request',
    group,
    connection: cutInRequest,
    outcomes: ['unknown'],
    acts: false,
    says: LOST_BEFORE,
    calls: ALL_BUT_WEBHOOK_WRITES,
  },
  // The service is read once more before these: that request is cut, and nothing is sent.
  {
    name: 'cut in the middle of the request',
    group,
    connection: cutInRequest,
    outcomes: ['failed'],
    acts: false,
    says: LOST_BEFORE,
    calls: WEBHOOK_WRITES,
  },
  {
    name: 'cut before the request arrives',
    group,
    play: ({ socket }) => void socket.destroy(),
    outcomes: ['unknown'],
    acts: false,
    says: LOST_BEFORE,
  },
  {
    name: 'reset before the request arrives',
    group,
    play: ({ socket }) => reset(socket),
    outcomes: ['unknown'],
    acts: false,
    says: LOST_BEFORE,
  },
  {
    name: 'cut after the service has acted',
    group,
    play: cutAfterActing,
    outcomes: ['unknown'],
    acts: true,
    says: LOST_BEFORE,
  },
  {
    name: 'reset after the service has acted',
    group,
    play: resetAfterActing,
    outcomes: ['unknown'],
    acts: true,
    says: LOST_BEFORE,
  },
  {
    name: 'kept connection cut under the call',
    group,
    play: cutAfterActing,
    isOnKeptConnection: true,
    outcomes: ['unknown'],
    acts: true,
    says: LOST_BEFORE,
  },
  {
    name: 'cut in the status line',
    group,
    play: partOfAnswer(() => 12, closed),
    outcomes: ['unknown'],
    acts: true,
    says: LOST_BEFORE,
  },
  {
    name: 'cut after the headers',
    group,
    play: partOfAnswer(headLength, closed),
    outcomes: ['unknown'],
    acts: true,
    says: LOST_WITHIN,
  },
  {
    name: 'cut in the middle of the answer',
    group,
    play: partOfAnswer((bytes) => Math.floor((headLength(bytes) + bytes.length) / 2), closed),
    outcomes: ['unknown'],
    acts: true,
    says: LOST_WITHIN,
  },
  {
    name: 'reset in the middle of the answer',
    group,
    play: partOfAnswer((bytes) => Math.floor((headLength(bytes) + bytes.length) / 2), reset),
    outcomes: ['unknown'],
    acts: true,
    // A reset may overtake what was sent before it.
    says: /The connection was lost (?:before an answer came|in the middle of the answer)/,
  },
  {
    name: 'cut one byte before the end',
    group,
    play: partOfAnswer((bytes) => bytes.length - 1, closed),
    outcomes: ['unknown'],
    acts: true,
    says: LOST_WITHIN,
  },
  {
    name: 'cut once, then whole again',
    group,
    play: ({ socket }: Caught) => void socket.destroy(),
    times: 1,
    outcomes: ['unknown'],
    acts: false,
    says: LOST_BEFORE,
    calls: [...WRITES],
  },
  {
    name: 'cut once, then whole again',
    group,
    play: ({ socket }: Caught) => void socket.destroy(),
    times: 1,
    outcomes: ['answered'],
    acts: true,
    calls: ['searchOffers', 'listVolumes', 'listConnections'],
  },
  { name: 'none', group, play: pass, outcomes: ['answered'], acts: true },
];
