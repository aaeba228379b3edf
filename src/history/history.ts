/** The history as the panes reach it. */
import type { OfferPast, OfferPastWanted } from './offer-past.ts';
import type { PastFigures, Wanted } from './past-figures.ts';
import type { AdviceWanted, RecordedAdvice } from './rental-record.ts';
import type { RentedShares, SharesWanted } from './rented-shares.ts';
import type { HistoryStore } from './store.ts';
import type { MedianWeeks, MedianWeeksWanted, Week, WeeksWanted } from './weeks.ts';

/** What can be asked of it besides keeping answers. */
export type HistoryReads = Omit<HistoryStore, 'record' | 'close' | 'intervalsByMachine' | 'answered'> & {
  /** How prices spread in the past. */
  readonly figures: (wanted: Wanted) => Promise<PastFigures>;
  /** What is known of one offer and its machine; undefined where nothing was recorded of the service. */
  readonly offer: (wanted: OfferPastWanted) => Promise<OfferPast | undefined>;
  /** What a GPU of some machines cost on each of the last seven days, machine by machine. */
  readonly machineWeeks: (wanted: WeeksWanted) => Promise<readonly Week[]>;
  /** The same as medians of cohorts: of each model, say. */
  readonly medianWeeks: (wanted: MedianWeeksWanted) => Promise<MedianWeeks>;
  /** How long a host's machines were rented, and others; undefined where nothing was recorded of the service. */
  readonly shares: (wanted: SharesWanted) => Promise<RentedShares | undefined>;
  /** What a machine would bring at other prices. */
  readonly advice: (wanted: AdviceWanted) => Promise<RecordedAdvice>;
};

/** The history of one service. What cannot be read is a value: in words for the user, who has been told by then. */
export type History = {
  /** The service by its one name (`serviceAt`), by which it is known in the store. */
  readonly service: string;
  /** False where nothing is kept of what the panes ask, as of the program's own local service: a recorder alone keeps it. */
  readonly keepsAsked: boolean;
  readonly read: <Value>(
    work: (reads: HistoryReads) => Promise<Value>,
  ) => Promise<{ readonly value: Value } | { readonly problem: string }>;
};

/** The history of `service` from `reads`. `tell` is given what cannot be done. */
export const historyOf = (
  service: string,
  reads: HistoryReads,
  tell: (problem: string) => void,
  keepsAsked = true,
): History => ({
  service,
  keepsAsked,
  read: async (work) => {
    try {
      return { value: await work(reads) };
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      tell(problem);
      return { problem };
    }
  },
});

/** `say`, which says each sentence once. */
export const sayingOnce = (say: (text: string) => void): ((text: string) => void) => {
  const said = new Set<string>();
  return (text) => {
    if (said.has(text)) return;
    said.add(text);
    say(text);
  };
};
