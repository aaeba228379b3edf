/** Rents what the options of `gpudeck rent` ask for: finds the offer, shows what is sent, asks, rents the first that is there, and waits. */

import type { ServiceAccess } from '../../../access/service-access.ts';
import { actRefusal } from '../../../access/setup.ts';
import { readCarriedLines } from '../../../account/carried.ts';
import { CALLS } from '../../../api/calls.ts';
import { isGone } from '../../../api/errors/error.ts';
import { unlessFailed } from '../../../api/errors/explain.ts';
import type { CallOptions } from '../../../api/http/caller.ts';
import { cheapestOf, type RentRequest, type SearchRequest } from '../../../api/requests.ts';
import { once } from '../../../base/once.ts';
import { printable } from '../../../base/printable.ts';
import type { Offer, Template } from '../../../catalogue/values.ts';
import type { FilterLine } from '../../../filter/line.ts';
import { wireFilters } from '../../../filter/request.ts';
import { createSieve } from '../../../filter/sieve.ts';
import { jsonLine } from '../../../formats/json.ts';
import { accountOf } from '../../../leases/account.ts';
import { readUntil, termsOf } from '../../../leases/until.ts';
import { rentedUntil } from '../../../leases/words.ts';
import { costChangeWords, readMoney } from '../../../money/cost-change.ts';
import { priceText } from '../../../money/money.ts';
import { isPutAt, isPutToTry } from '../../../rentals/method.ts';
import {
  filledInWords,
  maskedCall,
  type OfferlessPlan,
  planOn,
  planProblems,
  rentalCalls,
} from '../../../rentals/plan.ts';
import { priceProblem, rentalCost } from '../../../rentals/price.ts';
import { candidates, costsMore, offerNow, offerSearch, type RentalEnd, rentOne } from '../../../rentals/rent-one.ts';
import { waitUntilRunning } from '../../../rentals/wait-until-running.ts';
import { journalFile } from '../../../storage/files/places.ts';
import type { LeaseTerms } from '../../../storage/journal/leases.ts';
import type { ProfileJournal } from '../../../storage/journal/profile-journal.ts';
import { isPutIn, type Rental } from '../../../storage/journal/rentals.ts';
import type { CommonOptions } from '../../common-options.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { findTemplate } from '../../find-template.ts';
import type { CommandIo } from '../../io.ts';
import { readFilter } from '../../read-filter.ts';
import { OutputFailure, writeText } from '../../record-writer.ts';
import { journalOf, nobodyToAsk, overLimitWords, untilInterrupted } from '../../sending.ts';
import { isSent } from '../../shared-options.ts';
import { readForCommand, withService } from '../../with-service.ts';
import { argsOf, leaseAsRead } from './as-planned.ts';
import { planOf, type RentOptions } from './plan-of.ts';
import { codeOfEnd, endWords, notCheapEnough, offerCostLines, unknownBefore, waitWords } from './report.ts';

/** What may be paid at the most, $/hour, where the user agrees; or the code to end with. */
type Agreement = { readonly atMostPerHour: number | undefined } | { readonly code: ExitCode };

/** The calls as JSON, with their secrets masked. */
const callTexts = (plan: RentRequest): readonly string[] =>
  rentalCalls(plan).map((call) => {
    const { method, path, body } = maskedCall(call);
    return jsonLine({ method, path, body }).trimEnd();
  });

/** Offers that are asked for where the cheapest is wanted, of which the filter may leave few. */
const ASKED = 10_000;

/** Offers that are tried at the most, one after the other, where the first ones are gone. */
const MOST_TRIES = 5;

