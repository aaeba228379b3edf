/** What of the volumes pane is remembered for a later run, and how the pane goes on with it. Pure. */
import type { z } from 'zod';
import { listResumed, listSaved, listWords, type SavedWords, savedList } from '../../state/saved-list.ts';
import { VOLUME_LIST, type VolumesState } from './state.ts';

/** What is remembered: the list, without its rows. */
export const savedVolumes = savedList;

/** What is to be remembered of the pane. */
export const volumesSaved = ({ list }: VolumesState): z.input<typeof savedVolumes> => listSaved(list, VOLUME_LIST);

/** The pane as it is gone on with. */
export const volumesResumed = (state: VolumesState, remembered: z.output<typeof savedVolumes>): VolumesState => ({
  ...state,
  list: listResumed(state.list, remembered, VOLUME_LIST),
});

/** What that is, in words. */
export const volumesWords = (remembered: z.output<typeof savedVolumes>): SavedWords => listWords(remembered, 'volume');
