/**
 * What a pane is: one value of the type `Pane`, which `index.ts` lists, and what it is given of the program: the ways to
 * everything outside. No member may be left out; a pane that has nothing to do says so.
 */
import type { ReactNode } from 'react';
import type { AlertDesk } from '../../alerts/desk.ts';
import type { EndpointName, ListCall } from '../../api/calls.ts';
import type { Exchange } from '../../api/http/exchange.ts';
import type { QuestionParts } from '../../api/question.ts';
import type { ListReply } from '../../api/records/replies.ts';
import type { Clock } from '../../base/clock.ts';
import type { History } from '../../history/history.ts';
import type { LendTerminal } from '../../instances/ssh.ts';
import type { HostRow } from '../../maintenance/machine-hosts.ts';
import type { SeenById } from '../../money/gpu-samples.ts';
import type { KeptDays } from '../../money/kept-days.ts';
import type { Workload } from '../../pricing/job-cost.ts';
import type { ValuePlaces } from '../../rentals/environment.ts';
import type { RentMethod } from '../../rentals/method.ts';
import type { AnswerCache, KeptOffers } from '../../storage/files/answer-files.ts';
import type { PresetsReading } from '../../storage/files/presets.ts';
import type { SetsReading } from '../../storage/files/sets.ts';
import type { JournalAccess } from '../../storage/journal/profile-journal.ts';
import type { FilterLines } from '../../storage/journal/remembered.ts';
import type { View } from '../../views/view.ts';
import type { Views } from '../../views/views.ts';
import type { Layer } from '../keys/binding.ts';
import type { RowKey } from '../state/list.ts';
import type { Money } from '../state/money.ts';
import type { Resume } from '../state/resume.ts';
import type { Slice } from '../state/slice.ts';
import type { ScreenWord } from '../ui/list-words.ts';
import type { Segment, Size } from '../ui/segments.ts';
import type { PaneName } from './names.ts';

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
  readonly screen: () => Size;
  /** IANA name of the zone in which times are shown. */
  readonly timeZone: string;
  /** What the profile in use keeps on this machine. */
  readonly journal: () => JournalAccess;
  /** A mark of the key in use, from which it cannot be had; undefined until the service is known. */
  readonly keyMark: () => string | undefined;
  /** The user whom the key belongs to, where profile, environment or service say. */
  readonly userId: () => number | undefined;
  /** The views of offers that the user has kept; undefined where none are. */
  readonly views: Views | undefined;
  /** Reads the sets that filter lines may name; undefined where there are none. */
  readonly sets: (() => SetsReading) | undefined;
  /** Presets for renting, and where the values come from that they name. */
  readonly renting: RentMethod & {
    readonly presets: () => PresetsReading;
    readonly places: ValuePlaces;
  };
  /** What settled days have cost this user, as far as it is kept; absent where nothing is. */
  readonly keptDays: ((userId: number | undefined) => KeptDays) | undefined;
  /** What instances of this service were seen doing. */
  readonly seen: () => SeenById;
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
  /** Plans maintenance for these machines; `caution` is what the review has to say of how they were chosen. */
  readonly planMaintenance: (machineIds: readonly number[], caution?: string) => void;
  /** Opens what lives in a pane: with `action` the row of its keys of that id is run, and with `key` the list there goes to that row. */
  readonly visit: (
    pane: PaneName,
    to: { readonly action?: string | undefined; readonly key?: RowKey | undefined },
  ) => void;
  /** Withdraws the windows of these machines, after a review. */
  readonly withdrawWindows: (machineIds: readonly number[]) => void;
  /** Brings the pane of the user's machines to the front. */
  readonly showMachines: () => void;
  /** Shows where the user's machines stand in the market. */
  readonly showOwnMarket: () => void;
  /** Has the lists asked for of what the caller holds, by the panes that show them. */
  readonly askHeld: () => void;
  /** Tells the panes that an instance was rented. */
  readonly instanceRented: (id: number) => void;
  /** Machines that hold something of the caller's, as far as the panes know now. */
  readonly heldMachines: () => readonly number[];
  readonly describeMachine: DescribeMachine;
  readonly money: AccountMoney;
  /** The key of the pane in which a call is made. */
  readonly digitOfCall: (call: EndpointName) => string;
};

/** The same for what stands in a pane and has a part of its state, or none. */
export type Needs = Omit<PaneNeeds<never>, 'slice'>;

