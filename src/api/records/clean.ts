/** What is kept of replies that are one object: the same without the key and without any secret. Pure but for the redactor, which learns new secrets. */
import { displayText } from '../../catalogue/format.ts';
import type { Redactor } from '../redact/redact.ts';
import { secretProblemOf } from '../redact/secret-problem.ts';
import type { ToldPreferences } from '../requests.ts';
import type {
  Delivery,
  InstanceReceipt,
  MaintenanceReceipt,
  ManyReceipt,
  NotificationType,
  RentReply,
  WebhookReply,
} from './replies.ts';

/** Event types of a webhook that are taken, several times those there are. */
const MOST_TYPES = 100;

/** The sentence is kept in the journal, and a service may put anything into it. */
export const cleanReceipt = (
  { youSent, ...receipt }: MaintenanceReceipt,
  { redact }: Redactor,
): MaintenanceReceipt => ({
  ...receipt,
  youSent: youSent && redact(youSent).replace(/^1 notifications sent$/, '1 notification sent'),
});

/** The message is shown, and a service may put anything into it. */
export const cleanInstanceReceipt = ({ message }: InstanceReceipt, { redact }: Redactor): InstanceReceipt => ({
  message: message && redact(message),
});

/** The same of each of several. */
export const cleanManyReceipt = ({ outcomes }: ManyReceipt, { redact }: Redactor): ManyReceipt => ({
  outcomes: outcomes.map(({ code, message, ...outcome }) => ({
    ...outcome,
    code: code && redact(code),
    message: message && redact(message),
  })),
});

/** The key that a new instance was given is a secret like one's own, and kept nowhere. */
export const cleanRental = (
  { instanceKey, ...reply }: RentReply & { readonly instanceKey: string | undefined },
  redactor: Redactor,
): RentReply => {
  if (instanceKey !== undefined) redactor.remember(instanceKey);
  return reply;
};

/** A signing secret that can be used stays; from now on it is kept out of every text. */
export const cleanWebhook = (
  { webhook, secret, enabledNotificationPreferences }: WebhookReply,
  redactor: Redactor,
): WebhookReply => {
  if (secret !== undefined) redactor.remember(secret);
  const secretProblem = secret === undefined ? undefined : secretProblemOf(secret);
  // A secret is looked for first: of one that is cut, half would stay.
  const shown = (text: string): string => displayText(redactor.redact(text));
  return {
    webhook: {
      ...webhook,
      name: webhook.name && shown(webhook.name),
      webhook_url: webhook.webhook_url && shown(webhook.webhook_url),
      event_types: webhook.event_types?.slice(0, MOST_TYPES).map(shown),
    },
    secret: secretProblem === undefined ? secret : undefined,
    secretProblem,
    enabledNotificationPreferences: enabledNotificationPreferences?.slice(0, MOST_TYPES).map(shown),
  };
};

/** Each text of each delivery. */
export const cleanDeliveries = (deliveries: readonly Delivery[], { redact }: Redactor): readonly Delivery[] => {
  const shown = (text: string | undefined) => text && displayText(redact(text));
  return deliveries.map(({ eventId, type, message, state, note, attempts, ...times }) => ({
    ...times,
    eventId: shown(eventId),
    type: shown(type),
    message: shown(message),
    state: shown(state),
    note: shown(note),
    attempts: attempts.map((attempt) => ({ ...attempt, trouble: shown(attempt.trouble) })),
  }));
};

/** The names of groups, types and channels are the service's own. */
export const cleanPreferences = (preferences: ToldPreferences, { redact }: Redactor): ToldPreferences =>
  renamed(
    mapped(preferences, (types) =>
      renamed(
        mapped(types, (channels) => renamed(channels, redact)),
        redact,
      ),
    ),
    redact,
  );

/** Each text of each type. */
export const cleanTypes = (types: readonly NotificationType[], { redact }: Redactor): readonly NotificationType[] =>
  types.map((type) => ({
    ...type,
    type: redact(type.type),
    displayName: type.displayName && redact(type.displayName),
    defaults: type.defaults && renamed(type.defaults, redact),
  }));

const renamed = <Value>(members: Readonly<Record<string, Value>>, rename: (name: string) => string) =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [rename(name), value]));

const mapped = <Value, Result>(members: Readonly<Record<string, Value>>, change: (value: Value) => Result) =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(value)]));
