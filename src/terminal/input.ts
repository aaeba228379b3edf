/** Cuts what a terminal sends into keys, pastes and replies. Pure; what is not complete yet is handed back. */
import { controlAt } from './control.ts';
import { readNumberedKey } from './keyboard-protocol.ts';

/** One thing that arrived from the terminal. */
export type Input =
  /** A key as the bytes that the terminal sends for it; a lone ESC is the Escape key. */
  | { kind: 'key'; sequence: string }
  /** Characters, each the key that types it. */
  | { kind: 'text'; text: string }
  /** Text pasted between the marks of mode 2004, as it came. */
  | { kind: 'paste'; text: string }
  /** An answer or a report of the terminal, never a key. */
  | { kind: 'reply'; sequence: string };

const ESCAPE = '\u001B';
const PASTE_START = '\u001B[200~';
const PASTE_END = '\u001B[201~';
/** More than this of one paste is dropped. */
const LONGEST_PASTE = 1_000_000;
/** The start of a string that terminals send by themselves; Alt with `]`, `P` or `_` starts alike but goes on otherwise. */
const REPLY_STRING = /^\u001B(?:\](?:\d|$)|P(?:[\d>!$+|]|$)|_(?:G|$))/;
/** The CSI sequences that are keys: cursor and function keys, with modifiers, and those of the Linux console and rxvt. */
const KEY_PARAMETERS = /^(?:\d{0,3}(?:;\d{1,3})?|\d+(?::\d*){0,2}(?:;[\d:]*){0,2})$/;
const KEY_FINALS = 'ABCDEFHPQSZabcdeu~^$@';
/** Units of one character at the most; what is longer is taken for several. */
const LONGEST_CHARACTER = 64;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The inputs that are complete, and the rest of the text: empty, or the start of an escape sequence, reply or paste. */
export function readInputs(text: string): { inputs: Input[]; rest: string } {
  const inputs: Input[] = [];
  let rest = text;
  while (rest !== '') {
    const next = rest.startsWith(ESCAPE) ? readEscape(rest) : readCharacters(rest);
    if (next === undefined) break;
    if (next.input) inputs.push(next.input);
    rest = rest.slice(next.length);
  }
  return { inputs, rest: isOpenPaste(rest) ? shortened(rest) : rest };
}

/** True when `rest` is a paste whose end has not come: then nothing else can end it, however long that takes. */
export function isOpenPaste(rest: string): boolean {
  return rest.startsWith(PASTE_START);
}

/** What comes behind the closing mark of `paste`; where that has not come, what it may begin with. */
export function behindPaste(paste: string): { readonly isEnded: boolean; readonly rest: string } {
  const end = paste.indexOf(PASTE_END);
  const isEnded = end !== -1;
  return { isEnded, rest: paste.slice(isEnded ? end + PASTE_END.length : 1 - PASTE_END.length) };
}

/** Keeps the beginning, and the end in case half of the closing mark stands there. */
function shortened(paste: string): string {
  const kept = LONGEST_PASTE - PASTE_END.length;
  return paste.length > LONGEST_PASTE ? paste.slice(0, kept) + paste.slice(-PASTE_END.length) : paste;
}

type Found = { input: Input | undefined; length: number };

function readCharacters(text: string): Found {
  const characters = /^[^\u0000-\u001F\u007F-\u009F]+/.exec(text)?.[0];
  if (characters !== undefined) return { input: { kind: 'text', text: characters }, length: characters.length };
  if (text.startsWith('\r\n')) return key('\r\n');
  const control = text.charAt(0);
  // C1 controls are no keys.
  return control >= '\u0080' ? { input: undefined, length: 1 } : key(control);
}

/** The first character of `text`, however many code points it is made of. */
export function firstCharacter(text: string): string {
  const first = segmenter.segment(text.slice(0, LONGEST_CHARACTER))[Symbol.iterator]().next().value;
  return first?.segment ?? text;
}

/** The sequence at the start of `text`, which begins with ESC; undefined where its end has not come. */
function readEscape(text: string): Found | undefined {
  if (isOpenPaste(text)) return readPaste(text);
  if (text.length === 1) return undefined;
  if (text.startsWith(ESCAPE, 1)) return { input: { kind: 'key', sequence: ESCAPE }, length: 1 };
  if (text.startsWith('[', 1)) return readCsi(text);
  if (text.startsWith('O', 1)) return readShiftThree(text);
  if (REPLY_STRING.test(text)) return readReplyString(text);
  const character = String.fromCodePoint(text.codePointAt(1) ?? 0);
  return key(ESCAPE + character);
}

