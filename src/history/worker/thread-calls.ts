/** What can be asked of the history in its thread, and how questions and answers cross. All of it is plain data. */
import { type PastFigures, pastFigures, type Wanted } from '../past-figures.ts';
import type { HistoryStore } from '../store.ts';

/** What the thread does: the store's reads and writes, and what would keep keys waiting elsewhere. */
export type ThreadCalls = Omit<HistoryStore, 'close'> & {
  /** How prices spread in the past. */
  readonly figures: (wanted: Wanted) => Promise<PastFigures>;
};

/** The calls on a `store`. */
export const callsOn = (store: HistoryStore): ThreadCalls => ({
  ...store,
  figures: (wanted) => pastFigures(store, wanted),
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
