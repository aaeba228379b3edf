/** Shows what is wrong in a filter line: the line, a caret under the place, and the reason. */
import type { Problem } from '../filter/line.ts';
import { cellWidth, printable } from '../ui/text.ts';

/** The lines of text that show every problem of `line` under it. */
export const pointAtProblems = (line: string, problems: readonly Problem[]): string =>
  problems
    .flatMap((problem) => [`  ${printable(line)}`, `  ${carets(line, problem)}`, printable(problem.message)])
    .join('\n');

const carets = (line: string, { from, to }: Problem): string => {
  const before = cellWidth(printable(line.slice(0, from)));
  const marked = cellWidth(printable(line.slice(from, to)));
  return ' '.repeat(before) + '^'.repeat(Math.max(1, marked));
};
