/** What a command may touch outside itself: `main.ts` names the real things, tests bring their own. */
import type { Writable } from 'node:stream';
import type { AccessParts } from '../access/service-access.ts';
import type { Setup } from '../access/setup.ts';
import type { Call } from '../api/call.ts';
import type { ErrorKind } from '../api/errors/error.ts';
import type { Explanation } from '../api/errors/explain.ts';
import type { Clock } from '../base/clock.ts';
import type { SshEnd, SshRun } from '../instances/ssh.ts';
import type { PaneName } from '../tui/panes/names.ts';
import type { CommonOptions } from './common-options.ts';
import type { ExitCode } from './exit.ts';
import type { SearchStart, ViewWish } from './search-options.ts';

/** A call that failed, as it is told; `kind` is undefined where nobody knows what came of it. */
export type FailedCall = Explanation & { readonly kind: ErrorKind | undefined };

/** What is about to be sent. */
export type Planned = {
  /** With their secrets, and as they are shown. */
  readonly calls: readonly Call[];
  readonly shown: readonly unknown[];
  /** $/h more than before; undefined where nobody knows, or it does not change. */
  readonly perHour: number | undefined;
  readonly consequences: readonly string[];
  /** What it rests on, by its name: `instance 5`. */
  readonly restsOn: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Words of the command that are to be others when it is run again: what was chosen at random or found. */
  readonly args?: (args: readonly string[]) => readonly string[];
};

/** Ends a command with a code, or lets it go on to send. */
export type PlanGate = (
  planned: Planned,
  io: CommandIo,
  complain: (text: string) => void,
) => Promise<ExitCode | undefined>;

/** The world of one command. */
export type CommandIo = {
  /** The name of the command, which the journal notes with each write. */
  readonly command: string;
  /** Runs another command line in such a world; resolves to its exit code. */
  readonly runLine: (argv: readonly string[], io: WorldOfRun) => Promise<number>;
  /** The service in use and the folders, after profiles and key files. */
  readonly setup: Setup;
  /** Where results go, and nothing else. */
  readonly stdout: Writable;
  /** Width in cells of the terminal that `stdout` is; absent when it is none. */
  readonly columns?: number;
  /** Writes messages, with their line breaks, to stderr. */
  readonly writeError: (text: string) => void;
  /** Takes a failed call in parts; absent where it is told in sentences. */
  readonly tellFailed?: (call: FailedCall) => void;
  /** Writes over the last line of the terminal that stderr is, which an empty text takes away; absent where it is none. */
  readonly showProgress?: (text: string) => void;
  /** Asks a person for one line, with `question` before it; absent where nobody can be asked. */
  readonly ask?: (question: string) => Promise<string>;
  /** Runs the terminal program; resolves to the exit code. Absent where there is no terminal. */
  readonly openPanes?: (options: PanesOptions & CommonOptions) => Promise<number>;
  /** Runs ssh on the terminal, or on whatever input and output are, until it has ended. */
  readonly runSsh: (run: SshRun) => Promise<SshEnd>;
  readonly clock: Clock;
  /** Asked right before something is sent, where that is planned only, or was. */
  readonly plan?: PlanGate;
  /** The digest of the plan that is applied, which the journal notes too. */
  readonly applied?: string;
  /** A random number, at least 0 and below 1. */
  readonly random: () => number;
  /** Who tells the command to stop: `process` is one. */
  readonly signals: Signals;
  /** What a service access is opened with. */
  readonly accessParts: AccessParts;
};

/** What a command line is run in; the rest is known by the line. */
export type WorldOfRun = Omit<CommandIo, 'command' | 'runLine'>;

/** The world of a command that needs no set-up, and may look at a broken one. */
export type BareIo = Pick<CommandIo, 'stdout' | 'columns' | 'writeError' | 'tellFailed' | 'clock'> & {
  /** The variables, without the key. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly timeZone: string;
  /** Why that is UTC, where it should not be. */
  readonly timeZoneProblem?: string;
  readonly terminal: TerminalLook;
  /** A service that is opened with them keeps nothing. */
  readonly accessParts: Omit<AccessParts, 'serviceFile'>;
};

/** What is known of the terminal. */
export type TerminalLook = {
  readonly name: string;
  /** 0 none, 1 sixteen, 2 two hundred and fifty-six, 3 true colour. */
  readonly colourLevel: 0 | 1 | 2 | 3;
  readonly isAscii: boolean;
  readonly isRemote: boolean;
  readonly multiplexer: string | undefined;
  readonly canMoveCursor: boolean;
  /** How a copy reaches the clipboard; undefined where there is no way. */
  readonly clipboard: 'tmux' | 'OSC 52' | undefined;
  /** Absent where stdout is no terminal. */
  readonly size?: { readonly columns: number; readonly rows: number };
  /** Asks the terminal for a sign of life; resolves to the milliseconds that took, or undefined without an answer. */
  readonly measureLink?: () => Promise<number | undefined>;
};

/** Where the terminal program opens; `isPaneNamed` is false where the user has left the choice to the program. */
export type PanesOptions = {
  readonly pane: PaneName;
  readonly isPaneNamed: boolean;
  readonly start: SearchStart;
  /** The parts of it that the user has named. */
  readonly named: readonly (keyof SearchStart)[];
  /** A view that is named, and what is given beside it. */
  readonly view?: ViewWish;
};

/** Tells of signals as `process` does. */
export type Signals = {
  readonly once: (signal: Signal, listener: () => void) => unknown;
  readonly off: (signal: Signal, listener: () => void) => unknown;
};

/** One that ends a command. */
type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

const SIGNALS: readonly Signal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The first of the signals: `came` resolves with it, `forget` stops waiting. */
export const firstSignal = (signals: Signals) => {
  const { promise: came, resolve } = Promise.withResolvers<void>();
  const forget = (): void => {
    for (const signal of SIGNALS) signals.off(signal, stop);
  };
  const stop = (): void => {
    forget();
    resolve();
  };
  for (const signal of SIGNALS) signals.once(signal, stop);
  return { came, forget };
};