/** The parts of one run of the command. */
const createRenter = (
  options: RentOptions & { readonly until: Exclude<ReturnType<typeof readUntil>, { problem: string }> | undefined },
  io: CommandIo,
  { client, keyMark }: Pick<ServiceAccess, 'client' | 'keyMark'>,
  complain: (text: string) => void,
) => {
  const { timeZone } = io.setup;
  const { until, lease: { end = 'tell' } = {} } = options;
  /** The terms of its lease, counted from now on. */
  const terms = () => until && termsOf(until, end, io.clock.now());
  const complainAll = (lines: readonly string[]) => {
    for (const line of lines) complain(line);
  };
  const complainOfCalls = (plan: RentRequest, offer: Offer) =>
    complainAll(callTexts(planOn(plan, offer)).map((text) => `send ${text}`));
  const search = async (request: SearchRequest): Promise<readonly Offer[]> => {
    const call = (callOptions: CallOptions) => client.searchOffers(request, callOptions);
    return (await readForCommand({ read: 'search', call }, client, io)).records;
  };

  /** What is left and spent before anything is rented, and what of the account goes in, asked for once. */
  const accountNow = once(() => Promise.all([readMoney(client, undefined, io.clock.now), readCarriedLines(client)]));
  const complainOfCosts = (offer: Offer, plan: RentRequest, [money, carried]: Awaited<ReturnType<typeof accountNow>>) =>
    complainAll(
      [
        filledInWords(plan) ?? [],
        offerCostLines(offer, plan),
        costChangeWords(money, rentalCost(offer, plan).perHour, timeZone),
        carried(plan, offer.vms_enabled === true),
      ].flat(),
    );

  /** Until when it is rented, and what is to be known of that. */
  const complainOfEnd = () => complainAll(rentedUntil(terms(), timeZone));

  /** Asks for the offer and says what it costs, or why it cannot be rented like that. */
  const askForOffer = async (plan: RentRequest): Promise<{ readonly offer: Offer } | { readonly code: ExitCode }> => {
    const now = offerNow(await search(offerSearch(plan)), plan, options.max);
    const problems = now.kind === 'as-agreed' ? planProblems(plan, now.offer) : [];
    const end = problems.length > 0 ? ({ kind: 'unfit', problems } as const) : now;
    if (end.kind === 'as-agreed') {
      complainOfCosts(end.offer, plan, await accountNow());
      complainOfEnd();
      return end;
    }
    complainAll(endWords(end, plan, timeZone));
    return { code: codeOfEnd(end) };
  };

  /** Plans the rental of that offer in place of sending it, or holds it against what was planned. */
  const agreeAsPlanned = async (plan: RentRequest): Promise<Agreement> => {
    const asked = await askForOffer(plan);
    if ('code' in asked) return asked;
    const { offer } = asked;
    complainOfCalls(plan, offer);
    const { perHour } = rentalCost(offer, plan);
    const sent = planOn(plan, offer);
    const { machine_id: machine, gpu_name: model, num_gpus: gpus, verification } = offer;
    const planned = {
      ...{ calls: rentalCalls(sent), shown: callTexts(sent).map((text): unknown => JSON.parse(text)), perHour },
      consequences: offerCostLines(offer, plan),
      restsOn: { [`offer ${plan.offerId}`]: { machine, model, gpus, verification }, ...leaseAsRead(until, end) },
      args: (words: readonly string[]) => argsOf(words, plan),
    };
    const code = perHour === undefined ? EXIT.failed : await io.plan?.(planned, io, complain);
    if (perHour === undefined) complain('Nothing was sent: the price is not known.');
    if (code !== undefined) return { code };
    return options.consent === 'given' ? { atMostPerHour: perHour } : { code: EXIT.badUsage };
  };

  /** Asks for the price where somebody is to be asked. */
  const agree = async (plan: RentRequest): Promise<Agreement> => {
    if (options.consent === 'plan' || io.plan !== undefined) return agreeAsPlanned(plan);
    if (options.consent === 'given' || io.ask === undefined) return { atMostPerHour: options.max };
    const asked = await askForOffer(plan);
    if ('code' in asked) return asked;
    complainOfCalls(plan, asked.offer);
    const { perHour } = rentalCost(asked.offer, plan);
    if (perHour === undefined || perHour < 0) {
      complain('Nothing was sent: the price is not known, or below zero.');
      return { code: EXIT.failed };
    }
    const problem = priceProblem(perHour, await io.ask(`Type the price per hour, ${priceText(perHour)}, to rent it: `));
    if (problem === undefined) return { atMostPerHour: perHour };
    complain(problem);
    return { code: EXIT.badUsage };
  };

  /** Ids in the list that an earlier creation of unknown outcome may have been given; none where the list does not come. */
  const likelyRented = async (rental: Rental): Promise<readonly number[]> =>
    candidates((await unlessFailed(() => client.list(CALLS.instances)))?.records ?? [], rental);

  /** Prints the id; false where it cannot be printed: a script that takes that for a failure must not rent again. */
  const isIdGiven = async (end: RentalEnd, { offerId, label }: RentRequest): Promise<boolean> => {
    if (end.kind !== 'rented' || end.contract === undefined) return true;
    try {
      const told = { instance_id: end.contract, offer_id: offerId, label };
      await writeText(io.stdout, options.isJson ? jsonLine(told) : `${end.contract}\n`);
      return true;
    } catch (error) {
      if (!(error instanceof OutputFailure)) throw error;
      complain(`${error.message}. It is rented all the same.`);
      return false;
    }
  };

  const waited = async (end: RentalEnd, signal: AbortSignal): Promise<ExitCode> => {
    const { waitMs: timeoutMs } = options;
    if (timeoutMs === undefined || end.kind !== 'rented' || end.contract === undefined) return EXIT.done;
    const { contract } = end;
    // Said with the id already.
    if (end.isStopped) return EXIT.failed;
    const onStatus = (status: string) => complain(`instance ${contract}: ${status}`);
    const waiting = await waitUntilRunning(contract, { client, clock: io.clock, timeoutMs, signal, onStatus });
    const words = waitWords(contract, waiting);
    if (words !== undefined) complain(words);
    if (waiting.kind === 'running') return EXIT.done;
    return waiting.kind === 'out-of-time' ? EXIT.waitedInVain : EXIT.failed;
  };

  /** Sends it for what was agreed to, and says what became of it. */
  const rentIt = async (
    plan: RentRequest,
    atMostPerHour: number | undefined,
    { rentals, purse }: ProfileJournal,
    standing: readonly Rental[],
    lease: LeaseTerms | undefined,
    signal: AbortSignal,
  ): Promise<RentalEnd> => {
    // Of what is applied it was told before it was held against its plan.
    const account = options.consent === 'given' && io.plan === undefined ? await accountNow() : undefined;
    const end = await rentOne(plan, {
      ...(lease && { lease: { ...lease, account: () => accountOf(client, keyMark) } }),
      ...{ client, clock: io.clock, random: io.random, rentals, purse, atMostPerHour, signal },
      over: options.over,
      known: options.isRepeatWanted ? 'all' : standing.map(({ id }) => id),
      onOffer: (offer) => {
        if (account === undefined) return;
        complainOfCosts(offer, plan, account);
        complainOfEnd();
        complainOfCalls(plan, offer);
      },
      onStage: (stage) => {
        if (stage === 'looking') complain('no usable answer came; looking for the instance for up to 60 s');
      },
    });
    // Said first, so that nobody loses the id whose pipe is closed.
    const over = overLimitWords(end.kind === 'not-sent' ? end.overLimit : undefined, options.over, io);
    complainAll([...endWords(end, plan, timeZone), ...(over === undefined ? [] : [over])]);
    return end;
  };

  return {
    /** Prints the calls, one a line, if the offer is there. */
    dryRun: async (plan: RentRequest): Promise<ExitCode> => {
      const asked = await askForOffer(plan);
      if ('code' in asked) return asked.code;
      const texts = callTexts(planOn(plan, asked.offer));
      await writeText(io.stdout, texts.map((text) => `${text}\n`).join(''));
      return EXIT.done;
    },

    /** The plan on the cheapest offers that fit; none where there are none, which has been told then. */
    cheapestPlans: async (plan: OfferlessPlan, line: FilterLine): Promise<readonly RentRequest[]> => {
      const { max: atMostPerHour = 0 } = options;
      const { filters, local } = wireFilters(line);
      const target = plan.slaTarget !== undefined && { target_reliability: { eq: plan.slaTarget } };
      const records = await search(cheapestOf({ ...filters, ...target }, plan.diskGb, ASKED));
      const sieve = createSieve({ clauses: local, words: line.words });
      const priced = records
        .filter(sieve.keeps)
        .flatMap((offer) => {
          const { id: offerId } = offer;
          const { perHour = -1 } = rentalCost(offer, plan);
          if (typeof offerId !== 'number' || perHour < 0) return [];
          return planProblems(plan, offer).length > 0 ? [] : [{ offerId, perHour }];
        })
        .sort((one, other) => one.perHour - other.perHour);
      const fitting = priced.filter(({ perHour }) => !costsMore(perHour, atMostPerHour));
      if (fitting.length === 0) complain(notCheapEnough(atMostPerHour, priced[0]?.perHour));
      return fitting.slice(0, MOST_TRIES).map(({ offerId }) => ({ ...plan, offerId }));
    },

    /** Rents the first of `plans` that is there, once the user has agreed to it. */
    rentFirst: async (
      plans: readonly RentRequest[],
      journal: ProfileJournal,
      signal: AbortSignal,
    ): Promise<ExitCode> => {
      let code: ExitCode = EXIT.failed;
      let isPut = isPutAt(io.setup, journal.rentals.isPut);
      const queue = [...plans];
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const plan = { ...next, isPut };
        const standing = journal.rentals.standing(plan);
        if ('problem' in standing) {
          complain(`${standing.problem} Nothing was sent.`);
          return EXIT.failed;
        }
        const unknown = standing.find(({ outcome }) => outcome.kind === 'unknown');
        if (unknown !== undefined && !options.isRepeatWanted) {
          complain(unknownBefore(unknown, timeZone));
          const [likely] = await likelyRented(unknown);
          if (likely !== undefined)
            complain(`instance ${likely} is new on that machine with that label: that is it, most likely.`);
          return EXIT.outcomeUnknown;
        }
        const agreed = await agree(plan);
        if ('code' in agreed) return agreed.code;
        const lease = terms();
        if (lease !== undefined && lease.untilMs <= lease.fromMs) {
          complain('The moment until which it was to be rented has passed. Nothing was sent.');
          return EXIT.badUsage;
        }
        const end = await rentIt(plan, agreed.atMostPerHour, journal, standing, lease, signal);
        code = (await isIdGiven(end, plan)) ? codeOfEnd(end) : EXIT.outcomeUnknown;
        if (isOfferLost(end)) continue;
        // What is applied is sent as it was planned, or not at all.
        if (isPutToTry(end, io.setup) && io.plan === undefined && !signal.aborted) {
          complain('nothing was rented with POST; what follows is a rental of its own, with PUT');
          isPut = true;
          queue.unshift(next);
          continue;
        }
        return code === EXIT.done ? await waited(end, signal) : code;
      }
      return code;
    },
  };
};

