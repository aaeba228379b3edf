/** The sets that the filter may name, read from the user's file: when, and what the list shows then. */
import type { OwnSets } from '../../../filter/own-sets.ts';
import { arranged } from '../../state/list.ts';
import type { Slice } from '../../state/slice.ts';
import { queryWithSets } from './filter-query.ts';
import { offersArranged } from './list.ts';
import type { OffersState } from './state.ts';

type OwnSetsNeeds = {
  readonly slice: Slice<OffersState>;
  /** Reads the file; undefined where there is none. */
  readonly sets: (() => OwnSets) | undefined;
  /** Rows of the table that are visible. */
  readonly height: () => number;
};

/** Reads the sets at once and whenever it is called; true where they differ from those before. */
export const createSetsReading = ({ slice, sets, height }: OwnSetsNeeds): (() => boolean) => {
  const read = () => {
    const before = slice.get();
    if (sets !== undefined) slice.change((state) => setsRead(state, sets(), height()));
    return slice.get() !== before;
  };
  read();
  return read;
};

/** The file was read: where a set has changed, the filter that names it says so. */
const setsRead = (state: OffersState, sets: OwnSets, height: number): OffersState => {
  const { list } = state;
  if (JSON.stringify(sets) === JSON.stringify(list.query.sets)) return state;
  const query = queryWithSets(list.query, list.filter, sets);
  return { ...state, list: arranged({ ...list, query }, offersArranged(height), true) };
};
