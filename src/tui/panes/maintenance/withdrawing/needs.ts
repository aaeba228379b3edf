/** What withdrawing windows needs from outside. */
import type { Slice } from '../../../state/slice.ts';
import type { PaneNeeds } from '../../pane.ts';
import type { MaintenanceState } from '../state.ts';
import type { Withdrawing } from './state.ts';

/** The pane's needs, and the list of windows. */
export type WithdrawingNeeds = Pick<
  PaneNeeds<never>,
  | 'client'
  | 'clock'
  | 'random'
  | 'run'
  | 'journal'
  | 'readOnlyReason'
  | 'refuse'
  | 'notify'
  | 'screen'
  | 'timeZone'
  | 'describeMachine'
> & {
  readonly slice: Slice<Withdrawing | undefined>;
  /** The list of windows as it stands. */
  readonly announced: () => MaintenanceState['announced'];
  /** Why nothing else may be sent while windows are announced; undefined when it may. */
  readonly refusalWhileAnnouncing: () => string | undefined;
  /** Told that the service has shown that it cannot withdraw. */
  readonly onLacking: () => void;
  /** Asks for that list again, whatever is under way. */
  readonly askWindows: () => void;
};
