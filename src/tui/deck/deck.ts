import type { Clock } from '../../base/clock.ts';
import type { LendTerminal } from '../../instances/ssh.ts';
import type { KeptDays } from '../../money/kept-days.ts';
import type { OwnKeys } from '../../own-keys/rebinding.ts';
import type { AnswerAccess } from '../../storage/files/answer-files.ts';
import type { JournalAccess } from '../../storage/journal/profile-journal.ts';
import type { FrameNeeds } from '../frame/keys.ts';
import type { ScreenSize } from '../frame/state.ts';
import type { PaneName } from '../panes/names.ts';
import type { Needs, SearchStart } from '../panes/pane.ts';

/** What panes are given as the program was. Absent: there is no such thing. */
type HandedOn = Pick<Needs, 'random' | 'timeZone'> &
  Partial<Pick<Needs, 'history' | 'alerts' | 'readOnlyReason' | 'views' | 'sets' | 'renting' | 'homeFolder' | 'seen'>>;

/** What the program is put together from. */
export type DeckParts = HandedOn & {
  readonly pane: PaneName;
  /** True where the user has left the pane to the program. */
  readonly isPaneFree?: boolean;
  readonly search: SearchStart;
  /** The parts of it that the user has named; the others are as they were when the program ended last. Absent: all. */
  readonly named?: readonly (keyof SearchStart)[] | undefined;
  /** What the header calls the service. */
  readonly serviceName: string;
  readonly clock: Clock;
  /** What the profile in use keeps on this machine; without it nothing can be announced. */
  readonly journal?: JournalAccess;
  /** What settled days have cost an account, which is kept; absent: nothing is. */
  readonly keptDays?: ((account: string) => KeptDays) | undefined;
  /** True where the account's money is asked for without anybody having looked at it. */
  readonly asksMoney?: boolean;
  /** Where answers are kept for a later run; absent: nowhere, and nothing is said of it. */
  readonly answers?: AnswerAccess;
  /** The mark of the key, where it is known before the service is: what was kept with it is then shown at once. */
  readonly keyMark?: string | undefined;
  /** The user whom the key belongs to, where profile or environment say. */
  readonly userId?: number | undefined;
  /** The keys that the user has given to rows; absent where every row has its usual ones. */
  readonly ownKeys?: OwnKeys | undefined;
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
  readonly left?: string | undefined;
  /** True when the user has named what is to be shown: sessions of earlier runs are then mentioned only. */
  readonly isStartNamed?: boolean | undefined;
  readonly size: ScreenSize;
};
