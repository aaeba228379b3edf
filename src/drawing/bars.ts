/** Bars drawn to an eighth of a cell: how much of a whole something is, and values side by side. Pure. */
import type { Segment } from './segments.ts';

/** How bars are drawn; `blank`: they cost too many bytes, or are read out, and their place stays. */
export type BarLook = 'blocks' | 'ascii' | 'blank';

/** A cell by how many eighths of it are full, from one. */
const EIGHTHS = '▏▎▍▌▋▊▉█';

/** A bar of `share` of `cells`, from 0 to 1: something for anything, and never more than there are. */
const eighthsBar = (share: number, cells: number): string => {
  const most = Math.max(0, cells) * EIGHTHS.length;
  const eighths = share > 0 ? Math.max(Math.min(1, most), Math.min(most, Math.round(share * most))) : 0;
  const full = Math.floor(eighths / EIGHTHS.length);
  return `${(EIGHTHS.at(-1) ?? '').repeat(full)}${EIGHTHS[(eighths % EIGHTHS.length) - 1] ?? ''}`;
};

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

/** For `sparkline`: calm prices look calm. */
export const CALM = 0.2;

/** Steps of a bar, from the lowest. */
export const BARS = '▁▂▃▄▅▆▇█';

/**
 * A bar for each value, from the lowest of them to the highest; a space where none is known. Where all are equal each is of middle height. What
 * differs by less than the share `calm` of the middle is drawn as if that were all of the height.
 */
export const sparkline = (values: readonly (number | undefined)[], calm = 0): string => {
  const known = values.filter((value) => value !== undefined);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const middle = (least + most) / 2;
  const isCalm = most - least < middle * calm;
  const height = isCalm ? middle * calm : most - least;
  // A calm middle is that of a step, so that hardly any difference is none.
  const lowest = isCalm ? middle - height * (0.5 - 0.5 / BARS.length) : least;
  const stepOf = (value: number): number =>
    height > 0
      ? Math.max(0, Math.min(BARS.length - 1, Math.floor(((value - lowest) / height) * BARS.length)))
      : Math.floor((BARS.length - 1) / 2);
  return values.map((value) => (value === undefined ? ' ' : (BARS[stepOf(value)] ?? ' '))).join('');
};
