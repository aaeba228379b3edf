/** What the form is opened with, and what the review stands on. */
import { RUN_TYPES } from '../../../../api/requests.ts';
import { targetText } from '../../../../pricing/workload-text.ts';
import { madeLabel } from '../../../../rentals/label.ts';
import type { RentingParts } from '../../../../rentals/renting-parts.ts';
import type { JournalAccess } from '../../../../storage/journal/profile-journal.ts';
import type { Rental } from '../../../../storage/journal/rentals.ts';
import { lineOf } from '../../../state/line.ts';
import type { OffersState } from '../state.ts';
import { fieldOpened, formOf, type RentForm } from './form.ts';

/** The lines of the journal in which images stand that were rented with. */
const IMAGES = 'images';

/** Keeps the image for the next time. */
export const rememberImage = (access: JournalAccess, image: string): void => {
  if (!('problem' in access)) access.filterLines(IMAGES).keep(image);
};

/** What can be taken without typing, the newest image first. */
export const offeredHere = (access: JournalAccess, { presets }: RentingParts): RentForm['offered'] => ({
  preset: Object.keys(presets().presets),
  image: 'problem' in access ? [] : access.filterLines(IMAGES).list().toReversed(),
  runType: RUN_TYPES,
});

/** The least that a service takes (docs/interface.md, Create instance). */
const SMALLEST_DISK_GB = 8;

/** The form as it was left, or else what is usual here. */
export const formToOpen = ({ rentForm, workload, storageGb }: OffersState, offered: RentForm['offered']): RentForm => {
  if (rentForm !== undefined) return fieldOpened({ ...rentForm, offered }, rentForm.at);
  const [image] = offered.image ?? [];
  const at = (offered.preset ?? []).length > 0 ? 'preset' : 'image';
  const texts = {
    ...(image !== undefined && { image }),
    disk: String(Math.max(SMALLEST_DISK_GB, workload?.diskGb ?? storageGb)),
    ...(workload?.slaTarget !== undefined && { sla: targetText(workload.slaTarget) }),
  };
  return formOf(texts, offered, at);
};

/** A label names one instance: another one is made, or typed, for the next. */
export const labelUsed = (form: RentForm): RentForm => ({ ...form, lines: { ...form.lines, label: lineOf('') } });

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
