/** Faults of time: what comes late, in drops, or never. */
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { bytesOf, holdAfterActing, type Play } from '../../support/fault-proxy.ts';
import type { Fault } from '../fault.ts';

/** Far below the time limits of the client, ms. */
const DELAY_MS = 120;
const DROPS = 400;
const DROP_PAUSE_MS = 2;

const NO_ANSWER = /No answer arrived in time\./;
const STOPPED = /The answer stopped in the middle\./;

const late: Play = async ({ socket, passOn }) => {
  const answer = await passOn();
  await pause(DELAY_MS);
  socket.end(bytesOf(answer));
};

const inDrops: Play = async ({ socket, passOn }) => {
  const bytes = bytesOf(await passOn());
  const size = Math.max(1, Math.ceil(bytes.length / DROPS));
  for (let from = 0; from < bytes.length; from += size) {
    socket.write(bytes.subarray(from, from + size));
    await nextTurn();
  }
  socket.end();
};

/** Sends `share` of the answer's bytes and then nothing more. */
const stopping =
  (share: (bytes: Buffer) => number): Play =>
  async ({ socket, passOn }) => {
    const bytes = bytesOf(await passOn());
    socket.write(bytes.subarray(0, share(bytes)));
  };

const headLength = (bytes: Buffer): number => bytes.indexOf('\r\n\r\n') + 4;

/** Says again and again that an answer will come. */
const announcedForEver: Play = async ({ socket, passOn }) => {
  await passOn();
  while (!socket.destroyed) {
    socket.write('HTTP/1.1 103 Early Hints\r\n\r\n');
    await pause(DROP_PAUSE_MS);
  }
};

const announcedFirst: Play = async ({ socket, passOn }) => {
  const bytes = bytesOf(await passOn());
  socket.write('HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n');
  await nextTurn();
  socket.end(bytes);
};

const group = 'time';

/** All of them. */
export const TIME_FAULTS: readonly Fault[] = [
  { name: 'answer late', group, play: late, outcomes: ['answered'], acts: true },
  { name: 'answer in drops', group, play: inDrops, outcomes: ['answered'], acts: true },
  { name: 'announced by 102 and 103', group, play: announcedFirst, outcomes: ['answered'], acts: true },
  {
    name: 'never answered',
    group,
    play: holdAfterActing,
    isSilent: true,
    outcomes: ['unknown'],
    acts: true,
    says: NO_ANSWER,
  },
  {
    name: 'never passed on',
    group,
    play: () => {},
    isSilent: true,
    outcomes: ['unknown'],
    acts: false,
    says: NO_ANSWER,
  },
  {
    name: 'announced for ever by 103',
    group,
    play: announcedForEver,
    isSilent: true,
    outcomes: ['unknown'],
    acts: true,
    says: NO_ANSWER,
  },
  {
    name: 'headers only',
    group,
    play: stopping(headLength),
    isSilent: true,
    outcomes: ['unknown'],
    acts: true,
    says: STOPPED,
  },
  {
    name: 'half of the answer only',
    group,
    play: stopping((bytes) => Math.floor((headLength(bytes) + bytes.length) / 2)),
    isSilent: true,
    outcomes: ['unknown'],
    acts: true,
    says: STOPPED,
  },
  {
    name: 'half of the headers only',
    group,
    play: stopping((bytes) => headLength(bytes) - 6),
    isSilent: true,
    outcomes: ['unknown'],
    acts: true,
    says: NO_ANSWER,
  },
];
