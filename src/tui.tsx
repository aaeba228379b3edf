/** Runs the terminal program: takes the terminal, draws the app, opens the service, and gives everything back at the end. */
import { render } from 'ink';
import { systemClock } from './api/clock.ts';
import { App } from './app.tsx';
import { compose } from './compose.ts';
import { type Connection, type ConnectionParts, type KnownAddress, openConnection } from './connection.ts';
import { type Press, pasteOf } from './keys/press.ts';
import type { PanesOptions } from './options.ts';
import type { Ending } from './terminal/session.ts';
import { takeTerminal } from './terminal/terminal.ts';
import type { Withheld } from './terminal/withheld.ts';

/** Frames a second at the most: keys that come faster share one. */
const FRAMES_PER_SECOND = 60;

/** What the program is run with. */
export type TerminalProgram = {
  readonly options: PanesOptions;
  readonly address: KnownAddress;
  readonly process: NodeJS.Process;
  readonly connection: Omit<ConnectionParts, 'clock' | 'onServiceLost'>;
};

/** Runs until the user quits or the terminal is gone; resolves to the exit code. */
export const runTerminalProgram = ({ options, address, process, connection }: TerminalProgram): Promise<number> =>
  new Promise((resolve) => {
    let opened: Connection | undefined;
    const end = (code: number) => {
      app.unmount();
      void Promise.resolve(opened?.close()).then(() => resolve(code));
    };

    const terminal = takeTerminal({
      process,
      stdin: process.stdin,
      stdout: process.stdout,
      environment: process.env,
      after: systemClock.after,
      nowMs: () => performance.now(),
      isAsciiAsked: options.isAscii,
      onWithheld: (withheld) => deck.press(pressOfWithheld(withheld)),
      onEnd: (ending) => {
        if (ending.kind === 'crash') process.stderr.write(`gpudeck: ${describeCrash(ending.error)}\n`);
        end(exitCodeOf(ending));
      },
    });
    const { writer, keys, session, capabilities } = terminal;

    const deck = compose({
      pane: options.pane,
      offers: options.start,
      serviceName: address.kind === 'local' ? 'local service' : new URL(address.baseUrl).host,
      clock: systemClock,
      timeZone: Temporal.Now.timeZoneId(),
      size: { columns: writer.columns, rows: writer.rows },
      terminal: {
        quit: () => {
          void session.leave().then(() => end(0));
        },
        suspend: () => void session.suspend(),
        repaint: () => writer.repaint(),
      },
    });
    deck.store.subscribe(() => (deck.layers()[0]?.isField ? keys.focusField() : keys.blurField()));

    const look = { hasColour: options.hasColour && capabilities.colourLevel > 0, isAscii: capabilities.isAscii };
    const app = render(<App deck={deck} look={look} />, {
      // Ink asks for whole streams, and uses of them what the writer and the key source have.
      stdout: writer as unknown as NodeJS.WriteStream,
      stdin: keys as unknown as NodeJS.ReadStream,
      interactive: true,
      exitOnCtrlC: false,
      patchConsole: false,
      incrementalRendering: false,
      maxFps: FRAMES_PER_SECOND,
    });

    openConnection(address, {
      ...connection,
      clock: systemClock,
      onServiceLost: (error) => deck.fail(error.message),
    }).then(
      (made) => {
        opened = made;
        deck.connect(made);
      },
      (error: unknown) => deck.fail(error instanceof Error ? error.message : String(error)),
    );
  });

/** 128 and the signal's number, as shells count; a cut line is what SIGHUP stands for. */
const exitCodeOf = (ending: Ending): number => {
  switch (ending.kind) {
    case 'signal':
      return 128 + { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }[ending.signal];
    case 'line-cut':
      return 129;
    case 'crash':
      return 1;
  }
};

/** The press that a withheld key or paste is. */
export const pressOfWithheld = (withheld: Withheld): Press => {
  if (withheld.kind === 'paste') return pasteOf(withheld.text);
  const prefix = withheld.ctrl ? 'ctrl-' : withheld.alt ? 'alt-' : '';
  return { name: prefix + withheld.name, text: '' };
};

const describeCrash = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
