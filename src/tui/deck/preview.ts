/**
 * When the preview is drawn: once the cursor has rested, from what the panes hold then. And the room that it takes: a pane is told when
 * it has more or less of it.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { byPane, type DeckState, type DeckStore } from '../frame/deck-state.ts';
import { roomOf } from '../frame/preview-room.ts';
import type { PaneStates } from '../panes/index.ts';
import { PANE_NAMES, type PaneName } from '../panes/names.ts';
import type { Work } from './idle.ts';

/** How long the cursor has to rest, ms: longer than a key that is held down takes to come again. */
const REST_MS = 150;

/** Watches the store. `isTyping` tells whether keys are text now: the preview waits for its end. `resize` tells a pane of its room. */
export const watchPreview = (
  store: DeckStore,
  work: Work,
  { isTyping, resize }: { readonly isTyping: () => boolean; readonly resize: (pane: PaneName) => void },
): void => {
  let cancel: (() => void) | undefined;

  const rest = (): void => {
    cancel = undefined;
    work.run(async () => {
      // Keys that came meanwhile are heard first.
      await nextTurn();
      const state = store.getState();
      if (cancel === undefined && isDue(state) && !isTyping()) store.setState({ ...state, rested: statesOf(state) });
    });
  };

  store.subscribe((state, before) => {
    for (const { name } of PANE_NAMES) if (hasOtherRoom(name, state, before)) resize(name);
    const { pane, isPreviewHidden } = state.frame;
    if (isPreviewHidden && state.rested !== undefined) return store.setState({ ...state, rested: undefined });
    if (state[pane] === before[pane] && state.frame === before.frame) return;
    cancel?.();
    cancel = isDue(state) ? work.clock.after(REST_MS, rest) : undefined;
  });
};

/** True where there is a preview, and the open pane is another than it was drawn from. */
const isDue = (state: DeckState): boolean => {
  const { pane } = state.frame;
  return roomOf(state, pane).preview !== undefined && state[pane] !== state.rested?.[pane];
};

const statesOf = (state: DeckState): PaneStates => byPane<PaneStates>((name) => state[name]);

/** A screen of another size is told to every pane anyway. */
const hasOtherRoom = (name: PaneName, state: DeckState, before: DeckState): boolean => {
  if (state.frame.size !== before.frame.size || (state[name] === before[name] && state.frame === before.frame))
    return false;
  const [now, then] = [roomOf(state, name).pane, roomOf(before, name).pane];
  return now.width !== then.width || now.height !== then.height;
};
