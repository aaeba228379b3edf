/** The keys of the webhooks tab, and what they do. Its effects: creating a webhook, and keeping its secret where the user says. */
import type { Client } from '../../../api/client.ts';
import type { Clock } from '../../../api/clock.ts';
import { type Binding, bind, footerOfAllowed, inFooter, type Layer } from '../../../keys/binding.ts';
import { fieldLayer } from '../../../keys/field.ts';
import { type ListMove, listBindings } from '../../../keys/list.ts';
import { cursorAt, cursorMoved } from '../../../state/cursor.ts';
import type { Slice } from '../../../state/slice.ts';
import { type TypedText, textTyped } from '../../../state/typed-text.ts';
import type { JournalAccess } from '../../../storage/profile-journal.ts';
import { printable } from '../../../ui/text.ts';
import { formRows, knownRows, pageHeight, pageScrollMaximum, SECRET_LINES } from '../measures.ts';
import { pageKeys } from '../page-keys.ts';
import { failedLines } from '../paragraph.ts';
import { createWebhook } from './create.ts';
import { createdBindings, type KeepingNeeds, savingLayer } from './created-actions.ts';
import { draftFault, FIELDS, requestOf } from './draft.ts';
import { createdLines, reviewLines } from './lines.ts';
import { createSecretHolder } from './secret.ts';
import {
  creationBegun,
  creationFailed,
  currentField,
  currentKnown,
  currentType,
  cursorPlaced,
  faultShown,
  fieldEdited,
  fieldPassed,
  formOpened,
  knownRead,
  pageScrolled,
  savingEdited,
  stageOpened,
  typedTypePicked,
  typePicked,
  typeRowsOf,
  typingBegun,
  typingLeft,
  type WebhooksState,
  webhookCreated,
} from './state.ts';
import { remarkOnTyping } from './type-list.ts';

/** Webhooks that the list shows at the most. */
const LIST_LENGTH = 500;

/** What the tab needs from outside. */
export type WebhooksNeeds = Omit<KeepingNeeds, 'slice' | 'secret'> & {
  readonly slice: Slice<WebhooksState>;
  readonly client: () => Client | undefined;
  readonly journal: () => JournalAccess;
  readonly clock: Clock;
  readonly timeZone: string;
  /** Columns and rows that the tab has. */
  readonly screen: () => { readonly width: number; readonly height: number };
  /** Types that can be picked. */
  readonly offered: () => readonly string[];
  /** A type was typed that shall be offered from now on. */
  readonly remember: (type: string) => void;
  /** Why nothing may be sent; undefined when it may. */
  readonly refusal: () => string | undefined;
  readonly notify: (text: string) => void;
  /** Told once a webhook exists and the journal knows it. */
  readonly onCreated: () => void;
};

/** The tab's doings. */
type WebhooksActions = {
  readonly layers: () => readonly Layer[];
  /** Reads the journal anew. */
  readonly read: () => void;
  /** The field with the focus has changed its text. */
  readonly editField: (text: string) => void;
  /** The secret in the clear while the user has it revealed, else undefined. For the view alone: it must be kept nowhere. */
  readonly revealedSecret: () => string | undefined;
};

