/**
 * The lines of a log that comes in pieces from a machine, which may send anything: binary, escape sequences, one line of a
 * gigabyte. Each line is made text for a terminal and cut, and only the last ones are kept.
 */
import { CUT_MARK, printable } from '../../base/printable.ts';

/** Lines of a log that are kept, characters of one line, and characters of all of them. */
export const LOG_BOUNDS = { lines: 5000, lineCharacters: 2000, characters: 2_000_000 } as const;

/** Characters of a line that are looked at: escape sequences are many of them and nothing of the text. */
const LOOKED_AT = 4 * LOG_BOUNDS.lineCharacters;

const TAB = '    ';

/** The last lines, and what stands behind the last line break; empty where that is nothing. */
export type LogLines = { readonly lines: readonly string[]; readonly unfinished: string };

/** Those of `lines`, the last ones, that are kept. */
export const lastLines = (lines: readonly string[]): readonly string[] => {
  let characters = 0;
  let from = lines.length;
  while (from > 0 && lines.length - from < LOG_BOUNDS.lines) {
    characters += lines[from - 1]?.length ?? 0;
    if (characters > LOG_BOUNDS.characters) break;
    from--;
  }
  return from === 0 ? lines : lines.slice(from);
};

/** Takes a log piece by piece. */
export const collectLines = (): { readonly add: (text: string) => void; readonly result: () => LogLines } => {
  let lines: string[] = [];
  let line = '';
  let isCut = false;
  /** True behind a carriage return: what comes then is written over the line, as progress bars are. */
  let isOverwritten = false;

  const append = (piece: string): void => {
    if (piece === '') return;
    if (isOverwritten) {
      line = '';
      isCut = false;
    }
    isOverwritten = false;
    const room = LOOKED_AT - line.length;
    line += piece.slice(0, room);
    isCut ||= piece.length > room;
  };

  const finish = (): void => {
    lines.push(shownLine(line, isCut));
    // Gone through now and then only: a list that loses its first line moves all others.
    if (lines.length > 2 * LOG_BOUNDS.lines) lines = [...lastLines(lines)];
    line = '';
    isCut = false;
    isOverwritten = false;
  };

  return {
    add: (text) => {
      let from = 0;
      for (const { index } of text.matchAll(/[\r\n]/g)) {
        append(text.slice(from, index));
        if (text[index] === '\n') finish();
        else isOverwritten = true;
        from = index + 1;
      }
      append(text.slice(from));
    },
    result: () => ({ lines: lastLines(lines), unfinished: shownLine(line, isCut) }),
  };
};

const shownLine = (line: string, isCut: boolean): string => {
  const text = printable(line.replaceAll('\t', TAB)).trimEnd();
  if (!isCut && text.length <= LOG_BOUNDS.lineCharacters) return text;
  return text.slice(0, LOG_BOUNDS.lineCharacters).toWellFormed() + CUT_MARK;
};
