/** How the answer to a search is kept for a later run: with the search itself, which is checked when it is read back. */
import { z } from 'zod';
import { SEARCH_TYPES, type SearchRequest } from '../api/requests.ts';
import type { AnswerToKeep, FoundAnswer } from '../storage/files/answer-file.ts';
import type { KeptOffers } from '../storage/files/kept-answer.ts';
import { listFound } from './kept-list.ts';

const operands = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.union([z.string(), z.number(), z.boolean()])),
]);

const questionSchema = z.object({
  isTruncated: z.boolean().optional(),
  filter: z.string(),
  request: z.object({
    filters: z.record(z.string(), z.record(z.string(), operands)),
    limit: z.number(),
    type: z.enum(SEARCH_TYPES),
    order: z.array(z.tuple([z.string(), z.enum(['asc', 'desc'])])),
    allocatedStorageGb: z.number(),
  }) satisfies z.ZodType<SearchRequest>,
});

/** What is written of an answer. */
export const offersToKeep = ({
  texts,
  count,
  filter,
  request,
  isTruncated = false,
}: KeptOffers): Omit<AnswerToKeep, 'atEpochMs'> => ({ texts, count, question: { filter, request, isTruncated } });

/** The answer that was written; undefined when it does not say what was searched for. */
export const offersFound = (found: FoundAnswer<KeptOffers['records'][number]>): KeptOffers | undefined => {
  const question = questionSchema.safeParse(found.question);
  if (!question.success) return undefined;
  const { filter, request, isTruncated = false } = question.data;
  return { ...listFound(found), isTruncated, filter, request, count: found.count };
};