/** The account's money, which several panes show. */
export type AccountMoney = {
  /** What is known of it now. */
  readonly now: () => Money;
  /** Asks for it anew, and from now on every five minutes. */
  readonly ask: () => void;
  /** The same, unless it was told within the last minute. */
  readonly look: () => void;
  /** Says what the charges have shown: a host is told none. */
  readonly hostLearned: (isHost: boolean) => void;
};

/** Where the answers to each list are kept. */
type Caches = {
  readonly offers: AnswerCache<KeptOffers>;
  /** The cache of a list that is asked for as a whole. */
  readonly of: <T>(call: ListCall<T>) => AnswerCache<ListReply<T>>;
};

/** Tells in a few words what is known here of a machine: `4x RTX 4090, US`; undefined where that is nothing. */
export type DescribeMachine = (machineId: number) => string | undefined;

/** One pane, whose part of the store is a `State`. */
export type Pane<State> = {
  /** The state before anything was asked or typed. */
  readonly initial: (start: PaneStart) => State;
  /** What of the state goes along when the user turns to another service; `staysHere` where nothing does. */
  readonly goesAlong: (state: State) => Partial<PaneStart>;
  /** What of the state is there again at the next start, without a question; `nothingComesBack` where nothing is. */
  readonly comesBack: ComesBack<State>;
  /** Builds the pane's keys and effects. */
  readonly create: (needs: PaneNeeds<State>) => RunningPane;
  readonly face: Face<State>;
  /** The calls that are made here: a failed write sends the user to this pane. */
  readonly calls: readonly EndpointName[];
  /** What its rows tell of machines; `tellsNothing` where it has no such rows. */
  readonly machines: MachineFacts<State>;
  /** What of it a later run resumes; where that is nothing, why. */
  readonly resume: Resume<State>;
};

/** What the program starts with. */
export type PaneStart = {
  readonly search: SearchStart;
  /** IANA name of the zone in which times are read and shown. */
  readonly timeZone: string;
};

/** The search that the program starts with, from the command line or from the service that was left; the filter as typed. */
export type SearchStart = View & {
  /** The job that offers are compared for; absent where none is named, so that the one that is remembered holds. */
  readonly workload?: Workload | undefined;
  /** What the table is grouped by. */
  readonly groupedBy?: string | undefined;
  /** Name of the view that this is, or was before parts of it were given. */
  readonly view?: string | undefined;
  /** How many offers each view had, by its name, whether there may be more, and when that was (Unix epoch milliseconds). */
  readonly viewCounts?:
    | Readonly<Record<string, { readonly shown: number; readonly isCut: boolean; readonly atEpochMs: number }>>
    | undefined;
};

/** How that is kept, as plain data, and what a later run makes of it; undefined where it does not understand it. */
type ComesBack<State> = {
  readonly saved: (state: State) => unknown;
  readonly read: (content: unknown) => Partial<SearchStart> | undefined;
};

/** What is drawn of a pane. */
type Face<State> = {
  /** The pane itself. */
  readonly page: (state: State, place: Place) => ReactNode;
  readonly preview: Preview<State>;
  /** What the footer says of it, on a screen of `width` cells. */
  readonly footnote: (state: State, width: number) => readonly Segment[];
  /** What it is waiting for, for the message line. */
  readonly status: (state: State, timeZone: string) => readonly Segment[];
  /** What the words on it mean, for the help page. */
  readonly words: readonly ScreenWord[];
};

/**
 * What is told of the row under the cursor, beside the list or below it: its first line names the row. Undefined while no list is in
 * front. Pure.
 */
export type Preview<State> = (state: State) => PreviewLines | undefined;

/** The lines in a place, at most as many as it has. */
export type PreviewLines = (place: PreviewPlace) => readonly (readonly Segment[])[];

export type PreviewPlace = Size & {
  /** IANA name of the zone in which times are shown. */
  readonly timeZone: string;
  /** The terminal shows ASCII only: a chart is drawn with other signs. */
  readonly isAscii: boolean;
};

/** Where a pane is drawn, and what it may show that is not in its state. */
export type Place = {
  /** Cells, and lines. */
  readonly width: number;
  readonly height: number;
  /** IANA name of the zone in which times are shown. */
  readonly timeZone: string;
  readonly describeMachine: DescribeMachine;
  /** What is known of the account's money. */
  readonly money: Money;
  /** Why nothing may be sent that notifies or changes anything; undefined when it may. */
  readonly readOnlyReason: string | undefined;
  /** Why no journal is kept; undefined when one is. */
  readonly journalProblem: string | undefined;
  /** The secret that the pane shows in the clear (`RunningPane.revealedSecret`). It must be kept nowhere. */
  readonly revealedSecret: string | undefined;
};

