/**
 * A kind of write, as one value: what is sent to each of several targets that the service lists, and everything that is said of it.
 * The page that reviews, confirms, sends and tells (`src/tui/panes/write-page`), the command (`src/cli/run-write.ts`), the line
 * in the journal and what is told of its end are derived from it. A new kind is a file with such a value; nothing here sends.
 */

import type { Call } from '../api/call.ts';
import type { ListCall } from '../api/calls.ts';
import type { ApiError } from '../api/errors/error.ts';
import type { ListReply } from '../api/records/replies.ts';
import { keyName } from '../base/named-keys.ts';
import type { ColouredRole } from '../base/roles.ts';
import type { Spending } from '../limits/judge.ts';
import type { MoneyTold } from '../money/runway.ts';
import type { Changes, SeenLines, SentChange } from '../storage/journal/changes.ts';
import type { ProfileJournal } from '../storage/journal/profile-journal.ts';
import type { Confirming } from './confirmation.ts';
import type { Unconfirmed } from './read-back.ts';
import type { SendEnd, SendParts } from './send-once.ts';

/** A paragraph of a page that is reviewed, `inset` by so many cells. */
export type Paragraph = { readonly text: string; readonly tone?: 'plain' | ColouredRole; readonly inset?: number };

/** What the words depend on besides. */
export type ReviewContext = {
  readonly timeZone: string;
  /** What is known here of a machine, in a few words. */
  readonly describe: (machineId: number) => string | undefined;
  /** What is left and spent, for what changes that; absent where nothing of it is reviewed. */
  readonly money?: MoneyTold | undefined;
};

/** The types of one kind of write. */
export type WriteTypes = {
  /** What the journal calls it; one kind may have several: start, stop, ... */
  readonly name: string;
  /** What is wished for, ready to be sent. */
  readonly request: { readonly kind: string };
  /** A row of the list, and the target that is made of rows. */
  readonly row: unknown;
  readonly target: { readonly id: number };
  /** What the service answers. */
  readonly reply: { readonly message?: string | undefined };
};

/** How one call ended; `standing` are those that the user did not know of, the newest first. */
export type WriteEnd<W extends WriteTypes> =
  | SendEnd<W['reply'], readonly SentChange<W['name']>[]>
  | Unconfirmed
  /** Not sent: what it was made of is no more so, in words. */
  | { readonly kind: 'outdated'; readonly reason: string };

/** What a call is sent with. */
export type Sending<Row> = SendParts & {
  readonly journal: ProfileJournal;
  /** What the user has seen of the journal. */
  readonly seen: SeenLines;
  /** Told what the list says, where that is read after the call. */
  readonly onListed?: (rows: readonly Row[]) => void;
};

/** The targets of one review, and how the service came to list them. */
export type Listed<Target> = {
  readonly targets: readonly Target[];
  /** Unix epoch milliseconds. */
  readonly readAtEpochMs: number;
  /** False where entries of the list could not be read, or the service says that it cut it. */
  readonly isWhole: boolean;
};

/** The targets with these ids, as a list tells of them that was read at a moment (Unix epoch milliseconds). */
export const listedOf = <W extends WriteTypes>(
  { targetsOf }: WriteKind<W>,
  ids: readonly number[],
  { records, malformedRecords, malformedValues, isTruncated }: Omit<ListReply<W['row']>, 'texts'>,
  readAtEpochMs: number,
): Listed<W['target']> => ({
  targets: targetsOf(records, ids, readAtEpochMs, []),
  readAtEpochMs,
  isWhole: malformedRecords === 0 && malformedValues === 0 && isTruncated !== true,
});

/** How targets are found that are made of one row each by `made`; one whose row is gone is told by what was listed before, and is marked so. */
export const targetsAmong =
  <Row extends { readonly id?: number | null }, Target extends { readonly id: number; readonly isGone?: true }>(
    made: (id: number, row: Row, before: Target | undefined) => Target,
  ) =>
  (rows: readonly Row[], ids: readonly number[], _nowEpochMs: number, before: readonly Target[]): readonly Target[] =>
    ids.flatMap((id): readonly Target[] => {
      const row = rows.find((one) => one.id === id);
      const earlier = before.find((target) => target.id === id);
      if (row !== undefined) return [made(id, row, earlier)];
      return earlier === undefined ? [] : [{ ...earlier, isGone: true }];
    });

