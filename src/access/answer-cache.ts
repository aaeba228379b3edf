/** What each read pane keeps for a later run and finds again: between the panes' answers and the files of `kept-answers.ts`. */
import { z } from 'zod';
import { CALLS, type ListCall, type ReadName } from '../api/calls.ts';
import type { ListReply } from '../api/records/replies.ts';
import { SEARCH_TYPES, type SearchRequest } from '../api/requests.ts';
import type { Clock } from '../base/clock.ts';
import type { AnswerAccess, AnswerFiles } from '../storage/files/answer-files.ts';
import type { KeptOffers } from '../tui/panes/offers/state.ts';
import type { AnswerCache } from '../tui/state/cache.ts';
import { savedOrder } from '../tui/state/saved-list.ts';

/** What the caches are made with. */
type AnswerCacheParts = {
  readonly access: AnswerAccess;
  readonly clock: Pick<Clock, 'now'>;
  /** The mark of the key in use now, and what takes it and secrets out of a text; undefined while no key is. */
  readonly keyInUse: () => { readonly keyMark: string; readonly redact: (text: string) => string } | undefined;
  /** Runs something that the program must wait for before it is idle. */
  readonly run: (task: () => Promise<void>) => void;
  /** Says one thing to the user; false when something else is being said, which must be seen first. */
  readonly say: (text: string) => boolean;
};

/** The memory of each pane. */
type AnswerCaches = {
  readonly offers: AnswerCache<KeptOffers>;
  /** The memory of a list that is asked for as a whole. */
  readonly of: <T>(call: ListCall<T>) => AnswerCache<ListReply<T>>;
};

/** Builds them. That answers cannot be kept is said once. */
export const createAnswerCaches = ({ access, clock, keyInUse, run, say }: AnswerCacheParts): AnswerCaches => {
  let isSaid = false;
  const complain = (problem: string | undefined): void => {
    if (problem === undefined || isSaid) return;
    isSaid = say(`Nothing is kept for a start without a link. ${problem}`);
  };

  const cacheOf = <Answer>({ call, toKeep, find }: Kind<Answer>): AnswerCache<Answer> => ({
    keep: (answer, atEpochMs) => {
      if ('problem' in access) {
        complain(access.problem);
        return;
      }
      const key = keyInUse();
      if (key === undefined) return;
      const kept = { ...toKeep(answer), atEpochMs };
      run(async () => complain(await access.keep(call, key.keyMark, kept, key.redact)));
    },
    find: async () => {
      const key = keyInUse();
      if ('problem' in access || key === undefined) return undefined;
      const found = await find(access, key.keyMark);
      if (found === undefined || !('setAside' in found)) return found && { ...found, foundAtEpochMs: clock.now() };
      say(`What was kept of the last answer was damaged: put aside as ${found.setAside}.`);
      return undefined;
    },
  });

  return { offers: cacheOf(OFFERS), of: (call) => cacheOf(kindOf(call)) };
};

/** How the answer to one read is written and read. */
type Kind<Answer> = {
  readonly call: { readonly name: ReadName };
  readonly toKeep: (answer: Answer) => Omit<Parameters<AnswerFiles['keep']>[2], 'atEpochMs'>;
  readonly find: (
    files: AnswerFiles,
    keyMark: string,
  ) => Promise<{ readonly answer: Answer; readonly atEpochMs: number } | { readonly setAside: string } | undefined>;
};

/** A list is asked for without a question; what else is known of it stands in its place. */
const truncation = z.object({ isTruncated: z.literal(true) });

/** How the answers to `call` are kept. */
const kindOf = <T>(call: ListCall<T>): Kind<ListReply<T>> => ({
  call,
  toKeep: ({ texts, isTruncated = false }) => ({
    texts,
    count: texts.length,
    question: isTruncated ? { isTruncated } : null,
  }),
  find: async (files, keyMark) => {
    const found = await files.find(call, keyMark);
    if (found === undefined || 'setAside' in found) return found;
    const { received, question, atEpochMs, malformedValues, malformedRecords } = found;
    const records = received.map(({ record }) => record);
    const texts = received.map(({ text }) => text);
    return {
      answer: { records, texts, malformedValues, malformedRecords, ...truncation.safeParse(question).data },
      atEpochMs,
    };
  },
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
    order: savedOrder,
    allocatedStorageGb: z.number(),
  }) satisfies z.ZodType<SearchRequest>,
});

const OFFERS: Kind<KeptOffers> = {
  call: CALLS.search,
  toKeep: ({ texts, count, filter, request, isTruncated = false }) => ({
    texts,
    count,
    question: { filter, request, isTruncated },
  }),
  find: async (files, keyMark) => {
    const found = await files.find(CALLS.search, keyMark);
    if (found === undefined || 'setAside' in found) return found;
    const question = questionSchema.safeParse(found.question);
    if (!question.success) return undefined;
    const { received, count, atEpochMs, malformedValues, malformedRecords } = found;
    const offers = received.map(({ record }) => record);
    const texts = received.map(({ text }) => text);
    const { filter, request, isTruncated = false } = question.data;
    const losses = { malformedValues, malformedRecords, isTruncated };
    return { answer: { filter, request, offers, texts, count, ...losses }, atEpochMs };
  },
};
