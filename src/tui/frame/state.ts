/**
 * What frames every pane: which pane is open, what lies over it, the message line, the service in use, and where things stand on a
 * screen of a given size. Pure; every height in rows, every width in cells.
 */
import { THEME_NAMES, type ThemeName, USUAL_THEME } from '../../base/roles.ts';
import type { PaneName } from '../panes/names.ts';
import { atStart, type Cursor } from '../state/cursor.ts';
import { type Line, lineCancelled, lineOf, lineOpened } from '../state/line.ts';
import type { Role } from '../ui/theme.tsx';
import type { Tips } from './tips.ts';

/** A terminal's size. */
export type ScreenSize = { readonly columns: number; readonly rows: number };

/** The smallest screen on which the program is whole enough to be used. */
export const SMALLEST: ScreenSize = { columns: 40, rows: 10 };

/** True where nothing but that can be shown. */
export const isTooSmall = ({ columns, rows }: ScreenSize): boolean =>
  columns < SMALLEST.columns || rows < SMALLEST.rows;

/** Lines of the help that are not its list: title and a blank one. The palette has as many. */
export const OVERLAY_TITLE_LINES = 2;

/** Lines that are no pane: the header, the message line and the footer. */
const FRAME_LINES = 3;

/** The measures of a screen. */
export const layoutOf = ({ columns, rows }: ScreenSize) => {
  const bodyHeight = Math.max(1, rows - FRAME_LINES);
  return {
    bodyHeight,
    overlayListHeight: Math.max(1, bodyHeight - OVERLAY_TITLE_LINES),
    pane: { width: columns, height: bodyHeight },
  };
};

/**
 * What lies over the pane: the help, scrolled to `top`, the palette with what was typed and the row chosen, the themes, a text that
 * is to be read or copied by hand, or the question for a key. Of the key only the number of characters and the place among them are
 * known here: state is copied, printed and kept, a key must not be.
 */
type Overlay =
  | HelpOverlay
  | { readonly kind: 'palette'; readonly line: Line; readonly cursor: Cursor }
  /** The screen has the colours of the theme at `row` of {@link THEME_NAMES}. */
  | { readonly kind: 'themes'; readonly row: number }
  | { readonly kind: 'text'; readonly title: string; readonly text: string; readonly top: number }
  | { readonly kind: 'key'; readonly reason: string; readonly typed: KeyTyped };

/** The help; `find` is the text that is looked for in it, the first line on the page when its typing began, and the line that was gone to. */
export type HelpOverlay = {
  readonly kind: 'help';
  readonly top: number;
  readonly find?: {
    readonly line: Line;
    readonly isTyped: boolean;
    readonly from: number;
    readonly at: number | undefined;
  };
};

/** What may be known of a key that is being typed: its length, and the place of the cursor. */
export type KeyTyped = { readonly length: number; readonly at: number };

/** One line for the user; it stays until the next key. */
type Notice = { readonly text: string; readonly role: Role };

/**
 * The service in use. `keyTail` is the last four characters of its key, `keySource` where that came from; `reason` says why
 * the service cannot be used.
 */
type ServiceInUse = {
  readonly name: string;
  readonly stage: 'starting' | 'ready' | 'failed';
  readonly keyTail?: string;
  readonly keySource?: string;
  readonly reason?: string;
};

/**
 * What the line to the user's terminal is like: round trip in milliseconds, once there is one, what it goes `through` where
 * that answers in the terminal's place, and bytes that the last key cost.
 */
export type LinkFigures = {
  readonly roundTripMs: number | undefined;
  readonly through: string | undefined;
  readonly bytesOfKey: number;
};

/** A session that an earlier run has left: when that was, and what it holds, in words. */
type ResumableSession = { readonly id: string; readonly when: string; readonly words: string };

/** Those sessions, the newest first, at least one; the one chosen; and whether the user is being asked about them now. */
export type ResumableSessions = {
  readonly listed: readonly ResumableSession[];
  readonly row: number;
  readonly isAsked: boolean;
};

/** Panes that a start may begin with. */
export const BEGINNINGS = ['overview', 'offers'] as const satisfies readonly PaneName[];

type BeginsWith = (typeof BEGINNINGS)[number];

