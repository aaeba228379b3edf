/**
 * One line of the screen as cells. Rows are never changed: writing or erasing makes a new one, so that a row that
 * is still the same object needs no comparison.
 */
import { BLANK, CONTINUATION, glyphsOf, isWidthCertain } from './glyph.ts';
import { styleAfterSgr, styleWithLink } from './style.ts';

/** The cells of one line. */
export type Row = {
  /** Glyph number of each cell; {@link CONTINUATION} is the right half of a wide one. */
  readonly glyphs: Uint32Array;
  /** Style number of each cell. */
  readonly styles: Uint32Array;
  /** Cells up to and including the last that is not blank in the default style. */
  readonly length: number;
  /** Equal rows have equal hashes; 53 bits. */
  readonly hash: number;
  /** True when every glyph has a width that all terminals agree on. */
  readonly isCertain: boolean;
};

/** Where writing stands: the row as it is so far, the column that the next glyph goes to, and its style. */
export type Writing = { row: Row; column: number; style: number };

/** A row without anything on it. */
export function blankRow(columns: number): Row {
  return rowOf(new Uint32Array(columns).fill(BLANK), new Uint32Array(columns), true);
}

const STYLING = /\u001B\[([\d;:]*)m|\u001B\]8;[^;]*;([^\u0007\u001B]*)(?:\u0007|\u001B\\)/g;

/**
 * Writes text that may carry SGR sequences and OSC 8 links, and no other control sequence, from `column` on.
 * What does not fit the row is cut off, a wide glyph whole. Control characters are dropped.
 */
export function write({ row, column, style }: Writing, text: string): Writing {
  const cells = {
    glyphs: row.glyphs.slice(),
    styles: row.styles.slice(),
    column,
    style,
    isCertain: row.isCertain,
  };
  let at = 0;
  for (const found of text.matchAll(STYLING)) {
    writePlain(cells, text.slice(at, found.index));
    const [sequence, parameters, link] = found;
    cells.style =
      parameters === undefined ? styleWithLink(cells.style, link ?? '') : styleAfterSgr(cells.style, parameters);
    at = found.index + sequence.length;
  }
  writePlain(cells, text.slice(at));
  return { row: rowOf(cells.glyphs, cells.styles, cells.isCertain), column: cells.column, style: cells.style };
}

/** The row with the cells from `start` up to `end` blank; a wide glyph that loses a half loses both. */
export function erase(row: Row, start: number, end: number): Row {
  const glyphs = row.glyphs.slice();
  const styles = row.styles.slice();
  mendHalves(glyphs, start, end);
  glyphs.fill(BLANK, start, end);
  styles.fill(0, start, end);
  return rowOf(glyphs, styles, row.isCertain);
}

/** The row in another width: cut off, or with spaces behind it. */
export function resized(row: Row, columns: number): Row {
  const glyphs = new Uint32Array(columns).fill(BLANK);
  const styles = new Uint32Array(columns);
  glyphs.set(row.glyphs.subarray(0, columns));
  styles.set(row.styles.subarray(0, columns));
  if (row.glyphs[columns] === CONTINUATION) glyphs[columns - 1] = BLANK;
  return rowOf(glyphs, styles, row.isCertain);
}

type Cells = { glyphs: Uint32Array; styles: Uint32Array; column: number; style: number; isCertain: boolean };

const PRINTABLE_ASCII = /^[ -~]*$/;

function writePlain(cells: Cells, text: string): void {
  if (text === '') return;
  if (PRINTABLE_ASCII.test(text)) {
    putAscii(cells, text);
    return;
  }
  for (const glyph of glyphsOf(text.replaceAll(/\p{Control}/gu, ''))) {
    if (glyph.width === 0) continue;
    put(cells, glyph.id, glyph.width);
    cells.isCertain &&= isWidthCertain(glyph.id);
  }
}

/** The same as putting each character, in one go: most of a screen is this. */
function putAscii(cells: Cells, text: string): void {
  const { glyphs, styles, column, style } = cells;
  const end = Math.min(glyphs.length, column + text.length);
  cells.column = column + text.length;
  if (end <= column) return;
  mendHalves(glyphs, column, end);
  for (let at = column; at < end; at++) glyphs[at] = text.charCodeAt(at - column);
  styles.fill(style, column, end);
}

function put(cells: Cells, glyph: number, width: number): void {
  const { glyphs, styles, column, style } = cells;
  const end = column + width;
  // A wide glyph that would stand half outside is cut off; the column moves on, so that what follows is cut off too.
  cells.column = end;
  if (end > glyphs.length) return;
  mendHalves(glyphs, column, end);
  glyphs[column] = glyph;
  styles[column] = style;
  if (width === 2) {
    glyphs[column + 1] = CONTINUATION;
    styles[column + 1] = style;
  }
}

/** Blanks the halves that stay behind when the cells from `start` up to `end` are overwritten. */
function mendHalves(glyphs: Uint32Array, start: number, end: number): void {
  if (start > 0 && glyphs[start] === CONTINUATION) glyphs[start - 1] = BLANK;
  if (end < glyphs.length && glyphs[end] === CONTINUATION) glyphs[end] = BLANK;
}

function rowOf(glyphs: Uint32Array, styles: Uint32Array, isCertain: boolean): Row {
  let length = 0;
  let low = 0x811c9dc5;
  let high = 0x1234567;
  for (let column = 0; column < glyphs.length; column++) {
    const glyph = glyphs[column] ?? BLANK;
    const style = styles[column] ?? 0;
    if (glyph !== BLANK || style !== 0) length = column + 1;
    low = Math.imul(low ^ glyph, 0x01000193);
    high = Math.imul(high ^ (glyph + Math.imul(style, 0x9e3779b1)), 0x85ebca6b);
  }
  return { glyphs, styles, length, hash: (low >>> 0) * 0x200000 + ((high >>> 0) & 0x1fffff), isCertain };
}
