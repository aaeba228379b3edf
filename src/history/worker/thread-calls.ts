/** What can be asked of the history in its thread, and how questions and answers cross. All of it is plain data. */
import { type PastFigures, pastFigures, type Wanted } from '../past-figures.ts';
import type { HistoryStore, Round } from '../store.ts';
import { createComing, type Kept, keepAnswer } from './keep-answer.ts';

/** What the thread does: the store's reads and writes, and what would keep keys waiting elsewhere. */
export type ThreadCalls = Omit<HistoryStore, 'close'> & {
  /** How prices spread in the past. */
  readonly figures: (wanted: Wanted) => Promise<PastFigures>;
  /** Some offers of the answer of that number came: the JSON text of each. */
  readonly offersCame: (answer: number, texts: readonly string[]) => Promise<void>;
  /** The answer has ended well: it is kept, unless a recorder asks for the same. */
  readonly answerEnded: (answer: number, facts: Omit<Round, 'offers'>) => Promise<Kept>;
  /** It will not end: what came of it is forgotten. */
  readonly answerFailed: (answer: number) => Promise<void>;
};

/** The calls on a `store`; answers may have begun to come while it was another one. */
export const callsOn = (store: HistoryStore, coming = createComing()): ThreadCalls => ({
  ...store,
  figures: (wanted) => pastFigures(store, wanted),
  offersCame: async (answer, texts) => coming.came(answer, texts),
  answerEnded: async (answer, facts) => keepAnswer(store, facts, coming.taken(answer)),
  answerFailed: async (answer) => void coming.taken(answer),
});

/** What the thread is started with. */
export type ThreadOptions = { readonly file: string };

/** One call, or the word that ends the thread. */
export type ThreadRequest =
  | { readonly id: number; readonly call: keyof ThreadCalls; readonly args: readonly unknown[] }
  | 'close';

/** What comes back: for a call its value or in words why there is none, and what the user is to know of the store. */
export type ThreadReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly problem: string }
  | { readonly notice: string };
