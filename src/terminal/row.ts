/**
 * One line of the screen as cells. In a cell stands one grapheme, interned as a number (its code point when it has only one),
 * whose width in cells every terminal may agree on or not; and its look is a number too: colours, attributes and link, 0 being the
 * terminal's default. Rows are never changed: writing or erasing makes a new one, so that a row that is still the same object
 * needs no comparison.
 */
import { default as stringWidth } from 'string-width';
import { NARROW_TEXT } from '../base/printable.ts';

/** A grapheme as the writer needs it. */
export type Glyph = {
  /** Number that stands for the grapheme in a row; {@link glyphText} gives the text back. */
  readonly id: number;
  /** Cells it takes: 0 (it cannot stand alone and is dropped), 1 or 2. */
  readonly width: number;
};

/** The cell that nothing was written to. */
export const BLANK = 0x20;
/** The right half of a wide glyph. */
export const CONTINUATION = 0;

const FIRST_CLUSTER = 0x110000;
/**
 * Graphemes that are remembered at the most, and the longest one, in UTF-16 units: a screen in any script needs fewer and
 * shorter ones, but text from the network can make up others for ever. Of those only the first character is drawn.
 */
const MOST_GRAPHEMES = 2 ** 14;
const LONGEST_GRAPHEME = 32;
const clusters: string[] = [];
const glyphs = new Map<string, Glyph>();
const certainties = new Map<number, boolean>([[CONTINUATION, true]]);
/** Scripts and symbols whose width is the same in every width table in use. */
const NARROW =
  /^[\u0020-\u007E\u00A0-\u00AC\u00AE-\u02FF\u0370-\u0482\u048A-\u058F\u1E00-\u1FFF\u2010-\u2027\u2030-\u205E\u2070-\u20CF\u2100-\u2BFF][\u0300-\u036F]*$/u;
const WIDE =
  /^[\u2E80-\u4DBF\u4E00-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}]$/u;
const UNSETTLED = /^\p{M}|[\p{Emoji_Presentation}\p{Unassigned}]/u;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The graphemes of a text without control characters, in order. */
export function* glyphsOf(text: string): Generator<Glyph> {
  for (const { segment } of segmenter.segment(text)) yield glyphOf(segment);
}

/** The text that a glyph's number stands for. */
export function glyphText(id: number): string {
  if (id < 0x10000) return String.fromCharCode(id);
  return id < FIRST_CLUSTER ? String.fromCodePoint(id) : (clusters[id - FIRST_CLUSTER] ?? ' ');
}

/**
 * False where terminals are known to disagree on the cells that a glyph takes: emoji, joined sequences, complex
 * scripts, private use, characters without a name.
 */
export function isWidthCertain(id: number): boolean {
  if (id < 0x7f) return true;
  let isCertain = certainties.get(id);
  if (isCertain === undefined) {
    const text = glyphText(id);
    isCertain = !UNSETTLED.test(text) && (glyphOf(text).width === 1 ? NARROW : WIDE).test(text);
    if (certainties.size < MOST_GRAPHEMES) certainties.set(id, isCertain);
  }
  return isCertain;
}

/** Bytes that the glyph takes in UTF-8. */
export function glyphBytes(id: number): number {
  if (id < 0x80) return 1;
  if (id < 0x800) return 2;
  if (id < 0x10000) return 3;
  return id < FIRST_CLUSTER ? 4 : Buffer.byteLength(glyphText(id));
}

function glyphOf(grapheme: string): Glyph {
  const known = glyphs.get(grapheme);
  if (known !== undefined) return known;
  if (glyphs.size >= MOST_GRAPHEMES || grapheme.length > LONGEST_GRAPHEME) return firstOf(grapheme);
  const glyph = { id: idOf(grapheme), width: widthOf(grapheme) };
  glyphs.set(grapheme, glyph);
  return glyph;
}

function firstOf(grapheme: string): Glyph {
  const id = grapheme.codePointAt(0) ?? BLANK;
  return { id, width: widthOf(String.fromCodePoint(id)) };
}

function widthOf(grapheme: string): number {
  return Math.min(2, stringWidth(grapheme));
}

function idOf(grapheme: string): number {
  const codePoint = grapheme.codePointAt(0) ?? BLANK;
  if (grapheme.length === String.fromCodePoint(codePoint).length) return codePoint;
  return FIRST_CLUSTER + clusters.push(grapheme) - 1;
}

type Style = { foreground: string; background: string; flags: number; link: string };

/** Each attribute's SGR number to set and to clear it; bold and dim share the one that clears. */
const ATTRIBUTES: readonly { on: number; off: number }[] = [
  { on: 1, off: 22 },
  { on: 2, off: 22 },
  { on: 3, off: 23 },
  { on: 4, off: 24 },
  { on: 5, off: 25 },
  { on: 7, off: 27 },
  { on: 8, off: 28 },
  { on: 9, off: 29 },
  { on: 53, off: 55 },
];

const PLAIN: Style = { foreground: '', background: '', flags: 0, link: '' };
const styles: Style[] = [PLAIN];
const idOfStyle = new Map<string, number>([[keyOf(PLAIN), 0]]);
const transitions = new Map<number, string>();
/** Above any number of styles a session can meet; a pair of ids fits a double. */
const PAIR_FACTOR = 2 ** 24;

