/** What of the volumes pane is remembered for a later run, and how the pane goes on with it. Pure. */
import type { z } from 'zod';
import {
  listRemembered,
  listResumed,
  listWords,
  type RememberedWords,
  rememberedList,
} from '../../state/remembered.ts';
import type { VolumesState } from './state.ts';

/** What is remembered: the list, without its rows. */
export const rememberedVolumes = rememberedList;

/** What is to be remembered of the pane. */
export const volumesRemembered = ({ list }: VolumesState): z.input<typeof rememberedVolumes> => listRemembered(list);

/** The pane as it is gone on with. */
export const volumesResumed = (state: VolumesState, remembered: z.output<typeof rememberedVolumes>): VolumesState => ({
  ...state,
  list: listResumed(state.list, remembered),
});

/** What that is, in words. */
export const volumesWords = (remembered: z.output<typeof rememberedVolumes>): RememberedWords =>
  listWords(remembered, 'volume');
