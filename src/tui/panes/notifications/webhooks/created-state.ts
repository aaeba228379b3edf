/** The page of a webhook that was just created, and what becomes of its secret there. Pure. */

import { type LineEdit, lineCancelled, lineOf, lineOffered } from '../../../state/line.ts';
import { draftDone, stageOpened } from './form-state.ts';
import type { CreatedWebhook, Keeping, WebhooksState } from './state.ts';

/** True while a secret is held that was neither revealed nor copied nor saved. */
export const isSecretAtRisk = ({ stage }: WebhooksState): boolean =>
  stage.kind === 'created' && stage.created.hasSecret && stage.created.kept.length === 0;

/** The webhook exists: the form is free for another. */
export const webhookCreated = (
  state: WebhooksState,
  created: Pick<CreatedWebhook, 'webhook' | 'switchedOn' | 'hasSecret' | 'secretProblem'>,
): WebhooksState => ({
  ...draftDone(stageOpened(state, 'list')),
  stage: { kind: 'created', created: { ...created, isRevealed: false, kept: [], isLeavingAsked: false } },
});

/** The webhook has a new secret. */
export const secretRotated = (
  state: WebhooksState,
  rotated: Pick<CreatedWebhook, 'webhook' | 'hasSecret' | 'secretProblem'>,
): WebhooksState => ({
  ...stageOpened(state, 'list'),
  stage: {
    kind: 'created',
    created: { ...rotated, switchedOn: undefined, isRotated: true, isRevealed: false, kept: [], isLeavingAsked: false },
  },
});

/** The secret was shown in the clear, or hidden again. */
export const secretToggled = (state: WebhooksState): WebhooksState =>
  createdChanged({ ...state, top: 0 }, (created) => ({
    ...created,
    isRevealed: !created.isRevealed,
    kept: withKeeping(created, 'revealed'),
  }));

/** The secret was handed to the clipboard. */
export const secretCopied = (state: WebhooksState): WebhooksState =>
  createdChanged(state, (created) => ({ ...created, kept: withKeeping(created, 'copied') }));

/** A file was asked for; `suggestion` stands in its field. */
export const savingBegun = (state: WebhooksState, suggestion: string): WebhooksState =>
  createdChanged(state, (created) => {
    const { cancelledFile } = created;
    const line = lineOf(suggestion);
    return {
      ...created,
      saving: lineOffered(cancelledFile === undefined ? line : { ...line, cancelled: cancelledFile }),
    };
  });

/** The name of the file changed. */
export const savingEdited = (state: WebhooksState, edit: LineEdit): WebhooksState =>
  createdChanged(state, (created) =>
    created.saving === undefined ? created : { ...created, saving: edit(created.saving) },
  );

/** The name of the file was cancelled. */
export const savingCancelled = (state: WebhooksState): WebhooksState =>
  createdChanged(state, ({ saving, ...created }) => {
    const cancelled = saving && lineCancelled(saving).cancelled;
    return cancelled === undefined ? created : { ...created, cancelledFile: cancelled };
  });

/** The secret was saved. */
export const secretSaved = (state: WebhooksState, savedIn: string): WebhooksState =>
  createdChanged(state, ({ saving: _, ...created }) => ({ ...created, savedIn, kept: withKeeping(created, 'saved') }));

/** The secret could not be kept in the way that was asked for. */
export const keepingFailed = (state: WebhooksState, problem: string): WebhooksState =>
  createdChanged(state, (created) => ({ ...created, problem }));

/** Somebody wants to leave although the secret was not kept, or stays after all. */
export const leavingAsked = (state: WebhooksState, isLeavingAsked: boolean): WebhooksState =>
  createdChanged(state, (created) => ({ ...created, isLeavingAsked }));

const withKeeping = ({ kept }: CreatedWebhook, keeping: Keeping): readonly Keeping[] =>
  kept.includes(keeping) ? kept : [...kept, keeping];

/** Whatever happens on the page, a problem that was shown has been seen. */
const createdChanged = (state: WebhooksState, change: (created: CreatedWebhook) => CreatedWebhook): WebhooksState => {
  if (state.stage.kind !== 'created') return state;
  const { problem: _, ...created } = state.stage.created;
  return { ...state, stage: { kind: 'created', created: change(created) } };
};
