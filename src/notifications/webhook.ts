/** A webhook as a reply of the service tells of it, without its secret. Pure. */
import type { WebhookReply } from '../api/records/replies.ts';
import type { RecordOf } from '../catalogue/values.ts';
import type { WEBHOOK_FIELDS } from '../catalogue/webhook-fields.ts';

/** A webhook as the service lists it; what was not readable is empty or absent. */
export type ServiceWebhook = {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly types: readonly string[];
  readonly userId?: number | undefined;
  /** Unix epoch seconds. */
  readonly createdAtS?: number | undefined;
  readonly updatedAtS?: number | undefined;
};

type Told = RecordOf<typeof WEBHOOK_FIELDS> | WebhookReply['webhook'];

/** The webhooks of a reply; one without an id cannot be told from others, and is left out. */
export const listedOf = ({ records }: { readonly records: readonly Told[] }): readonly ServiceWebhook[] =>
  records.flatMap((record) => webhookIn({ webhook: record }) ?? []);

/** The webhook that a reply to a write tells of; undefined where it names no id. */
export const webhookIn = ({ webhook }: { readonly webhook: Told }): ServiceWebhook | undefined =>
  typeof webhook.id === 'number'
    ? {
        id: webhook.id,
        name: webhook.name ?? '',
        url: webhook.webhook_url ?? '',
        types: textsIn(webhook.event_types),
        userId: webhook.user_id ?? undefined,
        createdAtS: webhook.created_at ?? undefined,
        updatedAtS: webhook.updated_at ?? undefined,
      }
    : undefined;

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
