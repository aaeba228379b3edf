/** What is typed before instances are changed: it grows with how many they are. Pure. */
import type { ChangeKind } from '../storage/journal/instance-changes.ts';

/** The text that confirms: the id of one instance, or the number of several. */
const expectedConfirmation = (ids: readonly number[]): string => {
  const [first] = ids;
  return ids.length === 1 && first !== undefined ? String(first) : String(ids.length);
};

/** What to ask for, as the start of a line that the answer is typed behind; where there is little room, as short as can be. */
export const confirmationPrompt = (ids: readonly number[], kind: ChangeKind, isShort = false): string => {
  if (isShort) return `Type ${expectedConfirmation(ids)} to ${kind}:`;
  const what = ids.length === 1 ? "the instance's id" : 'the number of instances';
  return `Type ${what}, ${expectedConfirmation(ids)}, to ${kind}:`;
};

/** Why `typed` does not confirm; undefined when it does. */
export const confirmationProblem = (ids: readonly number[], typed: string): string | undefined => {
  const expected = expectedConfirmation(ids);
  if (typed.trim() === expected) return undefined;
  const asked = ids.length === 1 ? `the id of the instance, ${expected}` : `the number of instances, ${expected}`;
  return `Nothing was sent: to continue, type ${asked}.`;
};
