/**
 * The shapes of what the writing calls answer, and of what webhooks and notifications tell. `success: true` alone is a yes: a call
 * that was carried out must never look failed because a detail of its answer is missing, so every detail is optional.
 */
import { z } from 'zod';
import { once } from '../../base/once.ts';
import type { ToldPreferences } from '../requests.ts';
import { named, preferencesShape } from './preferences-shape.ts';
import type {
  CoverReply,
  Delivery,
  InstanceReceipt,
  MaintenanceReceipt,
  ManyReceipt,
  NotificationType,
  PreferencesReply,
  RentReply,
  TemplateReply,
  VolumeReceipt,
  WebhookReply,
} from './replies.ts';

/** The last second of the year 9999. */
const LATEST_EPOCH_S = 253_402_300_799;

const text = () => z.string().optional().catch(undefined);
/** A whole number that every step behind this one, the journal too, can hold. */
const whole = () => z.int().optional().catch(undefined);
/** Unix epoch seconds that a date can hold. */
export const moment = () => z.number().min(0).max(LATEST_EPOCH_S).optional().catch(undefined);
const texts = () => z.array(z.string()).optional().catch(undefined);

/** `{success: true, you_sent}` (docs/interface.md, Schedule maintenance). */
export const maintenanceReply = once(
  (): z.ZodType<MaintenanceReceipt> =>
    z
      .object({ success: z.literal(true), you_sent: text() })
      .transform(({ you_sent: youSent }) => ({ youSent, notifications: countIn(youSent) })),
);

/**
 * What a start is answered with: as any change, or that it waits for room on its machine, which is a yes: it starts by itself, and
 * costs from then on (docs/interface.md, Change instance).
 */
export const startReply = once(
  (): z.ZodType<InstanceReceipt> =>
    z.union([
      instanceReply(),
      z
        .object({ success: z.literal(false), error: z.literal('resources_unavailable') })
        .transform(() => ({ message: QUEUED })),
    ]),
);

/**
 * `{success, results: [{id, success, error, msg}]}` (docs/interface.md, Several at once): a yes where something was done. One that waits for room
 * on its machine is started, as by `startReply`.
 */
export const manyReply = once(
  (): z.ZodType<ManyReceipt> =>
    z
      .object({ success: z.unknown(), results: z.array(resultOfOne().optional().catch(undefined)).catch([]) })
      .transform(({ success, results }) => ({ success, outcomes: results.filter((one) => one !== undefined) }))
      .refine(({ success, outcomes }) => success === true || outcomes.some(({ isDone }) => isDone))
      .transform(({ outcomes }) => ({ outcomes })),
);

const QUEUED = 'queued: it starts, and costs, once its machine has room';

const resultOfOne = () =>
  z
    .object({ id: namedId(), success: z.boolean(), error: text(), msg: text() })
    .transform(({ id, success, error: code, msg: message }) =>
      code === 'resources_unavailable'
        ? { id, isDone: true, code: undefined, message: QUEUED }
        : { id, isDone: success, code, message },
    );

/** `{success: true, msg}` (docs/interface.md, Change instance). */
export const instanceReply = once(
  (): z.ZodType<InstanceReceipt> =>
    z.object({ success: z.literal(true), msg: text() }).transform(({ msg: message }) => ({ message })),
);

/** `{success: true, template}` (docs/interface.md, Templates). */
export const templateReply = once(
  (): z.ZodType<TemplateReply> =>
    z
      .object({
        success: z.literal(true),
        msg: text(),
        template: z.object({ id: whole(), hash_id: text() }).catch({ id: undefined, hash_id: undefined }),
      })
      .transform(({ msg: message, template: { id, hash_id: hash } }) => ({ message, id, hash })),
);

/** `{success: true, volume_name: "V.123"}` (docs/interface.md, Volumes). */
export const volumeReply = once(
  (): z.ZodType<VolumeReceipt> =>
    z.object({ success: z.literal(true), volume_name: text() }).transform(({ volume_name: name = '' }) => {
      const digits = /^V\.([1-9]\d{0,14})$/.exec(name)?.[1];
      return {
        message: digits && `it is volume ${digits}`,
        volumeId: digits === undefined ? undefined : Number(digits),
      };
    }),
);

/** `{success: true, webhook, enabled_notification_preferences}` (docs/interface.md, Create notification webhook). */
export const webhookReply = once(
  (): z.ZodType<WebhookReply> =>
    z
      .object({
        success: z.literal(true),
        webhook: z
          .object({
            id: whole(),
            user_id: whole(),
            name: text(),
            webhook_url: text(),
            event_types: texts(),
            created_at: moment(),
            updated_at: moment(),
            webhook_secret: text(),
          })
          .catch({}),
        enabled_notification_preferences: texts(),
      })
      .transform(({ webhook: { webhook_secret: secret, ...webhook }, enabled_notification_preferences }) => ({
        webhook,
        secret,
        enabledNotificationPreferences: enabled_notification_preferences,
      })),
);

