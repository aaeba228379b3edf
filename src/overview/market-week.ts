/** Reads of the history what GPUs of each model cost in the last week. */
import { USUAL_SEARCH } from '../api/requests.ts';
import { defaultClauses, wireFilters } from '../filter/request.ts';
import { generatedUntil } from '../history/generated.ts';
import type { HistoryReads } from '../history/history.ts';
import type { MarketWeek } from './facts.ts';

/** The week up to `nowEpochMs` of offers on demand at `service`, as a search without a filter finds them. */
export const marketWeek = async (
  reads: Pick<HistoryReads, 'medianWeeks' | 'events'>,
  service: string,
  nowEpochMs: number,
): Promise<MarketWeek> => {
  const line = { clauses: [] };
  const { filters, local } = wireFilters(line);
  const { type, allocatedStorageGb: storageGb } = USUAL_SEARCH;
  const medians = await reads.medianWeeks({
    ...{ service, local, nowEpochMs, by: ['gpu_name'] },
    asked: { type, storageGb, filters },
    conditions: defaultClauses(line),
  });
  return {
    models:
      'unkept' in medians
        ? []
        : medians.weeks.map(({ like, week }) => ({ model: String(Object.values(like)[0] ?? '?'), week })),
    generatedUntilEpochMs: await generatedUntil(reads, service),
  };
};
