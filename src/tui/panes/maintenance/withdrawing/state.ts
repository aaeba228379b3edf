/** The withdrawal of windows: they are read, reviewed, read once more, withdrawn machine by machine, and read again. Pure. */

import type { Explanation } from '../../../../api/errors/explain.ts';
import type { Fate as SentFate } from '../../../../instances/fate.ts';
import { areSameWindows, type StandingWindows } from '../../../../maintenance/standing-windows.ts';
import type { WithdrawalsLook } from '../../../../maintenance/withdraw.ts';
import type { Line, LineEdit } from '../../../state/line.ts';

/** What became of one machine, or will. */
export type Fate =
  | SentFate
  /** There was nothing to withdraw, and nothing was sent. */
  | { readonly stage: 'none' };

/** What is reviewed: the windows of each machine as the service listed them last, and what the journal knew by then. */
type Review = {
  readonly kind: 'review';
  readonly standing: readonly StandingWindows[];
  /** When the service listed them, Unix epoch milliseconds. */
  readonly readAtEpochMs: number;
  /** False where entries of the list could not be read, or the service says that it cut it. */
  readonly isWhole: boolean;
  readonly look: WithdrawalsLook;
  readonly top: number;
  /** What confirms; present while it is typed. */
  readonly typed?: Line;
  /** It was confirmed: the windows are read once more before anything is sent. */
  readonly isChecking?: true;
  /** Why what was about to be confirmed, or was, is not sent. */
  readonly note?: string;
};

/** How far it is. */
export type Stage =
  /** The service is asked for the windows. */
  | { readonly kind: 'reading' }
  | { readonly kind: 'unread'; readonly failure: Explanation }
  | Review
  | {
      readonly kind: 'sent';
      readonly standing: readonly StandingWindows[];
      readonly fates: readonly Fate[];
      readonly isOver: boolean;
      readonly isStopped?: true;
      /** What the service lists now that all is over; absent until it has said. */
      readonly left?: readonly StandingWindows[];
      readonly top: number;
    };

/** One withdrawal: of the windows of these machines, each named once. */
export type Withdrawing = { readonly machineIds: readonly number[]; readonly stage: Stage };

/** What the service lists of the machines, and what is known with it. */
type Seen = Pick<Review, 'standing' | 'readAtEpochMs' | 'isWhole' | 'look'>;

/** Said where what is listed is not what was confirmed. */
const CHANGED =
  'Nothing was sent: windows were announced or withdrawn elsewhere meanwhile. Read what stands here now, then confirm again.';

/** Machines were chosen: the windows are read first. */
export const withdrawingBegun = (machineIds: readonly number[]): Withdrawing => ({
  machineIds,
  stage: { kind: 'reading' },
});

/** The machines that something is sent for: those with windows. */
export const machinesToSend = (standing: readonly StandingWindows[]): readonly number[] =>
  standing.filter(({ windows }) => windows.length > 0).map(({ machineId }) => machineId);

/** The service has listed the windows, before anything was sent: they are to be read and confirmed. */
export const windowsReviewed = (withdrawing: Withdrawing, seen: Seen): Withdrawing => {
  const { stage } = withdrawing;
  if (stage.kind === 'sent') return withdrawing;
  if (stage.kind !== 'review') return { ...withdrawing, stage: { kind: 'review', top: 0, ...seen } };
  if (areSameWindows(stage.standing, seen.standing)) return { ...withdrawing, stage: { ...stage, ...seen } };
  const isConfirmed = stage.isChecking === true || stage.typed !== undefined;
  return { ...withdrawing, stage: { kind: 'review', top: 0, ...seen, ...(isConfirmed && { note: CHANGED }) } };
};

/** The windows could not be read; what was confirmed is not sent. */
export const windowsUnread = (withdrawing: Withdrawing, failure: Explanation): Withdrawing => {
  const { stage } = withdrawing;
  return stage.kind === 'sent' ? withdrawing : { ...withdrawing, stage: { kind: 'unread', failure } };
};

/** They are read again. */
export const windowsAsked = (withdrawing: Withdrawing): Withdrawing =>
  withdrawing.stage.kind === 'unread' ? { ...withdrawing, stage: { kind: 'reading' } } : withdrawing;

