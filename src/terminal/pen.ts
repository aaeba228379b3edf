/**
 * Collects the bytes of one update, knowing where the terminal's cursor stands and which look is set, so that every
 * movement and every change of look is the shortest there is. Position and look start out unknown and default.
 */
import { CONTINUATION, glyphBytes, glyphText, type Row, transition } from './row.ts';

/** What the terminal on the far side can do beyond the basics. */
export type Abilities = {
  /** Scroll regions, by line feed at the lower margin and reverse index at the upper one. */
  readonly canScroll: boolean;
  /** `REP`: repeat the last character. */
  readonly canRepeat: boolean;
};

export class Pen {
  #output = '';
  /** Column from 0, or undefined after a glyph that may have left the cursor anywhere. */
  #column: number | undefined;
  #row: number | undefined;
  #style = 0;
  readonly #columns: number;
  readonly #canRepeat: boolean;

  constructor(columns: number, abilities: Abilities) {
    this.#columns = columns;
    this.#canRepeat = abilities.canRepeat;
  }

  get output(): string {
    return this.#output;
  }

  /** Writes a sequence that puts the cursor into the upper left corner. */
  home(sequence: string): void {
    this.#output += sequence;
    this.#column = 0;
    this.#row = 0;
  }

  /** Moves to a cell by the shortest sequence. */
  moveTo(column: number, row: number): void {
    if (column === this.#column && row === this.#row) return;
    this.#output += this.#wayTo(column, row);
    this.#column = column;
    this.#row = row;
  }

  /** Scrolls by `by` lines, up where that is positive, with the cursor in the line at that margin. Its column is unknown afterwards. */
  scrollAt(row: number, by: number): void {
    if (this.#row !== row) this.moveTo(0, row);
    else if (this.#column === undefined) this.#output += '\r';
    // What is uncovered takes the background that is set.
    this.setStyle(0);
    this.#output += by > 0 ? '\n'.repeat(by) : '\u001BM'.repeat(-by);
    this.#column = undefined;
  }

  /** Sets the look of what is written next. */
  setStyle(style: number): void {
    if (style === this.#style) return;
    this.#output += transition(this.#style, style);
    this.#style = style;
  }

  /** Writes the cells of `row` from `start` up to `end`, in line `at`; both ends lie between glyphs. */
  paint(row: Row, at: number, start: number, end: number): void {
    this.#approach(row, at, start);
    let column = start;
    while (column < end) {
      const glyph = row.glyphs[column] ?? CONTINUATION;
      if (glyph !== CONTINUATION) {
        this.setStyle(row.styles[column] ?? 0);
        this.#output += glyphText(glyph);
        const repeats = this.#canRepeat ? repeatsOf(row, column, end) : 0;
        if (repeats > 0) this.#output += this.#repeat(glyph, repeats);
        column += repeats;
      }
      column++;
    }
    // Behind the last column the cursor waits to wrap, or stays: terminals differ.
    this.#column = column < this.#columns ? column : undefined;
  }

  /** Writes one glyph whose width is not certain. The cursor's column is unknown afterwards. */
  paintUncertain(row: Row, at: number, column: number): void {
    this.moveTo(column, at);
    this.setStyle(row.styles[column] ?? 0);
    this.#output += glyphText(row.glyphs[column] ?? CONTINUATION);
    this.#column = undefined;
  }

  /** Blanks the line from a cell to its end. */
  eraseToEnd(column: number, row: number): void {
    this.moveTo(column, row);
    this.setStyle(0);
    this.#output += '\u001B[K';
  }

  /** Blanks so many cells from a cell on; the cursor stays there. */
  eraseCells(column: number, row: number, count: number): void {
    this.moveTo(column, row);
    this.setStyle(0);
    this.#output += `\u001B[${count}X`;
  }

  /** Goes to where `row` is painted next: writing over the few unchanged cells before it can be shorter than a jump. */
  #approach(row: Row, at: number, start: number): void {
    const isBelow = this.#row !== undefined && at === this.#row + 1;
    const from = isBelow ? 0 : this.#column;
    if (from !== undefined && (isBelow || this.#row === at) && from < start && start - from <= LONGEST_REWRITE) {
      const over = this.#rewrite(row, from, start);
      const jump = this.#wayTo(start, at) + transition(this.#style, row.styles[start] ?? 0);
      const lead = isBelow ? '\r\n' : '';
      if (lead.length + over.bytes < jump.length) {
        this.#output += lead + over.text;
        this.#style = over.style;
        this.#column = start;
        this.#row = at;
      }
    }
    this.moveTo(start, at);
  }

  /** The cells from `from` up to `start` written anew, with the bytes it takes to be in the look of `start`. */
  #rewrite(row: Row, from: number, start: number): { text: string; style: number; bytes: number } {
    let text = '';
    let bytes = 0;
    let style = this.#style;
    for (let column = from; column < start; column++) {
      const glyph = row.glyphs[column] ?? CONTINUATION;
      if (glyph === CONTINUATION) continue;
      const change = transition(style, row.styles[column] ?? 0);
      style = row.styles[column] ?? 0;
      text += change + glyphText(glyph);
      bytes += change.length + glyphBytes(glyph);
    }
    return { text, style, bytes: bytes + transition(style, row.styles[start] ?? 0).length };
  }

  #repeat(glyph: number, count: number): string {
    const sequence = `\u001B[${count}b`;
    return count * glyphBytes(glyph) > sequence.length ? sequence : glyphText(glyph).repeat(count);
  }

  #wayTo(column: number, row: number): string {
    const absolute = `\u001B[${row === 0 ? '' : row + 1}${column === 0 ? '' : `;${column + 1}`}H`;
    if (this.#row === undefined) return absolute;
    const relative = rowsApart(row - this.#row) + columnsApart(this.#column, column);
    const shorter = relative.length < absolute.length ? relative : absolute;
    const below = row - this.#row;
    if (below < 1 || below > MOST_LINE_FEEDS) return shorter;
    const fed = `\r${'\n'.repeat(below)}${columnsApart(0, column)}`;
    return fed.length < shorter.length ? fed : shorter;
  }
}

/** Rewriting more cells than this is never shorter than a jump. */
const LONGEST_REWRITE = 12;
/** Going down by more lines is shorter by a sequence. */
const MOST_LINE_FEEDS = 4;

function rowsApart(distance: number): string {
  if (distance === 0) return '';
  const count = Math.abs(distance);
  return `\u001B[${count === 1 ? '' : count}${distance > 0 ? 'B' : 'A'}`;
}

function columnsApart(from: number | undefined, to: number): string {
  if (to === from) return '';
  if (to === 0) return '\r';
  const absolute = `\u001B[${to + 1}G`;
  if (from === undefined) return absolute;
  const distance = to - from;
  const count = Math.abs(distance);
  const relative =
    distance < 0 && count < 4 ? '\b'.repeat(count) : `\u001B[${count === 1 ? '' : count}${distance > 0 ? 'C' : 'D'}`;
  return relative.length <= absolute.length ? relative : absolute;
}

/** How many cells after `column` hold the same glyph in the same look; a wide glyph never counts as repeated. */
function repeatsOf(row: Row, column: number, end: number): number {
  let next = column + 1;
  while (next < end && row.glyphs[next] === row.glyphs[column] && row.styles[next] === row.styles[column]) next++;
  return next - column - 1;
}
