/** How the form is filled: its cursor, the field that is typed, the types that are picked; and how the tab goes on from there. Pure. */
import { keyName } from '../../../../base/named-keys.ts';
import type { ServiceWebhook } from '../../../../notifications/webhook.ts';
import { isOfForm, type SentWebhookChange, type WebhookWrite } from '../../../../notifications/webhook-write.ts';
import { atStart } from '../../../state/cursor.ts';
import { type LineEdit, lineAccepted, lineCancelled, lineOf, lineOffered, lineOpened } from '../../../state/line.ts';
import type { Writing } from '../../write-page/state.ts';
import { type FailedWrite, notSent } from '../failed-write.ts';
import {
  changesOf,
  type DraftField,
  draftOf,
  draftRebased,
  EMPTY_DRAFT,
  FIELDS,
  type TypeRow,
  typeRows,
  typeToggled,
  type WebhookDraft,
} from './draft.ts';
import { currentRow, listedIn, listedTold, recordOpened, type WebhooksState, webhookTold, writingIn } from './state.ts';

/** Row of the field in which types are typed. */
const LAST_FIELD = FIELDS.indexOf('typed');

/** The field under the form's cursor; undefined when that is on a type. The last field keeps the focus over the types. */
export const currentField = ({ formCursor, isTyping }: WebhooksState): DraftField | undefined =>
  FIELDS[isTyping ? Math.min(formCursor.row, LAST_FIELD) : formCursor.row];

/** The rows of the form's list of types. */
export const typeRowsOf = ({ draft }: WebhooksState, offered: readonly string[]): readonly TypeRow[] =>
  typeRows(offered, draft);

/** The type under the form's cursor; undefined when that is on a field. */
export const currentType = (state: WebhooksState, offered: readonly string[]): TypeRow | undefined =>
  typeRowsOf(state, offered)[state.formCursor.row - FIELDS.length];

/** Another stage that knows nothing more was gone to. */
export const stageOpened = (state: WebhooksState, kind: 'list' | 'form'): WebhooksState => ({
  ...typingLeft(state),
  stage: { kind },
  top: 0,
});

/** The form of a new webhook was opened: a name that nothing was typed in yet is typed at once. */
export const formOpened = (state: WebhooksState): WebhooksState => {
  const opened = stageOpened(formTurned(state, undefined), 'form');
  return opened.draft.name.text === '' ? fieldOpened({ ...opened, formCursor: atStart }, lineOpened) : opened;
};

/** The form of a webhook that is there was opened. */
export const editOpened = (state: WebhooksState, webhook: ServiceWebhook): WebhooksState =>
  stageOpened(formTurned(state, webhook), 'form');

/** The form is that of `target`, as it was left or as the service has it; what stands in the one before is laid aside. */
const formTurned = (state: WebhooksState, target: ServiceWebhook | undefined): WebhooksState => {
  const { draft, editing, laid } = state;
  if (editing?.id === target?.id) return state;
  const isOfTarget = (one: { readonly editing?: ServiceWebhook | undefined }) => one.editing?.id === target?.id;
  const found = laid.find(isOfTarget) ?? {
    draft: target === undefined ? EMPTY_DRAFT : draftOf(target),
    editing: target,
  };
  const others = laid.filter((one) => !isOfTarget(one));
  const { failed: _, ...rest } = state;
  return {
    ...rest,
    ...found,
    editing: found.editing,
    laid: isPristine(draft, editing) ? others : [...others, { draft, editing }],
    formCursor: atStart,
  };
};

/** True for a form in which nothing stands but what the service has. */
export const isPristine = (draft: WebhookDraft, editing: ServiceWebhook | undefined): boolean =>
  draft.typed.text === '' &&
  (editing === undefined
    ? draft.name.text === '' && draft.url.text === '' && draft.types.length === 0
    : Object.keys(changesOf(draft, editing)).length === 0);

/** What stands in the form is done: that of a new webhook stands there again. */
export const draftDone = (state: WebhooksState): WebhooksState => {
  const { laid } = state;
  const other = laid.find(({ editing }) => editing === undefined);
  return {
    ...state,
    draft: other?.draft ?? EMPTY_DRAFT,
    editing: undefined,
    laid: laid.filter((one) => one !== other),
    formCursor: atStart,
  };
};

/** The form was found to lack something: the cursor shows where. */
export const problemShown = (state: WebhooksState, field: DraftField): WebhooksState => ({
  ...typingLeft(state),
  formCursor: { row: FIELDS.indexOf(field), top: 0 },
});

/** The field under the cursor was opened. */
export const typingBegun = (state: WebhooksState, offered: readonly string[]): WebhooksState =>
  onTypes(fieldOpened(state, lineOpened), offered);

/** The field was left; what was typed stays. */
export const typingLeft = (state: WebhooksState): WebhooksState => ({
  ...lineChanged(state, lineAccepted),
  isTyping: false,
});

/** The field was cancelled: what stood there before is there again. */
export const typingCancelled = (state: WebhooksState): WebhooksState => {
  const { row } = state.formCursor;
  return {
    ...lineChanged(state, lineCancelled),
    isTyping: false,
    // The list of types is another one now.
    formCursor: { row: Math.min(row, LAST_FIELD), top: 0 },
  };
};