function readPaste(text: string): Found | undefined {
  const end = text.indexOf(PASTE_END);
  if (end === -1) return undefined;
  const pasted = text.slice(PASTE_START.length, Math.min(end, LONGEST_PASTE));
  return { input: { kind: 'paste', text: pasted }, length: end + PASTE_END.length };
}

function readCsi(text: string): Found | undefined {
  const linuxFunctionKey = /^\u001B\[\[[A-E]?/.exec(text)?.[0];
  if (linuxFunctionKey) return linuxFunctionKey.length === 4 ? key(linuxFunctionKey) : undefined;
  const rxvtKey = /^\u001B\[\d+\$/.exec(text)?.[0];
  if (rxvtKey) return key(rxvtKey);
  const mouse = /^\u001B\[M[\s\S]{0,3}/.exec(text)?.[0];
  if (mouse) return mouse.length === 6 ? reply(mouse) : undefined;
  const control = controlAt(text, 0);
  if (control === undefined) return undefined;
  const sequence = text.slice(0, control.length);
  if (control.kind !== 'csi') return reply(sequence);
  const isKey = KEY_FINALS.includes(control.final) && KEY_PARAMETERS.test(control.parameters);
  if (!isKey || sequence === PASTE_END) return reply(sequence);
  return control.final === 'u' ? { input: readNumberedKey(sequence), length: sequence.length } : key(sequence);
}

/** `ESC O`, digits for modifiers, and a letter. */
function readShiftThree(text: string): Found | undefined {
  const sequence = /^\u001BO[\d;]*[A-Za-z]?/.exec(text)?.[0] ?? '';
  if (/[A-Za-z]$/.test(sequence.slice(2))) return key(sequence);
  return sequence.length === text.length ? undefined : key(sequence);
}

/** A string reply ends at its terminator; another control character in it means that the rest of it is lost. */
function readReplyString(text: string): Found | undefined {
  const control = controlAt(text, 0);
  if (control?.kind === 'string') return reply(text.slice(0, control.length));
  const broken = text.slice(1).search(/[\u0000-\u0006\u0008-\u001A\u001C-\u001F]|\u001B(?!\\|$)/);
  return broken === -1 ? undefined : reply(text.slice(0, broken + 1));
}

function key(sequence: string): Found {
  return { input: { kind: 'key', sequence }, length: sequence.length };
}

function reply(sequence: string): Found {
  return { input: { kind: 'reply', sequence }, length: sequence.length };
}

/** Sequences that are no keys and that terminals send: the answers to queries, reports, and the end of a paste. */
const REPORTS =
  /^\u001B\[(?:[03]n|\?[\d;]*[cnu]|\?[\d;]*\$y|[>=][\d;]*c|\d+;\d+R|\d+(?:;\d+){0,2}t|[IO]|<\d+;\d+;\d+[Mm]|M[\s\S]{3}|201~)$/;
/** `ESC O` and the letter of a key, not any letter: a person may have typed that. */
const SHIFT_THREE = /^\u001BO[\d;]*[A-DFHP-SZa-d]$/;
/** What may still become a sequence, where that is no more likely to be typed: of strings only colours, which are asked for. */
const PART = /^\u001B(?:\[(?:[\d;:?<>=]*\$?|\[)|O[\d;]*|\](?:\d{0,3}|\d{1,3};[\da-fA-F:/;#rgba?]*\u001B?))?$/;
const STRING_END = /(?:\u0007|\u001B\\)$/;

/** What `text` is behind `start`, the beginning of a sequence: the rest of it (and more), a part of the rest, or something else. */
export function continuation(start: string, text: string): 'rest' | 'part' | 'other' {
  const whole = start + text;
  if (isOpenPaste(whole)) return 'rest';
  const found = readEscape(whole);
  if (found === undefined) return PART.test(whole) ? 'part' : 'other';
  const sequence = whole.slice(0, found.length);
  if (found.length <= start.length || !isKnown(sequence, found.input?.kind === 'reply')) return 'other';
  return 'rest';
}

function isKnown(sequence: string, isReply: boolean): boolean {
  const introducer = sequence.charAt(1);
  if (introducer === '[') return !isReply || REPORTS.test(sequence);
  if (introducer === 'O') return SHIFT_THREE.test(sequence);
  return isReply && STRING_END.test(sequence);
}
