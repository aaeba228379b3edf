/** Rents what the options of `gpudeck rent` ask for. */
import { randomUUID } from 'node:crypto';
import type { ServiceAccess } from '../../../access/service-access.ts';
import type { RentRequest } from '../../../api/requests.ts';
import { printable } from '../../../base/printable.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { jsonLine } from '../../../formats/json.ts';
import { rentalCost } from '../../../rentals/cost.ts';
import { madeLabel } from '../../../rentals/label.ts';
import { maskedCall } from '../../../rentals/masked.ts';
import { offerNow, offerSearch } from '../../../rentals/offer-now.ts';
import { planProblems, rentalCalls } from '../../../rentals/plan.ts';
import { costWords, priceProblem, priceText } from '../../../rentals/price-words.ts';
import { rentOne } from '../../../rentals/rent-one.ts';
import { journalFile } from '../../../storage/files/places.ts';
import { openJournal } from '../../../storage/journal/open-journal.ts';
import { createProfileJournal } from '../../../storage/journal/profile-journal.ts';
import type { Rental } from '../../../storage/journal/rental.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import type { CommandIo } from '../../io.ts';
import { readForCommand } from '../../patient-read.ts';
import { writeText } from '../../print/record-writer.ts';
import { withService } from '../../with-service.ts';
import type { RentOptions } from './options.ts';
import { codeOfEnd, endWords, offerWords, unknownBefore } from './report.ts';

/** Resolves to the exit code; every message has been written by then. */
export const runRent = async (options: RentOptions, io: CommandIo): Promise<ExitCode> => {
  const complain = (text: string): void => io.writeError(`gpudeck rent: ${printable(text)}\n`);
  const plan = planOf(options, io);
  const problems = planProblems(plan);
  for (const { message } of problems) complain(message);
  if (problems.length > 0) return EXIT.badUsage;
  if (options.consent === 'dry-run') return withService(io, (access) => dryRun(plan, options, access, io, complain));
  const refusal = refusedAtOnce(options, io);
  if (refusal !== undefined) {
    complain(refusal);
    return EXIT.badUsage;
  }
  const found = readJournal(plan, io);
  if ('problem' in found) {
    complain(`${found.problem} Nothing was sent.`);
    return EXIT.failed;
  }
  const { journal, standing } = found;
  const unknown = standing.find(({ outcome }) => outcome.kind === 'unknown');
  if (unknown !== undefined && !options.isRepeatWanted) {
    complain(unknownBefore(unknown, io.setup.timeZone));
    return EXIT.outcomeUnknown;
  }
  return withService(io, async (access) => {
    journal.hide(access.client.redact);
    const agreed = await agree(plan, options, access, io, complain);
    if ('code' in agreed) return agreed.code;
    const stopping = new AbortController();
    const stop = (): void => stopping.abort();
    io.signals.once('SIGINT', stop);
    try {
      const end = await rentOne(plan, {
        client: access.client,
        clock: io.clock,
        random: io.random,
        rentals: journal.rentals,
        known: options.isRepeatWanted ? 'all' : standing.map(({ id }) => id),
        atMostPerHour: agreed.atMostPerHour,
        signal: stopping.signal,
        onStage: (stage) => {
          if (stage === 'looking') complain('no usable answer came; looking for the instance for up to 60 s');
        },
      });
      // Said first, so that nobody loses it who cannot be given the id.
      for (const line of endWords(end, plan, io.setup.timeZone)) complain(line);
      if (end.kind === 'rented' && end.contract !== undefined) await writeText(io.stdout, `${end.contract}\n`);
      return codeOfEnd(end);
    } finally {
      io.signals.off('SIGINT', stop);
    }
  });
};

const planOf = (options: RentOptions, { random }: CommandIo): RentRequest => {
  const { offerId, image, diskGb, runType, bid, slaTarget, label = madeLabel(random) } = options;
  return { offerId, image, diskGb, label, runType, bid, environment: {}, slaTarget };
};

