import type { AlertDesk } from '../../alerts/desk.ts';
import type { Clock } from '../../base/clock.ts';
import type { History } from '../../history/history.ts';
import type { LendTerminal } from '../../instances/ssh.ts';
import type { OwnKeys } from '../../own-keys/rebinding.ts';
import type { AnswerAccess } from '../../storage/files/answer-files.ts';
import type { SetsReading } from '../../storage/files/sets.ts';
import type { JournalAccess } from '../../storage/journal/profile-journal.ts';
import type { Views } from '../../views/views.ts';
import type { FrameNeeds } from '../frame/keys.ts';
import type { ScreenSize } from '../frame/state.ts';
import type { PaneName } from '../panes/names.ts';
import type { Needs, SearchStart } from '../panes/pane.ts';

/** What the program is put together from. */
export type DeckParts = {
  readonly pane: PaneName;
  readonly search: SearchStart;
  /** The parts of it that the user has named; the others are as they were when the program ended last. Absent: all. */
  readonly named?: readonly (keyof SearchStart)[] | undefined;
  /** What the header calls the service. */
  readonly serviceName: string;
  readonly clock: Clock;
  /** A random number, at least 0 and below 1. */
  readonly random: () => number;
  /** IANA name of the zone in which times are shown. */
  readonly timeZone: string;
  /** What the profile in use keeps on this machine; without it nothing can be announced. */
  readonly journal?: JournalAccess;
  /** Where answers are kept for a later run; absent: nowhere, and nothing is said of it. */
  readonly answers?: AnswerAccess;
  /** What offers of this service cost in the past; absent where nothing of that is kept. */
  readonly history?: History;
  /** Alerts on that. */
  readonly alerts?: AlertDesk;
  /** Why nothing that notifies or changes anything may be sent; absent when it may. */
  readonly readOnlyReason?: string;
  /** The user whom the key belongs to, where profile or environment say. */
  readonly userId?: number;
  /** The views of offers that the user has kept; absent where none are. */
  readonly views?: Views;
  /** Reads the sets that filter lines may name; absent where there are none. */
  readonly sets?: () => SetsReading;
  /** The keys that the user has given to rows; absent where every row has its usual ones. */
  readonly ownKeys?: OwnKeys;
  /** Presets for renting, and where the values come from that they name; absent: there are no presets and no variables. */
  readonly renting?: Needs['renting'];
  /** The user's home folder, where it is known. */
  readonly homeFolder?: string;
  readonly terminal: FrameNeeds['terminal'] & {
    /** Sends a text to the user's clipboard; undefined when there is no way, and it has to be shown instead. */
    readonly copy: (text: string) => Promise<'sent' | undefined>;
    /** Calls for a user who may be looking elsewhere; absent where the terminal can do nothing of that. */
    readonly attract?: (attention: { readonly isBellRung: boolean; readonly notice?: string }) => void;
    /** Absent where the terminal cannot be handed over. */
    readonly lend?: LendTerminal;
  };
  readonly services: FrameNeeds['services'];
  /** Tells when what is typed is to be noted, apart from what the program waits for; absent: the clock. */
  readonly sessionClock?: Clock;
  /** What was left here earlier in this run, to be resumed; absent when there is nothing. */
  readonly left?: string;
  /** True when the user has named what is to be shown: sessions of earlier runs are then mentioned only. */
  readonly isStartNamed?: boolean;
  readonly size: ScreenSize;
};