/** The state of the frame; `link` is there while the user wants to see it. */
export type FrameState = {
  readonly pane: PaneName;
  readonly size: ScreenSize;
  readonly overlay?: Overlay;
  /** What was typed into the palette when it was cancelled last. */
  readonly cancelledCommand?: string;
  readonly notice?: Notice;
  /** What no key has led to, each to be seen until a key; absent: nothing. */
  readonly announced?: readonly Announcement[];
  readonly service: ServiceInUse;
  /** True when nothing may be sent that notifies, creates, replaces or costs. */
  readonly isReadOnly: boolean;
  /** The line to the user's terminal is so slow that nothing is sent for looks alone. */
  readonly isLinkSlow: boolean;
  /** The line is so quick that a little more may be sent for looks. */
  readonly isLinkQuick: boolean;
  /** The terminal has answered, so that it is known whether the line is slow. */
  readonly isLinkMeasured: boolean;
  /** The round trip that was the first of a slow line, ms, and whether the user has been told after another one; absent: it is not slow. */
  readonly slowLink?: { readonly sinceMs: number; readonly isTold: boolean };
  /** The user wants no preview. */
  readonly isPreviewHidden: boolean;
  /** What the user wants a start to begin with; absent: the overview where there is something of the user's, else the offers. */
  readonly beginsWith?: BeginsWith | undefined;
  /** The user was seen to have something: an instance, a machine, an alert that fired; absent where nobody knows. */
  readonly hasOwn?: boolean | undefined;
  /** Absent where there are none. */
  readonly tips?: Tips;
  readonly link?: LinkFigures;
  /** Absent when no earlier run has left anything. */
  readonly sessions?: ResumableSessions;
};

/** The frame as the program opens it, with what is kept of an earlier run. */
export const initialFrame = (
  pane: PaneName,
  size: ScreenSize,
  serviceName: string,
  isReadOnly: boolean,
  kept: Pick<FrameState, 'isPreviewHidden' | 'tips' | 'beginsWith' | 'hasOwn'> & Partial<Pick<FrameState, 'pane'>> = {
    isPreviewHidden: false,
  },
): FrameState => ({
  pane,
  size,
  isReadOnly,
  isLinkSlow: false,
  isLinkQuick: false,
  isLinkMeasured: false,
  ...kept,
  service: { name: serviceName, stage: 'starting' },
});

/** The screen has another size. */
export const frameResized = (state: FrameState, size: ScreenSize): FrameState =>
  size.columns === state.size.columns && size.rows === state.size.rows ? state : { ...state, size };

/** The user wants a start to begin otherwise: with the offers, with the overview, or as there is something to see. */
export const beginningTurned = ({ beginsWith, ...state }: FrameState): FrameState => {
  const next = beginsWith === undefined ? 'offers' : BEGINNINGS[BEGINNINGS.indexOf(beginsWith) - 1];
  return next === undefined ? state : { ...state, beginsWith: next };
};

/** Another pane was opened. */
export const paneOpened = (state: FrameState, pane: PaneName): FrameState => ({ ...state, pane });

/** Earlier runs have left sessions, the newest first; with `isAsked` the user is asked about them. */
export const sessionsFound = (state: FrameState, listed: readonly ResumableSession[], isAsked: boolean): FrameState =>
  listed.length === 0 ? withoutSessions(state) : { ...state, sessions: { listed, row: 0, isAsked } };

/** Another of those sessions was chosen, `rows` further down. */
export const sessionChosen = (state: FrameState, rows: number): FrameState => {
  const { sessions } = state;
  if (sessions === undefined) return state;
  const row = Math.max(0, Math.min(sessions.listed.length - 1, sessions.row + rows));
  return { ...state, sessions: { ...sessions, row } };
};

/** The user wants none of them now. */
export const sessionsPutOff = (state: FrameState): FrameState =>
  state.sessions === undefined ? state : { ...state, sessions: { ...state.sessions, isAsked: false } };

/** No session is left to be resumed. */
const withoutSessions = ({ sessions: _, ...state }: FrameState): FrameState => state;

