/**
 * Rents one offer, for the page and for scripts alike: asks for the offer once more, notes which instances there are, claims offer
 * and label in the journal, sends the creation once, and looks for the instance where its answer was lost. That it is not in the list yet does not mean that it was not rented.
 */
import { CALLS, rentCall } from '../api/calls.ts';
import type { Client } from '../api/client.ts';
import { ApiError } from '../api/errors/error.ts';
import { unlessFailed } from '../api/errors/explain.ts';
import { COMMAND_BUDGET, type Retry, readPatiently } from '../api/http/retry.ts';
import type { CoverReply, RentReply } from '../api/records/replies.ts';
import { type CoverRequest, cheapestOf, type RentRequest, type SearchRequest } from '../api/requests.ts';
import { type Clock, sleep } from '../base/clock.ts';
import type { Instance, Offer } from '../catalogue/values.ts';
import { filtersByDefault } from '../filter/request.ts';
import { createSpendingLimits, type OverLimit, type SaidOver } from '../limits/allowance.ts';
import type { LeaseTerms } from '../storage/journal/leases.ts';
import type { Purse } from '../storage/journal/profile-journal.ts';
import type { KnownRentals, Rental, RentalClaim, Rentals } from '../storage/journal/rentals.ts';
import { claimedLine } from '../writes/claimed-line.ts';
import { type SendEnd, sendOnce } from '../writes/send-once.ts';
import { isNoSuchMethod } from './method.ts';
import { coverOf, type PlanProblem, planOn, planProblems } from './plan.ts';
import { rentalCost } from './price.ts';

/** What the instance is known by. */
type Sought = {
  /** Undefined where the offer did not name its machine: then nothing can be found. */
  readonly machineId: number | undefined;
  readonly label: string;
  /** Ids of all instances that there were before. */
  readonly before: readonly number[];
};

/** Waits between two looks, ms: a minute in all. */
const WAITS_MS = [0, 1000, 2000, 4000, 8000, 16_000, 29_000];

/** Ids that it may be, as of the last list that came: exactly one is it, none and several leave its outcome unknown. */
const findRented = async (
  sought: Sought,
  {
    client,
    clock,
    signal,
    ofOthers,
  }: Pick<RentalParts, 'client' | 'clock' | 'signal'> & {
    /** Those of these ids that are known to have been rented by another call: they are not it. */
    readonly ofOthers: (ids: readonly number[]) => readonly number[];
  },
): Promise<readonly number[]> => {
  if (sought.machineId === undefined) return [];
  for (const waitMs of WAITS_MS) {
    if (!(await sleep(clock, waitMs, signal))) return [];
    const found = candidates(
      (await unlessFailed(() => client.list(CALLS.instances, { signal })))?.records ?? [],
      sought,
    );
    const others = ofOthers(found);
    const left = found.filter((id) => !others.includes(id));
    if (left.length > 0) return left;
  }
  return [];
};

/** New ids on that machine with that label, as of this list. */
export const candidates = (records: readonly Instance[], { machineId, label, before }: Sought): readonly number[] =>
  records.flatMap(({ id, machine_id, label: theirs }) =>
    typeof id === 'number' && machine_id === machineId && theirs === label && !before.includes(id) ? [id] : [],
  );

/** What the price of an offer depends on. */
type Priced = Pick<RentRequest, 'offerId' | 'diskGb' | 'bid' | 'slaTarget'>;

/** Conditions that say whether an offer can be rented now; the other defaults are lifted for one that is known by its id. */
const IN_FORCE = ['rentable', 'rented'];

/** The search that brings the offer alone, at its price on demand, with the disk and the SLA cover of `plan`. */
export const offerSearch = ({ offerId, diskGb, slaTarget }: Omit<Priced, 'bid'>): SearchRequest => {
  const filters = {
    id: { eq: offerId },
    ...filtersByDefault((field) => IN_FORCE.includes(field)),
    ...(slaTarget !== undefined && { target_reliability: { eq: slaTarget } }),
  };
  return cheapestOf(filters, diskGb, 1);
};

/** What became of an offer: `dearer` names in $/hour what it costs now, undefined where that is not known, and what was agreed to. */
type OfferNow =
  | { readonly kind: 'as-agreed'; readonly offer: Offer }
  | { readonly kind: 'gone' }
  | {
      readonly kind: 'dearer';
      readonly offer: Offer;
      readonly perHour: number | undefined;
      readonly atMostPerHour: number;
    };

