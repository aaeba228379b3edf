/** What `gpudeck rent` shows before it rents, and whether the user agrees to it. */
import type { RentRequest } from '../../../api/requests.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { jsonLine } from '../../../formats/json.ts';
import { rentalCost } from '../../../rentals/cost.ts';
import { maskedCall } from '../../../rentals/masked.ts';
import { offerNow, offerSearch } from '../../../rentals/offer-now.ts';
import { planProblems, rentalCalls } from '../../../rentals/plan.ts';
import { priceProblem, priceText } from '../../../rentals/price-words.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { readForCommand } from '../../patient-read.ts';
import { writeText } from '../../print/record-writer.ts';
import type { Renting } from './options.ts';
import { codeOfEnd, endWords, offerCostWords } from './report.ts';

/** The most that may be paid, $/hour, where the user agrees; or the code to end with. */
export type Agreement = { readonly atMostPerHour: number | undefined } | { readonly code: ExitCode };

/** Asks for the price where somebody is to be asked. */
export const agree = async (plan: RentRequest, renting: Renting): Promise<Agreement> => {
  const { options, io, complain } = renting;
  const { consent, atMostPerHour } = options;
  if (consent === 'given' || io.ask === undefined) return { atMostPerHour };
  const asked = await askForOffer(plan, renting);
  if ('code' in asked) return asked;
  for (const call of callTexts(plan)) complain(`send ${call}`);
  const { perHour } = rentalCost(asked.offer, plan);
  if (perHour === undefined) {
    complain('Nothing was sent: the price is not known. --yes rents it all the same.');
    return { code: EXIT.failed };
  }
  const problem = priceProblem(perHour, await io.ask(`Type the price per hour, ${priceText(perHour)}, to rent it: `));
  if (problem === undefined) return { atMostPerHour: perHour };
  complain(problem);
  return { code: EXIT.badUsage };
};

/** Prints the calls, one a line, if the offer is there. */
export const dryRun = async (plan: RentRequest, renting: Renting): Promise<ExitCode> => {
  const asked = await askForOffer(plan, renting);
  if ('code' in asked) return asked.code;
  await writeText(
    renting.io.stdout,
    callTexts(plan)
      .map((text) => `${text}\n`)
      .join(''),
  );
  return EXIT.done;
};

/** The calls as JSON, with their secrets masked. */
export const callTexts = (plan: RentRequest): readonly string[] =>
  rentalCalls(plan).map((call) => {
    const { method, path, body } = maskedCall(call);
    return jsonLine({ method, path, body }).trimEnd();
  });

/** Asks for the offer and says what it costs, or why it cannot be rented like that. */
const askForOffer = async (
  plan: RentRequest,
  { options, io, client, complain }: Renting,
): Promise<{ readonly offer: Offer } | { readonly code: ExitCode }> => {
  const { records } = await readForCommand(
    { read: 'search', call: (callOptions) => client.searchOffers(offerSearch(plan), callOptions) },
    client,
    io,
  );
  const now = offerNow(records, plan, options.atMostPerHour);
  const problems = now.kind === 'as-agreed' ? planProblems(plan, now.offer) : [];
  const end = problems.length > 0 ? ({ kind: 'unfit', problems } as const) : now;
  if (end.kind === 'as-agreed') {
    complain(offerCostWords(end.offer, plan));
    return end;
  }
  for (const line of endWords(end, plan, io.setup.timeZone)) complain(line);
  return { code: codeOfEnd(end) };
};
