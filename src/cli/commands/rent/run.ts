/** Rents what the options of `gpudeck rent` ask for. */
import type { RentRequest } from '../../../api/requests.ts';
import { printable } from '../../../base/printable.ts';
import { type OfferlessPlan, planProblems } from '../../../rentals/plan.ts';
import { nobodyToAsk } from '../../consent.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import type { CommandIo } from '../../io.ts';
import { journalOf } from '../../journal-of.ts';
import { withService } from '../../with-service.ts';
import { readFilter } from '../search/read-filter.ts';
import { agree, dryRun } from './consent.ts';
import { findCheapest } from './find-cheapest.ts';
import type { AllOptions, Renting } from './options.ts';
import { planOf } from './plan-of.ts';
import { rentFirst } from './rent-first.ts';
import { notCheapEnough } from './report.ts';

/** Offers that are tried at the most, one after the other, where the first ones are gone. */
const MOST_TRIES = 5;

/** Resolves to the exit code; every message has been written by then. */
export const runRent = async (options: AllOptions, io: CommandIo): Promise<ExitCode> => {
  const complain = (text: string): void => io.writeError(`gpudeck rent: ${printable(text)}\n`);
  const plan = planOf(options, io);
  const problems = 'problem' in plan ? [plan.problem] : planProblems(plan).map(({ message }) => message);
  const refusal = refusedAtOnce(options, io);
  if ('problem' in plan || problems.length > 0 || refusal !== undefined) {
    for (const problem of [...problems, ...(refusal === undefined ? [] : [refusal])]) complain(problem);
    return EXIT.badUsage;
  }
  const { what } = options;
  const line = 'cheapest' in what ? await readFilter(what.cheapest, 'rent', io, false) : undefined;
  if ('cheapest' in what && line === undefined) return EXIT.badUsage;
  const journal = options.consent === 'dry-run' ? undefined : journalOf(io);
  if (journal !== undefined && 'problem' in journal) {
    complain(`${journal.problem} Nothing was sent.`);
    return EXIT.failed;
  }
  return withService(io, async ({ client }) => {
    journal?.hide(client.redact);
    const renting: Renting = { options, io, client, complain };
    const plans = line === undefined ? plansOf(plan, what) : await cheapestPlans(plan, line, renting);
    const [first] = plans;
    if (first === undefined) return EXIT.failed;
    if (journal === undefined) return dryRun(first, renting);
    return rentFirst(plans, journal, renting, (chosen) => agree(chosen, renting));
  });
};

const plansOf = (plan: OfferlessPlan, what: AllOptions['what']): readonly RentRequest[] =>
  'offerId' in what ? [{ ...plan, offerId: what.offerId }] : [];

/** The plan on the cheapest offers that fit; none where there are none, which has been told then. */
const cheapestPlans = async (
  plan: OfferlessPlan,
  line: Parameters<typeof findCheapest>[0],
  { options, io, client, complain }: Renting,
): Promise<readonly RentRequest[]> => {
  const { atMostPerHour = 0 } = options;
  const { fitting, neededPerHour } = await findCheapest(line, plan, atMostPerHour, client, io);
  if (fitting.length === 0) complain(notCheapEnough(atMostPerHour, neededPerHour));
  return fitting.slice(0, MOST_TRIES).map(({ offerId }) => ({ ...plan, offerId }));
};

/** Why nothing is rented whatever the offer is. */
const refusedAtOnce = ({ consent }: AllOptions, { setup, ask }: CommandIo): string | undefined => {
  if (consent === 'dry-run') return undefined;
  if (setup.readOnlyReason !== undefined) return `${setup.readOnlyReason} Nothing was sent.`;
  return consent === 'ask' && ask === undefined ? nobodyToAsk('rent') : undefined;
};
