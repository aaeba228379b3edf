/** Ways to end of the built program: in the middle of a call, of typing, or before the key that would make the call. */
import { cutAfterActing, holdAfterActing, type Play } from '../../support/fault-proxy.ts';
import type { Pty } from '../../support/pty.ts';

/** What ends the program, and what is then true of its terminal. */
export type End = {
  /** Ends the program whose processes these are. */
  readonly end: (pty: Pty, pids: readonly number[]) => void;
  /** The exit code that a shell sees; absent where no shell is left to see it. */
  readonly exitCode?: number;
  /** False where nobody could give the terminal back. */
  readonly isTerminalGivenBack: boolean;
  /** True where the program has no moment left to note what was typed last. */
  readonly isSudden?: boolean;
};

/** One way to end in the middle of a call. */
export type Ending = End & {
  /** The row of the matrix. */
  readonly row: string;
  /** What happens to the call; absent when the program ends before the key that makes it. */
  readonly play?: Play;
  /** True when the service has acted by then. */
  readonly acts: boolean;
  /** What is on the screen before the program ends, where that is not what it shows while it waits. */
  readonly after?: RegExp;
};

const signalled =
  (signal: NodeJS.Signals) =>
  (_pty: Pty, pids: readonly number[]): void => {
    for (const pid of pids) process.kill(pid, signal);
  };

const KILLED: End = { end: signalled('SIGKILL'), exitCode: 137, isTerminalGivenBack: false, isSudden: true };
/** SIGTERM. */
export const TERMINATED: End = { end: signalled('SIGTERM'), exitCode: 143, isTerminalGivenBack: true };
const HUNG_UP: End = { end: signalled('SIGHUP'), exitCode: 129, isTerminalGivenBack: true };
const CUT: End = { end: (pty) => pty.cut(), isTerminalGivenBack: false };

/** All ways to end in the middle of typing, by the row of the matrix. */
export const ENDS_WHILE_TYPING: readonly (readonly [row: string, end: End])[] = [
  ['kill -9 in the middle of typing', KILLED],
  ['SIGTERM in the middle of typing', TERMINATED],
  ['SIGHUP in the middle of typing', HUNG_UP],
  ['line cut in the middle of typing', CUT],
];

/** All ways to end in the middle of a call. */
export const ENDINGS: readonly Ending[] = [
  { row: 'kill -9 before the call is made', ...KILLED, acts: false },
  { row: 'kill -9 before the service has acted', ...KILLED, play: () => {}, acts: false },
  { row: 'kill -9 after the service has acted', ...KILLED, play: holdAfterActing, acts: true },
  {
    row: 'kill -9 after the answer was cut',
    ...KILLED,
    play: cutAfterActing,
    acts: true,
    after: /connection was lost before an answer|Again in/,
  },
  { row: 'SIGTERM while waiting for the answer', ...TERMINATED, play: holdAfterActing, acts: true },
  { row: 'SIGHUP while waiting for the answer', ...HUNG_UP, play: holdAfterActing, acts: true },
  { row: 'line cut while waiting for the answer', ...CUT, play: holdAfterActing, acts: true },
];
