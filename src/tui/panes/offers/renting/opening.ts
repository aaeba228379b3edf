/** What the form is opened with: what is usual here, or what an earlier run has left of it; and what the review stands on. */

import { z } from 'zod';
import { RUN_TYPES } from '../../../../api/requests.ts';
import { targetText } from '../../../../pricing/workload-text.ts';
import { madeLabel } from '../../../../rentals/plan.ts';
import type { JournalAccess } from '../../../../storage/journal/profile-journal.ts';
import type { Rental } from '../../../../storage/journal/rentals.ts';
import { fieldOpened } from '../../../state/form.ts';
import { lineOf } from '../../../state/line.ts';
import type { Needs } from '../../pane.ts';
import { pageShown } from '../pages.ts';
import type { OffersState } from '../state.ts';
import { formFor, formOf, keptTexts, RENT_FIELDS, type RentForm } from './form.ts';
import { isOver, MOST_OFFERS, rentOpened } from './page.ts';

/** The lines of the journal in which images stand that were rented with. */
const IMAGES = 'images';

/** Keeps the image for the next time. */
export const rememberImage = (access: JournalAccess, image: string): void => {
  if (!('problem' in access)) access.filterLines(IMAGES).keep(image);
};

/** What can be taken without typing, the newest image first. */
export const offeredHere = (access: JournalAccess, { presets }: Needs['renting']): RentForm['offered'] => ({
  preset: Object.keys(presets().presets),
  image: 'problem' in access ? [] : access.filterLines(IMAGES).list().toReversed(),
  runType: RUN_TYPES,
});

/** The least that a service takes (docs/interface.md, Create instance). */
const SMALLEST_DISK_GB = 8;

/** The disk that stands in the form at first: that of the job, or of the search. */
export const usualDisk = ({ workload, storageGb }: Pick<OffersState, 'workload' | 'storageGb'>): string =>
  String(Math.max(SMALLEST_DISK_GB, workload?.diskGb ?? storageGb));

/** What stands at first in the fields that a template may fill in: the image that was rented with last, and the disk. */
export const usualTexts = (
  job: Pick<OffersState, 'workload' | 'storageGb'>,
  { image: [image] = [] }: RentForm['offered'],
) => ({ ...(image !== undefined && { image }), disk: usualDisk(job) });

/** The form for `offerIds` as it was left, or else what is usual here. */
export const formToOpen = (
  { rentForm, workload, storageGb }: OffersState,
  offered: RentForm['offered'],
  offerIds: readonly number[],
): RentForm => {
  const usual = usualTexts({ workload, storageGb }, offered);
  if (rentForm !== undefined) return fieldOpened(formFor({ ...rentForm, offered, usual }, offerIds), rentForm.at);
  const at = (offered.preset ?? []).length > 0 ? 'preset' : 'image';
  const sla = workload?.slaTarget === undefined ? {} : { sla: targetText(workload.slaTarget) };
  return formFor({ ...formOf({ ...usual, ...sla }, offered, at), usual }, offerIds);
};

/** A label and an end are of one instance: others are made, or typed, for the next. */
export const labelUsed = (form: RentForm): RentForm => ({
  ...form,
  lines: { ...form.lines, label: lineOf(''), until: lineOf('') },
});

/** The label of each of `count` offers: no two have the same. */
export const labelsFor = (count: number, label: string | undefined, random: () => number): readonly string[] => {
  const common = label ?? madeLabel(random);
  return count === 1 ? [common] : Array.from({ length: count }, (_, place) => `${common}-${place + 1}`);
};

/** What the journal knows of the offers and labels, each line once; or why that cannot be read. */
export const standingOf = (
  access: JournalAccess,
  offerIds: readonly number[],
  labels: readonly string[],
): readonly Rental[] | { readonly problem: string } => {
  if ('problem' in access) return { problem: access.problem };
  const found = new Map<number, Rental>();
  for (const [place, offerId] of offerIds.entries()) {
    const standing = access.rentals.standing({ offerId, label: labels[place] ?? '' });
    if ('problem' in standing) return standing;
    for (const rental of standing) found.set(rental.id, rental);
  }
  return [...found.values()];
};

/** `offerIds` are there while the page is open; else `filledFor` are the offers that the form was opened for last. A value that was typed into the environment is not saved, and nothing that was confirmed. */
export const savedRent = z.object({
  offerIds: z.array(z.int()).min(1).max(MOST_OFFERS).optional(),
  filledFor: z.array(z.int()).max(MOST_OFFERS).optional(),
  at: z.enum(RENT_FIELDS),
  texts: z.partialRecord(z.enum(RENT_FIELDS), z.string()),
});

type Saved = z.output<typeof savedRent>;

/** What is to be saved; undefined where nothing was typed. */
export const rentSaved = ({ rentForm, page }: OffersState): z.input<typeof savedRent> | undefined =>
  rentForm && {
    ...(page?.kind === 'rent' && !isOver(page)
      ? { offerIds: [...page.offerIds] }
      : rentForm.offerIds && { filledFor: [...rentForm.offerIds] }),
    at: rentForm.at,
    texts: keptTexts(rentForm),
  };

/** The pane with the form as it was. What was being sent is known to the journal, which the review tells. */
export const rentResumed = (state: OffersState, saved: Saved | undefined): OffersState => {
  if (saved === undefined) return state;
  const rentForm = { ...formOf(saved.texts, {}, saved.at), offerIds: saved.offerIds ?? saved.filledFor };
  const resumed = { ...state, rentForm };
  return saved.offerIds === undefined ? resumed : pageShown(resumed, rentOpened(saved.offerIds));
};

/** What that is, in words. */
export const rentWords = (saved: Saved | undefined): readonly string[] => {
  const { offerIds = [] } = saved ?? {};
  const [first] = offerIds;
  if (first === undefined) return [];
  return [offerIds.length === 1 ? `offer ${first} being rented` : `${offerIds.length} offers being rented`];
};
