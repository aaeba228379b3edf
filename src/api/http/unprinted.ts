/**
 * Reads a text as a screen shows it that leaves out what cannot be seen: a secret with something of that kind inside, as pages
 * have it where a long word may be broken, reads like the secret itself there. Pure.
 */

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
