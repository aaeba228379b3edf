/** What each list keeps for a later run and finds again there: between its answers and the files that hold them. */

import { z } from 'zod';
import { CALLS, type ListCall } from '../api/calls.ts';
import type { ListReply } from '../api/records/replies.ts';
import { SEARCH_TYPES, type SearchRequest } from '../api/requests.ts';
import type { Clock } from '../base/clock.ts';
import type {
  AnswerAccess,
  AnswerCache,
  AnswerToKeep,
  FoundAnswer,
  KeptAnswer,
  KeptList,
  KeptOffers,
} from '../storage/files/answer-files.ts';

const truncation = z.object({ isTruncated: z.literal(true) });

/** What is written of an answer. */
const listToKeep = ({ texts, isTruncated = false }: ListReply<unknown>): Omit<AnswerToKeep, 'atEpochMs'> => ({
  texts,
  count: texts.length,
  question: isTruncated ? { isTruncated } : null,
});

/** The answer that was written: its first records. */
const listFound = <T>({ received, question, malformedValues, malformedRecords }: FoundAnswer<T>): ListReply<T> => ({
  records: received.map(({ record }) => record),
  texts: received.map(({ text }) => text),
  malformedValues,
  malformedRecords,
  ...truncation.safeParse(question).data,
});

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
const offersToKeep = ({
  texts,
  count,
  filter,
  request,
  isTruncated = false,
}: KeptOffers): Omit<AnswerToKeep, 'atEpochMs'> => ({ texts, count, question: { filter, request, isTruncated } });

/** The answer that was written; undefined when it does not say what was searched for. */
const offersFound = (found: FoundAnswer<KeptOffers['records'][number]>): KeptOffers | undefined => {
  const question = questionSchema.safeParse(found.question);
  if (!question.success) return undefined;
  const { filter, request, isTruncated = false } = question.data;
  return { ...listFound(found), isTruncated, filter, request, count: found.count };
};

/** The cache of each list. */
type AnswerCaches = {
  readonly offers: AnswerCache<KeptOffers>;
  /** The cache of a list that is asked for as a whole. */
  readonly of: <T>(call: ListCall<T>) => AnswerCache<ListReply<T>>;
  /** Resolves when the first of what is being looked for now was found, or was not. */
  readonly looked: () => Promise<unknown>;
};

type AnswerCachesOptions = {
  readonly access: AnswerAccess;
  readonly clock: Pick<Clock, 'now'>;
  /** The mark of the key in use now, and what takes it and secrets out of a text, once it is in use; undefined while none is known. */
  readonly keyInUse: () =>
    | { readonly keyMark: string; readonly redact: ((text: string) => string) | undefined }
    | undefined;
  /** Runs something that the program must wait for before it is idle. */
  readonly run: (task: () => Promise<void>) => void;
  /** Says one thing to the user; false when something else is being said, which must be seen first. */
  readonly say: (text: string) => boolean;
};

/** Builds them. That answers cannot be kept is said once. */
export const createAnswerCaches = ({ access, clock, keyInUse, run, say }: AnswerCachesOptions): AnswerCaches => {
  let isSaid = false;
  let looking: Promise<unknown> = Promise.resolve();
  const complain = (problem: string | undefined): void => {
    if (problem === undefined || isSaid) return;
    isSaid = say(`Answers cannot be kept for offline use. ${problem}`);
  };

  const cacheOf = <T, Answer>(
    call: KeptList<T>,
    toKeep: (answer: Answer) => Omit<AnswerToKeep, 'atEpochMs'>,
    fromKept: (found: FoundAnswer<T>) => Answer | undefined,
  ): AnswerCache<Answer> => ({
    keep: (answer, atEpochMs) => {
      if ('problem' in access) {
        complain(access.problem);
        return;
      }
      const { keyMark, redact } = keyInUse() ?? {};
      if (keyMark === undefined || redact === undefined) return;
      const kept = { ...toKeep(answer), atEpochMs };
      run(async () => complain(await access.keep(call, keyMark, kept, redact)));
    },
    find: async (onFirst) => {
      const key = keyInUse();
      if ('problem' in access || key === undefined) return undefined;
      const foundAtEpochMs = clock.now();
      const keptOf = (found: FoundAnswer<T>): KeptAnswer<Answer> | undefined => {
        // What was kept with another key is not for this one to see.
        const answer = keyInUse()?.keyMark === key.keyMark ? fromKept(found) : undefined;
        return answer && { answer, atEpochMs: found.atEpochMs, foundAtEpochMs };
      };
      const { promise: firstRead, resolve: first } = Promise.withResolvers<void>();
      const finding = access.find(call, key.keyMark, (part) => {
        const kept = keptOf(part);
        if (kept !== undefined) onFirst?.(kept);
        first();
      });
      looking = Promise.all([looking, Promise.race([finding, firstRead])]);
      const found = await finding;
      if (found === undefined) return undefined;
      if ('setAside' in found) {
        say(`The kept copy of the last answer was damaged. It was renamed to ${found.setAside}.`);
        return undefined;
      }
      return keptOf(found);
    },
  });

  return {
    offers: cacheOf(CALLS.search, offersToKeep, offersFound),
    of: (call) => cacheOf(call, listToKeep, listFound),
    looked: () => looking,
  };
};
