/** Looks for the program of a command where it would be found when it is run. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Why `program` could not be started now with `environment`, as a sentence that says what to do; undefined where it could. Without a
 * slash it is looked for in the folders of PATH, else from the present folder on.
 */
export const programProblem = (
  program: string,
  { PATH }: Readonly<Record<string, string | undefined>>,
): string | undefined => {
  if (program.includes('/')) {
    if (isRunnable(program)) return undefined;
    return isFile(program)
      ? `${program} may not be run: make it executable with chmod +x.`
      : `There is no program ${program}: write its whole path, and mind its spelling.`;
  }
  // Without one the system looks in folders of its own.
  if (PATH === undefined) return undefined;
  const isFound = PATH.split(delimiter).some((folder) => isRunnable(join(folder, program)));
  return isFound ? undefined : `There is no program ${program} in the folders of PATH: write its whole path.`;
};

const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() === true;

const isRunnable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return isFile(file);
  } catch {
    return false;
  }
};
