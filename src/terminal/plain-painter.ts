/**
 * Pictures for terminals whose cursor is never moved, and for readers who hear what is appended: a page is sent once, and
 * after that what is new on it, when it has stood still for a moment. Letters typed at the end of a line are echoed behind
 * it at once; what else happens to the line is sent as a new line, and what comes of it when typing pauses.
 * Only line feeds and text are sent.
 */
import type { Frame } from './frame-reader.ts';
import type { Painter } from './painter.ts';
import { newsOf } from './plain-news.ts';
import { type Entry, type PlainLine, type PlainPage, plainPage } from './plain-page.ts';
import type { After } from './sink.ts';

/** What a plain painter works with. */
type PlainPainterOptions = {
  readonly after: After;
  /** Asks for the newest picture once more. */
  readonly onDue: () => void;
  /** Sent before the first page. */
  readonly greeting: readonly string[];
};

/** A picture that is followed by another within this time is not worth reading: a key is held down, an answer is on its way. */
const QUIET_MS = 100;
/** So long nobody who is typing pauses. */
const TYPING_PAUSE_MS = 800;
/** The program's messages and the keys that work stand in the last lines. */
const FOOTER_LINES = 2;
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
  #news({ lines, entry }: PlainPage): readonly string[] {
    const said = this.#said ?? [];
    const isTyping = this.#said !== undefined && isSameLine(entry, this.#entry);
    const isTold = (row: number) =>
      !isTyping ||
      isNear(lines, row, entry?.row ?? row) ||
      lines[row]?.isCurrent === true ||
      row >= lines.length - FOOTER_LINES;
    const news = newsOf(said, lines).map((text, row) => (row === entry?.row ? factsNews(said[row], entry) : text));
    this.#said = lines.map((line, row) => (isTold(row) ? line : (said[row] ?? line)));
    return news.filter((_, row) => isTold(row)).filter((text) => text !== undefined);
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