/** One kind of write: how its targets are found, what is said of them, how it is sent. */
export type WriteKind<W extends WriteTypes> = {
  /** All names that the journal has for it; no other kind has one of them. */
  readonly names: readonly W['name'][];
  readonly noun: Confirming['noun'];
  /** `Stop instance 5`; of a name that stands for several wishes, what is wished for tells. */
  readonly title: (name: W['name'], ids: readonly number[], request?: W['request']) => string;
  /** What is created has no id yet: its name, which is typed to confirm it and told in the place of an id. */
  readonly newName?: (request: W['request']) => string | undefined;
  /** The list that the targets stand in, and how they are found there; what is not there any more is told by `before`. */
  readonly list: ListCall<W['row']>;
  readonly targetsOf: (
    rows: readonly W['row'][],
    ids: readonly number[],
    nowEpochMs: number,
    before: readonly W['target'][],
  ) => readonly W['target'][];
  /** What is typed first; absent or undefined where the name says all. */
  readonly field?: (name: W['name']) => Field<W['target']> | undefined;
  readonly requestOf: (
    name: W['name'],
    typed: string,
    targets: readonly W['target'][],
  ) => W['request'] | { readonly problem: string };
  /** True where a key confirms the review, Enter unless the pane gives it another; else what confirms is typed. */
  readonly isSmall?: (name: W['name']) => boolean;
  /** True where it may be confirmed before the review is read to its end: what that says was typed a moment ago. */
  readonly isTyped?: (name: W['name']) => boolean;
  /** What is typed to confirm in place of an id or a number, and what it is called, where something speaks against it; nobody confirms it unseen. */
  readonly confirmedBy?: (
    request: W['request'],
    targets: readonly W['target'][],
  ) => { readonly what: string; readonly text: string } | undefined;
  /** What is done, in the words of the question that is confirmed; absent where that is the kind of the request. */
  readonly verb?: (request: W['request']) => string;
  /** True where the name says enough of what was sent before, so that its value is not told. */
  readonly isNameEnough?: true;
  /** True where the body of a call stands below it, set out; else beside it. */
  readonly isBodySetOut?: true;
  /** False for a target that nothing is sent for, as the list tells; `isWhole` is false where it may tell less than there is. Absent: each is sent. */
  readonly isSent?: (target: W['target'], isWhole: boolean, name: W['name']) => boolean;
  /** True where the user's wish to send once more sends also what the list tells is done. */
  readonly isSentAgain?: true;
  /** Why it cannot be done to a target; undefined when the service may be asked, as it always may where this is absent. */
  readonly refusal?: (target: W['target'], name: W['name']) => string | undefined;

  /** The call, exactly as it is sent, and how it is sent, once, and noted. */
  readonly call: (target: W['target'], request: W['request']) => Call;
  readonly send: (target: W['target'], request: W['request'], parts: Sending<W['row']>) => Promise<WriteEnd<W>>;
  /** Present where it may raise what is spent, or what others pay: what one takes up, to be held against the limits; undefined where this one does not. */
  readonly spending?: (target: W['target'], request: W['request']) => Spending | undefined;
  /** What a plan for a target rests on, where all that is listed of it would change by itself: figures that differ when it is applied end it. */
  readonly restsOn?: (target: W['target']) => Readonly<Record<string, unknown>>;
  /** Present where a call says anew all that a target has: what a list that was read since tells otherwise of it, a sentence; it is not sent then. */
  readonly changedSince?: (target: W['target'], rows: readonly W['row'][]) => string | undefined;
  /** Present where one call does it to several. */
  readonly together?: Together<W> | undefined;
  /** The journal's part that tells of earlier ones, and in which what the list shows of them is noted. */
  readonly changes: (journal: ProfileJournal) => Pick<Changes<W['name']>, 'look' | 'settle'>;

  /** What the review says: whom it affected, and then what it does and costs. Exact calls and earlier ones follow by themselves. */
  readonly affected: (
    request: W['request'],
    listed: Listed<W['target']>,
    context: ReviewContext,
  ) => readonly Paragraph[];
  readonly consequences: (request: W['request'], targets: readonly W['target'][]) => readonly Paragraph[];
  /** Present where it changes what is spent: by how much, $/h, below zero where it saves; `perHour` is undefined where nobody knows. */
  readonly costChange?: (
    request: W['request'],
    targets: readonly W['target'][],
  ) => { readonly perHour: number | undefined } | undefined;
  /** Present where the list is read before anything is reviewed. */
  readonly readsFirst?: ReadingFirst | undefined;
  /** Present where the list is read once more after the confirmation: what is sent is what was confirmed. */
  readonly readsAgain?: ReadingAgain<W> | undefined;
  /** What the list says of one whose call has ended, once that is read again; `target` is undefined until then. */
  readonly afterwards: (target: W['target'] | undefined, end: 'accepted' | 'unknown', name: W['name']) => string;
  /** True where that shows that a call without an answer was carried out: its line is settled so. */
  readonly isShownDone?: ((target: W['target']) => boolean) | undefined;
  /** True for a refusal by which the service shows that it has no such call. */
  readonly isLacking?: ((error: ApiError) => boolean) | undefined;

  readonly words: WriteWords<W['target']>;
  readonly keys: WriteKeys;
  readonly command: CommandWords<W>;
};

/** How one of several ended. */
export type TogetherEnd<W extends WriteTypes> = WriteEnd<W> | { readonly kind: 'not-sent' };

