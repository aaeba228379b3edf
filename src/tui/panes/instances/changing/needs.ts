/** What changing instances needs from outside. */
import type { Instance } from '../../../../catalogue/values.ts';
import type { Slice } from '../../../state/slice.ts';
import type { PaneNeeds } from '../../pane.ts';
import type { Changing } from './state.ts';

/** The pane's needs, and the list that the instances are in. */
export type ChangingNeeds = Pick<
  PaneNeeds<never>,
  'client' | 'clock' | 'random' | 'run' | 'journal' | 'readOnlyReason' | 'refuse' | 'notify' | 'screen' | 'timeZone'
> & {
  readonly slice: Slice<Changing | undefined>;
  /** The instances of the newest list. */
  readonly listed: () => readonly Instance[];
  /** Asks for the list again, whatever is under way, and shows no sign of it. */
  readonly askAgain: () => void;
  /** What was chosen is destroyed: no page of it stays open, and no mark. */
  readonly onDestroyed: () => void;
};
