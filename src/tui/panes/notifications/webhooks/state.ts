/** What the webhooks tab knows, and how facts change it. A secret never stands here (see `secret.ts`). Pure. */

import type { Delivery, WebhookReply } from '../../../../api/records/replies.ts';
import type { ServiceWebhook } from '../../../../notifications/webhook.ts';
import type { WebhookWrite } from '../../../../notifications/webhook-write.ts';
import type { SentChange } from '../../../../storage/journal/changes.ts';
import type { KnownWebhook, WebhookChangeKind } from '../../../../storage/journal/webhooks.ts';
import { atStart, type Cursor, cursorAt } from '../../../state/cursor.ts';
import type { Line } from '../../../state/line.ts';
import { type Asked, idle, lastArrived, type RetryWords, retryOf } from '../../../state/remote.ts';
import type { FailureWords } from '../../../ui/message-page.tsx';
import type { Writing, WritingPage } from '../../write-page/state.ts';
import type { FailedWrite } from '../failed-write.ts';
import { type Around, EMPTY_DRAFT, type WebhookDraft } from './draft.ts';
import { type Listed, rowsOf, type WebhookRow } from './rows.ts';

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
  /** True for one that was there before and has a new secret. */
  readonly isRotated?: true;
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
  /** The webhook of the row of this key is looked at. */
  | { readonly kind: 'record'; readonly key: string }
  | { readonly kind: 'form' }
  /** What is done to one, or a new one: reviewed or being sent. */
  | WritingPage<WebhookWrite>
  | { readonly kind: 'created'; readonly created: CreatedWebhook };

/** What was delivered to a webhook; `missing` where the service has no call that says it. */
export type Deliveries = readonly Delivery[] | 'missing';

/** What stands in a form that another one is filled in in place of. */
type LaidAside = { readonly draft: WebhookDraft; readonly editing?: ServiceWebhook | undefined };

/** The state of the tab. What was typed stays in the draft until its webhook exists. */
export type WebhooksState = {
  readonly stage: WebhooksStage;
  readonly draft: WebhookDraft;
  /** The webhook that the form changes, as the user has seen it; absent where it makes a new one. */
  readonly editing?: ServiceWebhook | undefined;
  /** Forms of others, as far as they are filled in. */
  readonly laid: readonly LaidAside[];
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
  /** True where the service takes http addresses of its own machine: the local one does, for trials. */
  readonly takesTrials: boolean;
  /** What was sent for webhooks that are there, and whose outcome is unknown. */
  readonly open: readonly SentChange<WebhookChangeKind>[];
  /** Those that the service lists. */
  readonly listed: Asked<Listed, FailureWords>;
  /** What was delivered to the webhook that is looked at, or was last. */
  readonly deliveries: Asked<Deliveries, FailureWords> & { readonly webhookId?: number | undefined };
  readonly listCursor: Cursor;
};

/** The tab before anything was typed. */
export const initialWebhooks: WebhooksState = {
  stage: { kind: 'list' },
  draft: EMPTY_DRAFT,
  laid: [],
  formCursor: atStart,
  isTyping: false,
  top: 0,
  told: [],
  known: [],
  open: [],
  takesTrials: false,
  listed: { answer: idle },
  deliveries: { answer: idle },
  listCursor: atStart,
};

/** What the service has listed last; undefined before it did. */
export const listedIn = ({ listed }: Pick<WebhooksState, 'listed'>): Listed | undefined =>
  lastArrived(listed.answer)?.value;

/** The rows of the list. */
export const rowsIn = (state: WebhooksState): readonly WebhookRow[] => rowsOf(state.known, listedIn(state));

/** The webhook that is looked at, or else the one under the list's cursor. */
export const currentRow = (state: WebhooksState): WebhookRow | undefined => {
  const { stage, listCursor } = state;
  const rows = rowsIn(state);
  return stage.kind === 'record' ? rows.find(({ key }) => key === stage.key) : rows[listCursor.row];
};

/** What the webhook of the form is judged beside. */
export const aroundOf = (state: WebhooksState): Around => {
  const { editing: before, takesTrials } = state;
  return {
    others: rowsIn(state).filter((row) => row.service?.id !== before?.id || before === undefined),
    takesTrials,
    before,
  };
};

/** What is done to a webhook that is there, under review or being sent. */
export const writingIn = ({ stage }: WebhooksState): Writing<WebhookWrite> | undefined =>
  stage.kind === 'writing' ? stage.writing : undefined;

/** The call that is made again for what is looked at; undefined when none is. */
export const retryIn = ({ stage, listed, deliveries }: WebhooksState): RetryWords | undefined =>
  stage.kind === 'record' ? retryOf(deliveries.answer) : retryOf(listed.answer);

/** Seconds until the call for what is looked at goes out; undefined when none waits. */
export const waitIn = ({ stage, listed, deliveries }: WebhooksState): number | undefined =>
  stage.kind === 'record' ? deliveries.waitS : listed.waitS;

/** `change` brings other rows: the cursor stays on its webhook. */
const rowsChanged = (state: WebhooksState, change: Partial<WebhooksState>): WebhooksState => {
  const next = { ...state, ...change };
  const before = rowsIn(state)[state.listCursor.row];
  const rows = rowsIn(next);
  const place = rows.findIndex(({ key }) => key === before?.key);
  const extent = { count: rows.length, height: 1 };
  return { ...next, listCursor: cursorAt(next.listCursor, place < 0 ? next.listCursor.row : place, extent) };
};

/** The journal was read. */
export const knownRead = (
  state: WebhooksState,
  known: readonly KnownWebhook[],
  open: WebhooksState['open'],
): WebhooksState => rowsChanged(state, { known, open });

/** What has become of asking for the list. */
export const listedChanged = (state: WebhooksState, listed: WebhooksState['listed']): WebhooksState =>
  rowsChanged(state, { listed });

/** The service has said which webhooks it has, beside the question for them. */
export const listedTold = (state: WebhooksState, value: readonly ServiceWebhook[]): WebhooksState => {
  const { answer } = state.listed;
  if (answer.stage === 'idle' || answer.last === undefined) return state;
  return rowsChanged(state, { listed: { ...state.listed, answer: { ...answer, last: { ...answer.last, value } } } });
};

/** The service has answered with this webhook: until the list is asked for again it stands there like that. */
export const webhookTold = (state: WebhooksState, webhook: ServiceWebhook | undefined): WebhooksState => {
  const listed = listedIn(state);
  return webhook === undefined || typeof listed !== 'object'
    ? state
    : listedTold(state, [...listed.filter(({ id }) => id !== webhook.id), webhook]);
};

/** Another service or key is in use: what the former one said is not to be taken for its word. */
export const listedForgotten = (state: WebhooksState): WebhooksState => {
  const isRecord = state.stage.kind === 'record';
  return rowsChanged(isRecord ? { ...state, stage: { kind: 'list' }, top: 0 } : state, {
    listed: { answer: idle },
    deliveries: { answer: idle },
  });
};

/** The webhook of the row of this key is looked at. */
export const recordOpened = ({ failed: _, ...state }: WebhooksState, key: string): WebhooksState => ({
  ...state,
  stage: { kind: 'record', key },
  top: 0,
});

/** The page was scrolled. */
export const pageScrolled = (state: WebhooksState, move: (top: number) => number): WebhooksState => ({
  ...state,
  top: move(state.top),
});