/** A pane at work. Every member is there; `nothing`, `unguarded` and `noSecret` say that there is nothing to do. */
export type RunningPane = {
  /** The key layers in force while the pane is open, innermost first. */
  readonly layers: () => readonly Layer[];
  /** The pane was opened: asks what was not asked before. */
  readonly open: () => void;
  /** Another pane was opened, or the service is left: what failed is not tried again by itself. */
  readonly leave: () => void;
  /** Another service or key is in use: what the former one said of its user is forgotten. */
  readonly serviceChanged: () => void;
  /** The screen has another size. */
  readonly resize: () => void;
  /** Reads the journal anew; a session is resumed in its light. */
  readonly readJournal: () => void;
  /** The state was resumed from an earlier run: asks what it needs, whichever pane is open. */
  readonly resumed: () => void;
  /** What it wants to be told of other panes. */
  readonly hears: Hearing;
  readonly guards: Guards;
  /** The secret in the clear while the user has it revealed, else undefined. For the page alone: it must be kept nowhere. */
  readonly revealedSecret: () => string | undefined;
};

/** What a pane wants to be told, whichever pane it comes from. */
export type Hearing = {
  /** A call has ended, well or not. */
  readonly callEnded?: (exchange: Exchange) => void;
  /** Rows of the service have come, which may tell whose machines are. */
  readonly hostRowsCame?: (rows: readonly HostRow[]) => void;
  /** Alerts have fired, here or in another program. */
  readonly alertsFired?: () => void;
  /** Leases have changed, in the journal; `hasActed` where one has sent something. */
  readonly leasesChanged?: (hasActed: boolean) => void;
  /** An instance was rented. */
  readonly instanceRented?: (id: number) => void;
  /** The user comes to see the row of that key. */
  readonly rowSought?: (key: RowKey) => void;
  /** What the user has is wanted by another pane: it is asked for. */
  readonly heldWanted?: () => void;
  /** The user wants to see where the own machines stand in the market. */
  readonly ownMarketAsked?: () => void;
  /** The user wants to plan maintenance for machines; with `areHeld` they hold something of the caller's. */
  readonly machinesChosen?: (machineIds: readonly number[], areHeld: boolean, caution?: string) => void;
  /** The user wants to withdraw the windows of machines. */
  readonly withdrawalWanted?: (machineIds: readonly number[]) => void;
};

/** What keeps the user from leaving something half done. It holds in every pane. */
export type Guards = {
  /** Layers in front of all others. */
  readonly layersInFront: () => readonly Layer[];
  /** Layers behind those of every pane, and in front of those that work everywhere. */
  readonly layersBehind: () => readonly Layer[];
  /** Why the service in use must not be left for another one now; undefined when it may. */
  readonly refusalToLeave: () => string | undefined;
  /** Asked before the program, its service or its session is left: true where that has to wait, which the user is told. */
  readonly holdBack: () => boolean;
};

/** What a pane's rows tell of machines. Pure. */
type MachineFacts<State> = {
  /** The rows that all of it comes from: the same list as long as no others have come. */
  readonly rows: (state: State) => readonly unknown[];
  /** Which machine each row is on, and whose that is. */
  readonly hostRows: (state: State) => readonly HostRow[];
  /** True where a row stands for something that the caller has on its machine. */
  readonly areHeld: boolean;
  /** True where a row is a whole machine: an offer may be a part of one. */
  readonly areWhole: boolean;
  /** A few words for each machine, to recognise it by. */
  readonly words: (state: State) => ReadonlyMap<number, string>;
};

/** For a member that has nothing to do. */
export const nothing = (): void => {};

/** For a pane that can be left at any time. */
export const unguarded: Guards = {
  layersInFront: () => [],
  layersBehind: () => [],
  refusalToLeave: () => undefined,
  holdBack: () => false,
};

/** For a pane of which nothing goes along to another service. */
export const staysHere = (): Partial<PaneStart> => ({});

/** For a pane that starts as it is. */
export const nothingComesBack: ComesBack<unknown> = { saved: () => undefined, read: () => ({}) };

/** For a pane that shows no secret. */
export const noSecret = (): undefined => undefined;

/** For a pane without rows that name machines. */
export const tellsNothing: MachineFacts<unknown> = {
  rows: () => NO_ROWS,
  hostRows: () => [],
  areHeld: false,
  areWhole: false,
  words: () => NO_WORDS,
};

const NO_ROWS: readonly unknown[] = [];
const NO_WORDS: ReadonlyMap<number, string> = new Map();
