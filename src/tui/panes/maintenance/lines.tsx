/** Lines of text under one another, each one row: what most of the wizard's pages are made of. */

import { wrappedLines } from '../../../base/wrap.ts';
import { SegmentLine } from '../../ui/segment-line.tsx';
import { plain, type Segment } from '../../ui/segments.ts';
import type { Role } from '../../ui/theme.tsx';

/** One row. */
export type TextLine = readonly Segment[];

/** Cells that text is set in by. */
const INDENT = 3;

/** A blank row. */
export const BLANK: TextLine = [plain(' ')];

/** One row of text, set in. */
export const line = (text: string, role: Role = 'plain'): TextLine => [{ text: ' '.repeat(INDENT) + text, role }];

/** Text of any length in rows of at most `width` cells, set in; it is made printable. */
export const paragraph = (text: string, width: number, role: Role = 'plain'): readonly TextLine[] =>
  wrappedLines(text, Math.max(10, width - INDENT - 1)).map((row) => line(row, role));

/** Draws rows. */
export const Lines = ({ lines, width }: { readonly lines: readonly TextLine[]; readonly width: number }) => (
  <>
    {lines.map((row, index) => (
      <SegmentLine key={index} left={row} width={width} />
    ))}
  </>
);
