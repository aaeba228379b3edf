/** Runs the terminal program: takes the terminal, draws the app, opens the service, and gives everything back at the end. */
import { existsSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Instance, render } from 'ink';
import { openJournals } from '../access/journals.ts';
import type { LastWords } from '../access/last-words.ts';
import type { AccessParts } from '../access/service-access.ts';
import type { Setup, SetupWishes } from '../access/setup.ts';
import { type Clock, systemClock } from '../base/clock.ts';
import { saveMemory } from '../base/memory-saver.ts';
import { once } from '../base/once.ts';
import type { Theme, ThemeName } from '../base/roles.ts';
import type { ThreadEntry } from '../base/thread.ts';
import type { OwnKeys } from '../own-keys/rebinding.ts';
import { shownKey } from '../own-keys/written-rows.ts';
import { keysFile, themeFile } from '../storage/files/places.ts';
import { asciiPicture } from '../terminal/frame-reader.ts';
import type { Ending } from '../terminal/hold.ts';
import { takeTerminal } from '../terminal/terminal.ts';
import { App } from './app.tsx';
import type { Deck } from './deck/compose.ts';
import type { DeckParts } from './deck/deck.ts';
import { createLooks } from './looks.ts';
import { createServiceInUse, type ServiceInUse } from './open-service.ts';
import type { PaneName } from './panes/names.ts';
import type { SearchStart } from './panes/pane.ts';
import { createRowsInWords, type NoteRow } from './ui/rows-in-words.ts';

/** Notes rows as the terminal shows them. */
const notingIn =
  (note: NoteRow, isAscii: boolean): NoteRow =>
  (headings, cells) =>
    isAscii ? note(headings.map(asciiPicture), cells.map(asciiPicture)) : note(headings, cells);

/** True when nobody is at the terminal any more. */
const isAbandoned = (ending: Ending): boolean =>
  ending.kind === 'line-cut' || (ending.kind === 'signal' && ending.signal === 'SIGHUP');

/**
 * Ends at once, as if SIGHUP had never been listened for. Nobody is there to wait for a service that is being closed, or for
 * threads and memory to be tidied up; what must last has been written already. Returns only where that signal ends nobody,
 * as it does not end the first process of a container.
 */
const hangUp = (process: NodeJS.Process): void => {
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
};

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

/** From the first answer until its rows are drawn, with the code for that compiled. */
const SETTLED_AFTER_MS = 1500;

/** Told of the first answer and of the end. */
type Settling = { readonly exchanged: () => void; readonly ended: () => void };

/** `keepCode` keeps what was compiled until now; V8 would not take it again after the flags have changed that save memory. */
const createSettling = (after: Clock['after'], keepCode: () => void): Settling => {
  const settle = once(() => {
    keepCode();
    saveMemory();
  });
  const begin = once(() => after(SETTLED_AFTER_MS, settle));
  let isBegun = false;
  return {
    exchanged: () => {
      isBegun = true;
      begin();
    },
    ended: () => {
      if (isBegun) settle();
    },
  };
};

/** Frames a second at the most: keys that come faster share one. */
const FRAMES_PER_SECOND = 60;

/** Turns of the event loop until a connection within this machine stands and the first question is on its way. */
const TURNS_TO_ASK = 3;

/** The first picture waits for kept rows so long at the most. */
const LONGEST_READ_MS = 150;

/** How the user wants the terminal program. */
type PanesOptions = SetupWishes & {
  /** Where it opens; `isPaneNamed` is false where the user has left the choice to the program. */
  readonly pane: PaneName;
  readonly isPaneNamed: boolean;
  readonly start: SearchStart;
  /** The parts of it that the user has named. */
  readonly named: readonly (keyof SearchStart)[];
  readonly isAscii: boolean;
  /** In place of the user's file. */
  readonly theme?: ThemeName;
  /** True to append lines instead of painting a picture. */
  readonly isPlain: boolean;
  /** The mouse is taken from the terminal. */
  readonly hasMouse?: true;
  /** False when the user wants none (NO_COLOR). */
  readonly hasColour: boolean;
  /** False when the user wants no history. */
  readonly keepsHistory: boolean;
};

