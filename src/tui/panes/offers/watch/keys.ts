/** The keys of watching: on and off, how often, and that all has been seen. */
import { type Binding, bind } from '../../../keys/binding.ts';
import { cursorAt } from '../../../state/cursor.ts';
import { cursorChanged } from '../../../state/list.ts';
import type { Slice } from '../../../state/slice.ts';
import { promptOpened } from '../figure-prompt.ts';
import type { OffersState } from '../state.ts';
import { changeCounts, changeOf, departureOf } from './changes.ts';
import { isAnswerWhole, offersSeen, watchBegun, watchEnded } from './state.ts';

type WatchKeysNeeds = {
  readonly slice: Slice<OffersState>;
  /** Rows of the table that are visible. */
  readonly height: () => number;
  /** Watching was turned on or off. */
  readonly changed: () => void;
};

export const watchKeys = ({ slice, height, changed }: WatchKeysNeeds): readonly Binding[] => {
  const turn = () => {
    slice.change((state) => (state.watch.isOn ? watchEnded(state) : watchBegun(state)));
    changed();
  };
  const go = () => slice.change((state) => nextChanged(state, height()));
  const needsComparison = () =>
    slice.get().watch.seen === undefined
      ? 'Nothing is compared yet: W watches, and tells what changes from then on.'
      : undefined;
  const needsChange = () =>
    needsComparison() ?? (hasChanges(slice.get()) ? undefined : 'Nothing has changed since you looked last.');
  const whileChanged = hasChanges(slice.get()) ? ({ isInFooter: true } as const) : {};
  return [
    bind('offers.watch', ['W'], 'watch', 'Watch', turn, {
      help: 'ask again and again, mark what changes; again: end',
      words: ['poll', 'monitor', 'follow', 'changes'],
    }),
    bind('offers.seen', ['.'], 'seen', 'Watch', () => slice.change((state) => offersSeen(state, height())), {
      ...whileChanged,
      help: 'all seen up to now: compare from here on',
      refusal: needsComparison,
    }),
    bind('offers.next-change', ['>'], 'next change', 'Watch', go, {
      ...whileChanged,
      help: 'go to the next offer that has changed',
      refusal: needsChange,
    }),
    bind(
      'offers.interval',
      ['i'],
      'interval',
      'Watch',
      () => slice.change((state) => promptOpened(state, 'interval')),
      {
        help: 'how often watched offers are asked for',
      },
    ),
  ];
};

/** True while something has changed that the user has not seen. */
export const hasChanges = (state: OffersState): boolean => {
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
    const row = (cursor.row + steps) % shown.length;
    const offer = shown[row];
    if (offer === undefined || changeOf(seen, offer, { departed: departureOf(list, offer), isWhole }) === undefined)
      continue;
    return { ...state, list: cursorChanged(list, cursorAt(cursor, row, { count: shown.length, height })) };
  }
  return state;
};