/** The service can be called, with a key that ends in `keyTail`. */
export const serviceReady = (state: FrameState, keyTail: string, keySource: string): FrameState => ({
  ...state,
  service: { name: state.service.name, stage: 'ready', keyTail, keySource },
});

/** A key is asked for, because of `reason`; what was typed of one before is kept. */
export const keyAsked = (state: FrameState, reason: string): FrameState =>
  state.overlay?.kind === 'key' ? state : { ...state, overlay: { kind: 'key', reason, typed: { length: 0, at: 0 } } };

/** A key is being typed. */
export const keyTyped = (state: FrameState, typed: KeyTyped): FrameState =>
  state.overlay?.kind === 'key' ? { ...state, overlay: { ...state.overlay, typed } } : state;

/** The service cannot be used. */
export const serviceFailed = (state: FrameState, reason: string): FrameState => ({
  ...state,
  service: { name: state.service.name, stage: 'failed', reason },
});

/** What no key has led to; `firings` is how many firings of alerts it tells of. */
type Announcement = { readonly text: string; readonly firings?: number };

/** Something is to be said that no key has led to: behind what was announced before and not been seen. */
export const noticeAnnounced = (state: FrameState, text: string): FrameState => ({
  ...state,
  announced: [...(state.announced ?? []), { text }],
});

/** The same, in front of what the last key led to: that has been read, or nobody is there. */
export const noticePressed = ({ notice: _, ...state }: FrameState, text: string): FrameState =>
  noticeAnnounced(state, text);

/** `count` alerts have fired: what was said of earlier ones and not seen is said anew, in its place, with all of them counted. */
export const firingsAnnounced = (state: FrameState, count: number, wordsOf: (count: number) => string): FrameState => {
  const { announced = [] } = state;
  const before = announced.find(({ firings }) => firings !== undefined);
  const firings = count + (before?.firings ?? 0);
  const now = { text: wordsOf(firings), firings };
  const others = announced.map((one) => (one === before ? now : one));
  return { ...state, announced: before === undefined ? [...announced, now] : others };
};

/** What is said to the user now: what the last key led to, or else the first announcement, and how many wait behind that. */
export const noticeShown = ({ notice, announced = [] }: FrameState): Notice | undefined => {
  const [first, ...others] = announced;
  if (notice !== undefined || first === undefined) return notice;
  const text = others.length === 0 ? first.text : `1 of ${announced.length}, any key shows the next: ${first.text}`;
  return { text, role: 'warning' };
};

/** Something is to be said to the user. */
export const noticeGiven = (state: FrameState, text: string, role: Role): FrameState => ({
  ...state,
  notice: { text, role },
});

/** A key was pressed: what was said before has been seen. */
export const noticeSeen = (state: FrameState): FrameState => {
  const { notice, announced = [], ...rest } = state;
  if (notice === undefined && announced.length === 0) return state;
  // What the last key led to stood in front of the announcements.
  const left = notice === undefined ? announced.slice(1) : announced;
  return left.length === 0 ? rest : { ...rest, announced: left };
};

/** The user wants to see what the line to the terminal is like, or has seen enough of it. */
export const linkToggled = ({ link, ...state }: FrameState, figures: LinkFigures): FrameState =>
  link === undefined ? { ...state, link: figures } : state;

/** The line showed itself to be slow, or quick, or neither, or nothing is known of it yet. */
export const linkJudged = (
  state: FrameState,
  {
    isSlow,
    isQuick = false,
    roundTripMs,
  }: Pick<LinkFigures, 'roundTripMs'> & { readonly isSlow: boolean; readonly isQuick?: boolean },
): FrameState => {
  const isMeasured = roundTripMs !== undefined;
  const told = isMeasured ? slownessTold(state, isSlow, roundTripMs) : state;
  return told.isLinkSlow === isSlow && told.isLinkQuick === isQuick && told.isLinkMeasured === isMeasured
    ? told
    : { ...told, isLinkSlow: isSlow, isLinkQuick: isQuick, isLinkMeasured: isMeasured };
};

