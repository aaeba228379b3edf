/**
 * Reads through every escape in which a service may write a character: of JSON (also of JSON within JSON, and where none is
 * needed), of addresses, of HTML, and all of them within each other. One pass: a character that completes an escape takes its
 * place, and may complete another one. What reads the same may be the same, and no more is said. Pure.
 */
import { isUtf8 } from 'node:buffer';

/** A text without its escapes. Its character `at` was written from `starts[at]` up to `starts[at + 1]`. */
type BareText = { readonly text: string; readonly starts: Int32Array };

const BACKSLASH = 0x5c;
const PERCENT = 0x25;
const AMPERSAND = 0x26;
const SEMICOLON = 0x3b;
const LARGE_U = 0x55;
const SMALL_U = 0x75;

/**
 * The letters that stand for control characters behind a backslash. `\n` is a line feed, or a backslash and an n when it stands
 * within another text: backslashes are dropped, and both are read as n.
 */
const LETTERS: ReadonlyMap<number, number> = new Map(
  ['\bb', '\tt', '\nn', '\ff', '\rr'].map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)]),
);
const LAST_CONTROL = 0x0d;

const NAMES_IN_HTML: ReadonlyMap<string, string> = new Map([
  ['quot', '"'],
  ['apos', "'"],
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
]);

/** Characters between `&` and `;` at the most: those of `#x10ffff`, and as many zeros. */
const LONGEST_NAME = 16;

/** With `&` and `;`; the other escapes are shorter. */
export const LONGEST_ESCAPE = LONGEST_NAME + 2;

/** How a character was written, as far as it matters to what follows. */
const AS_IT_IS = 0;
const BEHIND_BACKSLASH = 1;
const AS_BYTE = 2;

/** `text` without its escapes. */
export const bareText = (text: string): BareText => {
  const reading = new Reading(text.length);
  for (let at = reading.copy(text, 0); at < text.length; at = reading.copy(text, at + 1)) {
    reading.take(text.charCodeAt(at), at);
  }
  return reading.result(text.length);
};

class Reading {
  readonly #units: Uint16Array<ArrayBuffer>;
  readonly #starts: Int32Array;
  readonly #manners: Uint8Array;
  #count = 0;
  /** Where the backslashes begin that stand before the next character; -1 without any. */
  #backslashes = -1;
  /** Characters up to this one may complete an escape. */
  #openUntil = 0;

  constructor(length: number) {
    this.#units = new Uint16Array(length);
    this.#starts = new Int32Array(length + 1);
    this.#manners = new Uint8Array(length);
  }

  /** Takes what stands from `from` on, up to what may belong to an escape of several characters, and tells where that is. */
  copy(text: string, from: number): number {
    const units = this.#units;
    const starts = this.#starts;
    const manners = this.#manners;
    let count = this.#count;
    let backslashes = this.#backslashes;
    let at = from;
    for (; at < text.length && count >= this.#openUntil; at++) {
      const unit = text.charCodeAt(at);
      if (unit === BACKSLASH) {
        if (backslashes < 0) backslashes = at;
        continue;
      }
      if (unit === PERCENT || unit === AMPERSAND || unit <= LAST_CONTROL) break;
      if (backslashes >= 0 && (unit === SMALL_U || unit === LARGE_U)) break;
      units[count] = unit;
      starts[count] = backslashes < 0 ? at : backslashes;
      manners[count++] = AS_IT_IS;
      backslashes = -1;
    }
    this.#count = count;
    this.#backslashes = backslashes;
    return at;
  }

