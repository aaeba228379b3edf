/** Text of any length as lines of pieces. */
import type { RecordLine } from '../../ui/record-page.tsx';
import type { Role } from '../../ui/theme.tsx';
import { wrappedLines } from '../../ui/wrap.ts';

/** `text` made printable, in as many lines of at most `width` cells as it needs. */
export const paragraph = (text: string, width: number, role: Role = 'plain'): readonly RecordLine[] =>
  wrappedLines(text, Math.max(10, width)).map((line) => [{ text: line, role }]);
