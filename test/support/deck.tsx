/**
 * The real program in an emulated terminal, over real HTTP. Keys are pressed by the id of their binding and travel as
 * bytes; every step ends when the program reports that it is idle and the terminal shows it.
 */

import { createServiceAccess, type ServiceAccess } from '../../src/access/service-access.ts';
import { createPacing } from '../../src/api/http/pacing.ts';
import type { TimeLimits } from '../../src/api/http/time-limits.ts';
import { type Clock, systemClock } from '../../src/base/clock.ts';
import { createGpuSamples, watchingClient } from '../../src/money/gpu-samples.ts';
import { App } from '../../src/tui/app.tsx';
import { compose, type Deck } from '../../src/tui/deck/compose.ts';
import type { DeckParts } from '../../src/tui/deck/deck.ts';
import { reachableBindings } from '../../src/tui/keys/binding.ts';
import { USUAL_START } from '../../src/tui/panes/offers/state.ts';
import type { SearchStart } from '../../src/tui/panes/pane.ts';
import type { LookOfTerminal } from '../../src/tui/ui/theme.tsx';
import type { Cell, Drawn } from './emulator.ts';
import { keyBytes } from './fake-keyboard.ts';
import { impatientClock } from './impatient-clock.ts';
import { startJournal } from './journal.ts';
import { lookAtKeys } from './key-rows.ts';
import { type MountedTerminal, mount } from './terminal.ts';

const PARTS_OF_START = ['filter', 'order', 'type', 'storageGb', 'limit', 'columns', 'view'] as const;

/** Where the program is to be opened, and with what. */
export type DeckOptions = {
  readonly service: { readonly url: string; readonly apiKey: string };
  /** When the service is up; without it, it is from the start. */
  readonly up?: Promise<void>;
  readonly columns?: number;
  readonly rows?: number;
  readonly start?: Partial<SearchStart>;
  /** In place of a clock of its own that begins at 2026-11-21T12:00:00Z and never makes a test wait. */
  readonly clock?: Clock;
  /** Time limits of the client in place of the usual ones. */
  readonly limits?: Partial<TimeLimits>;
  /** What these limits run by, in place of the machine's own time. */
  readonly lineClock?: Clock;
  /** How the program is drawn where that is not with everything. */
  readonly look?: Partial<LookOfTerminal>;
  /** The themes to choose from; without it there are no colours. */
  readonly themes?: DeckParts['terminal']['themes'];
  /** The terminal shows ASCII only. */
  readonly isAscii?: boolean;
  /** The clipboard; without it the terminal has none. */
  readonly copy?: DeckParts['terminal']['copy'];
  /** Told how the user is called for. */
  readonly attract?: DeckParts['terminal']['attract'];
  /** Takes the terminal in place of ssh; without it the terminal cannot be handed over. */
  readonly lend?: DeckParts['terminal']['lend'];
  /** What the line to the terminal is like; without it nothing is known of it. */
  readonly link?: DeckParts['terminal']['link'];
  /** The mouse is taken from the terminal. */
  readonly hasMouse?: boolean;
  /** Tips are told. */
  readonly hasTips?: boolean;
  /** Told when the user quits. */
  readonly onQuit?: () => void;
  /** What the program is put together from besides. */
  readonly parts?: Partial<
    Pick<
      DeckParts,
      | 'pane'
      | 'keyMark'
      | 'serviceName'
      | 'timeZone'
      | 'journal'
      | 'answers'
      | 'keptDays'
      | 'asksMoney'
      | 'history'
      | 'alerts'
      | 'readOnlyReason'
      | 'userId'
      | 'homeFolder'
      | 'renting'
      | 'views'
      | 'sets'
      | 'ownKeys'
      | 'sessionClock'
      | 'left'
      | 'isStartNamed'
      | 'services'
    >
  >;
};

/** The program and its terminal. */
export type OpenDeck = Pick<
  MountedTerminal,
  'screen' | 'resize' | 'settle' | 'wait' | 'send' | 'paste' | 'sent' | 'bytesSent' | 'until'
> & {
  readonly deck: Deck;
  /** Presses keys by the ids of bindings in force, one after the other. */
  press(...bindingIds: string[]): Promise<void>;
  /** Presses one key so often, as who holds it down: drawn once. */
  repeat(bindingId: string, times: number): Promise<void>;
  /** Types text, character by character. */
  type(text: string): Promise<void>;
  /** The screen as one text. */
  text(): string;
  /** Every visible cell with its attributes, line by line. */
  cells(): Cell[][];
  /** Every visible cell as it is to be drawn, line by line. */
  drawn(): Drawn[][];
  close(): Promise<void>;
};

