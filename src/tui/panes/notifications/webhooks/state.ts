/** What the webhooks tab knows, and how facts change it. A secret never stands here (see `secret.ts`). Pure. */
import type { WebhookReply } from '../../../../api/records/replies.ts';
import type { KnownWebhook } from '../../../../storage/journal/webhooks.ts';
import { atStart, type Cursor, cursorAt } from '../../../state/cursor.ts';
import type { Line } from '../../../state/line.ts';
import type { FailedWrite } from '../failed-write.ts';
import { EMPTY_DRAFT, type WebhookDraft } from './draft.ts';

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

/** The known webhook under the list's cursor. */
export const currentKnown = ({ known, listCursor }: WebhooksState): KnownWebhook | undefined => known[listCursor.row];

/** The journal was read. */
export const knownRead = (state: WebhooksState, known: readonly KnownWebhook[]): WebhooksState => ({
  ...state,
  known,
  listCursor: cursorAt(state.listCursor, state.listCursor.row, { count: known.length, height: 1 }),
});

/** A cursor moved. */
export const cursorPlaced = (
  state: WebhooksState,
  list: 'formCursor' | 'listCursor',
  cursor: Cursor,
): WebhooksState => ({ ...state, [list]: cursor });

/** The page was scrolled by `lines`, at most to `highest`. */
export const pageScrolled = (state: WebhooksState, lines: number, highest: number): WebhooksState => ({
  ...state,
  top: Math.max(0, Math.min(highest, state.top + lines)),
});
