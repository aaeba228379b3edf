/**
 * One line as pieces of text with roles: cut, padded and joined before anything is drawn or printed. Pure.
 */
import type { Ground, Role } from '../base/roles.ts';
import { CUT_MARK, cellWidth, cutCell } from '../base/text.ts';

/** A piece of a line. Its text must be printable. */
export type Segment = {
  readonly text: string;
  readonly role: Role;
  /** What it lies on, where that is not the background of the screen. */
  readonly ground?: Ground;
  /** It and those behind it stand against the right edge, and what is between lies on the same ground. */
  readonly isAtEnd?: true;
};

export const piece = (text: string, role: Role): Segment => ({ text, role });

/** A plain piece. */
export const plain = (text: string): Segment => piece(text, 'plain');

/** A dim piece. */
export const dim = (text: string): Segment => piece(text, 'dim');

/**
 * The line that begins a section: its title on a band, what is said `beside` it, and at the band's right end its answer or its
 * key, for which the title gives way.
 */
export const band = (
  title: string,
  answer: readonly Segment[] = [],
  beside: readonly Segment[] = [],
): readonly Segment[] =>
  [
    { text: ` ${title}`, role: 'strong' as const },
    ...beside,
    ...[...answer, plain(' ')].map((piece) => ({ ...piece, isAtEnd: true as const })),
  ].map((piece) => ({ ...piece, ground: 'band' }));

/** True for a line that begins a section. */
export const isBand = ([first]: readonly Segment[]): boolean => first?.ground === 'band';

/** Cells that the pieces take together. */
export const segmentsWidth = (segments: readonly Segment[]): number =>
  segments.reduce((sum, { text }) => sum + cellWidth(text), 0);

/** The pieces in at most `width` cells; the one at the edge is cut, without a mark where that would stand behind a figure. */
export const cutSegments = (segments: readonly Segment[], width: number): readonly Segment[] => {
  const kept: Segment[] = [];
  let free = width;
  for (const segment of segments) {
    if (free <= 0) break;
    const text = cutCell(segment.text, free);
    if (text === CUT_MARK && segment.text.startsWith(' ') && /\d$/.test(kept.at(-1)?.text ?? '')) break;
    kept.push({ ...segment, text });
    free -= cellWidth(text);
  }
  return kept;
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
  const gap = plain(' '.repeat(Math.max(0, width - rightWidth - segmentsWidth(start))));
  const ground = right[0]?.ground;
  return [...start, ground === undefined ? gap : { ...gap, ground }, ...fixed];
};
