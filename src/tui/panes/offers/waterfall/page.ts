/** The page that counts what each part of the filter keeps of the market. Pure. */

import { findComputedField } from '../../../../catalogue/computed-fields.ts';
import type { Offer } from '../../../../catalogue/values.ts';
import { isEvaluated } from '../../../../filter/evaluate.ts';
import { partsOf, partText, type SwitchedLine, type SwitchedPart } from '../../../../filter/switched-line.ts';
import { createPartsWaterfall, type Step } from '../../../../filter/waterfall.ts';
import type { Workload } from '../../../../pricing/job-cost.ts';
import type { Pricing } from '../pricing.ts';
import { isPricedFor, withCosts } from '../workload/costs.ts';
import { baseInUse, type MarketBase } from './market-base.ts';

/** One line of the page: a part of the filter, and its counts where the market is here. */
export type PartRow = Pick<Step, 'text' | 'isEvaluated'> & {
  readonly isDefault: boolean;
  readonly isOff: boolean;
  readonly counts?: Pick<Step, 'alone' | 'after' | 'without'>;
};

/** The open page. */
export type WaterfallPage = {
  readonly kind: 'waterfall';
  readonly line: SwitchedLine;
  readonly rows: readonly PartRow[];
  /** The row of the cursor, from 0. */
  readonly at: number;
};

/** What counting needs of the pane. */
type Counting = Pricing & { readonly base?: MarketBase | undefined; readonly workload?: Workload | undefined };

/** The page of `line`, counted over the base that `state` has. */
export const waterfallPage = (state: Counting, line: SwitchedLine, at = 0): WaterfallPage => {
  const parts = partsOf(line);
  const offers = baseInUse(state)?.offers;
  const { workload } = state;
  return {
    kind: 'waterfall',
    line,
    rows: offers === undefined ? parts.map(rowOf) : countedRows(parts, offers, workload, state.base?.pricing),
    at: Math.max(0, Math.min(parts.length - 1, at)),
  };
};

const rowOf = (part: SwitchedPart): PartRow => ({
  text: partText(part),
  isDefault: part.isDefault,
  isOff: part.isOff === true,
  isEvaluated: !('condition' in part) || isEvaluated(part.condition),
});

const countedRows = (
  parts: readonly SwitchedPart[],
  offers: readonly Offer[],
  workload: Workload | undefined,
  pricing: Pricing | undefined,
) => {
  // The market is asked for without an SLA target: what a job with one costs there is not known, and keeps nothing away.
  const isUnpriced = workload !== undefined && !isPricedFor(workload, pricing);
  const isUncounted = (part: SwitchedPart) => isUnpriced && isOnJob(part);
  const waterfall = createPartsWaterfall(parts.map((part) => (isUncounted(part) ? { ...part, isOff: true } : part)));
  waterfall.add(parts.some(isOnJob) ? withCosts(offers, workload, pricing) : offers);
  const steps = waterfall.steps();
  return parts.map((part, place): PartRow => {
    const row = rowOf(part);
    const step = steps[place];
    if (step === undefined) return row;
    if (isUncounted(part)) return { ...row, isEvaluated: false };
    const { alone, after, without } = step;
    return { ...row, counts: { alone, after, without } };
  });
};

/** True for a part that compares what a job costs. */
const isOnJob = (part: SwitchedPart): boolean =>
  'condition' in part && findComputedField(part.condition.field)?.needsWorkload === true;
