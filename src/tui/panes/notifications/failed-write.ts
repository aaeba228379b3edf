/** A write of the pane that did not end well, in words. */
import { explain } from '../../../api/errors/explain.ts';
import type { SendEnd } from '../../../writes/send-once.ts';
import type { FailureWords } from '../../ui/message-page.tsx';
import { paragraph, type RecordLine, setInBy } from '../../ui/record-lines.ts';

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

/** Cells by which a failure is set in. */
const INDENT = 3;

/**
 * What was tried, what came back and what to do next, whole, in lines of at most `width` cells, with what was `seen` since; none
 * without a failure.
 */
export const failedLines = (words: FailureWords | undefined, width: number, seen?: string): readonly RecordLine[] =>
  words === undefined
    ? []
    : [
        ...paragraph(words.tried, width - INDENT - 1),
        ...paragraph(words.whatCameBack, width - INDENT - 1, 'danger'),
        ...paragraph(words.whatToDo, width - INDENT - 1, 'strong'),
        ...(seen === undefined ? [] : paragraph(seen, width - INDENT - 1, 'good')),
      ].map(setInBy(INDENT));
