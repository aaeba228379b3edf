/**
 * Reads what Ink writes as a terminal would, and keeps the picture that results. Ink paints relative to where it
 * left the cursor (erase so many lines upwards, then all lines anew); its lines are cached by their text.
 * A line that is too wide is cut off, and so are lines below the last row: nothing wraps, nothing scrolls.
 */
import { type Control, controlAt } from './control.ts';
import { blankRow, erase, type Glyph, glyphsOf, glyphText, type Row, resized, type Writing, write } from './row.ts';

const BEYOND_ASCII = /[^\u0000-\u007E]+/gu;
const STAND_INS: Readonly<Record<string, string>> = {
  '…': '~',
  '°': ' ',
  '×': 'x',
  '·': '.',
  '–': '-',
  '—': '-',
  '─': '-',
  '│': '|',
  '↑': '^',
  '↓': 'v',
  '←': '(',
  '→': ')',
  '¹': '1',
  '²': '2',
  '³': '3',
  '⁴': '4',
  '⁵': '5',
  '⁶': '6',
  '⁷': '7',
  '⁸': '8',
  '⁹': '9',
  '▁': '_',
  '▂': '.',
  '▃': ':',
  '▄': '-',
  '▅': '=',
  '▆': '+',
  '▇': '*',
  '█': '#',
  '▉': '#',
  '▊': '#',
  '▋': '=',
  '▌': '=',
  '▍': '-',
  '▎': '-',
  '▏': '.',
  '▐': '=',
  '▲': '^',
  '▸': '+',
  '▾': 'v',
  '◆': '@',
  '✓': '+',
  '−': '-',
};
/** Corners and crossings of frames. */
const CORNER = /^[\u2500-\u257F]$/;
const MARKS = /\p{M}/gu;

/**
 * `text` for terminals that show ASCII only: each other character gives way to ASCII of the same width, so that nothing moves;
 * accents are dropped, what has no likeness becomes `?`. It is done here, behind everything that draws, so that no view can forget it.
 */
export function asciiPicture(text: string): string {
  return text.replace(BEYOND_ASCII, (run) => Array.from(glyphsOf(run), asciiGlyph).join(''));
}

function asciiGlyph({ id, width }: Glyph): string {
  const text = glyphText(id);
  const base = text.normalize('NFD').replace(MARKS, '');
  if (width === 1 && /^[\u0020-\u007E]$/.test(base)) return base;
  return STAND_INS[text] ?? (CORNER.test(text) ? '+' : '?'.repeat(width));
}

/** A picture of the whole screen, never changed once made. */
export type Frame = {
  readonly columns: number;
  readonly rows: readonly Row[];
  /** Where the cursor belongs, from 0; undefined while it is hidden. */
  readonly cursor: { readonly column: number; readonly row: number } | undefined;
};

/** Rows kept by their text: two generations of this many, so that scrolling back and forth finds its rows again. */
const GENERATION = 600;
/** A control sequence that does not end within this many characters is given up. */
const LONGEST_CONTROL = 4096;
const PAINTED_TEXT = /(?:[^\n\r\b\u001B]+|\u001B\[[\d;:]*m|\u001B\]8;[^\u0007\u001B]*(?:\u0007|\u001B\\))+/y;

export class FrameReader {
  readonly #isAscii: boolean;
  #columns: number;
  #rows: Row[];
  #blank: Row;
  #column = 0;
  #row = 0;
  #style = 0;
  #isCursorShown = true;
  #isUpdateOpen = false;
  #unfinished = '';
  #recent = new Map<string, Writing>();
  #older = new Map<string, Writing>();

  /** `isAscii`: the picture holds ASCII only, whatever is written. */
  constructor(columns: number, rows: number, isAscii = false) {
    this.#isAscii = isAscii;
    this.#columns = columns;
    this.#blank = blankRow(columns);
    this.#rows = Array.from({ length: rows }, () => this.#blank);
  }

  /** True between the marks of a synchronized update: the picture is not whole yet. */
  get isUpdateOpen(): boolean {
    return this.#isUpdateOpen;
  }

