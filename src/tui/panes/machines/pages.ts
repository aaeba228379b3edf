/** The pages that lie over the list of machines: what is done to those that are chosen. */
import { CLEAN_UP_WRITE, type CleanUpWrite } from '../../../hosting/clean-up-write.ts';
import type { MachineTarget, OfMachines } from '../../../hosting/machine-target.ts';
import { MIN_BID_WRITE, type MinBidWrite } from '../../../hosting/min-bid-write.ts';
import { UNLIST_WRITE, type UnlistWrite } from '../../../hosting/unlist-write.ts';
import type { MachineWrite } from '../../../storage/journal/profile-journal.ts';
import { type Binding, bind } from '../../keys/binding.ts';
import type { Page } from '../page/page.ts';
import type { RunningWrite } from '../write-page/site.ts';
import { writePage } from '../write-page/view.tsx';
import { advicePage } from './advice-page.tsx';
import { pricing } from './pricing/page.tsx';
import { listedIn, type MachinesState, type MachinesTools, refusalOfChosen, targetsOf } from './state.ts';

/** What all kinds of write on machines have from the pane. */
const ofPane = ({ askAgain }: MachinesTools) => ({ askAgain, refusal: refusalOfChosen, onAllAccepted: () => {} });

/** The key that begins one for the machines that are chosen. */
const beginning = <Name extends MachineWrite, Request extends { readonly kind: Name }>(
  name: Name,
  [press, label]: readonly [press: string, label: string],
  write: RunningWrite<OfMachines<Name, Request>>,
  { chosen }: MachinesTools,
  more: Parameters<typeof bind>[5],
): readonly Binding[] => {
  const targets = () => targetsOf(chosen());
  return [
    bind(`machines.${name}`, [press], label, 'Host', () => write.begin(name, targets()), {
      ...more,
      refusal: () => write.refusal(name, targets()),
    }),
  ];
};

const minBid = writePage<MinBidWrite, MachinesState, MachinesTools>(MIN_BID_WRITE, {
  rows: listedIn,
  site: ofPane,
  openers: (write, tools) =>
    beginning('min-bid', ['b', 'smallest bid'], write, tools, { help: 'set the smallest bid alone', words: ['floor'] }),
});

const unlist = writePage<UnlistWrite, MachinesState, MachinesTools>(UNLIST_WRITE, {
  rows: listedIn,
  site: ofPane,
  openers: (write, tools) =>
    beginning('unlist', ['S', 'unlist'], write, tools, {
      help: 'take them off the market',
      words: ['stop', 'delist', 'remove', 'offer'],
      isDestructive: true,
    }),
});

const ONE_AT_A_TIME = 'Machines are cleaned up one at a time: unmark the others.';

const cleanUp = writePage<CleanUpWrite, MachinesState, MachinesTools>(CLEAN_UP_WRITE, {
  rows: listedIn,
  site: (tools) => ({
    ...ofPane(tools),
    refusal: (targets: readonly MachineTarget[]) => (targets.length > 1 ? ONE_AT_A_TIME : refusalOfChosen(targets)),
  }),
  openers: (write, tools) =>
    beginning('clean-up', ['B', 'clean up'], write, tools, {
      help: 'delete what gone renters have left there',
      words: ['delete', 'storage', 'expired', 'disk', 'free'],
      isDestructive: true,
    }),
});

export const MACHINES_PAGES: readonly Page<MachinesState, MachinesTools>[] = [
  pricing,
  advicePage,
  minBid,
  unlist,
  cleanUp,
];
