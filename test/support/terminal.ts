/**
 * A whole terminal for stories: Ink drawn by the real frame writer into an emulator, keys through the real key
 * source. Nothing sleeps: after each key the driver waits until the app says it is idle and its frame is on screen.
 */
import { render } from 'ink';
import type { ReactNode } from 'react';
import { cellPainter } from '../../src/terminal/frame-difference.ts';
import { FrameWriter } from '../../src/terminal/frame-writer.ts';
import { KeySource } from '../../src/terminal/key-source.ts';
import type { MouseEvent } from '../../src/terminal/mouse.ts';
import { type Emulator, openEmulator } from './emulator.ts';
import { FakeKeyboard, keyBytes } from './fake-keyboard.ts';
import { fakeSink } from './fake-sink.ts';
import { manualAfter } from './manual-after.ts';

/** How a story's terminal starts. */
type MountOptions = {
  readonly columns?: number;
  readonly rows?: number;
  /** The terminal shows ASCII only. */
  readonly isAscii?: boolean;
  /** Resolves when the app has nothing under way: no request, no timer that is due. */
  readonly idle?: () => Promise<void>;
  /** True while characters are text; without it they are keys. */
  readonly isTyping?: () => boolean;
  readonly onPaste?: (state: 'stalled' | 'dropped') => void;
  /** Told of what the mouse does, with the lines of the screen; without it the mouse is the terminal's. */
  readonly onMouse?: ((event: MouseEvent, lines: readonly string[]) => void) | undefined;
};

/** A terminal with an app in it. */
export type MountedTerminal = {
  readonly emulator: Emulator;
  readonly keys: KeySource;
  readonly writer: FrameWriter;
  /** Presses keys one after another, each when the one before is on screen: `enter`, `ctrl-u`, `pagedown`, or text that is typed key by key. */
  press(...keys: string[]): Promise<void>;
  /** Sends all of it in one chunk of bytes, as a slow line or typing ahead does. */
  send(bytes: string): Promise<void>;
  /** Pastes text between the marks of bracketed paste. */
  paste(text: string): Promise<void>;
  /** The visible lines without trailing spaces. */
  screen(): string[];
  /** Changes the size and waits for the repaint. */
  resize(columns: number, rows: number): Promise<void>;
  /** Waits until nothing is under way and the newest frame is on screen. */
  settle(): Promise<void>;
  /** Lets so many milliseconds pass for what waits for bytes. */
  wait(ms: number): Promise<void>;
  /** Waits for a frame of which `isThere` is true; for what comes by itself. */
  until(isThere: (screen: string[]) => boolean): Promise<void>;
  /** Everything that was sent to the terminal so far. */
  sent(): string;
  /** Bytes sent to the terminal since the last call. */
  bytesSent(): number;
  unmount(): Promise<void>;
};

/** Longer than any wait for the rest of an escape sequence. */
const ESCAPE_OVER_MS = 30;
const RESIZE_OVER_MS = 80;

/** What begins the id of a row in a message (`src/base/named-keys.ts`). */
const KEY_MARK = '\ufdd0';

/** Draws `app`, which is given what it needs to focus a field and to repaint, and waits for its first frame. */
export async function mount(
  app: (streams: { keys: KeySource; writer: FrameWriter }) => ReactNode,
  options: MountOptions = {},
): Promise<MountedTerminal> {
  const { columns = 80, rows = 24, idle = async () => {} } = options;
  const clock = manualAfter();
  const emulator = openEmulator(columns, rows);
  await emulator.write('\u001B[?1049h\u001B[?7l');
  const watchers = new Set<() => void>();
  const sink = fakeSink(columns, rows, async (bytes) => {
    await emulator.write(bytes);
    for (const watcher of watchers) watcher();
  });
  const writer = new FrameWriter({
    sink,
    after: clock.after,
    painter: () => cellPainter({ canScroll: true, canRepeat: false, isSynchronized: true }),
    isAscii: options.isAscii ?? false,
    onLost: () => {},
  });
  const keyboard = new FakeKeyboard();
  const keys = new KeySource({
    input: keyboard,
    after: clock.after,
    escapeWaitMs: () => ESCAPE_OVER_MS - 5,
    isTyping: options.isTyping ?? (() => false),
    onPaste: options.onPaste ?? (() => {}),
    onReply: () => {},
    onMouse: options.onMouse && ((event) => options.onMouse?.(event, writer.lines())),
  });
  const ink = render(app({ keys, writer }), inkOptions(writer, keys));
  let bytesReported = 0;

  async function settle(): Promise<void> {
    await keys.drained();
    await idle();
    await ink.waitUntilRenderFlush();
    await writer.settled();
    const unnamed = emulator.screen().find((line) => line.includes(KEY_MARK));
    if (unnamed !== undefined) throw new Error(`a key is drawn by the id of its row: ${unnamed}`);
  }

  async function send(bytes: string): Promise<void> {
    keyboard.send(bytes);
    clock.elapse(bytes.endsWith('\u001B') ? ESCAPE_OVER_MS : 0);
    await settle();
  }

  await settle();
  return {
    emulator,
    keys,
    writer,
    async press(...pressed) {
      for (const key of pressed) {
        const bytes = keyBytes(key);
        for (const one of bytes === key ? key : [bytes]) await send(one);
      }
    },
    send,
    paste: (text) => send(`\u001B[200~${text}\u001B[201~`),
    screen: () => emulator.screen(),
    async resize(newColumns, newRows) {
      emulator.resize(newColumns, newRows);
      sink.resize(newColumns, newRows);
      clock.elapse(RESIZE_OVER_MS);
      await settle();
    },
    settle,
    wait: (ms) => {
      clock.elapse(ms);
      return settle();
    },
    until: (isThere) =>
      new Promise((resolve) => {
        const look = () => {
          if (!isThere(emulator.screen())) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        look();
      }),
    sent: () => sink.sent.join(''),
    bytesSent() {
      const sent = writer.traffic.bytes - bytesReported;
      bytesReported = writer.traffic.bytes;
      return sent;
    },
    async unmount() {
      ink.unmount();
      await ink.waitUntilExit();
      writer.close();
      keys.close();
    },
  };
}

/** Ink asks for whole process streams and uses of them what these two have. */
function inkOptions(writer: FrameWriter, keys: KeySource): Parameters<typeof render>[1] {
  return {
    stdout: writer as unknown as NodeJS.WriteStream,
    stdin: keys as unknown as NodeJS.ReadStream,
    alternateScreen: false,
    incrementalRendering: false,
    patchConsole: false,
    exitOnCtrlC: false,
    interactive: true,
    maxFps: 1000,
  };
}
