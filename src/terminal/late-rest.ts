/**
 * What comes after a pause, behind the beginning of a sequence: its rest, however late a slow line brings it, or keys that a
 * person has pressed since. A rest never becomes keys or text.
 */
import { isOpenPaste, readEscape } from './input.ts';

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
