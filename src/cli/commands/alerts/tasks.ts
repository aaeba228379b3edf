/** What `gpudeck alerts` is asked for. */

import type { Telling } from '../../../alerts/alert.ts';
import type { SearchType } from '../../../api/requests.ts';

/** An alert as it is to be added. */
export type NewAlert = {
  readonly sentence: string;
  readonly command: readonly string[];
  readonly id?: string;
  readonly type?: SearchType;
  readonly storageGb?: number;
  readonly tell?: readonly Telling[];
  readonly quiet?: string;
  readonly debounce?: string;
  readonly timeout?: string;
  readonly repeat?: number;
  readonly isDisarmed: boolean;
};

/** What is done with alerts, and with which. */
export type AlertsTask =
  | { readonly action: 'list'; readonly isJson: boolean }
  | { readonly action: 'add'; readonly alert: NewAlert }
  | { readonly action: 'arm' | 'disarm' | 'remove'; readonly id: string }
  | {
      readonly action: 'check';
      /** The id of an alert, or a sentence. */
      readonly what: string;
      readonly pricing: { readonly type?: SearchType; readonly storageGb?: number; readonly debounce?: string };
      readonly backMs: number;
      readonly isJson: boolean;
    }
  | {
      readonly action: 'events';
      readonly id?: string;
      readonly most: number;
      readonly isJson: boolean;
    };
