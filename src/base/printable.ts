/**
 * Makes text from the network harmless for a terminal. Apart from `text.ts`, because measuring loads Unicode tables that
 * plain output has no use for.
 */

/** Combining marks kept after one character; real scripts stack no more, abuse covers the lines above. */
const COMBINING_MAXIMUM = 3;

const PLAIN_ASCII = /^[\x20-\x7e]*$/;

/**
 * Text of characters that are harmless, stand by themselves and take one cell everywhere: ASCII, Latin-1, the cut mark, rules, arrows,
 * ranks, parts of cells, signs and dots. Nearly everything is, and is measured, cut and drawn at once.
 */
export const NARROW_TEXT = /^[\x20-\x7e\xa1-\xac\xae-\xff…─│┤┬└←↑→↓⁴-⁹▀-▟▲▸▾◆✓−\u2800-\u28ff]*$/;

/**
 * Whole escape sequences, 7-bit and 8-bit: control strings with their end (OSC, DCS, APC, PM, SOS), CSI, then the two- and
 * three-byte ones. No control string holds the beginning of another, so that each character is looked at by one of them only.
 */
const ESCAPE_SEQUENCES =
  /(?:\x1b[\]P_^X]|[\x9d\x90\x9f\x9e\x98])[^\x07\x1b\x9c\x9d\x90\x9f\x9e\x98]*(?:\x07|\x1b\\|\x9c)|(?:\x1b\[|\x9b)[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]|\x1b[\x20-\x2f]+[\x30-\x7e]|\x1b[\x30-\x4f\x51-\x57\x59\x5a\x5c\x60-\x7e]/g;

const BREAKS = /[\t\n\v\f\r\x85\u2028\u2029]+/g;
const CONTROLS = /\p{Cc}/gu;
/** Zero-width characters, bidirectional controls, tags, variation selectors, fillers, interlinear annotations. */
const INVISIBLES = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\ufff9-\ufffb]/gu;
const LEADING_MARKS = /^\p{M}+/u;
const LONG_MARK_RUNS = new RegExp(`(\\p{M}{${COMBINING_MAXIMUM}})\\p{M}+`, 'gu');

/**
 * `text` without anything that moves a cursor, changes a mode, breaks a line, reorders or hides characters: complete
 * escape sequences and invisible characters are dropped, line breaks and tabs become one blank, any other control
 * character and half a surrogate pair become `�`, runs of combining marks are shortened. Applying it twice changes nothing.
 */
export const printable = (text: string): string =>
  NARROW_TEXT.test(text)
    ? text
    : text
        .toWellFormed()
        .replace(ESCAPE_SEQUENCES, '')
        .replace(BREAKS, ' ')
        .replace(CONTROLS, '�')
        .replace(INVISIBLES, '')
        .replace(LEADING_MARKS, '')
        .replace(LONG_MARK_RUNS, '$1');

/** Longer than any line of a screen, in UTF-16 units. */
const LINE_MAXIMUM = 4096;

/** Stands behind a beginning. */
export const CUT_MARK = '\u2026';

/** Printable `text` for a place where a line of it is shown at most: of a longer text its first `most` units, and the mark of a cut. */
export const printableStart = (text: string, most: number = LINE_MAXIMUM): string =>
  text.length <= most ? printable(text) : printable(text.slice(0, most)) + CUT_MARK;

/** DEL and C1, line and paragraph separators, bidirectional controls, tags: valid inside JSON strings, dangerous on a screen. */
const MISLEADING = /[\x7f-\x9f\u2028\u2029\p{Bidi_Control}\u{e0000}-\u{e007f}]/gu;

/** The same JSON with the characters that can mislead a terminal or a line reader written as `\uXXXX`. */
export const printableJson = (text: string): string => text.replace(MISLEADING, escapeOf);

/** The escapes of those characters, of which there are few and which may come a million times. */
const escapes = new Map<string, string>();

const escapeOf = (character: string): string => {
  const known = escapes.get(character);
  if (known !== undefined) return known;
  const units = Array.from({ length: character.length }, (_, unit) => character.charCodeAt(unit));
  const written = units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
  escapes.set(character, written);
  return written;
};

/** What acts on a terminal: the above, and controls but for line breaks, tabs, and the two sequences that dim the heading of a table. */
const ACTING =
  /\x1b(?!\[22?m)|\r(?!\n)|[\0-\x08\v\f\x0e-\x1a\x1c-\x1f\x7f-\x9f\u2028\u2029\p{Bidi_Control}\u{e0000}-\u{e007f}]/gu;

/** The same text with all that acts on a terminal or misleads its reader written as `\uXXXX`: what JSON says stays the same. */
export const harmlessOutput = (text: string): string => text.replace(ACTING, escapeOf);

/** `text` with its line breaks kept, each line printable. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');

/** Printable `text` for a terminal that shows ASCII only: accents are dropped, any other character becomes `?`. */
export const asciiText = (text: string): string =>
  PLAIN_ASCII.test(text)
    ? text
    : text
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .replace(/[^\x20-\x7e]/gu, '?');
