/** The last answer to a question, as it is kept for a later run of the program. */
import type { ListReply, SearchReply } from '../../api/records/replies.ts';
import type { SearchRequest } from '../../api/requests.ts';

/** A kept answer, when it came, and when it was found again. Unix epoch milliseconds. */
export type KeptAnswer<Answer> = {
  readonly answer: Answer;
  readonly atEpochMs: number;
  readonly foundAtEpochMs: number;
};

/** Where the answers to one question are kept. */
export type AnswerCache<Answer> = {
  /** Keeps an answer in place of the one before. It happens by and by, and whoever calls does not wait for it. */
  readonly keep: (answer: Answer, atEpochMs: number) => void;
  /** The answer of an earlier run; undefined when there is none, or none that may be shown. */
  readonly find: () => Promise<KeptAnswer<Answer> | undefined>;
};

/** A search whose first offers are kept, with as many of their texts. */
export type KeptOffers = ListReply<SearchReply['records'][number]> & {
  /** What of the filter line was asked for. */
  readonly filter: string;
  readonly request: SearchRequest;
  /** How many offers came in all. */
  readonly count: number;
};