/** What the line no longer shows, or shows again, is said: not after one slow answer, which may be due to the program. */
const slownessTold = (state: FrameState, isSlow: boolean, roundTripMs: number): FrameState => {
  const { slowLink, ...rest } = state;
  if (!isSlow) return slowLink === undefined ? state : slowLink.isTold ? noticeAnnounced(rest, QUICK_AGAIN) : rest;
  if (slowLink === undefined) return { ...state, slowLink: { sinceMs: roundTripMs, isTold: false } };
  if (slowLink.isTold || slowLink.sinceMs === roundTripMs) return state;
  return noticeAnnounced({ ...state, slowLink: { ...slowLink, isTold: true } }, slowWords(roundTripMs));
};

const slowWords = (roundTripMs: number): string =>
  `Slow line (${Math.round(roundTripMs)} ms): colours, bars, weeks and the preview are left out.`;

const QUICK_AGAIN = 'The line is quick enough again: what was left out is back.';

/** The preview was hidden, or is wanted again. */
export const previewTurned = (state: FrameState): FrameState => ({ ...state, isPreviewHidden: !state.isPreviewHidden });

/** The line was measured. */
export const linkMeasured = (state: FrameState, link: LinkFigures): FrameState =>
  state.link === undefined ? state : { ...state, link };

/** The help was opened. */
export const helpOpened = (state: FrameState): FrameState => ({ ...state, overlay: { kind: 'help', top: 0 } });

/** The help was scrolled by `rows`, at most to `highest`. */
export const helpScrolled = (state: FrameState, rows: number, highest: number): FrameState =>
  state.overlay?.kind === 'help'
    ? { ...state, overlay: { ...state.overlay, top: Math.max(0, Math.min(highest, state.overlay.top + rows)) } }
    : state;

/** A text was put in front, under a title. */
export const textShown = (state: FrameState, title: string, text: string): FrameState => ({
  ...state,
  overlay: { kind: 'text', title, text, top: 0 },
});

/** The text in front was scrolled by `rows`, at most to `highest`. */
export const textScrolled = (state: FrameState, rows: number, highest: number): FrameState =>
  state.overlay?.kind === 'text'
    ? { ...state, overlay: { ...state.overlay, top: Math.max(0, Math.min(highest, state.overlay.top + rows)) } }
    : state;

/** The themes were opened, at the one in use. */
export const themesOpened = (state: FrameState, inUse: ThemeName = USUAL_THEME): FrameState => ({
  ...state,
  overlay: { kind: 'themes', row: THEME_NAMES.indexOf(inUse) },
});

/** Another theme is looked at, `rows` further down. */
export const themesMoved = (state: FrameState, rows: number): FrameState => {
  if (state.overlay?.kind !== 'themes') return state;
  const row = Math.max(0, Math.min(THEME_NAMES.length - 1, state.overlay.row + rows));
  return { ...state, overlay: { kind: 'themes', row } };
};

/** The theme that is looked at; undefined while none is chosen anew. */
export const themeLookedAt = ({ overlay }: FrameState): ThemeName | undefined =>
  overlay?.kind === 'themes' ? THEME_NAMES[overlay.row] : undefined;

/** The palette was opened. */
export const paletteOpened = (state: FrameState): FrameState => ({
  ...state,
  overlay: {
    kind: 'palette',
    line: lineOpened({
      ...lineOf(''),
      ...(state.cancelledCommand !== undefined && { cancelled: state.cancelledCommand }),
    }),
    cursor: atStart,
  },
});

/** The palette was cancelled. */
export const paletteCancelled = (state: FrameState): FrameState => {
  const cancelled = state.overlay?.kind === 'palette' ? lineCancelled(state.overlay.line).cancelled : undefined;
  return { ...overlayClosed(state), ...(cancelled !== undefined && { cancelledCommand: cancelled }) };
};

/** The palette's text changed; the first row that fits is chosen. */
export const paletteEdited = (state: FrameState, line: Line): FrameState =>
  state.overlay?.kind === 'palette' ? { ...state, overlay: { kind: 'palette', line, cursor: atStart } } : state;

/** Another row of the palette was chosen. */
export const paletteMoved = (state: FrameState, cursor: Cursor): FrameState =>
  state.overlay?.kind === 'palette' ? { ...state, overlay: { ...state.overlay, cursor } } : state;

/** What lay over the pane was closed. */
export const overlayClosed = ({ overlay: _, ...state }: FrameState): FrameState => state;
