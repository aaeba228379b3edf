/** What the notifications pane knows: its pages, and the event types that two of them offer. Pure. */

import type { NotificationType } from '../../../api/records/replies.ts';
import { placeOn } from '../../state/cursor.ts';
import { type AlertsState, initialAlerts } from './alerts/state.ts';
import { offeredTypes } from './event-types.ts';
import { type EventsState, initialEvents } from './events-state.ts';
import { channelOf, typeOf } from './preferences/settings.ts';
import { initialPreferences, knownSettings, type PreferencesState } from './preferences/state.ts';
import type { IsTypeOn } from './webhooks/record-lines.ts';
import { initialWebhooks, type WebhooksState } from './webhooks/state.ts';

/** The pages, in the order in which `]` turns to them. */
export const TAB_NAMES = ['webhooks', 'preferences', 'events', 'alerts'] as const;

/** One of them. */
export type TabName = (typeof TAB_NAMES)[number];

/** The state of the pane. */
export type NotificationsState = {
  readonly tab: TabName;
  /** Event types that can be picked: those published, then those typed before. */
  readonly offered: readonly string[];
  /** What the service says of types; undefined before it was asked, empty where it cannot be. */
  readonly types?: readonly NotificationType[];
  readonly webhooks: WebhooksState;
  readonly preferences: PreferencesState;
  readonly events: EventsState;
  readonly alerts: AlertsState;
};

/** The pane before anything was typed. */
export const initialNotifications: NotificationsState = {
  tab: 'webhooks',
  offered: offeredTypes([]),
  webhooks: initialWebhooks,
  preferences: initialPreferences,
  events: initialEvents,
  alerts: initialAlerts,
};

/** The page `to`, or so many places further on, was turned to; behind the last comes the first. */
export const tabTurned = (state: NotificationsState, to: 1 | -1 | TabName): NotificationsState => ({
  ...state,
  tab: typeof to === 'string' ? to : placeOn(TAB_NAMES, state.tab, to),
});

/** Event types became known that were typed before. */
export const typesSaved = (state: NotificationsState, types: readonly string[]): NotificationsState => {
  const offered = offeredTypes([...state.offered, ...types]);
  return offered.length === state.offered.length ? state : { ...state, offered };
};

/** The service has said what types it has, or that it does not say. */
export const typesTold = (state: NotificationsState, types: readonly NotificationType[]): NotificationsState => ({
  ...typesSaved(
    state,
    types.map(({ type }) => type),
  ),
  types,
});

/** Whether the webhooks channel of a type is on, as far as the preferences are known here. */
export const isTypeOnBy = ({ preferences }: NotificationsState): IsTypeOn => {
  const settings = knownSettings(preferences);
  return (type) => {
    const channel = channelOf(
      settings.find((setting) => typeOf(setting) === type),
      'webhooks',
    );
    return channel === undefined || channel === 'unknown' ? undefined : channel === 'on';
  };
};

/** Another service or key is in use. */
export const typesForgotten = ({ types: _, ...state }: NotificationsState): NotificationsState => state;
