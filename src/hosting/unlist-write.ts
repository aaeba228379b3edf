/** Taking machines off the market as one kind of write. */
import { callOf } from '../api/call.ts';
import { CALLS } from '../api/calls.ts';
import { named } from '../base/figures.ts';
import type { WriteKind } from '../writes/write-kind.ts';
import { machineWords, type OfMachines, ofMachines, sendTo } from './machine-target.ts';

const NONE = 'not listed already';

const usual = ofMachines('Machines are still being unlisted', 'unlist');

/** The types of it. */
export type UnlistWrite = OfMachines<'unlist', { readonly kind: 'unlist' }>;

export const UNLIST_WRITE: WriteKind<UnlistWrite> = {
  ...usual,
  title: (_, ids) => `Unlist ${named(ids, 'machine')}`,
  requestOf: (kind) => ({ kind }),
  isSent: ({ machine }) => machine.listed !== false,
  call: ({ id }) => callOf(CALLS.unlistMachine, { machineId: id }),
  send: ({ id }, { kind }, parts) =>
    sendTo({ id, kind }, CALLS.unlistMachine, { machineId: id }, parts, ({ listed }) =>
      listed === false
        ? undefined
        : 'Accepted, and not confirmed: the list, read again, does not say that it is unlisted.',
    ),
  affected: (_, { targets }) => targets.map((target) => ({ text: machineWords(target) })),
  consequences: () => [
    {
      text: 'Nobody can rent it any more, and its offers of volumes go too. What is rented goes on to its end, at its price: until then the machine has to stay up.',
      tone: 'warning',
    },
  ],
  afterwards: (target, end) =>
    end === 'accepted' ? '' : `The list, read again, ${listedWords(target?.machine.listed)}.`,
  isShownDone: ({ machine }) => machine.listed === false,
  words: {
    ...usual.words,
    none: NONE,
    nothing: `Nothing is to be sent: ${NONE}.`,
    nothingToConfirm: `Nothing is to be sent: ${NONE}.`,
    shownDone: 'No answer came. The list, read again, says that it is not listed: it was carried out.',
  },
  command: { ...usual.command, nothing: 'not_listed' },
};

const listedWords = (listed: boolean | null | undefined): string =>
  listed == null ? 'does not say whether it is listed' : `says that it is ${listed ? '' : 'not '}listed`;
