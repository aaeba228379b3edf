/** The volumes pane: a list of what the caller has. */
import { CALLS } from '../../../api/calls.ts';
import { retryOf } from '../../state/remote.ts';
import { resumedBy } from '../../state/resume.ts';
import { waitSegments } from '../../ui/age.ts';
import { LIST_WORDS } from '../../ui/screen-words.ts';
import { noSecret, nothing, type Pane, tellsNothing, unguarded } from '../pane.ts';
import { createVolumesActions } from './actions.ts';
import { savedVolumes, volumesResumed, volumesSaved, volumesWords } from './resume.ts';
import { initialVolumes, type VolumesState } from './state.ts';
import { VolumesView, volumesFootnote } from './view.tsx';

export const volumes: Pane<VolumesState> = {
  initial: () => initialVolumes,
  create: (needs) => ({
    ...createVolumesActions({ ...needs, cache: needs.caches?.of(CALLS.volumes) }),
    readJournal: nothing,
    resumed: nothing,
    hears: {},
    guards: unguarded,
    revealedSecret: noSecret,
  }),
  face: {
    page: (state, { width, height, timeZone }) => (
      <VolumesView state={state} width={width} height={height} timeZone={timeZone} />
    ),
    footnote: volumesFootnote,
    status: ({ waitS, answer }) => waitSegments(waitS, retryOf(answer)),
    words: LIST_WORDS,
  },
  calls: ['volumes'],
  machines: {
    rows: ({ list }) => list.rows,
    hostRows: ({ list }) => list.rows.map(({ volume }) => volume),
    areHeld: true,
    words: tellsNothing.words,
  },
  resume: resumedBy({
    isWriting: false,
    schema: savedVolumes,
    saved: volumesSaved,
    steps: () => [],
    words: volumesWords,
    resumed: volumesResumed,
  }),
};
