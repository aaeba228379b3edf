/** What the webhooks tab knows, and how facts change it. A secret never stands here (see `secret.ts`). Pure. */
import type { WebhookReply } from '../../../api/replies.ts';
import { atStart, type Cursor, cursorAt } from '../../../state/cursor.ts';
import { NOTHING_TYPED, type TypedText, textReplaced } from '../../../state/typed-text.ts';
import type { KnownWebhook } from '../../../storage/webhooks.ts';
import type { FailureWords } from '../../../ui/failure-lines.tsx';
import { type DraftField, EMPTY_DRAFT, FIELDS, typeToggled, type WebhookDraft } from './draft.ts';

/** What was done with a secret that is held: each of them counts as keeping it. */
export type Keeping = 'revealed' | 'copied' | 'saved';

/** A webhook that was just created. */
export type CreatedWebhook = {
  readonly webhook: WebhookReply['webhook'];
  /** Types that the service says are enabled now; undefined when it did not say. */
  readonly switchedOn: readonly string[] | undefined;
  /** False when the answer held no secret. */
  readonly hasSecret: boolean;
  /** True while the secret is shown in the clear. */
  readonly isRevealed: boolean;
  readonly kept: readonly Keeping[];
  /** The file in which it was saved. */
  readonly savedIn?: string;
  /** The name of a file to save it to, while that is typed. */
  readonly saving?: TypedText;
  /** Why the last try to keep it failed. */
  readonly problem?: string;
  /** True once somebody has tried to leave without having kept the secret. */
  readonly isLeavingAsked: boolean;
};

/** Where the tab stands. */
type WebhooksStage =
  | { readonly kind: 'list' }
  | { readonly kind: 'form' }
  | { readonly kind: 'review' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'created'; readonly created: CreatedWebhook };

/** A call that did not end well. */
export type Failed = { readonly words: FailureWords; readonly isOutcomeUnknown: boolean };

/** The state of the tab. What was typed stays in the draft until its webhook exists. */
export type WebhooksState = {
  readonly stage: WebhooksStage;
  readonly draft: WebhookDraft;
  /** Row of the form: the fields, then the types that are offered. `top` counts the types scrolled out above. */
  readonly formCursor: Cursor;
  /** True while the field under the cursor has the focus. */
  readonly isTyping: boolean;
  /** Lines of the review that are scrolled out above. */
  readonly top: number;
  /** How the last call failed; it stays until the next one. */
  readonly failed?: Failed;
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
  known: [],
  listCursor: atStart,
};

/** The field under the form's cursor; undefined when that is on a type. */
export const currentField = ({ formCursor }: WebhooksState): DraftField | undefined => FIELDS[formCursor.row];

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
  ...state,
  stage: { kind },
  isTyping: false,
  top: 0,
});

/** A cursor moved. */
export const cursorPlaced = (
  state: WebhooksState,
  list: 'formCursor' | 'listCursor',
  cursor: Cursor,
): WebhooksState => ({ ...state, [list]: cursor });

/** The field under the cursor got the focus, or lost it. */
export const typingChanged = (state: WebhooksState, isTyping: boolean): WebhooksState => ({
  ...state,
  isTyping: isTyping && currentField(state) !== undefined,
});

/** The next field got the focus, or the one before for -1; from the last one on it is lost. */
export const fieldPassed = (state: WebhooksState, steps: 1 | -1): WebhooksState => {
  const row = Math.max(0, Math.min(FIELDS.length, state.formCursor.row + steps));
  const moved = { ...state, formCursor: { row, top: 0 } };
  return typingChanged(moved, true);
};

/** The text of the focused field changed. */
export const fieldEdited = (state: WebhooksState, edit: (typed: TypedText) => TypedText): WebhooksState => {
  const field = currentField(state);
  if (field === undefined) return state;
  return { ...state, draft: { ...state.draft, [field]: edit(state.draft[field]) } };
};

/** A type was picked, or put back. */
export const typePicked = (state: WebhooksState, type: string): WebhooksState => ({
  ...state,
  draft: typeToggled(state.draft, type),
});

