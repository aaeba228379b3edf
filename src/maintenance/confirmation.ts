/** What must be known and typed before anything is announced: it grows with how many machines' renters are notified. Pure. */

/** What the interface cannot do, for whoever is about to confirm (docs/interface.md, Maintenance). */
export const NO_WITHDRAWAL =
  'Their renters are notified at once. The service has no way to withdraw a notice, and every further call notifies them again.';

/** The text that confirms: one machine's id, or the number of several. */
const expectedConfirmation = (machineIds: readonly number[]): string => {
  const [first] = machineIds;
  return machineIds.length === 1 && first !== undefined ? String(first) : String(machineIds.length);
};

/** What to ask for, as the start of a line that the answer is typed behind; where there is little room, as short as can be. */
export const confirmationPrompt = (machineIds: readonly number[], isShort = false): string => {
  if (isShort) return `Type ${expectedConfirmation(machineIds)} to announce:`;
  return machineIds.length === 1
    ? `Type the machine's id, ${expectedConfirmation(machineIds)}, to announce:`
    : `Type the number of machines, ${expectedConfirmation(machineIds)}, to announce:`;
};

/** Why `typed` does not confirm; undefined when it does. */
export const confirmationProblem = (machineIds: readonly number[], typed: string): string | undefined => {
  const expected = expectedConfirmation(machineIds);
  if (typed.trim() === expected) return undefined;
  const asked = machineIds.length === 1 ? `the id of the machine, ${expected}` : `the number of machines, ${expected}`;
  return `Nothing was sent: to continue, type ${asked}.`;
};
