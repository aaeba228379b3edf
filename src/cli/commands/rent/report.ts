/** What `gpudeck rent` says of an end, and the exit code of it. Pure. */

import type { RentRequest } from '../../../api/requests.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { stampWords } from '../../../maintenance/moment-words.ts';
import { hourly } from '../../../money/money.ts';
import { endNotes } from '../../../pricing/time-left.ts';
import { costWords, rentalCost } from '../../../rentals/price.ts';
import type { CoverEnd, RentalEnd } from '../../../rentals/rent-one.ts';
import { becameOf } from '../../../rentals/rental-words.ts';
import type { waitUntilRunning } from '../../../rentals/wait-until-running.ts';
import type { Rental } from '../../../storage/journal/rentals.ts';
import { EXIT, type ExitCode, exitCodeOf } from '../../exit.ts';

/** An offer and what it costs, in one line, and in another that it ends where it does soon. */
export const offerCostLines = (offer: Offer, plan: RentRequest): readonly string[] => {
  const cost = rentalCost(offer, plan);
  return [
    `${offerWords(offer)}: ${costWords(cost)}`,
    ...endNotes(cost.hoursLeft, `offer ${offer.id}`).map(({ text }) => text),
  ];
};

/** An offer in a few words: `offer 27000101, 2x RTX 4090 of machine 8207`. */
const offerWords = ({ id, num_gpus: gpus, gpu_name: model, machine_id: machine }: Offer): string =>
  `offer ${id}, ${gpus ?? '?'}x ${model ?? '?'} of machine ${machine ?? '?'}`;

/** That nothing fits, with the price that would be needed. */
export const notCheapEnough = (atMostPerHour: number, neededPerHour: number | undefined): string =>
  neededPerHour === undefined
    ? 'no offer fits: loosen the filter, or ask for less disk. Nothing was sent.'
    : `nothing fits for ${hourly(atMostPerHour)}: the cheapest that does costs ${hourly(neededPerHour)}. Nothing was sent.`;

/** How waiting ended, where more than a status is to be said. */
export const waitWords = (id: number, end: Awaited<ReturnType<typeof waitUntilRunning>>): string | undefined => {
  switch (end.kind) {
    case 'running':
      return undefined;
    case 'final':
      return `instance ${id} is ${end.status} and does not come back by itself: destroy it, and rent another. Its disk is charged until then.`;
    case 'vanished':
      return `instance ${id} is no longer in the list.`;
    case 'out-of-time':
      return `instance ${id} does not run yet. It is rented, and costs.`;
  }
};

/** The refusal of what may have been rented before. */
export const unknownBefore = ({ offerId, label, sentAtEpochMs }: Rental, timeZone: string): string =>
  `offer ${offerId} was sent on ${stampWords(sentAtEpochMs, timeZone)} with the label ${label}, outcome unknown: ` +
  'it may be rented. Nothing was sent. Look with gpudeck list instances; --again rents all the same.';

/** What became of it, in lines. */
export const endWords = (end: RentalEnd, plan: RentRequest, timeZone: string): readonly string[] => {
  const { offerId, label } = plan;
  const told = becameOf(end, plan, {
    rented: (contract, { isFound }) => [
      {
        text: isFound
          ? `the answer was lost; instance ${contract}, labelled ${label}, is new on that machine and is it.`
          : `rented as instance ${contract}, labelled ${label}.`,
      },
    ],
    gone: `offer ${offerId} cannot be rented: it is gone, taken, or has less disk or SLA than asked for. Search again.`,
    dearer: (now, agreed) =>
      `offer ${offerId} costs ${hourly(now)} now, more than the ${hourly(agreed)} that may be paid. Nothing was sent.`,
    overtaken: (rental) =>
      rental.outcome.kind === 'accepted'
        ? `another gpudeck rented offer ${rental.offerId} with the label ${rental.label} first, so this one sent nothing`
        : unknownBefore(rental, timeZone),
    where: 'with gpudeck list instances',
  });
  return told.map(({ text }) => text);
};

/** What the cover is worth: a second instance that it has rented is nothing that a script may go on with. */
const codeOfCover = (cover: CoverEnd | undefined): ExitCode => {
  switch (cover?.kind) {
    case undefined:
    case 'named':
    case 'unsaid':
      return EXIT.done;
    case 'accepted':
      return cover.reply.second === undefined ? EXIT.done : EXIT.outcomeUnknown;
    case 'unknown':
      return EXIT.outcomeUnknown;
    default:
      return EXIT.failed;
  }
};

/** The exit code. */
export const codeOfEnd = (end: RentalEnd): ExitCode => {
  switch (end.kind) {
    case 'rented':
      if (end.contract === undefined) return EXIT.outcomeUnknown;
      return codeOfCover(end.cover);
    case 'gone':
    case 'dearer':
      return EXIT.failed;
    case 'unfit':
      return EXIT.badUsage;
    case 'overtaken':
      return end.standing.some(({ outcome }) => outcome.kind === 'unknown') ? EXIT.outcomeUnknown : EXIT.failed;
    case 'unknown':
      return EXIT.outcomeUnknown;
    case 'refused':
    case 'not-sent':
      return exitCodeOf(end.error);
  }
};
