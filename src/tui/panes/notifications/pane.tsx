/** The notifications pane: webhooks and preferences, what happened, and alerts, on four pages. */
import { resumedBy } from '../../state/resume.ts';
import type { ScreenWord } from '../../ui/list-words.ts';
import { nothingComesBack, type Pane, staysHere, tellsNothing, unguarded } from '../pane.ts';
import { createNotificationsActions } from './actions.ts';
import { notificationsResumed, notificationsSaved, notificationsWords, savedNotifications } from './resume.ts';
import { initialNotifications, type NotificationsState } from './state.ts';
import { NotificationsView, notificationsFootnote, notificationsStatus } from './view.tsx';

const WORDS: readonly ScreenWord[] = [
  { word: '[x] [ ] [?]', meaning: 'on, off, and not known: the service has not said' },
  { word: 'group:event', meaning: 'the key of a notification type, such as client:low_credit' },
  {
    word: 'armed, fired, off',
    meaning: 'of an alert: it waits, it came true since it was armed and still waits, it waits for nothing',
  },
  { word: 'outcome unknown', meaning: 'the call was sent and no answer came: it may have been carried out' },
];

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
  create: (needs) => {
    const { holdBack, alertsFired, ...actions } = createNotificationsActions({
      ...needs,
      refusal: () => needs.readOnlyReason,
      copy: needs.clipboard,
    });
    return {
      ...actions,
      // The settings of the user that is asked about now.
      resumed: actions.readJournal,
      hears: { alertsFired },
      guards: { ...unguarded, holdBack },
    };
  },
  face: {
    page: (state, { width, height, timeZone, readOnlyReason, revealedSecret }) => (
      <NotificationsView
        state={state}
        timeZone={timeZone}
        revealedSecret={revealedSecret}
        refusal={readOnlyReason}
        width={width}
        height={height}
      />
    ),
    footnote: notificationsFootnote,
    status: notificationsStatus,
    words: WORDS,
  },
  calls: [...WEBHOOK_CALL_NAMES, 'preferences', 'presentPreferences', 'notificationTypes'],
  machines: tellsNothing,
  resume: resumedBy({
    isWriting: true,
    schema: savedNotifications,
    saved: notificationsSaved,
    steps: ({ webhooks, preferences, alerts }) => [webhooks.stage.kind, preferences.stage, alerts.open?.isTyping],
    words: notificationsWords,
    resumed: notificationsResumed,
  }),
};