/** Opens the program on a service. */
export const openDeck = async (options: DeckOptions): Promise<OpenDeck> => {
  const { service, columns = 100, rows = 30, start, parts: chosen } = options;
  // What is asked again every five minutes is not: it would go on and on.
  const clock = options.clock ?? impatientClock(Date.UTC(2026, 10, 21, 12), [5 * 60_000]);
  let access: ServiceAccess | undefined;
  const samples = createGpuSamples(undefined);
  const connect = (apiKey: string, keySource: string) => {
    const before = access;
    access = createServiceAccess(service.url, apiKey, {
      environment: {},
      clock: options.lineClock ?? systemClock,
      version: 'test',
      keySource,
      pacing: createPacing({ clock }),
      onExchange: (exchange) => deck.exchanged(exchange),
      around: (client) => watchingClient(client, samples, service.url, clock.now),
      ...(options.limits && { limits: options.limits }),
    });
    deck.connect(access);
    void before?.close();
  };
  const deck = compose({
    pane: 'offers',
    search: { ...USUAL_START, ...start },
    named: PARTS_OF_START.filter((part) => start?.[part] !== undefined),
    serviceName: 'test service',
    clock,
    random: () => 0.5,
    timeZone: 'UTC',
    services: { others: [], switchTo: () => undefined, useKey: (apiKey) => connect(apiKey, 'typed') },
    journal: startJournal(),
    seen: () => samples.of(service.url),
    // Time shall not leap to the next note of what is typed.
    sessionClock: { ...clock, after: () => () => undefined },
    ...chosen,
    size: { columns, rows },
    terminal: {
      quit: options.onQuit ?? (() => undefined),
      suspend: () => undefined,
      repaint: () => terminal.writer.repaint(),
      ...(options.link !== undefined && { link: options.link }),
      ...(options.hasTips && { hasTips: true }),
      copy: options.copy ?? (async () => undefined),
      ...(options.attract !== undefined && { attract: options.attract }),
      ...(options.lend !== undefined && { lend: options.lend }),
      ...(options.themes !== undefined && { themes: options.themes }),
    },
  });
  const look = { hasColour: true, isSparse: false, isAscii: options.isAscii ?? false, ...options.look };
  const terminal = await mount(() => <App deck={deck} look={look} />, {
    columns,
    rows,
    isAscii: options.isAscii ?? false,
    idle: async () => {
      await deck.idle();
      await reactScheduled();
    },
    isTyping: () => deck.isTyping(),
    onPaste: (state) => deck.pasteEnds(state),
    onMouse: options.hasMouse ? (event, lines) => deck.mouse(event, lines) : undefined,
  });
  const keyOf = (bindingId: string): string => {
    const binding = reachableBindings(deck.layers()).find(({ id }) => id === bindingId);
    if (binding === undefined) throw new Error(`no key leads to ${bindingId} now`);
    return binding.keys[0] ?? '';
  };
  /** With keys of the user's own they are other ones than usually. */
  const lookAtRows = () => chosen?.ownKeys ?? lookAtKeys(deck.layers());
  const connectFirst = () => connect(service.apiKey, 'environment');
  if (options.up === undefined) connectFirst();
  else {
    deck.showKept();
    void options.up.then(connectFirst);
  }
  await terminal.settle();
  lookAtRows();
  return {
    deck,
    settle: terminal.settle,
    screen: terminal.screen,
    resize: terminal.resize,
    send: terminal.send,
    wait: terminal.wait,
    paste: terminal.paste,
    sent: terminal.sent,
    bytesSent: terminal.bytesSent,
    until: terminal.until,
    text: () => terminal.screen().join('\n'),
    cells: () => terminal.emulator.cells(),
    drawn: () => terminal.emulator.drawn(),
    press: async (...bindingIds) => {
      for (const id of bindingIds) {
        await terminal.press(keyOf(id));
        lookAtRows();
      }
    },
    repeat: async (bindingId, times) => {
      await terminal.send(keyBytes(keyOf(bindingId)).repeat(times));
      lookAtRows();
    },
    type: async (text) => {
      await terminal.press(text);
      lookAtRows();
    },
    close: async () => {
      await terminal.unmount();
      await access?.close();
    },
  };
};

/** React takes up a change of the store in a macrotask of its own, queued before this one. */
const reactScheduled = () => new Promise((resolve) => setImmediate(resolve));
