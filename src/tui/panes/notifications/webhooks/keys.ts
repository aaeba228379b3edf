/** The keys of the webhooks tab, and what they do. Its effects: creating a webhook, and keeping its secret where the user says. */
import { type Binding, bind, footerOfAllowed } from '../../../keys/binding.ts';
import type { Slice } from '../../../state/slice.ts';
import { RECORD_TITLE_LINES } from '../../../ui/record-lines.ts';
import { digitOf } from '../../names.ts';
import { pageKeys } from '../keys.ts';
import type { NotificationsNeeds, RunningTab } from '../tab.ts';
import { createActs } from './changing/actions.ts';
import { openChanges } from './changing/open-changes.ts';
import { createSendingAct, createSendingEdit } from './changing/sending.ts';
import { createdBindings, type KeepingNeeds, savingLayer } from './created-actions.ts';
import { createdPage } from './created-page.ts';
import { isSecretAtRisk, leavingAsked } from './created-state.ts';
import { createCreating } from './creating.ts';
import { createFormBindings } from './form-actions.ts';
import { createFormReview } from './form-review.ts';
import { createFormTyping } from './form-typing.ts';
import { createListBindings } from './list-actions.ts';
import { createLooking } from './looking.ts';
import { createSecretHolder } from './secret.ts';
import { knownRead, pageScrolled, type WebhooksState } from './state.ts';

/** Webhooks that the list shows at the most. */
const LIST_LENGTH = 500;

/** Builds the keys and actions of the tab. */
export const createWebhooks = (slice: Slice<WebhooksState>, given: NotificationsNeeds): RunningTab => {
  const needs = {
    ...given,
    slice,
    copy: given.clipboard,
    onLooked: given.askPreferences,
    onCreated: given.preferencesChanged,
  };
  const { journal, screen } = needs;
  const change = (transition: (state: WebhooksState) => WebhooksState) => slice.change(transition);
  const secret = createSecretHolder();

  const form = createFormBindings({ ...needs, leave: () => review.leaveForm(), review: () => review.open() });
  const formTyping = createFormTyping(needs);

  const looking = createLooking({ ...needs, read: () => read() });
  const list = createListBindings({ ...needs, read: () => read(), open: looking.openRecord });
  const sending: readonly Binding[] = [
    bind('notifications.leave', ['escape'], 'leave', 'Webhook', () => {}, {
      refusal: () => 'Waiting for the answer: the call was sent once and is not sent again.',
    }),
  ];
  const keeping: KeepingNeeds = { ...needs, secret };
  const created = (): readonly Binding[] => [
    ...createdBindings(keeping),
    ...pageKeys(
      () => ({ length: shownPage()?.lines.length ?? 0, rows: (shownPage()?.height ?? 0) - RECORD_TITLE_LINES }),
      (move) => change((state) => pageScrolled(state, move)),
    ),
  ];

  /** The page of a created webhook, while it is shown. */
  const shownPage = () => {
    const { stage } = slice.get();
    const { width, height } = screen();
    return stage.kind === 'created'
      ? createdPage(stage.created, revealedSecret(), needs.timeZone, width, height)
      : undefined;
  };

  const read = () => {
    const access = journal();
    if (!('problem' in access)) {
      const known = access.webhooks.list(LIST_LENGTH);
      change((state) => knownRead(state, known, openChanges(access.webhookChanges, { ...state, known })));
    }
  };

  const create = createCreating({ ...needs, secret, askAgain: looking.askAgain });

  const saving = savingLayer(keeping);
  const sendingNeeds = { ...needs, ...looking, secret, onTested: looking.awaitTest, onChanged: needs.onCreated };
  const sendEdit = createSendingEdit(sendingNeeds);
  const review = createFormReview({ ...needs, read, create, sendEdit });
  const acts = createActs({ ...needs, send: createSendingAct(sendingNeeds) });

  const revealedSecret = () => {
    const { stage } = slice.get();
    return stage.kind === 'created' && stage.created.isRevealed ? secret.with((text) => text) : undefined;
  };

  return {
    read,
    askAgain: looking.askAgain,
    open: looking.open,
    leave: looking.leave,
    serviceChanged: looking.serviceChanged,
    revealedSecret,
    // A secret that nobody has kept holds the program back until it is kept, or left on its own page with another key.
    holdBack: () => {
      if (!isSecretAtRisk(slice.get())) return undefined;
      change((state) => leavingAsked(state, true));
      return `A webhook's secret was not saved: press ${digitOf('notifications')} to save it, or to leave it with x.`;
    },
    layers: () => {
      const { stage, isTyping } = slice.get();
      if (isTyping) return [formTyping()];
      switch (stage.kind) {
        case 'list':
          return [...looking.stopTrying(), { bindings: footerOfAllowed([...list, ...acts.keys, looking.refreshList]) }];
        case 'record':
          return [...looking.stopTrying(), { bindings: footerOfAllowed(looking.recordKeys(acts.keys)) }];
        case 'form':
          return [{ bindings: form() }];
        case 'review':
          return [{ bindings: review.bindings() }];
        case 'sending':
          return [{ bindings: sending }];
        case 'act':
          return [acts.layer(stage.acting)];
        case 'created':
          return stage.created.saving === undefined ? [{ bindings: created() }] : [saving];
      }
    },
  };
};
