/** What of the notifications pane is saved for a later run, and how it is resumed. Pure. */
import { z } from 'zod';
import type { SavedWords } from '../../state/resume.ts';
import { alertsResumed, alertsSaved, alertsWords, savedAlerts } from './alerts/resume.ts';
import { preferencesResumed, preferencesSaved, preferencesWords, savedPreferences } from './preferences/resume.ts';
import { type NotificationsState, TABS } from './state.ts';
import { savedWebhooks, webhooksResumed, webhooksSaved, webhooksWords } from './webhooks/resume.ts';

/** What is saved: which tab is open, and what stands in each. */
export const savedNotifications = z.object({
  tab: z.enum(TABS),
  webhooks: savedWebhooks,
  preferences: savedPreferences,
  /** Earlier programs saved none. */
  alerts: savedAlerts.default({}),
});

/** What is saved of the pane. */
export const notificationsSaved = ({
  tab,
  webhooks,
  preferences,
  alerts,
}: NotificationsState): z.input<typeof savedNotifications> => ({
  tab,
  webhooks: webhooksSaved(webhooks),
  preferences: preferencesSaved(preferences),
  alerts: alertsSaved(alerts),
});

/** The pane as it is resumed. */
export const notificationsResumed = (
  state: NotificationsState,
  { tab, webhooks, preferences, alerts }: z.output<typeof savedNotifications>,
): NotificationsState => ({
  ...state,
  tab,
  webhooks: webhooksResumed(state.webhooks, webhooks),
  preferences: preferencesResumed(state.preferences, preferences),
  alerts: alertsResumed(state.alerts, alerts),
});

/** What that is, in words; nothing where the pane only stood open. */
export const notificationsWords = (remembered: z.output<typeof savedNotifications>): SavedWords => {
  const tabs = [
    webhooksWords(remembered.webhooks),
    preferencesWords(remembered.preferences),
    alertsWords(remembered.alerts),
  ];
  return { work: tabs.flatMap(({ work }) => work), place: tabs.flatMap(({ place }) => place) };
};
