/** Reads what the history's store has of events, each time only what is new, and asks the service what it has sent. */
import { FIRED } from '../../../alerts/firing.ts';
import { followRuns } from '../../../alerts/runs.ts';
import { CALLS } from '../../../api/calls.ts';
import type { Client } from '../../../api/client.ts';
import { ApiError } from '../../../api/errors/error.ts';
import { optionally } from '../../../api/errors/explain.ts';
import type { CallOptions } from '../../../api/http/caller.ts';
import { type EventStore, followEvents } from '../../../history/store.ts';
import { type EventKind, type Happened, happenedOf, type Sent, type SentAnswer, withRuns } from './events-state.ts';

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

/** Webhooks that are asked about; a user has four at the most (docs/interface.md, Webhooks). */
const MOST_WEBHOOKS = 16;

/** Asks which webhooks there are, and what was sent to each. */
export const askForSent = async (client: Client, options: CallOptions): Promise<SentAnswer> => {
  const listed = await optionally(() => client.list(CALLS.presentWebhooks, options));
  if (listed === undefined) return { asked: { kind: 'missing' } };
  const sent: Sent[] = [];
  for (const { id, name } of listed.records.slice(0, MOST_WEBHOOKS)) {
    if (typeof id !== 'number') continue;
    const deliveries = await deliveriesOf(client, id, options);
    if (deliveries === undefined) return { asked: { kind: 'missing' } };
    sent.push(...deliveries.map((one) => ({ ...one, webhookId: id, webhook: name ?? '' })));
  }
  return { asked: { kind: 'told', webhooks: listed.records.length }, sent };
};

/** Those of one webhook, none where it was deleted meanwhile; undefined where the service has no such call. */
const deliveriesOf = async (client: Client, webhookId: number, options: CallOptions) => {
  try {
    return await client.read(CALLS.deliveries, { webhookId }, options);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
};
