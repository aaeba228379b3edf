/** A line of text being edited, and the edits of readline. Positions are UTF-16 units and never fall inside a character. */

/** The text, the place where the next character goes, from 0 to the text's length, and what was deleted at a stretch last. */
export type Line = { readonly text: string; readonly at: number; readonly deleted?: string };

/** One edit of a line. */
export type LineEdit = (line: Line) => Line;

/** A line with the cursor behind its text. */
export const lineOf = (text: string): Line => ({ text, at: text.length });

/** Puts `text` at the cursor; line breaks and tabs in it become blanks, so that a paste stays one line. */
export const inserted =
  (text: string): LineEdit =>
  (line) => {
    const flat = text.replace(/[\r\n\t]+/g, ' ');
    return { ...line, text: line.text.slice(0, line.at) + flat + line.text.slice(line.at), at: line.at + flat.length };
  };

/** Deletes the character before the cursor. */
export const deletedBefore: LineEdit = (line) => cut(line, charBefore(line), line.at);

/** Deletes the character under the cursor. */
export const deletedUnder: LineEdit = (line) => cut(line, line.at, charAfter(line));

/** Deletes the word before the cursor, with the blanks behind it. */
export const deletedWordBefore: LineEdit = (line) => cutAndKept(line, wordBefore(line), line.at);

/** Deletes everything before the cursor. */
export const deletedToStart: LineEdit = (line) => cutAndKept(line, 0, line.at);

/** Deletes everything behind the cursor. */
export const deletedToEnd: LineEdit = (line) => cutAndKept(line, line.at, line.text.length);

/** Puts back at the cursor what the last of those three deletions took. */
export const putBack: LineEdit = (line) => inserted(line.deleted ?? '')(line);

/** Moves one character to the left. */
export const movedLeft: LineEdit = (line) => ({ ...line, at: charBefore(line) });

/** Moves one character to the right. */
export const movedRight: LineEdit = (line) => ({ ...line, at: charAfter(line) });

/** Moves to the start of the word before the cursor. */
export const movedWordLeft: LineEdit = (line) => ({ ...line, at: wordBefore(line) });

/** Moves behind the word after the cursor. */
export const movedWordRight: LineEdit = (line) => ({
  ...line,
  at: line.at + (/^\s*\S*/.exec(line.text.slice(line.at))?.[0].length ?? 0),
});

/** Moves to the start of the line. */
export const movedToStart: LineEdit = (line) => ({ ...line, at: 0 });

/** Moves to the end of the line. */
export const movedToEnd: LineEdit = (line) => ({ ...line, at: line.text.length });

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

const cut = (line: Line, from: number, to: number): Line => ({
  ...line,
  text: line.text.slice(0, from) + line.text.slice(to),
  at: from,
});

const cutAndKept = (line: Line, from: number, to: number): Line =>
  from === to ? line : { ...cut(line, from, to), deleted: line.text.slice(from, to) };

const charBefore = ({ text, at }: Line): number => {
  if (at === 0) return 0;
  return [...segmenter.segment(text.slice(0, at))].at(-1)?.index ?? 0;
};

const charAfter = ({ text, at }: Line): number => {
  const next = segmenter.segment(text.slice(at))[Symbol.iterator]().next();
  return next.done ? at : at + next.value.segment.length;
};

const wordBefore = ({ text, at }: Line): number => lastWordStart(text.slice(0, at));

/** Where the last word of `text` begins, with or without blanks behind it. */
export const lastWordStart = (text: string): number => {
  let start = text.trimEnd().length;
  while (start > 0 && text.charAt(start - 1).trim() !== '') start--;
  return start;
};
