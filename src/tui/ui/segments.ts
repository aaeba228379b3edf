/**
 * One line of the screen as pieces of text with roles: cut, padded and joined before anything is drawn; and the pieces that many
 * pages have: how much is out of sight, and the titles of pages. Pure.
 */
import { plural } from '../../base/figures.ts';
import { aroundKeys } from '../../base/named-keys.ts';
import { CUT_MARK } from '../../base/text.ts';
import { dim, type Segment, segmentsWidth } from '../../drawing/segments.ts';
import type { Role } from './theme.tsx';

export {
  band,
  cutSegments,
  dim,
  isBand,
  piece,
  plain,
  type Segment,
  segmentsWidth,
  spreadSegments,
} from '../../drawing/segments.ts';

/** Cells and lines that something is drawn in. */
export type Size = { readonly width: number; readonly height: number };

/** What is left of a screen below so many `lines`: one line at least. */
export const below = ({ width, height }: Size, lines: number): Size => ({ width, height: Math.max(1, height - lines) });

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

/**
 * The line of the titles in `width` cells, the one at place `open` marked, and at its end what turns the page. Where there is no room
 * for all of them: the one that is open, and its place among them.
 */
export const pageTabsFitting = (
  titles: readonly string[],
  open: number,
  width: number,
): { readonly left: readonly Segment[]; readonly right: readonly Segment[] } => {
  const all = pageTabSegments(titles, open);
  const isRoom = segmentsWidth(all) + GAP + '[ and ] '.length <= width;
  const left: readonly Segment[] = isRoom ? all : openTabSegments(titles, open);
  return { left, right: pageTabsHint(left, width) };
};

/** The title that is open alone, and its place among them. */
export const openTabSegments = (titles: readonly string[], open: number): readonly Segment[] => [
  { text: ` [${titles[open] ?? ''}]`, role: 'accent' },
  dim(` ${open + 1}/${titles.length}`),
];
