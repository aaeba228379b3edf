/** Watching offers: how often they are asked for again, and what of their list was seen. */

import { z } from 'zod';
import { keyName } from '../../../base/named-keys.ts';
import { keepApart } from '../../../catalogue/record-table.ts';
import type { Offer } from '../../../catalogue/values.ts';
import type { Layer } from '../../keys/binding.ts';
import { bind, inFooter } from '../../keys/binding.ts';
import { placeAt } from '../../state/groups.ts';
import { currentRow, rowsReplaced } from '../../state/list.ts';
import { onRow } from '../../state/list-find.ts';
import { type Kept, keptThrough, placesByKey } from '../../state/list-places.ts';

import { lastArrived } from '../../state/remote.ts';
import { OFFERS_LIST, offersArranged } from './list.ts';
import type { OffersNeeds, Searching } from './needs.ts';
import type { Seen, Watch } from './pages.ts';
import { NOT_WATCHED, type OffersState } from './state.ts';
import { LONGEST_S, promptOpened, SHORTEST_S } from './terms.ts';

import {
  changeCounts,
  changeOf,
  departureOf,
  idsAndPrices,
  isAnswerWhole,
  isComparedWith,
  pricesOf,
  seenNow,
} from './watch-changes.ts';

/** Longest wait for the next round where rounds fail, unless the user wants a longer one, ms. */
const LONGEST_BACK_OFF_MS = 15 * 60_000;

/** Most offers that are kept of those that came and went since the user looked last: else a long night would keep them all. */
const MOST_PASSED = 500;

/** Watching was turned on: what is on the screen is what was seen, unless offers are compared already. */
export const watchBegun = (state: OffersState): OffersState => {
  const { seen = seenOf(state), ...watch } = state.watch;
  return { ...state, watch: { ...watch, isOn: true, ...(seen && { seen }) } };
};

/** Watching was turned off; what has changed so far stays to be looked at. */
export const watchEnded = (state: OffersState): OffersState => {
  const { isOn: _, againAtEpochMs: __, ...watch } = state.watch;
  return { ...state, watch };
};

/** Up to now the user has seen everything: rows stand where they belong now, and those that have departed go. */
export const offersSeen = (state: OffersState, height: number): OffersState => {
  const { seen: _, ...watch } = state.watch;
  const seen = watch.isOn ? seenOf(state) : undefined;
  return {
    ...state,
    watch: { ...watch, ...(seen && { seen }) },
    list: rowsReplaced(state.list, state.list.rows, offersArranged(height)),
  };
};

const seenOf = (state: OffersState): Seen | undefined => {
  const { answered, list } = state;
  const last = lastArrived(state.answer);
  if (answered === undefined || last === undefined) return undefined;
  return seenNow(list.rows, { atEpochMs: last.atEpochMs, request: answered, isWhole: isAnswerWhole(state) });
};

/** Another service is in use: what was seen of the former one is nothing to compare with. */
export const watchForgotten = (state: OffersState): OffersState => {
  const { seen: _, ...watch } = state.watch;
  return { ...state, watch };
};

/** Finds what takes longest of that beforehand, a part at a time. */
export const keptAhead = function* ({ list }: OffersState, rows: readonly Offer[]): Generator<void> {
  placesByKey(rows, OFFERS_LIST.keyOf);
  yield;
  idsAndPrices(rows);
  yield;
  keptThrough(list, rows, OFFERS_LIST, lostIn(list, rows));
};

/** What keeps the rows in their places when `rows` answer what was sent last; undefined where they are not compared with what was seen. */
export const keptOfWatch = (
  { watch: { seen }, sent, list }: OffersState,
  rows: readonly Offer[],
  isWhole: boolean,
): Kept<Offer> | undefined => {
  if (seen === undefined || sent === undefined || !isComparedWith(seen, sent, isWhole)) return undefined;
  const { departed, placedBy } = keptThrough(list, rows, OFFERS_LIST, lostIn(list, rows));
  const before = pricesOf(seen);
  const passed = departed.filter(({ id }) => typeof id !== 'number' || !before.has(id));
  const held = [currentRow(list), list.opened?.row].map((row) => row?.id);
  const dropped = new Set(passed.slice(0, -MOST_PASSED).filter(({ id }) => !held.includes(id)));
  const kept = { departed: departed.filter((row) => !dropped.has(row)), placedBy };
  // Else a few of each answer would hold all of it.
  keepApart([...kept.departed, ...kept.placedBy]);
  return kept;
};

/** Ids of offers that are shown, and that `rows` have otherwise than the filter asks by what only this program judges. */
const lostIn = (
  { shown, query, columns }: OffersState['list'],
  rows: readonly Offer[],
): ReadonlySet<number | undefined> | undefined => {
  const narrowed = OFFERS_LIST.narrowing.narrowed(rows, query, columns);
  if (narrowed.length === rows.length) return undefined;
  const left = new Set(narrowed.map(({ id }) => id));
  const here = placesByKey(rows, OFFERS_LIST.keyOf);
  return new Set(shown.flatMap(({ id }) => (id != null && here.has(id) && !left.has(id) ? [id] : [])));
};

/** An answer is on screen: it is what was seen where it is compared with nothing. The open offer is shown as the answer has it. */
export const watchAnswered = (state: OffersState, isCompared: boolean): OffersState => {
  const { againAtEpochMs: _, ...watch } = state.watch;
  if (isCompared) return { ...state, watch, list: openedRenewed(state.list) };
  if (watch.seen === undefined && !watch.isOn) return state;
  const { seen: __, ...rest } = watch;
  const seen = watch.isOn ? seenOf(state) : undefined;
  return { ...state, watch: { ...rest, ...(seen && { seen }) } };
};

