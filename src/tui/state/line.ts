/**
 * A line of text: the edits of readline, what happens to it as a field is opened, accepted and cancelled, and how a later run has
 * it again. Positions are UTF-16 units and never fall inside a character.
 */
import { z } from 'zod';

/** A line of text. */
export type Line = {
  readonly text: string;
  /** The place where the next character goes, from 0 to the text's length. */
  readonly at: number;
  /** What was deleted at a stretch last. */
  readonly deleted?: string;
  /** True while the whole text is selected: what is typed next replaces it. */
  readonly isSelected?: true;
  /** What the text was before the last edit; characters typed, or deleted, one behind the other are one edit. */
  readonly undo?: Undo;
  /** What the text was when its field was opened; absent while that is closed. */
  readonly before?: string;
  /** What stood in the field when it was cancelled last. */
  readonly cancelled?: string;
};

type Undo = { readonly text: string; readonly at: number; readonly stretch?: Stretch };

/** Edits that go on: of which kind, and where the next one has to begin. */
type Stretch = { readonly kind: 'typing' | 'deleting'; readonly from: number };

export type LineEdit = (line: Line) => Line;

/** A line with the cursor behind its text. */
export const lineOf = (text: string): Line => ({ text, at: text.length });

/** `text` without its line breaks: one at the end goes, any other and each tab becomes a blank. */
export const onOneLine = (text: string): string => {
  const flat = text.replace(/[\r\n\t]+/g, ' ');
  return /[\r\n]$/.test(text) ? flat.slice(0, -1) : flat;
};

/**
 * Puts `text` at the cursor, or in the place of a selected text. Of what would make the line longer than `maximum` only the
 * beginning is taken.
 */
export const inserted =
  (text: string, maximum = Number.POSITIVE_INFINITY): LineEdit =>
  (line) => {
    const base = line.isSelected ? '' : line.text;
    const at = line.isSelected ? 0 : line.at;
    const taken = beginningOf(onOneLine(text), maximum - base.length);
    if (taken === '') return line;
    return edited(line, base.slice(0, at) + taken + base.slice(at), at + taken.length, 'typing');
  };

/** Deletes the character before the cursor, or a selected text. */
export const deletedBefore: LineEdit = (line) =>
  line.isSelected ? withoutText(line) : cut(line, characterBefore(line), line.at, 'deleting');

/** Deletes the character under the cursor, or a selected text. */
export const deletedUnder: LineEdit = (line) =>
  line.isSelected ? withoutText(line) : cut(line, line.at, characterAfter(line), 'deleting');

/** Deletes the word before the cursor, with the spaces behind it. */
export const deletedWordBefore: LineEdit = (line) => cutAndKept(line, wordBefore(line), line.at);

/** Deletes everything before the cursor. */
export const deletedToStart: LineEdit = (line) => cutAndKept(line, 0, line.at);

/** Deletes everything behind the cursor. */
export const deletedToEnd: LineEdit = (line) => cutAndKept(line, line.at, line.text.length);

/** Puts back at the cursor what the last of those three deletions took. */
export const putBack =
  (maximum?: number): LineEdit =>
  (line) =>
    inserted(line.deleted ?? '', maximum)(line);

/** Takes the last edit back; done twice it changes nothing. */
export const undone: LineEdit = (line) => {
  const { undo, ...rest } = deselected(line);
  return undo === undefined ? line : { ...rest, text: undo.text, at: undo.at, undo: { text: line.text, at: line.at } };
};

/** Moves one character to the left. */
export const movedLeft: LineEdit = (line) => movedTo(line, characterBefore(line));

/** Moves one character to the right. */
export const movedRight: LineEdit = (line) => movedTo(line, characterAfter(line));

/** Moves to the start of the word before the cursor. */
export const movedWordLeft: LineEdit = (line) => movedTo(line, wordBefore(line));

/** Moves behind the word after the cursor. */
export const movedWordRight: LineEdit = (line) =>
  movedTo(line, line.at + (/^\s*\S*/.exec(line.text.slice(line.at))?.[0].length ?? 0));

/** Moves to the start of the line. */
export const movedToStart: LineEdit = (line) => movedTo(line, 0);

/** Moves to the end of the line. */
export const movedToEnd: LineEdit = (line) => movedTo(line, line.text.length);

/** The line's field was opened; the cursor stands behind the text. */
export const lineOpened: LineEdit = ({ text, deleted, cancelled }) => ({
  ...lineOf(text),
  ...(deleted !== undefined && { deleted }),
  ...(cancelled !== undefined && { cancelled }),
  before: text,
});

