/**
 * Where in a text escapes stand that can belong to a secret, or something that no screen shows: only there has it to be read
 * without them, because everywhere else the secret would stand as it is. Most texts have no such place. Pure.
 */
import { LONGEST_ESCAPE, unprintedFrom } from '../http/bare-text.ts';

/** Where a stretch begins and ends. */
type Stretch = readonly [from: number, to: number];

/** What of secrets decides about escapes. */
type EscapedLetters = {
  /** Characters of the secrets, by their code. */
  readonly codes: ReadonlySet<number>;
  /** Characters of the longest of them. */
  readonly longest: number;
};

/** Stretches that are no further apart are read as one: each costs as much as so many characters. */
const WORTH_A_STRETCH = 1000;

/** The stretches of `text`, in order and apart from each other. */
export const escapedStretches = (text: string, letters: EscapedLetters): readonly Stretch[] => {
  const stretches: Stretch[] = [];
  const reach = letters.longest + LONGEST_ESCAPE;
  let from = 0;
  let to = Number.NEGATIVE_INFINITY;
  const end = (): void => {
    if (to > from) stretches.push([from, Math.min(text.length, to)]);
  };
  eachEscape(text, (at) => {
    if (!canBelong(text.charCodeAt(at), text.charCodeAt(at + 1), letters)) return;
    if (at - reach > to + WORTH_A_STRETCH) {
      end();
      from = Math.max(0, at - reach);
    }
    to = at + reach;
  });
  end();
  return stretches;
};

/** Tells `onEscape` in order where a character stands with which escapes begin, or what is not shown. Searching is many times quicker than looking at each one. */
const eachEscape = (text: string, onEscape: (at: number) => void): void => {
  const next = (mark: string, from: number): number => {
    const at = text.indexOf(mark, from);
    return at < 0 ? text.length : at;
  };
  let backslash = next('\\', 0);
  let percent = next('%', 0);
  let ampersand = next('&', 0);
  let unprinted = unprintedFrom(text, 0);
  for (;;) {
    const at = Math.min(backslash, percent, ampersand, unprinted);
    if (at === text.length) return;
    onEscape(at);
    if (at === backslash) backslash = next('\\', at + 1);
    else if (at === percent) percent = next('%', at + 1);
    else if (at === unprinted) unprinted = unprintedFrom(text, at + 1);
    else ampersand = next('&', at + 1);
  }
};

const BACKSLASH = 0x5c;
const PERCENT = 0x25;
const AMPERSAND = 0x26;

/** True when `code`, with which escapes begin or what is not shown, and `next` can be a part of how a secret is written. */
const canBelong = (code: number, next: number, { codes }: EscapedLetters): boolean => {
  if (next === BACKSLASH || next === PERCENT || next === AMPERSAND) return true;
  if (code === BACKSLASH) return codes.has(next) || (next | 0x20) === 0x75;
  if (code === PERCENT) return isHexadecimal(next);
  return code !== AMPERSAND || next === 0x23 || isLetter(next);
};

const isHexadecimal = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66);

const isLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
