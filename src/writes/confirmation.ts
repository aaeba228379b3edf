/** What is typed before something is sent to several: it grows with how many they are. Pure. */

/** What is to be confirmed, in the words of the question. */
export type Confirming = {
  /** At least one. */
  readonly ids: readonly number[];
  readonly noun: 'instance' | 'machine' | 'webhook';
  /** What is done to them, such as `announce`. */
  readonly verb: string;
};

/** The text that confirms: the id of one, or the number of several. */
const expectedConfirmation = (ids: readonly number[]): string => {
  const [first] = ids;
  return ids.length === 1 && first !== undefined ? String(first) : String(ids.length);
};

/** What to ask for, as the start of a line that the answer is typed behind; where there is little room, as short as can be. */
export const confirmationPrompt = ({ ids, noun, verb }: Confirming, isShort = false): string => {
  if (isShort) return `Type ${expectedConfirmation(ids)} to ${verb}:`;
  const what = ids.length === 1 ? `the ${noun}'s id` : `the number of ${noun}s`;
  return `Type ${what}, ${expectedConfirmation(ids)}, to ${verb}:`;
};

/** Why `typed` does not confirm; undefined when it does. */
export const confirmationProblem = (
  { ids, noun }: Pick<Confirming, 'ids' | 'noun'>,
  typed: string,
): string | undefined => {
  const expected = expectedConfirmation(ids);
  if (typed.trim() === expected) return undefined;
  const asked = ids.length === 1 ? `the id of the ${noun}, ${expected}` : `the number of ${noun}s, ${expected}`;
  return `Nothing was sent: to continue, type ${asked}.`;
};
