/**
 * What the calls send: requests in the program's own words, and the exact method, path and JSON body that each
 * becomes (docs/interface.md, Endpoints). Pure; previews and dry runs print the same values that the client sends.
 */

import { parseJson } from '../base/json.ts';
import type { WireFilter } from '../catalogue/field.ts';
import type { MaintenanceCategory } from '../catalogue/maintenance-categories.ts';
import { ENDPOINTS, type EndpointName } from './endpoints.ts';
import type { Exchange } from './http/exchange.ts';

/** How offers are priced (docs/interface.md, Search offers, `type`). */
export const SEARCH_TYPES = ['ondemand', 'bid', 'reserved'] as const;

/** One way of pricing offers. */
export type SearchType = (typeof SEARCH_TYPES)[number];

/** One sort key: a field's wire name and its direction. */
export type SortKey = readonly [field: string, direction: 'asc' | 'desc'];

/** A search for offers. */
export type SearchRequest = {
  /** One operator object for each filter parameter; the defaults stand here too, so that what is sent is always visible. */
  readonly filters: Readonly<Record<string, WireFilter>>;
  /** Most offers to return, at least 1. */
  readonly limit: number;
  readonly type: SearchType;
  /** Sort keys, the most important first. */
  readonly order: readonly SortKey[];
  /** Disk of the instance to be created, in GB; prices follow it. */
  readonly allocatedStorageGb: number;
};

/** What a search asks for when nobody says otherwise (docs/interface.md, Search offers; for limit and order docs/interface.md, Decisions). */
export const USUAL_SEARCH = {
  limit: 1000,
  type: 'ondemand',
  order: [['dlperf_per_dphtotal', 'desc']],
  allocatedStorageGb: 8,
} as const satisfies Omit<SearchRequest, 'filters'>;

/** A maintenance window for one machine. */
export type MaintenanceRequest = {
  readonly machineId: number;
  /** Start of the window in Unix epoch seconds; a fraction is cut off. */
  readonly startsAtEpochS: number;
  /** Length of the window in hours, more than 0. */
  readonly durationHours: number;
  readonly reason: string;
  readonly category: MaintenanceCategory;
};

/** A webhook to create. */
export type WebhookRequest = {
  readonly name: string;
  /** Address that receives the notifications. */
  readonly url: string;
  /** Notification types of the form `<group>:<event>`. */
  readonly eventTypes: readonly string[];
};

/** What `Channel` says of each channel, by group, notification type and name of the channel (docs/interface.md, Notification preferences). */
type ByChannel<Channel> = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Channel>>>>>>;

/** Whether each channel is on: `email`, `webhooks`, and whatever else the service has. */
export type NotificationPreferences = ByChannel<boolean>;

/** The same as a service tells them; `null` where what it says of a channel is neither yes nor no. */
export type ToldPreferences = ByChannel<boolean | null>;

/** Preferences that replace all of the user's present ones. */
export type PreferencesRequest = {
  /** Id of the user whom the key belongs to. */
  readonly userId: number;
  readonly preferences: NotificationPreferences;
};

/** One call, ready to be sent: the path is below the base address, the body is plain JSON data. */
export type Call = {
  readonly endpoint: EndpointName;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  /** Absent for a call without a body. */
  readonly body?: Readonly<Record<string, unknown>>;
};

/** `POST /api/v0/bundles` (docs/interface.md, Search offers). */
export const searchCall = (request: SearchRequest): Call => callOf('search', '/api/v0/bundles', searchBody(request));

/** The body of a search: every filter parameter, then the fields that are no filter. */
const searchBody = (request: SearchRequest): Readonly<Record<string, unknown>> => ({
  ...request.filters,
  limit: request.limit,
  type: request.type,
  order: request.order,
  allocated_storage: request.allocatedStorageGb,
});

/** `PUT /api/v0/machines/{machine_id}/dnotify` (docs/interface.md, Schedule maintenance). */
export const maintenanceCall = (request: MaintenanceRequest): Call =>
  callOf('maintenance', `/api/v0/machines/${request.machineId}/dnotify`, maintenanceBody(request));

/** The body that announces a window. Throws a RangeError when the start is no moment that a date can hold. */
export const maintenanceBody = (request: MaintenanceRequest): Readonly<Record<string, unknown>> => ({
  sdate: `${new Date(request.startsAtEpochS * 1000).toISOString().slice(0, 19)}Z`,
  duration: request.durationHours,
  maintenance_reason: request.reason,
  maintenance_category: request.category,
});

/** `GET /api/v0/volumes` (docs/interface.md, List volumes). */
export const volumesCall = (): Call => callOf('volumes', '/api/v0/volumes');

/** `GET /api/v0/users/cloud_integrations` (docs/interface.md, Show cloud connections). */
export const connectionsCall = (): Call => callOf('connections', '/api/v0/users/cloud_integrations');

/** `POST /api/v0/webhooks` (docs/interface.md, Create notification webhook). */
export const webhookCall = (request: WebhookRequest): Call =>
  callOf('webhooks', '/api/v0/webhooks', webhookBody(request));

/** The body that creates a webhook. */
const webhookBody = (request: WebhookRequest): Readonly<Record<string, unknown>> => ({
  name: request.name,
  webhook_url: request.url,
  event_types: request.eventTypes,
});

/** `PUT /api/v0/users/{user_id}/notification-prefs` (docs/interface.md, Update notification preferences). */
export const preferencesCall = (request: PreferencesRequest): Call =>
  callOf('preferences', `/api/v0/users/${request.userId}/notification-prefs`, preferencesBody(request));

/** `GET /api/v0/users/{user_id}/notification-prefs` (docs/interface.md, Notifications). */
export const presentPreferencesCall = (userId: number): Call =>
  callOf('present-preferences', `/api/v0/users/${userId}/notification-prefs`);

/** `GET /api/v0/notification-types` (docs/interface.md, Notifications). */
export const notificationTypesCall = (): Call => callOf('notification-types', '/api/v0/notification-types');

/** The body that replaces the preferences. */
const preferencesBody = (request: PreferencesRequest): Readonly<Record<string, unknown>> => ({
  notification_preferences: request.preferences,
});

/** A call that only reads. */
export type ReadCall = Call & {
  readonly endpoint: 'search' | 'volumes' | 'connections' | 'present-preferences' | 'notification-types';
};

/**
 * The call that a finished one was, to be made again. Undefined for a write, which the program never repeats
 * (docs/promises.md, 1), and for a body that is not kept any more.
 */
export const callAgain = ({
  endpoint,
  method,
  path,
  requestText,
}: Pick<Exchange, 'endpoint' | 'method' | 'path' | 'requestText'>): ReadCall | undefined => {
  switch (endpoint) {
    case 'search': {
      const body = parseJson(requestText ?? '');
      if (typeof body !== 'object' || body === null) return undefined;
      return { endpoint, method, path, body: Object.fromEntries(Object.entries(body)) };
    }
    case 'volumes':
    case 'connections':
    case 'present-preferences':
    case 'notification-types':
      return { endpoint, method, path };
    case 'maintenance':
    case 'webhooks':
    case 'preferences':
      return undefined;
  }
};

const callOf = (endpoint: EndpointName, path: string, body?: Readonly<Record<string, unknown>>): Call => ({
  endpoint,
  method: ENDPOINTS[endpoint].method,
  path,
  ...(body === undefined ? {} : { body }),
});
