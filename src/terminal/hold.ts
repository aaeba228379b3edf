/**
 * The terminal as this program borrows it: raw mode, and the modes that its manner asks for, which is a picture on the alternate screen,
 * or lines on the main one.
 * Given back whatever ends the program: a quit, a signal, an error nobody caught, a line that was cut; and for the
 * time in which the program is stopped, or has handed the terminal to another one. It decides nothing about exit codes: `onEnd` does.
 */

import { cellPainter, type Painter } from './frame-difference.ts';
import { KEYBOARD_POP, KEYBOARD_PUSH, KEYBOARD_SET } from './keyboard-protocol.ts';
import { MOUSE_OFF, MOUSE_ON } from './mouse.ts';
import type { Abilities } from './pen.ts';
import { PlainPainter } from './plain-painter.ts';
import type { After, Sink } from './sink.ts';

export type Manner = {
  /** Sent when the terminal is borrowed, at first and after a stop. */
  readonly borrow: string;
  /** Sent then too, and whenever others may have changed the terminal's modes. */
  readonly modes: string;
  readonly giveBack: string;
  /** Lines are appended, and nothing else. */
  readonly isPlain: boolean;
  /** Makes the painter; it may call `onDue` when it has more to send. */
  readonly painter: (parts: {
    readonly after: After;
    readonly onDue: () => void;
    readonly rowInWords: (picture: string) => readonly string[] | undefined;
    readonly keyFor: (id: string) => string;
  }) => Painter;
};

/** What is to be known before any line; `keyFor` is the key of a row, as printed. */
const helpWords = (keyFor: (id: string) => string): string =>
  `${keyFor('frame.repaint')} writes the whole page again, ${keyFor('frame.help')} lists the keys.`;

/** A picture: alternate screen, bracketed paste, hidden cursor, no wrapping; and the mouse's reports where they are wanted. */
export const fullManner = (abilities: Abilities & { readonly isSynchronized: boolean }, hasMouse = false): Manner => ({
  borrow: '\u001B[?1049h',
  modes: `\u001B[?7l\u001B[?2004h\u001B[?25l${hasMouse ? MOUSE_ON : ''}`,
  // The screen is erased too, for consoles that have no alternate one.
  giveBack: `${hasMouse ? MOUSE_OFF : ''}\u001B[?2026l\u001B[m\u001B[r\u001B[H\u001B[J\u001B[?7h\u001B[?2004l\u001B[?25h\u001B[?1049l`,
  isPlain: false,
  painter: () => cellPainter(abilities),
});

/**
 * Lines for a terminal that could do more. Bracketed paste is the one mode that is set: without it a paste would be taken for
 * keys, each of them a command.
 */
export const plainManner: Manner = {
  borrow: '',
  modes: '\u001B[?2004h',
  giveBack: '\n\u001B[?2004l',
  isPlain: true,
  painter: (parts) =>
    new PlainPainter({
      ...parts,
      greeting: ['Changed lines are appended, because of --plain.', helpWords(parts.keyFor)],
    }),
};

/** Lines for a terminal that understands nothing else. */
export const dumbManner: Manner = {
  borrow: '',
  modes: '',
  giveBack: '\n',
  isPlain: true,
  painter: (parts) =>
    new PlainPainter({
      ...parts,
      greeting: [
        'This terminal cannot move the cursor (TERM=dumb):',
        'changed lines are appended, as with --plain.',
        helpWords(parts.keyFor),
      ],
    }),
};

/** Why the program has to end now. */
export type Ending =
  | { kind: 'signal'; signal: 'SIGHUP' | 'SIGINT' | 'SIGTERM' }
  /** Nobody is there any more: end or error of the input, or an output that cannot be written to. */
  | { kind: 'line-cut' }
  | { kind: 'crash'; error: unknown };

/** The terminal's sending end, as far as the session needs it: `process.stdin`. */
export type SessionInput = {
  setRawMode(isRaw: boolean): unknown;
  on(event: 'end' | 'close' | 'error', listener: () => void): unknown;
};

/** What the session needs of `process`. */
export type SessionProcess = {
  on(event: string, listener: (cause: unknown) => void): unknown;
  off(event: string, listener: (cause: unknown) => void): unknown;
  kill(pid: number, signal: string): unknown;
};

/** What paints: it must not write while the terminal is given back. */
type SessionScreen = {
  send(sequence: string): void;
  pause(): void;
  resume(): void;
  close(): void;
};

/** What reads the terminal: it must not take from others what is typed for them. */
type Keys = {
  hush(): void;
  release(): Promise<void>;
  take(): void;
};

/** What a session works with. */
type SessionOptions = {
  readonly process: SessionProcess;
  readonly input: SessionInput;
  readonly sink: Sink;
  readonly screen: SessionScreen;
  readonly manner: Pick<Manner, 'borrow' | 'modes' | 'giveBack'>;
  readonly after: After;
  /** Resolves, soon, when the terminal owes no answer that would be read by whoever has it next. */
  readonly answered: () => Promise<void>;
  /** Called when the terminal is given back for the time in which the program is stopped, or another one has it. */
  readonly onLent: () => void;
  /** Keeps the keys from the program; {@link Keys.release} resolves when nothing is read any more, and `take` reads again. */
  readonly keys: Keys;
  /** Called once, after the terminal was given back. It has to end the process. Not called by {@link Session.leave}. */
  readonly onEnd: (ending: Ending) => void;
};

