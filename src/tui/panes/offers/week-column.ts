/** The column `7 days`: what a GPU of the offer's machine cost on each of them as bars, and how that has changed. */
import type { Offer } from '../../../catalogue/values.ts';
import { CHANGE, weekSegments } from '../../../drawing/week.ts';
import type { Segment } from '../../ui/segments.ts';
import { plainColumn, type TableColumn } from '../../ui/table.tsx';
import type { OffersState } from './state.ts';
import { WEEK_FROM, weekIn } from './weeks.ts';

export { weekChange, weekSegments } from '../../../drawing/week.ts';

/** What decides how a week is drawn: a slow line has none, and where bars are not shown, or are read aloud, the change alone is told. */
type WeekLook = { readonly isSparse: boolean; readonly isAscii?: boolean; readonly isPlain?: boolean };

const hasBars = ({ isAscii, isPlain }: WeekLook): boolean => !isAscii && !isPlain;

/** The column on a screen of `width` cells; undefined where there is no room, or nothing is known of any offer. */
export const weekColumn = (width: number, { weeks }: OffersState, look: WeekLook): TableColumn | undefined => {
  if (width < WEEK_FROM || !weeks?.isSeen || (look.isSparse && !look.isPlain)) return undefined;
  return hasBars(look) ? plainColumn('7 days', 7 + CHANGE) : plainColumn('7 days', CHANGE, 'right');
};

/** What stands in that column for each offer. */
export const weekCells = (state: OffersState, look: WeekLook) => {
  const weekOf = weekIn(state);
  return (offer: Offer): readonly Segment[] => weekSegments(weekOf(offer) ?? [], hasBars(look));
};
