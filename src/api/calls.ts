/**
 * The calls of the service, a row each: all that is known of a call stands here, and the client, pacing, ledger, the cache of
 * answers, dry runs and previews read it from here. A new list of records is one more row.
 */

import type { WireFilter } from '../catalogue/field.ts';
import { INSTANCE_FIELDS } from '../catalogue/instance-fields.ts';
import { OFFER_FIELDS } from '../catalogue/offer-fields.ts';
import { SSH_KEY_FIELDS } from '../catalogue/ssh-key-fields.ts';
import { CONNECTION_FIELDS, VOLUME_FIELDS } from '../catalogue/volume-fields.ts';
import { WEBHOOK_FIELDS } from '../catalogue/webhook-fields.ts';
import { ACCOUNT_CALLS } from './account-calls.ts';
import { searchBody } from './bodies.ts';
import { type ListRow, listCall, MARKET, named, type ObjectRow, readCall, writeCall } from './call-row.ts';
import { COPY_CALLS } from './copy-calls.ts';
import { HOST_CALLS } from './host-calls.ts';
import { INSTANCE_WRITES } from './instance-writes.ts';
import { MONEY_CALLS } from './money-calls.ts';
import { cleanDeliveries, cleanInstanceReceipt, cleanPreferences, cleanTypes, cleanWebhook } from './records/clean.ts';
import {
  deliveriesReply,
  instanceReply,
  logReply,
  notificationTypesReply,
  preferencesReply,
  presentPreferencesReply,
  webhookReply,
} from './records/reply-schema.ts';
import { settleSshKey } from './records/ssh-key.ts';
import type {
  CommandRequest,
  LogRequest,
  OneWebhook,
  PreferencesRequest,
  RentRequest,
  WebhookChangeRequest,
  WebhookRequest,
} from './requests.ts';
import { TEMPLATE_CALLS, templatesPath } from './template-calls.ts';
import { VOLUME_CALLS } from './volume-calls.ts';

const WEBHOOKS = '/api/v0/webhooks';

const pathOf = ({ webhookId }: OneWebhook): string => `${WEBHOOKS}/${webhookId}`;

/** The rows by name. */
const WEBHOOK_CALLS = {
  /** The caller's webhooks, without their secrets. */
  presentWebhooks: listCall({
    path: WEBHOOKS,
    member: 'webhooks',
    fields: WEBHOOK_FIELDS,
    purpose: 'list the webhooks',
    minimumSeconds: 1,
    optional: 'path-without-id',
  }),

  /** What was delivered to a webhook, and what came of each attempt: the local service's own call. */
  deliveries: readCall({
    path: (webhook: OneWebhook) => `${pathOf(webhook)}/deliveries`,
    purpose: 'read the deliveries',
    minimumSeconds: 1,
    optional: 'path-with-id',
    schema: deliveriesReply,
    clean: cleanDeliveries,
  }),

  /** Creates a webhook; its signing secret comes in this reply and never again (docs/interface.md, Create notification webhook). */
  webhooks: writeCall({
    method: 'POST',
    mayCostMore: false,
    path: WEBHOOKS,
    body: ({ name, url, eventTypes }: WebhookRequest) => ({ name, webhook_url: url, event_types: eventTypes }),
    purpose: 'create the webhook',
    schema: webhookReply,
    clean: cleanWebhook,
  }),

  /** Changes of a webhook what the request names. */
  changeWebhook: writeCall({
    method: 'PUT',
    mayCostMore: false,
    path: (request: WebhookChangeRequest) => pathOf(request),
    body: ({ name, url, eventTypes }) => ({
      ...(name !== undefined && { name }),
      ...(url !== undefined && { webhook_url: url }),
      ...(eventTypes !== undefined && { event_types: eventTypes }),
    }),
    purpose: 'change the webhook',
    schema: webhookReply,
    clean: cleanWebhook,
  }),

  /** Deletes a webhook: nothing is delivered to it any more. */
  deleteWebhook: writeCall({
    method: 'DELETE',
    mayCostMore: false,
    path: pathOf,
    purpose: 'delete the webhook',
    schema: instanceReply,
    clean: cleanInstanceReceipt,
  }),

  /** Gives a webhook a new signing secret, which comes in this reply and never again; the one before signs nothing more. */
  rotateWebhook: writeCall({
    method: 'POST',
    mayCostMore: false,
    path: (webhook: OneWebhook) => `${pathOf(webhook)}/rotate-secret`,
    purpose: 'rotate the signing secret',
    schema: webhookReply,
    clean: cleanWebhook,
  }),

  /** Has one test delivered to a webhook, which is not tried again. */
  testWebhook: writeCall({
    method: 'POST',
    mayCostMore: false,
    path: (webhook: OneWebhook) => `${pathOf(webhook)}/test`,
    purpose: 'send a test',
    schema: instanceReply,
    clean: cleanInstanceReceipt,
  }),
};