/** Why nothing is rented whatever the offer is. */
const refusedAtOnce = ({ consent }: RentOptions, { setup, ask }: CommandIo): string | undefined => {
  if (setup.readOnlyReason !== undefined) return `${setup.readOnlyReason} Nothing was sent.`;
  return consent === 'ask' && ask === undefined
    ? 'Nothing was sent: there is no terminal to ask for confirmation. Add --yes to rent, or --dry-run to see what would be sent.'
    : undefined;
};

/** The journal, and what it knows of the offer and the label; or why that cannot be had. */
const readJournal = (plan: RentRequest, { setup }: CommandIo) => {
  const opened = openJournal(journalFile(setup.places));
  if ('problem' in opened) return opened;
  const journal = createProfileJournal(opened.journal, setup.profileName, randomUUID(), setup);
  const standing: readonly Rental[] | { readonly problem: string } = journal.rentals.standing(plan);
  return 'problem' in standing ? standing : { journal, standing };
};

/** The most that may be paid, after asking where somebody is to be asked; or the code to end with. */
const agree = async (
  plan: RentRequest,
  { consent, atMostPerHour }: RentOptions,
  { client }: ServiceAccess,
  io: CommandIo,
  complain: (text: string) => void,
): Promise<{ readonly atMostPerHour: number | undefined } | { readonly code: ExitCode }> => {
  if (consent === 'given' || io.ask === undefined) return { atMostPerHour };
  const now = await tellOffer(plan, atMostPerHour, client, io, complain);
  if ('code' in now) return now;
  for (const call of rentalCalls(plan)) complain(`send ${callText(call)}`);
  const { perHour } = rentalCost(now.offer, plan);
  if (perHour === undefined) {
    complain('Nothing was sent: the price is not known. --max and --yes rent it all the same.');
    return { code: EXIT.failed };
  }
  const problem = priceProblem(perHour, await io.ask(`Type the price per hour, ${priceText(perHour)}, to rent it: `));
  if (problem === undefined) return { atMostPerHour: perHour };
  complain(problem);
  return { code: EXIT.badUsage };
};

const dryRun = async (
  plan: RentRequest,
  { atMostPerHour }: RentOptions,
  { client }: ServiceAccess,
  io: CommandIo,
  complain: (text: string) => void,
): Promise<ExitCode> => {
  const now = await tellOffer(plan, atMostPerHour, client, io, complain);
  if ('code' in now) return now.code;
  await writeText(
    io.stdout,
    rentalCalls(plan)
      .map((call) => `${callText(call)}\n`)
      .join(''),
  );
  return EXIT.done;
};

/** Asks for the offer and says what it costs, or why it cannot be rented like that. */
const tellOffer = async (
  plan: RentRequest,
  atMostPerHour: number | undefined,
  client: ServiceAccess['client'],
  io: CommandIo,
  complain: (text: string) => void,
): Promise<{ readonly offer: Offer } | { readonly code: ExitCode }> => {
  const { records } = await readForCommand(
    { read: 'search', call: (options) => client.searchOffers(offerSearch(plan), options) },
    client,
    io,
  );
  const now = offerNow(records, plan, atMostPerHour);
  const problems = now.kind === 'as-agreed' ? planProblems(plan, now.offer) : [];
  const end = problems.length > 0 ? ({ kind: 'unfit', problems } as const) : now;
  if (end.kind === 'as-agreed') {
    complain(`${offerWords(end.offer)}: ${costWords(rentalCost(end.offer, plan))}`);
    return end;
  }
  for (const line of endWords(end, plan, io.setup.timeZone)) complain(line);
  return { code: codeOfEnd(end) };
};

const callText = (call: ReturnType<typeof rentalCalls>[number]): string => {
  const { method, path, body } = maskedCall(call);
  return jsonLine({ method, path, body }).trimEnd();
};
