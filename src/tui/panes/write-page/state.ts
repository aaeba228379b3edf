/** A write on its page: what is typed, read, reviewed and confirmed, the sending, and what became of each target. Pure. */
import type { Explanation } from '../../../api/errors/explain.ts';
import type { Fate as SentFate } from '../../../instances/fate.ts';
import type { OverLimit } from '../../../limits/allowance.ts';
import type { ChangesLook } from '../../../storage/journal/changes.ts';
import { haveOneCall } from '../../../writes/together.ts';
import type { Listed, WriteKind, WriteTypes } from '../../../writes/write-kind.ts';
import { type Line, type LineEdit, lineOf } from '../../state/line.ts';

/** What became of one target, or will; `none`: nothing is sent for it. */
export type Fate = SentFate | { readonly stage: 'none' };

/** How far it is. */
export type Stage<Target> =
  /** What the write needs is typed. */
  | { readonly kind: 'value' }
  /** The service is asked for the list that is reviewed. */
  | { readonly kind: 'reading' }
  | { readonly kind: 'unread'; readonly failure: Explanation }
  | Review
  | {
      readonly kind: 'sent';
      readonly fates: readonly Fate[];
      readonly isOver: boolean;
      readonly isStopped?: true;
      /** The targets as a list tells them that was asked for when all was over; undefined where it has one no more. */
      readonly after?: readonly (Target | undefined)[];
      readonly top: number;
    };

type Review = {
  readonly kind: 'review';
  readonly look: ChangesLook<string>;
  readonly readAtEpochMs: number;
  readonly isWhole: boolean;
  readonly top: number;
  /** What confirms; present while it is typed. */
  readonly typed?: Line;
  /** It was confirmed: the list is read once more before anything is sent. */
  readonly isChecking?: true;
  /** Why what was about to be confirmed, or was, is not sent. */
  readonly note?: readonly string[];
};

/** One write for these targets, each named once; `targets` are empty until a list has told of them. */
export type Writing<W extends WriteTypes> = {
  readonly kind: W['name'];
  readonly ids: readonly number[];
  readonly targets: readonly W['target'][];
  readonly value: Line;
  /** What is wished for, where that was not typed here. */
  readonly request?: W['request'];
  /** A limit was in the way of the last try: this is typed to go over it. */
  readonly over?: OverLimit | undefined;
  readonly stage: Stage<W['target']>;
};

/** What it asks for, or why what was typed asks for nothing. */
export const requestIn = <W extends WriteTypes>(
  { kind: name, value, request, targets }: Writing<W>,
  { requestOf }: Pick<WriteKind<W>, 'requestOf'>,
): ReturnType<typeof requestOf> => request ?? requestOf(name, value.text, targets);

/** A write as a page over its pane. */
export type WritingPage<W extends WriteTypes> = { readonly kind: 'writing'; readonly writing: Writing<W> };

const withStage = <W extends WriteTypes>(writing: Writing<W>, stage: Stage<W['target']>): Writing<W> => ({
  ...writing,
  stage,
});

/** Things were chosen. */
export const writingBegun = <W extends WriteTypes>(
  kind: W['name'],
  ids: readonly number[],
  stage: 'value' | 'reading',
  targets: readonly W['target'][] = [],
  typed = '',
  request?: W['request'],
  over?: OverLimit,
): Writing<W> => ({
  kind,
  ids,
  targets,
  value: lineOf(typed),
  ...(request !== undefined && { request }),
  ...(over !== undefined && { over }),
  stage: { kind: stage },
});

/** What was typed was edited. */
export const valueEdited = <W extends WriteTypes>(writing: Writing<W>, edit: LineEdit): Writing<W> => ({
  ...writing,
  value: edit(writing.value),
});

/** Back from the review to what was typed. */
export const valueAsked = <W extends WriteTypes>(writing: Writing<W>): Writing<W> =>
  withStage(writing, { kind: 'value' });

/** The review opens, in view of what the journal knows. */
export const reviewOpened = <W extends WriteTypes>(writing: Writing<W>, look: ChangesLook<string>): Writing<W> =>
  withStage(writing, { kind: 'review', look, readAtEpochMs: 0, isWhole: true, top: 0 });

/** The list could not be read; what was confirmed is not sent. */
export const listUnread = <W extends WriteTypes>(writing: Writing<W>, failure: Explanation): Writing<W> =>
  writing.stage.kind === 'sent' ? writing : withStage(writing, { kind: 'unread', failure });

/** It is read again. */
export const listAsked = <W extends WriteTypes>(writing: Writing<W>): Writing<W> =>
  writing.stage.kind === 'unread' ? withStage(writing, { kind: 'reading' }) : writing;

/** The list was read before anything was sent: it is to be read and confirmed, and one that is another than before says so. */
export const listReviewed = <W extends WriteTypes>(
  writing: Writing<W>,
  { targets, ...seen }: Listed<W['target']> & { readonly look: ChangesLook<string> },
  { areSame, changed }: NonNullable<WriteKind<W>['readsAgain']>,
): Writing<W> => {
  const { stage, targets: before, kind } = writing;
  if (stage.kind === 'sent') return writing;
  if (stage.kind === 'review' && stage.isWhole === seen.isWhole && areSame(before, targets, kind))
    return { ...writing, targets, stage: { ...stage, ...seen } };
  const isConfirmed = stage.kind === 'review' && (stage.isChecking === true || stage.typed !== undefined);
  const note = isConfirmed && { note: changed(before, targets, kind) };
  return { ...writing, targets, stage: { kind: 'review', top: 0, ...seen, ...note } };
};