/** The first page of the instances. */
const INSTANCES = '/api/v1/instances/?limit=25';

/** The calls by name; the name also stands for the call in pacing, in the ledger and in the names of files. */
export const CALLS = named({
  /**
   * Offers that match (docs/interface.md, Search offers). `allocated_storage` is GB. Refuses a bad filter with 400 and a bad key with
   * 404 (docs/interface.md, Authentication, rule 5). No threshold is published for it: 2 s are left (docs/interface.md, Decisions), until the
   * service names one.
   */
  search: listCall({
    method: 'POST',
    path: '/api/v0/bundles',
    body: searchBody,
    member: 'offers',
    fields: OFFER_FIELDS,
    purpose: 'search offers',
    minimumSeconds: 2,
    badKeyStatus: 404,
    reply: MARKET,
  }),

  /** The volumes that the caller rents (docs/interface.md, List volumes). Refuses with `{detail}`: credentials, rate limit. */
  volumes: listCall({
    path: '/api/v0/volumes',
    member: 'volumes',
    fields: VOLUME_FIELDS,
    purpose: 'list the volumes',
    minimumSeconds: 5.5,
  }),

  /** The caller's cloud connections, as a bare array (docs/interface.md, Show cloud connections). */
  connections: listCall({
    path: '/api/v0/users/cloud_integrations',
    fields: CONNECTION_FIELDS,
    purpose: 'list the cloud connections',
    minimumSeconds: 2.9,
  }),

  /**
   * The caller's instances (docs/interface.md, Instances), the largest pages that there are. A service that lacks it may have the
   * older call, which brings all of them at once.
   */
  instances: listCall({
    path: INSTANCES,
    pageAfter: (token) => `${INSTANCES}&after_token=${encodeURIComponent(token)}`,
    member: 'instances',
    fields: INSTANCE_FIELDS,
    purpose: 'list the instances',
    minimumSeconds: 1,
    optional: 'path-without-id',
  }),

  /** The same, as services listed them before (docs/interface.md, Instances). */
  instancesAtOnce: listCall({
    path: '/api/v0/instances/?owner=me',
    member: 'instances',
    fields: INSTANCE_FIELDS,
    purpose: 'list the instances',
    minimumSeconds: 20,
    optional: 'path-without-id',
  }),

  /** The SSH keys of the caller's account, as a bare array; an instance gets them when it is created (docs/interface.md, SSH keys). */
  sshKeys: listCall({
    path: '/api/v0/ssh/',
    fields: SSH_KEY_FIELDS,
    settle: settleSshKey,
    purpose: 'list the SSH keys',
    minimumSeconds: 1,
    emptyStatus: 404,
    optional: 'path-without-id',
  }),

  /** Where the log of an instance lies for a while (docs/interface.md, Logs). Asked for with PUT, and changes nothing. */
  requestLogs: readCall({
    method: 'PUT',
    path: ({ instanceId }: LogRequest) => `/api/v0/instances/request_logs/${instanceId}/`,
    body: ({ tail }) => ({ tail: String(tail) }),
    purpose: 'read the log',
    minimumSeconds: 5,
    optional: 'path-with-id',
    schema: logReply,
    clean: (told) => told,
  }),

  /** Where the output of a command lies for a while (docs/interface.md, Commands). Asked for with PUT; the program sends none that changes anything. */
  runCommand: readCall({
    method: 'PUT',
    path: ({ instanceId }: CommandRequest) => `/api/v0/instances/command/${instanceId}/`,
    body: ({ command }) => ({ command }),
    purpose: 'run the command',
    minimumSeconds: 1.5,
    optional: 'path-with-id',
    schema: logReply,
    clean: (told) => told,
  }),

  ...HOST_CALLS,

  ...INSTANCE_WRITES,

  ...VOLUME_CALLS,

  ...COPY_CALLS,

  ...WEBHOOK_CALLS,

  ...MONEY_CALLS,

  ...TEMPLATE_CALLS,

  ...ACCOUNT_CALLS,

  /** Replaces all of the user's preferences: a type that is not named is dropped (docs/interface.md, Update notification preferences). */
  preferences: writeCall({
    method: 'PUT',
    mayCostMore: false,
    path: ({ userId }: PreferencesRequest) => `/api/v0/users/${userId}/notification-prefs`,
    body: ({ preferences }) => ({ notification_preferences: preferences }),
    purpose: 'replace the notification preferences',
    schema: preferencesReply,
    clean: ({ preferences }, redactor) => ({ preferences: preferences && cleanPreferences(preferences, redactor) }),
  }),

  /** The user's preferences as they are now (docs/interface.md, Notifications). */
  presentPreferences: readCall({
    path: (userId: number) => `/api/v0/users/${userId}/notification-prefs`,
    purpose: 'read the notification preferences',
    optional: 'path-with-id',
    schema: presentPreferencesReply,
    clean: cleanPreferences,
  }),

  /** The notification types that the service has (docs/interface.md, Notifications). */
  notificationTypes: readCall({
    path: '/api/v0/notification-types',
    purpose: 'read the notification types',
    optional: 'path-without-id',
    schema: notificationTypesReply,
    clean: cleanTypes,
  }),
});

