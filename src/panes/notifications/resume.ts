/** What of the notifications pane is remembered for a later run, and how the pane goes on with it. Pure. */
import { z } from 'zod';
import type { RememberedWords } from '../../state/remembered.ts';
import {
  preferencesRemembered,
  preferencesResumed,
  preferencesWords,
  rememberedPreferences,
} from './preferences/resume.ts';
import type { NotificationsState } from './state.ts';
import { rememberedWebhooks, webhooksRemembered, webhooksResumed, webhooksWords } from './webhooks/resume.ts';

/** What is remembered: which tab is open, and what stands in each. */
export const rememberedNotifications = z.object({
  tab: z.enum(['webhooks', 'preferences']),
  webhooks: rememberedWebhooks,
  preferences: rememberedPreferences,
});

/** What is to be remembered of the pane. */
export const notificationsRemembered = ({
  tab,
  webhooks,
  preferences,
}: NotificationsState): z.input<typeof rememberedNotifications> => ({
  tab,
  webhooks: webhooksRemembered(webhooks),
  preferences: preferencesRemembered(preferences),
});

/** The pane as it is gone on with. */
export const notificationsResumed = (
  state: NotificationsState,
  { tab, webhooks, preferences }: z.output<typeof rememberedNotifications>,
): NotificationsState => ({
  ...state,
  tab,
  webhooks: webhooksResumed(state.webhooks, webhooks),
  preferences: preferencesResumed(state.preferences, preferences),
});

/** What that is, in words; nothing where the pane only stood open. */
export const notificationsWords = (remembered: z.output<typeof rememberedNotifications>): RememberedWords => {
  const tabs = [webhooksWords(remembered.webhooks), preferencesWords(remembered.preferences)];
  return { work: tabs.flatMap(({ work }) => work), place: tabs.flatMap(({ place }) => place) };
};