const openedRenewed = (list: OffersState['list']): OffersState['list'] => {
  const { opened } = list;
  if (opened === undefined || typeof opened.row.id !== 'number') return list;
  const row = [...list.shown, ...list.ordered].find(({ id }) => id === opened.row.id);
  return row === undefined || row === opened.row ? list : { ...list, opened: { ...opened, row } };
};

/** A round has failed; the next one is then. */
const roundFailed = (state: OffersState, againAtEpochMs: number): OffersState =>
  state.watch.isOn ? { ...state, watch: { ...state.watch, againAtEpochMs } } : state;

/**
 * Asks for the offers again while they are watched: each round so long after the answer before it, only while the pane is open, and
 * less and less often while rounds fail. Its keys: on and off, how often, and that all has been seen.
 */
export const createWatching = (
  { slice, later, clock, client, height }: OffersNeeds,
  { search, searchQuietly }: Searching,
) => {
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

  /** Watching was turned on or off, or its interval changed: the next round is then. */
  const changed = () => {
    failures = 0;
    const age = ageMs();
    waitFor(age < 0 || age >= everyMs() ? 0 : everyMs() - age);
  };

  const turn = () => {
    slice.change((state) => (state.watch.isOn ? watchEnded(state) : watchBegun(state)));
    changed();
  };
  const go = () => slice.change((state) => nextChanged(state, height()));
  const askInterval = () => slice.change((state) => promptOpened(state, 'interval'));
  const needsComparison = () =>
    slice.get().watch.seen === undefined
      ? `Nothing is compared yet: ${keyName('offers.watch')} watches, and tells what changes from then on.`
      : undefined;
  const needsChange = () =>
    needsComparison() ?? (hasChanges(slice.get()) ? undefined : 'Nothing has changed since you looked last.');
  const keys = (): Layer => ({
    bindings: [
      bind('offers.watch', ['W'], 'watch', 'Watch', turn, {
        tip: 'watches for changes',
        help: 'ask again and again, mark what changes; again: end',
        words: ['poll', 'monitor', 'follow', 'what is new', 'what changed', 'wait for cheaper'],
      }),
      bind('offers.seen', ['.'], 'seen', 'Watch', () => slice.change((state) => offersSeen(state, height())), {
        ...(hasChanges(slice.get()) && inFooter),
        help: 'all seen up to now: compare from here on',
        refusal: needsComparison,
      }),
      bind('offers.next-change', ['>'], 'next change', 'Watch', go, {
        ...(hasChanges(slice.get()) && inFooter),
        help: 'go to the next offer that has changed',
        refusal: needsChange,
      }),
      bind('offers.interval', ['i'], 'interval', 'Watch', askInterval, {
        help: 'how often watched offers are asked for',
      }),
    ],
  });

  return {
    keys,
    /** The same in front of the others, and so of the footer, while there is something to look at. */
    keysInFront: (): readonly Layer[] => (hasChanges(slice.get()) ? [keys()] : []),
    intervalChanged: changed,
    serviceChanged: () => slice.change(watchForgotten),
    /** A search was answered. */
    answered: () => {
      failures = 0;
      waitFor(everyMs());
    },
    /** A search has failed for good. */
    failed: () => {
      failures += 1;
      const backOffMs = Math.min(everyMs() * 2 ** failures, Math.max(everyMs(), LONGEST_BACK_OFF_MS));
      const delayMs = Math.max(backOffMs, client()?.turnInMs('search') ?? 0);
      waitFor(delayMs);
      slice.change((state) => roundFailed(state, clock.now() + delayMs));
    },
    /** The pane is seen from now on. */
    open: () => {
      isSeen = true;
      wait();
    },
    /** It is not seen any more. */
    leave: () => {
      isSeen = false;
      stopWaiting();
    },
  };
};

/** True while something has changed that the user has not seen. */
const hasChanges = (state: OffersState): boolean => {
  const { seen } = state.watch;
  return seen !== undefined && Object.values(changeCounts(state.list, seen, isAnswerWhole(state))).some(Boolean);
};

/** The cursor is on the next offer below that has changed; behind the last one comes the first. */
const nextChanged = (state: OffersState, height: number): OffersState => {
  const { list } = state;
  const { seen } = state.watch;
  if (seen === undefined) return state;
  const isWhole = isAnswerWhole(state);
  const { shown, cursor } = list;
  for (let steps = 1; steps <= shown.length; steps++) {
    const place = (placeAt(list, cursor.row) + steps) % shown.length;
    const offer = shown[place];
    if (offer === undefined || changeOf(seen, offer, { departed: departureOf(list, offer), isWhole }) === undefined)
      continue;
    return { ...state, list: onRow(list, place, { height }) };
  }
  return state;
};

export const savedWatch = z.object({
  everyS: z.number().min(SHORTEST_S).max(LONGEST_S),
  isOn: z.literal(true).optional(),
});

/** What is saved of it; nothing where it is as usual. */
export const watchSaved = ({ watch: { everyS, isOn } }: OffersState): z.input<typeof savedWatch> | undefined =>
  isOn === undefined && everyS === NOT_WATCHED.everyS ? undefined : { everyS, ...(isOn && { isOn }) };

/** Watching as it is resumed: what was seen then is too long ago to compare with. */
export const watchResumed = (saved: z.output<typeof savedWatch> | undefined): Watch =>
  saved === undefined ? NOT_WATCHED : { everyS: saved.everyS, ...(saved.isOn && { isOn: saved.isOn }) };
