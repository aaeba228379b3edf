/** Claims of calls that are about to be sent: looking for what stands against one and noting it are one step, for all programs. */
import { inOneStep, type Statements, unwritten } from './journal.ts';

/** Why a call may not be sent: the journal does not take it, or something stands there that the user does not know of. */
export type Objection<Standing> = { readonly problem: string } | { readonly standing: Standing };

/** What `look` comes to, as one step that no other program can come into; nothing is noted where it throws. */
export const claimed = <Claim>(journal: Statements, look: () => Claim): Claim | { readonly problem: string } => {
  try {
    return inOneStep(journal, look);
  } catch (error) {
    return { problem: unwritten(error) };
  }
};
