/** How something is done to a webhook that is there: the review of it, and what has become of it. Pure. */

import type { ChangesLook } from '../../../../../storage/journal/changes.ts';
import type { WebhookChangeKind } from '../../../../../storage/journal/webhooks.ts';
import type { Line, LineEdit } from '../../../../state/line.ts';
import type { FailedWrite } from '../../failed-write.ts';
import { draftRebased } from '../draft.ts';
import { draftDone, stageOpened, typingLeft } from '../form-state.ts';
import type { ServiceWebhook } from '../rows.ts';
import {
  type Acting,
  currentRow,
  listedIn,
  listedTold,
  recordOpened,
  type WebhooksState,
  webhookTold,
} from '../state.ts';
import type { SentWebhookChange } from './webhook-change.ts';

/** Why the webhook that is looked at cannot be changed now. */
export const refusalToChange = (state: WebhooksState): string | undefined => {
  const row = currentRow(state);
  if (row === undefined) return 'There is no webhook under the cursor.';
  if (row.service !== undefined) return undefined;
  return refusalUnlisted(state) ?? 'The service does not list this webhook.';
};

/** Why nothing there can be changed now: a service is asked to change only what it has listed in this run. */
export const refusalUnlisted = (state: WebhooksState): string | undefined => {
  const listed = listedIn(state);
  if (listed === 'missing') return 'This service has no call that lists webhooks, so none is changed from here.';
  return listed === undefined ? 'The service has not listed its webhooks yet: R asks.' : undefined;
};

/** The review was opened. */
export const actBegun = ({ failed: _, ...state }: WebhooksState, acting: Acting): WebhooksState => ({
  ...state,
  stage: { kind: 'act', acting },
  top: 0,
});

const actingChanged = (state: WebhooksState, change: (acting: Acting) => Acting): WebhooksState =>
  state.stage.kind === 'act' ? { ...state, stage: { kind: 'act', acting: change(state.stage.acting) } } : state;

/** What confirms is typed, or is not any more. */
export const confirmationTyped = (state: WebhooksState, line: Line | undefined): WebhooksState =>
  actingChanged(state, ({ typed: _, ...acting }) => (line === undefined ? acting : { ...acting, typed: line }));

/** What confirms was edited. */
export const confirmationEdited = (state: WebhooksState, edit: LineEdit): WebhooksState =>
  actingChanged(state, (acting) => (acting.typed === undefined ? acting : { ...acting, typed: edit(acting.typed) }));

/** It was confirmed: the service is asked once more, then the call is sent. */
export const changeSent = ({ failed: _, ...state }: WebhooksState, what: string): WebhooksState => ({
  ...state,
  stage: { kind: 'sending', what },
  top: 0,
});

/** It did not end well: the webhook is looked at, with what went wrong. */
export const actFailed = (state: WebhooksState, webhook: ServiceWebhook, failed: FailedWrite): WebhooksState => ({
  ...recordOpened(state, `id ${webhook.id}`),
  failed,
});

/** The list shows that something was carried out whose answer was lost. */
export const outcomeShown = (state: WebhooksState, shown: readonly SentWebhookChange[]): WebhooksState => {
  const [first] = shown;
  if (first === undefined || state.failed?.isOutcomeUnknown !== true) return state;
  const seen =
    first.kind === 'delete'
      ? 'The list that was read since has it no longer: it was deleted.'
      : 'The list that was read since shows it as it was sent: it was changed.';
  const told = { ...state, failed: { ...state.failed, seen } };
  const { editing, stage } = state;
  if (first.kind !== 'change' || editing?.id !== first.instanceId || stage.kind !== 'form') return told;
  return { ...draftDone(typingLeft(told)), stage: { kind: 'record', key: `id ${editing.id}` }, top: 0 };
};

/** A change was reviewed, in view of what the journal knows. */
export const changeReviewed = (state: WebhooksState, look: ChangesLook<WebhookChangeKind>): WebhooksState => ({
  ...stageOpened(state, 'review'),
  stage: { kind: 'review', look },
});

/** The webhook that the form changes has become another one elsewhere: nothing was sent, and what was typed stays. */
export const editOvertaken = (state: WebhooksState, now: ServiceWebhook, words: readonly string[]): WebhooksState => {
  const { editing, draft } = state;
  if (editing === undefined) return state;
  return {
    ...stageOpened(state, 'form'),
    draft: draftRebased(draft, editing, now),
    editing: now,
    failed: {
      words: {
        tried: 'Tried to change the webhook. Nothing was sent yet: it was changed elsewhere.',
        whatCameBack: words.join(' '),
        whatToDo: 'What you typed stays, and what you did not touch follows: s reviews it again.',
      },
      isOutcomeUnknown: false,
    },
  };
};

/** The webhook that the form changes was deleted elsewhere: what was typed stands there for a new one. */
export const editOrphaned = (state: WebhooksState): WebhooksState => {
  const { editing: _, ...rest } = stageOpened(state, 'form');
  return {
    ...rest,
    failed: {
      words: {
        tried: 'Tried to change the webhook. Nothing was sent.',
        whatCameBack: 'It was deleted elsewhere.',
        whatToDo: 'What you typed now stands in the form of a new webhook: s reviews it, Esc leaves it.',
      },
      isOutcomeUnknown: false,
    },
  };
};

/** It was changed: the webhook is looked at again. */
export const webhookChanged = (state: WebhooksState, webhook: ServiceWebhook): WebhooksState =>
  recordOpened(draftDone(webhookTold(state, webhook)), `id ${webhook.id}`);

/** The list is looked at again. */
export const listOpened = (state: WebhooksState): WebhooksState => ({ ...state, stage: { kind: 'list' }, top: 0 });

/** The service has deleted it. */
export const webhookDeleted = (state: WebhooksState, id: number): WebhooksState => {
  const listed = listedIn(state);
  const left = listOpened(state);
  if (typeof listed !== 'object') return left;
  return listedTold(
    left,
    listed.filter((webhook) => webhook.id !== id),
  );
};
