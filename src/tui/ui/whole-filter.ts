/** Lays the whole of a filter line out on lines of the screen: broken between its clauses, else between their parts. Pure. */
import { cellWidth, graphemeWidth, printable } from '../../base/text.ts';
import type { LinePiece, Span } from './line-pieces.ts';

/** Lines above those of the filter: title and blank. */
export const WHOLE_TITLE_LINES = 2;

/** Cells at the left of each line. */
export const WHOLE_MARGIN = 3;

/** The filter on lines of at most `width` cells: which stretch of the text stands on each. No line begins or ends with a blank. */
export const wholeLines = (text: string, pieces: readonly LinePiece[], width: number): readonly Span[] => {
  const cells = (from: number, to: number) => cellWidth(printable(text.slice(from, to)));
  const lines: Span[] = [];
  let line: Span | undefined;
  /** Puts a stretch behind the line, or onto a line of its own; one that is too long for any is broken by `broken`. */
  const put = (stretch: Span, broken: () => void) => {
    if (line !== undefined && cells(line.from, stretch.to) <= width) {
      line = { from: line.from, to: stretch.to };
      return;
    }
    if (cells(stretch.from, stretch.to) > width) return broken();
    if (line !== undefined) lines.push(line);
    line = stretch;
  };
  const putBroken = ({ from, to }: Span) => {
    for (const piece of brokenAnywhere(text, from, to, width)) {
      if (line !== undefined) lines.push(line);
      line = piece;
    }
  };
  const stretches = pieces.length === 0 ? [{ from: 0, to: text.length, parts: [] }] : pieces;
  for (const piece of stretches) {
    put(piece, () => {
      for (const part of joinedParts(text, piece)) put(part, () => putBroken(part));
    });
  }
  return line === undefined ? lines : [...lines, line];
};

/** How many lines `wholeLines` gives, and how many of them can be seen on a page of `height`. */
export const wholeExtent = (
  text: string,
  pieces: readonly LinePiece[],
  { width, height }: { readonly width: number; readonly height: number },
): { readonly length: number; readonly height: number } => ({
  length: wholeLines(text, pieces, lineWidth(width)).length,
  height: Math.max(1, height - WHOLE_TITLE_LINES),
});

/** Cells of a line on a page of `width`. */
export const lineWidth = (width: number): number => Math.max(1, width - WHOLE_MARGIN - 1);

/** The parts of a piece; those that neither a blank nor a comma stands between are one. */
const joinedParts = (text: string, { from, to, parts }: Span & Pick<LinePiece, 'parts'>): readonly Span[] => {
  if (parts.length === 0) return [{ from, to }];
  const joined: Span[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last?.to === part.from && text.charAt(last.to - 1) !== ',')
      joined[joined.length - 1] = { from: last.from, to: part.to };
    else joined.push({ from: part.from, to: part.to });
  }
  return joined;
};

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A stretch without any place to break it, cut where the lines end. */
const brokenAnywhere = (text: string, from: number, to: number, width: number): readonly Span[] => {
  const lines: Span[] = [];
  let start = from;
  let used = 0;
  for (const { segment, index } of graphemes.segment(text.slice(from, to))) {
    const cells = graphemeWidth(printable(segment));
    if (used + cells > width && used > 0) {
      lines.push({ from: start, to: from + index });
      start = from + index;
      used = 0;
    }
    used += cells;
  }
  return [...lines, { from: start, to }];
};
