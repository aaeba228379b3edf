/**
 * Takes deliveries: each event is handed to the user's command until that has ended well once, one after the other, and is kept in the
 * history from then on.
 */
import type { Clock } from '../base/clock.ts';
import { type EventStore, LONGEST_BODY } from '../history/store.ts';
import type { Delivery } from './delivery.ts';

/** What became of one. */
export type Taken =
  | { readonly kind: 'done' }
  /** It was done before. */
  | { readonly kind: 'repeat' }
  /** The service is to try again. */
  | { readonly kind: 'failed'; readonly reason: string };

/** What events are in the history. */
const KIND = 'delivery';

/** The service waits for 10 s. */
const ANSWER_MS = 8000;

/** Deliveries that wait for those before them. */
const MOST_WAITING = 200;

/** Ids that are known without a look at the history: it keeps fewer than a fast service may send while a replay is possible. */
const MOST_REMEMBERED = 100_000;

const TOO_LATE = 'the command had not ended within 8 s';

type TakingOptions = {
  readonly store: EventStore;
  readonly service: string;
  readonly clock: Clock;
  /** Hands an event to the user's command, which has so many milliseconds; resolves to why it did not end well. Absent: there is none. */
  readonly run: ((delivery: Delivery, withinMs: number) => Promise<string | undefined>) | undefined;
  /** Told of a history that cannot be used. */
  readonly onTrouble: (error: unknown) => void;
};

/** Takes them until it is told to stop. */
export const createTaking = ({ store, service, clock, run, onTrouble }: TakingOptions) => {
  const done = new Set<string>();
  const underWay = new Map<string, Promise<Taken>>();
  let last: Promise<unknown> = Promise.resolve();
  let isStopped = false;

  const isKnown = async (eventId: string): Promise<boolean> => {
    if (done.has(eventId)) return true;
    // Others may begin with the same text; few do where ids are as long as they should be.
    for (const most of [FEW, Number.MAX_SAFE_INTEGER]) {
      const found = await store.events({ service, kind: KIND, idBegins: eventId, most });
      if (found.some(({ id }) => id === eventId)) return true;
      if (found.length < most) return false;
    }
    return false;
  };

  const remember = (eventId: string): void => {
    done.add(eventId);
    const [oldest] = done;
    if (done.size > MOST_REMEMBERED && oldest !== undefined) done.delete(oldest);
  };

  const takeInTurn = async (delivery: Delivery, dueTicks: number): Promise<Taken> => {
    if (isStopped) return { kind: 'failed', reason: 'gpudeck listen is ending' };
    const { eventId } = delivery;
    try {
      if (await isKnown(eventId)) return { kind: 'repeat' };
    } catch (error) {
      onTrouble(error);
      return { kind: 'failed', reason: 'the history cannot be read, so that nobody knows whether it was done before' };
    }
    const withinMs = dueTicks - clock.ticks();
    if (withinMs <= 0) return { kind: 'failed', reason: 'those before it took too long' };
    const problem = await run?.(delivery, withinMs);
    if (problem !== undefined) return { kind: 'failed', reason: problem };
    remember(eventId);
    const body = bodyOf(delivery, run === undefined ? 'signed; no command' : 'signed; command done');
    try {
      await store.noteEvent({ service, kind: KIND, id: eventId, atEpochMs: clock.now(), body });
    } catch (error) {
      // It was done, and this program knows it.
      onTrouble(error);
    }
    return { kind: 'done' };
  };

  return {
    /** Resolves within the time that the service waits. */
    take: async (delivery: Delivery): Promise<Taken> => {
      const { eventId } = delivery;
      const dueTicks = clock.ticks() + ANSWER_MS;
      let taking = underWay.get(eventId);
      if (taking === undefined) {
        if (underWay.size >= MOST_WAITING) return { kind: 'failed', reason: 'too many deliveries wait' };
        taking = last.then(() => takeInTurn(delivery, dueTicks)).finally(() => underWay.delete(eventId));
        underWay.set(eventId, taking);
        last = taking;
      }
      const { promise: late, resolve } = Promise.withResolvers<Taken>();
      const cancel = clock.after(ANSWER_MS, () => resolve({ kind: 'failed', reason: TOO_LATE }));
      try {
        return await Promise.race([taking, late]);
      } finally {
        cancel();
      }
    },
    /** Begins no other; resolves when what was begun has ended. */
    stop: async (): Promise<void> => {
      isStopped = true;
      await last;
    },
  };
};

/** What is kept of a delivery; of one that is too long all but its data, and the beginning of its message. */
const bodyOf = ({ attempt, type, subject, event }: Delivery, outcome: string): string => {
  const said = { type: begin(type), what: begin(subject || event.message), outcome, attempt };
  const whole = JSON.stringify({ ...said, event });
  if (whole.length <= LONGEST_BODY) return whole;
  const { message, event_id, timestamp } = event;
  return JSON.stringify({
    ...said,
    event: { event_id, message: begin(message), timestamp: Number(timestamp), data_truncated: true },
  });
};

const begin = (value: unknown): string => (typeof value === 'string' ? value.slice(0, LONGEST_KEPT) : '');

/** In JSON each character may take six. */
const LONGEST_KEPT = 2000;

const FEW = 20;
