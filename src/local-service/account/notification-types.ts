/** Notification types as they go out (docs/interface.md, Notifications). */
import { KNOWN_NOTIFICATION_TYPES, type NotificationTopic } from '../../catalogue/notification-types.ts';

/** One type on the wire. */
type WireNotificationType = {
  /** `<group>:<event>`. */
  readonly key: string;
  readonly slug: string;
  readonly context: string;
  readonly topic: NotificationTopic;
  readonly category: string;
  readonly display_name: string;
  readonly default_preferences: { readonly email: boolean; readonly webhooks: boolean };
  readonly mandatory_email: boolean;
};

/** Every type that the local service knows. One is its own: the client learns of it by asking. */
export const SERVICE_TYPES: typeof KNOWN_NOTIFICATION_TYPES = [
  ...KNOWN_NOTIFICATION_TYPES,
  {
    group: 'host',
    event: 'machine_rented',
    topic: 'machine',
    displayName: 'Machine rented',
    category: 'update',
    defaults: { email: false, webhooks: false },
    isEmailMandatory: false,
  },
];

/** The same as they go out, those for renters first. */
export const notificationTypes = (): readonly WireNotificationType[] =>
  SERVICE_TYPES.map(({ group, event, topic, category, displayName, defaults, isEmailMandatory }) => ({
    key: `${group}:${event}`,
    slug: event,
    context: group,
    topic,
    category,
    display_name: displayName,
    default_preferences: defaults,
    mandatory_email: isEmailMandatory,
  }));
