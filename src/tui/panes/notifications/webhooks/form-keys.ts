/** The form of a webhook at work: its fields, the event types that are picked in it, and its review. */

import { keyName } from '../../../../base/named-keys.ts';
import type { ServiceWebhook } from '../../../../notifications/webhook.ts';
import type { WebhookWrite } from '../../../../notifications/webhook-write.ts';
import { type Binding, bind, confirming, footerOfAllowed, inFooter, type Layer } from '../../../keys/binding.ts';
import { EDITING } from '../../../keys/field.ts';
import { type ListMove, listBindings } from '../../../keys/moving.ts';
import { cursorAt, cursorMoved } from '../../../state/cursor.ts';
import type { Slice } from '../../../state/slice.ts';
import { failedLines } from '../failed-write.ts';
import { typingLayer } from '../keys.ts';
import { formRows } from '../measures.ts';
import type { NotificationsNeeds } from '../tab.ts';
import { changesOf, draftProblem, FIELD_MAXIMA, FIELDS, hintOn, hintOnTyping, requestOf } from './draft.ts';
import {
  currentField,
  currentType,
  editTitleLines,
  fieldEdited,
  fieldPassed,
  problemShown,
  refusalUnlisted,
  stageOpened,
  typedTypePicked,
  typePicked,
  typeRowsOf,
  typingBegun,
  typingCancelled,
  typingLeft,
} from './form-state.ts';
import { limitsWords } from './rows.ts';
import { aroundOf, listedIn, recordOpened, type WebhooksState } from './state.ts';

