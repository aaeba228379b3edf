/** The parts of the store, each as its own actions see it. */
import type { DeckState, DeckStore } from '../frame/deck-state.ts';
import type { FrameState } from '../frame/state.ts';
import type { PaneStates } from '../panes/index.ts';
import type { Slice } from '../state/slice.ts';

/** The part called `name`. A transition that changes nothing tells nobody. */
export const sliceOf = <Name extends keyof Parts>(store: DeckStore, name: Name): Slice<Parts[Name]> => ({
  get: () => store.getState()[name],
  change: (transition) => {
    const state: DeckState = store.getState();
    const after = transition(state[name]);
    if (after !== state[name]) store.setState({ ...state, [name]: after });
  },
});

type Parts = PaneStates & { readonly frame: FrameState };
