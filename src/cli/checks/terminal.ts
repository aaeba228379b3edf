/** Looks at the terminal: what it can show, where copies go, and how quickly it answers. */
import type { TerminalLook } from '../io.ts';
import { type Finding, findingsOf } from './finding.ts';

const { ok, note, fault } = findingsOf('terminal');

const COLOURS = ['no colour', '16 colours', '256 colours', 'true colour'] as const;

/** Above it the terminal program repaints less. */
const SLOW_MS = 150;

/** What is shown below it is a request for a larger window. */
const SMALLEST = { columns: 40, rows: 15 };

/** Looks at `terminal`; asks it for one sign of life. `hasColour` is false where NO_COLOR is set. */
export const checkTerminal = async (terminal: TerminalLook, hasColour: boolean): Promise<readonly Finding[]> => {
  const { size } = terminal;
  if (size === undefined)
    return [note('stdout is no terminal: size, clipboard and link are judged when it is one'), ...lettersOf(terminal)];
  return [
    nameOf(terminal),
    ok(hasColour ? COLOURS[terminal.colourLevel] : 'no colour, because NO_COLOR is set'),
    ...lettersOf(terminal),
    sizeOf(size),
    clipboardOf(terminal),
    await linkOf(terminal),
  ];
};

const nameOf = ({ name, canMoveCursor, multiplexer, isRemote }: TerminalLook): Finding => {
  const within = multiplexer === undefined ? '' : `, within ${multiplexer}`;
  if (canMoveCursor) return ok(`TERM is ${name}${within}${isRemote ? ', over a network' : ''}`);
  const said = name === '' ? 'TERM is not set' : `TERM is ${name}`;
  return fault(
    `${said}: the cursor cannot be moved, and lines are appended`,
    'set TERM to what the terminal is, such as TERM=xterm-256color',
  );
};

/** Who runs the program in a pipe has not set it up for letters. */
const lettersOf = ({ isAscii, canMoveCursor, name, size }: TerminalLook): readonly Finding[] => {
  if (!isAscii) return [ok('letters in UTF-8')];
  if (size === undefined || !canMoveCursor || name === 'linux') return [note('ASCII characters only')];
  return [
    fault(
      'ASCII characters only: LC_ALL, LC_CTYPE and LANG name no UTF-8',
      'set a locale with UTF-8, such as LANG=C.UTF-8',
    ),
  ];
};

const sizeOf = ({ columns, rows }: { readonly columns: number; readonly rows: number }): Finding => {
  const size = `${columns} columns, ${rows} rows`;
  if (columns >= SMALLEST.columns && rows >= SMALLEST.rows) return ok(size);
  return fault(
    `${size}: too small for the panes`,
    `make the window at least ${SMALLEST.columns} columns wide and ${SMALLEST.rows} rows high`,
  );
};

const clipboardOf = ({ clipboard, name, multiplexer }: TerminalLook): Finding => {
  if (clipboard === 'tmux') return ok('copies go to the clipboard by tmux load-buffer -w');
  if (clipboard === 'OSC 52') return ok('copies go to the clipboard by OSC 52, which the terminal may have turned off');
  return note(`no way to the clipboard from ${multiplexer ?? (name || 'here')}: copies are shown on a page instead`);
};

const linkOf = async ({ measureLink }: TerminalLook): Promise<Finding> => {
  if (measureLink === undefined) return note('the link was not measured: nothing to ask, or nobody to read the answer');
  const roundTripMs = await measureLink();
  if (roundTripMs === undefined) return note('the terminal did not answer: how slow the link is stays unknown');
  const time = `${roundTripMs < 10 ? roundTripMs.toFixed(1) : Math.round(roundTripMs)} ms`;
  return roundTripMs > SLOW_MS
    ? note(`the terminal answers after ${time}, a slow link: the screen is repainted less often`)
    : ok(`the terminal answers after ${time}`);
};
