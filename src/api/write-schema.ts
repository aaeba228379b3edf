/**
 * The shapes of what the three writing calls answer. `success: true` alone is a yes: a call that was carried out must
 * never look failed because a detail of its answer is missing, so every detail is optional.
 */
import { z } from 'zod';
import type { MaintenanceReceipt, PreferencesReply, WebhookReply } from './replies.ts';

const text = z.string().optional().catch(undefined);
const number = z.number().optional().catch(undefined);
const texts = z.array(z.string()).optional().catch(undefined);
const channels = z.object({ email: z.boolean(), webhooks: z.boolean() });

/** `{success: true, you_sent}` (API.md, Schedule maintenance). */
export const maintenanceReply: z.ZodType<MaintenanceReceipt> = z
  .object({ success: z.literal(true), you_sent: text })
  .transform(({ you_sent: youSent }) => ({ youSent, notifications: countIn(youSent) }));

/** `{success: true, webhook, enabled_notification_preferences}` (API.md, Create notification webhook). */
export const webhookReply: z.ZodType<WebhookReply> = z
  .object({
    success: z.literal(true),
    webhook: z
      .object({
        id: number,
        user_id: number,
        name: text,
        webhook_url: text,
        event_types: texts,
        created_at: number,
        updated_at: number,
        webhook_secret: text,
      })
      .catch({}),
    enabled_notification_preferences: texts,
  })
  .transform(({ webhook: { webhook_secret: secret, ...webhook }, enabled_notification_preferences }) => ({
    webhook,
    secret,
    enabledNotificationPreferences: enabled_notification_preferences,
  }));

/** `{success: true, notification_preferences}` (API.md, Update notification preferences). */
export const preferencesReply: z.ZodType<PreferencesReply> = z
  .object({
    success: z.literal(true),
    notification_preferences: z.record(z.string(), z.record(z.string(), channels)).optional().catch(undefined),
  })
  .transform(({ notification_preferences: preferences }) => ({ preferences }));

const countIn = (sentence: string | undefined): number | undefined => {
  const digits = sentence === undefined ? undefined : /\d+/.exec(sentence)?.[0];
  return digits === undefined ? undefined : Number(digits);
};
