/** Rents the first of several offers that is still there, and waits until it runs where that is wanted. */
import { CALLS } from '../../../api/calls.ts';
import { ApiError } from '../../../api/errors/error.ts';
import type { RentRequest } from '../../../api/requests.ts';
import { candidates } from '../../../rentals/find-rented.ts';
import { type RentalEnd, rentOne } from '../../../rentals/rent-one.ts';
import { waitUntilRunning } from '../../../rentals/wait-until-running.ts';
import type { ProfileJournal } from '../../../storage/journal/profile-journal.ts';
import type { Rental } from '../../../storage/journal/rentals.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { OutputFailure, writeText } from '../../print/record-writer.ts';
import { type Agreement, callTexts } from './consent.ts';
import type { Renting } from './options.ts';
import { codeOfEnd, endWords, offerCostWords, unknownBefore, waitWords } from './report.ts';

/** Rents the first of `plans` that is there, once `agree` has said so of it. */
export const rentFirst = async (
  plans: readonly RentRequest[],
  journal: ProfileJournal,
  renting: Renting,
  agree: (plan: RentRequest) => Promise<Agreement>,
): Promise<ExitCode> => {
  const { options, io, client, complain } = renting;
  let code: ExitCode = EXIT.failed;
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  io.signals.once('SIGINT', stop);
  try {
    for (const plan of plans) {
      const standing = journal.rentals.standing(plan);
      if ('problem' in standing) {
        complain(`${standing.problem} Nothing was sent.`);
        return EXIT.failed;
      }
      const unknown = standing.find(({ outcome }) => outcome.kind === 'unknown');
      if (unknown !== undefined && !options.isRepeatWanted) {
        complain(unknownBefore(unknown, io.setup.timeZone));
        const [likely] = await likelyRented(unknown, renting);
        if (likely !== undefined)
          complain(`instance ${likely} is new on that machine with that label: that is it, most likely.`);
        return EXIT.outcomeUnknown;
      }
      const agreed = await agree(plan);
      if ('code' in agreed) return agreed.code;
      const end = await rentOne(plan, {
        client,
        clock: io.clock,
        random: io.random,
        rentals: journal.rentals,
        known: options.isRepeatWanted ? 'all' : standing.map(({ id }) => id),
        atMostPerHour: agreed.atMostPerHour,
        signal: stopping.signal,
        onOffer: (offer) => {
          if (options.consent !== 'given') return;
          complain(offerCostWords(offer, plan));
          for (const call of callTexts(plan)) complain(`send ${call}`);
        },
        onStage: (stage) => {
          if (stage === 'looking') complain('no usable answer came; looking for the instance for up to 60 s');
        },
      });
      // Said first, so that nobody loses the id whose pipe is closed.
      for (const line of endWords(end, plan, io.setup.timeZone)) complain(line);
      code = (await isIdGiven(end, renting)) ? codeOfEnd(end) : EXIT.outcomeUnknown;
      if (isOfferLost(end)) continue;
      return code === EXIT.done ? await waited(end, renting, stopping.signal) : code;
    }
    return code;
  } finally {
    io.signals.off('SIGINT', stop);
  }
};

/** Ids in the list that an earlier creation of unknown outcome may have been given; none where the list does not come. */
const likelyRented = async (rental: Rental, { client }: Renting): Promise<readonly number[]> => {
  try {
    return candidates((await client.list(CALLS.instances)).records, rental);
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
};

/** Prints the id; false where it cannot be printed: a script that takes that for a failure must not rent again. */
const isIdGiven = async (end: RentalEnd, { io, complain }: Renting): Promise<boolean> => {
  if (end.kind !== 'rented' || end.contract === undefined) return true;
  try {
    await writeText(io.stdout, `${end.contract}\n`);
    return true;
  } catch (error) {
    if (!(error instanceof OutputFailure)) throw error;
    complain(`${error.message}. It is rented all the same.`);
    return false;
  }
};

/** True where another offer may be tried: nothing was rented, and it is the offer that is gone, dearer or does not fit. */
const isOfferLost = (end: RentalEnd): boolean => {
  switch (end.kind) {
    case 'gone':
    case 'dearer':
    case 'unfit':
      return true;
    case 'refused':
      return end.error.status === 410;
    case 'rented':
    case 'not-sent':
    case 'overtaken':
    case 'unknown':
      return false;
  }
};

const waited = async (
  end: RentalEnd,
  { options, io, client, complain }: Renting,
  signal: AbortSignal,
): Promise<ExitCode> => {
  if (options.waitMs === undefined || end.kind !== 'rented' || end.contract === undefined) return EXIT.done;
  const { contract } = end;
  const waiting = await waitUntilRunning(contract, {
    client,
    clock: io.clock,
    timeoutMs: options.waitMs,
    signal,
    onStatus: (status) => complain(`instance ${contract}: ${status}`),
  });
  const words = waitWords(contract, waiting);
  if (words !== undefined) complain(words);
  if (waiting.kind === 'running') return EXIT.done;
  return waiting.kind === 'out-of-time' ? EXIT.waitedInVain : EXIT.failed;
};
