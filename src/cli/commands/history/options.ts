/** What `gpudeck history` is asked for. */

import type { SearchStart } from '../../search-options.ts';
import type { Output } from '../../shared-options.ts';

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
