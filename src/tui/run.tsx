/** Runs the terminal program: takes the terminal, draws the app, opens the service, and gives everything back at the end. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Instance, render } from 'ink';
import { type KnownAddress, knownAddress } from '../access/address.ts';
import { openJournals } from '../access/journals.ts';
import type { LastWords } from '../access/last-words.ts';
import { type AccessParts, openServiceAccess, type ServiceAccess } from '../access/service-access.ts';
import { readSetup, type Setup, type SetupWishes } from '../access/setup.ts';
import { systemClock } from '../base/clock.ts';
import { homeFolder } from '../storage/files/home-folder.ts';
import type { Ending } from '../terminal/lease.ts';
import { takeTerminal } from '../terminal/terminal.ts';
import { App } from './app.tsx';
import { compose } from './deck/compose.ts';
import type { Deck } from './deck/deck.ts';
import { saveMemory } from './memory-saver.ts';
import type { PaneName } from './panes/names.ts';
import type { SearchStart } from './panes/pane.ts';

/** Frames a second at the most: keys that come faster share one. */
const FRAMES_PER_SECOND = 60;

/** Turns of the event loop until a connection within this machine stands and the first question is on its way. */
const TURNS_TO_ASK = 3;

/** What the program calls its own service where a profile's name could stand. */
const LOCAL = 'local service';

/** How the user wants the terminal program. */
type PanesOptions = SetupWishes & {
  /** Where it opens; `isPaneNamed` is false where the user has left the choice to the program. */
  readonly pane: PaneName;
  readonly isPaneNamed: boolean;
  readonly start: SearchStart;
  readonly isAscii: boolean;
  /** True to append lines instead of painting a picture. */
  readonly isPlain: boolean;
  /** False when the user wants none (NO_COLOR). */
  readonly hasColour: boolean;
};

/** What the program is run with. */
type TerminalProgram = {
  readonly options: PanesOptions;
  readonly setup: Setup;
  readonly process: NodeJS.Process;
  readonly lastWords: LastWords;
  readonly accessParts: AccessParts;
};

/** One service with everything that the program shows of it. */
type OpenService = {
  readonly cacheName: string;
  readonly deck: Deck;
  readonly close: () => Promise<void>;
};

