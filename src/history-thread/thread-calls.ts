/**
 * What can be asked of the history in its thread, and how questions and answers cross. All of it is plain data. Answers to
 * searches of a program that records by the way are left to a recorder while there is one.
 */
import type { LookBack, Rule } from '../alerts/desk.ts';
import { FIRED, type Firing, firingIn } from '../alerts/firing.ts';
import { type BackTest, backTest } from '../alerts/hold-against.ts';
import { CALLS } from '../api/calls.ts';
import { parseReply } from '../api/records/wrong-numbers.ts';
import { covers } from '../history/asked.ts';
import type { HistoryReads } from '../history/history.ts';
import { type KeptOffer, keptOf } from '../history/kept-offer.ts';
import { offerPast } from '../history/offer-past.ts';
import { pastFigures } from '../history/past-figures.ts';
import { recordedAdvice } from '../history/rental-record.ts';
import { rentedShares } from '../history/rented-shares.ts';
import { type HistoryStore, isAway, type Question, type Recorded, type Round } from '../history/store.ts';
import { machineWeeks, medianWeeks } from '../history/weeks.ts';
import type { HistoryName } from '../storage/files/history-name.ts';
import type { Places } from '../storage/files/places.ts';
import type { PastWish } from './generated-past.ts';

/** What became of an answer; `left`: a recorder that is still there asks for all of it. */
type Kept = Recorded | { readonly kind: 'left' };

/** What has come of an answer; `lost` are records that could not be known again. */
type Came = { readonly offers: KeptOffer[]; lost: number };

/** The calls that need no store. */
type ComingCalls = {
  /** Some offers of the answer of that number came: the JSON text of each. */
  readonly offersCame: (answer: number, texts: readonly string[]) => Promise<void>;
  /** It will not end: what came of it is forgotten. */
  readonly answerFailed: (answer: number) => Promise<void>;
};

/** Answers that are on their way, by their numbers. */
export const createComing = () => {
  const coming = new Map<number, Came>();
  const calls: ComingCalls = {
    offersCame: async (answer, texts) => {
      const came = coming.getOrInsertComputed(answer, () => ({ offers: [], lost: 0 }));
      for (const text of texts) {
        const checked = CALLS.search.check(parseReply(text));
        const kept = checked && keptOf(checked.record);
        if (kept === undefined) came.lost++;
        else came.offers.push(kept);
      }
    },
    answerFailed: async (answer) => void coming.delete(answer),
  };
  return {
    calls,
    /** All that came of an answer, which is forgotten. */
    taken: (answer: number): Came => {
      const came = coming.get(answer) ?? { offers: [], lost: 0 };
      coming.delete(answer);
      return came;
    },
  };
};

/** Records an answer that came whole, or as far as the service gave it. */
const keepAnswer = async (
  store: HistoryStore,
  answer: Omit<Round, 'offers'>,
  { offers, lost }: Came,
): Promise<Kept> => {
  const { service, asked, atEpochMs } = answer;
  const isRecorded = (await questionsOf(store, service)).some(
    ({ recorderUntilEpochMs = 0, asked: recorded }) => recorderUntilEpochMs > atEpochMs && covers(recorded, asked),
  );
  if (isRecorded) return { kind: 'left' };
  return store.record({ ...answer, isWhole: answer.isWhole && lost === 0, offers });
};

/** None are known while the store is away: the answer waits for it then, and counts for nothing if a recorder's came before. */
const questionsOf = async (store: HistoryStore, service: string): Promise<readonly Question[]> => {
  try {
    return await store.questions(service);
  } catch (error) {
    if (isAway(error)) return [];
    throw error;
  }
};

/** What the thread does: the store's reads and writes, and what would keep keys waiting elsewhere. */
export type ThreadCalls = HistoryReads &
  ComingCalls &
  AlertCalls & {
    readonly record: HistoryStore['record'];
    /** Writes the past of a new local service, where it is wanted and not there. */
    readonly writePast: (wish: PastWish) => Promise<void>;
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
export const callsOn = (
  store: HistoryStore,
  coming = createComing(),
): Omit<ThreadCalls, 'watchAlerts' | 'writePast'> => ({
  ...store,
  figures: (wanted) => pastFigures(store, wanted),
  offer: (wanted) => offerPast(store, wanted),
  shares: (wanted) => rentedShares(store, wanted),
  advice: (wanted) => recordedAdvice(store, wanted),
  machineWeeks: (wanted) => machineWeeks(store, wanted),
  medianWeeks: (wanted) => medianWeeks(store, wanted),
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
