/** What the webhooks tab knows, and how facts change it. A secret never stands here (see `secret.ts`). Pure. */
import type { WebhookReply } from '../../../../api/records/replies.ts';
import type { KnownWebhook } from '../../../../storage/journal/webhooks.ts';
import { atStart, type Cursor, cursorAt } from '../../../state/cursor.ts';
import {
  type Line,
  type LineEdit,
  lineAccepted,
  lineCancelled,
  lineOf,
  lineOffered,
  lineOpened,
} from '../../../state/line.ts';
import type { FailedWrite } from '../failed-write.ts';
import { type DraftField, EMPTY_DRAFT, FIELDS, typeToggled, type WebhookDraft } from './draft.ts';
import { type TypeRow, typeRows } from './type-list.ts';

/** Row of the field in which types are typed. */
const LAST_FIELD = FIELDS.indexOf('typed');

/** What was done with a secret that is held: each of them counts as keeping it. */
export type Keeping = 'revealed' | 'copied' | 'saved';

/** A webhook that was just created. */
export type CreatedWebhook = {
  readonly webhook: WebhookReply['webhook'];
  /** Types that the service says are enabled now; undefined when it did not say. */
  readonly switchedOn: readonly string[] | undefined;
  /** False when the answer held no secret. */
  readonly hasSecret: boolean;
  /** Why the secret that the answer held cannot be used. */
  readonly secretProblem?: WebhookReply['secretProblem'];
  /** True while the secret is shown in the clear. */
  readonly isRevealed: boolean;
  readonly kept: readonly Keeping[];
  /** The file in which it was saved. */
  readonly savedIn?: string;
  /** The name of a file to save it to, while that is typed. */
  readonly saving?: Line;
  /** What was typed there when that was cancelled last. */
  readonly cancelledFile?: string;
  /** Why the last try to keep it failed. */
  readonly problem?: string;
  /** True while somebody is asked whether to leave without having kept the secret. */
  readonly isLeavingAsked: boolean;
};

/** Where the tab stands. */
type WebhooksStage =
  | { readonly kind: 'list' }
  | { readonly kind: 'form' }
  | { readonly kind: 'review' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'created'; readonly created: CreatedWebhook };

/** The state of the tab. What was typed stays in the draft until its webhook exists. */
export type WebhooksState = {
  readonly stage: WebhooksStage;
  readonly draft: WebhookDraft;
  /** Row of the form: the fields, then the types in the list. `top` counts the types scrolled out above. */
  readonly formCursor: Cursor;
  /** True while a field is open: the one under the cursor, or the last one while the cursor is on a type. */
  readonly isTyping: boolean;
  /** Lines of the review that are scrolled out above. */
  readonly top: number;
  /** How the last call failed; it stays until the next one. */
  readonly failed?: FailedWrite;
  /** Lines of the journal that stood against a creation, which the user was told of then. */
  readonly told: readonly number[];
  /** Those created from here, the newest first. */
  readonly known: readonly KnownWebhook[];
  readonly listCursor: Cursor;
};

/** The tab before anything was typed. */
export const initialWebhooks: WebhooksState = {
  stage: { kind: 'list' },
  draft: EMPTY_DRAFT,
  formCursor: atStart,
  isTyping: false,
  top: 0,
  told: [],
  known: [],
  listCursor: atStart,
};

/** The field under the form's cursor; undefined when that is on a type. The last field keeps the focus over the types. */
export const currentField = ({ formCursor, isTyping }: WebhooksState): DraftField | undefined =>
  FIELDS[isTyping ? Math.min(formCursor.row, LAST_FIELD) : formCursor.row];

/** The rows of the form's list of types. */
export const typeRowsOf = ({ draft }: WebhooksState, offered: readonly string[]): readonly TypeRow[] =>
  typeRows(offered, draft);

/** The type under the form's cursor; undefined when that is on a field. */
export const currentType = (state: WebhooksState, offered: readonly string[]): TypeRow | undefined =>
  typeRowsOf(state, offered)[state.formCursor.row - FIELDS.length];

/** The known webhook under the list's cursor. */
export const currentKnown = ({ known, listCursor }: WebhooksState): KnownWebhook | undefined => known[listCursor.row];

/** True while a secret is held that was neither revealed nor copied nor saved. */
export const isSecretAtRisk = ({ stage }: WebhooksState): boolean =>
  stage.kind === 'created' && stage.created.hasSecret && stage.created.kept.length === 0;

/** The journal was read. */
export const knownRead = (state: WebhooksState, known: readonly KnownWebhook[]): WebhooksState => ({
  ...state,
  known,
  listCursor: cursorAt(state.listCursor, state.listCursor.row, { count: known.length, height: 1 }),
});

/** Another stage that knows nothing more was gone to. */
export const stageOpened = (state: WebhooksState, kind: 'list' | 'form' | 'review' | 'sending'): WebhooksState => ({
  ...typingLeft(state),
  stage: { kind },
  top: 0,
});

/** The form was opened: a name that nothing was typed in yet is typed at once. */
export const formOpened = (state: WebhooksState): WebhooksState => {
  const opened = stageOpened(state, 'form');
  return opened.draft.name.text === '' ? fieldOpened({ ...opened, formCursor: atStart }, lineOpened) : opened;
};

/** The form was found to lack something: the cursor shows where. */
export const faultShown = (state: WebhooksState, field: DraftField): WebhooksState => ({
  ...typingLeft(state),
  formCursor: { row: FIELDS.indexOf(field), top: 0 },
});

/** A cursor moved. */
export const cursorPlaced = (
  state: WebhooksState,
  list: 'formCursor' | 'listCursor',
  cursor: Cursor,
): WebhooksState => ({ ...state, [list]: cursor });

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

/** The page was scrolled by `lines`, at most to `highest`. */
export const pageScrolled = (state: WebhooksState, lines: number, highest: number): WebhooksState => ({
  ...state,
  top: Math.max(0, Math.min(highest, state.top + lines)),
});

/** The creation was sent, or is about to be. */
export const creationBegun = ({ failed: _, ...state }: WebhooksState): WebhooksState => stageOpened(state, 'sending');

/** The creation did not end well: the form stands as it was. */
export const creationFailed = (
  state: WebhooksState,
  failed: FailedWrite,
  told: readonly number[] = [],
): WebhooksState => ({
  ...stageOpened(state, 'form'),
  failed,
  told: [...state.told, ...told],
});

/** The webhook exists: the form is free for another. */
export const webhookCreated = (
  state: WebhooksState,
  created: Pick<CreatedWebhook, 'webhook' | 'switchedOn' | 'hasSecret' | 'secretProblem'>,
): WebhooksState => ({
  ...stageOpened(state, 'list'),
  draft: EMPTY_DRAFT,
  formCursor: atStart,
  stage: { kind: 'created', created: { ...created, isRevealed: false, kept: [], isLeavingAsked: false } },
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