/**
 * The style that follows from `style` when the terminal reads `ESC [ parameters m`.
 * Parameters that are unknown, or that use the colon form, change nothing.
 */
function styleAfterSgr(style: number, parameters: string): number {
  let { foreground, background, flags, link } = styleOf(style);
  const codes = parameters === '' ? ['0'] : parameters.split(';');
  for (let index = 0; index < codes.length; index++) {
    const code = codes[index] === '' ? 0 : Number(codes[index]);
    if (code === 0) ({ foreground, background, flags } = PLAIN);
    else if (code === 38 || code === 48) {
      const length = extendedColourLength(codes[index + 1]);
      const colour = codes.slice(index, index + length).join(';');
      if (length > 1 && code === 38) foreground = colour;
      if (length > 1 && code === 48) background = colour;
      index += length - 1;
    } else if (code === 39) foreground = '';
    else if (code === 49) background = '';
    else if (isForeground(code)) foreground = String(code);
    else if (isForeground(code - 10)) background = String(code);
    else flags = flagsAfter(flags, code);
  }
  return intern({ foreground, background, flags, link });
}

/** The same look inside a hyperlink to `link`; an empty string ends it. Anything but printable ASCII is no link. */
function styleWithLink(style: number, link: string): number {
  return intern({ ...styleOf(style), link: /^[!-~]*$/.test(link) ? link : '' });
}

/** The shortest sequence that turns the terminal's look `from` into `to`: empty when they are the same. */
export function transition(from: number, to: number): string {
  if (from === to) return '';
  const pair = from * PAIR_FACTOR + to;
  let sequence = transitions.get(pair);
  if (sequence === undefined) {
    sequence = writeTransition(styleOf(from), styleOf(to));
    transitions.set(pair, sequence);
  }
  return sequence;
}

/** True where text stands out by being bold. */
export function isBold(style: number): boolean {
  return hasAttribute(style, 1);
}

/** True where the colours of text and ground are exchanged, as under a text cursor. */
export function isInverse(style: number): boolean {
  return hasAttribute(style, 7);
}

function hasAttribute(style: number, code: number): boolean {
  return style !== 0 && (styleOf(style).flags & (1 << ATTRIBUTES.findIndex(({ on }) => on === code))) !== 0;
}

function writeTransition(from: Style, to: Style): string {
  const link = from.link === to.link ? '' : `\u001B]8;;${to.link}\u001B\\`;
  const change = changedCodes(from, to).join(';');
  if (change === '') return link;
  const afresh = ['', ...changedCodes(PLAIN, to)].join(';');
  return `${link}\u001B[${afresh.length < change.length ? afresh : change}m`;
}

function changedCodes(from: Style, to: Style): (number | string)[] {
  const cleared = new Set(
    ATTRIBUTES.filter((_, bit) => from.flags & ~to.flags & (1 << bit)).map((attribute) => attribute.off),
  );
  const set = ATTRIBUTES.filter(
    ({ off }, bit) => to.flags & (1 << bit) && (!(from.flags & (1 << bit)) || cleared.has(off)),
  ).map((attribute) => attribute.on);
  const codes: (number | string)[] = [...cleared, ...set];
  if (from.foreground !== to.foreground) codes.push(to.foreground || 39);
  if (from.background !== to.background) codes.push(to.background || 49);
  return codes;
}

function flagsAfter(flags: number, code: number): number {
  return ATTRIBUTES.reduce((result, { on, off }, bit) => {
    if (code === on) return result | (1 << bit);
    return code === off ? result & ~(1 << bit) : result;
  }, flags);
}

/** Number of parameters that `38` or `48` takes, itself included, told by the one that follows; 1 when it is malformed. */
function extendedColourLength(selector: string | undefined): number {
  if (selector === '5') return 3;
  return selector === '2' ? 5 : 1;
}

function isForeground(code: number): boolean {
  return (code >= 30 && code <= 37) || (code >= 90 && code <= 97);
}

function styleOf(id: number): Style {
  return styles[id] ?? PLAIN;
}

function intern(style: Style): number {
  const key = keyOf(style);
  const known = idOfStyle.get(key);
  if (known !== undefined) return known;
  idOfStyle.set(key, styles.length);
  return styles.push(style) - 1;
}

function keyOf({ foreground, background, flags, link }: Style): string {
  return `${foreground}|${background}|${flags}|${link}`;
}

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

function writePlain(cells: Cells, text: string): void {
  if (text === '') return;
  if (NARROW_TEXT.test(text)) {
    putNarrow(cells, text);
    return;
  }
  for (const glyph of glyphsOf(text.replaceAll(/\p{Control}/gu, ''))) {
    if (glyph.width === 0) continue;
    put(cells, glyph.id, glyph.width);
    cells.isCertain &&= isWidthCertain(glyph.id);
  }
}

/** The same as putting each character, in one go: most of a screen is this. */
function putNarrow(cells: Cells, text: string): void {
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

export function textOf({ glyphs }: Row, start: number, end: number): string {
  return Array.from(glyphs.subarray(start, end), (glyph) => (glyph === CONTINUATION ? '' : glyphText(glyph))).join('');
}