/** Builds the keys and actions of the tab. */
export const createWebhooksActions = (needs: WebhooksNeeds): WebhooksActions => {
  const { slice, client, journal, clock, screen, offered, remember, refusal, run, notify, refuse } = needs;
  const change = (transition: (state: WebhooksState) => WebhooksState) => slice.change(transition);
  const secret = createSecretHolder();
  const open = (kind: 'list' | 'form' | 'review') => change((state) => stageOpened(state, kind));
  const typeHere = () => currentType(slice.get(), offered());

  const list: readonly Binding[] = [
    bind('notifications.new', ['enter', 'n', 'e'], 'new webhook', 'Webhooks', () => change(formOpened), {
      isInFooter: true,
      refusal,
    }),
    bind('notifications.forget', ['f'], 'forget it here', 'Webhooks', () => forget(), {
      isInFooter: true,
      refusal: () => (currentKnown(slice.get()) === undefined ? 'There is no webhook under the cursor.' : undefined),
    }),
    ...listBindings('notifications', (to) =>
      change((state) => {
        const extent = { count: state.known.length, height: knownRows(screen().height) };
        return cursorPlaced(state, 'listCursor', to(state.listCursor, extent));
      }),
    ),
  ];
  const enterField = bind('notifications.edit', ['enter', 'e'], 'type', 'Webhook', () => type(), inFooter);
  const enterType = bind('notifications.edit', ['enter', 'e'], 'pick / put back', 'Webhook', () => pick());
  const form: readonly Binding[] = [
    bind('notifications.pick', ['space'], 'pick / put back', 'Webhook', () => pick(), {
      isInFooter: true,
      refusal: () => (typeHere() === undefined ? 'There is no event type under the cursor.' : undefined),
    }),
    bind('notifications.review', ['s'], 'review and send', 'Webhook', () => openReview(), {
      isInFooter: true,
      refusal,
    }),
    bind('notifications.next-field', ['tab'], 'next', 'Webhook', () =>
      moveInForm((cursor, extent) => cursorMoved(cursor, 1, extent)),
    ),
    bind('notifications.last-field', ['shift-tab'], 'back', 'Webhook', () =>
      moveInForm((cursor, extent) => cursorMoved(cursor, -1, extent)),
    ),
    bind('notifications.leave', ['escape'], 'leave', 'Webhook', () => open('list'), inFooter),
    ...listBindings('notifications', (to) => moveInForm(to)),
  ];
  const review: readonly Binding[] = [
    bind('notifications.create', ['c'], 'create it', 'Webhook', () => create(), { isInFooter: true, refusal }),
    bind('notifications.back', ['escape'], 'back to the form', 'Webhook', () => open('form'), inFooter),
    ...pageKeys(
      'notifications',
      () => pageHeight(screen().height),
      (lines) => scroll(lines),
    ),
  ];
  const sending: readonly Binding[] = [
    bind('notifications.leave', ['escape'], 'leave', 'Webhook', () => {}, {
      refusal: () => 'The answer is awaited: the call was sent once and is not sent again.',
    }),
  ];
  const keeping: KeepingNeeds = { ...needs, secret };
  const created: readonly Binding[] = [
    ...createdBindings(keeping),
    ...pageKeys(
      'notifications',
      () => pageHeight(screen().height),
      (lines) => scroll(lines),
    ),
  ];

  const moveInForm = (to: ListMove) =>
    change((state) => {
      const tab = screen();
      const height = formRows(tab.height, failedLines(state.failed?.words, tab.width).length);
      const types = typeRowsOf(state, offered()).length;
      const { row } = to(state.formCursor, { count: FIELDS.length + types, height });
      const { top } = cursorAt(state.formCursor, row - FIELDS.length, { count: types, height });
      return cursorPlaced(state, 'formCursor', { row, top });
    });

  const type = () => change((state) => typingBegun(state, offered()));

  const pick = () => {
    const row = typeHere();
    if (row === undefined) return;
    if (!row.isKnown) remember(row.type);
    change((state) => typePicked(state, row.type));
  };

  /** What is lacking is said where it is lacking. */
  const openReview = () => {
    const fault = draftFault(slice.get().draft);
    if (fault === undefined) {
      open('review');
      return;
    }
    change((state) => faultShown(state, fault.field));
    refuse(fault.text);
  };

  /** Enter in a field: the type under the cursor is picked and another can be typed; elsewhere the next field follows. */
  const keepField = () => {
    const state = slice.get();
    const row = typeHere();
    if (currentField(state) !== 'typed') change((now) => fieldPassed(now, 1, offered()));
    else if (state.draft.typed.text.trim() === '') change(typingLeft);
    else if (row !== undefined) {
      if (!row.isKnown) remember(row.type);
      change((now) => typedTypePicked(now, row.type));
    }
  };

  /** Through the types while they are narrowed, else through the fields. */
  const moveInField = (steps: 1 | -1) => {
    const { formCursor, draft } = slice.get();
    const isInList = draft.typed.text.trim() !== '' && formCursor.row >= FIELDS.length;
    const isAtTop = steps < 0 && formCursor.row === FIELDS.length;
    if (isInList && !isAtTop) moveInForm((cursor, extent) => cursorMoved(cursor, steps, extent));
    else change((state) => fieldPassed(state, steps, offered()));
  };

  const refusalToEnter = (): string | undefined => {
    const state = slice.get();
    const remark = currentField(state) === 'typed' ? remarkOnTyping(offered(), state.draft, typeHere()) : undefined;
    return remark?.kind === 'wrong' ? remark.text : undefined;
  };

  const enterLabel = (): string => {
    const { draft } = slice.get();
    if (currentField(slice.get()) !== 'typed') return 'next field';
    if (draft.typed.text.trim() === '') return 'done';
    return typeHere()?.isKnown === false ? 'add it as typed' : 'pick it';
  };

  const scroll = (lines: number) => {
    const { width, height } = screen();
    change((state) => {
      const { stage } = state;
      const [text, rows] =
        stage.kind === 'created'
          ? [createdLines(stage.created, needs.timeZone, width - 4), height - SECRET_LINES]
          : [reviewLines(state, width - 4), height];
      return pageScrolled(state, lines, pageScrollMaximum(text.length, rows));
    });
  };

  const read = () => {
    const access = journal();
    if (!('problem' in access)) change((state) => knownRead(state, access.webhooks.list(LIST_LENGTH)));
  };

  const forget = () => {
    const access = journal();
    const known = currentKnown(slice.get());
    if (known === undefined || 'problem' in access) return;
    const problem = access.webhooks.forget(known.line);
    if (problem === undefined) notify(`Forgotten here: ${printable(known.name)}. The service knows nothing of that.`);
    else refuse(problem);
    read();
  };

  const create = () => {
    const access = journal();
    const service = client();
    const fault = draftFault(slice.get().draft)?.text ?? ('problem' in access ? access.problem : undefined);
    if (fault !== undefined || service === undefined || 'problem' in access) {
      refuse(fault ?? 'The service is not ready.');
      return;
    }
    const request = requestOf(slice.get().draft);
    change(creationBegun);
    run(async () => {
      const end = await createWebhook(request, { client: service, webhooks: access.webhooks, clock });
      if (end.journalProblem !== undefined) refuse(end.journalProblem);
      if (end.kind === 'failed') change((state) => creationFailed(state, end.failed));
      else {
        const { webhook, secret: shownOnce, enabledNotificationPreferences: switchedOn } = end.reply;
        secret.hold(shownOnce);
        change((state) => webhookCreated(state, { webhook, switchedOn, hasSecret: shownOnce !== undefined }));
      }
      read();
      if (end.kind === 'created') needs.onCreated();
    });
  };

  const typingLayer = () =>
    fieldLayer({
      owner: 'notifications',
      enterLabel: enterLabel(),
      enter: keepField,
      enterRefusal: refusalToEnter,
      leave: () => change(typingLeft),
      change: (edit) => change((state) => fieldEdited(state, edit, offered())),
      cleaned: printable,
      own: passing,
    });
  const passing: readonly Binding[] = [
    bind(
      'notifications.field-next',
      ['tab'],
      'go on',
      'Form',
      () => change((s) => fieldPassed(s, 1, offered())),
      inFooter,
    ),
    bind('notifications.field-back', ['shift-tab'], 'field before', 'Form', () =>
      change((s) => fieldPassed(s, -1, offered())),
    ),
    bind('notifications.field-down', ['down'], 'down', 'Form', () => moveInField(1)),
    bind('notifications.field-up', ['up'], 'up', 'Form', () => moveInField(-1)),
  ];
  const saving = savingLayer(keeping);

  return {
    read,
    editField: (text) =>
      change((state) => {
        const edit = (typed: TypedText) => textTyped(typed, text);
        return state.isTyping ? fieldEdited(state, edit, offered()) : savingEdited(state, edit);
      }),
    revealedSecret: () => {
      const { stage } = slice.get();
      return stage.kind === 'created' && stage.created.isRevealed ? secret.with((text) => text) : undefined;
    },
    layers: () => {
      const { stage, isTyping } = slice.get();
      if (isTyping) return [typingLayer()];
      switch (stage.kind) {
        case 'list':
          return [{ bindings: footerOfAllowed(list) }];
        case 'form':
          return [{ bindings: [typeHere() === undefined ? enterField : enterType, ...footerOfAllowed(form)] }];
        case 'review':
          return [{ bindings: review }];
        case 'sending':
          return [{ bindings: sending }];
        case 'created':
          return stage.created.saving === undefined ? [{ bindings: created }] : [saving];
      }
    },
  };
};
