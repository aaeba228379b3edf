/**
 * The terminal as this program borrows it: raw mode, and the modes that its manner asks for.
 * Given back whatever ends the program: a quit, a signal, an error nobody caught, a line that was cut; and for the
 * time in which the program is stopped. It decides nothing about exit codes: `onEnd` does.
 */
import { KEYBOARD_POP, KEYBOARD_PUSH, KEYBOARD_SET } from './keyboard-protocol.ts';
import type { Manner } from './output-mode.ts';
import type { After, Sink } from './sink.ts';

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
  /** Called when the terminal is given back for the time in which the program is stopped. */
  readonly onLent: () => void;
  /** Called once, after the terminal was given back. It has to end the process. Not called by {@link Session.leave}. */
  readonly onEnd: (ending: Ending) => void;
};

/** A borrowed terminal. */
export type Session = {
  /** Gives the terminal back for good. A second call does nothing. */
  leave(): Promise<void>;
  /** Gives the terminal back and stops the whole process group, as Ctrl-Z does; on `fg` takes it again and repaints. */
  suspend(): Promise<void>;
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
    if (state !== 'held') return;
    screen.pause();
    giveBack();
    state = 'lent';
    options.onLent();
    process.off('SIGTSTP', suspendNow);
    process.kill(0, 'SIGTSTP');
    stopWaiting = after(STOPPED_BY_MS, continued);
  }

  function continued(): void {
    if (state === 'left') return;
    stopWaiting();
    process.off('SIGTSTP', suspendNow);
    process.on('SIGTSTP', suspendNow);
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
  for (const [event, listener] of listeners) process.on(event, listener);
  for (const event of ['end', 'close', 'error'] as const) input.on(event, lineCut);

  take();
  return {
    leave: () => options.answered().then(leaveNow),
    suspend: () => options.answered().then(suspendNow),
    lineCut,
    extendKeyboard,
  };
}
