/** What can be asked of the history in its thread, and how questions and answers cross. All of it is plain data. */
import type { HistoryReads } from '../history/history.ts';
import { offerPast } from '../history/offer-past.ts';
import { pastFigures } from '../history/past-figures.ts';
import { rentedShares } from '../history/rented-shares.ts';
import type { HistoryStore, Round } from '../history/store.ts';
import type { HistoryName } from '../storage/files/history-name.ts';
import { type ComingCalls, createComing, type Kept, keepAnswer } from './keep-answer.ts';

/** What the thread does: the store's reads and writes, and what would keep keys waiting elsewhere. */
export type ThreadCalls = HistoryReads &
  ComingCalls & {
    readonly record: HistoryStore['record'];
    /** The answer has ended well: it is kept, unless a recorder asks for the same. */
    readonly answerEnded: (answer: number, facts: Omit<Round, 'offers'>) => Promise<Kept>;
  };

/** The calls on a `store`; answers may have begun to come while it was another one. */
export const callsOn = (store: HistoryStore, coming = createComing()): ThreadCalls => ({
  ...store,
  figures: (wanted) => pastFigures(store, wanted),
  offer: (wanted) => offerPast(store, wanted),
  shares: (wanted) => rentedShares(store, wanted),
  ...coming.calls,
  answerEnded: async (answer, facts) => keepAnswer(store, facts, coming.taken(answer)),
});

/** What the thread is started with. */
export type ThreadOptions = {
  readonly name: HistoryName;
  /** What the address of a PostgreSQL leaves open; empty where the history is a file. */
  readonly environment: Readonly<Record<string, string | undefined>>;
};

/** One call, or the word that ends the thread. */
export type ThreadRequest =
  | { readonly id: number; readonly call: keyof ThreadCalls; readonly args: readonly unknown[] }
  | 'close';

/** What comes back: for a call its value or in words why there is none, and what the user is to know of the store. */
export type ThreadReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly problem: string }
  | { readonly notice: string };
