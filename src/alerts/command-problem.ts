/** What is wrong with the command of an alert: one that rents must say what it may cost. Pure. */

/** Why `command` may not be run; undefined where it may. */
export const commandProblem = (command: readonly string[]): string | undefined => {
  if (command[0]?.trim() === '') return 'names no program';
  if (command.some((arg) => arg.includes('\0'))) return 'holds a character that no argument can have';
  // What is handed to a shell is one argument.
  const words = command.flatMap((arg) => arg.split(/[\s;&|()'"]+/));
  const isRent = command.includes('rent') || isGpudeckRent(words);
  const hasMaximum = words.some((word) => word === '--max' || word.startsWith('--max='));
  return isRent && !hasMaximum
    ? 'rents, and does not say the most that it may cost: add --max and $ an hour'
    : undefined;
};

const isGpudeckRent = (words: readonly string[]): boolean => {
  const program = words.findIndex((word) => word.includes('gpudeck'));
  return program >= 0 && words.indexOf('rent', program) > program;
};
