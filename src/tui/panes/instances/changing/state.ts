/** What is done to instances: a value that is typed, the review, the sending, and what became of each. Pure. */

import type { Instance } from '../../../../catalogue/values.ts';
import type { Change } from '../../../../instances/change.ts';
import type { Fate } from '../../../../instances/fate.ts';
import { labelProblem, readBid } from '../../../../instances/typed.ts';
import type { ChangeKind, ChangesLook } from '../../../../storage/journal/instance-changes.ts';
import { type Line, type LineEdit, lineOf } from '../../../state/line.ts';

/** An instance that is to be changed, as it was in the newest list that had it. */
export type Target = { readonly id: number; readonly instance: Instance; readonly isGone?: true };

/** How far it is. */
export type Stage =
  /** A label or a bid is typed. */
  | { readonly kind: 'value' }
  /** `typed` is what confirms; present while it is typed. */
  | { readonly kind: 'review'; readonly look: ChangesLook; readonly top: number; readonly typed?: Line }
  | {
      readonly kind: 'sent';
      readonly change: Change;
      readonly fates: readonly Fate[];
      readonly isOver: boolean;
      /** A list is here that was asked for when all was over. */
      readonly isListRead?: true;
      readonly isStopped?: true;
      readonly top: number;
    };

/** One change to one instance or several. */
export type Changing = {
  readonly kind: ChangeKind;
  readonly targets: readonly Target[];
  /** The label, or the bid in $/h, as it is typed. */
  readonly value: Line;
  readonly stage: Stage;
};

/** The ids, in their order. */
export const idsOf = ({ targets }: Changing): readonly number[] => targets.map(({ id }) => id);

/** The change that is meant, or what is wrong with what was typed for it. */
export const changeOf = ({ kind, value }: Changing): Change | { readonly problem: string } => {
  switch (kind) {
    case 'label': {
      const problem = labelProblem(value.text);
      return problem === undefined ? { kind, label: value.text } : { problem };
    }
    case 'bid': {
      const price = readBid(value.text);
      return typeof price === 'object' ? price : { kind, price };
    }
    default:
      return { kind };
  }
};

/** Instances were chosen for a change of this kind; the first one's label or bid is where typing starts. */
export const changeBegun = (kind: ChangeKind, instances: readonly Instance[]): Changing => {
  const [first] = instances;
  const typed = kind === 'label' && instances.length === 1 ? first?.label : undefined;
  return {
    kind,
    targets: instances.flatMap((instance) => (typeof instance.id === 'number' ? { id: instance.id, instance } : [])),
    value: lineOf(typeof typed === 'string' ? typed : ''),
    stage: { kind: 'value' },
  };
};

/** Another list is here: what is to be changed is told as it is now, and what the list does not have is gone. */
export const targetsSeen = (changing: Changing, instances: readonly Instance[]): Changing => {
  const { stage } = changing;
  if (stage.kind === 'sent') return stage.isOver ? { ...changing, stage: { ...stage, isListRead: true } } : changing;
  const targets = changing.targets.map((target): Target => {
    const found = instances.find(({ id }) => id === target.id);
    return found === undefined ? { ...target, isGone: true } : { id: target.id, instance: found };
  });
  const isSame = targets.every(
    ({ instance, isGone }, place) =>
      instance === changing.targets[place]?.instance && isGone === changing.targets[place]?.isGone,
  );
  return isSame ? changing : { ...changing, targets };
};

/** The label or the bid was edited. */
export const valueEdited = (changing: Changing, edit: LineEdit): Changing => ({
  ...changing,
  value: edit(changing.value),
});

/** Back from the review to what was typed. */
export const valueAsked = (changing: Changing): Changing => ({ ...changing, stage: { kind: 'value' } });

/** The review opens, in view of what the journal knows. */
export const reviewOpened = (changing: Changing, look: ChangesLook): Changing => ({
  ...changing,
  stage: { kind: 'review', look, top: 0 },
});

/** What confirms is typed, or no more. */
export const confirmationTyped = (changing: Changing, typed: Line | undefined): Changing => {
  if (changing.stage.kind !== 'review') return changing;
  const { typed: _, ...stage } = changing.stage;
  return { ...changing, stage: { ...stage, ...(typed && { typed }) } };
};

/** What confirms was edited. */
export const confirmationEdited = (changing: Changing, edit: LineEdit): Changing =>
  changing.stage.kind === 'review' && changing.stage.typed !== undefined
    ? confirmationTyped(changing, edit(changing.stage.typed))
    : changing;

/** The page was scrolled by `lines`, at most to `highest`. */
export const changeScrolled = (changing: Changing, lines: number, highest: number): Changing => {
  const { stage } = changing;
  if (stage.kind === 'value') return changing;
  return { ...changing, stage: { ...stage, top: Math.max(0, Math.min(highest, stage.top + lines)) } };
};

/** It was confirmed: nothing has been sent yet. */
export const sendingBegun = (changing: Changing, change: Change): Changing => ({
  ...changing,
  stage: {
    kind: 'sent',
    change,
    fates: changing.targets.map(() => ({ stage: 'waiting' })),
    isOver: false,
    top: 0,
  },
});

/** Something became of the instance at `place`. */
export const fateCame = (changing: Changing, place: number, fate: Fate): Changing => {
  const { stage } = changing;
  if (stage.kind !== 'sent') return changing;
  const fates = stage.fates.map((before, index) => (index === place ? fate : before));
  return { ...changing, stage: { ...stage, fates } };
};

/** The user wants nothing more to be sent. */
export const sendingStopped = (changing: Changing): Changing =>
  changing.stage.kind === 'sent' ? { ...changing, stage: { ...changing.stage, isStopped: true } } : changing;

/** Nothing more will be sent. */
export const sendingEnded = (changing: Changing): Changing =>
  changing.stage.kind === 'sent' ? { ...changing, stage: { ...changing.stage, isOver: true } } : changing;

/** Those that were not accepted are to be reviewed again, with what was typed. */
export const changeReopened = (changing: Changing): Changing => {
  const { stage } = changing;
  if (stage.kind !== 'sent') return changing;
  const targets = changing.targets.filter((_, place) => stage.fates[place]?.stage !== 'accepted');
  return { ...changing, targets, stage: { kind: 'value' } };
};

/** True while calls are out or wait to be. */
export const isSending = (changing: Changing | undefined): boolean =>
  changing?.stage.kind === 'sent' && !changing.stage.isOver;
