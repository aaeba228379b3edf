/** What `gpudeck record` is asked for. */
import type { SearchType } from '../../../api/requests.ts';
import type { SearchStart } from '../../search-options.ts';

/** What is recorded, and how. */
export type RecordOptions = {
  readonly start: SearchStart;
  readonly types: readonly SearchType[];
  readonly everyMs: number;
  /** Absent: as many as the service gives. */
  readonly limit?: number;
  /** Port on which figures are served; absent: they are not. */
  readonly metricsPort?: number;
  readonly isOnce: boolean;
  readonly isJson: boolean;
};
