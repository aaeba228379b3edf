/** The column `7 days`: what a GPU of the offer's machine cost on each of them as bars, and how that has changed. */
import type { Offer } from '../../../catalogue/values.ts';
import type { Week } from '../../../history/weeks.ts';
import { CALM, sparkline } from '../../ui/chart.ts';
import type { Segment } from '../../ui/segments.ts';
import { plainColumn, type TableColumn } from '../../ui/table.tsx';
import type { OffersState } from './state.ts';
import { WEEK_FROM, weekIn } from './weeks.ts';

/** Cells of the change. */
const CHANGE = 6;

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

/** How much a price has changed from the first day that is known to the last, as a share; undefined of fewer days than two. */
export const weekChange = (week: Week): number | undefined => {
  const [first, ...later] = week.filter((price) => price !== undefined);
  const last = later.at(-1);
  return first === undefined || last === undefined ? undefined : last / first - 1;
};

/** The bars, where they are drawn, and the change. */
export const weekSegments = (week: Week, isDrawn: boolean): readonly Segment[] => {
  const change = weekChange(week);
  if (change === undefined) return [{ text: '', role: 'plain' }];
  const percent = Math.round(change * 100);
  const words = percent === 0 ? 'same' : `${percent > 0 ? '+' : '-'}${Math.min(999, Math.abs(percent))}%`;
  const role = percent <= -10 ? 'cheap' : percent >= 10 ? 'dear' : 'dim';
  const bars: readonly Segment[] = isDrawn ? [{ text: sparkline(week, CALM), role: 'chart' }] : [];
  return [...bars, { text: isDrawn ? words.padStart(CHANGE) : words, role }];
};