/** How it is done to several in one call, where the service has such a call. */
export type Together<W extends WriteTypes> = {
  /** How many a call takes at the most. */
  readonly most: number;
  /** The call for these, exactly as it is sent; undefined for what is asked of each by itself. */
  readonly call: (targets: readonly W['target'][], request: W['request']) => Call | undefined;
  /** Sends it, once, each target under a claim of its own. What became of each, in their order; undefined where the service certainly did nothing. */
  readonly send: (
    targets: readonly W['target'][],
    request: W['request'],
    parts: Sending<W['row']>,
  ) => Promise<readonly TogetherEnd<W>[] | undefined>;
  /** As `changedSince`, of those that are sent together. */
  readonly changedSince: NonNullable<WriteKind<W>['changedSince']>;
};

/** What is typed before the review. */
type Field<Target> = {
  readonly label: string;
  readonly maximum: number;
  readonly lines: (targets: readonly Target[]) => readonly Paragraph[];
  /** What stands there at first. */
  readonly typed: (targets: readonly Target[]) => string;
};

/** How a list is read before anything is confirmed, in words. */
type ReadingFirst = {
  readonly reading: string;
  readonly unread: string;
  readonly before: string;
};

/** When what the list says now is what was confirmed, and what is said meanwhile and where it is not. */
type ReadingAgain<W extends WriteTypes> = {
  readonly areSame: (one: readonly W['target'][], other: readonly W['target'][], name: W['name']) => boolean;
  /** False for a name that nothing is to be read again for. */
  readonly isNeeded?: (name: W['name']) => boolean;
  readonly again: string;
  readonly changed: (one: readonly W['target'][], other: readonly W['target'][], name: W['name']) => readonly string[];
};

/** What the page says besides. */
type WriteWords<Target> = {
  /** Why nothing else can begin while calls are out. */
  readonly whileSending: string;
  /** What became of a target that the service accepted, and of one that nothing was sent for. */
  readonly done: string;
  readonly none: string;
  readonly noneLeft: string;
  /** Said where nothing is to be sent, before it is confirmed and of the key. */
  readonly nothing: string;
  readonly nothingToConfirm: string;
  /** Beside the end of a call. */
  readonly beside: (target: Target) => string;
  /** The foot of the page when all is over; `isAnyLeft`: some were not accepted. */
  readonly over: (isAnyLeft: boolean) => string;
  readonly notRead: string;
  /** Said where the list showed that a call without an answer was carried out. */
  readonly shownDone?: string | undefined;
  /** The foot of a review that another key than Enter confirms. */
  readonly foot?: ((name: string) => string | undefined) | undefined;
};

/** How the rows of the key tables are called: ids are `name` and a verb. */
export type WriteKeys = {
  /** Of what is typed. */
  readonly owner: string;
  readonly name: string;
  readonly group: string;
  /** What Enter does behind what confirms. */
  readonly send: (name: string) => string;
  /** The key that reads the list: the end of its id, and its label. */
  readonly read: readonly [id: string, label: string];
  /** The end of the id of Esc where what confirms is typed. */
  readonly untype: string;
  /** What sends no more of them; the first is named on the page. */
  readonly stop: readonly string[];
  readonly stopName: string;
  /** What the rows of scrolling start with, and whether the footer shows the first. */
  readonly scroll: readonly [owner: string, isInFooter: boolean];
};

/** What most kinds say on their page; `doing` is a sentence without its end: `Prices are still being changed`, `name` that of `usualKeys`. */
export const usualWords = (doing: string, name: string): WriteWords<unknown> => ({
  whileSending: `${doing}: Ctrl-C stops that.`,
  done: 'accepted',
  none: '',
  nothing: '',
  nothingToConfirm: '',
  noneLeft: 'There is none left to send.',
  beside: () => '',
  over: (isAnyLeft) =>
    `Nothing more is sent. ${isAnyLeft ? `${keyName(`${name}-again`)} reviews again what was not accepted, ` : ''}Esc goes back.`,
  notRead: `The list is not read again yet: ${keyName(`${name}-refresh`)} asks.`,
});

/** The usual rows of its key tables; `name` is that of the write behind its `owner`: `machines.price`. */
export const usualKeys = (owner: string, name: string, group: string): WriteKeys => ({
  owner,
  name,
  group,
  send: () => 'send it',
  read: ['refresh', 'read the list'],
  untype: 'untype',
  stop: ['x'],
  stopName: 'x',
  scroll: [`${name}-`, false],
});

/** What most commands of a kind of write say; `noun` names the id in a line of JSON: `instance_id`. */
export const usualCommand = (noun: Confirming['noun']) =>
  ({
    record: (id: number, { kind }: WriteTypes['request']) => ({ [`${noun}_id`]: id, change: kind }),
    before: (end: 'accepted' | 'unknown') => `${end}_before`,
    nothing: '',
  }) as const;

/** What the command says in its own way. */
type CommandWords<W extends WriteTypes> = {
  /** The first members of a line of JSON, and what the outcome of an earlier one is called. */
  readonly record: (id: number, request: W['request']) => Readonly<Record<string, unknown>>;
  readonly before: (end: 'accepted' | 'unknown') => string;
  readonly nothing: string;
  /** What of a reply is told besides, such as a secret that is shown only once. */
  readonly told?: (reply: W['reply']) => Readonly<Record<string, unknown>>;
};
