/** Notification webhooks (docs/interface.md, Webhooks): read from the body, created, listed, changed, deleted. A signing secret is handed out once. */
import * as z from 'zod';
import { inTransaction } from '../../storage/files/database-file.ts';
import { type Refusal, readBody, refused, storableText } from '../answer.ts';
import { type Database, insertRow } from '../database.ts';
import { isDeliverable, isLoopbackName } from './delivery-address.ts';
import { hashOf, newSecret } from './keys.ts';
import { SERVICE_TYPES, switchOnWebhooks } from './preferences.ts';
import { secretOf } from './secret-files.ts';

/** Longest address, in characters. */
const MAXIMUM_ADDRESS = 2048;
/** Longest name, in characters. */
const MAXIMUM_NAME = 120;

const TYPES = SERVICE_TYPES.map(({ group, event }) => `${group}:${event}`);

/** What a caller asks for. */
type WebhookRequest = { readonly name: string; readonly url: string; readonly eventTypes: readonly string[] };

/** What a caller wants changed. */
type WebhookChange = {
  readonly name?: string | undefined;
  readonly url?: string | undefined;
  readonly eventTypes?: readonly string[] | undefined;
};

/** The webhook that `body` describes, or a 400 that names the field: the address and the types are required. */
export const readWebhook = (body: unknown): { ok: true; value: WebhookRequest } | Refusal =>
  readBody(webhookBody, body);

/** What of a webhook `body` changes, or a 400 that names the field: at least one of the three is required. */
export const readWebhookChange = (body: unknown): { ok: true; value: WebhookChange } | Refusal =>
  readBody(changeBody, body);

