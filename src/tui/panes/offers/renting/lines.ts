/** Lines of the page on which offers are rented, and an offer in a few words. Pure. */
import { cutCell, printable } from '../../../../base/text.ts';
import { wrappedLines } from '../../../../base/wrap.ts';
import { countryOfPlace } from '../../../../catalogue/countries.ts';
import type { Offer } from '../../../../catalogue/values.ts';
import type { Segment } from '../../../ui/segments.ts';
import type { Role } from '../../../ui/theme.tsx';

/** One row. */
export type RentLine = readonly Segment[];

/** `text` made printable, in rows of at most `width` cells, set in by one. */
export const paragraph = (text: string, width: number, role: Role = 'plain'): readonly RentLine[] =>
  wrappedLines(text, Math.max(10, width - 2)).map((row) => [{ text: ` ${row}`, role }]);

/** A text of the service's in `cells` at the most. */
const shortText = (text: string, cells: number): string => cutCell(printable(text), cells);

/** `offer 27000101   2x RTX 4090   US   verified   machine 8207`, as far as it says so. */
export const offerFacts = (offer: Offer): string => {
  const { id, num_gpus: gpus, gpu_name: model, geolocation: where, machine_id: machine, verification } = offer;
  return [
    `offer ${id ?? '?'}`,
    `${gpus ?? '?'}x ${shortText(model ?? '?', 30)}`,
    ...(typeof where === 'string' ? [countryOfPlace(where) ?? shortText(where, 20)] : []),
    ...(typeof verification === 'string' ? [shortText(verification, 12)] : []),
    `machine ${machine ?? '?'}`,
  ].join('   ');
};