/** Prices that differ by less than a millionth of a dollar are the same: they are sums of fractions. */
const ROUNDING = 1e-6;

/** True where `perHour` is more than was agreed to, in $/hour. */
export const costsMore = (perHour: number, atMostPerHour: number): boolean => perHour > atMostPerHour + ROUNDING;

/** Judges what `offerSearch` has brought by `atMostPerHour`, the $/hour that were agreed to; absent: any price. */
export const offerNow = (offers: readonly Offer[], plan: Priced, atMostPerHour: number | undefined): OfferNow => {
  const offer = offers.find(({ id }) => id === plan.offerId);
  if (offer === undefined) return { kind: 'gone' };
  if (atMostPerHour === undefined) return { kind: 'as-agreed', offer };
  const { perHour } = rentalCost(offer, plan);
  return perHour !== undefined && !costsMore(perHour, atMostPerHour)
    ? { kind: 'as-agreed', offer }
    : { kind: 'dearer', offer, perHour, atMostPerHour };
};

/** Where renting stands. */
export type RentalStage = 'asking' | 'listing' | 'sending' | 'looking' | 'covering';

/** What an offer is rented with. */
type RentalParts = {
  readonly client: Client;
  readonly clock: Clock;
  /** A random number, at least 0 and below 1. */
  readonly random: () => number;
  readonly rentals: Rentals;
  /** What may be spent, and what somebody has said to go over it. */
  readonly purse: Purse;
  readonly over?: SaidOver | undefined;
  /** Lines of this offer or label that the user knows of; any other keeps this one from being sent. */
  readonly known: KnownRentals;
  /** $/hour that were agreed to; a higher price stops. Absent: any price. */
  readonly atMostPerHour?: number | undefined;
  /** Until when it is wanted; its lease is noted with the rental. `account`: whose instance it will be, asked before anything is sent. */
  readonly lease?: (LeaseTerms & { readonly account: () => Promise<string> }) | undefined;
  /** Ends it as long as nothing has been sent, and the looking afterwards. */
  readonly signal?: AbortSignal | undefined;
  readonly onStage?: (stage: RentalStage) => void;
  /** Told of the offer as it is now, before anything is sent. */
  readonly onOffer?: (offer: Offer) => void;
  /** Told at which moment of the clock's ticks the next call's turn will come. */
  readonly onWait?: (untilMs: number) => void;
  /** Told of a read that failed and is made again. */
  readonly onRetry?: (retry: Retry) => void;
};

/** The cover of an instance that was rented a moment ago. */
export type CoverToAsk = { readonly contract: number; readonly cover: CoverRequest; readonly claim: RentalClaim };

/** How the call for a cover ended. */
export type CoverAsked = SendEnd<CoverReply, never>;

/**
 * How the cover of a new instance ended: `named` that its record has a premium already, `unsaid` that its record does not say so.
 * Nothing was sent then, because elsewhere the call for it rents a second instance.
 */
export type CoverEnd =
  | CoverAsked
  | { readonly kind: 'named' }
  | { readonly kind: 'unsaid'; readonly toAsk: CoverToAsk };

/** How renting ended. `journalProblem` says that this could not be noted. */
export type RentalEnd =
  | {
      readonly kind: 'rented';
      /** The id of the instance; undefined where the service said yes, and named none that could be found. */
      readonly contract: number | undefined;
      /** True where the answer was lost and the instance was found in the list. */
      readonly isFound: boolean;
      /** True where the service said that it was created stopped. */
      readonly isStopped: boolean;
      readonly offer: Offer;
      /** Absent where no SLA target was wanted, and where `new_contract` did not come: then no cover was sent. */
      readonly cover?: CoverEnd;
      readonly journalProblem?: string | undefined;
    }
  /** Not sent: the offer is gone or dearer, or the plan does not go with it. */
  | Exclude<OfferNow, { kind: 'as-agreed' }>
  | { readonly kind: 'unfit'; readonly problems: readonly PlanProblem[] }
  /** Not sent: what had to be read before could not be read, or it was held back. */
  | {
      readonly kind: 'not-sent';
      readonly error: ApiError;
      readonly journalProblem?: string | undefined;
      readonly overLimit?: OverLimit | undefined;
    }
  /** Not sent: there is something in the journal that the user did not know of. */
  | { readonly kind: 'overtaken'; readonly standing: readonly Rental[] }
  /** Certainly not carried out. */
  | { readonly kind: 'refused'; readonly error: ApiError; readonly journalProblem?: string | undefined }
  /** It may have been carried out. `candidates`: none, or several new instances that it may be. */
  | {
      readonly kind: 'unknown';
      readonly error: ApiError;
      readonly candidates: readonly number[];
      readonly journalProblem?: string | undefined;
    };

