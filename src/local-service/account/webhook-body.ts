/** What callers say of a webhook (docs/interface.md, Create notification webhook and Webhooks), read from the body. */
import * as z from 'zod';
import { type Refusal, readBody, storableText } from '../answer.ts';
import { isDeliverable, isLoopbackName } from '../deliveries/address.ts';
import { SERVICE_TYPES } from './notification-types.ts';

/** Longest address, in characters. */
const MAXIMUM_ADDRESS = 2048;
/** Longest name, in characters. */
const MAXIMUM_NAME = 120;

const TYPES = SERVICE_TYPES.map(({ group, event }) => `${group}:${event}`);

/** What a caller asks for. */
export type WebhookRequest = { readonly name: string; readonly url: string; readonly eventTypes: readonly string[] };

/** What a caller wants changed. */
export type WebhookChange = {
  readonly name?: string | undefined;
  readonly url?: string | undefined;
  readonly eventTypes?: readonly string[] | undefined;
};

/** The webhook that `body` describes, or a 400 that names the field: all three fields are required. */
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

const webhookBody = z
  .object(fields)
  .transform((body) => ({ name: body.name, url: body.webhook_url, eventTypes: body.event_types }));

const changeBody = z
  .object(fields)
  .partial()
  .refine((body) => Object.values(body).some((value) => value !== undefined), 'must name what to change')
  .transform((body) => ({ name: body.name, url: body.webhook_url, eventTypes: body.event_types }));
