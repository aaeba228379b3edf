/** What of the offers pane is remembered for a later run, and how the pane goes on with it. Pure. */
import { z } from 'zod';
import { SEARCH_TYPES } from '../../../api/requests.ts';
import { lineOf, lineReplaced } from '../../state/line.ts';
import { lineSaved, type SavedWords, savedLine, savedOrder } from '../../state/saved-list.ts';
import {
  type Detail,
  filterEdited,
  filterOpened,
  LIMIT_MAXIMUM,
  type OffersState,
  promptEdited,
  promptOpened,
  USUAL_START,
} from './state.ts';

/**
 * What is remembered. `offer` is the one under the cursor, unless that is the first and not open; `page` is the one at which it is
 * open.
 */
export const savedOffers = z.object({
  filter: savedLine,
  order: savedOrder,
  type: z.enum(SEARCH_TYPES),
  storageGb: z.number().positive(),
  limit: z.int().positive().max(LIMIT_MAXIMUM),
  column: z.string(),
  offer: z.number().optional(),
  page: z.enum(['fields', 'costs']).optional(),
  marked: z.array(z.number()),
  prompt: z.object({ subject: z.enum(['storage', 'limit']), text: z.string() }).optional(),
});

/** What is to be remembered of the pane. */
export const offersSaved = (state: OffersState): z.input<typeof savedOffers> => {
  const { prompt } = state;
  return {
    filter: lineSaved(state.filter),
    order: state.order.map(([field, direction]) => [field, direction]),
    type: state.type,
    storageGb: state.storageGb,
    limit: state.limit,
    column: state.column,
    ...placeSaved(state),
    marked: [...state.marked],
    ...(prompt !== undefined && { prompt: { subject: prompt.subject, text: prompt.line.text } }),
  };
};

const placeSaved = ({ sought, detail, shown, cursor }: OffersState): { offer?: number; page?: Detail['page'] } => {
  const isNowhere = sought === undefined && detail === undefined && cursor.row === 0;
  const offer = sought?.id ?? (detail?.offer ?? shown[cursor.row])?.id;
  const page = detail?.page ?? sought?.page;
  return isNowhere || typeof offer !== 'number' ? {} : { offer, ...(page !== undefined && { page }) };
};

/** The pane as it is gone on with; the cursor waits for its offer. */
export const offersResumed = (
  { editing: _, prompt: __, detail: ___, ...state }: OffersState,
  { filter, offer, page, prompt, ...rest }: z.output<typeof savedOffers>,
): OffersState => {
  const { before } = filter;
  const kept = filterEdited({ ...state, ...rest }, before === undefined ? filter : lineOf(before), 1);
  const typed = before === undefined ? kept : filterEdited(filterOpened(kept), filter, 1);
  const prompted =
    prompt === undefined ? typed : promptEdited(promptOpened(typed, prompt.subject), lineReplaced(prompt.text));
  return offer === undefined ? prompted : { ...prompted, sought: { id: offer, ...(page !== undefined && { page }) } };
};

/** What that is, in words. */
export const offersWords = (remembered: z.output<typeof savedOffers>): SavedWords => {
  const { filter, storageGb, limit, marked, offer, page } = remembered;
  return {
    work: [
      ...(filter.text.trim() === '' ? [] : [`offers with ${filter.text.trim()}`]),
      ...(storageGb === USUAL_START.storageGb ? [] : [`prices with a disk of ${storageGb} GB`]),
      ...(limit === USUAL_START.limit ? [] : [`${limit} offers at most`]),
      ...(marked.length === 0 ? [] : [`${marked.length} marked offer${marked.length === 1 ? '' : 's'}`]),
    ],
    place: offer === undefined ? [] : [`offer ${offer} ${page === undefined ? 'under the cursor' : 'open'}`],
  };
};
