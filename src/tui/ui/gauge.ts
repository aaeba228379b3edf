/** Bars of how much of a whole something is, drawn to an eighth of a cell. Pure. */
import type { Segment } from './segments.ts';

/** How bars are drawn; `blank`: they cost too many bytes, or are read out, and their place stays. */
export type BarLook = 'blocks' | 'ascii' | 'blank';

/** The look of bars here. */
export const barLook = ({
  isAscii = false,
  isSparse,
}: {
  readonly isAscii?: boolean;
  readonly isSparse: boolean;
}): BarLook => (isSparse ? 'blank' : isAscii ? 'ascii' : 'blocks');

/** A cell by how many eighths of it are full, from one. */
const EIGHTHS = '▏▎▍▌▋▊▉█';

/** A bar of `share` of `cells`, from 0 to 1: something for anything, and never more than there are. */
export const eighthsBar = (share: number, cells: number): string => {
  const most = Math.max(0, cells) * EIGHTHS.length;
  const eighths = share > 0 ? Math.max(Math.min(1, most), Math.min(most, Math.round(share * most))) : 0;
  const full = Math.floor(eighths / EIGHTHS.length);
  return `${(EIGHTHS.at(-1) ?? '').repeat(full)}${EIGHTHS[(eighths % EIGHTHS.length) - 1] ?? ''}`;
};

/** The same on a track of that many cells. */
export const gaugeSegment = (share: number, cells: number, look: BarLook): Segment => {
  if (look === 'blank') return { text: ' '.repeat(cells), role: 'plain' };
  const bar =
    look === 'blocks' ? eighthsBar(share, cells) : '#'.repeat(Math.round(Math.max(0, Math.min(1, share)) * cells));
  return { text: bar.padEnd(cells, look === 'blocks' ? ' ' : '.'), role: 'accent-bar', ground: 'band' };
};
