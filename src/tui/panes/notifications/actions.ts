/** The notifications pane's keys: its pages, and what keeps a secret from being lost by mistake. */
import { CALLS } from '../../../api/calls.ts';
import { createQuestion } from '../../../api/question.ts';
import { type Binding, bind, inFooter, type Layer } from '../../keys/binding.ts';
import type { Slice } from '../../state/slice.ts';
import { digitOf } from '../names.ts';
import type { PaneNeeds } from '../pane-needs.ts';

import { createEventsActions } from './events/actions.ts';
import { TAB_LINES } from './measures.ts';
import { createPreferencesActions } from './preferences/actions.ts';
import {
  isTypeOnBy,
  type NotificationsState,
  type TABS,
  tabTurned,
  typesForgotten,
  typesSaved,
  typesTold,
} from './state.ts';
import { createWebhooksActions } from './webhooks/actions.ts';
import { isSecretAtRisk, leavingAsked } from './webhooks/created-state.ts';

/** What the pane needs from outside. */
type NotificationsNeeds = QuestionParts &
  Omit<EventsNeeds, 'slice'> &
  Pick<WebhooksNeeds, 'journal' | 'timeZone' | 'screen' | 'refusal' | 'copy' | 'homeFolder' | 'notify' | 'refuse'> &
  Pick<PreferencesNeeds, 'userId'> &

/** The pane's actions. */
type NotificationsActions = {
  /** The key layers in force while the pane is open, innermost first. */
  readonly layers: () => readonly Layer[];
  /** Asked before the program, its service or its session is left: true while a secret would be lost, which the user is told. */
  readonly holdBack: () => boolean;
  /** The pane was opened: the journal is read anew, and the service is asked for what it was not asked for before. */
  readonly open: () => void;
  /** Reads the journal anew. */
  readonly readJournal: () => void;
  /** Another pane was opened: what failed is not tried again by itself. */
  readonly leave: () => void;
  /** The screen has another size. */
  readonly resize: () => void;
  /** Another service or key is in use. */
  readonly serviceChanged: () => void;
  /** The secret in the clear while the user has it revealed, else undefined. For the view alone: it must be kept nowhere. */
  readonly revealedSecret: () => string | undefined;
  /** Alerts have fired. */
  readonly alertsFired: () => void;
};

/** Builds the pane's keys and actions. */
export const createNotificationsActions = (needs: NotificationsNeeds): NotificationsActions => {
  const { slice, journal, refuse } = needs;
  const webhookSlice = partOf(slice, 'webhooks');
  const screen = () => {
    const { width, height } = needs.screen();
    return { width, height: Math.max(1, height - TAB_LINES) };
  };
  const remember = (type: string) => {
    const access = journal();
    if (!('problem' in access)) access.eventTypes.remember(type);
    slice.change((state) => typesSaved(state, [type]));
  };
  const types = () => slice.get().types ?? [];
  const shared = { ...needs, screen, offered: () => slice.get().offered, types, remember };
  const preferences = createPreferencesActions({ ...shared, slice: partOf(slice, 'preferences') });
  const alerts = createAlertsActions({ ...shared, slice: partOf(slice, 'alerts') });
  const isTypeOn = () => isTypeOnBy(slice.get());
  const webhooks = createWebhooksActions({
    copy: needs.clipboard,
    ...shared,
    slice: webhookSlice,
    isTypeOn,
    onLooked: preferences.open,
    onCreated: preferences.changedHere,
  });

  const events = createEventsActions({ ...shared, copy: needs.clipboard, slice: partOf(slice, 'events') });

  const typesQuestion = createQuestion({
    ...needs,
    read: 'notificationTypes',
    ask: async (service, _ticket, options) => (await service.read(CALLS.notificationTypes, undefined, options)) ?? [],
    // Where it fails, what is known here of types is enough: the ledger says what came back.
    onAnswer: (_ticket, told) => slice.change((state) => typesTold(state, told)),
  });

  const tabs: readonly Binding[] = [
    bind('notifications.tab', [']'], 'next page', 'Look', () => turnTab(1), inFooter),
    bind('notifications.previous-tab', ['['], 'previous page', 'Look', () => turnTab(-1)),
  ];
  const journalKeys: readonly Binding[] = [
    bind('notifications.refresh', ['R'], 'read the journal', 'Look', () => {
      readJournal();
      if (slice.get().tab === 'webhooks') webhooks.askAgain();
    }),
  ];
  /** A secret that nobody has kept holds the program back until it is kept, or left on its own page with another key. */
  const holdBack = () => {
    if (!isSecretAtRisk(webhookSlice.get())) return false;
    webhookSlice.change((state) => leavingAsked(state, true));
    refuse(`A webhook's secret was not saved: press ${digitOf('notifications')} to save it, or to leave it with x.`);
    return true;
  };

  const readJournal = () => {
    const access = journal();
    if (!('problem' in access)) slice.change((state) => typesSaved(state, access.eventTypes.list()));
    webhooks.read();
    preferences.read();
  };

  const askAtLeisure = () => {
    typesQuestion.comeBack();
    if (slice.get().types === undefined) typesQuestion.ask();
    if (slice.get().tab === 'webhooks') webhooks.open();
    else webhooks.leave();
    if (slice.get().tab === 'preferences') preferences.open();
    else preferences.leave();
    if (slice.get().tab === 'events') events.open();
    else events.leave();
    if (slice.get().tab === 'alerts') alerts.read();
  };

  const open = () => {
    readJournal();
    askAtLeisure();
  };

  const turnTab = (by: 1 | -1) => {
    slice.change((state) => tabTurned(state, by));
    askAtLeisure();
  };

  const pages = { webhooks, preferences, events, alerts };

  return {
    open,
    readJournal,
    leave: () => {
      typesQuestion.leave();
      webhooks.leave();
      preferences.leave();
      events.leave();
    },
    resize: events.resize,
    serviceChanged: () => {
      typesQuestion.drop();
      slice.change(typesForgotten);
      webhooks.serviceChanged();
      preferences.serviceChanged();
      events.serviceChanged();
    },
    revealedSecret: webhooks.revealedSecret,
    alertsFired: () => {
      if (slice.get().tab === 'alerts') alerts.read();
    },
    holdBack,
    layers: () => {
      const layers = pages[slice.get().tab].layers();
      return layers.some(({ isModal }) => isModal)
        ? layers
        : [...layers, { bindings: JOURNALED.includes(slice.get().tab) ? [...tabs, ...journalKeys] : tabs }];
    },
  };
};

/** The pages that show what the journal knows. */
const JOURNALED: readonly NotificationsState['tab'][] = ['webhooks', 'preferences'];

const partOf = <Name extends (typeof TABS)[number]>(
  slice: Slice<NotificationsState>,
  name: Name,
): Slice<NotificationsState[Name]> => ({
  get: () => slice.get()[name],
  change: (transition) =>
    slice.change((state) => {
      const part = transition(state[name]);
      return part === state[name] ? state : { ...state, [name]: part };
    }),
});