/** A borrowed terminal. */
export type Session = {
  /** Gives the terminal back for good. A second call does nothing. */
  leave(): Promise<void>;
  /** Gives the terminal back and stops the whole process group, as Ctrl-Z does; on `fg` takes it again and repaints. */
  suspend(): Promise<void>;
  /**
   * Gives the terminal back until `guest` has resolved, and takes it again and repaints. What the keyboard interrupts or
   * stops meanwhile is the guest's. Resolves to what the guest did; undefined where it was not let in.
   */
  lend<T>(guest: () => Promise<T>): Promise<T | undefined>;
  /** Ends because the terminal is gone. */
  lineCut(): void;
  /** The terminal has the keyboard protocol: it is set from now on, for as long as the terminal is held. */
  extendKeyboard(): void;
};

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;
/** Whoever is not stopped by then will not be: nobody could continue a process group without a shell. */
const STOPPED_BY_MS = 100;

/** Takes the terminal. */
export function enterSession(options: SessionOptions): Session {
  const { process, input, sink, screen, manner, after } = options;
  const lending = createLending(options, { letIn, returned });
  let state: 'held' | 'lent' | 'left' = 'lent';
  let stopWaiting = (): void => {};
  let isKeyboardExtended = false;

  function take(): void {
    // The terminal's driver and the input stream may disagree after a stop: only a change of mode is carried out.
    input.setRawMode(false);
    input.setRawMode(true);
    const keyboard = state === 'lent' ? KEYBOARD_PUSH : KEYBOARD_SET;
    screen.send((state === 'lent' ? manner.borrow : '') + manner.modes + (isKeyboardExtended ? keyboard : ''));
    state = 'held';
  }

  function giveBack(): void {
    // Before the screen is changed: each has flags of its own.
    sink.interrupt((isKeyboardExtended ? KEYBOARD_POP : '') + manner.giveBack);
    input.setRawMode(false);
  }

  function leaveNow(): void {
    if (state === 'left') return;
    const isHeld = state === 'held';
    state = 'left';
    screen.close();
    if (isHeld) giveBack();
    // A cut line may send this twice, and the second must not end the process before it has put its things away.
    for (const [event, listener] of listeners) if (event !== 'SIGHUP') process.off(event, listener);
  }

  function end(ending: Ending): void {
    if (state === 'left') return;
    leaveNow();
    options.onEnd(ending);
  }

  function suspendNow(): void {
    if (state !== 'held' || lending.hasGuest()) return;
    screen.pause();
    giveBack();
    state = 'lent';
    options.onLent();
    process.off('SIGTSTP', suspendNow);
    process.kill(0, 'SIGTSTP');
    stopWaiting = after(STOPPED_BY_MS, continued);
  }

  function continued(): void {
    if (state === 'left' || lending.hasGuest()) return;
    stopWaiting();
    process.off('SIGTSTP', suspendNow);
    process.on('SIGTSTP', suspendNow);
    take();
    screen.resume();
  }

  /** False where the terminal is no longer there to be lent. */
  function letIn(): boolean {
    if (state !== 'held') return false;
    screen.pause();
    giveBack();
    state = 'lent';
    options.onLent();
    for (const [event, listener] of keyboardSignals) process.off(event, listener);
    return true;
  }

  function returned(): void {
    if (state !== 'lent') return;
    for (const [event, listener] of keyboardSignals) process.on(event, listener);
    take();
    screen.resume();
  }

  function extendKeyboard(): void {
    if (isKeyboardExtended || state === 'left') return;
    isKeyboardExtended = true;
    if (state === 'held') screen.send(KEYBOARD_PUSH);
  }

  const lineCut = (): void => end({ kind: 'line-cut' });
  const crashed = (error: unknown): void => end({ kind: 'crash', error });
  const listeners: [event: string, listener: (cause: unknown) => void][] = [
    ...SIGNALS.map((signal): [string, () => void] => [signal, () => end({ kind: 'signal', signal })]),
    ['SIGTSTP', suspendNow],
    ['SIGCONT', continued],
    ['uncaughtException', crashed],
    ['unhandledRejection', crashed],
    ['exit', leaveNow],
  ];
  /** Those that a key sends to every program of the terminal. */
  const keyboardSignals = listeners.filter(([event]) => event === 'SIGINT' || event === 'SIGTSTP');
  for (const [event, listener] of listeners) process.on(event, listener);
  for (const event of ['end', 'close', 'error'] as const) input.on(event, lineCut);

  take();
  return {
    leave: () => options.answered().then(leaveNow),
    suspend: () => options.answered().then(suspendNow),
    lend: lending.lend,
    lineCut,
    extendKeyboard,
  };
}

/** Lets guests in, one at a time. */
const createLending = (
  { keys, answered }: Pick<SessionOptions, 'keys' | 'answered'>,
  terminal: { readonly letIn: () => boolean; readonly returned: () => void },
) => {
  let hasGuest = false;
  return {
    hasGuest: () => hasGuest,
    lend: async <T>(guest: () => Promise<T>): Promise<T | undefined> => {
      if (hasGuest) return undefined;
      hasGuest = true;
      keys.hush();
      await answered();
      await keys.release();
      try {
        return terminal.letIn() ? await guest() : undefined;
      } finally {
        hasGuest = false;
        keys.take();
        terminal.returned();
      }
    },
  };
};
