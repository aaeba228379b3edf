/**
 * Pictures for terminals whose cursor is never moved, and for readers who hear what is appended: a page is sent once, and
 * after that what is new on it, when it has stood still for a moment. Letters typed at the end of a line are echoed behind
 * it at once; what else happens to the line is sent as a new line, and what comes of it when typing pauses.
 * Only line feeds and text are sent.
 */
import { cellWidth } from '../base/text.ts';
import type { Painter } from './frame-difference.ts';
import type { Frame } from './frame-reader.ts';
import { isBold, isInverse, type Row, textOf } from './row.ts';
import type { After } from './sink.ts';

/** One row of a picture. */
type PlainLine = {
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
type Entry = {
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
type PlainPage = {
  readonly lines: readonly PlainLine[];
  readonly entry: Entry | undefined;
  /** Cells of a line. */
  readonly width: number;
};

/** Anything but rules and the frames of tables. */
const SAYS_SOMETHING = /[^ \u2500-\u257F|+=_-]/u;
/** It stands in the gutter, where the mark of a chosen row or the frame of a table may be too, and before later columns. */
const CURSOR_MARK = /(?<=^[ *|│]{0,3}| {2})>(?= )/gu;
/** So many spaces part what is typed from what else stands in its row. */
const GAP = / {2,}/;

/** Reads a picture. */
function plainPage({ rows }: Frame): PlainPage {
  const row = rows.findIndex((cells) => cells.styles.some(isInverse));
  const cells = rows[row];
  const width = rows[0]?.glyphs.length ?? 0;
  return { lines: rows.map(plainLine), entry: cells && { row, ...entryIn(cells) }, width };
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

/**
 * What to say of each row of `now`, from the top; undefined where there is nothing new. Rows that only moved are not
 * said, but for the one that the cursor came to, or in which it moved: that one is said whole. Where only the emphasis moved, what it has
 * moved to is said.
 */
function newsOf(before: readonly PlainLine[], now: readonly PlainLine[]): readonly (string | undefined)[] {
  const by = shiftOf(before, now);
  return now.map((line, row) => {
    if (line.bare === '') return undefined;
    const earlier = [before[row], before[row + by]].find((other) => other?.bare === line.bare);
    if (earlier === undefined || (line.isCurrent && line.text !== earlier.text)) return line.text;
    // Where the cursor left, a part of what stood out may still do so.
    const emphases = line.emphases.filter((piece) => !earlier.emphases.some((before) => before.includes(piece)));
    return emphases.length === 0 ? undefined : emphases.join('  ');
  });
}

/** By how many rows a list was scrolled, downwards positive; 0 unless that explains more than half of what changed. */
function shiftOf(before: readonly PlainLine[], now: readonly PlainLine[]): number {
  const changed = now.flatMap(({ bare }, row) => (bare === '' || bare === before[row]?.bare ? [] : [{ bare, row }]));
  const moves = Array.from({ length: now.length }, (_, distance) => [distance, -distance]).flat();
  const explained = (by: number) => changed.filter(({ bare, row }) => before[row + by]?.bare === bare).length;
  return moves.find((by) => 2 * explained(by) > changed.length) ?? 0;
}

/** What a plain painter works with. */
type PlainPainterOptions = {
  readonly after: After;
  /** Asks for the newest picture once more. */
  readonly onDue: () => void;
  /** What the picture of a table's row says, each part a figure with what it is; undefined where it is no such row. */
  readonly rowInWords: (picture: string) => readonly string[] | undefined;
  /** Sent before the first page. */
  readonly greeting: readonly string[];
};

/** A picture that is followed by another within this time is not worth reading: a key is held down, an answer is on its way. */
const QUIET_MS = 100;
/** So long nobody who is typing pauses. */
const TYPING_PAUSE_MS = 800;
/** The program's messages and the keys that work stand in the last lines. */
const FOOTER_LINES = 2;
/** Cells of a row before its first column: its mark, the cursor. */
const GUTTER = 3;
/** The first word of a line is what it is typed for. */
const LABEL = /^ *[^ ]*/;
/** Stands where the text cursor is, when that is not at the end. */
const TEXT_CURSOR = '|';

/** A painter that has sent nothing yet. */
export class PlainPainter implements Painter {
  readonly #options: PlainPainterOptions;
  #greeting: readonly string[];
  /** The rows as the reader knows them; undefined when nothing is known. */
  #said: readonly PlainLine[] | undefined;
  /** What the reader knows of the line that is typed into. */
  #entry: Entry | undefined;
  /** That line is the last one, and not ended. */
  #isLineOpen = false;
  #isDue = false;
  #stopWaiting: (() => void) | undefined;

  constructor(options: PlainPainterOptions) {
    this.#options = options;
    this.#greeting = options.greeting;
  }

  get isWaiting(): boolean {
    return this.#stopWaiting !== undefined;
  }

  paint(next: Frame): string {
    const page = plainPage(next);
    const { entry } = page;
    const echo = this.#echo(entry);
    this.close();
    if (!this.#isDue) {
      this.#wait(isSameText(entry, this.#entry) && entry !== undefined ? TYPING_PAUSE_MS : QUIET_MS);
      return echo;
    }
    this.#isDue = false;
    return echo + this.#say(page);
  }

  forget(): void {
    this.#said = undefined;
    this.#entry = undefined;
  }

  close(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
  }

  #wait(delayMs: number): void {
    this.#stopWaiting = this.#options.after(delayMs, () => {
      this.#stopWaiting = undefined;
      this.#isDue = true;
      this.#options.onDue();
    });
  }

  /** What was typed at the end of the open line since it was sent last. */
  #echo(entry: Entry | undefined): string {
    const known = this.#entry;
    if (!this.#isLineOpen || entry === undefined || known === undefined) return '';
    if (entry.row !== known.row || entry.after !== '' || !entry.before.startsWith(known.before)) return '';
    this.#entry = entry;
    return entry.before.slice(known.before.length);
  }

  #say(page: PlainPage): string {
    const lines = [...this.#greeting, ...this.#news(page)];
    this.#greeting = [];
    const isEntryKnown = isSameText(page.entry, this.#entry);
    this.#entry = page.entry;
    if (lines.length === 0 && isEntryKnown) return '';
    const ended = this.#isLineOpen ? '\n' : '';
    this.#isLineOpen = page.entry?.after === '';
    return ended + lines.map((line) => `${line}\n`).join('') + (page.entry ? entryText(page.entry) : '');
  }

  /** Everything new; while a line is typed into, what is new around it, in the row under the cursor, and in the footer. */
  #news({ lines, entry, width }: PlainPage): readonly string[] {
    const said = this.#said ?? [];
    const isTyping = this.#said !== undefined && isSameLine(entry, this.#entry);
    const isTold = (row: number) =>
      !isTyping ||
      isNear(lines, row, entry?.row ?? row) ||
      lines[row]?.isCurrent === true ||
      row >= lines.length - FOOTER_LINES;
    const news = newsOf(said, lines).map((text, row) => (row === entry?.row ? factsNews(said[row], entry) : text));
    this.#said = lines.map((line, row) => (isTold(row) ? line : (said[row] ?? line)));
    return news
      .filter((_, row) => isTold(row))
      .filter((text) => text !== undefined)
      .flatMap((text) => this.#inWords(text, width));
  }

  /** What a line says; the row of a table says with each figure what it is. */
  #inWords(text: string, width: number): readonly string[] {
    const parts = this.#options.rowInWords(text.slice(GUTTER));
    if (parts === undefined) return [text];
    const lines: string[] = [];
    for (const part of parts) {
      const begun = lines.length === 0 ? undefined : `${lines.at(-1)}, ${part}`;
      // A figure stays with what it is.
      if (begun !== undefined && GUTTER + cellWidth(begun) <= width) lines[lines.length - 1] = begun;
      else lines.push(part);
    }
    return lines.map((line, place) => (place === 0 ? text.slice(0, GUTTER) : ' '.repeat(GUTTER)) + line);
  }
}

function isSameText(one: Entry | undefined, other: Entry | undefined): boolean {
  return one?.row === other?.row && one?.before === other?.before && one?.after === other?.after;
}

/** The line left open where more may be typed at its end, else ended. */
function entryText({ before, after }: Entry): string {
  return after === '' ? before : `${before}${TEXT_CURSOR}${after}\n`;
}

/** The same line is still typed into: one in the same place with the same label, as far as that can be seen. */
function isSameLine(one: Entry | undefined, other: Entry | undefined): boolean {
  return one !== undefined && other !== undefined && one.row === other.row && labelOf(one) === labelOf(other);
}

function labelOf({ before }: Entry): string {
  return LABEL.exec(before)?.[0] ?? '';
}

/** What stands beside the line that is typed into, where the reader has not seen it there. */
function factsNews(said: PlainLine | undefined, { facts }: Entry): string | undefined {
  return facts === '' || said?.text.endsWith(facts) ? undefined : `   ${facts}`;
}

/** Whether `row` stands together with `other`, without an empty row between them. */
function isNear(lines: readonly PlainLine[], row: number, other: number): boolean {
  const between = row < other ? lines.slice(row, other) : lines.slice(other + 1, row + 1);
  return between.every(({ bare }) => bare !== '');
}
