/** The notification types `<group>:<event>` that are known (API.md, Events, and those seen in practice); never a closed set for the client. */

const CLIENT_EVENTS = [
  'low_credit',
  'payment_receipt',
  'billing_failed',
  'instance_created',
  'instance_started',
  'instance_stopped',
  'instance_resumed',
  'instance_online',
  'instance_offline',
  'instance_deleted',
  'outbid',
  'upcoming_downtime',
  'error_msgs',
  'low_disk_space',
  'storage_full',
  'machine_maintenance',
  'near_end_date',
] as const;

const HOST_EVENTS = ['machine_offline', 'machine_error', 'maintenance_scheduled', 'low_disk_space'] as const;

/** Every known notification type as `<group>:<event>`, those for renters first. */
export const NOTIFICATION_TYPES: readonly string[] = [
  ...CLIENT_EVENTS.map((event) => `client:${event}`),
  ...HOST_EVENTS.map((event) => `host:${event}`),
];
