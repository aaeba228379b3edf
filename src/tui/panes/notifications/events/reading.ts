/** Reads what the history's store has of events, each time only what is new. */
import { FIRED } from '../../../../alerts/firing.ts';
import { followRuns } from '../../../../alerts/runs.ts';
import { type EventStore, followEvents } from '../../../../history/store.ts';

import { type EventKind, type Happened, happenedOf, withRuns } from './happened.ts';

/** Most events of each kind that are shown. */
const MOST = 1000;

/** Most characters of all of their texts: an event may have 64,000. */
const MOST_CHARACTERS = 8_000_000;

/** A reading of the events of `service`, which keeps what it has read; in no order. */
export const readingOf = (
  service: string,
): ((store: Pick<EventStore, 'events'>, nowEpochMs: number) => Promise<readonly Happened[]>) => {
  const follow = (kind: EventKind) =>
    followEvents<readonly Happened[]>({ service, kind, most: MOST }, [], (known, events) =>
      newestOf([...known, ...events.map((event) => happenedOf(kind, event))]),
    );
  const deliveries = follow('delivery');
  const firings = follow(FIRED);
  const runs = followRuns(service, MOST);
  return async (store, nowEpochMs) => {
    const [received, fired, run] = await Promise.all([deliveries(store), firings(store), runs(store)]);
    return [...received, ...withRuns(fired, { runs: run, nowEpochMs })];
  };
};

/** As many of the last as are shown. */
const newestOf = (happened: readonly Happened[]): readonly Happened[] => {
  let characters = 0;
  const first = happened.findLastIndex(({ body }) => {
    characters += body.length;
    return characters > MOST_CHARACTERS;
  });
  return happened.slice(Math.max(first + 1, happened.length - MOST));
};
