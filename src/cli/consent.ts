/** Whether the user agrees to what a command has said that it will send. */
import { type Confirming, confirmationProblem, confirmationPrompt } from '../writes/confirmation.ts';
import type { CommandIo } from './io.ts';

/** Why nothing is sent where nobody can be asked; `verb` is what --yes does. */
export const nobodyToAsk = (verb: string): string =>
  `Nothing was sent: there is no terminal to ask for confirmation. Add --yes to ${verb}, or --dry-run to see what would be sent.`;

/** Why it may not be sent, after asking where somebody can be asked; undefined when it may. */
export const refusedConsent = async (
  consent: 'ask' | 'given',
  confirming: Confirming,
  { ask }: Pick<CommandIo, 'ask'>,
): Promise<string | undefined> => {
  if (consent === 'given') return undefined;
  if (ask === undefined) return nobodyToAsk('send');
  return confirmationProblem(confirming, await ask(`${confirmationPrompt(confirming)} `));
};
