/**
 * What stands in a cell: one grapheme, interned as a number (its code point when it has only one), its width in
 * cells, and whether every terminal agrees on that width.
 */
import stringWidth from 'string-width';

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