/** True for an absolute https address with a host and nothing that a URL parser would silently drop; http on this machine is for trials. */
const isAddress = (text: string): boolean =>
  /^https?:\/\/[^/?#\\\s\p{Cc}][^\s\p{Cc}]*$/iu.test(text) &&
  URL.canParse(text) &&
  (new URL(text).protocol === 'https:' || isLoopbackName(new URL(text).hostname));

/** What is wrong with a list of types, in words; undefined when nothing is. */
const typesProblem = (types: readonly string[]): string | undefined => {
  const unknown = types.find((type) => !TYPES.includes(type));
  if (unknown !== undefined) return `${unknown} is not a known notification type`;
  const repeated = TYPES.find((type) => types.indexOf(type) !== types.lastIndexOf(type));
  return repeated === undefined ? undefined : `names ${repeated} twice`;
};

const fields = {
  name: storableText
    .refine((name) => name.trim() !== '', 'must not be empty')
    .refine((name) => [...name].length <= MAXIMUM_NAME, `must be at most ${MAXIMUM_NAME} characters`),
  webhook_url: storableText
    .max(MAXIMUM_ADDRESS, `must be at most ${MAXIMUM_ADDRESS} characters`)
    .refine(isAddress, 'must be an https address with a host name')
    .refine((text) => !isAddress(text) || isDeliverable(new URL(text).hostname), 'Webhook URL is not deliverable'),
  event_types: z
    .array(z.string('must be a string'), 'must be an array of notification types')
    .min(1, 'must name at least one notification type')
    .superRefine((types, context) => {
      const problem = typesProblem(types);
      if (problem !== undefined) context.addIssue(problem);
    }),
};

/** Without a name a webhook is called as the host that it reaches. */
const webhookBody = z.object({ ...fields, name: fields.name.nullish() }).transform((body) => ({
  name: body.name ?? new URL(body.webhook_url).hostname.slice(0, MAXIMUM_NAME),
  url: body.webhook_url,
  eventTypes: body.event_types,
}));

const changeBody = z
  .object(fields)
  .partial()
  .refine((body) => Object.values(body).some((value) => value !== undefined), 'must name what to change')
  .transform((body) => ({ name: body.name, url: body.webhook_url, eventTypes: body.event_types }));

/** A webhook as it goes out (docs/interface.md, Notification webhook). */
type WireWebhook = Readonly<z.infer<typeof webhookRow>>;

/** The same with its secret, which is seen this once. */
type WebhookWithSecret = WireWebhook & { readonly webhook_secret: string };

/** Most webhooks of one user. */
const MOST_WEBHOOKS = 4;

/** Whose call it is, when it came, and what its secrets are made with. */
type Moment = { readonly userId: number; readonly nowS: number };
type Sealed = Moment & { readonly seal: string };

/** The webhooks of `userId`, oldest first. */
export const listWebhooks = (database: Database, userId: number): readonly WireWebhook[] =>
  z
    .array(webhookRow)
    .parse(database.prepare(`SELECT ${COLUMNS} FROM webhooks WHERE user_id = ? ORDER BY id`).all(userId));

/** Stores the webhook, with the types whose webhook channel this switched on; refused when the address is taken. */
export const createWebhook = (
  database: Database,
  { userId, nowS, seal, request }: Sealed & { readonly request: WebhookRequest },
): { ok: true; webhook: WebhookWithSecret; enabled: readonly string[] } | Refusal =>
  inTransaction(database, () => {
    const refusal = refusalOfAddress(database, userId, request.url);
    if (refusal !== undefined) return refusal;
    if (listWebhooks(database, userId).length >= MOST_WEBHOOKS) {
      return refused(400, 'too_many_webhooks', `Maximum of ${MOST_WEBHOOKS} webhooks per user`);
    }
    const { seed, secret } = freshSecret(seal);
    const times = { created_at: nowS, updated_at: nowS };
    const known = { user_id: userId, name: request.name, webhook_url: request.url, ...times };
    const id = insertRow(database, 'webhooks', {
      ...known,
      address: addressOf(request.url),
      event_types: JSON.stringify(request.eventTypes),
      secret_seed: seed,
      secret_hash: hashOf(secret),
    });
    const webhook = {
      id,
      user_id: userId,
      name: request.name,
      webhook_url: request.url,
      event_types: request.eventTypes,
      ...times,
      webhook_secret: secret,
    };
    return { ok: true, webhook, enabled: switchOnWebhooks(database, { userId, types: request.eventTypes, nowS }) };
  });

/** Changes what `change` names; the webhook as it is now. */
export const changeWebhook = (
  database: Database,
  { userId, nowS, id, change }: Moment & { readonly id: number; readonly change: WebhookChange },
): { ok: true; webhook: WireWebhook } | Refusal =>
  inTransaction(database, () => {
    const before = findWebhook(database, userId, id);
    if (before === undefined) return noSuchWebhook(id);
    const { name = before.name, url = before.webhook_url, eventTypes = before.event_types } = change;
    const refusal = refusalOfAddress(database, userId, url, id);
    if (refusal !== undefined) return refusal;
    database
      .prepare(
        'UPDATE webhooks SET name = ?, webhook_url = ?, address = ?, event_types = ?, updated_at = ? WHERE id = ?',
      )
      .run(name, url, addressOf(url), JSON.stringify(eventTypes), nowS, id);
    switchOnWebhooks(database, { userId, types: eventTypes, nowS });
    return { ok: true, webhook: { ...before, name, webhook_url: url, event_types: eventTypes, updated_at: nowS } };
  });

/** Removes the webhook; what was to be delivered to it is not. */
export const deleteWebhook = (
  database: Database,
  { userId, id }: { readonly userId: number; readonly id: number },
): { ok: true } | Refusal =>
  database.prepare('DELETE FROM webhooks WHERE id = ? AND user_id = ?').run(id, userId).changes > 0
    ? { ok: true }
    : noSuchWebhook(id);

/** Gives the webhook a new secret; the old one signs nothing from now on. */
export const rotateSecret = (
  database: Database,
  { userId, nowS, seal, id }: Sealed & { readonly id: number },
): { ok: true; webhook: WebhookWithSecret } | Refusal =>
  inTransaction(database, () => {
    const webhook = findWebhook(database, userId, id);
    if (webhook === undefined) return noSuchWebhook(id);
    const { seed, secret } = freshSecret(seal);
    database
      .prepare('UPDATE webhooks SET secret_seed = ?, secret_hash = ?, updated_at = ? WHERE id = ?')
      .run(seed, hashOf(secret), nowS, id);
    return { ok: true, webhook: { ...webhook, updated_at: nowS, webhook_secret: secret } };
  });

/** One of the webhooks of `userId`. */
export const findWebhook = (database: Database, userId: number, id: number): WireWebhook | undefined => {
  const row = database.prepare(`SELECT ${COLUMNS} FROM webhooks WHERE id = ? AND user_id = ?`).get(id, userId);
  return row && webhookRow.parse(row);
};

/** The refusal of an id that the caller has no webhook of. */
export const noSuchWebhook = (id: number | string | undefined): Refusal =>
  refused(404, 'not_found', `there is no webhook ${id}`);

const COLUMNS = 'id, user_id, name, webhook_url, event_types, created_at, updated_at';

const webhookRow = z.object({
  id: z.number(),
  user_id: z.number(),
  name: z.string(),
  webhook_url: z.string(),
  event_types: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.array(z.string()).readonly()),
  created_at: z.number(),
  updated_at: z.number(),
});

/** An address as all its spellings are compared. */
const addressOf = (url: string): string => new URL(url).href;

/** Why a webhook with `url` cannot be had, by another one than `id`. */
const refusalOfAddress = (database: Database, userId: number, url: string, id = 0): Refusal | undefined => {
  const other = database
    .prepare('SELECT 1 FROM webhooks WHERE user_id = ? AND address = ? AND id <> ?')
    .get(userId, addressOf(url), id);
  return other && refused(409, 'webhook_exists', 'webhook_url: there is a webhook with this address already');
};

const freshSecret = (seal: string): { readonly seed: string; readonly secret: string } => {
  const seed = newSecret();
  return { seed, secret: secretOf(seal, seed) };
};
