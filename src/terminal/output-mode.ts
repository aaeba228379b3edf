/**
 * The manners of using a terminal: a picture on the alternate screen, or lines on the main one. A manner is what the terminal
 * is told when it is borrowed and given back, and the painter in between.
 */
import { cellPainter, type Painter } from './painter.ts';
import type { Abilities } from './pen.ts';
import { PlainPainter } from './plain-painter.ts';
import type { After } from './sink.ts';

export type Manner = {
  /** Sent when the terminal is borrowed, at first and after a stop. */
  readonly borrow: string;
  /** Sent then too, and whenever others may have changed the terminal's modes. */
  readonly modes: string;
  readonly giveBack: string;
  /** Lines are appended, and nothing else. */
  readonly isPlain: boolean;
  /** Makes the painter; it may call `onDue` when it has more to send. */
  readonly painter: (parts: { readonly after: After; readonly onDue: () => void }) => Painter;
};

/** No wider than the narrowest terminal that is supported. */
const HELP = ['Ctrl-L writes the whole page again, ? lists the keys.'];

/** A picture: alternate screen, bracketed paste, hidden cursor, no wrapping. */
export const fullManner = (abilities: Abilities & { readonly isSynchronized: boolean }): Manner => ({
  borrow: '\u001B[?1049h',
  modes: '\u001B[?7l\u001B[?2004h\u001B[?25l',
  // The screen is erased too, for consoles that have no alternate one.
  giveBack: '\u001B[?2026l\u001B[m\u001B[r\u001B[H\u001B[J\u001B[?7h\u001B[?2004l\u001B[?25h\u001B[?1049l',
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
    new PlainPainter({ ...parts, greeting: ['Changed lines are appended, because of --plain.', ...HELP] }),
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
        ...HELP,
      ],
    }),
};
