/** The pages of the notifications pane, in the order in which `]` turns to them: keys, drawing and saving are derived from this list. */
import { z } from 'zod';
import type { Resume } from '../../state/resume.ts';
import { waitSegments } from '../../ui/list-words.ts';
import { listPreview } from '../list-pane/preview.ts';
import { listFooter, listPage } from '../list-pane/view.tsx';
import { createAlerts } from './alerts/keys.ts';
import { alertsResumed, alertsSaved, alertsWords, savedAlerts } from './alerts/state.ts';
import { AlertsView } from './alerts/view.tsx';
import { createEvents } from './events-keys.ts';
import { EVENTS_LIST, emptyWordsOf, missingWords } from './events-list.ts';
import { createPreferences } from './preferences/keys.ts';
import { preferencesResumed, preferencesSaved, preferencesWords, savedPreferences } from './preferences/resume.ts';
import { PreferencesView } from './preferences/view.tsx';
import { isTypeOnBy, type NotificationsState, TAB_NAMES } from './state.ts';
import { type Tab, tabOf } from './tab.ts';
import { createWebhooks } from './webhooks/keys.ts';
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
    preview: ({ events }) => listPreview(EVENTS_LIST, events),
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

/** Those of which something is saved. */
const SAVED = TABS.flatMap(({ name, saved }) => (saved === undefined ? [] : [{ name, ...saved }]));

const savedTab = z.object({ tab: z.enum(TAB_NAMES) });
const savedParts = z.object(Object.fromEntries(SAVED.map(({ name, schema }) => [name, schema])));

/** What a later run resumes: which page is open, and what stands in each. */
export const tabsResume: Resume<NotificationsState> = {
  isWriting: true,
  saved: (state) => ({ tab: state.tab, ...Object.fromEntries(SAVED.map(({ name, of }) => [name, of(state)])) }),
  steps: (state) => TABS.map(({ step }) => step?.(state)),
  read: (content) => {
    const { data: open } = savedTab.safeParse(content);
    const { data: parts } = savedParts.safeParse(content);
    if (open === undefined || parts === undefined) return undefined;
    const read = Object.values(parts);
    return {
      words: { work: read.flatMap(({ words }) => words.work), place: read.flatMap(({ words }) => words.place) },
      resumed: (state) => read.reduce((before, { resumed }) => resumed(before), { ...state, ...open }),
    };
  },
};
