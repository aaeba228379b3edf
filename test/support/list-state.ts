/** What a pane keeps of the list that it opens with. */

import type { DeckState } from '../../src/tui/frame/deck-state.ts';

/** The panes whose list is told in words by one filter line. */
export type ListPane = 'offers' | 'volumes' | 'connections' | 'ledger';

/** That list in `state`, wherever the pane keeps it. */
export const listIn = (state: DeckState, pane: ListPane) =>
  (pane === 'connections' ? state.connections.parts.connections : state[pane]).list;
