/** Notification webhooks (docs/interface.md, Create notification webhook). The signing secret is handed out once and stored only as a hash: the service delivers nothing, so it never signs. */

import * as z from 'zod';
import { NOTIFICATION_TYPES } from '../../catalogue/notification-types.ts';
import { inTransaction } from '../../storage/files/transaction.ts';
import { type Refusal, readBody, refused, storableText } from '../answer.ts';
import type { Database } from '../database/database.ts';
import { hashOf, newSecret } from './keys.ts';
import { switchOnWebhooks } from './preferences.ts';

/** Longest address, in characters. */
const MAXIMUM_ADDRESS = 2048;
/** Longest name, in characters. */
const MAXIMUM_NAME = 120;

/** What a caller asks for. */
type WebhookRequest = { readonly name: string; readonly url: string; readonly eventTypes: readonly string[] };

/** A created webhook as it goes out (docs/interface.md, Notification webhook); the only time that its secret is seen. */
type CreatedWebhook = {
  readonly id: number;
  readonly user_id: number;
  readonly name: string;
  readonly webhook_url: string;
  readonly event_types: readonly string[];
  readonly created_at: number;
  readonly updated_at: number;
  readonly webhook_secret: string;
};

/** The webhook that `body` describes, or a 400 that names the field: all three fields are required. */
export const readWebhook = (body: unknown): { ok: true; value: WebhookRequest } | Refusal =>
  readBody(webhookBody, body);

/** Stores the webhook, with the types whose webhook channel this switched on; refused when the address is taken. */
export const createWebhook = (
  database: Database,
  { userId, request, nowS }: { readonly userId: number; readonly request: WebhookRequest; readonly nowS: number },
): { ok: true; webhook: CreatedWebhook; enabled: readonly string[] } | Refusal =>
  inTransaction(database, () => {
    const address = new URL(request.url).href;
    if (database.prepare('SELECT 1 FROM webhooks WHERE user_id = ? AND address = ?').get(userId, address)) {
      return refused(409, 'webhook_exists', 'webhook_url: there is a webhook with this address already');
    }
    const secret = newSecret();
    const { lastInsertRowid } = database
      .prepare(
        `INSERT INTO webhooks (user_id, name, webhook_url, address, event_types, secret_hash, created_at, updated_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(userId, request.name, request.url, address, JSON.stringify(request.eventTypes), hashOf(secret), nowS, nowS);
    const webhook = {
      id: Number(lastInsertRowid),
      user_id: userId,
      name: request.name,
      webhook_url: request.url,
      event_types: request.eventTypes,
      created_at: nowS,
      updated_at: nowS,
      webhook_secret: secret,
    };
    return { ok: true, webhook, enabled: switchOnWebhooks(database, { userId, types: request.eventTypes, nowS }) };
  });

/** True for an absolute https address with a host and nothing that a URL parser would silently drop. */
const isHttpsAddress = (text: string): boolean =>
  /^https:\/\/[^/?#\\\s\p{Cc}][^\s\p{Cc}]*$/iu.test(text) && URL.canParse(text);

/** What is wrong with a list of types, in words; undefined when nothing is. */
const typesProblem = (types: readonly string[]): string | undefined => {
  const unknown = types.find((type) => !NOTIFICATION_TYPES.includes(type));
  if (unknown !== undefined) return `${unknown} is not a known notification type`;
  const repeated = NOTIFICATION_TYPES.find((type) => types.indexOf(type) !== types.lastIndexOf(type));
  return repeated === undefined ? undefined : `names ${repeated} twice`;
};

const webhookBody = z
  .object({
    name: storableText
      .refine((name) => name.trim() !== '', 'must not be empty')
      .refine((name) => [...name].length <= MAXIMUM_NAME, `must be at most ${MAXIMUM_NAME} characters`),
    webhook_url: storableText
      .max(MAXIMUM_ADDRESS, `must be at most ${MAXIMUM_ADDRESS} characters`)
      .refine(isHttpsAddress, 'must be an https address with a host name'),
    event_types: z
      .array(z.string('must be a string'), 'must be an array of notification types')
      .min(1, 'must name at least one notification type')
      .superRefine((types, context) => {
        const problem = typesProblem(types);
        if (problem !== undefined) context.addIssue(problem);
      }),
  })
  .transform((body) => ({ name: body.name, url: body.webhook_url, eventTypes: body.event_types }));
