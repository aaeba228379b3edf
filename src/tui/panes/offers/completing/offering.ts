/** What may stand at the cursor of the filter line, as plain data. */
import type { Candidate } from '../../../../filter/complete.ts';

/** One text that may stand there, and how many of the offers at hand have it. */
export type Offered = Candidate & { readonly count?: number };

/** All of them, the likeliest first. Each goes in the place of the line from `from` to the cursor. */
export type Offering = {
  readonly from: number;
  readonly items: readonly Offered[];
  /** Name of the field of which a value is typed. */
  readonly valueField?: string;
  /** How many offers were counted through. */
  readonly offers: number;
};

/** The same while it is gone through; `chosen` is the place of the one that stands in the line now. */
export type Walk = Offering & { readonly chosen: number };
