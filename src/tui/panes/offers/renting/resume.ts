/** What of renting is saved for a later run: what stands in the form, and for which offers. Pure; what is read back is checked. */
import { z } from 'zod';
import { pageShown } from '../pages.ts';
import type { OffersState } from '../state.ts';
import { formOf, keptTexts, RENT_FIELDS } from './form.ts';
import { MOST_OFFERS, rentOpened } from './page.ts';

/** `offerIds` are there while the page is open. A value that was typed into the environment is not saved, and nothing that was confirmed. */
export const savedRent = z.object({
  offerIds: z.array(z.int()).min(1).max(MOST_OFFERS).optional(),
  at: z.enum(RENT_FIELDS),
  texts: z.partialRecord(z.enum(RENT_FIELDS), z.string()),
});

type Saved = z.output<typeof savedRent>;

/** What is to be saved; undefined where nothing was typed. */
export const rentSaved = ({ rentForm, page }: OffersState): z.input<typeof savedRent> | undefined =>
  rentForm && {
    ...(page?.kind === 'rent' && page.stage.kind !== 'ended' && { offerIds: [...page.offerIds] }),
    at: rentForm.at,
    texts: keptTexts(rentForm),
  };

/** The pane with the form as it was. What was being sent is known to the journal, which the review tells. */
export const rentResumed = (state: OffersState, saved: Saved | undefined): OffersState => {
  if (saved === undefined) return state;
  const resumed = { ...state, rentForm: formOf(saved.texts, {}, saved.at) };
  return saved.offerIds === undefined ? resumed : pageShown(resumed, rentOpened(saved.offerIds));
};

/** What that is, in words. */
export const rentWords = (saved: Saved | undefined): readonly string[] => {
  const { offerIds = [] } = saved ?? {};
  const [first] = offerIds;
  if (first === undefined) return [];
  return [offerIds.length === 1 ? `offer ${first} being rented` : `${offerIds.length} offers being rented`];
};
