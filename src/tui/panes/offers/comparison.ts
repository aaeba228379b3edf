/** Offers side by side: every field by group, prices first. Pure. */
import { COMPARED_OFFER_FIELDS, comparisonOf, differingRows } from '../../../catalogue/comparison.ts';
import { displayText } from '../../../catalogue/format.ts';
import type { Offer } from '../../../catalogue/values.ts';
import type { Comparison } from '../../ui/over-list-lines.ts';

/** What is shown of `offers`: every field, or those alone in which they differ. */
export const offersCompared = (offers: readonly Offer[], isDifferingOnly: boolean): Comparison => {
  const hasJob = offers.some((offer) => 'job_total' in offer);
  const fields = hasJob ? COMPARED_OFFER_FIELDS : COMPARED_OFFER_FIELDS.filter(({ needsWorkload }) => !needsWorkload);
  const groups = comparisonOf(offers, fields);
  return {
    keys: offers.flatMap(({ id }) => id ?? []),
    headings: offers.map(({ id, num_gpus: count, gpu_name: model }) => [
      String(id ?? '?'),
      `${count ?? '?'}x ${displayText(model ?? '?')}`,
    ]),
    sections: isDifferingOnly ? differingRows(groups) : groups,
  };
};
