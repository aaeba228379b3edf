/** The webhooks that the service lists and those that the journal knows, as one list. Pure. */
import type { WebhookReply } from '../../../../api/records/replies.ts';
import type { RecordOf } from '../../../../catalogue/values.ts';
import type { WEBHOOK_FIELDS } from '../../../../catalogue/webhook-fields.ts';
import type { KnownWebhook } from '../../../../storage/journal/webhooks.ts';

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

/** What the service lists; `missing` where it has no call that lists webhooks. */
export type Listed = readonly ServiceWebhook[] | 'missing';

/** Where a webhook is known from. */
type Standing =
  /** The service lists it; `both`: it was created from here, too. */
  | 'service'
  | 'both'
  /** Created from here, and the service has not said whether it is still there. */
  | 'here'
  /** Created from here, and the service lists it no longer. */
  | 'gone'
  | 'unknown'
  | 'sending';

/** One row of the list. `key` outlives a refresh. */
export type WebhookRow = Pick<ServiceWebhook, 'name' | 'url' | 'types'> & {
  readonly key: string;
  readonly standing: Standing;
  readonly service?: ServiceWebhook | undefined;
  readonly known?: KnownWebhook | undefined;
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

/** What the service lists, the newest first, then what only the journal knows; `listed` is undefined before an answer came. */
export const rowsOf = (known: readonly KnownWebhook[], listed: Listed | undefined): readonly WebhookRow[] => {
  const there = typeof listed === 'object' ? listed : [];
  // Of two with one id the newer is meant: the service has begun anew since.
  const lineOf = new Map(
    known.toReversed().flatMap((line) => there.filter((one) => isOf(line, one)).map(({ id }) => [id, line])),
  );
  const ofService = there
    .toSorted((a, b) => b.id - a.id)
    .map((service): WebhookRow => {
      const line = lineOf.get(service.id);
      const { id, name, url, types } = service;
      return {
        key: `id ${id}`,
        standing: line === undefined ? 'service' : 'both',
        name,
        url,
        types,
        service,
        known: line,
      };
    });
  const joined = new Set(lineOf.values());
  const others = known
    .filter((line) => !joined.has(line))
    .map((line): WebhookRow => {
      const { outcome, name, url, eventTypes } = line;
      const standing = outcome.kind === 'created' ? (typeof listed === 'object' ? 'gone' : 'here') : outcome.kind;
      return { key: `line ${line.line}`, standing, name, url, types: eventTypes, known: line };
    });
  return [...ofService, ...others];
};

/** True for the line of the journal that `webhook` was created with, as far as its answer said. */
const isOf = ({ outcome, name, url }: KnownWebhook, webhook: ServiceWebhook): boolean =>
  outcome.kind === 'created' &&
  (outcome.webhookId === undefined
    ? webhook.name === name && isSameUrl(webhook.url, url)
    : outcome.webhookId === webhook.id);

/** The webhook that a creation whose outcome is unknown has made, by its name and address: a service takes no address twice. */
export const madeBy = ({ outcome, name, url }: KnownWebhook, listed: Listed): ServiceWebhook | undefined =>
  outcome.kind === 'unknown' && typeof listed === 'object'
    ? listed.find((webhook) => webhook.name === name && isSameUrl(webhook.url, url))
    : undefined;

/** True for two spellings of one address. */
export const isSameUrl = (one: string, other: string): boolean =>
  one === other || (URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href);

/** The id that the service has given it; undefined where nobody here knows it. */
export const idOf = ({ service, known }: WebhookRow): number | undefined =>
  service?.id ?? (known?.outcome.kind === 'created' ? known.outcome.webhookId : undefined);
