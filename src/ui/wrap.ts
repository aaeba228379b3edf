/** Breaks a text that is longer than a line into lines: between words, or behind a comma, as JSON has them. */
import { cellWidth, printable } from './text.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** `text` made printable, in lines of at most `width` cells (at least 1); nothing but the blank at a break is left out. */
export const wrappedLines = (text: string, width: number): readonly string[] => {
  const lines: string[] = [];
  let line = '';
  for (const { segment } of graphemes.segment(printable(text))) {
    if (line !== '' && cellWidth(line + segment) > width) {
      const place = breakIn(line, segment, width);
      lines.push(line.slice(0, place).trimEnd());
      line = line.slice(place);
      if (line === '' && segment === ' ') continue;
    }
    line += segment;
  }
  return [...lines, line];
};

/** Where `line` is broken that `next` would make too long: a word that takes most of a line is cut. */
const breakIn = (line: string, next: string, width: number): number => {
  const place = next === ' ' ? line.length : Math.max(line.lastIndexOf(' '), line.lastIndexOf(',')) + 1;
  return place > width / 3 ? place : line.length;
};
