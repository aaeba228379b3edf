/**
 * One line of the screen as pieces of text with roles: cut, padded and joined before anything is drawn; and the pieces that many
 * pages have: how much is out of sight, and the titles of pages. Pure.
 */
import { plural } from '../../base/figures.ts';
import { aroundKeys } from '../../base/named-keys.ts';
import type { Ground } from '../../base/roles.ts';
import { CUT_MARK, cellWidth, cutCell } from '../../base/text.ts';
import type { Role } from './theme.tsx';

/** A piece of a line. Its text must be printable. */
export type Segment = {
  readonly text: string;
  readonly role: Role;
  /** What it lies on, where that is not the background of the screen. */
  readonly ground?: Ground;
  /** It and those behind it stand against the right edge, and what is between lies on the same ground. */
  readonly isAtEnd?: true;
};

/** Cells and lines that something is drawn in. */
export type Size = { readonly width: number; readonly height: number };

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

/** A piece as it is shown: with the keys that it names as `named` calls them, each standing out from a text that does not itself. */
export const keyedSegments = (segment: Segment, named: (message: string) => string): readonly Segment[] => {
  const text = named(segment.text);
  if (text === segment.text) return [segment];
  if (!QUIET.includes(segment.role)) return [{ ...segment, text }];
  return aroundKeys(segment.text).flatMap(({ text: part, cells }) =>
    part === '' ? [] : [{ ...segment, text: named(part), role: cells === undefined ? segment.role : 'accent' }],
  );
};

const QUIET: readonly Role[] = ['plain', 'dim', 'strong'];

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

/** Neighbours of one role as one piece; empty ones go. */
export const joinedSegments = (segments: readonly Segment[]): readonly Segment[] => {
  const joined: Segment[] = [];
  for (const segment of segments) {
    const last = joined.at(-1);
    if (segment.text === '') continue;
    if (last?.role === segment.role && last.ground === segment.ground)
      joined[joined.length - 1] = { ...last, text: last.text + segment.text };
    else joined.push(segment);
  }
  return joined;
};

/** A text with `sought` marked in it, without regard to case. */
export const foundSegments = (text: string, sought: string, role: Role = 'plain'): readonly Segment[] => {
  const lower = text.toLowerCase();
  const wanted = sought.toLowerCase();
  // Lower case may be longer, and then no place of it is one of the text.
  if (wanted === '' || lower.length !== text.length) return [{ text, role }];
  const segments: Segment[] = [];
  let from = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    if (at > from) segments.push({ text: text.slice(from, at), role });
    from = at + wanted.length;
    segments.push({ text: text.slice(at, from), role: 'match' });
  }
  return from < text.length || segments.length === 0 ? [...segments, { text: text.slice(from), role }] : segments;
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
  const gap = plain(' '.repeat(Math.max(0, width - rightWidth - segmentsWidth(start))));
  const ground = right[0]?.ground;
  return [...start, ground === undefined ? gap : { ...gap, ground }, ...fixed];
};

/** Cells from which on a screen shows what it shows on wider ones, only less of it. */
const NARROW_BELOW = 60;

/** True where a row is what identifies it and what decides about it, and everything else is on its page. */
export const isNarrow = (width: number): boolean => width < NARROW_BELOW;

/** Lines of a pane from which on a list has headings. */
const LOW_BELOW = 8;

/** True where a pane of `height` lines has so few that a list has no headings, and of each row one text with what matters of it. */
export const isLow = (height: number): boolean => height < LOW_BELOW;

/** `1 more line below`, `12 more lines below`; an empty text when nothing is below. */
export const moreLinesBelow = (below: number): string =>
  below > 0 ? `${below} more ${plural(below, 'line')} below` : '';

/** The same as short as it has to be beside what takes `taken` of `width` cells: `12 below`, for which that has to give way. */
export const linesBelowBeside = (below: number, taken: number, width: number): string => {
  const words = below > 0 ? [moreLinesBelow(below), `${below} below`] : [];
  return words.find((text) => taken + GAP + text.length < width) ?? words.at(-1) ?? '';
};

/** Cells between two things that are said in one line. */
const GAP = 2;

/** `10 more above, 3 more below`, whichever of the two there is; an empty text when all is in sight. */
export const moreAboveAndBelow = (above: number, below: number): string =>
  [above > 0 ? `${above} more above` : '', below > 0 ? `${below} more below` : '']
    .filter((part) => part !== '')
    .join(', ');

/** The keys that turn to another page, for the end of a line of `width` cells behind the titles; as short as can be where those need the room. */
export const pageTabsHint = (titles: readonly Segment[], width: number): readonly Segment[] => {
  const hint = [dim('[ and ] turn the page ')];
  return segmentsWidth(titles) + GAP + segmentsWidth(hint) <= width ? hint : [dim('[ and ] ')];
};

/** The titles one behind the other; the one at place `open` stands in brackets, and none moves when the page is turned. */
export const pageTabSegments = (titles: readonly string[], open: number): readonly Segment[] =>
  titles.map((title, place) => (place === open ? { text: ` [${title}]`, role: 'accent' } : dim(`  ${title} `)));
