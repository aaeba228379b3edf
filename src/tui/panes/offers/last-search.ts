/** What of the offers pane is there again at the next start without a question: the search, its columns and its view, and what views had. Pure. */
import { z } from 'zod';
import { LARGEST_LIMIT, SEARCH_TYPES } from '../../../api/requests.ts';
import { LONGEST_LINE } from '../../../filter/line.ts';
import { savedColumns } from '../../state/columns.ts';
import { savedOrder } from '../../state/resume.ts';
import type { PaneStart } from '../pane.ts';
import { type OffersState, startOf } from './state.ts';

const savedSearch = z.object({
  filter: z.string().max(LONGEST_LINE),
  order: savedOrder,
  type: z.enum(SEARCH_TYPES),
  storageGb: z.number().positive(),
  limit: z.int().positive().max(LARGEST_LIMIT),
  columns: savedColumns.optional(),
  view: z.string().optional(),
  viewCounts: z
    .record(z.string(), z.object({ shown: z.int().min(0), isCut: z.boolean(), atEpochMs: z.number() }))
    .optional(),
});

/** What is kept; of a filter that is being typed, what stood there before. */
export const searchSaved = (state: OffersState) => {
  const { workload: _, ...start } = startOf(state);
  const { before, text } = state.list.filter;
  return { ...start, filter: before ?? text, viewCounts: state.views.counts };
};

/** What a later run starts with; undefined where it is not understood. */
export const searchRead = (content: unknown): Partial<PaneStart['search']> | undefined =>
  savedSearch.safeParse(content).data;