/** True where another offer may be tried: nothing was rented, and it is the offer that is gone, dearer or does not fit. */
const isOfferLost = (end: RentalEnd): boolean => {
  switch (end.kind) {
    case 'gone':
    case 'dearer':
    case 'unfit':
      return true;
    case 'refused':
      return isGone(end.error);
    case 'rented':
    case 'not-sent':
    case 'overtaken':
    case 'unknown':
      return false;
  }
};

/** The template that is named; or the code to end with, where it cannot be read. */
const readTemplate = async (
  { template: hash }: RentOptions,
  io: CommandIo,
  complain: (text: string) => void,
): Promise<{ readonly template: Template | undefined } | { readonly code: ExitCode }> => {
  if (hash === undefined) return { template: undefined };
  let template: Template | undefined;
  const code = await withService(io, async ({ client }) => {
    template = await findTemplate(hash, client, io);
    if (template === undefined)
      complain(`There is no template ${hash}: gpudeck list templates tells their hashes. Nothing was sent.`);
    return template === undefined ? EXIT.badUsage : EXIT.done;
  });
  return code === EXIT.done ? { template } : { code };
};

/** Resolves to the exit code; every message has been written by then. */
export const runRent = async (options: RentOptions & CommonOptions, io: CommandIo): Promise<ExitCode> => {
  const complain = (text: string): void => io.writeError(`gpudeck rent: ${printable(text)}\n`);
  const read = await readTemplate(options, io, complain);
  if ('code' in read) return read.code;
  const plan = planOf(options, io, read.template);
  const problems = 'problem' in plan ? [plan.problem] : planProblems(plan).map(({ message }) => message);
  const refusal = refusedAtOnce(options, io);
  const context = { timeZone: io.setup.timeZone, nowEpochMs: io.clock.now() };
  const until = options.lease && readUntil(options.lease.until, context);
  if (until !== undefined && 'problem' in until) problems.push(until.problem);
  if (
    'problem' in plan ||
    (until !== undefined && 'problem' in until) ||
    problems.length > 0 ||
    refusal !== undefined
  ) {
    for (const problem of [...problems, ...(refusal === undefined ? [] : [refusal])]) complain(problem);
    return EXIT.badUsage;
  }
  if (until !== undefined && 'clockNote' in until && until.clockNote !== undefined) complain(until.clockNote);
  const { what } = options;
  const line = 'cheapest' in what ? await readFilter(what.cheapest, 'rent', io, false, 'refused') : undefined;
  if ('cheapest' in what && line === undefined) return EXIT.badUsage;
  const journal = options.consent === 'dry-run' ? undefined : journalOf(io);
  if (journal !== undefined && 'problem' in journal) {
    complain(`${journal.problem} Nothing was sent.`);
    return EXIT.failed;
  }
  return withService(io, async (access) => {
    journal?.hide(access.client.redact);
    const renter = createRenter({ ...options, until }, io, access, complain);
    const plans =
      'offerId' in what
        ? [{ ...plan, offerId: what.offerId }]
        : line === undefined
          ? []
          : await renter.cheapestPlans(plan, line);
    const [first] = plans;
    if (first === undefined) return EXIT.failed;
    if (journal === undefined) return renter.dryRun({ ...first, isPut: isPutAt(io.setup, () => isPutKept(io)) });
    return untilInterrupted(
      io,
      () => {},
      (signal) => renter.rentFirst(plans, journal, signal),
    );
  });
};

/** What a journal has noted of it; the dry run makes none. */
const isPutKept = ({ setup }: CommandIo): boolean =>
  isPutIn(journalFile(setup.places), { profile: setup.profileName, service: setup.service });

/** Why nothing is rented whatever the offer is. */
const refusedAtOnce = ({ consent }: RentOptions, { setup, ask }: CommandIo): string | undefined => {
  if (!isSent(consent)) return undefined;
  const refusal = actRefusal(setup, 'rent');
  if (refusal !== undefined) return `${refusal} Nothing was sent.`;
  return consent === 'ask' && ask === undefined ? nobodyToAsk('rent') : undefined;
};
