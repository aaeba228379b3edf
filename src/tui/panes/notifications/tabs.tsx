/** The pages of the notifications pane, in the order in which `]` turns to them: keys, drawing and saving are derived from this list. */
import { z } from 'zod';
import { waitSegments } from '../../ui/age.ts';
import { listFooter, listPage } from '../list-pane/view.tsx';
import { createAlerts } from './alerts/keys.ts';
import { alertsResumed, alertsSaved, alertsWords, savedAlerts } from './alerts/state.ts';
import { AlertsView } from './alerts/view.tsx';
import { createEvents } from './events/keys.ts';
import { EVENTS_LIST, emptyWordsOf, missingWords } from './events/list.ts';
import { createPreferences } from './preferences/actions.ts';
import { preferencesResumed, preferencesSaved, preferencesWords, savedPreferences } from './preferences/resume.ts';
import { PreferencesView } from './preferences/view.tsx';
import { isTypeOnBy, type NotificationsState, TAB_NAMES } from './state.ts';
import { type Tab, tabOf } from './tab.ts';
import { createWebhooks } from './webhooks/actions.ts';
import { savedWebhooks, webhooksResumed, webhooksSaved, webhooksWords } from './webhooks/resume.ts';
import { retryIn, waitIn } from './webhooks/state.ts';
import { WebhooksView } from './webhooks/view.tsx';

export const TABS: readonly Tab[] = [
  tabOf('webhooks', {
    title: 'Webhooks',
    isJournaled: true,
    create: createWebhooks,
    status: ({ webhooks }) => waitSegments(waitIn(webhooks), retryIn(webhooks)),
    step: ({ webhooks }) => webhooks.stage.kind,
    draw: (state, { readOnlyReason, ...place }) => (
      <WebhooksView
        {...place}
        state={state.webhooks}
        offered={state.offered}
        types={state.types ?? []}
        isTypeOn={isTypeOnBy(state)}
        refusal={readOnlyReason}
      />
    ),
    saved: { schema: savedWebhooks, of: webhooksSaved, resumed: webhooksResumed, words: webhooksWords },
  }),
  tabOf('preferences', {
    title: 'Preferences',
    isJournaled: true,
    create: createPreferences,
    step: ({ preferences }) => preferences.stage,
    draw: ({ preferences, offered, types = [] }, place) => (
      <PreferencesView {...place} state={preferences} offered={offered} types={types} />
    ),
    saved: { schema: savedPreferences, of: preferencesSaved, resumed: preferencesResumed, words: preferencesWords },
  }),
  tabOf('events', {
    title: 'Events',
    create: createEvents,
    note: ({ events }) => missingWords(events),
    footnote: ({ events }) => listFooter(EVENTS_LIST, events.list, undefined),
    draw: ({ events }, place) => listPage({ ...EVENTS_LIST, emptyWords: emptyWordsOf(events) }, events, place),
  }),
  tabOf('alerts', {
    title: 'Alerts',
    isLocal: true,
    create: createAlerts,
    step: ({ alerts }) => alerts.open?.isTyping,
    draw: ({ alerts }, place) => <AlertsView {...place} state={alerts} />,
    // Earlier programs saved none.
    saved: { schema: savedAlerts.default({}), of: alertsSaved, resumed: alertsResumed, words: alertsWords },
  }),
];

/** What of the pane is saved for a later run: which page is open, and what stands in each. */
export const savedTabs = z.object({
  tab: z.enum(TAB_NAMES),
  parts: z.never().optional(),
});

/** The page that is open. */
export const tabIn = ({ tab }: NotificationsState): Tab | undefined => TABS.find(({ name }) => name === tab);
