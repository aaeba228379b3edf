/** Bars on the screen: how they look here, and how much room they have. Pure. */
import { BARS, type BarLook } from '../../drawing/bars.ts';

export { type BarLook, gaugeSegment, lyingBar } from '../../drawing/bars.ts';

/** The look of bars here. */
export const barLook = ({
  isAscii = false,
  isSparse,
}: {
  readonly isAscii?: boolean;
  readonly isSparse: boolean;
}): BarLook => (isSparse ? 'blank' : isAscii ? 'ascii' : 'blocks');

/** Cells that a bar has at the most on a screen of `width` cells. */
export const barMost = (width: number): number => Math.max(40, width >> 1);

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
