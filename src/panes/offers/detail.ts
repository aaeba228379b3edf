/** The closer look at one offer as lines of text: every field by group, with its unit, and what the catalogue does not know. */
import { BREAKDOWN_FIGURES, type Breakdown } from '../../catalogue/breakdown.ts';
import { OFFER_FIELDS } from '../../catalogue/offer-fields.ts';
import { sectionsOf } from '../../catalogue/sections.ts';
import type { Offer } from '../../catalogue/values.ts';
import { RECORD_MARGIN } from '../../ui/record-page.tsx';
import { sectionLines } from '../../ui/sections.ts';
import type { Segment } from '../../ui/segments.ts';
import type { Detail } from './state.ts';

/** The lines of the fields page on a screen of `width` cells: groups one below the other, their fields in as many columns as fit. */
export const detailLines = (offer: Offer, width: number): readonly (readonly Segment[])[] =>
  sectionLines(sectionsOf(offer, OFFER_FIELDS), width - RECORD_MARGIN);

/** Lines that the open page takes on a screen of `width` cells. */
export const detailHeight = ({ offer, page }: Detail, width: number): number =>
  page === 'fields' ? detailLines(offer, width).length : 2 * BREAKDOWN_FIGURES.length + COSTS_FRAME_LINES;

/** Lines of the costs page that are no figure: ink-table's frame and heading, and the two lines under it. */
const COSTS_FRAME_LINES = 5;

/** One row of the cost table: a figure in the search view and in the instance view, $/hour. */
type CostRow = { readonly '$/hour': string; readonly search: string; readonly instance: string };

/** The six figures of both breakdowns side by side. */
export const costRows = (offer: Offer): readonly CostRow[] =>
  BREAKDOWN_FIGURES.map(({ name, label }) => ({
    '$/hour': label,
    search: costOf(offer.search, name),
    instance: costOf(offer.instance, name),
  }));

const costOf = (breakdown: Breakdown | null | undefined, name: keyof Breakdown): string => {
  const figure = breakdown?.[name];
  return typeof figure === 'number' ? figure.toFixed(4).padStart(9) : '-'.padStart(9);
};