/** What confirms is typed, or no more. */
export const confirmationTyped = (withdrawing: Withdrawing, typed: Line | undefined): Withdrawing => {
  if (withdrawing.stage.kind !== 'review') return withdrawing;
  const { typed: _, isChecking: __, ...stage } = withdrawing.stage;
  return { ...withdrawing, stage: { ...stage, ...(typed && { typed }) } };
};

/** What confirms was edited. */
export const confirmationEdited = (withdrawing: Withdrawing, edit: LineEdit): Withdrawing =>
  withdrawing.stage.kind === 'review' && withdrawing.stage.typed !== undefined
    ? confirmationTyped(withdrawing, edit(withdrawing.stage.typed))
    : withdrawing;

/** It was confirmed: the windows are read once more, and what is listed then has to be the same. */
export const checkBegun = (withdrawing: Withdrawing): Withdrawing => {
  if (withdrawing.stage.kind !== 'review') return withdrawing;
  const { typed: _, note: __, ...stage } = withdrawing.stage;
  return { ...withdrawing, stage: { ...stage, isChecking: true } };
};

/** The page was scrolled by `lines`, at most to `highest`. */
export const withdrawingScrolled = (withdrawing: Withdrawing, lines: number, highest: number): Withdrawing => {
  const { stage } = withdrawing;
  if (stage.kind !== 'review' && stage.kind !== 'sent') return withdrawing;
  return { ...withdrawing, stage: { ...stage, top: Math.max(0, Math.min(highest, stage.top + lines)) } };
};

/** What was confirmed is as it was: nothing has been sent yet. */
export const sendingBegun = (withdrawing: Withdrawing): Withdrawing => {
  const { stage } = withdrawing;
  if (stage.kind !== 'review') return withdrawing;
  const fates = stage.standing.map(({ windows }): Fate => ({ stage: windows.length === 0 ? 'none' : 'waiting' }));
  return { ...withdrawing, stage: { kind: 'sent', standing: stage.standing, fates, isOver: false, top: 0 } };
};

/** Something became of a machine. */
export const fateCame = (withdrawing: Withdrawing, machineId: number, fate: Fate): Withdrawing => {
  const { stage } = withdrawing;
  if (stage.kind !== 'sent') return withdrawing;
  const fates = stage.fates.map((before, place) => (stage.standing[place]?.machineId === machineId ? fate : before));
  return { ...withdrawing, stage: { ...stage, fates } };
};

/** The user wants nothing more to be sent. */
export const sendingStopped = (withdrawing: Withdrawing): Withdrawing =>
  withdrawing.stage.kind === 'sent'
    ? { ...withdrawing, stage: { ...withdrawing.stage, isStopped: true } }
    : withdrawing;

/** Nothing more will be sent. */
export const sendingEnded = (withdrawing: Withdrawing): Withdrawing =>
  withdrawing.stage.kind === 'sent' ? { ...withdrawing, stage: { ...withdrawing.stage, isOver: true } } : withdrawing;

/** The machines whose outcome is unknown and of which a sound list has no window any more: what was sent was carried out. */
export const settledBy = ({ stage }: Withdrawing, left: readonly StandingWindows[]): readonly number[] =>
  stage.kind !== 'sent' || !stage.isOver
    ? []
    : left.flatMap(({ machineId, windows }, place) =>
        windows.length === 0 && stage.fates[place]?.stage === 'unknown' ? machineId : [],
      );

/** The service has listed what is left, after all was over. */
export const leftSeen = (withdrawing: Withdrawing, left: readonly StandingWindows[]): Withdrawing =>
  withdrawing.stage.kind === 'sent' && withdrawing.stage.isOver
    ? { ...withdrawing, stage: { ...withdrawing.stage, left } }
    : withdrawing;

/** Those that have windows and were not accepted are to be reviewed again. */
export const withdrawingReopened = ({ machineIds, stage }: Withdrawing): Withdrawing =>
  withdrawingBegun(
    stage.kind === 'sent'
      ? machineIds.filter((_, place) => !['accepted', 'none'].includes(stage.fates[place]?.stage ?? ''))
      : machineIds,
  );

/** True while calls are out or wait to be. */
export const isSending = (withdrawing: Withdrawing | undefined): boolean =>
  withdrawing?.stage.kind === 'sent' && !withdrawing.stage.isOver;
