/** Keeps answers to searches of a program that records by the way: they are left to a recorder while there is one. */
import { CALLS } from '../api/calls.ts';
import { parseReply } from '../api/records/wrong-numbers.ts';
import { covers } from '../history/asked.ts';
import { type KeptOffer, keptOf } from '../history/kept-offer.ts';
import { type HistoryStore, isAway, type Question, type Recorded, type Round } from '../history/store.ts';

/** What became of an answer; `left`: a recorder that is still there asks for all of it. */
export type Kept = Recorded | { readonly kind: 'left' };

/** What has come of an answer; `lost` are records that could not be known again. */
type Came = { readonly offers: KeptOffer[]; lost: number };

/** The calls that need no store. */
export type ComingCalls = {
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
export const keepAnswer = async (
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
