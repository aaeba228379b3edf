/** How the answer to a list is kept for a later run. A list is asked for without a question; what else is known of it stands in its place. */
import { z } from 'zod';
import type { ListReply } from '../api/records/replies.ts';
import type { AnswerToKeep, FoundAnswer } from '../storage/files/answer-file.ts';

const truncation = z.object({ isTruncated: z.literal(true) });

/** What is written of an answer. */
export const listToKeep = ({ texts, isTruncated = false }: ListReply<unknown>): Omit<AnswerToKeep, 'atEpochMs'> => ({
  texts,
  count: texts.length,
  question: isTruncated ? { isTruncated } : null,
});

/** The answer that was written: its first records. */
export const listFound = <T>({
  received,
  question,
  malformedValues,
  malformedRecords,
}: FoundAnswer<T>): ListReply<T> => ({
  records: received.map(({ record }) => record),
  texts: received.map(({ text }) => text),
  malformedValues,
  malformedRecords,
  ...truncation.safeParse(question).data,
});
