/** The cells of renting: every fault that is tried on a write which does not wait, and a service that is gone for good. */
import { type Fault, rowOf } from '../fault.ts';
import type { CellResult } from '../result.ts';
import type { World } from '../world.ts';
import { playRental } from './play-rental.ts';
import { RENTAL_CALLS } from './rental-call.ts';

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
};
