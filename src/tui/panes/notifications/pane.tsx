/** The notifications pane: webhooks and preferences, what happened, and alerts, on four pages. */
import { meanings } from '../../ui/list-words.ts';
import { nothingComesBack, type Pane, staysHere, tellsNothing } from '../pane.ts';
import { createNotifications } from './actions.ts';
import { initialNotifications, type NotificationsState } from './state.ts';
import { TABS, tabsResume } from './tabs.tsx';
import { NotificationsView, notificationsFootnote, notificationsStatus } from './view.tsx';

const WORDS = meanings({
  '[x] [ ] [?]': 'on, off, and not known: the service has not said',
  'group:event': 'the key of a notification type, such as client:low_credit',
  'armed, fired, off': 'of an alert: it waits, it came true since it was armed and still waits, it waits for nothing',
  'outcome unknown': 'the call was sent and no answer came: it may have been carried out',
});

const WEBHOOK_CALL_NAMES = [
  'presentWebhooks',
  'deliveries',
  'webhooks',
  'changeWebhook',
  'deleteWebhook',
  'rotateWebhook',
  'testWebhook',
] as const;

export const notifications: Pane<NotificationsState> = {
  initial: () => initialNotifications,
  goesAlong: staysHere,
  comesBack: nothingComesBack,
  create: (needs) => createNotifications(needs, TABS),
  face: {
    page: (state, place) => <NotificationsView state={state} place={place} />,
    preview: (state) => TABS.find(({ name }) => name === state.tab)?.preview?.(state),
    footnote: notificationsFootnote,
    status: notificationsStatus,
    words: WORDS,
  },
  calls: [...WEBHOOK_CALL_NAMES, 'preferences', 'presentPreferences', 'notificationTypes'],
  machines: tellsNothing,
  resume: tabsResume,
};
