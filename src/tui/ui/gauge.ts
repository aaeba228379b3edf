/** Bars of how much of a whole something is, drawn to an eighth of a cell. Pure. */
import { BARS } from './chart.ts';
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
const eighthsBar = (share: number, cells: number): string => {
  const most = Math.max(0, cells) * EIGHTHS.length;
  const eighths = share > 0 ? Math.max(Math.min(1, most), Math.min(most, Math.round(share * most))) : 0;
  const full = Math.floor(eighths / EIGHTHS.length);
  return `${(EIGHTHS.at(-1) ?? '').repeat(full)}${EIGHTHS[(eighths % EIGHTHS.length) - 1] ?? ''}`;
};

/** Cells that a bar has at the most on a screen of `width` cells. */
export const barMost = (width: number): number => Math.max(40, width >> 1);

/** The same in that look: in ASCII on dots. */
export const lyingBar = (share: number, cells: number, look: BarLook): string => {
  const bar = eighthsBar(share, cells);
  return look === 'blocks' ? bar : look === 'blank' ? ' '.repeat(bar.length) : asciiBar(share, cells);
};

const asciiBar = (share: number, cells: number): string =>
  '#'.repeat(share > 0 ? Math.max(1, Math.round(Math.min(1, share) * cells)) : 0).padEnd(cells, '.');

/** The same on a track of that many cells. */
export const gaugeSegment = (share: number, cells: number, look: BarLook): Segment =>
  look === 'blank'
    ? { text: ' '.repeat(cells), role: 'plain' }
    : { text: lyingBar(share, cells, look).padEnd(cells), role: 'accent-bar', ground: 'band' };

/** Bars of one cell each that a share of 1 makes `height` lines high, as lines from the highest; something for anything. */
export const standingBars = (shares: readonly number[], height: number, look: BarLook): readonly string[] => {
  const steps = look === 'blocks' ? BARS.length : 1;
  const heights = shares.map((share) => (share > 0 ? Math.max(1, Math.round(Math.min(1, share) * height * steps)) : 0));
  return Array.from({ length: height }, (_, line) =>
    heights
      .map((full) => {
        const here = Math.min(steps, full - (height - 1 - line) * steps);
        return here <= 0 || look === 'blank' ? ' ' : look === 'blocks' ? (BARS[here - 1] ?? ' ') : '#';
      })
      .join(''),
  );
};