/** The next field was gone to, or the one before for -1, and opened; from the last one on the list of types follows. */
export const fieldPassed = (state: WebhooksState, steps: 1 | -1, offered: readonly string[]): WebhooksState => {
  const target = Math.max(0, Math.min(state.formCursor.row, LAST_FIELD) + steps);
  const left = typingLeft(state);
  if (target <= LAST_FIELD) {
    return onTypes(fieldOpened({ ...left, formCursor: { row: target, top: 0 } }, lineOffered), offered);
  }
  const { row, top } = state.formCursor;
  return { ...left, formCursor: { row: Math.max(row, target), top } };
};

const fieldOpened = (state: WebhooksState, open: LineEdit): WebhooksState =>
  lineChanged({ ...state, isTyping: true }, open);

/** Where the last field narrows the types of `offered`, the first one is chosen. */
const onTypes = (state: WebhooksState, offered: readonly string[]): WebhooksState => {
  const { draft, formCursor } = state;
  const isNarrowing = draft.typed.text.trim() !== '' && typeRowsOf(state, offered).length > 0;
  const isOnTypes = formCursor.row === LAST_FIELD && isNarrowing;
  return isOnTypes ? { ...state, formCursor: { row: FIELDS.length, top: 0 } } : state;
};

/** Changes the line of the open field. */
const lineChanged = (state: WebhooksState, edit: LineEdit): WebhooksState => {
  const field = state.isTyping ? currentField(state) : undefined;
  return field === undefined ? state : { ...state, draft: { ...state.draft, [field]: edit(state.draft[field]) } };
};

/** The line of the open field changed; that of the last one narrows the types of `offered`, and the first one is chosen. */
export const fieldEdited = (state: WebhooksState, edit: LineEdit, offered: readonly string[]): WebhooksState => {
  const field = currentField(state);
  if (field === undefined) return state;
  const edited = lineChanged(state, edit);
  const isNarrowed = field === 'typed' && edited.draft.typed.text !== state.draft.typed.text;
  return isNarrowed ? onTypes({ ...edited, formCursor: { row: LAST_FIELD, top: 0 } }, offered) : edited;
};

/** A type was picked, or put back. */
export const typePicked = (state: WebhooksState, type: string): WebhooksState => ({
  ...state,
  draft: typeToggled(state.draft, type),
});

/** The type that was being typed was picked: its field is free for another. */
export const typedTypePicked = (state: WebhooksState, type: string): WebhooksState => {
  return {
    ...state,
    draft: { ...state.draft, typed: lineOpened(lineOf('')), types: [...state.draft.types, type] },
    formCursor: { row: LAST_FIELD, top: 0 },
  };
};

/** What the form makes did not end well: it stands as it was. `told` are lines of the journal that stand against it. */
export const formFailed = (state: WebhooksState, failed: FailedWrite, told: readonly number[] = []): WebhooksState => ({
  ...stageOpened(state, 'form'),
  failed,
  told: [...state.told, ...told],
});

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
  return listed === undefined
    ? `The service has not listed its webhooks yet: ${keyName('notifications.webhooks-refresh')} asks.`
    : undefined;
};

/** What is done to a webhook that is there goes on as `writing`; left, the form or the webhook is looked at again. */
export const writingChanged = (state: WebhooksState, writing: Writing<WebhookWrite> | undefined): WebhooksState => {
  const before = writingIn(state);
  if (writing === before) return state;
  if (writing !== undefined) {
    const { failed, ...rest } = before === undefined ? stageOpened(state, 'form') : state;
    // Above the form it stays until the call is sent.
    const isKept = failed !== undefined && isOfForm(writing);
    return { ...rest, ...(isKept && { failed }), stage: { kind: 'writing', writing } };
  }
  return before === undefined || isOfForm(before)
    ? stageOpened(state, 'form')
    : recordOpened(state, `id ${before.ids[0]}`);
};

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

/** The webhook that the form changes has become another one elsewhere: nothing was sent, and what was typed stays. */
export const editOvertaken = (state: WebhooksState, now: ServiceWebhook, words: string): WebhooksState => {
  const { editing, draft } = state;
  if (editing === undefined) return state;
  return {
    ...stageOpened(state, 'form'),
    draft: draftRebased(draft, editing, now),
    editing: now,
    failed: notSent(
      'Tried to change the webhook. Nothing was sent yet: it was changed elsewhere.',
      words,
      `What you typed stays, and what you did not touch follows: ${keyName('notifications.review')} reviews it again.`,
    ),
  };
};

/** The webhook that the form changes was deleted elsewhere: what was typed stands there for a new one. */
export const editOrphaned = (state: WebhooksState): WebhooksState => {
  const { editing: _, ...rest } = stageOpened(state, 'form');
  return {
    ...rest,
    failed: notSent(
      'Tried to change the webhook. Nothing was sent.',
      'It was deleted elsewhere.',
      `What you typed now stands in the form of a new webhook: ${keyName('notifications.review')} reviews it, Esc leaves it.`,
    ),
  };
};

/** It was changed: the webhook is looked at again. */
export const webhookChanged = (state: WebhooksState, webhook: ServiceWebhook): WebhooksState =>
  recordOpened(draftDone(webhookTold(state, webhook)), `id ${webhook.id}`);

/** The service has deleted it. */
export const webhookDeleted = (state: WebhooksState, id: number): WebhooksState => {
  const listed = listedIn(state);
  const left = stageOpened(state, 'list');
  if (typeof listed !== 'object') return left;
  return listedTold(
    left,
    listed.filter((webhook) => webhook.id !== id),
  );
};

/** Lines of the title of a form that changes a webhook. */
export const editTitleLines = ({ editing }: WebhooksState): number => (editing === undefined ? 0 : 1);