/** `{success: true, notification_preferences}` (docs/interface.md, Update notification preferences). */
export const preferencesReply = once(
  (): z.ZodType<PreferencesReply> =>
    z
      .object({
        success: z.literal(true),
        notification_preferences: preferencesShape().optional().catch(undefined),
      })
      .transform(({ notification_preferences: preferences }) => ({ preferences })),
);

/** An id as a number or as its digits. */
const namedId = () =>
  z.union([
    z.int().min(1),
    z
      .string()
      .regex(/^[1-9]\d{0,14}$/)
      .transform(Number),
  ]);

/**
 * `{success, new_contract, instance_api_key}` (docs/interface.md, Create instance): what is named was created, and is stopped where
 * `success` is false. `success: true` is a yes also without a name.
 */
export const rentReply = once(
  (): z.ZodType<RentReply & { readonly instanceKey: string | undefined }> =>
    z
      .object({ success: z.unknown(), new_contract: namedId().optional().catch(undefined), instance_api_key: text() })
      .refine(({ success, new_contract }) => success === true || new_contract !== undefined)
      .transform(({ success, new_contract: contract, instance_api_key: instanceKey }) => ({
        contract,
        isStopped: success === false,
        instanceKey,
      })),
);

/**
 * `{success: true}` (docs/interface.md, SLA cover); at a service that rents with this call, a second instance. What tells of one and does
 * not name it is no yes.
 */
export const coverReply = once(
  (): z.ZodType<CoverReply> =>
    z.union([
      z.object({ new_contract: namedId() }).transform(({ new_contract: second }) => ({ second })),
      z
        .object({ success: z.literal(true), new_contract: z.null().optional(), instance_api_key: z.null().optional() })
        .transform(() => ({ second: undefined })),
    ]),
);

const countIn = (sentence: string | undefined): number | undefined => {
  const digits = sentence === undefined ? undefined : /\d+/.exec(sentence)?.[0];
  return digits !== undefined && Number.isSafeInteger(Number(digits)) ? Number(digits) : undefined;
};

const attempt = () =>
  z.object({
    number: z.int().optional().catch(undefined),
    at: moment(),
    status: z.int().optional().catch(undefined),
    trouble: text(),
  });

const delivery = () =>
  z
    .object({
      event_id: text(),
      notif_type: text(),
      message: text(),
      created_at: moment(),
      state: text(),
      note: text(),
      next_attempt_at: moment(),
      attempts: z
        .array(attempt().optional().catch(undefined))
        .transform((attempts) => attempts.filter((one) => one !== undefined))
        .catch([]),
    })
    .transform(
      ({ event_id: eventId, notif_type: type, created_at: createdAtS, next_attempt_at: nextAttemptAtS, ...rest }) => ({
        eventId,
        type,
        createdAtS,
        nextAttemptAtS,
        ...rest,
      }),
    );

/** `{deliveries: [...]}`; what is no delivery is left out. */
export const deliveriesReply = once(
  (): z.ZodType<readonly Delivery[]> =>
    z
      .object({ deliveries: z.array(delivery().optional().catch(undefined)) })
      .transform(({ deliveries }) => deliveries.filter((one) => one !== undefined)),
);

/** `{success: true, result_url}` (docs/interface.md, Logs). Whoever has the address can read the log. */
export const logReply: () => z.ZodType<{ readonly address: string }> = once(() =>
  z.object({ result_url: z.string() }).transform(({ result_url: address }) => ({ address })),
);

const notificationType = () =>
  z
    .object({
      key: z.string().regex(/^[^:]+:./),
      display_name: z.string().optional().catch(undefined),
      default_preferences: named(z.boolean()).optional().catch(undefined),
      mandatory_email: z.boolean().optional().catch(undefined),
    })
    .transform(({ key, display_name, default_preferences, mandatory_email }) => ({
      type: key,
      displayName: display_name,
      defaults: default_preferences,
      isEmailMandatory: mandatory_email,
    }));

/** `{notification_types: [...]}`; an entry that names no type is left out. */
export const notificationTypesReply = once(
  (): z.ZodType<readonly NotificationType[]> =>
    z
      .object({ notification_types: z.array(notificationType().optional().catch(undefined)) })
      .transform(({ notification_types: types }) => types.filter((type) => type !== undefined)),
);

/** `{notification_preferences: {...}}`. */
export const presentPreferencesReply = once(
  (): z.ZodType<ToldPreferences> =>
    z
      .object({ notification_preferences: preferencesShape() })
      .transform(({ notification_preferences: preferences }) => preferences),
);
