/** The bytes that Ink 8 writes for a frame, reproduced by hand so that tests can paint without React. */

const BEGIN = '\u001B[?2026h';
const END = '\u001B[?2026l';

/** A frame that follows one of `previousLineCount` lines: those are erased upwards, then all lines are written. */
export function inkFrame(lines: readonly string[], previousLineCount: number): string {
  return `${BEGIN}${eraseLines(previousLineCount)}${lines.join('\n')}${END}`;
}

/** A frame that follows one which no longer fits: everything is erased from the upper left corner. */
export function inkFrameAfresh(lines: readonly string[]): string {
  return `${BEGIN}\u001B[1;1H\u001B[J${lines.join('\n')}${END}`;
}

function eraseLines(count: number): string {
  return count === 0 ? '' : `${Array.from({ length: count }, () => '\u001B[2K').join('\u001B[1A')}\u001B[G`;
}
