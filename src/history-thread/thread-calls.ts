/** What can be asked of the history in its thread, and how questions and answers cross. All of it is plain data. */
import { type BackTest, backTest } from '../alerts/back-test.ts';
import type { LookBack, Rule } from '../alerts/desk.ts';
import { FIRED, type Firing, firingIn } from '../alerts/firing.ts';
import type { HistoryReads } from '../history/history.ts';
import { offerPast } from '../history/offer-past.ts';
import { pastFigures } from '../history/past-figures.ts';
import { rentedShares } from '../history/rented-shares.ts';
import type { HistoryStore, Round } from '../history/store.ts';
import type { HistoryName } from '../storage/files/history-name.ts';
import type { Places } from '../storage/files/places.ts';
import { type ComingCalls, createComing, type Kept, keepAnswer } from './keep-answer.ts';

/** What the thread does: the store's reads and writes, and what would keep keys waiting elsewhere. */
export type ThreadCalls = HistoryReads &
  ComingCalls &
  AlertCalls & {
    readonly record: HistoryStore['record'];
    /** The answer has ended well: it is kept, unless a recorder asks for the same. */
    readonly answerEnded: (answer: number, facts: Omit<Round, 'offers'>) => Promise<Kept>;
  };

/** What is asked of alerts. */
type AlertCalls = {
  /** What has fired at the service, the newest last. */
  readonly firings: (service: string, most: number) => Promise<readonly Firing[]>;
  /** What an alert would have found. */
  readonly backTested: (rule: Rule, span: LookBack) => Promise<BackTest>;
  /** Looks at the alerts of a service from now on: when an answer was kept, and for what others find. What fires comes as news. */
  readonly watchAlerts: (wish: AlertWish) => Promise<void>;
};

/** Which alerts are looked at, and how. */
export type AlertWish = {
  /** The service by its one name (`serviceAt`). */
  readonly service: string;
  /** A text that no other program has. */
  readonly holder: string;
  readonly places: Places;
  readonly timeZone: string;
  /** What commands inherit; what is this program's own is taken out of it. */
  readonly environment: Readonly<Record<string, string | undefined>>;
};

/** The calls on a `store`; answers may have begun to come while it was another one. */
export const callsOn = (store: HistoryStore, coming = createComing()): Omit<ThreadCalls, 'watchAlerts'> => ({
  ...store,
  figures: (wanted) => pastFigures(store, wanted),
  offer: (wanted) => offerPast(store, wanted),
  shares: (wanted) => rentedShares(store, wanted),
  ...coming.calls,
  firings: async (service, most) =>
    (await store.events({ service, kind: FIRED, most })).flatMap((it) => firingIn(it) ?? []),
  backTested: (rule, span) => backTest(store, rule, span),
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
  | { readonly notice: string }
  | { readonly fired: readonly Firing[] };
