/** What `gpudeck history` is asked for. */
import type { Output } from '../../shared-options/output.ts';
import type { SearchStart } from '../../shared-options/search-start.ts';

/** What of the past is printed. */
export type HistoryOptions = {
  readonly start: SearchStart;
  readonly output: Output;
  /** Wire names of the fields that offers of one cohort agree in. */
  readonly by: readonly string[];
  /** How far back, and how long a bucket is. */
  readonly backMs: number;
  readonly stepMs: number;
};

/** Of whom the intervals are printed. */
export type Whose = { readonly offerId: number } | { readonly machineId: number };
