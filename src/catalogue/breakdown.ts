/** The six prices of an offer's `search` and `instance` objects (docs/interface.md, Offer). All are numbers in $/hour. */
import type { Field } from './field.ts';

/** One price of a breakdown. */
type BreakdownFigure = { readonly name: string; readonly label: string } & Pick<Field, 'better'>;

/** The six prices in the order in which they are shown. */
export const BREAKDOWN_FIGURES = [
  { name: 'gpuCostPerHour', label: 'GPUs' },
  { name: 'diskHour', label: 'Disk' },
  { name: 'slaPremiumPerHour', label: 'SLA premium' },
  { name: 'totalHour', label: 'Total' },
  { name: 'discountTotalHour', label: 'Discount', better: 'more' },
  { name: 'discountedTotalPerHour', label: 'Total less discount' },
] as const satisfies readonly BreakdownFigure[];

/** A breakdown object; a reply may leave any figure out. $/hour. */
export type Breakdown = { readonly [F in (typeof BREAKDOWN_FIGURES)[number]['name']]?: number | null };
