/** What the overview tells of: what is known by now of the user's things, of the market, and how it was when the user looked last. */
import type { Firing } from '../alerts/firing.ts';
import type { AnnouncedWindow, HostMachine, Instance, Offer, PriceIncrease } from '../catalogue/values.ts';
import type { Week } from '../history/weeks.ts';
import type { MoneyTold } from '../money/runway.ts';
import type { Workload } from '../pricing/job-cost.ts';
import type { Lease } from '../storage/journal/leases.ts';

/** What the service has told, and when (Unix epoch milliseconds). */
type Told<Value> = { readonly value: Value; readonly atEpochMs: number };

/** Records of a list; `isPartial`: there may be more of them. */
export type Listed<Kept> = Told<readonly Kept[]> & { readonly isPartial?: boolean };

/** The lists of the user's own. */
export type OwnLists = {
  readonly instances?: Listed<Instance> | undefined;
  readonly machines?: Listed<HostMachine> | undefined;
};

/** What GPUs of each model cost on the last seven days: the median of the offers on demand. */
export type MarketWeek = {
  readonly models: readonly { readonly model: string; readonly week: Week }[];
  /** Up to when it was generated and not recorded, Unix epoch milliseconds; absent where all was recorded. */
  readonly generatedUntilEpochMs?: number | undefined;
};

/** Offers of the last search, and the job that they are compared for. */
export type SearchedOffers = Listed<Offer> & { readonly job: Workload };

/** Those; undefined where no job is set or no search was kept. */
export const searchedFor = (
  job: Workload | undefined,
  kept: { readonly answer: { readonly records: readonly Offer[] }; readonly atEpochMs: number } | undefined,
): SearchedOffers | undefined => job && kept && { job, value: kept.answer.records, atEpochMs: kept.atEpochMs };

/** Whatever is not known is absent. */
export type OverviewFacts = OwnLists & {
  readonly windows?: Listed<AnnouncedWindow> | undefined;
  readonly increases?: Listed<PriceIncrease> | undefined;
  readonly money?: MoneyTold | undefined;
  readonly leases?: readonly Lease[] | undefined;
  /** The newest last. */
  readonly firings?: readonly Firing[] | undefined;
  /** As they were when the user looked last. */
  readonly before?: OwnLists | undefined;
  readonly market?: MarketWeek | undefined;
  readonly searched?: SearchedOffers | undefined;
};

/** When the newest of it was told; undefined where nothing was. */
export const newestAt = (facts: OverviewFacts): number | undefined => {
  const { instances, machines, windows, searched, money } = facts;
  const known = [instances, machines, windows, searched, money].flatMap((told) => told?.atEpochMs ?? []);
  return known.length === 0 ? undefined : Math.max(...known);
};

/** When the user looked last; undefined where nobody knows. */
export const lookedAt = ({ before }: OverviewFacts): number | undefined => {
  const known = [before?.instances, before?.machines].flatMap((told) => told?.atEpochMs ?? []);
  return known.length === 0 ? undefined : Math.max(...known);
};
