/** What the writes of the pane have in common: what they are sent with, the last look before, and one that did not end well in words. */
import type { Client } from '../../../api/client.ts';
import { ApiError } from '../../../api/errors/error.ts';
import { explain } from '../../../api/errors/explain.ts';
import type { ProfileJournal } from '../../../storage/journal/profile-journal.ts';
import type { SendEnd } from '../../../writes/send-once.ts';
import type { FailureWords } from '../../ui/message-page.tsx';
import type { Needs } from '../pane.ts';

/** A call that did not end well. */
export type FailedWrite = {
  readonly words: FailureWords;
  readonly isOutcomeUnknown: boolean;
  /** What a later read of the service says about it. */
  readonly seen?: string;
};

/** One of which nothing was sent. */
export const notSent = (tried: string, whatCameBack: string, whatToDo: string): FailedWrite => ({
  words: { tried, whatCameBack, whatToDo },
  isOutcomeUnknown: false,
});

/** An end that is no yes and was not overtaken. */
type NoYes = Extract<SendEnd<unknown, unknown>, { readonly kind: 'refused' | 'unknown' | 'held-back' }>;

/** What was tried, what came back and what to do; of a call that the journal kept from being sent, what is wrong with the journal. */
export const failedWriteOf = ({ kind, error, journalProblem }: NoYes): FailedWrite => {
  const words = explain(error);
  const isJournals = kind === 'held-back' && journalProblem !== undefined;
  return {
    words: isJournals ? { ...words, whatCameBack: journalProblem } : words,
    isOutcomeUnknown: kind === 'unknown',
  };
};

/** What could not be noted of a call that was sent; where the call was held back, that is its failure itself. */
export const unnotedOf = ({ kind, journalProblem }: SendEnd<unknown, unknown>): string | undefined =>
  kind === 'held-back' || kind === 'overtaken' ? undefined : journalProblem;

/** The journal and the service that something is sent with, or why nothing can be. */
export const sendingParts = ({
  journal,
  client,
}: Pick<Needs, 'journal' | 'client'>):
  | { readonly access: ProfileJournal; readonly service: Client }
  | { readonly problem: string } => {
  const access = journal();
  const service = client();
  if ('problem' in access) return access;
  return service === undefined ? { problem: 'The service is not ready.' } : { access, service };
};

/** Looks at the service once more before something is sent; where that fails nothing is, and `words` say what was tried and what to do. */
export const lastLook = async <Look>(
  look: () => Promise<Look>,
  ...[tried, whatToDo]: readonly [tried: string, whatToDo: string]
): Promise<Look | { readonly kind: 'failed'; readonly failed: FailedWrite }> => {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { kind: 'failed', failed: notSent(tried, explain(error).whatCameBack, whatToDo) };
  }
};
