/** Finding a text in the help: which of its lines have it, and how the page goes from one to the next. Pure. */
import { type LineEdit, lineAccepted, lineCancelled, lineOf, lineOffered } from '../state/line.ts';
import type { Segment } from '../ui/segments.ts';
import type { FrameState, HelpOverlay } from './state.ts';

/** The lines of the help, and how many of them are seen at once. */
type HelpRoom = { readonly lines: readonly (readonly Segment[])[]; readonly height: number };

/** Lines of the page before the one that was found. */
const BEFORE_MATCH = 2;

/** The places of the lines that have `text`, of which a piece of one role has all. */
export const helpMatches = (lines: HelpRoom['lines'], text: string): readonly number[] => {
  const sought = text.trim().toLowerCase();
  if (sought === '') return [];
  return lines.flatMap((line, place) =>
    line.some((piece) => piece.text.toLowerCase().includes(sought)) ? [place] : [],
  );
};

type Find = NonNullable<HelpOverlay['find']>;

const changed = (state: FrameState, to: (help: HelpOverlay, find: Find) => HelpOverlay): FrameState => {
  const { overlay } = state;
  return overlay?.kind === 'help' && overlay.find !== undefined
    ? { ...state, overlay: to(overlay, overlay.find) }
    : state;
};

/** `help` at the line `at`; without one where the typing began. */
const gone = (help: HelpOverlay, find: Find, at: number | undefined, { lines, height }: HelpRoom): HelpOverlay => ({
  ...help,
  top: at === undefined ? find.from : Math.max(0, Math.min(lines.length - height, at - BEFORE_MATCH)),
  find: { ...find, at },
});

/** A text is going to be typed; the last one stands there, selected. */
export const helpFindOpened = (state: FrameState): FrameState => {
  const { overlay } = state;
  if (overlay?.kind !== 'help') return state;
  const line = lineOffered(overlay.find?.line ?? lineOf(''));
  return { ...state, overlay: { ...overlay, find: { line, isTyped: true, from: overlay.top, at: undefined } } };
};

/** The text changed: the page is at the first line that has it from where the typing began, else at the first of all. */
export const helpFindEdited = (state: FrameState, edit: LineEdit, room: HelpRoom): FrameState =>
  changed(state, (help, find) => {
    const next = { ...find, line: edit(find.line) };
    const places = helpMatches(room.lines, next.line.text);
    return gone(help, next, places.find((place) => place >= find.from) ?? places[0], room);
  });

/** The text is kept as it stands; an empty one is not looked for. */
export const helpFindKept = (state: FrameState): FrameState =>
  changed(state, (help, find) =>
    find.line.text.trim() === ''
      ? { kind: 'help', top: help.top }
      : { ...help, find: { ...find, line: lineAccepted(find.line), isTyped: false } },
  );

/** The typing was given up: what was looked for before is looked for again, and the page is where it was. */
export const helpFindCancelled = (state: FrameState): FrameState =>
  changed(state, (_, { from, ...find }) => {
    const line = lineCancelled(find.line);
    return line.text.trim() === ''
      ? { kind: 'help', top: from }
      : { kind: 'help', top: from, find: { line, isTyped: false, from, at: undefined } };
  });

/** Nothing is looked for any more. */
export const helpFindEnded = (state: FrameState): FrameState => changed(state, ({ top }) => ({ kind: 'help', top }));

/** The page went to the next line that has the text, or to the one before; behind the last comes the first. */
export const helpMatchStepped = (state: FrameState, direction: 1 | -1, room: HelpRoom): FrameState =>
  changed(state, (help, find) => {
    const places = helpMatches(room.lines, find.line.text);
    const { at = help.top - direction } = find;
    const next =
      direction === 1
        ? (places.find((place) => place > at) ?? places[0])
        : (places.findLast((place) => place < at) ?? places.at(-1));
    return next === undefined ? help : gone(help, find, next, room);
  });
