/** The mouse as terminals report it in SGR coordinates, where the user wants it: buttons and the wheel, no movement. */

/** Asks for reports, and takes that back. */
export const MOUSE_ON = '\u001B[?1000h\u001B[?1006h';
export const MOUSE_OFF = '\u001B[?1006l\u001B[?1000l';

/** The wheel turned by one notch, or the first button went down over a cell, both counted from 0. */
export type MouseEvent =
  | { readonly kind: 'wheel'; readonly direction: 1 | -1 }
  | { readonly kind: 'click'; readonly column: number; readonly line: number };

const REPORT = /^\u001B\[<(\d+);(\d+);(\d+)([Mm])$/;
const FIRST_BUTTON = '0';
const WHEEL_UP = '64';
const WHEEL_DOWN = '65';

/** What a report says; undefined for one that nothing is done for: another button, one let go, one held with Shift or Ctrl. */
export const mouseEventIn = (sequence: string): MouseEvent | undefined => {
  const [, button, column, line, end] = REPORT.exec(sequence) ?? [];
  if (end !== 'M') return undefined;
  if (button === WHEEL_UP || button === WHEEL_DOWN) return { kind: 'wheel', direction: button === WHEEL_DOWN ? 1 : -1 };
  return button === FIRST_BUTTON ? { kind: 'click', column: Number(column) - 1, line: Number(line) - 1 } : undefined;
};
