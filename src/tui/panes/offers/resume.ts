/** What of the offers pane is saved for a later run, how it is resumed, and what comes back at the next start without a question. Pure. */

import { z } from 'zod';
import { LARGEST_LIMIT, SEARCH_TYPES } from '../../../api/requests.ts';
import { plural } from '../../../base/figures.ts';
import { LONGEST_LINE } from '../../../filter/line.ts';
import { savedColumns } from '../../state/columns.ts';
import { type Line, lineReplaced, savedLine } from '../../state/line.ts';
import {
  historyWords,
  listGoneOnWith,
  placeSaved,
  type SavedWords,
  savedLook,
  savedOrder,
  workSaved,
} from '../../state/resume.ts';
import { savedOver } from '../page/page.ts';
import type { PaneStart } from '../pane.ts';
import { OFFER_PAGES } from './detail.ts';
import { isGrouping } from './groupings.ts';
import { jobResumed, jobSaved, savedJob } from './job.ts';
import { OFFERS_LIST } from './list.ts';
import { OFFERS_PAGES } from './over.tsx';
import { rentResumed, rentSaved, rentWords, savedRent } from './renting/opening.ts';
import { type OffersState, PROMPT_SUBJECTS, startOf } from './state.ts';
import { promptEdited, promptOpened } from './terms.ts';
import { savedViewName, viewNameResumed, viewNameSaved } from './views.ts';
import { savedWatch, watchResumed, watchSaved } from './watch.ts';

/** The page that lies over the table. */
const OVER = savedOver(OFFERS_PAGES);

const PAGE_NAMES = OFFER_PAGES.map(({ name }) => name);

/** What is asked for beside the filter. */
const savedTerms = {
  order: savedOrder,
  type: z.enum(SEARCH_TYPES),
  storageGb: z.number().positive(),
  limit: z.int().positive().max(LARGEST_LIMIT),
};

/**
 * What is saved. `offer` is the one under the cursor, unless that is the first and not open; `page` is the one at which it is
 * open, `over` the page that lies over the table.
 */
export const savedOffers = z.object({
  filter: savedLine,
  ...savedTerms,
  column: z.string(),
  ...savedLook,
  offer: z.number().optional(),
  page: z.enum(PAGE_NAMES).optional(),
  marked: z.array(z.number()),
  job: savedJob.optional(),
  viewName: savedViewName.optional(),
  rent: savedRent.optional().catch(undefined),
  over: z.unknown().optional(),
  watch: savedWatch.optional().catch(undefined),
  prompt: z.object({ subject: z.enum(PROMPT_SUBJECTS), text: z.string() }).optional(),
});

/** What is to be saved of the pane. */
export const offersSaved = (state: OffersState): z.input<typeof savedOffers> => {
  const { list, prompt, type, storageGb, limit } = state;
  return {
    ...workSaved(list),
    type,
    storageGb,
    limit,
    ...offerSaved(list),
    marked: list.marked.filter((key) => typeof key === 'number'),
    job: jobSaved(state),
    viewName: viewNameSaved(state),
    rent: rentSaved(state),
    over: OVER.saved(state),
    watch: watchSaved(state),
    ...(prompt !== undefined && { prompt: { subject: prompt.subject, text: prompt.line.text } }),
  };
};

/** The same without what comes back by itself (`last-search.ts`): of the filter only what is being typed, and no column. */
export const offersOffered = (state: OffersState): unknown => {
  const { filter } = state.list;
  const rest = Object.entries(offersSaved(state)).filter(([part]) => !NOT_OFFERED.includes(part));
  return { ...Object.fromEntries(rest), typed: isHalfTyped(filter) ? filter.text : undefined };
};

const NOT_OFFERED: readonly string[] = ['filter', 'order', 'type', 'storageGb', 'limit', 'columns', 'column'];

/** True while a line is open that says something else than before it was opened. */
const isHalfTyped = ({ text, before }: Pick<Line, 'text' | 'before'>): boolean =>
  before !== undefined && text !== before;

const offerSaved = (list: OffersState['list']): Pick<z.input<typeof savedOffers>, 'offer' | 'page'> => {
  const place = placeSaved(list, OFFERS_LIST);
  if (typeof place?.key !== 'number') return {};
  const page = place.page === undefined ? undefined : PAGE_NAMES[place.page];
  return { offer: place.key, ...(page !== undefined && { page }) };
};

/** The pane as it is resumed; the cursor waits for its offer. */
export const offersResumed = (
  { prompt: _, ...before }: OffersState,
  {
    type,
    storageGb,
    limit,
    offer,
    page,
    prompt,
    job,
    viewName,
    rent,
    over,
    watch,
    ...list
  }: z.output<typeof savedOffers>,
): OffersState => {
  const state = viewNameResumed(jobResumed(before, job), viewName);
  const sought =
    offer === undefined ? undefined : { key: offer, ...(page !== undefined && { page: PAGE_NAMES.indexOf(page) }) };
  const resumed = OVER.resumed(
    rentResumed(
      {
        ...state,
        type,
        storageGb,
        limit,
        watch: watchResumed(watch),
        list: listGoneOnWith(state.list, { ...list, sought }, OFFERS_LIST),
      },
      rent,
    ),
    over,
  );
  return prompt === undefined
    ? resumed
    : promptEdited(promptOpened(resumed, prompt.subject), lineReplaced(prompt.text));
};

/** What that is, in words. */
export const offersWords = (saved: z.output<typeof savedOffers>): SavedWords => {
  const { filter, marked, offer, page, history } = saved;
  return {
    work: [
      ...(isHalfTyped(filter) && filter.text.trim() !== '' ? [`offers with ${filter.text.trim()}`] : []),
      ...historyWords(history),
      ...(saved.prompt === undefined ? [] : [`a ${saved.prompt.subject} being typed`]),
      ...(saved.job?.form === undefined ? [] : ['a job being described']),
      ...(saved.viewName === undefined ? [] : ['a name for a view being typed']),
      ...rentWords(saved.rent),
      ...OVER.words(saved.over).typed,
      ...(marked.length === 0 ? [] : [`${marked.length} marked ${plural(marked.length, 'offer')}`]),
    ],
    place: [
      ...(offer === undefined ? [] : [`offer ${offer} ${page === undefined ? 'under the cursor' : 'open'}`]),
      ...OVER.words(saved.over).open,
    ],
  };
};

const savedSearch = z.object({
  filter: z.string().max(LONGEST_LINE),
  ...savedTerms,
  columns: savedColumns.optional(),
  groupedBy: z.string().refine(isGrouping).optional().catch(undefined),
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
