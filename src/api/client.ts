/**
 * The client: every call over one dispatcher. It never repeats a call by itself, not even a read: who
 * called decides (docs/promises.md, 1). With a pacing given, each call first waits for its turn.
 */
import { displayText } from '../catalogue/format.ts';
import type { Offer } from '../catalogue/values.ts';
import type { EndpointName } from './endpoints.ts';
import { optionally } from './errors/missing-call.ts';
import { type CallOptions, type ClientOptions, createCaller, type Reader } from './http/caller.ts';
import { jsonReader } from './http/json-reply.ts';
import { notificationTypesReply, presentPreferencesReply } from './records/notification-schema.ts';
import { createRecordText, plainRecordText } from './records/record-text.ts';
import { type Received, type RecordsReading, readRecords } from './records/records.ts';
import type {
  ConnectionsReply,
  Losses,
  MaintenanceReceipt,
  NotificationType,
  PreferencesReply,
  ReceivedOffer,
  SearchReply,
  VolumesReply,
  WebhookReply,
} from './records/replies.ts';
import { checkConnection, checkOffer, checkVolume } from './records/schema.ts';
import { maintenanceReply, preferencesReply, webhookReply } from './records/write-schema.ts';
import { secretProblemOf } from './redact/secret-problem.ts';
import {
  connectionsCall,
  type MaintenanceRequest,
  maintenanceCall,
  notificationTypesCall,
  type PreferencesRequest,
  preferencesCall,
  presentPreferencesCall,
  type ReadCall,
  type SearchRequest,
  searchCall,
  type ToldPreferences,
  volumesCall,
  type WebhookRequest,
  webhookCall,
} from './requests.ts';

export type { CallOptions } from './http/caller.ts';

/** What a search takes besides. */
type SearchOptions = CallOptions & {
  /**
   * Called with each batch of offers as they come in, in order, before the reply is complete. Nothing more is read while
   * it takes its time with them, and that time counts against no limit.
   */
  readonly onOffers?: (batch: readonly ReceivedOffer[]) => void | Promise<void>;
  /** False when `onOffers` is enough: the reply then lists none, and offers take no memory once they were handed on. */
  readonly keepsOffers?: boolean;
};

/** The calls. Each fails with an ApiError and with nothing else. */
export type Client = {
  /** Searches offers (docs/interface.md, Search offers); more of them than the request's limit are left unread. Offers already handed to `onOffers` stay valid when the call fails later. */
  readonly searchOffers: (request: SearchRequest, options?: SearchOptions) => Promise<SearchReply>;
  /** Announces a maintenance window; clients of the machine are notified (docs/interface.md, Schedule maintenance). */
  readonly scheduleMaintenance: (request: MaintenanceRequest, options?: CallOptions) => Promise<MaintenanceReceipt>;
  /** Lists the volumes rented by the caller (docs/interface.md, List volumes). */
  readonly listVolumes: (options?: CallOptions) => Promise<VolumesReply>;
  /** Lists the caller's cloud connections (docs/interface.md, Show cloud connections). */
  readonly listConnections: (options?: CallOptions) => Promise<ConnectionsReply>;
  /** Creates a webhook; the answer holds its secret, once (docs/interface.md, Create notification webhook). */
  readonly createWebhook: (request: WebhookRequest, options?: CallOptions) => Promise<WebhookReply>;
  /** Replaces all of the user's preferences (docs/interface.md, Update notification preferences). */
  readonly replaceNotificationPreferences: (
    request: PreferencesRequest,
    options?: CallOptions,
  ) => Promise<PreferencesReply>;
  /** The user's present preferences (docs/interface.md, Notifications); undefined where the service has no call that tells them. */
  readonly readNotificationPreferences: (userId: number, options?: CallOptions) => Promise<ToldPreferences | undefined>;
  /** The notification types that the service has (docs/interface.md, Notifications); undefined where it has no call that tells them. */
  readonly listNotificationTypes: (options?: CallOptions) => Promise<readonly NotificationType[] | undefined>;
  /** Milliseconds until `endpoint` may be called; 0 when it may be called now. */
  readonly turnInMs: (endpoint: EndpointName) => number;
  /** Makes a call again that only reads (see `callAgain`), for its line in the ledger: what comes back is checked and dropped. */
  readonly repeat: (call: ReadCall, options?: CallOptions) => Promise<void>;
  /** `text` without the key, and without any webhook secret that came back. */
  readonly redact: (text: string) => string;
};

/** Where the records of each read stand in its reply, and how one is checked. */
const LISTS = {
  search: { name: 'offers', check: checkOffer },
  volumes: { name: 'volumes', check: checkVolume },
  connections: { name: undefined, check: checkConnection },
} as const;

/** How each read is read that is one object. */
const OBJECTS = {
  'present-preferences': jsonReader<unknown>(presentPreferencesReply),
  'notification-types': jsonReader<unknown>(notificationTypesReply),
} as const;

/** More than any caller has of its own; what goes on beyond is a list without an end. */
const LONGEST_LIST = { count: 50_000, isRestLeft: false };

/** Several times a whole market: enough to see that a reply is a list of offers. */
const LONGEST_REPEATED = { count: 100_000, isRestLeft: true };

/** Event types of a webhook that are taken, several times those there are. */
const MOST_TYPES = 100;

