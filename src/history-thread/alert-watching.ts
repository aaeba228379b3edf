/** Looks at alerts inside the thread: after each answer that was kept, and now and then for what other programs have found. */
import { alertProblems, readAlerts } from '../alerts/alerts-file.ts';
import type { Firing } from '../alerts/firing.ts';
import { createAlertWatch } from '../alerts/watch.ts';
import type { Clock } from '../base/clock.ts';
import type { HistoryStore } from '../history/store.ts';
import { readSets } from '../storage/files/sets.ts';
import type { AlertWish } from './thread-calls.ts';

/** From one look for what others have found to the next, ms. */
const NEWS_EVERY_MS = 10_000;

/** What is told on the way. */
type Tellings = { readonly fired: (firings: readonly Firing[]) => void; readonly notice: (text: string) => void };

/** Alerts that are looked at. */
export type AlertWatching = {
  /** An answer was kept: what it makes true fires. */
  readonly look: () => Promise<void>;
  /** Ends it; resolves when nothing that was begun goes on. */
  readonly end: () => Promise<void>;
};

/** Begins it. What fired before is old. */
export const watchAlerts = (
  { places, environment, ...wish }: AlertWish,
  store: HistoryStore,
  clock: Clock,
  { fired, notice }: Tellings,
): AlertWatching => {
  const watch = createAlertWatch({ ...wish, store, clock, environment, say: notice });
  const stopping = new AbortController();
  let cancel = (): void => {};

  const tellNews = async (): Promise<void> => {
    const news = await watch.news();
    if (news.length > 0) fired(news);
  };

  const later = (): void => {
    cancel = clock.after(NEWS_EVERY_MS, () => void tellNews().then(() => stopping.signal.aborted || later()));
  };
  void tellNews();
  later();

  return {
    look: async () => {
      const reading = readAlerts(places, readSets(places));
      for (const problem of alertProblems(reading)) notice(problem);
      await watch.look(reading.alerts, stopping.signal);
      await tellNews();
    },
    end: async () => {
      stopping.abort();
      cancel();
      await watch.quiet();
    },
  };
};