/** Rents the offer of `plan`. Rejects only with a programmer's error. */
export const rentOne = async (plan: RentRequest, parts: RentalParts): Promise<RentalEnd> => {
  const { client, clock, signal, rentals, known, onStage, onWait } = parts;
  let found: OfferNow;
  let before: readonly number[];
  let isWhole: boolean;
  let account: string | undefined;
  let cost: ReturnType<typeof rentalCost>;
  try {
    onStage?.('asking');
    found = await askOffer(plan, parts);
    if (found.kind !== 'as-agreed') return found;
    const problems = planProblems(plan, found.offer);
    if (problems.length > 0) return { kind: 'unfit', problems };
    // Nobody agrees to a price that is not there.
    cost = rentalCost(found.offer, plan);
    if ((cost.perHour ?? -1) < 0) return { kind: 'dearer', offer: found.offer, perHour: undefined, atMostPerHour: 0 };
    parts.onOffer?.(found.offer);
    onStage?.('listing');
    ({ ids: before, isWhole } = await listIds(parts));
    account = await parts.lease?.account();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { kind: 'not-sent', error };
  }
  const { offer } = found;
  const { offerId, image, diskGb, label } = plan;
  const machineId = offer.machine_id ?? undefined;
  const claim: RentalClaim = { kind: 'rent', offerId, machineId, image, diskGb, label, before };
  const lease = parts.lease && account !== undefined ? { ...parts.lease, account } : undefined;
  const leased = { ...claim, ...(lease && { lease }) };
  const line = rentalLine<RentReply>(leased, { rentals, known }, ({ contract }) => contract);
  const hours = parts.lease && (parts.lease.untilMs - clock.now()) / 3_600_000;
  const allowance = await createSpendingLimits(
    parts.purse,
    client,
    clock,
  )(
    {
      ...{ act: 'rent', perHour: cost.perHour, rentalPerHour: { total: cost.perHour }, instances: 1, machineId },
      ...{ lease: hours ?? 'none', image: { name: image } },
    },
    parts.over,
  );
  const sending = { client, clock, allowance, signal, onWait, onSending: () => onStage?.('sending') };
  const end = await sendOnce(rentCall(plan), planOn(plan, offer), line, sending);
  if (plan.isPut === true) notePut(end, rentals);
  const journalProblem = 'journalProblem' in end ? end.journalProblem : undefined;
  switch (end.kind) {
    case 'overtaken':
      return { kind: 'overtaken', standing: end.standing };
    case 'held-back':
      return { kind: 'not-sent', error: end.error, journalProblem, overLimit: end.overLimit };
    case 'refused':
      return { kind: 'refused', error: end.error, journalProblem };
    case 'accepted':
    case 'unknown':
      break;
  }
  if (end.kind === 'accepted' && end.reply.contract !== undefined) {
    const { contract, isStopped } = end.reply;
    const rented = { kind: 'rented', contract, isFound: false, isStopped, offer, journalProblem } as const;
    const cover = coverOf(plan);
    if (cover === undefined) return rented;
    onStage?.('covering');
    const premium = await premiumOf(contract, parts);
    const toAsk: CoverToAsk = { contract, cover, claim: { ...claim, kind: 'cover' } };
    if (premium === undefined) return { ...rented, cover: { kind: 'unsaid', toAsk } };
    return { ...rented, cover: premium === 0 ? await askCover(toAsk, parts) : { kind: 'named' } };
  }
  onStage?.('looking');
  const id = line.place();
  const ofOthers = (ids: readonly number[]) => (id === undefined ? [] : rentals.ofOthers(ids, id));
  // Beside a list that was cut, an old instance would look new.
  const candidates = isWhole ? await findRented({ machineId, label, before }, { client, clock, signal, ofOthers }) : [];
  const [contract] = candidates.length === 1 ? candidates : [];
  if (contract !== undefined && id !== undefined) {
    const found = { kind: 'accepted', contract, isFound: true } as const;
    const unnoted = rentals.settle(id, found, clock.now()) ?? allowance.settle('accepted');
    return {
      kind: 'rented',
      contract,
      isFound: true,
      isStopped: false,
      offer,
      journalProblem: journalProblem ?? unnoted,
    };
  }
  if (end.kind === 'accepted')
    return { kind: 'rented', contract: undefined, isFound: false, isStopped: false, offer, journalProblem };
  return { kind: 'unknown', error: end.error, candidates, journalProblem };
};

