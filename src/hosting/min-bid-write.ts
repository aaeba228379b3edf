/** Setting the smallest bid of machines alone as one kind of write. */
import { callOf } from '../api/call.ts';
import { CALLS } from '../api/calls.ts';
import { named } from '../base/figures.ts';
import type { WriteKind } from '../writes/write-kind.ts';
import { isFarOff, pricesTyped } from './list-consequences.ts';
import { areSame, termWords } from './list-terms.ts';
import { listingOf } from './machine.ts';
import { type MachineTarget, machineWords, type OfMachines, ofMachines, sendTo } from './machine-target.ts';
import { readMinBid } from './read-term.ts';

/** $/h for one GPU, more than 0. */
type MinBid = { readonly kind: 'min-bid'; readonly price: number };

const usual = ofMachines('Smallest bids are still being set', 'min-bid');

const bidWords = (bid: number | null | undefined): string =>
  bid === undefined ? 'not known' : termWords('minBid', bid, 'UTC');

const isFar = (price: number, { machine }: MachineTarget): boolean => isFarOff(price, listingOf(machine).minBid);

/** The types of it. */
export type MinBidWrite = OfMachines<'min-bid', MinBid>;

export const MIN_BID_WRITE: WriteKind<MinBidWrite> = {
  ...usual,
  title: (_, ids) => `Set the smallest bid of ${named(ids, 'machine')}`,
  field: () => ({
    label: 'Smallest bid, $/GPU/h:',
    maximum: 20,
    typed: () => '',
    lines: (targets) =>
      targets.map((target) => ({ text: `${machineWords(target)}: ${bidWords(listingOf(target.machine).minBid)}` })),
  }),
  requestOf: (kind, typed) => {
    const read = readMinBid(typed);
    if ('problem' in read) return read;
    return read.value === null ? { problem: 'A smallest bid is above 0.' } : { kind, price: read.value };
  },
  confirmedBy: ({ price }, targets) =>
    pricesTyped(
      targets.flatMap((target) => (isFar(price, target) ? price : [])),
      targets,
    ),
  refusal: ({ id, machine: { listed } }) =>
    listed === true ? undefined : `Machine ${id} is not listed: list it first.`,
  call: ({ id }, { price }) => callOf(CALLS.minBid, { machineId: id, price }),
  send: ({ id }, { kind, price }, parts) =>
    sendTo({ id, kind, value: String(price) }, CALLS.minBid, { machineId: id, price }, parts, (machine) => {
      const { minBid } = listingOf(machine);
      return minBid != null && areSame('minBid', minBid, price)
        ? undefined
        : `Accepted, but the smallest bid, read again, is ${bidWords(minBid)}.`;
    }),
  affected: ({ price }, { targets }) =>
    targets.map((target) => ({
      text: `${machineWords(target)}: ${bidWords(listingOf(target.machine).minBid)} to ${bidWords(price)}`,
    })),
  consequences: ({ price }, targets) => [
    {
      text: 'A floor, not a price: who bids less is not taken, and who rents on demand does not notice.',
      tone: 'warning',
    },
    ...targets
      .filter((target) => isFar(price, target))
      .map(
        ({ id }) => ({ text: `Machine ${id}: it is ten times off what it is now, or more.`, tone: 'danger' }) as const,
      ),
    ...targets
      .filter(({ machine }) => price > (listingOf(machine).pricePerGpu ?? Number.POSITIVE_INFINITY))
      .map(({ id }) => ({ text: `Machine ${id}: it is over the price on demand.`, tone: 'danger' }) as const),
  ],
  afterwards: (target, end) =>
    end === 'accepted' || target === undefined
      ? ''
      : `The list, read again, says: smallest bid ${bidWords(listingOf(target.machine).minBid)}.`,
};