/** The user's theme; nothing of it where there is a problem. */
type ThemeReading = { readonly theme: Theme; readonly problem?: string };

/** The keys that the user has given to rows, without those with which something is wrong. */
type OwnKeysReading = { readonly keys?: OwnKeys; readonly problem?: string };

/** What the program is run with. */
type TerminalProgram = {
  readonly options: PanesOptions;
  readonly setup: Setup;
  readonly process: NodeJS.Process;
  readonly lastWords: LastWords;
  readonly accessParts: AccessParts;
  /** The history's worker thread. */
  readonly historyEntry: ThreadEntry;
  /** Keeps what was compiled until now for the next run. */
  readonly keepCode: () => void;
};

/** Runs until the user quits or the terminal is gone; resolves to the exit code. */
export const runTerminalProgram = async (program: TerminalProgram): Promise<number> =>
  runWith(await themeIn(program.setup.places), await ownKeysIn(program.setup.places), program);

/** Most users have neither theme nor keys of their own: what reads them is loaded where there are some. */
const themeIn = async (places: Setup['places']): Promise<ThemeReading> =>
  existsSync(themeFile(places)) ? (await import('../storage/files/theme.ts')).readTheme(places) : { theme: {} };

const ownKeysIn = async (places: Setup['places']): Promise<OwnKeysReading> =>
  existsSync(keysFile(places)) ? (await import('../own-keys/read-keys.ts')).keysToUse(places) : {};

