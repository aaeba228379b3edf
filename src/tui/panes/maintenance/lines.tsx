/** Rows of text under one another: what most of the wizard's pages are made of. */
import { isValidElement, type ReactElement } from 'react';
import { plural } from '../../../base/figures.ts';
import { wrappedLines } from '../../../base/wrap.ts';
import { SegmentLine } from '../../ui/segment-line.tsx';
import { plain, type Segment } from '../../ui/segments.ts';
import type { Role } from '../../ui/theme.tsx';

/** One row of text. */
export type TextLine = readonly Segment[];

/** One row: text, or what is drawn in its place, which has a key. */
export type Row = TextLine | ReactElement;

/** Cells that text is set in by. */
const INDENT = 3;

/** A blank row. */
export const BLANK: TextLine = [plain(' ')];

/** One row of text, set in. */
export const line = (text: string, role: Role = 'plain'): TextLine => [{ text: ' '.repeat(INDENT) + text, role }];

/** Text of any length in rows of at most `width` cells, set in; it is made printable. */
export const paragraph = (text: string, width: number, role: Role = 'plain'): readonly TextLine[] =>
  wrappedLines(text, Math.max(10, width - INDENT - 1)).map((row) => line(row, role));

/** Each of `warnings` as a paragraph of its own. */
export const warned = (warnings: readonly string[], width: number): readonly TextLine[] =>
  warnings.flatMap((text) => paragraph(`! ${text}`, width, 'warning'));

/** `1 machine`, `3 machines`. */
export const machineCount = ({ length }: readonly number[]): string => `${length} ${plural(length, 'machine')}`;

/** Draws rows. */
export const Rows = ({ rows, width }: { readonly rows: readonly Row[]; readonly width: number }) => (
  <>{rows.map((row, index) => (isValidElement(row) ? row : <SegmentLine key={index} left={row} width={width} />))}</>
);
