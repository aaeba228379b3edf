/** What the alerts tab needs from outside. */
import type { AlertDesk } from '../../../../alerts/desk.ts';
import type { Clock } from '../../../../base/clock.ts';
import type { Slice } from '../../../state/slice.ts';
import type { AlertsState } from './state.ts';

export type AlertsNeeds = {
  readonly slice: Slice<AlertsState>;
  /** Undefined where no history is kept, and nothing can be waited for. */
  readonly alerts: AlertDesk | undefined;
  readonly clock: Clock;
  readonly later: Clock['after'];
  readonly timeZone: string;
  readonly screen: () => { readonly width: number; readonly height: number };
  readonly run: (task: () => Promise<void>) => void;
  readonly notify: (text: string) => void;
  /** Says why something could not be done. */
  readonly refuse: (reason: string) => void;
};
