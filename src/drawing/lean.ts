/** How far a price is from a median: as a percentage, and as a bar that leans to the cheap or to the dear side. The percentage as it is printed decides the colour. Pure. */
import type { Role } from '../base/roles.ts';
import type { BarLook } from './bars.ts';
import { plain, type Segment } from './segments.ts';

/** Cells to either side of the middle, and of the percentage. */
export const SIDE = 4;
export const PERCENT = 6;

/** The share that fills a side. */
const USUAL_FULL = 0.5;

/** `-20%` for a `share` of -0.2 over the median. */
export const leanWords = (share: number): string => {
  const percent = Math.round(share * 100);
  return percent === 0 ? 'at' : `${percent > 0 ? '+' : '-'}${Math.min(999, Math.abs(percent))}%`;
};

/** What such a share is to the reader, by the percentage that is printed, and what a bar of it is. */
export const leanRoles = (share: number): { readonly text: Role; readonly bar: Role } => {
  const percent = Math.round(share * 100);
  const side = percent <= -10 ? 'cheap' : percent >= 10 ? 'dear' : undefined;
  if (side === undefined) return { text: 'plain', bar: 'chart' };
  return Math.abs(percent) >= 25 ? { text: `${side}-far`, bar: `${side}-bar-far` } : { text: side, bar: `${side}-bar` };
};

/** How the bar is drawn; `none`: it has no place either. */
export type BarStyle = BarLook | 'none';

/** `share` over the median: `  ▐█│      -20%`; a share of `full` fills a side. */
export const leanSegments = (share: number, style: BarStyle, full = USUAL_FULL): readonly Segment[] => {
  const roles = leanRoles(share);
  const text: Segment = { text: leanWords(share).padStart(PERCENT), role: roles.text };
  if (style === 'none') return [text];
  if (style === 'blank') return [plain(' '.repeat(2 * SIDE + 1)), text];
  const isAscii = style === 'ascii';
  const halves = Math.min(2 * SIDE, Math.round((Math.abs(share) / full) * 2 * SIDE));
  const isLeft = share < 0;
  const shape = isAscii ? (isLeft ? '-' : '+').repeat(Math.ceil(halves / 2)) : blocks(halves, isLeft);
  const middle: Segment = { text: isAscii ? '|' : '│', role: isAscii ? 'plain' : 'faint' };
  return [
    { text: (isLeft ? shape : '').padStart(SIDE), role: roles.bar },
    middle,
    { text: (isLeft ? '' : shape).padEnd(SIDE), role: roles.bar },
    text,
  ];
};

/** So many half cells, from the middle on. */
const blocks = (halves: number, isLeft: boolean): string => {
  const whole = '█'.repeat(Math.floor(halves / 2));
  if (halves % 2 === 0) return whole;
  return isLeft ? `▐${whole}` : `${whole}▌`;
};