const runWith = (
  { theme, problem: themeProblem }: ThemeReading,
  { keys: ownKeys, problem: keysProblem }: OwnKeysReading,
  { options, setup, process, accessParts, historyEntry, lastWords, keepCode }: TerminalProgram,
): Promise<number> =>
  new Promise((resolve) => {
    const journals = openJournals(setup);
    const picture = Promise.withResolvers<void>();
    const settling = createSettling(systemClock.after, keepCode);
    // Not there yet when something fails at once.
    let inUse: ServiceInUse | undefined;
    let app: Instance | undefined;
    let isEnding = false;
    const complain = (error: unknown) => process.stderr.write(`gpudeck: ${lastWords.of(error)}\n`);
    const end = (code: number) => {
      isEnding = true;
      const close = async () => {
        app?.unmount();
        settling.ended();
        await inUse?.current()?.close();
        await journals.close();
      };
      // The terminal was given back, and what must last has been written: nothing that fails now keeps the program.
      void close()
        .catch((error: unknown) => complain(error))
        .finally(() => resolve(code));
    };

    const rowsInWords = createRowsInWords();
    const taken = takeTerminal({
      process,
      stdin: process.stdin,
      stdout: process.stdout,
      environment: process.env,
      after: systemClock.after,
      nowMs: () => performance.now(),
      isAsciiAsked: options.isAscii,
      isPlainAsked: options.isPlain,
      rowInWords: rowsInWords.of,
      keyFor: (id) => shownKey(ownKeys, id),
      isTyping: () => inUse?.current()?.deck.isTyping() ?? false,
      onPaste: (state) => inUse?.current()?.deck.pasteEnds(state),
      ...(options.hasMouse && {
        onMouse: (event) => inUse?.current()?.deck.mouse(event, taken.writer.lines()),
      }),
      ...(theme.background === undefined && { onBackground: (told) => looks.backgroundTold(told) }),
      onEnd: (ending) => {
        if (ending.kind === 'crash') complain(ending.error);
        try {
          inUse?.current()?.deck.session.flush();
        } catch (error) {
          complain(error);
        }
        if (isAbandoned(ending)) hangUp(process);
        end(exitCodeOf(ending));
      },
    });
    const { writer, keys, session, isPlain } = taken;
    const { colourLevel, isAscii } = taken.capabilities;
    const appOf = (deck: Deck) => <App deck={deck} look={looks.look()} />;
    const redraw = () => {
      const deck = inUse?.current()?.deck;
      if (deck !== undefined) app?.rerender(appOf(deck));
    };
    const looks = createLooks(
      { ...theme, ...(options.theme !== undefined && { theme: options.theme }) },
      {
        ...{ colourLevel, isAscii, isPlain, hasColour: options.hasColour },
        ...(isPlain && { noteRow: notingIn(rowsInWords.note, isAscii) }),
      },
      { places: setup.places, problem: themeProblem, redraw },
    );
    looks.backgroundTold(taken.background);

    const quit = async () => {
      await session.leave();
      inUse?.current()?.deck.session.quit();
      end(0);
    };
    inUse = createServiceInUse({
      pane: options.pane,
      search: options.start,
      named: options.named,
      wishes: options,
      ...(ownKeys !== undefined && { ownKeys }),
      // Its thread would take a quarter of the time from what an earlier run has kept.
      accessParts: { ...accessParts, mayStart: picture.promise },
      historyEntry,
      keepsHistory: options.keepsHistory,
      journals,
      size: () => ({ columns: writer.columns, rows: writer.rows }),
      onExchange: settling.exchanged,
      terminal: {
        ...terminalOf(taken),
        ...(looks.themes !== undefined && { themes: looks.themes }),
        quit: () => void quit(),
      },
      onSwitched: (deck) => app?.rerender(appOf(deck)),
    });

    try {
      const { deck } = inUse.open(setup, options.isPaneNamed);
      for (const notice of [themeProblem, keysProblem, journals.notice])
        if (notice !== undefined) deck.announce(notice);
    } catch (error) {
      // Told to the session, which gives the terminal back before anything is said.
      queueMicrotask(() => {
        throw error;
      });
      return;
    }
    const draw = () => {
      const deck = inUse?.current()?.deck;
      if (isEnding || deck === undefined) return;
      app = render(appOf(deck), {
        // Ink asks for whole streams, and uses of them what the writer and the key source have.
        stdout: writer as unknown as NodeJS.WriteStream,
        stdin: keys as unknown as NodeJS.ReadStream,
        interactive: true,
        exitOnCtrlC: false,
        patchConsole: false,
        incrementalRendering: false,
        maxFps: FRAMES_PER_SECOND,
      });
    };
    // Making the first picture takes as long as a service that runs needs for its first offers: it shall be asked before. It is made once,
    // with what an earlier run has kept, unless that takes long to be read.
    const keptRead = () => Promise.race([inUse?.current()?.deck.keptRead(), pause(LONGEST_READ_MS)]);
    void turnsOf(TURNS_TO_ASK)
      .then(keptRead)
      .then(() => turnsOf(1))
      .then(draw)
      .finally(picture.resolve);
  });

/** What the deck does with the terminal, and may know of the line to it. */
const terminalOf = ({
  writer,
  session,
  capabilities,
  isPlain,
  link,
  copy,
  attract,
  lend,
}: ReturnType<typeof takeTerminal>): Omit<DeckParts['terminal'], 'quit'> => ({
  suspend: () => void session.suspend(),
  repaint: () => writer.repaint(),
  hasTips: !isPlain,
  link: () => ({
    roundTripMs: link.roundTripMs,
    through: capabilities.multiplexer,
    isSlow: isPlain || link.isSlow,
    // What answers in the terminal's place says nothing of the line behind it.
    isQuick: !isPlain && link.isQuick && capabilities.multiplexer === undefined,
    sentBytes: writer.traffic.bytes,
  }),
  copy,
  attract,
  lend,
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => void systemClock.after(ms, resolve));

const turnsOf = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await nextTurn();
};
