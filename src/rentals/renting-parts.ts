/** What the form for renting is read with: the presets, and the places that values come from. */
import type { PresetsReading } from '../storage/files/presets.ts';
import type { ValuePlaces } from './environment.ts';

/** Given to the panes as a whole, so that they reach for no variable and no folder themselves. */
export type RentingParts = {
  /** Reads `presets.json`. */
  readonly presets: () => PresetsReading;
  readonly places: ValuePlaces;
};
