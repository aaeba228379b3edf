/** The programs that people page through tables with, and what to press in each of them for the same thing. */
import { DELETE_LINE, DOWN, ESCAPE } from './terminal.ts';

/** What a terminal sends for the arrow down to a program that has asked for these forms of the keys. */
const APPLICATION_DOWN = '\u001BOB';

/** A word that some of the rows have. */
export const WORD = 'H100';

/** What a program's keys are: the arrow that it reads, and those that work on all rows, where it has them. */
export type Keys = {
  readonly down: string;
  /** What is typed before the last key that narrows, that key, and what brings all rows back. */
  readonly narrow?: { readonly before: readonly string[]; readonly last: string; readonly back: readonly string[] };
  /** Sorts by the column that the cursor is on, one way and the other. */
  readonly sort?: readonly [string, string];
};

/** A program, and how it is started on a file whose first line is a header. */
export type Rival = Keys & {
  readonly name: string;
  readonly command: string;
  readonly argv: (file: string) => readonly string[];
};

export const RIVALS: readonly Rival[] = [
  {
    name: 'less -S',
    command: 'less',
    argv: (file) => ['less', '-S', file],
    down: APPLICATION_DOWN,
  },
  {
    name: 'fzf',
    command: 'fzf',
    argv: (file) => ['sh', '-c', 'exec fzf --layout=reverse --header-lines=1 --no-sort <"$0"', file],
    down: DOWN,
    narrow: { before: [...WORD.slice(0, -1)], last: WORD.slice(-1), back: [DELETE_LINE] },
  },
  {
    name: 'visidata',
    command: 'vd',
    argv: (file) => ['vd', '--filetype=fixed', file],
    down: APPLICATION_DOWN,
    // It marks the rows that have the word, and makes a sheet of them.
    narrow: { before: ['g|', ...WORD, '\r'], last: '"', back: ['q', 'gu'] },
    sort: ['[', ']'],
  },
];

export const OURS: Keys = {
  down: DOWN,
  narrow: { before: ['/', ...WORD.slice(0, -1)], last: WORD.slice(-1), back: [ESCAPE] },
  sort: ['o', 'o'],
};
