/** What something cost on each of seven days: as bars, and how that has changed. Pure. */
import { CALM, sparkline } from './bars.ts';
import type { Segment } from './segments.ts';

/** $/hour on each day, the oldest first; undefined where nothing is known of one. */
type Week = readonly (number | undefined)[];

/** Cells of the change. */
export const CHANGE = 6;

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
