/** The connections pane: a list of what the caller has. */
import { CALLS } from '../../../api/calls.ts';
import { retryOf } from '../../state/remote.ts';
import { resumedBy } from '../../state/resume.ts';
import { waitSegments } from '../../ui/age.ts';
import { LIST_WORDS } from '../../ui/screen-words.ts';
import { noSecret, nothing, type Pane, tellsNothing, unguarded } from '../pane.ts';
import { createConnectionsActions } from './actions.ts';
import { connectionsResumed, connectionsSaved, connectionsWords, savedConnections } from './resume.ts';
import { type ConnectionsState, initialConnections } from './state.ts';
import { ConnectionsView, connectionsFootnote } from './view.tsx';

export const connections: Pane<ConnectionsState> = {
  initial: () => initialConnections,
  create: (needs) => ({
    ...createConnectionsActions({ ...needs, cache: needs.caches?.of(CALLS.connections) }),
    readJournal: nothing,
    resumed: nothing,
    hears: {},
    guards: unguarded,
    revealedSecret: noSecret,
  }),
  face: {
    page: (state, { width, height, timeZone }) => (
      <ConnectionsView state={state} width={width} height={height} timeZone={timeZone} />
    ),
    footnote: connectionsFootnote,
    status: ({ waitS, answer }) => waitSegments(waitS, retryOf(answer)),
    words: LIST_WORDS,
  },
  calls: ['connections'],
  machines: tellsNothing,
  resume: resumedBy({
    isWriting: false,
    schema: savedConnections,
    saved: connectionsSaved,
    steps: () => [],
    words: connectionsWords,
    resumed: connectionsResumed,
  }),
};
