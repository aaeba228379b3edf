/** A terminal emulator (xterm) that swallows bytes and shows what a person would see, cell by cell. */
import xterm from '@xterm/headless';

/** What a cell looks like: text, width and every attribute, comparable with `toEqual`. */
export type Cell = string;

/** What a cell shows, for drawing: its text, and of its attributes those that this program uses. */
export type Drawn = {
  readonly text: string;
  /** Columns that it takes: 0 for the right half of a wide character. */
  readonly width: number;
  /** The number of its colour among the terminal's 256, the first 16 being its own; undefined is that of text. */
  readonly colour: number | undefined;
  /** The same of what it stands on. */
  readonly ground: number | undefined;
  readonly isBold: boolean;
  readonly isDim: boolean;
  readonly isUnderlined: boolean;
  readonly isInverse: boolean;
};

/** An emulated terminal. */
export type Emulator = {
  /** Resolves when the bytes are on the screen. */
  write(bytes: string | Uint8Array): Promise<void>;
  resize(columns: number, rows: number): void;
  /** The visible lines without trailing spaces. */
  screen(): string[];
  /** Every visible cell with all its attributes, line by line. */
  cells(): Cell[][];
  /** Every visible cell as it is to be drawn, line by line. */
  drawn(): Drawn[][];
  /** The cursor from 0; undefined while it is hidden. */
  cursor(): { column: number; row: number } | undefined;
  isAlternateScreen(): boolean;
  /** Lines that scrolled out at the top of the main screen. */
  scrollbackLines(): number;
  /** What the terminal itself answers, for instance to a status query. */
  onReply(listener: (reply: string) => void): void;
  /** The flags of the keyboard protocol that each screen has, the newest last; none where nothing was pushed. */
  keyboardFlags(): { readonly main: readonly number[]; readonly alternate: readonly number[] };
};

type XtermCell = NonNullable<ReturnType<ReturnType<typeof newXterm>['buffer']['active']['getNullCell']>>;

/** An emulator of this size. Line feeds do not return the carriage, as on a terminal in raw mode. */
export function openEmulator(columns: number, rows: number, hasKeyboardProtocol = false): Emulator {
  const terminal = newXterm(columns, rows);
  const flags = { main: [] as number[], alternate: [] as number[] };
  if (hasKeyboardProtocol) addKeyboardProtocol(terminal, () => flags[isAlternate() ? 'alternate' : 'main']);
  const isAlternate = () => terminal.buffer.active.type === 'alternate';
  const visibleLine = (row: number) => terminal.buffer.active.getLine(terminal.buffer.active.baseY + row);
  const rowNumbers = () => Array.from({ length: terminal.rows }, (_, row) => row);
  const everyCell = <Result>(read: (cell: XtermCell | undefined) => Result): Result[][] =>
    rowNumbers().map((row) => {
      const line = visibleLine(row);
      return Array.from({ length: terminal.cols }, (_, column) => read(line?.getCell(column)));
    });
  let isCursorShown = true;
  terminal.parser.registerCsiHandler({ prefix: '?', final: 'h' }, (modes) => noteCursor(modes, true));
  terminal.parser.registerCsiHandler({ prefix: '?', final: 'l' }, (modes) => noteCursor(modes, false));

  function noteCursor(modes: readonly (number | number[])[], isShown: boolean): boolean {
    if (modes.includes(25)) isCursorShown = isShown;
    return false;
  }

  return {
    write: (bytes) =>
      new Promise((resolve) => {
        beQuick(terminal);
        terminal.write(bytes, resolve);
      }),
    resize: (newColumns, newRows) => terminal.resize(newColumns, newRows),
    screen: () =>
      rowNumbers().map((row) => visibleLine(row)?.translateToString(true, 0, terminal.cols).trimEnd() ?? ''),
    cells: () => everyCell(describe),
    drawn: () => everyCell(drawn),
    cursor: () =>
      isCursorShown ? { column: terminal.buffer.active.cursorX, row: terminal.buffer.active.cursorY } : undefined,
    isAlternateScreen: isAlternate,
    keyboardFlags: () => flags,
    scrollbackLines: () => terminal.buffer.normal.baseY,
    onReply: (listener) => terminal.onData(listener),
  };
}

/** As kitty describes it: a stack of flags for each screen, which is pushed, popped, set and asked for. */
function addKeyboardProtocol(terminal: ReturnType<typeof newXterm>, stack: () => number[]): void {
  type Parameters = readonly (number | number[])[];
  const add = (prefix: string, run: (first: number) => void) =>
    terminal.parser.registerCsiHandler({ prefix, final: 'u' }, ([first = 0]: Parameters) => {
      run(Number(first));
      return true;
    });
  add('>', (flags) => stack().push(flags));
  add('<', (count) => stack().splice(-Math.max(1, count)));
  add('=', (flags) => stack().splice(-1, 1, flags));
  add('?', () => terminal.input(`\u001B[?${stack().at(-1) ?? 0}u`, false));
}

function newXterm(columns: number, rows: number) {
  return new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 1000 });
}

/** Bytes that echo what was typed are shown at once by xterm, all others after a timer, for which each frame would wait. */
function beQuick(terminal: ReturnType<typeof newXterm>): void {
  (
    terminal as unknown as { _core: { _writeBuffer: { handleUserInput(): void } } }
  )._core._writeBuffer.handleUserInput();
}

function describe(cell: XtermCell | undefined): Cell {
  if (cell === undefined) return 'none';
  // A cell that was erased and one that holds a blank look the same.
  const text = cell.getChars() || (cell.getWidth() === 0 ? '' : ' ');
  if (cell.isAttributeDefault()) return `${text} ${cell.getWidth()}`;
  const attributes = Object.entries({
    bold: cell.isBold(),
    dim: cell.isDim(),
    italic: cell.isItalic(),
    underline: cell.isUnderline(),
    blink: cell.isBlink(),
    inverse: cell.isInverse(),
    hidden: cell.isInvisible(),
    strike: cell.isStrikethrough(),
    overline: cell.isOverline(),
  }).flatMap(([name, isOn]) => (isOn ? [name] : []));
  const foreground = cell.isFgDefault() ? '' : `${cell.getFgColorMode()}:${cell.getFgColor()}`;
  const background = cell.isBgDefault() ? '' : `${cell.getBgColorMode()}:${cell.getBgColor()}`;
  return [text, cell.getWidth(), foreground, background, ...attributes, linkOf(cell)].join(' ').trimEnd();
}

function drawn(cell: XtermCell | undefined): Drawn {
  return {
    text: cell?.getChars() || ' ',
    width: cell?.getWidth() ?? 1,
    colour: cell === undefined || cell.isFgDefault() ? undefined : cell.getFgColor(),
    ground: cell === undefined || cell.isBgDefault() ? undefined : cell.getBgColor(),
    isBold: cell?.isBold() !== 0,
    isDim: cell?.isDim() !== 0,
    isUnderlined: cell?.isUnderline() !== 0,
    isInverse: cell?.isInverse() !== 0,
  };
}

/** xterm keeps the number of a cell's hyperlink where its interface does not show it. */
function linkOf(cell: XtermCell): string {
  const { extended } = cell as { extended?: { urlId?: number } };
  return extended?.urlId ? 'link' : '';
}