/** The line's field was opened and its text selected. */
export const lineOffered: LineEdit = (line) =>
  line.text === '' ? lineOpened(line) : { ...lineOpened(line), isSelected: true };

/** The field was accepted: what stands in it stays. */
export const lineAccepted: LineEdit = ({ before: _, undo: __, ...line }) => deselected(line);

/** The field was cancelled: what stood there before is back, and what stands there now can be brought back. */
export const lineCancelled: LineEdit = ({ text, before = text, cancelled, deleted }) => {
  const kept = text === before || text.trim() === '' ? cancelled : text;
  return {
    ...lineOf(before),
    ...(deleted !== undefined && { deleted }),
    ...(kept !== undefined && { cancelled: kept }),
  };
};

/** What stood in the field when it was cancelled last stands there again. */
export const lineBroughtBack: LineEdit = (line) =>
  line.cancelled === undefined ? line : lineReplaced(line.cancelled)(line);

/** Another text stands in the line; the cursor goes to `at`, without it behind the text. */
export const lineReplaced =
  (text: string, at = text.length): LineEdit =>
  (line) =>
    edited(line, text, at);

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

const deselected = ({ isSelected: _, ...line }: Line): Line => line;

const movedTo = (line: Line, at: number): Line => ({ ...deselected(line), at: characterEnd(line.text, at) });

/** The line with another text, and the way back; the cursor goes behind a character that the edit has put together. */
const edited = (line: Line, text: string, at: number, kind?: Stretch['kind']): Line => {
  const place = characterEnd(text, at);
  const { undo } = line;
  const isGoingOn = kind !== undefined && undo?.stretch?.kind === kind && undo.stretch.from === line.at;
  const way = isGoingOn && undo !== undefined ? undo : { text: line.text, at: line.at };
  return {
    ...deselected(line),
    text,
    at: place,
    undo: { text: way.text, at: way.at, ...(kind !== undefined && { stretch: { kind, from: place } }) },
  };
};

const withoutText = (line: Line): Line => edited(line, '', 0);

const cut = (line: Line, from: number, to: number, kind?: Stretch['kind']): Line =>
  from === to ? line : edited(line, line.text.slice(0, from) + line.text.slice(to), from, kind);

const cutAndKept = (line: Line, from: number, to: number): Line =>
  from === to ? line : { ...cut(line, from, to), deleted: line.text.slice(from, to) };

/** The first whole characters of `text`, at most `length` units of it. */
const beginningOf = (text: string, length: number): string => {
  if (text.length <= length) return text;
  return length <= 0 ? '' : text.slice(0, characterAt(text, length)?.index ?? 0);
};

const characterAt = (text: string, index: number): Intl.SegmentData | undefined =>
  segmenter.segment(text).containing(index);

/** `at`, or the end of the character that it falls inside. */
const characterEnd = (text: string, at: number): number => {
  const character = characterAt(text, at);
  return character === undefined || character.index === at ? at : character.index + character.segment.length;
};

const characterBefore = ({ text, at }: Line): number => (at === 0 ? 0 : (characterAt(text, at - 1)?.index ?? 0));

const characterAfter = ({ text, at }: Line): number => at + (characterAt(text, at)?.segment.length ?? 0);

const wordBefore = ({ text, at }: Line): number => {
  const before = text.slice(0, at);
  let from = before.trimEnd().length;
  while (from > 0 && before.charAt(from - 1).trim() !== '') from--;
  return characterAt(text, from)?.index ?? from;
};

/**
 * A line as it is saved: the text, the place in it, what Esc brings back while it is open, and what was cancelled. Of some
 * lines older programs have saved the text alone.
 */
export const savedLine = z
  .union([
    z.string().transform(lineOf),
    z.object({
      text: z.string(),
      at: z.int().min(0),
      before: z.string().optional(),
      cancelled: z.string().optional(),
    }),
  ])
  .transform(({ text, at, before, cancelled }) => lineWith({ text, at: Math.min(at, text.length) }, before, cancelled));

/** What is saved of a line. */
export const lineSaved = ({ text, at, before, cancelled }: Line): z.input<typeof savedLine> =>
  lineWith({ text, at }, before, cancelled);

const lineWith = (line: Line, before: string | undefined, cancelled: string | undefined): Line => ({
  ...line,
  ...(before !== undefined && { before }),
  ...(cancelled !== undefined && { cancelled }),
});
