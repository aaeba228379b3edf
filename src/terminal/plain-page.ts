/**
 * A picture as lines of text, for terminals that only ever get lines appended: what each line says, which row is under
 * the cursor, and which line is being typed into. All of it is read off the picture. Pure.
 */
import type { Frame } from './frame-reader.ts';
import { CONTINUATION, glyphText } from './glyph.ts';
import type { Row } from './row.ts';
import { isBold, isInverse } from './style.ts';

/** One row of a picture. */
export type PlainLine = {
  /** As it stands there, without spaces at its end; empty when it says nothing, as a rule does. */
  readonly text: string;
  /** The same without the cursor's marks: a row says the same with and without them. */
  readonly bare: string;
  /** The cursor is in it. */
  readonly isCurrent: boolean;
  /** The pieces of it that stand out. */
  readonly emphases: readonly string[];
};

/** The line that is being typed into. */
export type Entry = {
  /** Its place among the rows, from 0. */
  readonly row: number;
  /** Its text up to the text cursor, label and spaces included. */
  readonly before: string;
  /** Its text from the text cursor on; empty when that stands at the end. */
  readonly after: string;
  /** What else stands in the row, at its right end. */
  readonly facts: string;
};

/** A picture, read. */
export type PlainPage = { readonly lines: readonly PlainLine[]; readonly entry: Entry | undefined };

/** Anything but rules, the frames of tables, and the dots in the place of rows that have not come yet. */
const SAYS_SOMETHING = /[^ \u2500-\u257F|+=_.-]/u;
/** It stands in the gutter, where the mark of a chosen row or the frame of a table may be too, and before later columns. */
const CURSOR_MARK = /(?<=^[ *|│]{0,3}| {2})>(?= )/gu;
/** So many spaces part what is typed from what else stands in its row. */
const GAP = / {2,}/;

/** Reads a picture. */
export function plainPage({ rows }: Frame): PlainPage {
  const row = rows.findIndex((cells) => cells.styles.some(isInverse));
  const cells = rows[row];
  return { lines: rows.map(plainLine), entry: cells && { row, ...entryIn(cells) } };
}

function plainLine(row: Row): PlainLine {
  const text = textOf(row, 0, row.length).trimEnd();
  if (!SAYS_SOMETHING.test(text)) return { text: '', bare: '', isCurrent: false, emphases: [] };
  const bare = text.replace(CURSOR_MARK, ' ');
  return { text, bare, isCurrent: bare !== text, emphases: emphasesOf(row) };
}

function entryIn(row: Row): Omit<Entry, 'row'> {
  const at = row.styles.findIndex(isInverse);
  // The mark of the text cursor takes a cell of its own, so that one has to be left.
  const rest = textOf(row, at, Math.min(row.length, row.glyphs.length - 1));
  const gap = GAP.exec(rest);
  // At the end of a text, its cursor stands on the first blank behind it.
  const end = rest.startsWith(' ') ? 0 : (gap?.index ?? rest.length);
  return {
    before: textOf(row, 0, at),
    after: rest.slice(0, end).trimEnd(),
    facts: rest.slice(end).trim(),
  };
}

function emphasesOf(row: Row): readonly string[] {
  const pieces: string[] = [];
  for (let at = 0; at < row.length; at++) {
    const start = at;
    while (at < row.length && isBold(row.styles[at] ?? 0)) at++;
    const piece = textOf(row, start, at).trim();
    if (piece !== '') pieces.push(piece);
  }
  return pieces;
}

function textOf({ glyphs }: Row, start: number, end: number): string {
  return Array.from(glyphs.subarray(start, end), (glyph) => (glyph === CONTINUATION ? '' : glyphText(glyph))).join('');
}
