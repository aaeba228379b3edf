/**
 * The real program in an emulated terminal: real store, actions, views, frame writer and key source, real HTTP. Keys are
 * pressed by the id of their binding and travel as bytes; every step ends when the program reports that it is idle.
 */
import { EventEmitter } from 'node:events';
import { render } from 'ink';
import { systemClock } from '../../src/api/clock.ts';
import { createPacing } from '../../src/api/pacing.ts';
import { App } from '../../src/app.tsx';
import { compose, type Deck } from '../../src/compose.ts';
import { connectTo } from '../../src/connection.ts';
import { reachableBindings } from '../../src/keys/binding.ts';
import { type OffersStart, USUAL_START } from '../../src/panes/offers/state.ts';
import { FrameWriter } from '../../src/terminal/frame-writer.ts';
import { KeySource } from '../../src/terminal/key-source.ts';
import { pressOfWithheld } from '../../src/tui.tsx';
import { openEmulator } from './emulator.ts';
import { fakeSink } from './fake-sink.ts';
import { impatientClock } from './impatient-clock.ts';

/** Where the program is to be opened; the service is told apart by its address. */
export type DeckOptions = {
  readonly url: string;
  readonly apiKey: string;
  readonly columns?: number;
  readonly rows?: number;
  readonly start?: Partial<OffersStart>;
};

/** The program and its terminal. */
export type OpenDeck = {
  readonly deck: Deck;
  /** Presses keys by the ids of bindings in force, one after the other. */
  press(...bindingIds: string[]): Promise<void>;
  /** Types text, character by character. */
  type(text: string): Promise<void>;
  /** The screen's lines without trailing blanks. */
  screen(): string[];
  /** The screen as one text. */
  text(): string;
  resize(columns: number, rows: number): Promise<void>;
  /** Waits until the program is idle and the terminal shows it. */
  settle(): Promise<void>;
  close(): Promise<void>;
};

const BYTES: Readonly<Record<string, string>> = {
  up: '\u001B[A',
  down: '\u001B[B',
  right: '\u001B[C',
  left: '\u001B[D',
  pageup: '\u001B[5~',
  pagedown: '\u001B[6~',
  home: '\u001B[H',
  end: '\u001B[F',
  delete: '\u001B[3~',
  enter: '\r',
  escape: '\u001B[27u',
  tab: '\t',
  'shift+tab': '\u001B[Z',
  backspace: '\u007F',
  space: ' ',
};

const bytesOf = (press: string): string =>
  BYTES[press] ?? (press.startsWith('ctrl+') ? String.fromCharCode(press.charCodeAt(5) & 0x1f) : press);

class Input extends EventEmitter {
  #waiting: string[] = [];
  setEncoding(): this {
    return this;
  }
  read(): string | null {
    return this.#waiting.shift() ?? null;
  }
  send(text: string): void {
    this.#waiting.push(text);
    this.emit('readable');
  }
}

/** Opens the program on a service. The clock begins at 2026-11-21T12:00:00Z and never makes a test wait. */
export const openDeck = async (options: DeckOptions): Promise<OpenDeck> => {
  const { columns = 100, rows = 30 } = options;
  const clock = impatientClock(Date.UTC(2026, 10, 21, 12));
  const emulator = openEmulator(columns, rows);
  const sink = fakeSink(columns, rows, (bytes) => emulator.write(bytes));
  const writer = new FrameWriter({
    sink,
    after: clock.after,
    isSynchronized: true,
    canScroll: true,
    canRepeat: false,
    onLost: (error) => {
      throw error;
    },
  });
  const input = new Input();
  const keys = new KeySource({
    input,
    after: clock.after,
    escapeWaitMs: 25,
    onWithheld: (withheld) => deck.press(pressOfWithheld(withheld)),
    onReply: () => undefined,
  });
  const deck = compose({
    pane: 'offers',
    offers: { ...USUAL_START, ...options.start },
    serviceName: 'test service',
    clock,
    timeZone: 'UTC',
    size: { columns, rows },
    terminal: { quit: () => undefined, suspend: () => undefined, repaint: () => writer.repaint() },
  });
  deck.store.subscribe(() => (deck.layers()[0]?.isField ? keys.focusField() : keys.blurField()));
  const app = render(<App deck={deck} look={{ hasColour: true, isAscii: false }} />, {
    stdout: writer as unknown as NodeJS.WriteStream,
    stdin: keys as unknown as NodeJS.ReadStream,
    interactive: true,
    exitOnCtrlC: false,
    patchConsole: false,
    maxFps: 1000,
  });
  const parts = { environment: {}, clock: systemClock, version: 'test' };
  const connection = connectTo(options.url, options.apiKey, parts, createPacing({ clock }));

  const settle = async () => {
    await keys.drained();
    await deck.idle();
    await app.waitUntilRenderFlush();
    await writer.settled();
  };
  const send = async (text: string) => {
    input.send(text);
    await settle();
  };

  await settle();
  deck.connect(connection);
  await settle();
  return {
    deck,
    settle,
    screen: () => emulator.screen(),
    text: () => emulator.screen().join('\n'),
    press: async (...bindingIds) => {
      for (const id of bindingIds) {
        const binding = reachableBindings(deck.layers()).find((candidate) => candidate.id === id);
        if (binding === undefined) throw new Error(`no key leads to ${id} now`);
        await send(bytesOf(binding.keys[0] ?? ''));
      }
    },
    type: async (text) => {
      for (const character of text) await send(character);
    },
    resize: async (newColumns, newRows) => {
      emulator.resize(newColumns, newRows);
      sink.resize(newColumns, newRows);
      await settle();
    },
    close: async () => {
      app.unmount();
      writer.close();
      keys.close();
      await connection.close();
    },
  };
};
