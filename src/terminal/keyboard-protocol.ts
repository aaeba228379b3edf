/**
 * The keyboard protocol of kitty, with which Esc and the keys with Ctrl and Alt are sequences of their own, so that no key is
 * the beginning of another one. Such keys are handed on as the bytes that terminals have always sent for them.
 */

/** Asks which flags of the protocol are set; a terminal that does not have it is silent. */
export const KEYBOARD_QUERY = '\u001B[?u';

/** Sets the flags 1 (no key is ambiguous) and 4 (keys by their place on a Latin keyboard too), and asks whether they are in force. */
export const KEYBOARD_PUSH = `\u001B[>5u${KEYBOARD_QUERY}`;
/** The same for a terminal that may have them already. */
export const KEYBOARD_SET = '\u001B[=5u';
export const KEYBOARD_POP = '\u001B[<u';

const UNAMBIGUOUS = 1;
const ANSWER = /^\u001B\[\?(\d+)u$/;

/** Answers {@link KEYBOARD_QUERY}: whether no key is ambiguous; undefined for any other reply. */
export function isUnambiguousIn(reply: string): boolean | undefined {
  const flags = ANSWER.exec(reply)?.[1];
  return flags === undefined ? undefined : (Number(flags) & UNAMBIGUOUS) !== 0;
}

/** Key, its shifted form, its place on a Latin keyboard; modifiers, event; text. */
const KEY = /^\u001B\[(\d+)(?::(\d*)(?::(\d*))?)?(?:;(\d*)(?::(\d*))?(?:;([\d:]*))?)?u$/;

const SHIFT = 1;
const ALT = 2;
const CTRL = 4;
const META = 32;
/** Super and Hyper: for the window manager, and for no program that reads bytes. */
const FOREIGN_MODIFIERS = 8 | 16;
const RELEASE = '3';

const ESCAPE = '\u001B';
/** Keys of the keypad and those with names, as terminals have always sent them; those of a motion are CSI and this. */
const MOTIONS: Readonly<Record<number, string>> = {
  57417: 'D',
  57418: 'C',
  57419: 'A',
  57420: 'B',
  57421: '5~',
  57422: '6~',
  57423: 'H',
  57424: 'F',
  57425: '2~',
  57426: '3~',
};
const KEYPAD_ENTER = 57414;
const KEYPAD_FROM = 57399;
const KEYPAD = '0123456789./*-+\r=,';

/** Ctrl and a character that is no letter, as terminals have always sent it. */
const CONTROLS: Readonly<Record<string, string>> = {
  ' ': '\u0000',
  '@': '\u0000',
  '2': '\u0000',
  '[': ESCAPE,
  '3': ESCAPE,
  '\\': '\u001C',
  '4': '\u001C',
  ']': '\u001D',
  '5': '\u001D',
  '^': '\u001E',
  '6': '\u001E',
  _: '\u001F',
  '-': '\u001F',
  '/': '\u001F',
  '7': '\u001F',
  '?': '\u007F',
  '8': '\u007F',
};

/**
 * What a key that is written as `CSI number u` is: the bytes of a key, or text. Undefined when nothing was pressed that this
 * program could take, such as a key that was let go.
 */
export function readNumberedKey(
  sequence: string,
): { kind: 'key'; sequence: string } | { kind: 'text'; text: string } | undefined {
  const [, code = '', shifted, latin, modifiers, event, text] = KEY.exec(sequence) ?? [];
  if (code === '' || event === RELEASE) return undefined;
  const held = Math.max(1, Number(modifiers || 1)) - 1;
  if (held & FOREIGN_MODIFIERS) return undefined;
  const isShift = (held & SHIFT) !== 0;
  const isAlt = (held & (ALT | META)) !== 0;
  const isCtrl = (held & CTRL) !== 0;
  const number = Number(code);
  const motion = MOTIONS[number];
  if (motion !== undefined) return key(withModifiers(motion, held & (SHIFT | ALT | CTRL)));
  const typed = text || (isShift && shifted) || code;
  const named = namedKey(number, isShift, isCtrl);
  if (named !== undefined) return key(isAlt && named !== ESCAPE ? ESCAPE + named : named);
  const written = KEYPAD[number - KEYPAD_FROM] ?? charactersOf(typed);
  const character = isShift ? written.toUpperCase() : written;
  if (character === '') return undefined;
  if (!isCtrl && !isAlt) return { kind: 'text', text: character };
  const inLatin = charactersOf(code) > '~' && latin ? charactersOf(latin) : character;
  const bytes = isCtrl ? controlOf(inLatin) : inLatin;
  if (bytes === undefined) return undefined;
  return key(isAlt && bytes !== ESCAPE ? ESCAPE + bytes : bytes);
}

function namedKey(number: number, isShift: boolean, isCtrl: boolean): string | undefined {
  if (number === 27) return ESCAPE;
  if (number === 13 || number === KEYPAD_ENTER) return '\r';
  if (number === 9) return isShift ? `${ESCAPE}[Z` : '\t';
  if (number === 127) return isCtrl ? '\b' : '\u007F';
  return undefined;
}

/** `ESC [ A`, or with modifiers `ESC [ 1 ; 5 A`. */
function withModifiers(motion: string, held: number): string {
  if (held === 0) return `${ESCAPE}[${motion}`;
  const number = motion.length === 1 ? '1' : motion.charAt(0);
  return `${ESCAPE}[${number};${held + 1}${motion.slice(-1)}`;
}

function controlOf(character: string): string | undefined {
  return /^[a-z]$/i.test(character)
    ? String.fromCharCode(character.toUpperCase().charCodeAt(0) - 0x40)
    : CONTROLS[character];
}

/** The characters of numbers between colons; empty where one of them is none that can be typed. */
function charactersOf(numbers: string): string {
  const codes = numbers.split(':').map(Number);
  if (!codes.every(isTypeable)) return '';
  return String.fromCodePoint(...codes);
}

/** Neither a control character, nor half of one, nor of the private use area, where the keys with names stand. */
function isTypeable(code: number): boolean {
  if (code < 0x20 || code > 0x10_ff_ff || (code >= 0x7f && code <= 0x9f)) return false;
  return code < 0xd8_00 || code > 0xf8_ff;
}

function key(sequence: string): { kind: 'key'; sequence: string } {
  return { kind: 'key', sequence };
}
