/**
 * The notification types `<group>:<event>` that are known (docs/interface.md, Events, rule 4), with what the local
 * service says of each; never a closed set for the client.
 */

/** What a notification is about (docs/interface.md, Notifications). */
export type NotificationTopic = 'machine' | 'instance' | 'billing' | 'account';

type KnownNotificationType = {
  readonly group: 'client' | 'host';
  readonly event: string;
  readonly topic: NotificationTopic;
  readonly displayName: string;
  /** How urgent it is. */
  readonly category: 'alert' | 'update' | 'security';
  /** What holds for somebody who has never set this type. */
  readonly defaults: { readonly email: boolean; readonly webhooks: boolean };
  /** True when its e-mail cannot be switched off. */
  readonly isEmailMandatory: boolean;
};

/** Whether e-mail is on for somebody who has never set the type, or cannot be switched off at all. */
type Email = 'on' | 'off' | 'always';

const types = (
  group: KnownNotificationType['group'],
  rows: readonly (readonly [
    event: string,
    topic: NotificationTopic,
    category: KnownNotificationType['category'],
    email: Email,
    displayName: string,
  ])[],
): readonly KnownNotificationType[] =>
  rows.map(([event, topic, category, email, displayName]) => ({
    group,
    event,
    topic,
    displayName,
    category,
    defaults: { email: email !== 'off', webhooks: false },
    isEmailMandatory: email === 'always',
  }));

/** Every known notification type, those for renters first. */
export const KNOWN_NOTIFICATION_TYPES: readonly KnownNotificationType[] = [
  ...types('client', [
    ['low_credit', 'billing', 'alert', 'on', 'Low credit'],
    ['payment_receipt', 'billing', 'update', 'on', 'Payment receipt'],
    ['billing_failed', 'billing', 'alert', 'on', 'Payment failed'],
    ['credit_received', 'billing', 'update', 'on', 'Credit received'],
    ['instance_created', 'instance', 'update', 'off', 'Instance created'],
    ['instance_started', 'instance', 'update', 'off', 'Instance started'],
    ['instance_stopped', 'instance', 'update', 'off', 'Instance stopped'],
    ['instance_resumed', 'instance', 'update', 'off', 'Instance resumed'],
    ['instance_online', 'instance', 'update', 'off', 'Instance online again'],
    ['instance_offline', 'instance', 'alert', 'on', 'Instance offline'],
    ['instance_deleted', 'instance', 'update', 'on', 'Instance deleted'],
    ['outbid', 'instance', 'alert', 'on', 'Outbid'],
    ['idle_gpu', 'instance', 'alert', 'on', 'GPU idle'],
    ['upcoming_downtime', 'instance', 'alert', 'on', 'Downtime announced'],
    ['error_msgs', 'instance', 'alert', 'on', 'Instance error'],
    ['low_disk_space', 'instance', 'alert', 'on', 'Disk nearly full'],
    ['storage_full', 'instance', 'alert', 'on', 'Disk full'],
    ['machine_maintenance', 'instance', 'alert', 'on', 'Machine maintenance'],
    ['near_end_date', 'instance', 'alert', 'on', 'Rental ends soon'],
    ['new_end_date', 'instance', 'update', 'on', 'Rental end changed'],
    ['email_verification', 'account', 'security', 'always', 'E-mail verification'],
    ['password_reset', 'account', 'security', 'always', 'Password reset'],
    ['email_change', 'account', 'security', 'always', 'E-mail address changed'],
    ['team_invitation', 'account', 'update', 'on', 'Team invitation'],
  ]),
  ...types('host', [
    ['machine_offline', 'machine', 'alert', 'on', 'Machine offline'],
    ['machine_error', 'machine', 'alert', 'on', 'Machine error'],
    ['machine_unverified', 'machine', 'alert', 'on', 'Machine no longer verified'],
    ['maintenance_scheduled', 'machine', 'update', 'on', 'Maintenance scheduled'],
    ['low_disk_space', 'machine', 'alert', 'on', 'Machine disk nearly full'],
    ['near_end_date', 'machine', 'alert', 'on', 'Listing ends soon'],
    ['receive_reports', 'machine', 'update', 'on', 'Reports by renters'],
  ]),
];

/** Every known notification type as `<group>:<event>`. */
export const NOTIFICATION_TYPES: readonly string[] = KNOWN_NOTIFICATION_TYPES.map(
  ({ group, event }) => `${group}:${event}`,
);