/** A client for one service and one key. Throws a TypeError when `baseUrl` is no address; nothing is sent yet. */
export const createClient = (options: ClientOptions): Client => {
  const { perform, redactor } = createCaller(options);
  const { redact } = redactor;
  const textOf = createRecordText(redactor);
  // A secret is looked for first: of one that is cut, half would stay.
  const shown = (text: string): string => displayText(redact(text));

  /** Reads a list whole. */
  const listReader =
    <T>(list: Pick<RecordsReading<T>, 'name' | 'check'>, signal: AbortSignal | undefined): Reader<ListRead<T>> =>
    async (body) => {
      const received: Received<T>[] = [];
      const onRecords = (batch: readonly Received<T>[]): void => {
        received.push(...batch);
      };
      const parts = { ...list, textOf, most: LONGEST_LIST, clock: options.clock, signal, onRecords };
      const result = await readRecords(body, parts);
      return 'unexpected' in result ? result : { value: { ...result, received } };
    };

  return {
    redact,
    turnInMs: (endpoint) => options.pacing?.remainingMs(endpoint) ?? 0,

    searchOffers: (request, { onOffers, keepsOffers = true, ...callOptions } = {}) =>
      perform(searchCall(request), callOptions, async (body) => {
        const offers: Offer[] = [];
        const result = await readRecords(body, {
          ...LISTS.search,
          textOf,
          most: { count: request.limit, isRestLeft: true },
          clock: options.clock,
          signal: callOptions.signal,
          onRecords: (batch) => {
            if (keepsOffers) for (const { record } of batch) offers.push(record);
            return onOffers?.(batch.map(({ record, text }) => ({ offer: record, text })));
          },
        });
        return 'unexpected' in result ? result : { value: { ...result, offers } };
      }),

    scheduleMaintenance: async (request, callOptions = {}) => {
      const { youSent, ...receipt } = await perform(
        maintenanceCall(request),
        callOptions,
        jsonReader(maintenanceReply),
      );
      // The sentence is kept in the journal, and a service may put anything into it.
      return { ...receipt, youSent: youSent && redact(youSent) };
    },

    listVolumes: async (callOptions = {}) => {
      const reader = listReader(LISTS.volumes, callOptions.signal);
      const { received, ...losses } = await perform(volumesCall(), callOptions, reader);
      return { ...losses, volumes: received.map(({ record }) => record), texts: received.map(({ text }) => text) };
    },

    listConnections: async (callOptions = {}) => {
      const reader = listReader(LISTS.connections, callOptions.signal);
      const { received, ...losses } = await perform(connectionsCall(), callOptions, reader);
      return { ...losses, connections: received.map(({ record }) => record), texts: received.map(({ text }) => text) };
    },

    createWebhook: (request, callOptions = {}) =>
      perform(webhookCall(request), callOptions, async (body) => {
        const reading = await jsonReader(webhookReply)(body);
        if (!('value' in reading)) return reading;
        const { webhook, secret, enabledNotificationPreferences } = reading.value;
        if (secret !== undefined) redactor.remember(secret);
        const secretProblem = secret === undefined ? undefined : secretProblemOf(secret);
        return {
          value: {
            webhook: {
              ...webhook,
              name: webhook.name && shown(webhook.name),
              webhook_url: webhook.webhook_url && shown(webhook.webhook_url),
              event_types: webhook.event_types?.slice(0, MOST_TYPES).map(shown),
            },
            secret: secretProblem === undefined ? secret : undefined,
            secretProblem,
            enabledNotificationPreferences: enabledNotificationPreferences?.slice(0, MOST_TYPES).map(shown),
          },
        };
      }),

    replaceNotificationPreferences: async (request, callOptions = {}) => {
      const reader = jsonReader(preferencesReply);
      const { preferences } = await perform(preferencesCall(request), callOptions, reader);
      return { preferences: preferences && withNames(preferences, redact) };
    },

    readNotificationPreferences: (userId, callOptions = {}) =>
      optionally(async () => {
        const reader = jsonReader(presentPreferencesReply);
        return withNames(await perform(presentPreferencesCall(userId), callOptions, reader), redact);
      }),

    listNotificationTypes: (callOptions = {}) =>
      optionally(async () => {
        const types = await perform(notificationTypesCall(), callOptions, jsonReader(notificationTypesReply));
        return types.map((type) => ({
          ...type,
          type: redact(type.type),
          displayName: type.displayName && redact(type.displayName),
          defaults: type.defaults && renamed(type.defaults, redact),
        }));
      }),

    repeat: ({ endpoint, ...call }, callOptions = {}) =>
      perform({ endpoint, ...call }, callOptions, async (body) => {
        if (endpoint === 'present-preferences' || endpoint === 'notification-types') {
          const result = await OBJECTS[endpoint](body);
          return 'unexpected' in result ? result : { value: undefined };
        }
        const { clock } = options;
        const { signal } = callOptions;
        const list: Pick<RecordsReading<unknown>, 'name' | 'check'> = LISTS[endpoint];
        const parts = {
          ...list,
          textOf: plainRecordText,
          most: LONGEST_REPEATED,
          clock,
          signal,
          onRecords: () => undefined,
        };
        const result = await readRecords(body, parts);
        return 'unexpected' in result ? result : { value: undefined };
      }),
  };
};

/** The same preferences with every group, type and channel called what `rename` makes of its name. */
const withNames = (preferences: ToldPreferences, rename: (name: string) => string): ToldPreferences =>
  renamed(
    mapped(preferences, (types) =>
      renamed(
        mapped(types, (channels) => renamed(channels, rename)),
        rename,
      ),
    ),
    rename,
  );

const renamed = <Value>(members: Readonly<Record<string, Value>>, rename: (name: string) => string) =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [rename(name), value]));

const mapped = <Value, Result>(members: Readonly<Record<string, Value>>, change: (value: Value) => Result) =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(value)]));

/** A list that was read whole. */
type ListRead<T> = Losses & { readonly received: readonly Received<T>[] };