/** One of the calls. */
export type EndpointName = keyof typeof CALLS;

/** Those that `filters` leave of all templates that the caller may see. */
export const templatesBy = (filters: Readonly<Record<string, WireFilter>>) => ({
  ...CALLS.recommendedTemplates,
  path: templatesPath(filters),
});

/** The call that brings the same records from a service that lacks `name`; undefined where there is none. */
export const olderCall = (name: ReadName): typeof CALLS.instancesAtOnce | undefined =>
  name === 'instances' ? CALLS.instancesAtOnce : undefined;

/** Of a list that services give only for named machines: the path that names those with `ids`; undefined for any other. */
export const pathOfMachines = (name: ReadName, ids: readonly number[]): string | undefined =>
  name === 'windows' ? `${CALLS.windows.path}&machine_ids=%5B${ids.join(',')}%5D` : undefined;

/** The creation at the service that `request` is for. */
export const rentCall = ({ isPut }: RentRequest): typeof CALLS.rent | typeof CALLS.rentByPut =>
  isPut === true ? CALLS.rentByPut : CALLS.rent;

/** True for a call that notifies, creates or replaces: the program never repeats it (docs/promises.md, 1). */
export const isWrite = (endpoint: EndpointName): boolean => CALLS[endpoint].kind === 'write';

/** A call that only asks: it may be made again. */
export type ReadName = {
  [Name in EndpointName]: (typeof CALLS)[Name]['kind'] extends 'write' ? never : Name;
}[EndpointName];

/** A call that notifies, creates or replaces. */
type WriteName = Exclude<EndpointName, ReadName>;

/** The row of a list that is asked for as a whole. */
export type ListCall<T> = ListRow<T, undefined> & { readonly name: ReadName };

/** The row of a read that brings one object. */
export type ReadCall<Request, Reply> = ObjectRow<'read', Request, Reply> & { readonly name: ReadName };

/** The row of a write. */
export type WriteCall<Request, Reply> = ObjectRow<'write', Request, Reply> & {
  readonly name: WriteName;
};
