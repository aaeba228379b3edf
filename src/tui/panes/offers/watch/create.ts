/** Searching in a pane whose offers may be watched. */
import type { Layer } from '../../../keys/binding.ts';
import { createSearching, type Searching, type SearchingNeeds } from '../searching.ts';
import { hasChanges, watchKeys } from './keys.ts';
import { watchForgotten } from './state.ts';
import { createWatching, type WatchingNeeds } from './watching.ts';

/** What of the needs comes from outside. */
type WatchedSearchNeeds = Omit<SearchingNeeds, 'onAnswered' | 'onFailed'> & WatchingNeeds;

type WatchedSearch = {
  readonly searching: Searching;
  /** The keys of watching, as they are now. */
  readonly keys: () => Layer;
  /** The same in front of the others, and so of the footer, while there is something to look at. */
  readonly keysInFront: () => readonly Layer[];
  /** Another interval was chosen. */
  readonly intervalChanged: () => void;
  /** Another service is in use. */
  readonly serviceChanged: () => void;
};

export const createWatchedSearch = (needs: WatchedSearchNeeds): WatchedSearch => {
  const { slice, height } = needs;
  const searching = createSearching({
    ...needs,
    onAnswered: () => watching.answered(),
    onFailed: () => watching.failed(),
  });
  const watching = createWatching(needs, searching);
  const keys = () => ({ bindings: watchKeys({ slice, height, changed: watching.changed }) });
  return {
    searching: {
      ...searching,
      open: () => {
        watching.open();
        searching.open();
      },
      leave: () => {
        watching.leave();
        searching.leave();
      },
    },
    keys,
    keysInFront: () => (hasChanges(slice.get()) ? [keys()] : []),
    intervalChanged: watching.changed,
    serviceChanged: () => slice.change(watchForgotten),
  };
};
