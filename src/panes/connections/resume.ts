/** What of the connections pane is remembered for a later run, and how the pane goes on with it. Pure. */
import type { z } from 'zod';
import {
  listRemembered,
  listResumed,
  listWords,
  type RememberedWords,
  rememberedList,
} from '../../state/remembered.ts';
import type { ConnectionsState } from './state.ts';

/** What is remembered: the list, without its rows. */
export const rememberedConnections = rememberedList;

/** What is to be remembered of the pane. */
export const connectionsRemembered = ({ list }: ConnectionsState): z.input<typeof rememberedConnections> =>
  listRemembered(list);

/** The pane as it is gone on with. */
export const connectionsResumed = (
  state: ConnectionsState,
  remembered: z.output<typeof rememberedConnections>,
): ConnectionsState => ({
  ...state,
  list: listResumed(state.list, remembered),
});

/** What that is, in words. */
export const connectionsWords = (remembered: z.output<typeof rememberedConnections>): RememberedWords =>
  listWords(remembered, 'connection');
