/**
 * Asks for the offers again while they are watched: each round so long after the answer before it, only while the pane is open, and
 * less and less often while rounds fail.
 */
import type { Client } from '../../../../api/client.ts';
import type { Clock } from '../../../../base/clock.ts';
import { lastArrived } from '../../../state/remote.ts';
import type { Slice } from '../../../state/slice.ts';
import type { Searching } from '../searching.ts';
import type { OffersState } from '../state.ts';
import { roundFailed } from './state.ts';

/** Longest wait for the next round where rounds fail, unless the user wants a longer one, ms. */
const LONGEST_BACK_OFF_MS = 15 * 60_000;

export type WatchingNeeds = {
  readonly slice: Slice<OffersState>;
  /** Runs something after some milliseconds that the program does not wait for. */
  readonly later: Clock['after'];
  readonly clock: Pick<Clock, 'now' | 'ticks'>;
  readonly client: () => Client | undefined;
};

type Watching = {
  /** Watching was turned on or off, or its interval changed: the next round is then. */
  readonly changed: () => void;
  /** A search was answered. */
  readonly answered: () => void;
  /** A search has failed for good. */
  readonly failed: () => void;
  /** The pane is seen from now on. */
  readonly open: () => void;
  /** It is not seen any more. */
  readonly leave: () => void;
};

export const createWatching = (
  { slice, later, clock, client }: WatchingNeeds,
  { search, searchQuietly }: Pick<Searching, 'search' | 'searchQuietly'>,
): Watching => {
  let isSeen = false;
  let failures = 0;
  /** When the next round is, in the clock's ticks. */
  let dueMs = 0;
  let stopWaiting = (): void => {};

  const everyMs = (): number => slice.get().watch.everyS * 1000;

  /** Whoever else needs newer offers, an alert for one, is a further reason here. */
  const isWanted = (): boolean => isSeen && slice.get().watch.isOn === true;

  /** Milliseconds since the rows on screen came; somebody may have set the time since, or the machine have slept. */
  const ageMs = (): number => {
    const last = lastArrived(slice.get().answer);
    return last === undefined ? Number.POSITIVE_INFINITY : clock.now() - last.atEpochMs;
  };

  const wait = (): void => {
    stopWaiting();
    if (isWanted()) stopWaiting = later(Math.max(0, dueMs - clock.ticks()), round);
  };

  const waitFor = (delayMs: number): void => {
    dueMs = clock.ticks() + delayMs;
    wait();
  };

  const round = (): void => {
    // What is under way brings the newest offers, and then the next round is known.
    if (!isWanted() || slice.get().answer.stage === 'loading') return;
    // While rows are as old as that, it is said that newer ones are asked for.
    if (ageMs() > 2 * everyMs()) search();
    else searchQuietly();
  };

  return {
    changed: () => {
      failures = 0;
      const age = ageMs();
      waitFor(age < 0 || age >= everyMs() ? 0 : everyMs() - age);
    },
    answered: () => {
      failures = 0;
      waitFor(everyMs());
    },
    failed: () => {
      failures += 1;
      const backOffMs = Math.min(everyMs() * 2 ** failures, Math.max(everyMs(), LONGEST_BACK_OFF_MS));
      const delayMs = Math.max(backOffMs, client()?.turnInMs('search') ?? 0);
      waitFor(delayMs);
      slice.change((state) => roundFailed(state, clock.now() + delayMs));
    },
    open: () => {
      isSeen = true;
      wait();
    },
    leave: () => {
      isSeen = false;
      stopWaiting();
    },
  };
};
