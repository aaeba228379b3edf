/**
 * Pictures for terminals that show ASCII only: each character gives way to ASCII of the same width, so that nothing moves.
 * It is done here, behind everything that draws, so that no view can forget it.
 */
import { type Glyph, glyphsOf, glyphText } from './glyph.ts';

const BEYOND_ASCII = /[^\u0000-\u007E]+/gu;
const STAND_INS: Readonly<Record<string, string>> = {
  '…': '~',
  '°': ' ',
  '×': 'x',
  '·': '.',
  '–': '-',
  '—': '-',
  '─': '-',
  '│': '|',
  '↑': '^',
  '↓': 'v',
  '←': '<',
  '→': '>',
  '¹': '1',
  '²': '2',
  '³': '3',
  '⁴': '4',
  '⁵': '5',
  '⁶': '6',
  '⁷': '7',
  '⁸': '8',
  '⁹': '9',
  '▁': '_',
  '▂': '.',
  '▃': ':',
  '▄': '-',
  '▅': '=',
  '▆': '+',
  '▇': '*',
  '█': '#',
};
/** Corners and crossings of frames. */
const CORNER = /^[\u2500-\u257F]$/;
const MARKS = /\p{M}/gu;

/** `text` with every character beyond ASCII replaced: accents are dropped, what has no likeness becomes `?`. */
export function asciiPicture(text: string): string {
  return text.replace(BEYOND_ASCII, (run) => Array.from(glyphsOf(run), asciiGlyph).join(''));
}

function asciiGlyph({ id, width }: Glyph): string {
  const text = glyphText(id);
  const base = text.normalize('NFD').replace(MARKS, '');
  if (width === 1 && /^[\u0020-\u007E]$/.test(base)) return base;
  return STAND_INS[text] ?? (CORNER.test(text) ? '+' : '?'.repeat(width));
}
