/** The webhooks that the service lists and those that the journal knows, as one list. Pure. */
import type { ServiceWebhook } from '../../../../notifications/webhook.ts';
import type { KnownWebhook } from '../../../../storage/journal/webhooks.ts';

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

/** Webhooks that services allow a user (docs/interface.md, Webhooks). */
const MOST_WEBHOOKS = 4;

/** What is known of the service that speaks against one more webhook. */
export const limitsWords = (listed: Listed | undefined): readonly string[] => {
  if (listed === 'missing')
    return ['This service has no call that lists its webhooks: nothing here can change or delete it later.'];
  return listed !== undefined && listed.length >= MOST_WEBHOOKS
    ? [`The service lists ${listed.length} webhooks, and services allow ${MOST_WEBHOOKS}: it will refuse another one.`]
    : [];
};