  take(unit: number, start: number): void {
    this.#put(unit, start, AS_IT_IS);
    // Each round leaves fewer characters than before, so that all rounds together are no more than the text is long.
    while (this.#isDecoded());
  }

  result(end: number): BareText {
    this.#starts[this.#count] = this.#backslashes < 0 ? end : this.#backslashes;
    const text = Buffer.from(this.#units.buffer, 0, this.#count * 2).toString('utf16le');
    return { text, starts: this.#starts };
  }

  #put(unit: number, start: number, manner: number): void {
    if (unit === BACKSLASH) {
      if (this.#backslashes < 0) this.#backslashes = start;
      return;
    }
    const at = this.#count++;
    if (unit === PERCENT || unit === AMPERSAND || this.#backslashes >= 0) this.#openUntil = at + LONGEST_ESCAPE;
    this.#units[at] = unit > LAST_CONTROL ? unit : (LETTERS.get(unit) ?? unit);
    this.#starts[at] = start;
    this.#manners[at] = manner;
    if (this.#backslashes < 0) return;
    this.#starts[at] = this.#backslashes;
    this.#manners[at] = BEHIND_BACKSLASH;
    this.#backslashes = -1;
  }

  /** Puts `text` in place of the last `count` characters. */
  #replace(count: number, text: string, manner: number): true {
    this.#count -= count;
    const start = this.#starts[this.#count] ?? 0;
    for (let at = 0; at < text.length; at++) this.#put(text.charCodeAt(at), start, manner);
    return true;
  }

  /** The character that is the last one but `back - 1`. */
  #unit(back: number): number {
    return this.#units[this.#count - back] ?? 0;
  }

  /** The same character's manner. */
  #manner(back: number): number {
    return this.#manners[this.#count - back] ?? AS_IT_IS;
  }

  /** True when the last character has completed an escape, which what it stands for has replaced. */
  #isDecoded(): boolean {
    const last = this.#unit(1);
    if (last === SEMICOLON) return this.#isEntityDecoded();
    if (last > 0x7f) return this.#manner(1) === AS_BYTE && this.#areBytesDecoded();
    if (digit(last) < 0) return false;
    if (this.#unit(3) === PERCENT) {
      const byte = this.#number(2);
      return byte >= 0 && this.#replace(3, String.fromCharCode(byte), byte > 0x7f ? AS_BYTE : this.#manner(3));
    }
    if ((this.#unit(5) !== SMALL_U && this.#unit(5) !== LARGE_U) || this.#manner(5) !== BEHIND_BACKSLASH) return false;
    const unit = this.#number(4);
    return unit >= 0 && this.#replace(5, String.fromCharCode(unit), AS_IT_IS);
  }

  /** The last `count` characters as a hexadecimal number; -1 when they are none. */
  #number(count: number): number {
    let value = 0;
    for (let back = count; back > 0; back--) {
      const next = digit(this.#unit(back));
      if (next < 0) return -1;
      value = value * 16 + next;
    }
    return value;
  }

  #isEntityDecoded(): boolean {
    const most = Math.min(LONGEST_ESCAPE, this.#count);
    for (let back = 2; back <= most; back++) {
      const unit = this.#unit(back);
      if (unit === SEMICOLON) return false;
      if (unit !== AMPERSAND) continue;
      const name = String.fromCharCode(...this.#units.subarray(this.#count - back + 1, this.#count - 1));
      const character = characterOf(name.toLowerCase());
      return character !== undefined && this.#replace(back, character, this.#manner(back));
    }
    return false;
  }

  /** True when the last bytes were the whole of one character in UTF-8. */
  #areBytesDecoded(): boolean {
    for (let count = 2; count <= 4 && this.#manner(count) === AS_BYTE; count++) {
      if (this.#unit(count) < 0xc0) continue;
      const bytes = Buffer.from(this.#units.subarray(this.#count - count, this.#count));
      return isUtf8(bytes) && this.#replace(count, bytes.toString(), AS_IT_IS);
    }
    return false;
  }
}

/** The value of a hexadecimal digit; -1 for any other character. */
const digit = (unit: number): number => {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  const letter = unit | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
};

/** What HTML means by `&name;`. */
const characterOf = (name: string): string | undefined => {
  const code = /^#(?:x([\da-f]+)|(\d+))$/.exec(name);
  if (code === null) return NAMES_IN_HTML.get(name);
  const point = code[1] === undefined ? Number(code[2]) : Number.parseInt(code[1], 16);
  return point <= 0x10ffff ? String.fromCodePoint(point) : undefined;
};

/** Where something begins that is left out. */
const BEGINNINGS = /[\x1b\x90\x98\x9b\x9d-\x9f\ufff9-\ufffb\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu;

/** Control strings (a backslash of their end may be gone), CSI, other escape sequences, then what is invisible by itself. */
const UNPRINTED =
  /(?:\x1b[\]P_^X]|[\x9d\x90\x9f\x9e\x98])[^\x07\x1b\x9c\x9d\x90\x9f\x9e\x98]*(?:\x07|\x1b|\x9c)|(?:\x1b\[|\x9b)[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]|\x1b[\x20-\x2f]+[\x30-\x7e]|\x1b[\x30-\x4f\x51-\x57\x59\x5a\x5c\x60-\x7e]|[\ufff9-\ufffb\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu;

/** Where, from `from` on, something begins in `text` that is left out; its length when nothing does. */
export const unprintedFrom = (text: string, from: number): number => {
  // Asked from the second half of a pair on, an expression of whole characters goes back to the first.
  BEGINNINGS.lastIndex = isSecondHalf(text.charCodeAt(from)) ? from + 1 : from;
  return BEGINNINGS.exec(text)?.index ?? text.length;
};

const isSecondHalf = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** `text` as it is shown, and where each character and the end of it stand in `text`; undefined where nothing is left out. */
export const shownText = (text: string): { readonly text: string; readonly starts: Int32Array } | undefined => {
  if (unprintedFrom(text, 0) === text.length) return undefined;
  const starts = new Int32Array(text.length + 1);
  let shown = '';
  const keep = (from: number, to: number): void => {
    for (let at = from; at < to; at++) starts[shown.length + at - from] = at;
    shown += text.slice(from, to);
  };
  let from = 0;
  for (const { 0: unprinted, index } of text.matchAll(UNPRINTED)) {
    keep(from, index);
    from = index + unprinted.length;
  }
  keep(from, text.length);
  starts[shown.length] = text.length;
  return { text: shown, starts };
};