/** The type that was being typed was picked: its field is free for another. */
export const typedTypePicked = (state: WebhooksState, type: string): WebhooksState => {
  const { typed, types } = state.draft;
  return { ...state, draft: { ...state.draft, typed: textReplaced(typed, ''), types: [...types, type] } };
};

/** The page was scrolled by `lines`, at most to `highest`. */
export const pageScrolled = (state: WebhooksState, lines: number, highest: number): WebhooksState => ({
  ...state,
  top: Math.max(0, Math.min(highest, state.top + lines)),
});

/** The creation was sent, or is about to be. */
export const creationBegun = ({ failed: _, ...state }: WebhooksState): WebhooksState => stageOpened(state, 'sending');

/** The creation did not end well: the form stands as it was. */
export const creationFailed = (state: WebhooksState, failed: Failed): WebhooksState => ({
  ...stageOpened(state, 'form'),
  failed,
});

/** The webhook exists: the form is free for another. */
export const webhookCreated = (
  state: WebhooksState,
  created: Pick<CreatedWebhook, 'webhook' | 'switchedOn' | 'hasSecret'>,
): WebhooksState => ({
  ...stageOpened(state, 'list'),
  draft: {
    ...EMPTY_DRAFT,
    name: textReplaced(state.draft.name, ''),
    url: textReplaced(state.draft.url, ''),
    typed: textReplaced(state.draft.typed, ''),
  },
  formCursor: atStart,
  stage: { kind: 'created', created: { ...created, isRevealed: false, kept: [], isLeavingAsked: false } },
});

/** The secret was shown in the clear, or hidden again. */
export const secretToggled = (state: WebhooksState): WebhooksState =>
  createdChanged(state, (created) => ({
    ...created,
    isRevealed: !created.isRevealed,
    kept: withKeeping(created, 'revealed'),
  }));

/** The secret was handed to the clipboard. */
export const secretCopied = (state: WebhooksState): WebhooksState =>
  createdChanged(state, (created) => ({ ...created, kept: withKeeping(created, 'copied') }));

/** A file was asked for; `suggestion` stands in its field. */
export const savingBegun = (state: WebhooksState, suggestion: string): WebhooksState =>
  createdChanged(state, (created) => ({ ...created, saving: textReplaced(NOTHING_TYPED, suggestion) }));

/** The name of the file changed. */
export const savingEdited = (state: WebhooksState, edit: (typed: TypedText) => TypedText): WebhooksState =>
  createdChanged(state, (created) =>
    created.saving === undefined ? created : { ...created, saving: edit(created.saving) },
  );

/** No file is asked for any more. */
export const savingLeft = (state: WebhooksState): WebhooksState =>
  createdChanged(state, ({ saving: _, ...created }) => created);

/** The secret was saved. */
export const secretSaved = (state: WebhooksState, savedIn: string): WebhooksState =>
  createdChanged(savingLeft(state), (created) => ({ ...created, savedIn, kept: withKeeping(created, 'saved') }));

/** The secret could not be kept in the way that was asked for. */
export const keepingFailed = (state: WebhooksState, problem: string): WebhooksState =>
  createdChanged(state, (created) => ({ ...created, problem }));

/** Somebody wants to leave although the secret was not kept. */
export const leavingAsked = (state: WebhooksState): WebhooksState =>
  createdChanged(state, (created) => ({ ...created, isLeavingAsked: true }));

const withKeeping = ({ kept }: CreatedWebhook, keeping: Keeping): readonly Keeping[] =>
  kept.includes(keeping) ? kept : [...kept, keeping];

/** Whatever happens on the page, a problem that was shown has been seen. */
const createdChanged = (state: WebhooksState, change: (created: CreatedWebhook) => CreatedWebhook): WebhooksState => {
  if (state.stage.kind !== 'created') return state;
  const { problem: _, ...created } = state.stage.created;
  return { ...state, stage: { kind: 'created', created: change(created) } };
};
