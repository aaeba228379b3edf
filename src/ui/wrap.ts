/** Breaks a text that is longer than a line into lines, between words where there are some. */
import { cellWidth, printable } from './text.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** `text` made printable, in lines of at most `width` cells (at least 1); nothing but the blank at a break is left out. */
export const wrappedLines = (text: string, width: number): readonly string[] => {
  const lines: string[] = [];
  let line = '';
  for (const { segment } of graphemes.segment(printable(text))) {
    if (line !== '' && cellWidth(line + segment) > width) {
      const blank = segment === ' ' ? line.length : line.lastIndexOf(' ');
      // A word longer than half a line is cut rather than sent to the next one: JSON has few blanks.
      const isBetweenWords = blank > width / 2;
      lines.push(isBetweenWords ? line.slice(0, blank) : line);
      line = isBetweenWords ? line.slice(blank + 1) : '';
      if (segment === ' ' && line === '') continue;
    }
    line += segment;
  }
  return [...lines, line];
};