  /** The picture as it is now. */
  frame(): Frame {
    const cursor = {
      column: Math.min(this.#column, this.#columns - 1),
      row: Math.min(this.#row, this.#rows.length - 1),
    };
    return { columns: this.#columns, rows: this.#rows.slice(), cursor: this.#isCursorShown ? cursor : undefined };
  }

  /**
   * Changes the size. Lines stay, as far as they fit: Ink does not write a frame again that reads the same in the
   * new size. The cursor stays in its row, from which Ink counts upwards.
   */
  resize(columns: number, rows: number): void {
    const lines = this.#rows.map((row) => (row === this.#blank ? undefined : resized(row, columns)));
    this.#columns = columns;
    this.#blank = blankRow(columns);
    this.#rows = Array.from({ length: rows }, (_, at) => lines[at] ?? this.#blank);
    this.#recent = new Map();
    this.#older = new Map();
  }

  /** Takes what Ink wrote. A control sequence that is cut off waits for the next call. */
  read(data: string): void {
    const text = this.#unfinished + (this.#isAscii ? asciiPicture(data) : data);
    this.#unfinished = '';
    let at = 0;
    while (at < text.length) {
      const character = text[at];
      if (character === '\n') this.#newLine();
      else if (character === '\r') this.#column = 0;
      else if (character === '\b') this.#column = Math.max(0, this.#column - 1);
      else {
        const painted = paintedTextAt(text, at);
        if (painted === '') {
          const control = controlAt(text, at);
          if (control === undefined) {
            if (text.length - at < LONGEST_CONTROL) this.#unfinished = text.slice(at);
            return;
          }
          this.#obey(control);
          at += control.length;
        } else {
          this.#paint(painted);
          at += painted.length;
        }
        continue;
      }
      at++;
    }
  }

  #newLine(): void {
    this.#column = 0;
    this.#row++;
  }

  #paint(text: string): void {
    const row = this.#rows[this.#row];
    if (row === undefined) return;
    const isFresh = row === this.#blank && this.#column === 0 && this.#style === 0;
    const written =
      (isFresh ? this.#cached(text) : undefined) ?? write({ row, column: this.#column, style: this.#style }, text);
    if (isFresh) this.#remember(text, written);
    this.#rows[this.#row] = written.row;
    this.#column = written.column;
    this.#style = written.style;
  }

  #cached(text: string): Writing | undefined {
    return this.#recent.get(text) ?? this.#older.get(text);
  }

  #remember(text: string, written: Writing): void {
    this.#recent.set(text, written);
    if (this.#recent.size < GENERATION) return;
    this.#older = this.#recent;
    this.#recent = new Map();
  }

  #obey(control: Control): void {
    if (control.kind !== 'csi') return;
    const { parameters, final } = control;
    const count = Math.max(1, Number.parseInt(parameters, 10) || 1);
    if (final === 'A' || final === 'F') this.#row = Math.max(0, this.#row - count);
    else if (final === 'B' || final === 'E') this.#moveDown(count);
    else if (final === 'C') this.#column += count;
    else if (final === 'D') this.#column = Math.max(0, this.#column - count);
    else if (final === 'G') this.#column = count - 1;
    else if (final === 'H') this.#moveTo(parameters);
    else if (final === 'J') this.#eraseScreen(parameters);
    else if (final === 'K') this.#eraseLine(parameters);
    else if (final === 'h' || final === 'l') this.#setMode(parameters, final === 'h');
    if (final === 'E' || final === 'F') this.#column = 0;
  }

  #moveDown(count: number): void {
    this.#row = Math.max(this.#row, Math.min(this.#rows.length - 1, this.#row + count));
  }

  #moveTo(parameters: string): void {
    const [row, column] = parameters.split(';').map((value) => Math.max(1, Number(value) || 1));
    this.#row = (row ?? 1) - 1;
    this.#column = (column ?? 1) - 1;
  }

  /** `J`: from the cursor to the end, up to the cursor, or everything. */
  #eraseScreen(extent: string): void {
    const isUpward = extent === '1';
    this.#eraseLine(extent);
    for (let row = 0; row < this.#rows.length; row++) {
      if (extent === '2' || extent === '3' || (isUpward ? row < this.#row : row > this.#row)) {
        this.#rows[row] = this.#blank;
      }
    }
  }

  /** `K`: the same extents within the cursor's line. */
  #eraseLine(extent: string): void {
    const row = this.#rows[this.#row];
    if (row === undefined) return;
    const isWhole = extent === '2' || extent === '3' || (extent !== '1' && this.#column === 0);
    if (isWhole) this.#rows[this.#row] = this.#blank;
    else if (extent === '1') this.#rows[this.#row] = erase(row, 0, Math.min(this.#columns, this.#column + 1));
    else if (this.#column < this.#columns) this.#rows[this.#row] = erase(row, this.#column, this.#columns);
  }

  #setMode(mode: string, isOn: boolean): void {
    if (mode === '?25') this.#isCursorShown = isOn;
    else if (mode === '?2026') this.#isUpdateOpen = isOn;
  }
}

function paintedTextAt(text: string, at: number): string {
  PAINTED_TEXT.lastIndex = at;
  return PAINTED_TEXT.exec(text)?.[0] ?? '';
}
