/** One line of the screen as pieces of text with roles: cut, padded and joined before anything is drawn. */
import { CUT_MARK, cellWidth, cutCell } from '../../base/text.ts';
import type { Role } from './theme.tsx';

/** A piece of a line. Its text must be printable. */
export type Segment = { readonly text: string; readonly role: Role };

/** A plain piece. */
export const plain = (text: string): Segment => ({ text, role: 'plain' });

/** A dim piece. */
export const dim = (text: string): Segment => ({ text, role: 'dim' });

/** Cells that the pieces take together. */
export const segmentsWidth = (segments: readonly Segment[]): number =>
  segments.reduce((sum, { text }) => sum + cellWidth(text), 0);

/** The pieces in at most `width` cells; the one at the edge is cut. */
export const cutSegments = (segments: readonly Segment[], width: number): readonly Segment[] => {
  const kept: Segment[] = [];
  let free = width;
  for (const segment of segments) {
    if (free <= 0) break;
    const text = cutCell(segment.text, free);
    kept.push({ ...segment, text });
    free -= cellWidth(text);
  }
  return kept;
};

/** At most `count` of `lines`, one at least; where some are left out, the last one kept ends in the mark of a cut. */
export const firstLines = (lines: readonly (readonly Segment[])[], count: number): readonly (readonly Segment[])[] => {
  const kept = lines.slice(0, Math.max(1, count));
  const last = kept.at(-1);
  if (kept.length === lines.length || last === undefined) return lines;
  return [...kept.slice(0, -1), [...last, { text: CUT_MARK, role: last.at(-1)?.role ?? 'plain' }]];
};

/** `left` and `right` set against the edges of `width` cells, at least two spaces apart; the left side gives way first. */
export const spreadSegments = (
  left: readonly Segment[],
  right: readonly Segment[],
  width: number,
): readonly Segment[] => {
  const fixed = cutSegments(right, width);
  const rightWidth = segmentsWidth(fixed);
  const room = Math.max(0, width - rightWidth - (rightWidth > 0 ? 2 : 0));
  const start = cutSegments(left, room);
  const gap = ' '.repeat(Math.max(0, width - rightWidth - segmentsWidth(start)));
  return [...start, plain(gap), ...fixed];
};
