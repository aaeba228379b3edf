/** What of watching is saved for a later run: how often, and whether it is on. Pure. */
import { z } from 'zod';
import { LONGEST_S, SHORTEST_S } from '../figure-prompt.ts';
import type { OffersState } from '../state.ts';
import { NOT_WATCHED, type Watch } from './watch.ts';

export const savedWatch = z.object({
  everyS: z.number().min(SHORTEST_S).max(LONGEST_S),
  isOn: z.literal(true).optional(),
});

/** What is saved of it; nothing where it is as usual. */
export const watchSaved = ({ watch: { everyS, isOn } }: OffersState): z.input<typeof savedWatch> | undefined =>
  isOn === undefined && everyS === NOT_WATCHED.everyS ? undefined : { everyS, ...(isOn && { isOn }) };

/** Watching as it is resumed: what was seen then is too long ago to compare with. */
export const watchResumed = (saved: z.output<typeof savedWatch> | undefined): Watch =>
  saved === undefined ? NOT_WATCHED : { everyS: saved.everyS, ...(saved.isOn && { isOn: saved.isOn }) };
