/** The endpoints of the local service (docs/interface.md, Endpoints): what each takes from its request and sends back. What a call means is decided elsewhere. */
import {
  ACCOUNT_VARIABLES,
  listAddresses,
  listApiKeys,
  listMadeCalls,
  listMembers,
  listRoles,
  listSubaccounts,
} from '../account/account-lists.ts';
import { notificationTypes, preferencesOf, readPreferencesBody, replacePreferences } from '../account/preferences.ts';
import { refused } from '../answer.ts';
import type { Database } from '../database.ts';
import { gpuNames, listConnectionsOf, listVolumesOf } from '../market/holdings.ts';
import { searchMarket } from '../search/search-market.ts';
import {
  type Call,
  type Endpoint,
  idIn,
  narrowingRefusal,
  nowS,
  paced,
  type Refuse,
  readJsonObject,
  readWrite,
  refuse,
  refuseSearch,
  refuseWithDetail,
} from './endpoint.ts';

type ServiceList = {
  readonly path: string;
  /** What its calls are counted as; it stands in the database. */
  readonly endpoint: string;
  /** The published threshold, in seconds (docs/interface.md, Limits). */
  readonly thresholdS: number;
  /** Member of the reply that holds the records; absent: the reply is the list. */
  readonly member?: string;
  /** How a caller without a good key is refused, where that is not as usual. */
  readonly refuse?: Refuse;
  /** The records that `userId` has at that moment, Unix epoch seconds, as they stand in the reply. */
  readonly records: (database: Database, userId: number, nowS: number) => object;
};

export const LISTS: readonly ServiceList[] = [
  {
    path: '/api/v0/volumes',
    endpoint: 'volumes',
    thresholdS: 5.5,
    member: 'volumes',
    refuse: refuseWithDetail,
    records: listVolumesOf,
  },
  { path: '/api/v0/users/cloud_integrations', endpoint: 'connections', thresholdS: 2.9, records: listConnectionsOf },
  { path: '/api/v0/auth/apikeys', endpoint: 'api-keys', thresholdS: 1, member: 'apikeys', records: listApiKeys },
  { path: '/api/v0/audit_logs', endpoint: 'audit-logs', thresholdS: 1, records: listMadeCalls },
  {
    path: '/api/v0/users/:user_id/ipaddrs',
    endpoint: 'addresses',
    thresholdS: 1,
    member: 'results',
    records: listAddresses,
  },
  { path: '/api/v0/secrets', endpoint: 'secrets', thresholdS: 1, member: 'secrets', records: () => ACCOUNT_VARIABLES },
  { path: '/api/v0/team/members', endpoint: 'team-members', thresholdS: 1, records: listMembers },
  { path: '/api/v0/team/roles-full', endpoint: 'team-roles', thresholdS: 1, records: listRoles },
  { path: '/api/v0/subaccounts', endpoint: 'subaccounts', thresholdS: 2.1, member: 'users', records: listSubaccounts },
];

/** Characters collected before a piece is sent: enough that pieces cost little, few enough that the first comes at once. */
const PIECE_LENGTH = 65_536;

/** `{"offers": [...]}` (docs/interface.md, Search offers) of the JSON texts of the offers, which are taken only as fast as the client reads. */
const offersReply = (offers: Iterable<string>): Response => {
  const texts = pieces(offers)[Symbol.iterator]();
  const encoder = new TextEncoder();
  // The first piece is made at once: what fails in the database fails before the reply says 200.
  let next = texts.next();
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (next.done) return controller.close();
      controller.enqueue(encoder.encode(next.value));
      next = texts.next();
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'application/json' } });
};

function* pieces(offers: Iterable<string>): Iterable<string> {
  let piece = '{"offers":[';
  let separator = '';
  for (const offer of offers) {
    piece += separator + offer;
    separator = ',';
    if (piece.length >= PIECE_LENGTH) {
      yield piece;
      piece = '';
    }
  }
  yield `${piece}]}`;
}

/** `POST /api/v0/bundles`. */
export const searchOffers: Endpoint = (backend) => async (context) => {
  const body = await readJsonObject(context.req.raw);
  if (!body.ok) return refuseSearch(context, body);
  const { userId, keyId } = context.var.caller;
  const hours = backend.quota.hoursToWait(keyId);
  if (hours !== undefined) {
    const msg = `the rows that a key may have in a day are used up: more in ${hours} h`;
    return context.json({ error: 'search_quota_exceeded', msg }, 429, { 'Retry-After': String(hours) });
  }
  backend.catchUp();
  const found = searchMarket(backend.database, userId, body.value);
  if (!found.ok) return refuseSearch(context, found);
  backend.quota.count(keyId, found.count);
  return offersReply(found.offers);
};

/** One of the lists that are given as a whole. */
export const giveList =
  (list: ServiceList): Endpoint =>
  (backend) =>
  (context) =>
    paced(backend, context, list, () => {
      const records = list.records(backend.database, context.var.caller.userId, nowS(backend));
      return context.json(list.member === undefined ? records : { [list.member]: records });
    });

/** `GET /api/v0/notification-types` (docs/interface.md, Notifications). */
export const listNotificationTypes = (context: Call): Response =>
  context.json({ notification_types: notificationTypes() });

/** `GET /api/v0/users/{user_id}/notification-prefs` (docs/interface.md, Notifications). */
export const readPreferences: Endpoint = (backend) => (context) => {
  const { userId } = context.var.caller;
  return (
    refusalOfOtherUser(context) ?? context.json({ notification_preferences: preferencesOf(backend.database, userId) })
  );
};

/** `PUT /api/v0/users/{user_id}/notification-prefs`. */
export const updatePreferences: Endpoint = (backend) => async (context) => {
  const { userId } = context.var.caller;
  const body = await readWrite(context);
  const refusal = refusalOfOtherUser(context);
  if (refusal !== undefined) return refusal;
  const preferences = body.ok ? readPreferencesBody(body.value) : body;
  if (!preferences.ok) return refuse(context, preferences);
  const replacement = { userId, preferences: preferences.value, nowS: nowS(backend) };
  const replaced = await backend.write(() => replacePreferences(backend.database, replacement), context.req.raw.signal);
  return context.json({ success: true, notification_preferences: replaced });
};

/** A 404 where the path names no user, and a 403 where it names another than the key's. */
const refusalOfOtherUser = (context: Call): Response | undefined => {
  const { userId } = context.var.caller;
  const named = idIn(context, 'user_id');
  if (named === userId) return undefined;
  const refusal =
    named === undefined
      ? refused(404, 'not_found', `there is no user ${context.req.param('user_id')}`)
      : refused(403, 'not_your_account', `this API key belongs to user ${userId}`);
  return refuse(context, refusal);
};

/** `GET /api/v0/gpu_names/unique`: the models on offer, for anyone. */
export const listGpuNames: Endpoint = (backend) => (context) => {
  const unknown = narrowingRefusal(context);
  if (unknown !== undefined) return refuse(context, unknown);
  backend.catchUp();
  return context.json({ gpu_names: gpuNames(backend.database) });
};
