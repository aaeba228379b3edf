/**
 * Text on its way to a terminal: measured, cut and padded. Everything that came over the network passes `printable` before
 * it is laid out; nothing here knows colours or the screen.
 */
import stringWidth from 'string-width';

export { asciiText, printable } from './printable.ts';

/** Which edge of its column a cell is set against. */
export type Align = 'left' | 'right';

/** Marks a cell that was cut: one cell wide. */
export const CUT_MARK = '…';

/** The mark for terminals that show ASCII only. */
export const ASCII_CUT_MARK = '~';

/** Text whose characters all take one cell: ASCII, Latin-1 and the cut mark. Nearly everything is, and is measured at once. */
const NARROW = /^[\x20-\x7e\xa1-\xac\xae-\xff…]*$/;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Cells that printable `text` takes on a terminal: wide characters take two, combining marks none. */
export const cellWidth = (text: string): number => (NARROW.test(text) ? text.length : stringWidth(text));

/** `text` with blanks up to `width` cells on the side that `align` leaves free; text that is wider comes back as it is. */
export const padCell = (text: string, width: number, align: Align = 'left'): string => {
  const blanks = ' '.repeat(Math.max(0, width - cellWidth(text)));
  return align === 'left' ? text + blanks : blanks + text;
};

/** `text` in at most `width` cells; what does not fit gives way to `mark`, which takes one cell. Characters are never split. */
export const cutCell = (text: string, width: number, mark: string = CUT_MARK): string => {
  if (cellWidth(text) <= width) return text;
  if (width < 1) return '';
  if (NARROW.test(text)) return text.slice(0, width - 1) + mark;
  let kept = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    used += cellWidth(segment);
    if (used > width - 1) break;
    kept += segment;
  }
  return kept + mark;
};