/** Builds its keys; `typing` is the layer of the field that is open. */
export const createForm = (
  { get, change }: Slice<WebhooksState>,
  { screen, offered, remember, refusal, refuse }: NotificationsNeeds,
  {
    read,
    review,
  }: {
    readonly read: () => void;
    /** Reviews what the form makes: a change of the webhook that is there, or a new one. */
    readonly review: (webhook: ServiceWebhook, wish: WebhookWrite['request']) => void;
  },
): {
  readonly typing: () => Layer;
  readonly form: () => readonly Binding[];
} => {
  const typeHere = () => currentType(get(), offered());
  /** Moves the cursor over the fields and the types below them. */
  const move = (to: ListMove): void =>
    change((state) => {
      const { width, height: lines } = screen();
      const height = formRows(lines, failedLines(state.failed?.words, width).length + editTitleLines(state));
      const count = typeRowsOf(state, offered()).length;
      const { row } = to(state.formCursor, { count: FIELDS.length + count, height });
      const { top } = cursorAt(state.formCursor, row - FIELDS.length, { count, height });
      return { ...state, formCursor: { row, top } };
    });
  const moving = (steps: 1 | -1) => () => move((cursor, extent) => cursorMoved(cursor, steps, extent));

  // A field that is open.
  const passing = (steps: 1 | -1) => () => change((state) => fieldPassed(state, steps, offered()));
  /** Enter in a field: the type under the cursor is picked and another can be typed; elsewhere the next field follows. */
  const keepField = () => {
    const state = get();
    const row = typeHere();
    if (currentField(state) !== 'typed') passing(1)();
    else if (state.draft.typed.text.trim() === '') change(typingLeft);
    else if (row !== undefined) {
      if (!row.isKnown) remember(row.type);
      change((now) => typedTypePicked(now, row.type));
    }
  };
  /** Through the types while they are narrowed, else through the fields. */
  const movingInField = (steps: 1 | -1) => () => {
    const { formCursor, draft } = get();
    const isInList = draft.typed.text.trim() !== '' && formCursor.row >= FIELDS.length;
    const isAtTop = steps < 0 && formCursor.row === FIELDS.length;
    if (isInList && !isAtTop) moving(steps)();
    else passing(steps)();
  };
  const refusalToEnter = (): string | undefined => {
    const { draft } = get();
    const hint = currentField(get()) === 'typed' ? hintOnTyping(offered(), draft, typeHere()) : undefined;
    return hint?.kind === 'wrong' ? hint.text : undefined;
  };
  const enterLabel = (): string => {
    if (currentField(get()) !== 'typed') return 'next field';
    if (get().draft.typed.text.trim() === '') return 'done';
    return typeHere()?.isKnown === false ? 'add it as typed' : 'pick it';
  };
  const own: readonly Binding[] = [
    bind('notifications.field-next', ['tab'], 'go on', EDITING, passing(1), inFooter),
    bind('notifications.field-back', ['shift-tab'], 'previous field', EDITING, passing(-1)),
    bind('notifications.field-down', ['down'], 'down', EDITING, movingInField(1)),
    bind('notifications.field-up', ['up'], 'up', EDITING, movingInField(-1)),
  ];
  const typing = (): Layer => {
    const field = currentField(get()) ?? 'typed';
    return typingLayer({
      line: () => get().draft[field],
      change: (edit) => change((state) => fieldEdited(state, edit, offered())),
      maximum: FIELD_MAXIMA[field],
      label: enterLabel(),
      keep: keepField,
      refusal: refusalToEnter,
      cancel: () => change(typingCancelled),
      own,
    });
  };

  // The form.
  const type = () => change((state) => typingBegun(state, offered()));
  const pick = () => {
    const row = typeHere();
    if (row === undefined) return;
    if (!row.isKnown) remember(row.type);
    change((state) => typePicked(state, row.type));
  };
  /** Goes on to the review, in view of what the journal knows at the moment. What is lacking is said where it is lacking. */
  const openReview = () => {
    const { draft, takesTrials, editing } = get();
    const problem = draftProblem(draft, takesTrials, editing);
    if (problem !== undefined) {
      change((state) => problemShown(state, problem.field));
      return refuse(problem.text);
    }
    read();
    const state = get();
    const hint = hintOn(draft, 'url', aroundOf(state))?.text ?? [];
    if (editing !== undefined)
      return review(editing, { kind: 'change', request: changesOf(draft, editing), warnings: [hint].flat() });
    const request = requestOf(draft);
    const known = [...state.known.map(({ line }) => line), ...state.told];
    const warnings = [...limitsWords(listedIn(state)), hint].flat();
    review({ id: 0, ...request, types: request.eventTypes }, { kind: 'create', request, known, warnings });
  };
  /** A webhook that was to be changed is looked at again. */
  const leave = () =>
    change((state) => {
      const left = stageOpened(state, 'list');
      return state.editing === undefined ? left : recordOpened(left, `id ${state.editing.id}`);
    });
  const enterField = bind('notifications.edit', ['enter', 'e'], 'type', 'Webhook', type, inFooter);
  const enterType = bind('notifications.edit', ['enter', 'e'], 'pick / remove', 'Webhook', () => {}, {
    // Who has just named a type presses it again without looking.
    refusal: () =>
      `${keyName('notifications.pick')} picks or removes this type; ${keyName('notifications.review')} reviews and sends.`,
  });
  const form: readonly Binding[] = [
    bind('notifications.pick', ['space'], 'pick / remove', 'Webhook', pick, {
      isInFooter: true,
      refusal: () => (typeHere() === undefined ? 'There is no event type under the cursor.' : undefined),
    }),
    bind('notifications.review', ['s'], 'review and send', 'Webhook', openReview, {
      isInFooter: true,
      refusal: () => refusal() ?? (get().editing === undefined ? undefined : refusalUnlisted(get())),
    }),
    bind('notifications.next-field', ['tab'], 'next', 'Webhook', moving(1)),
    bind('notifications.last-field', ['shift-tab'], 'back', 'Webhook', moving(-1)),
    bind('notifications.leave', ['escape', 'q'], 'leave', 'Webhook', leave, inFooter),
    ...listBindings('notifications', move),
  ];

  return {
    typing,
    form: () => [typeHere() === undefined ? enterField : enterType, ...footerOfAllowed(form)],
  };
};

/** The keys of the review of what a form makes, in place of the usual ones: c confirms, and Enter says so. */
export const reviewKeys = (
  kind: WebhookWrite['name'],
  { run, refusal }: { readonly run: () => void; readonly refusal: () => string | undefined },
  back: () => void,
): readonly Binding[] | undefined => {
  if (kind !== 'create' && kind !== 'change') return undefined;
  const id = kind === 'create' ? 'notifications.create' : 'notifications.change-send';
  return [
    bind(id, ['c'], `${kind} it`, 'Webhook', run, { ...confirming, refusal }),
    bind('notifications.review-enter', ['enter'], 'which key sends', 'Webhook', () => {}, {
      refusal: () => `${keyName(id)} ${kind}s it: Enter sends nothing.`,
    }),
    bind('notifications.back', ['escape', 'q'], 'back', 'Webhook', back, inFooter),
  ];
};
