/** The market as the parts of a filter are held against it: what a job costs is known of its offers where a part asks that. Pure. */
import { findComputedField } from '../../../../catalogue/computed-fields.ts';
import type { Offer } from '../../../../catalogue/values.ts';
import type { LinePart } from '../../../../filter/waterfall.ts';
import type { Workload } from '../../../../pricing/job-cost.ts';
import type { Pricing } from '../pricing.ts';
import { isPricedFor, withCosts } from '../workload/costs.ts';
import { baseInUse, type MarketBase } from './market-base.ts';

/** What of the pane says how the market is priced. */
export type Counting = Pricing & { readonly base?: MarketBase | undefined; readonly workload?: Workload | undefined };

/** The market, the parts that can be held against it with the others off, and which those are. */
type Held<Part> = {
  readonly offers: readonly Offer[];
  readonly parts: readonly Part[];
  readonly isHeld: (part: Part) => boolean;
};

/** The market for `parts`; undefined where it is not here. */
export const marketHeld = <Part extends LinePart>(state: Counting, parts: readonly Part[]): Held<Part> | undefined => {
  const offers = baseInUse(state)?.offers;
  if (offers === undefined) return undefined;
  const { workload, base } = state;
  // The market is asked for without an SLA target: what a job with one costs there is not known, and keeps nothing away.
  const isUnpriced = workload !== undefined && !isPricedFor(workload, base?.pricing);
  const isHeld = (part: Part) => !(isUnpriced && isOnJob(part));
  return {
    offers: parts.some(isOnJob) ? withCosts(offers, workload, base?.pricing) : offers,
    parts: parts.map((part) => (isHeld(part) ? part : { ...part, isOff: true })),
    isHeld,
  };
};

/** True for a part that compares what a job costs. */
const isOnJob = (part: LinePart): boolean =>
  'condition' in part && findComputedField(part.condition.field)?.needsWorkload === true;
