/** What a pane is given of the program: the ways to everything outside. */
import type { AlertDesk } from '../../alerts/desk.ts';
import type { EndpointName, ListCall } from '../../api/calls.ts';
import type { QuestionParts } from '../../api/question.ts';
import type { ListReply } from '../../api/records/replies.ts';
import type { Clock } from '../../base/clock.ts';
import type { History } from '../../history/history.ts';
import type { LendTerminal } from '../../instances/ssh.ts';
import type { RentingParts } from '../../rentals/renting-parts.ts';
import type { AnswerCache, KeptOffers } from '../../storage/files/kept-answer.ts';
import type { SetsReading } from '../../storage/files/sets.ts';
import type { JournalAccess } from '../../storage/journal/profile-journal.ts';
import type { FilterLines } from '../../storage/journal/remembered.ts';
import type { Views } from '../../views/views.ts';
import type { Slice } from '../state/slice.ts';

/** What a pane needs from outside. */
export type PaneNeeds<State> = QuestionParts & {
  readonly slice: Slice<State>;
  /** Runs something after some milliseconds that the program does not wait for; the answer takes it back. */
  readonly later: Clock['after'];
  /** Filter lines of this pane that were kept before. */
  readonly lines: FilterLines;
  /** Where the answers are kept for a later run; undefined where none are. */
  readonly caches: Caches | undefined;
  /** What offers of this service cost in the past; undefined where nothing of that is kept. */
  readonly history: History | undefined;
  /** Alerts on what offers of this service cost; undefined where nothing of that is kept. */
  readonly alerts: AlertDesk | undefined;
  /** Cells and lines that the pane has. */
  readonly screen: () => { readonly width: number; readonly height: number };
  /** IANA name of the zone in which times are shown. */
  readonly timeZone: string;
  /** What the profile in use keeps on this machine. */
  readonly journal: () => JournalAccess;
  /** The user whom the key belongs to, where profile, environment or service say. */
  readonly userId: () => number | undefined;
  /** The views of offers that the user has kept; undefined where none are. */
  readonly views: Views | undefined;
  /** Reads the sets that filter lines may name; undefined where there are none. */
  readonly sets: (() => SetsReading) | undefined;
  /** Presets for renting, and where the values come from that they name. */
  readonly renting: RentingParts;
  /** The user's home folder, where it is known. */
  readonly homeFolder: string | undefined;
  /** Why nothing may be sent that notifies or changes anything; undefined when it may. */
  readonly readOnlyReason: string | undefined;
  /** True when the line to the user's terminal has shown itself to be slow. */
  readonly isLinkSlow: () => boolean;
  /** Shows one line to the user. */
  readonly notify: (text: string) => void;
  /** Says why something could not be done. */
  readonly refuse: (reason: string) => void;
  /** Hands what was received to the user's clipboard and says so; `what` names it in words. */
  readonly copy: (text: string, what: string) => void;
  /** Sends a text as it stands to the user's clipboard; undefined when there is no way. Says nothing. */
  readonly clipboard: (text: string) => Promise<'sent' | undefined>;
  /** Undefined where the terminal cannot be handed over. */
  readonly lendTerminal: LendTerminal | undefined;
  /** Brings this pane to the front. */
  readonly comeForward: () => void;
  /** Plans maintenance for these machines. */
  readonly planMaintenance: (machineIds: readonly number[]) => void;
  /** Machines that hold something of the caller's, as far as the panes know now. */
  readonly heldMachines: () => readonly number[];
  readonly describeMachine: DescribeMachine;
  /** The key of the pane in which a call is made. */
  readonly digitOfCall: (call: EndpointName) => string;
};

/** The same for what stands in a pane and has a part of its state, or none. */
export type Needs = Omit<PaneNeeds<never>, 'slice'>;

/** Where the answers to each list are kept. */
type Caches = {
  readonly offers: AnswerCache<KeptOffers>;
  /** The cache of a list that is asked for as a whole. */
  readonly of: <T>(call: ListCall<T>) => AnswerCache<ListReply<T>>;
};

/** Tells in a few words what is known here of a machine: `4x RTX 4090, US`; undefined where that is nothing. */
export type DescribeMachine = (machineId: number) => string | undefined;
