/** The calls of the load trial: a mix of all six, of which some are wrong on purpose. */
import type { Call } from './call.ts';
import { createDraw } from './draw.ts';
import type { Machines } from './machines.ts';
import type { ServiceProcess } from './service-process.ts';

/** The six calls that every service has (docs/interface.md, Endpoints). */
export type CallName = 'search' | 'maintenance' | 'volumes' | 'connections' | 'webhooks' | 'preferences';

/** A call and the status that it gets (docs/interface.md, Decisions). */
export type PlannedCall = { readonly name: CallName; readonly call: Call; readonly status: number };

/** Of each hundred calls. */
const SHARES: readonly (readonly [CallName, number])[] = [
  ['search', 40],
  ['maintenance', 12],
  ['volumes', 12],
  ['connections', 12],
  ['webhooks', 12],
  ['preferences', 12],
];

const SEARCHES: readonly object[] = [
  {},
  { num_gpus: { gte: 4 }, gpu_ram: { gte: 24_000 }, order: [['dph_total', 'asc']] },
  { gpu_name: { in: ['RTX 4090', 'H100 SXM'] }, type: 'bid', limit: 200 },
  { geolocation: { in: ['US', 'DE'] }, reliability: { gte: 0.98 }, allocated_storage: 200 },
  { target_reliability: { eq: 0.99 }, dph_total: { lt: 3 }, limit: 20 },
  { verified: { in: [true, false] }, rentable: { in: [true, false] }, rented: { eq: true }, limit: 1000 },
];

/** What is refused whenever it comes. */
const NO_WEBHOOK = { name: 'load', webhook_url: 'http://hooks.example.com', event_types: [] };

/** An endless row of calls for client number `client`; the same number gives the same row. */
export const createCallMaker = (
  { apiKey, userId }: Pick<ServiceProcess, 'apiKey' | 'userId'>,
  { own, foreign }: Machines,
  client: number,
): (() => PlannedCall) => {
  const draw = createDraw(client);
  let count = 0;
  // A user has at most four: the first four clients create one each.
  let isWebhookLeft = client < 4;
  const plan = (
    name: CallName,
    method: string,
    path: string,
    right: object | undefined,
    wrong: { status: number; body?: object; path?: string; key?: string },
  ): PlannedCall => {
    const isWrong = draw(20) === 0;
    const body = isWrong ? (wrong.body ?? right) : right;
    return {
      name,
      status: isWrong ? wrong.status : 200,
      call: {
        method,
        path: isWrong ? (wrong.path ?? path) : path,
        headers: { authorization: `Bearer ${isWrong ? (wrong.key ?? apiKey) : apiKey}` },
        body: body && JSON.stringify(body),
      },
    };
  };
  const planned: Readonly<Record<CallName, () => PlannedCall>> = {
    search: () =>
      plan('search', 'POST', '/api/v0/bundles', SEARCHES[draw(SEARCHES.length)], {
        status: 400,
        body: { gpu_rams: { gte: 1 } },
      }),
    maintenance: () =>
      plan(
        'maintenance',
        'PUT',
        `/api/v0/machines/${own}/dnotify`,
        {
          sdate: '2030-01-01T00:00:00Z',
          duration: 2,
          maintenance_reason: `load ${client}-${count}`,
          maintenance_category: 'disk',
        },
        { status: 403, path: `/api/v0/machines/${foreign}/dnotify` },
      ),
    volumes: () => plan('volumes', 'GET', '/api/v0/volumes', undefined, { status: 401, key: 'never-a-key' }),
    connections: () =>
      plan('connections', 'GET', '/api/v0/users/cloud_integrations', undefined, { status: 401, key: 'never-a-key' }),
    webhooks: () => {
      const made = plan(
        'webhooks',
        'POST',
        '/api/v0/webhooks',
        {
          name: `load ${client}`,
          webhook_url: `https://hooks.example.com/${client}/${count}`,
          event_types: ['client:low_credit', 'host:machine_offline'],
        },
        { status: 400, body: NO_WEBHOOK },
      );
      if (made.status !== 200) return made;
      if (!isWebhookLeft) return { ...made, status: 400, call: { ...made.call, body: JSON.stringify(NO_WEBHOOK) } };
      isWebhookLeft = false;
      return made;
    },
    preferences: () =>
      plan(
        'preferences',
        'PUT',
        `/api/v0/users/${userId}/notification-prefs`,
        { notification_preferences: { client: { low_credit: { email: true, webhooks: count % 2 === 0 } } } },
        { status: 403, path: `/api/v0/users/${userId + 1}/notification-prefs` },
      ),
  };
  return () => {
    count += 1;
    return planned[chosen(draw(100))]();
  };
};

const chosen = (lot: number): CallName => {
  let below = 0;
  for (const [name, share] of SHARES) {
    below += share;
    if (lot < below) return name;
  }
  return 'search';
};