/** Another list is here: what is to be changed is told as it is now; where all is over, what is left of it. */
export const rowsSeen = <W extends WriteTypes>(
  writing: Writing<W>,
  rows: readonly W['row'][],
  { targetsOf }: Pick<WriteKind<W>, 'targetsOf'>,
): Writing<W> => {
  const { stage, ids, targets } = writing;
  if (stage.kind === 'sent') return leftSeen(writing, targetsOf(rows, ids, 0, []));
  const now = targetsOf(rows, ids, 0, targets);
  return JSON.stringify(now) === JSON.stringify(targets) ? writing : { ...writing, targets: now };
};

/** A list that was read when all was over: `found` are the targets that it has. */
export const leftSeen = <W extends WriteTypes>(writing: Writing<W>, found: readonly W['target'][]): Writing<W> => {
  const { stage, ids } = writing;
  if (stage.kind !== 'sent' || !stage.isOver) return writing;
  return withStage(writing, { ...stage, after: ids.map((id) => found.find((target) => target.id === id)) });
};

/** What confirms is typed, or no more. */
export const confirmationTyped = <W extends WriteTypes>(writing: Writing<W>, typed: Line | undefined): Writing<W> => {
  if (writing.stage.kind !== 'review') return writing;
  const { typed: _, isChecking: __, ...stage } = writing.stage;
  return withStage(writing, { ...stage, ...(typed && { typed }) });
};

/** It was confirmed: the list is read once more, and what it says then has to be the same. */
export const checkBegun = <W extends WriteTypes>(writing: Writing<W>): Writing<W> => {
  if (writing.stage.kind !== 'review') return writing;
  const { typed: _, note: __, ...stage } = writing.stage;
  return withStage(writing, { ...stage, isChecking: true });
};

/** So many lines are scrolled out above. */
export const writingScrolled = <W extends WriteTypes>(writing: Writing<W>, top: number): Writing<W> =>
  'top' in writing.stage ? withStage(writing, { ...writing.stage, top }) : writing;

/** It was confirmed: nothing has been sent yet, and nothing will be for the targets that `isSent` leaves out. */
export const sendingBegun = <W extends WriteTypes>(
  writing: Writing<W>,
  kind: Pick<WriteKind<W>, 'isSent'>,
): Writing<W> => {
  const sent = targetsToSend(writing, kind);
  const fates = writing.targets.map((target): Fate => ({ stage: sent.includes(target) ? 'waiting' : 'none' }));
  return { ...writing, stage: { kind: 'sent', fates, isOver: false, top: 0 } };
};

/** The targets that something is sent for. */
export const targetsToSend = <W extends WriteTypes>(
  { targets, stage, kind }: Writing<W>,
  { isSent }: Pick<WriteKind<W>, 'isSent'>,
): readonly W['target'][] =>
  targets.filter((target) => isSent?.(target, stage.kind !== 'review' || stage.isWhole, kind) ?? true);

/** True where one call does it to all of them; what is sent once more is sent one by one. */
export const isTogether = <W extends WriteTypes>(writing: Writing<W>, kind: WriteKind<W>): boolean => {
  const request = requestIn(writing, kind);
  const targets = targetsToSend(writing, kind);
  const open = writing.stage.kind === 'review' ? writing.stage.look.open : [];
  const isAnyOpen = targets.some(({ id }) => open.some(({ instanceId }) => instanceId === id));
  return !('problem' in request) && !isAnyOpen && haveOneCall(kind, targets, request);
};

/** Something became of the target with this id. */
export const fateCame = <W extends WriteTypes>(writing: Writing<W>, id: number, fate: Fate): Writing<W> => {
  const { stage } = writing;
  if (stage.kind !== 'sent') return writing;
  const fates = stage.fates.map((before, place) => (writing.ids[place] === id ? fate : before));
  return withStage(writing, { ...stage, fates });
};

/** The user wants nothing more to be sent. */
export const sendingStopped = <W extends WriteTypes>(writing: Writing<W>): Writing<W> =>
  writing.stage.kind === 'sent' ? withStage(writing, { ...writing.stage, isStopped: true }) : writing;

/** Nothing more will be sent. */
export const sendingEnded = <W extends WriteTypes>(writing: Writing<W>): Writing<W> =>
  writing.stage.kind === 'sent' ? withStage(writing, { ...writing.stage, isOver: true }) : writing;

/** The ids that are left to review again: all, or once something was sent those that were not accepted. */
export const idsLeft = ({ ids, stage }: Pick<Writing<WriteTypes>, 'ids' | 'stage'>): readonly number[] =>
  stage.kind === 'sent'
    ? ids.filter((_, place) => !['accepted', 'none'].includes(stage.fates[place]?.stage ?? ''))
    : ids;

/** What is typed to go over the limit that kept the one target that is left from being sent; of several each is reviewed alone. */
export const overLimitOf = ({ ids, stage }: Pick<Writing<WriteTypes>, 'ids' | 'stage'>): OverLimit | undefined => {
  const left = idsLeft({ ids, stage });
  const fate = stage.kind === 'sent' ? stage.fates[ids.indexOf(left[0] ?? -1)] : undefined;
  return left.length === 1 && fate !== undefined && 'overLimit' in fate ? fate.overLimit : undefined;
};

/** True while calls are out or wait to be. */
export const isSending = (writing: Pick<Writing<WriteTypes>, 'stage'> | undefined): boolean =>
  writing?.stage.kind === 'sent' && !writing.stage.isOver;
