/**
 * Text on its way to a terminal: measured, cut and padded. Everything that came over the network passes `printable` before
 * it is laid out; nothing here knows colours or the screen.
 */
import stringWidth from 'string-width';

import { NARROW_TEXT, printableStart } from './printable.ts';

export { asciiText, printable, printableStart } from './printable.ts';

/** Which edge of its column a cell is set against. */
export type Align = 'left' | 'right';

/** Marks a cell that was cut: one cell wide. */
export const CUT_MARK = '…';

/** The mark for terminals that show ASCII only. */
export const ASCII_CUT_MARK = '~';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Cells that printable `text` takes on a terminal: wide characters take two, combining marks none. */
export const cellWidth = (text: string): number => (NARROW_TEXT.test(text) ? text.length : stringWidth(text));

/** Graphemes whose width is remembered at the most, and the longest of them: measuring one takes a thousand times as long. */
const KNOWN_WIDTHS = 4096;
const LONGEST_KNOWN = 16;
const widths = new Map<string, number>();

/** The same for a single grapheme, of which a text has few kinds. */
export const graphemeWidth = (grapheme: string): number => {
  const known = widths.get(grapheme);
  if (known !== undefined) return known;
  const width = cellWidth(grapheme);
  if (widths.size < KNOWN_WIDTHS && grapheme.length <= LONGEST_KNOWN) widths.set(grapheme, width);
  return width;
};

/** `text` with spaces up to `width` cells on the side that `align` leaves free; text that is wider comes back as it is. */
export const padCell = (text: string, width: number, align: Align = 'left'): string => {
  const spaces = ' '.repeat(Math.max(0, width - cellWidth(text)));
  return align === 'left' ? text + spaces : spaces + text;
};

/**
 * `text` in at most `width` cells; what does not fit gives way to `mark`, which takes one cell. Characters are never split, and no figure
 * stands before the mark, which would be taken for another one.
 */
export const cutCell = (text: string, width: number, mark: string = CUT_MARK): string => {
  const cut = (end: number): string => (width < 1 ? '' : beforeFigure(text.slice(0, end)) + mark);
  if (NARROW_TEXT.test(text)) return text.length <= width ? text : cut(width - 1);
  let used = 0;
  let end = 0;
  // No further than the edge: behind it may come a megabyte.
  for (const { segment, index } of graphemes.segment(text)) {
    used += graphemeWidth(segment);
    if (used > width) return cut(end);
    if (used < width) end = index + segment.length;
  }
  return text;
};

/** `text` without the figure that it ends with. */
const beforeFigure = (text: string): string => {
  let end = text.length;
  while (end > 0 && FIGURE.has(text.charAt(end - 1))) end--;
  return /\d/.test(text.slice(end)) ? text.slice(0, end) : text;
};

const FIGURE: ReadonlySet<string> = new Set('0123456789.,:-/');

/**
 * UTF-16 units of a text that are looked at for each cell that it is to fill, and for any: a cell holds a character with three
 * marks at the most, of two units each, and no name begins with more that is invisible.
 */
const UNITS_A_CELL = 8;
const UNITS_LEAST = 64;

/** As much of `text`, made printable, as can matter to a place of `width` cells, so that its length does not. */
export const cellStart = (text: string, width: number): string =>
  printableStart(text, UNITS_LEAST + UNITS_A_CELL * Math.max(0, width));

/** `text` as it came, made printable, in at most `width` cells. */
export const cellText = (text: string, width: number): string => cutCell(cellStart(text, width), width);

/** `text` as it begins a sentence. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
