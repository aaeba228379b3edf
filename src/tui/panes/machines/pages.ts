/** The pages that lie over the list of machines: what is done to those that are chosen. */
import { CLEAN_UP_WRITE } from '../../../hosting/clean-up-write.ts';
import type { MachineTarget, OfMachines } from '../../../hosting/machine-target.ts';
import { MIN_BID_WRITE } from '../../../hosting/min-bid-write.ts';
import { UNLIST_WRITE } from '../../../hosting/unlist-write.ts';
import type { MachineWrite } from '../../../storage/journal/profile-journal.ts';
import type { WriteKind } from '../../../writes/write-kind.ts';
import { bind } from '../../keys/binding.ts';
import type { Page } from '../page/page.ts';
import { writePage } from '../write-page/view.tsx';
import { advicePage } from './advice-page.tsx';
import { pricing } from './pricing/page.tsx';
import { listedIn, type MachinesState, type MachinesTools, refusalOfChosen, targetsOf } from './state.ts';

const ONE_AT_A_TIME = 'Machines are cleaned up one at a time: unmark the others.';

/** A kind of write on machines as a page of the pane, begun with a key for the machines that are chosen. */
const machinePage = <Name extends MachineWrite, Request extends { readonly kind: Name }>(
  kind: WriteKind<OfMachines<Name, Request>>,
  name: Name,
  [press, label]: readonly [press: string, label: string],
  more: Parameters<typeof bind>[5],
) =>
  writePage<OfMachines<Name, Request>, MachinesState, MachinesTools>(kind, {
    rows: listedIn,
    site: ({ askAgain }) => ({
      askAgain,
      refusal: (targets: readonly MachineTarget[]) =>
        name === 'clean-up' && targets.length > 1 ? ONE_AT_A_TIME : refusalOfChosen(targets),
      onAllAccepted: () => {},
    }),
    openers: (write, { chosen }) => {
      const targets = () => targetsOf(chosen());
      const refusal = () => write.refusal(name, targets());
      return [
        bind(`machines.${name}`, [press], label, 'Host', () => write.begin(name, targets()), { ...more, refusal }),
      ];
    },
  });

const minBid = machinePage(MIN_BID_WRITE, 'min-bid', ['b', 'smallest bid'], {
  help: 'set the smallest bid alone',
  words: ['floor'],
});

const unlist = machinePage(UNLIST_WRITE, 'unlist', ['S', 'unlist'], {
  help: 'take them off the market',
  words: ['stop', 'delist', 'remove', 'offer'],
  isDestructive: true,
});

const cleanUp = machinePage(CLEAN_UP_WRITE, 'clean-up', ['B', 'clean up'], {
  help: 'delete what gone renters have left there',
  words: ['delete', 'storage', 'expired', 'disk', 'free'],
  isDestructive: true,
});

export const MACHINES_PAGES: readonly Page<MachinesState, MachinesTools>[] = [
  pricing,
  advicePage,
  minBid,
  unlist,
  cleanUp,
];
