/** Breaks a text that is longer than a line into lines: between words, or behind a comma, as JSON has them. */
import { aroundKeys } from './named-keys.ts';
import { NARROW_TEXT } from './printable.ts';
import { cellWidth, graphemeWidth, printable } from './text.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** `text` made printable, in lines of at most `width` cells (at least 1); nothing but the blank at a break is left out. */
export const wrappedLines = (text: string, width: number): readonly string[] => {
  const whole = printable(text);
  if (whole.length <= width && cellWidth(whole) <= width) return [whole];
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const { segment, cells } of piecesOf(whole)) {
    if (line !== '' && used + cells > width) {
      const place = breakIn(line, segment, width);
      lines.push(line.slice(0, place).trimEnd());
      line = line.slice(place);
      used = Array.from(piecesOf(line)).reduce((sum, piece) => sum + piece.cells, 0);
      if (line === '' && segment === ' ') continue;
    }
    line += segment;
    used += cells;
  }
  return [...lines, line];
};

/** The characters of `text`, and the keys that it names, with their cells. */
function* piecesOf(text: string): Iterable<{ readonly segment: string; readonly cells: number }> {
  for (const { text: part, cells } of aroundKeys(text)) {
    if (cells !== undefined) yield { segment: part, cells };
    else if (NARROW_TEXT.test(part)) for (const segment of part) yield { segment, cells: 1 };
    else for (const { segment } of graphemes.segment(part)) yield { segment, cells: graphemeWidth(segment) };
  }
}

/** Where `line` is broken that `next` would make too long: a word that takes most of a line is cut. */
const breakIn = (line: string, next: string, width: number): number => {
  const place = next === ' ' ? line.length : Math.max(line.lastIndexOf(' '), line.lastIndexOf(',')) + 1;
  return place > width / 3 ? place : line.length;
};
