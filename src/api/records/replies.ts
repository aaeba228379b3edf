/** What the calls come back with, checked against the published shapes (docs/interface.md, Records). Values stay in wire units. */
import type { Offer } from '../../catalogue/values.ts';
import type { ToldPreferences } from '../requests.ts';

/** What had to be left out of a list. */
export type Losses = {
  /** Values of a wrong kind, kept out of their records. */
  readonly malformedValues: number;
  /** Entries that are no JSON object and so no record at all. */
  readonly malformedRecords: number;
  /** True when the service says that it cut the list; absent when it does not, and for a list of which the rest was not read. */
  readonly isTruncated?: boolean;
};

/** A list that was read whole: its records, with the JSON text of each exactly as received. */
export type ListReply<T> = Losses & {
  readonly records: readonly T[];
  readonly texts: readonly string[];
  /** True where the list was cut here, because its pages bring nothing new and do not end. */
  readonly isEndless?: boolean;
};

/** True for a list of which no record is missing. */
export const isListWhole = ({
  malformedRecords,
  isTruncated,
}: Pick<Losses, 'malformedRecords' | 'isTruncated'>): boolean => malformedRecords === 0 && isTruncated !== true;

/** The records of such a list; undefined of any other. */
export const wholeRecords = <T>(reply: Omit<ListReply<T>, 'texts'>): readonly T[] | undefined =>
  isListWhole(reply) ? reply.records : undefined;

/** The offers of a search, in the service's order. */
export type SearchReply = Losses & { readonly records: readonly Offer[] };

/** The service's word that a maintenance window was announced. */
export type MaintenanceReceipt = {
  /** The service's sentence, `<n> notifications sent`; undefined when it sent none. */
  readonly youSent: string | undefined;
  /** The number in that sentence; undefined when it holds none. */
  readonly notifications: number | undefined;
};

/** The service's word that an instance was changed. */
export type InstanceReceipt = {
  /** What the service said of it; undefined when it said nothing. */
  readonly message: string | undefined;
};

/** The service's word that a template was created or changed: its id, and the hash that it has now. */
export type TemplateReply = InstanceReceipt & { readonly id?: number | undefined; readonly hash?: string | undefined };

/** What the service said of each of several instances; of one that it named no outcome of, nothing. */
export type ManyReceipt = {
  readonly outcomes: readonly (InstanceReceipt & {
    readonly id: number;
    readonly isDone: boolean;
    readonly code: string | undefined;
  })[];
};

/** The service's word that a volume was made; its id where it named one. */
export type VolumeReceipt = InstanceReceipt & { readonly volumeId: number | undefined };

/** A webhook as the service keeps it (docs/interface.md, Notification webhook), without its secret. What was not readable is absent. */
type Webhook = {
  readonly id?: number | undefined;
  readonly user_id?: number | undefined;
  readonly name?: string | undefined;
  readonly webhook_url?: string | undefined;
  readonly event_types?: readonly string[] | undefined;
  /** Unix epoch seconds. */
  readonly created_at?: number | undefined;
  readonly updated_at?: number | undefined;
};

/** Why a signing secret cannot be used: it cannot be told from the words of a text, or no text could hold it. */
export type SecretProblem = 'too short' | 'too long';

/** A created webhook. */
export type WebhookReply = {
  readonly webhook: Webhook;
  /** The signing secret, which the service shows this once; undefined when the answer held none. Must reach no log, store or file by itself. */
  readonly secret: string | undefined;
  /** Why the secret that came cannot be used, so that it is not handed on. */
  readonly secretProblem?: SecretProblem | undefined;
  /** Notification types that the service says are enabled now; undefined when it did not say. */
  readonly enabledNotificationPreferences: readonly string[] | undefined;
};

/** One attempt of a delivery. What was not readable is absent. */
type DeliveryAttempt = {
  readonly number?: number | undefined;
  /** Unix epoch seconds. */
  readonly at?: number | undefined;
  /** Of the answer; absent where none came. */
  readonly status?: number | undefined;
  /** Why no answer came. */
  readonly trouble?: string | undefined;
};

/** What was delivered to a webhook, or is to be. What was not readable is absent. */
export type Delivery = {
  readonly eventId?: string | undefined;
  /** `<group>:<event>`, or `webhook_test`. */
  readonly type?: string | undefined;
  readonly message?: string | undefined;
  /** Unix epoch seconds. */
  readonly createdAtS?: number | undefined;
  readonly nextAttemptAtS?: number | undefined;
  /** `waiting`, `delivered`, `failed`, `not sent`, or whatever else the service says. */
  readonly state?: string | undefined;
  readonly note?: string | undefined;
  /** The oldest first. */
  readonly attempts: readonly DeliveryAttempt[];
};

/** The preferences in force after a replacement. */
export type PreferencesReply = {
  /** As the service repeats them; undefined when it confirmed the call without a readable list. */
  readonly preferences: ToldPreferences | undefined;
};

/** The service's word that an instance was created. */
export type RentReply = {
  /** Its id; undefined where the answer named none that can be read. */
  readonly contract: number | undefined;
  /** True where the answer says that it was created stopped: it does not run, and its disk costs. */
  readonly isStopped: boolean;
};

/** The service's word that an instance is covered. */
export type CoverReply = {
  /** The id of a second instance that the call has rented; undefined where it has not. */
  readonly second: number | undefined;
};

/** A notification type as the service describes it (docs/interface.md, Notifications). What was not readable is absent. */
export type NotificationType = {
  /** `<group>:<event>`. */
  readonly type: string;
  readonly displayName?: string | undefined;
  /** What holds of each channel for somebody who has never set this type. */
  readonly defaults?: Readonly<Record<string, boolean>> | undefined;
  /** True when e-mail of this type cannot be switched off. */
  readonly isEmailMandatory?: boolean | undefined;
};
