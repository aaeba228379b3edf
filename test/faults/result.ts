/** What a cell of the matrix came to. */

import type { CommandCall } from './commands/command-call.ts';
import type { CallName } from './fault.ts';

/** What can be wrong in a cell. */
export type Wrong =
  /** Something was thrown that nobody caught, or the screen is blank. */
  | 'crash'
  /** The program is not idle long after its own time limits. */
  | 'hang'
  /** A call went out, or was written down, more often than the user said. */
  | 'duplicate write'
  /** Something that was typed or chosen is not there any more. */
  | 'input lost'
  /** The screen does not say what came back, or shows what is no word. */
  | 'words'
  /** What the program takes for true is not true. */
  | 'outcome'
  /** The key or a secret is where it should not be. */
  | 'leak'
  /** Others may read what the program keeps. */
  | 'open file'
  /** The program went where an answer sent it. */
  | 'redirect followed'
  /** An answer takes more memory than it is worth. */
  | 'memory'
  /** Bytes are sent to the terminal although nothing changes. */
  | 'repaint'
  /** The terminal is not given back as it was. */
  | 'terminal';

/** One thing that is wrong. */
export type Problem = { readonly kind: Wrong; readonly text: string };

/** A cell that was played, before anybody has looked for secrets in it. */
export type Played = {
  /** The row of the matrix. */
  readonly row: string;
  readonly call: CallName | CommandCall;
  /** What the user is shown, in a word or two. */
  readonly shown: string;
  readonly problems: readonly Problem[];
  /** The screen when the first problem was noticed; empty without one. */
  readonly screen: string;
};

/** A cell that was played and searched. */
export type CellResult = Played & {
  /** How many texts and files were searched for the key and for every secret that was given out. */
  readonly searchedCount: number;
};
