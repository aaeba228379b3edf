/** The keys of the webhooks tab, and what they do. Its effects: creating a webhook, and keeping its secret where the user says. */
import type { Client } from '../../../../api/client.ts';
import type { Clock } from '../../../../base/clock.ts';
import { printable } from '../../../../base/text.ts';
import type { JournalAccess } from '../../../../storage/journal/profile-journal.ts';
import { type Binding, bind, footerOfAllowed, inFooter, type Layer } from '../../../keys/binding.ts';
import { listBindings } from '../../../keys/cursor.ts';
import { knownRows, pageHeight, pageScrollMaximum } from '../measures.ts';
import { pageKeys } from '../page-keys.ts';
import { createWebhook } from './create.ts';
import { createdBindings, type KeepingNeeds, savingLayer } from './created-actions.ts';
import { createdPage } from './created-page.ts';
import { webhookCreated } from './created-state.ts';
import { draftProblem, requestOf } from './draft.ts';
import { createFormActions, type FormNeeds } from './form-actions.ts';
import { creationBegun, creationFailed, formOpened, stageOpened } from './form-state.ts';
import { reviewLines } from './lines.ts';
import { createSecretHolder } from './secret.ts';
import { currentKnown, cursorPlaced, knownRead, pageScrolled, type WebhooksState } from './state.ts';

/** Webhooks that the list shows at the most. */
const LIST_LENGTH = 500;

/** What the tab needs from outside. */
export type WebhooksNeeds = Omit<KeepingNeeds, 'slice' | 'secret'> &
  Omit<FormNeeds, 'leave' | 'review'> & {
    readonly client: () => Client | undefined;
    readonly journal: () => JournalAccess;
    readonly clock: Clock;
    readonly timeZone: string;
    readonly notify: (text: string) => void;
    /** Says why something could not be done. */
    readonly refuse: (reason: string) => void;
    /** Told once a webhook exists and the journal knows it. */
    readonly onCreated: () => void;
  };

/** The tab's actions. */
type WebhooksActions = {
  readonly layers: () => readonly Layer[];
  /** Reads the journal anew. */
  readonly read: () => void;
  /** The secret in the clear while the user has it revealed, else undefined. For the view alone: it must be kept nowhere. */
  readonly revealedSecret: () => string | undefined;
};

/** Builds the keys and actions of the tab. */
export const createWebhooksActions = (needs: WebhooksNeeds): WebhooksActions => {
  const { slice, client, journal, clock, screen, refusal, run, notify, refuse } = needs;
  const change = (transition: (state: WebhooksState) => WebhooksState) => slice.change(transition);
  const secret = createSecretHolder();
  const open = (kind: 'list' | 'form' | 'review') => change((state) => stageOpened(state, kind));

  const form = createFormActions({ ...needs, leave: () => open('list'), review: () => openReview() });

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
  const created = (): readonly Binding[] => [
    ...createdBindings(keeping),
    ...pageKeys(
      'notifications',
      () => shownPage()?.height ?? 0,
      (lines) => scroll(lines),
    ),
  ];

  const scroll = (lines: number) => {
    const { width, height } = screen();
    change((state) => {
      const page = shownPage();
      const most =
        page === undefined
          ? pageScrollMaximum(reviewLines(state, width - 4).length, height)
          : pageScrollMaximum(page.lines.length, height - page.head.length);
      return pageScrolled(state, lines, most);
    });
  };

  /** The page of a created webhook, while it is shown. */
  const shownPage = () => {
    const { stage } = slice.get();
    const { width, height } = screen();
    return stage.kind === 'created'
      ? createdPage(stage.created, revealedSecret(), needs.timeZone, width, height)
      : undefined;
  };

  /** The review stands on what the journal knows at the moment. */
  const openReview = () => {
    read();
    open('review');
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
    const problem = draftProblem(slice.get().draft)?.text ?? ('problem' in access ? access.problem : undefined);
    if (problem !== undefined || service === undefined || 'problem' in access) {
      refuse(problem ?? 'The service is not ready.');
      return;
    }
    const request = requestOf(slice.get().draft);
    change(creationBegun);
    run(async () => {
      const known = [...slice.get().known.map(({ line }) => line), ...slice.get().told];
      const { timeZone } = needs;
      const end = await createWebhook(request, { client: service, webhooks: access.webhooks, clock, known, timeZone });
      if (end.journalProblem !== undefined) refuse(end.journalProblem);
      if (end.kind !== 'created') change((state) => creationFailed(state, end.failed, end.told));
      else {
        const { webhook, secret: shownOnce, secretProblem, enabledNotificationPreferences: switchedOn } = end.reply;
        secret.hold(shownOnce);
        const hasSecret = shownOnce !== undefined;
        change((state) => webhookCreated(state, { webhook, switchedOn, hasSecret, secretProblem }));
      }
      read();
      if (end.kind === 'created') needs.onCreated();
    });
  };

  const saving = savingLayer(keeping);

  const revealedSecret = () => {
    const { stage } = slice.get();
    return stage.kind === 'created' && stage.created.isRevealed ? secret.with((text) => text) : undefined;
  };

  return {
    read,
    revealedSecret,
    layers: () => {
      const { stage, isTyping } = slice.get();
      if (isTyping) return [form.typingLayer()];
      switch (stage.kind) {
        case 'list':
          return [{ bindings: footerOfAllowed(list) }];
        case 'form':
          return [{ bindings: form.bindings() }];
        case 'review':
          return [{ bindings: review }];
        case 'sending':
          return [{ bindings: sending }];
        case 'created':
          return stage.created.saving === undefined ? [{ bindings: created() }] : [saving];
      }
    },
  };
};
