/** The notifications pane's keys: its two tabs, and what keeps a secret from being lost by mistake. */
import { type Binding, bind, inFooter, type Layer } from '../../keys/binding.ts';
import type { Slice } from '../../state/slice.ts';
import { TAB_LINES } from './measures.ts';
import { createPreferencesActions, type PreferencesNeeds } from './preferences/actions.ts';
import { type NotificationsState, tabTurned, typesRemembered } from './state.ts';
import { createWebhooksActions, type WebhooksNeeds } from './webhooks/actions.ts';
import { isSecretAtRisk, leavingAsked } from './webhooks/state.ts';

/** What the pane needs from outside. */
type NotificationsNeeds = Pick<
  WebhooksNeeds,
  | 'client'
  | 'journal'
  | 'clock'
  | 'timeZone'
  | 'screen'
  | 'refusal'
  | 'copy'
  | 'homeFolder'
  | 'run'
  | 'notify'
  | 'refuse'
> &
  Pick<PreferencesNeeds, 'userId'> & { readonly slice: Slice<NotificationsState> };

/** The pane's doings. */
export type NotificationsActions = {
  /** The key layers in force while the pane is open, innermost first. */
  readonly layers: () => readonly Layer[];
  /** Asked before the program, its service or its session is left: true while a secret would be lost, which the user is told. */
  readonly holdBack: () => boolean;
  /** The pane was opened, or its service is another one: the journal is read anew. */
  readonly open: () => void;
  /** The secret in the clear while the user has it revealed, else undefined. For the view alone: it must be kept nowhere. */
  readonly revealedSecret: () => string | undefined;
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
    slice.change((state) => typesRemembered(state, [type]));
  };
  const shared = { ...needs, screen, offered: () => slice.get().offered, remember };
  const preferences = createPreferencesActions({ ...shared, slice: partOf(slice, 'preferences') });
  const webhooks = createWebhooksActions({ ...shared, slice: webhookSlice, onCreated: preferences.read });

  const tabs: readonly Binding[] = [
    bind('notifications.tab', [']', '['], 'webhooks / preferences', 'Look', () => slice.change(tabTurned), inFooter),
    bind('notifications.refresh', ['R'], 'read the journal', 'Look', () => open()),
  ];
  /** A secret that nobody has kept holds the program back until it is kept, or left on its own page with another key. */
  const holdBack = () => {
    if (!isSecretAtRisk(webhookSlice.get())) return false;
    webhookSlice.change((state) => leavingAsked(state, true));
    refuse("A webhook's secret was not kept: press 5 to keep it, or to leave it with x.");
    return true;
  };

  const open = () => {
    const access = journal();
    if (!('problem' in access)) slice.change((state) => typesRemembered(state, access.eventTypes.list()));
    webhooks.read();
    preferences.read();
  };

  const current = () => (slice.get().tab === 'webhooks' ? webhooks : preferences);

  return {
    open,
    revealedSecret: webhooks.revealedSecret,
    holdBack,
    layers: () => {
      const layers = current().layers();
      return layers.some(({ isModal }) => isModal) ? layers : [...layers, { bindings: tabs }];
    },
  };
};

const partOf = <Name extends 'webhooks' | 'preferences'>(
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
