/** Deleting what renters have left on a machine as one kind of write. */
import { callOf } from '../api/call.ts';
import { CALLS } from '../api/calls.ts';
import { named } from '../base/figures.ts';
import type { WriteKind } from '../writes/write-kind.ts';
import { machineWords, type OfMachines, ofMachines, sendTo } from './machine-target.ts';

/** The types of it. */
export type CleanUpWrite = OfMachines<'clean-up', { readonly kind: 'clean-up' }>;

export const CLEAN_UP_WRITE: WriteKind<CleanUpWrite> = {
  ...ofMachines('The machine is still being cleaned up', 'clean-up'),
  title: (_, ids) => `Clean up ${named(ids, 'machine')}`,
  requestOf: (kind) => ({ kind }),
  verb: () => 'clean it up',
  call: ({ id }) => callOf(CALLS.cleanUp, { machineId: id }),
  send: ({ id }, { kind }, parts) => sendTo({ id, kind }, CALLS.cleanUp, { machineId: id }, parts),
  affected: (_, { targets }) => targets.map((target) => ({ text: machineWords(target) })),
  consequences: () => [
    {
      text: 'What renters whose time is over have left on it is deleted for good. Nobody can list beforehand what that is.',
      tone: 'danger',
    },
    { text: 'They pay for it as long as it lies there: that income ends.', tone: 'warning' },
  ],
  afterwards: (_, end) => (end === 'accepted' ? '' : 'No list tells whether it was deleted.'),
};
