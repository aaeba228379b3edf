/** What of the connections pane is remembered for a later run, and how the pane goes on with it. Pure. */
import type { z } from 'zod';
import { listResumed, listSaved, listWords, type SavedWords, savedList } from '../../state/saved-list.ts';
import { CONNECTION_LIST, type ConnectionsState } from './state.ts';

/** What is remembered: the list, without its rows. */
export const savedConnections = savedList;

/** What is to be remembered of the pane. */
export const connectionsSaved = ({ list }: ConnectionsState): z.input<typeof savedConnections> =>
  listSaved(list, CONNECTION_LIST);

/** The pane as it is gone on with. */
export const connectionsResumed = (
  state: ConnectionsState,
  remembered: z.output<typeof savedConnections>,
): ConnectionsState => ({
  ...state,
  list: listResumed(state.list, remembered, CONNECTION_LIST),
});

/** What that is, in words. */
export const connectionsWords = (remembered: z.output<typeof savedConnections>): SavedWords =>
  listWords(remembered, 'connection');