/** Only an instance shows that a service creates with PUT, and only its refusal of that method that it does not. */
const notePut = (end: SendEnd<RentReply, readonly Rental[]>, rentals: Rentals): void => {
  if (end.kind === 'accepted' && end.reply.contract !== undefined) rentals.notePut(true);
  if (end.kind === 'refused' && isNoSuchMethod(end.error)) rentals.notePut(false);
};

const askOffer = async (plan: RentRequest, parts: RentalParts): Promise<OfferNow> => {
  const { client, signal, onWait, atMostPerHour } = parts;
  const { records } = await patiently('search', parts, (options) =>
    client.searchOffers(offerSearch(plan), { ...options, signal, ...(onWait && { onWait }) }),
  );
  return offerNow(records, plan, atMostPerHour);
};

/** The ids of all instances; `isWhole` is false where the service has cut the list. */
const listIds = async (parts: RentalParts): Promise<{ readonly ids: readonly number[]; readonly isWhole: boolean }> => {
  const { client, signal, onWait } = parts;
  const { records, isTruncated } = await patiently('instances', parts, (options) =>
    client.list(CALLS.instances, { ...options, signal, ...(onWait && { onWait }) }),
  );
  return { ids: records.flatMap(({ id }) => (typeof id === 'number' ? [id] : [])), isWhole: isTruncated !== true };
};

const patiently = <Answer>(
  read: 'search' | 'instances',
  { client, clock, random, signal, onRetry }: RentalParts,
  call: (options: { readonly attempt?: number }) => Promise<Answer>,
): Promise<Answer> =>
  readPatiently({
    read,
    call,
    budget: COMMAND_BUDGET,
    clock,
    random,
    turnInMs: client.turnInMs,
    ...(signal && { patience: () => signal }),
    onRetry: (retry) => onRetry?.(retry),
  });

/** $/hour that the record of the instance has for its cover; undefined where it says none, or does not come. */
const premiumOf = async (contract: number, { client, onWait }: RentalParts): Promise<number | undefined> => {
  const listed = await unlessFailed(() => client.list(CALLS.instances, { ...(onWait && { onWait }) }));
  return listed?.records.find(({ id }) => id === contract)?.instance?.slaPremiumPerHour ?? undefined;
};

/** Asks for the cover once. A service that creates with PUT rents a second instance with this call: its reply names it then. */
export const askCover = async (
  { contract, cover, claim }: CoverToAsk,
  { client, clock, rentals, onWait }: Pick<RentalParts, 'client' | 'clock' | 'rentals' | 'onWait'>,
): Promise<CoverAsked> => {
  const line = rentalLine<CoverReply>(claim, { rentals, known: 'all' }, ({ second }) => second);
  const end = (await sendOnce(CALLS.cover, cover, line, { client, clock, onWait })) as CoverAsked;
  const isTheSame = end.kind === 'accepted' && end.reply.second === contract;
  return isTheSame ? { ...end, reply: { second: undefined } } : end;
};

/** The line of one call in the journal. */
const rentalLine = <Reply>(
  claim: RentalClaim,
  { rentals, known }: Pick<RentalParts, 'rentals' | 'known'>,
  contractIn: (reply: Reply) => number | undefined,
) =>
  claimedLine<Reply, readonly Rental[]>({
    begin: (atEpochMs) => rentals.begin(claim, atEpochMs, known),
    settle: (id, outcome) => {
      const settled =
        outcome.kind === 'accepted'
          ? ({ kind: 'accepted', contract: contractIn(outcome.reply) } as const)
          : { kind: outcome.kind, reason: outcome.reason };
      return rentals.settle(id, settled, outcome.atEpochMs);
    },
  });
