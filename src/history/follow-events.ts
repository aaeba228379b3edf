/** Follows the events of one kind: each reading asks the store for those alone that are newer than what it has read. */
import type { EventStore, StoredEvent } from './store.ts';

/** Reads what is new, and resolves to what is known by then: the very same value where nothing is new. */
type Following<Known> = (store: Pick<EventStore, 'events'>) => Promise<Known>;

/** Begins with nothing; `came` adds events, ascending, to what is known. Of more than `most` at once the newest are read. */
export const followEvents = <Known>(
  wanted: { readonly service: string; readonly kind: string; readonly most: number },
  start: Known,
  came: (known: Known, events: readonly StoredEvent[]) => Known,
): Following<Known> => {
  let known = start;
  let afterNumber = 0;
  return async (store) => {
    const events = await store.events({ ...wanted, afterNumber });
    // What another reading has brought meanwhile is not new any more.
    const news = events.filter(({ number }) => number > afterNumber);
    const last = news.at(-1);
    if (last === undefined) return known;
    afterNumber = last.number;
    known = came(known, news);
    return known;
  };
};
