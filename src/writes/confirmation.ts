/** What is typed before something is sent to several: it grows with how many they are. Pure. */

/** What is to be confirmed, in the words of the question. */
export type Confirming = {
  /** At least one. */
  readonly ids: readonly number[];
  readonly noun: 'instance' | 'machine' | 'template' | 'webhook' | 'volume' | 'offer' | 'SSH key';
  /** What is done to them, such as `announce`. */
  readonly verb: string;
  /** What is typed in place of the id or the number, and what it is called: `the price`, `4.2`. */
  readonly by?: { readonly what: string; readonly text: string } | undefined;
};

/** The text that confirms: the id of one, or the number of several. */
const expectedConfirmation = ({ ids, by }: Pick<Confirming, 'ids' | 'by'>): string => {
  const [first] = ids;
  if (by !== undefined) return by.text;
  return ids.length === 1 && first !== undefined ? String(first) : String(ids.length);
};

/** What to ask for, as the start of a line that the answer is typed behind; where there is little room, as short as can be. */
export const confirmationPrompt = (confirming: Confirming, isShort = false): string => {
  const { ids, noun, verb, by } = confirming;
  const expected = expectedConfirmation(confirming);
  if (isShort) return `Type ${expected} to ${verb}:`;
  const what = by?.what ?? (ids.length === 1 ? `the ${noun}'s id` : `the number of ${noun}s`);
  return `Type ${what}, ${expected}, to ${verb}:`;
};

/** Why `typed` does not confirm; undefined when it does. */
export const confirmationProblem = (confirming: Omit<Confirming, 'verb'>, typed: string): string | undefined => {
  const { ids, noun, by } = confirming;
  const expected = expectedConfirmation(confirming);
  if (typed.trim() === expected) return undefined;
  const what = by?.what ?? (ids.length === 1 ? `the id of the ${noun}` : `the number of ${noun}s`);
  return `Nothing was sent: to continue, type ${what}, ${expected}.`;
};
