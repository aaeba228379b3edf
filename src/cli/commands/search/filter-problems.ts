/** Shows what is wrong in a filter line: the line, a caret under the place, and the reason. */

import { cellWidth, printable } from '../../../base/text.ts';
import type { Problem, Span } from '../../../filter/line.ts';

/** The lines of text that show every problem of `line` under it. */
export const pointAtProblems = (line: string, problems: readonly Problem[]): string =>
  problems
    .flatMap((problem) => {
      const { piece, from, to } = aroundOf(line, problem);
      return [`  ${printable(piece)}`, `  ${carets(piece, { from, to })}`, printable(problem.message)];
    })
    .join('\n');

/** A line up to this long is shown whole; of a longer one the part around the problem is. In UTF-16 units. */
const SHOWN_WHOLE = 240;
const AROUND = 60;

const aroundOf = (line: string, { from, to }: Span): Span & { readonly piece: string } => {
  if (line.length <= SHOWN_WHOLE) return { piece: line, from, to };
  const begin = Math.max(0, from - AROUND);
  const end = Math.min(to, from + AROUND);
  return { piece: line.slice(begin, end + AROUND), from: from - begin, to: end - begin };
};

const carets = (line: string, { from, to }: Span): string => {
  const before = cellWidth(printable(line.slice(0, from)));
  const marked = cellWidth(printable(line.slice(from, to)));
  return ' '.repeat(before) + '^'.repeat(Math.max(1, marked));
};
