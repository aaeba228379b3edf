/** The cells of renting: every fault that is tried on a write which does not wait, and a service that is gone for good. */
import type { CaughtRequest } from '../../support/fault-proxy.ts';
import { type Fault, rowOf } from '../fault.ts';
import type { CellResult } from '../result.ts';
import type { World } from '../world.ts';
import { RENTAL_CALLS } from './command-call.ts';
import { CREATION_FAULTS } from './creations.ts';
import { playRental } from './play-rental.ts';

/** The service acts, and cannot be reached any more: nobody can look whether it has acted. */
const serviceGone = ({ proxy }: World): Fault => ({
  name: 'gone for good after the service has acted',
  group: 'connection',
  play: async ({ socket, passOn }) => {
    await passOn();
    socket.destroy();
    await proxy.refuse();
  },
  outcomes: ['unknown'],
  acts: true,
  isServiceGone: true,
});

/** What is asked before anything is sent: the offer once more, and which instances there are. */
const STEPS: readonly (readonly [name: string, isMeant: (request: CaughtRequest) => boolean])[] = [
  ['the search before', ({ path }) => path === '/api/v0/bundles'],
  ['the list before', ({ path }) => path.startsWith('/api/v1/instances/')],
];

/** What is done to these reads: where it passes they are made again, and else nothing is sent. */
const ON_STEPS: readonly Fault[] = [
  { name: 'cut', group: '', play: ({ socket }) => void socket.destroy(), outcomes: ['failed'], acts: false },
  {
    name: 'cut once',
    group: '',
    play: ({ socket }) => void socket.destroy(),
    times: 1,
    outcomes: ['answered'],
    acts: true,
  },
  {
    name: 'rubbish',
    group: '',
    play: ({ socket }) =>
      void socket.end('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<html>rubbish</html>'),
    outcomes: ['failed'],
    acts: false,
  },
  {
    name: '429 once',
    group: '',
    play: ({ socket }) =>
      void socket.end(
        'HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nContent-Type: text/plain\r\n\r\nAPI requests too frequent',
      ),
    times: 1,
    outcomes: ['answered'],
    acts: true,
  },
];

/** Plays those of `faults` and of its own whose row `isWanted`. */
export const playRentals = async (
  world: World,
  faults: readonly Fault[],
  isWanted: (row: string) => boolean,
  onCell: (result: CellResult) => void,
): Promise<void> => {
  const tried = faults.filter(
    ({ calls, clockJumpMs }) => calls?.includes('createWebhook') !== false && clockJumpMs === undefined,
  );
  for (const fault of [...tried, serviceGone(world)].filter((one) => isWanted(rowOf(one)))) {
    for (const name of RENTAL_CALLS) onCell(await playRental(world, name, fault));
  }
  for (const [name, answers] of CREATION_FAULTS) {
    for (const fault of answers.filter((one) => isWanted(rowOf(one)))) onCell(await playRental(world, name, fault));
  }
  for (const [step, isMeant] of STEPS) {
    for (const fault of ON_STEPS.map((one) => ({ ...one, group: step })).filter((one) => isWanted(rowOf(one))))
      onCell(await playRental(world, 'rentOffer', fault, isMeant));
  }
};
