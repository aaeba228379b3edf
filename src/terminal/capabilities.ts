/**
 * What the terminal on the far side can show, judged from the environment alone: nothing is asked, nothing is awaited, but whether
 * its background is dark or light where it can say so.
 */

/** Variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What to draw and how to write. */
export type Capabilities = {
  /** 0 no colour at all, 1 sixteen colours, 2 two hundred and fifty-six, 3 true colour: the numbers of `FORCE_COLOR`. */
  readonly colourLevel: 0 | 1 | 2 | 3;
  /** Nothing but ASCII can be relied on. */
  readonly isAscii: boolean;
  /** The terminal is at the other end of a network connection. */
  readonly isRemote: boolean;
  /** How long a lone ESC may be the start of a sequence. */
  readonly escapeWaitMs: number;
  /** A program between this one and the terminal that keeps a screen of its own. */
  readonly multiplexer: 'tmux' | 'screen' | 'mosh' | undefined;
  /** Queries may be sent: they reach a terminal that answers them, or says nothing. */
  readonly canAnswer: boolean;
  /** The cursor can be moved; a terminal that cannot do so only ever gets lines appended. */
  readonly canMoveCursor: boolean;
  /** Scroll regions work; they belong to every terminal that can move its cursor. */
  readonly canScroll: boolean;
  /** `REP` is known to work. */
  readonly canRepeat: boolean;
  /** Mode 2026 is understood or ignored. */
  readonly isSynchronized: boolean;
};

const LOCAL_ESCAPE_WAIT_MS = 25;
const REMOTE_ESCAPE_WAIT_MS = 100;
/** Terminals that show true colour but may say so only by their name. */
const TRUE_COLOUR_NAMES = /^(?:xterm-kitty|xterm-ghostty|alacritty|foot|wezterm|contour)|-direct$/;
/** Terminals that implement `REP` for every character; tmux 3.4 and older only do so for ASCII. */
const REPEATING_NAMES = /^(?:xterm-kitty|xterm-ghostty|alacritty|foot|wezterm)/;

/** Judges the terminal. `isAsciiAsked` is the user's own wish. */
export function capabilitiesOf(environment: Environment, isAsciiAsked = false): Capabilities {
  const name = environment.TERM ?? '';
  const multiplexer = multiplexerOf(environment, name);
  const isRemote = Boolean(environment.SSH_CONNECTION || environment.SSH_TTY) || multiplexer === 'mosh';
  const isBare = isDumb(name);
  return {
    colourLevel: colourLevelOf(environment, name, multiplexer),
    isAscii: isAsciiAsked || isBare || name === 'linux' || !isUnicodeLocale(environment),
    isRemote,
    escapeWaitMs: isRemote ? REMOTE_ESCAPE_WAIT_MS : LOCAL_ESCAPE_WAIT_MS,
    multiplexer,
    canAnswer: !isBare && !isConsole(name) && multiplexer !== 'screen' && multiplexer !== 'mosh',
    canMoveCursor: !isBare,
    canScroll: !isBare,
    canRepeat: REPEATING_NAMES.test(name) && multiplexer === undefined,
    isSynchronized: !isBare && name !== 'linux',
  };
}

function colourLevelOf(
  environment: Environment,
  name: string,
  multiplexer: Capabilities['multiplexer'],
): Capabilities['colourLevel'] {
  if (environment.NO_COLOR || isDumb(name)) return 0;
  const isTrueColourSaid = /^(?:truecolor|24bit)$/.test(environment.COLORTERM ?? '');
  // The variable is what the outer terminal exported: screen drops true colour, and so do older versions of mosh.
  if (isTrueColourSaid && multiplexer !== 'screen' && multiplexer !== 'mosh' && name !== 'linux') return 3;
  if (TRUE_COLOUR_NAMES.test(name)) return 3;
  return /256/.test(name) || multiplexer === 'mosh' || multiplexer === 'tmux' ? 2 : 1;
}

/** mosh says nothing about itself, but its server sets the last of these for its child. */
function multiplexerOf(environment: Environment, name: string): Capabilities['multiplexer'] {
  if (environment.TMUX || name.startsWith('tmux')) return 'tmux';
  if (environment.STY || name.startsWith('screen')) return 'screen';
  const isMosh = environment.NCURSES_NO_UTF8_ACS === '1' && environment.SSH_CONNECTION !== undefined;
  return isMosh ? 'mosh' : undefined;
}

/** A console, whose background everybody knows, and which might show a query that it does not know. */
export function isConsole(name: string): boolean {
  return /^(?:linux|cons\d|vt\d|sun|wsvt)/.test(name);
}

function isDumb(name: string): boolean {
  return name === '' || name === 'dumb';
}

/** The first of these variables that is set decides; a locale without a character set is ASCII. */
function isUnicodeLocale(environment: Environment): boolean {
  const locale = environment.LC_ALL || environment.LC_CTYPE || environment.LANG || '';
  return /utf-?8/i.test(locale);
}

/** What the background is. */
type Ground = 'dark' | 'light';

/** Asks for the background's colour (OSC 11). */
export const BACKGROUND_QUERY = '\u001B]11;?\u001B\\';

/** Where black and white text are equally readable: the relative luminance that is as far from 0 as from 1. */
const MIDDLE_LUMINANCE = 0.179;

/** `rgb:` and up to four hexadecimal digits a channel, as terminals answer, or `#` and six. */
const ANSWER =
  /^\u001B\]11;(?:rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})|#([\da-f]{2})([\da-f]{2})([\da-f]{2}))/i;

/** The background that `reply` tells of; undefined for every other reply. */
export function backgroundIn(reply: string): Ground | undefined {
  const channels = ANSWER.exec(reply)
    ?.slice(1)
    .filter((digits) => digits !== undefined);
  if (channels === undefined) return undefined;
  const [red = 0, green = 0, blue = 0] = channels.map((digits) =>
    linear(Number.parseInt(digits, 16) / (16 ** digits.length - 1)),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > MIDDLE_LUMINANCE ? 'light' : 'dark';
}

/** The background as the environment tells of it: `COLORFGBG` holds the numbers of text and ground, such as `0;15`. */
export function backgroundOf(environment: Environment): Ground | undefined {
  if (isConsole(environment.TERM ?? '')) return 'dark';
  const ground = /;(\d{1,2})$/.exec(environment.COLORFGBG ?? '')?.[1];
  if (ground === undefined || Number(ground) > 15) return undefined;
  return ground === '7' || Number(ground) > 8 ? 'light' : 'dark';
}

/** sRGB's channel, from 0 to 1, in proportion to its light. */
const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