/** Runs until the user quits or the terminal is gone; resolves to the exit code. */
export const runTerminalProgram = ({
  options,
  setup,
  process,
  accessParts,
  lastWords,
}: TerminalProgram): Promise<number> =>
  new Promise((resolve) => {
    const journals = openJournals(setup);
    // Not there yet when something fails at once.
    let current: OpenService;
    let app: Instance | undefined;
    let isEnding = false;
    const complain = (error: unknown) => process.stderr.write(`gpudeck: ${lastWords.of(error)}\n`);
    const end = (code: number) => {
      isEnding = true;
      const close = async () => {
        app?.unmount();
        await current?.close();
        await journals.close();
      };
      // The terminal was given back, and what must last has been written: nothing that fails now keeps the program.
      void close()
        .catch((error: unknown) => complain(error))
        .finally(() => resolve(code));
    };

    const { writer, keys, session, capabilities, isPlain, link, copy } = takeTerminal({
      process,
      stdin: process.stdin,
      stdout: process.stdout,
      environment: process.env,
      after: systemClock.after,
      nowMs: () => performance.now(),
      isAsciiAsked: options.isAscii,
      isPlainAsked: options.isPlain,
      isTyping: () => current?.deck.isTyping() ?? false,
      onEnd: (ending) => {
        if (ending.kind === 'crash') complain(ending.error);
        try {
          current?.deck.session.flush();
        } catch (error) {
          complain(error);
        }
        if (isAbandoned(ending)) hangUp(process);
        end(exitCodeOf(ending));
      },
    });

    /** What was left on each service that was gone away from, to be found there again. */
    const left = new Map<string, string>();

    const openService = (chosen: Setup, start: SearchStart, isStartNamed: boolean): OpenService => {
      let opened: Promise<ServiceAccess> | undefined;
      const connect = (address: KnownAddress, keySource: string) => {
        const before = opened;
        const own = openServiceAccess(address, {
          ...accessParts,
          keySource,
          clock: systemClock,
          onExchange: (exchange) => {
            // From the first answer on there is something that the next one replaces; before that nothing shall hold it up.
            saveMemory();
            deck.exchanged(exchange, opened === own);
          },
          onServiceLost: (error) => deck.fail(error.message),
        });
        opened = own;
        own.then(
          (access) => {
            deck.connect(access);
            // That nothing at all is kept has been said.
            if (access.notice !== undefined && journals.isKept) deck.say(access.notice);
          },
          (error: unknown) => deck.fail(wordsOf(error)),
        );
        // A call that notifies somebody may be out: it keeps its access, with the key that it was sent with.
        void before?.then((old) => old.retire());
      };
      const { address, cacheName } = chosen;
      let known = knownAddress(address);
      const readKeyFileAgain = (): boolean => {
        const now = readSetup(
          { ...options, address: { kind: 'profile', name: chosen.profileName } },
          Temporal.Now.timeZoneId(),
        );
        const found = 'problem' in now ? undefined : knownAddress(now.address);
        if (found?.kind !== 'remote' || known?.kind !== 'remote') return false;
        // A profile that leads elsewhere by now is another service.
        if (found.baseUrl !== known.baseUrl || found.apiKey === known.apiKey) return false;
        known = found;
        connect(found, 'key file');
        return true;
      };
      const leftHere = left.get(cacheName);
      const deck = compose({
        pane: options.pane,
        search: start,
        serviceName: chosen.serviceName,
        clock: systemClock,
        random: Math.random,
        timeZone: chosen.timeZone,
        journal: journals.of(chosen),
        ...journals.answersOf(chosen),
        ...(leftHere !== undefined && { left: leftHere }),
        isStartNamed,
        ...(chosen.readOnlyReason !== undefined && { readOnlyReason: chosen.readOnlyReason }),
        ...(chosen.userId !== undefined && { userId: chosen.userId }),
        homeFolder: homeFolder(),
        size: { columns: writer.columns, rows: writer.rows },
        services: {
          others: otherServices(chosen),
          switchTo,
          useKey: address.kind === 'local' ? undefined : (apiKey) => connect({ ...address, apiKey }, 'typed'),
          ...(chosen.keySource === 'key file' && { readKeyFileAgain }),
        },
        terminal: {
          quit: () => {
            void session.leave().then(() => {
              current.deck.session.quit();
              end(0);
            });
          },
          suspend: () => void session.suspend(),
          repaint: () => writer.repaint(),
          link: () => ({
            roundTripMs: link.roundTripMs,
            through: capabilities.multiplexer,
            isSlow: isPlain || link.isSlow,
            // What answers in the terminal's place says nothing of the line behind it.
            isQuick: !isPlain && link.isQuick && capabilities.multiplexer === undefined,
            sentBytes: writer.traffic.bytes,
          }),
          copy,
        },
      });
      if (known !== undefined) connect(known, chosen.keySource);
      else deck.askForKey(`There is no key for ${chosen.serviceName} yet. Enter one:`);
      const close = async () => {
        deck.leave();
        await (await opened?.catch(() => undefined))?.close();
      };
      return { cacheName, deck, close };
    };

    /** Goes on with another service: with what was left there, else with the search as it stands here. */
    const switchTo = (name: string) => {
      const { cacheName, deck, close } = current;
      const refusal = deck.refusalToLeave();
      if (refusal !== undefined) {
        deck.say(refusal);
        return;
      }
      const address = name === LOCAL ? ({ kind: 'local' } as const) : ({ kind: 'profile', name } as const);
      const next = readSetup({ ...options, address }, Temporal.Now.timeZoneId());
      if ('problem' in next) {
        deck.say(next.problem);
        return;
      }
      const { search = options.start } = deck.goesAlong();
      const leaving = deck.session.leave();
      if (leaving === undefined) left.delete(cacheName);
      else left.set(cacheName, leaving);
      current = openService(next, search, false);
      app?.rerender(<App deck={current.deck} look={look} />);
      void close();
    };

    try {
      current = openService(setup, options.start, options.isPaneNamed);
    } catch (error) {
      // Told to the session, which gives the terminal back before anything is said.
      queueMicrotask(() => {
        throw error;
      });
      return;
    }
    if (journals.notice !== undefined) current.deck.say(journals.notice);
    const look = { hasColour: options.hasColour && capabilities.colourLevel > 0, isSparse: isPlain, isPlain };
    const draw = () => {
      if (isEnding) return;
      app = render(<App deck={current.deck} look={look} />, {
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
    // Making the first picture takes as long as the service needs for its first offers: it shall be asked before.
    void turnsOf(TURNS_TO_ASK).then(draw);
  });

/** The services besides the one in use, with where each leads. */
const otherServices = ({ profiles, serviceName }: Setup) =>
  [
    ...profiles.map(({ name, baseUrl, isReadOnly }) => ({
      name,
      detail: `${baseUrl}${isReadOnly ? ', read-only' : ''}`,
    })),
    { name: LOCAL, detail: 'on this machine' },
  ].filter(({ name }) => name !== serviceName);

const turnsOf = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await nextTurn();
};

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

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
