/** How the built program can end in the middle of a call, and what must be true of the terminal afterwards. */

import { cutAfterActing, holdAfterActing, type Play } from '../../support/fault-proxy.ts';
import type { Pty } from '../../support/pty.ts';

/** One way to end. */
export type Ending = {
  /** The row of the matrix. */
  readonly row: string;
  /** What happens to the call; absent when the program ends before the key that makes it. */
  readonly play?: Play;
  /** True when the service has acted by then. */
  readonly acts: boolean;
  /** What is on the screen before the program ends, where that is not what it shows while it waits. */
  readonly after?: RegExp;
  /** Ends the program whose processes these are. */
  readonly end: (pty: Pty, pids: readonly number[]) => void;
  /** The exit code that a shell sees; absent where no shell is left to see it. */
  readonly exitCode?: number;
  /** False where nobody could give the terminal back. */
  readonly isTerminalGivenBack: boolean;
};

const signalled =
  (signal: NodeJS.Signals) =>
  (_pty: Pty, pids: readonly number[]): void => {
    for (const pid of pids) process.kill(pid, signal);
  };

const KILLED = { end: signalled('SIGKILL'), exitCode: 137, isTerminalGivenBack: false } as const;
const GONE = { end: (pty: Pty) => pty.cut(), isTerminalGivenBack: false } as const;

/** All of them. */
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
  {
    row: 'SIGTERM while the answer is awaited',
    end: signalled('SIGTERM'),
    exitCode: 143,
    isTerminalGivenBack: true,
    play: holdAfterActing,
    acts: true,
  },
  {
    row: 'SIGHUP while the answer is awaited',
    end: signalled('SIGHUP'),
    exitCode: 129,
    isTerminalGivenBack: true,
    play: holdAfterActing,
    acts: true,
  },
  { row: 'line cut while the answer is awaited', ...GONE, play: holdAfterActing, acts: true },
];
