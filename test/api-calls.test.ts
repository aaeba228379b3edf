/** The rows of the calls: what each says, typed in by hand, and that a row alone is a call that can be made, kept and made again. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { createAnswerCaches } from '../src/access/answer-cache.ts';
import { callAgain, callOf } from '../src/api/call.ts';
import { writeCall } from '../src/api/call-row.ts';
import { CALLS, type ListCall } from '../src/api/calls.ts';
import type { Client } from '../src/api/client.ts';
import type { Exchange } from '../src/api/http/exchange.ts';
import { cleanReceipt } from '../src/api/records/clean.ts';
import type { ListReply, MaintenanceReceipt, NotificationType } from '../src/api/records/replies.ts';
import { maintenanceReply } from '../src/api/records/reply-schema.ts';
import type { ListingRequest } from '../src/api/requests.ts';
import { systemClock } from '../src/base/clock.ts';
import type { Connection, Volume } from '../src/catalogue/values.ts';
import { createAnswerFiles } from '../src/storage/files/answer-files.ts';
import { clientFor, SEARCH, WEBHOOK, WINDOW } from './support/api-client.ts';
import { temporaryFolder } from './support/local-service.ts';
import { PLAN } from './support/renting.ts';
import { json, startAccountServer } from './support/scripted-server.ts';

const LISTING: ListingRequest = {
  ...{ machineId: 7, pricePerGpu: 0.4, diskPrice: 0.1, upPrice: 0.01, downPrice: 0.02 },
  ...{ minBid: 0.2, minChunk: 2, end: 1_800_000_000, discount: 0.3, volumeGb: 0 },
};

const MEGABYTE = 1_048_576;

describe('what docs/interface.md, Endpoints, says of each call', () => {
  test.each([
    [CALLS.search, callOf(CALLS.search, SEARCH), 'list', 'POST /api/v0/bundles', 2],
    [CALLS.volumes, callOf(CALLS.volumes, undefined), 'list', 'GET /api/v0/volumes', 5.5],
    [CALLS.volumeOffers, callOf(CALLS.volumeOffers, undefined), 'list', 'POST /api/v0/volumes/search/', 5.5],
    [CALLS.connections, callOf(CALLS.connections, undefined), 'list', 'GET /api/v0/users/cloud_integrations', 2.9],
    [CALLS.instances, callOf(CALLS.instances, undefined), 'list', 'GET /api/v1/instances/?limit=25', 1],
    [CALLS.instancesAtOnce, callOf(CALLS.instancesAtOnce, undefined), 'list', 'GET /api/v0/instances/?owner=me', 20],
    [CALLS.sshKeys, callOf(CALLS.sshKeys, undefined), 'list', 'GET /api/v0/ssh/', 1],
    [CALLS.apiKeys, callOf(CALLS.apiKeys, undefined), 'list', 'GET /api/v0/auth/apikeys/', 1],
    [CALLS.madeCalls, callOf(CALLS.madeCalls, undefined), 'list', 'GET /api/v0/audit_logs/', 1],
    [CALLS.variables, callOf(CALLS.variables, undefined), 'list', 'GET /api/v0/secrets/', 1],
    [CALLS.teamMembers, callOf(CALLS.teamMembers, undefined), 'list', 'GET /api/v0/team/members/', 1],
    [CALLS.teamRoles, callOf(CALLS.teamRoles, undefined), 'list', 'GET /api/v0/team/roles-full/', 1],
    [CALLS.addresses, callOf(CALLS.addresses, undefined), 'list', 'GET /api/v0/users/me/ipaddrs/?owner=me', 1],
    [CALLS.subaccounts, callOf(CALLS.subaccounts, undefined), 'list', 'GET /api/v0/subaccounts/?owner=me', 2.1],
    [CALLS.machines, callOf(CALLS.machines, undefined), 'list', 'GET /api/v0/machines/?owner=me', 2.5],
    [CALLS.windows, callOf(CALLS.windows, undefined), 'list', 'GET /api/v0/machines/maintenances?owner=me', 1],
    [CALLS.presentWebhooks, callOf(CALLS.presentWebhooks, undefined), 'list', 'GET /api/v0/webhooks', 1],
    [
      CALLS.templates,
      callOf(CALLS.templates, undefined),
      'list',
      'GET /api/v0/template/?select_filters=%7B%7D&select_cols=%5B%22*%22%5D',
      3,
    ],
    [
      CALLS.recommendedTemplates,
      callOf(CALLS.recommendedTemplates, undefined),
      'list',
      'GET /api/v0/template/?select_filters=%7B%22recommended%22%3A%7B%22eq%22%3Atrue%7D%7D&select_cols=%5B%22*%22%5D',
      3,
    ],
    [CALLS.addSshKey, callOf(CALLS.addSshKey, { keyId: 0, key: 'k' }), 'write', 'POST /api/v0/ssh/', 1],
    [CALLS.deleteSshKey, callOf(CALLS.deleteSshKey, { keyId: 7, key: '' }), 'write', 'DELETE /api/v0/ssh/7/', 1],
    [CALLS.instanceKeys, callOf(CALLS.instanceKeys, 5), 'read', 'GET /api/v0/instances/5/ssh/', 2],
    [
      CALLS.attachSshKey,
      callOf(CALLS.attachSshKey, { instanceId: 5, keyId: 0, key: 'k' }),
      'write',
      'POST /api/v0/instances/5/ssh/',
      2,
    ],
    [
      CALLS.detachSshKey,
      callOf(CALLS.detachSshKey, { instanceId: 5, keyId: 7, key: '' }),
      'write',
      'DELETE /api/v0/instances/5/ssh/7/',
      2,
    ],
    [CALLS.createTemplate, callOf(CALLS.createTemplate, { name: 'a' }), 'write', 'POST /api/v0/template/', 0],
    [CALLS.editTemplate, callOf(CALLS.editTemplate, { templateId: 5, hash: 'f' }), 'write', 'PUT /api/v0/template/', 0],
    [CALLS.deleteTemplate, callOf(CALLS.deleteTemplate, { templateId: 5 }), 'write', 'DELETE /api/v0/template/', 0],
    [
      CALLS.changeImage,
      callOf(CALLS.changeImage, { instanceId: 5, image: 'a' }),
      'write',
      'PUT /api/v0/instances/update_template/5/',
      1,
    ],
    [
      CALLS.runCommand,
      callOf(CALLS.runCommand, { instanceId: 5, command: 'ls /' }),
      'read',
      'PUT /api/v0/instances/command/5/',
      1.5,
    ],
    [
      CALLS.requestLogs,
      callOf(CALLS.requestLogs, { instanceId: 5, tail: 20 }),
      'read',
      'PUT /api/v0/instances/request_logs/5/',
      5,
    ],
    [CALLS.maintenance, callOf(CALLS.maintenance, WINDOW), 'write', 'PUT /api/v0/machines/8207/dnotify', 2.5],
    [
      CALLS.withdraw,
      callOf(CALLS.withdraw, { machineId: 8207 }),
      'write',
      'PUT /api/v0/machines/8207/cancel_maint/',
      0,
    ],
    [CALLS.listMachine, callOf(CALLS.listMachine, LISTING), 'write', 'PUT /api/v0/machines/create_asks/', 0],
    [
      CALLS.unlistMachine,
      callOf(CALLS.unlistMachine, { machineId: 7 }),
      'write',
      'DELETE /api/v0/machines/7/asks/',
      1.8,
    ],
    [CALLS.minBid, callOf(CALLS.minBid, { machineId: 7, price: 0.2 }), 'write', 'PUT /api/v0/machines/7/minbid/', 1.5],
    [CALLS.cleanUp, callOf(CALLS.cleanUp, { machineId: 7 }), 'write', 'PUT /api/v0/machines/7/cleanup/', 8],
    [CALLS.reports, callOf(CALLS.reports, { machineId: 7 }), 'read', 'GET /api/v0/machines/7/reports/', 1.2],
    [
      CALLS.priceIncreases,
      callOf(CALLS.priceIncreases, undefined),
      'list',
      'GET /api/v0/instances/pending-price-increases/',
      1,
    ],
    [
      CALLS.acceptIncrease,
      callOf(CALLS.acceptIncrease, { increaseId: 7 }),
      'write',
      'PUT /api/v0/instances/accept-price-increase/',
      0,
    ],
    [
      CALLS.rejectIncrease,
      callOf(CALLS.rejectIncrease, { increaseId: 7 }),
      'write',
      'PUT /api/v0/instances/reject-price-increase/',
      0,
    ],
    [
      CALLS.changeInstance,
      callOf(CALLS.changeInstance, { instanceId: 5, state: 'stopped' }),
      'write',
      'PUT /api/v0/instances/5/',
      1,
    ],
    [
      CALLS.rebootInstance,
      callOf(CALLS.rebootInstance, { instanceId: 5 }),
      'write',
      'PUT /api/v0/instances/reboot/5/',
      1,
    ],
    [
      CALLS.copyFiles,
      callOf(CALLS.copyFiles, { from: 'C.5', to: 'V.12', fromPath: '/a', toPath: '/b' }),
      'write',
      'PUT /api/v0/commands/copy_direct/',
      1,
    ],
    [CALLS.endCopies, callOf(CALLS.endCopies, { into: 'C.5' }), 'write', 'DELETE /api/v0/commands/copy_direct/', 1],
    [
      CALLS.copyWithCloud,
      callOf(CALLS.copyWithCloud, {
        ...{ instanceId: 5, connectionId: 7, isUp: true },
        ...{ fromPath: '/a', toPath: '/b', flags: [] },
      }),
      'write',
      'POST /api/v0/commands/rclone/',
      1,
    ],
    [
      CALLS.endCloudCopies,
      callOf(CALLS.endCloudCopies, { into: 'C.5' }),
      'write',
      'DELETE /api/v0/commands/rclone/',
      1,
    ],
    [
      CALLS.bidForInstance,
      callOf(CALLS.bidForInstance, { instanceId: 5, price: 0.2 }),
      'write',
      'PUT /api/v0/instances/bid_price/5/',
      5.5,
    ],
    [
      CALLS.destroyInstance,
      callOf(CALLS.destroyInstance, { instanceId: 5 }),
      'write',
      'DELETE /api/v0/instances/5/',
      3,
    ],
    [
      CALLS.recycleInstance,
      callOf(CALLS.recycleInstance, { instanceId: 5 }),
      'write',
      'PUT /api/v0/instances/recycle/5/',
      1,
    ],
    [
      CALLS.changeInstances,
      callOf(CALLS.changeInstances, { instanceIds: [5, 6], state: 'stopped' }),
      'write',
      'PUT /api/v0/instances/',
      1,
    ],
    [
      CALLS.destroyInstances,
      callOf(CALLS.destroyInstances, { instanceIds: [5, 6] }),
      'write',
      'DELETE /api/v0/instances/',
      3,
    ],
    [CALLS.rent, callOf(CALLS.rent, PLAN), 'write', 'POST /api/v0/asks/5/', 4.5],
    [CALLS.rentByPut, callOf(CALLS.rentByPut, PLAN), 'write', 'PUT /api/v0/asks/5/', 4.5],
    [CALLS.cover, callOf(CALLS.cover, { offerId: 5, slaTarget: 0.99 }), 'write', 'PUT /api/v0/asks/5/', 4.5],
    [CALLS.webhooks, callOf(CALLS.webhooks, WEBHOOK), 'write', 'POST /api/v0/webhooks', 0],
    [
      CALLS.changeWebhook,
      callOf(CALLS.changeWebhook, { webhookId: 7, name: 'x' }),
      'write',
      'PUT /api/v0/webhooks/7',
      0,
    ],
    [CALLS.deleteWebhook, callOf(CALLS.deleteWebhook, { webhookId: 7 }), 'write', 'DELETE /api/v0/webhooks/7', 0],
    [
      CALLS.rotateWebhook,
      callOf(CALLS.rotateWebhook, { webhookId: 7 }),
      'write',
      'POST /api/v0/webhooks/7/rotate-secret',
      0,
    ],
    [CALLS.testWebhook, callOf(CALLS.testWebhook, { webhookId: 7 }), 'write', 'POST /api/v0/webhooks/7/test', 0],
    [CALLS.deliveries, callOf(CALLS.deliveries, { webhookId: 7 }), 'read', 'GET /api/v0/webhooks/7/deliveries', 1],
    [
      CALLS.preferences,
      callOf(CALLS.preferences, { userId: 7, preferences: {} }),
      'write',
      'PUT /api/v0/users/7/notification-prefs',
      0,
    ],
    [
      CALLS.presentPreferences,
      callOf(CALLS.presentPreferences, 7),
      'read',
      'GET /api/v0/users/7/notification-prefs',
      0,
    ],
    [CALLS.notificationTypes, callOf(CALLS.notificationTypes, undefined), 'read', 'GET /api/v0/notification-types', 0],
    [CALLS.user, callOf(CALLS.user, undefined), 'read', 'GET /api/v0/users/current/', 1],
    [CALLS.spendRate, callOf(CALLS.spendRate, undefined), 'read', 'GET /api/v0/users/spend-rate/', 1],
    [
      CALLS.charges,
      callOf(CALLS.charges, { fromS: 0, toS: 86_399 }),
      'read',
      'GET /api/v0/charges/?select_filters=%7B%22day%22%3A%7B%22gte%22%3A0%2C%22lte%22%3A86399%7D%7D&limit=200',
      1,
    ],
    [
      CALLS.invoices,
      callOf(CALLS.invoices, { fromS: 0, toS: 86_399, token: 'a b' }),
      'read',
      'GET /api/v1/invoices/?select_filters=%7B%22when%22%3A%7B%22gte%22%3A0%2C%22lte%22%3A86399%7D%7D&limit=200&after_token=a%20b',
      3,
    ],
    [
      CALLS.earnings,
      callOf(CALLS.earnings, { fromDay: 20_000, toDay: 20_001 }),
      'read',
      'GET /api/v0/users/me/machine-earnings/?owner=me&sday=20000&eday=20001',
      2,
    ],
  ] as const)('stands in its row: $name', (row, { method, path, endpoint }, kind, sent, seconds) => {
    expect([row.kind, `${method} ${path}`, row.minimumSeconds]).toEqual([kind, sent, seconds]);
    expect(endpoint).toBe(row.name);
  });

  test('a search may bring a whole market, a list what one user has, and the rest a receipt', () => {
    const sizesOf = (chosen: (row: (typeof CALLS)[keyof typeof CALLS]) => boolean) => [
      ...new Set(
        Object.values(CALLS)
          .filter(chosen)
          .map(({ reply }) => reply.largestBytes / MEGABYTE),
      ),
    ];
    expect(sizesOf(({ name }) => name === 'search')).toEqual([512]);
    expect(sizesOf(({ kind, name }) => kind === 'list' && name !== 'search')).toEqual([64]);
    expect(sizesOf(({ kind }) => kind !== 'list')).toEqual([1]);
  });

  test('no other file of the client names a path of the service', () => {
    const files = globSync('src/**/*.{ts,tsx}').filter((file) => !file.startsWith('src/local-service/'));
    expect(files.filter((file) => /\/api\/v\d/.test(readFileSync(file, 'utf8'))).sort()).toEqual([
      'src/api/account-calls.ts',
      'src/api/calls.ts',
      'src/api/copy-calls.ts',
      'src/api/host-calls.ts',
      'src/api/instance-writes.ts',
      'src/api/money-calls.ts',
      'src/api/template-calls.ts',
      'src/api/volume-calls.ts',
    ]);
  });
});

describe('a row alone is enough', () => {
  const lists = Object.values(CALLS).flatMap((row): ListCall<unknown>[] =>
    row.kind === 'list' && row.name !== 'search' ? [row] : [],
  );

  test.each(lists)('to read the list, to keep it and to make the call again: $name', async (row) => {
    const isMap = row.name === 'variables';
    const records = isMap ? [{ name: 'A' }, { name: 'B' }] : [{ id: 1 }, { id: 2 }];
    const told = row.member === undefined ? records : { [row.member]: records };
    const reply = json(200, isMap ? { secrets: { A: '', B: '' } } : told);
    await using server = await startAccountServer(reply, reply);
    server.offer('webhooks', reply, reply);
    server.offer('maintenances?owner=me', reply);
    if (row.name === 'machines') server.offer('machines/?owner=me', reply);
    server.offer('instances/pending-price-increases/', reply);
    const exchanges: Exchange[] = [];
    const client = clientFor(server.url, {
      // The windows are those of the machines, and the templates those of the user, which are asked for first.
      onExchange: (exchange) => void (exchange.endpoint === row.name && exchanges.push(exchange)),
    });

    const received = await client.list(row);
    expect(received.records).toEqual(records);

    const [exchange] = exchanges;
    const again = exchange && callAgain(exchange);
    expect(again?.endpoint).toBe(row.name);
    if (again !== undefined) await client.repeat(again);
    expect([...server.requests, ...server.optionalRequests]).toHaveLength(
      ['windows', 'templates'].includes(row.name) ? 3 : 2,
    );
    expect(exchanges.map(({ outcome }) => outcome)).toEqual(['answered', 'answered']);

    const tasks: Promise<void>[] = [];
    const caches = createAnswerCaches({
      access: createAnswerFiles(temporaryFolder(), 'home', systemClock),
      clock: systemClock,
      keyInUse: () => ({ keyMark: 'mark', redact: client.redact }),
      run: (task) => void tasks.push(task()),
      say: () => true,
    });
    caches.of(row).keep(received, 5);
    await Promise.all(tasks);
    expect(await caches.of(row).find()).toMatchObject({ answer: received, atEpochMs: 5 });
  });

  test('to know the types of what is asked and of what comes back', () => {
    const made = (client: Client) => ({
      volumes: client.list(CALLS.volumes),
      connections: client.list(CALLS.connections),
      receipt: client.write(CALLS.maintenance, WINDOW),
      types: client.read(CALLS.notificationTypes, undefined),
    });
    type Made = { readonly [Name in keyof ReturnType<typeof made>]: Awaited<ReturnType<typeof made>[Name]> };
    expectTypeOf<Made['volumes']>().toEqualTypeOf<ListReply<Volume>>();
    expectTypeOf<Made['connections']>().toEqualTypeOf<ListReply<Connection>>();
    expectTypeOf<Made['receipt']>().toEqualTypeOf<MaintenanceReceipt>();
    expectTypeOf<Made['types']>().toEqualTypeOf<readonly NotificationType[] | undefined>();
    // @ts-expect-error a webhook is no maintenance window
    const wrong = () => callOf(CALLS.maintenance, WEBHOOK);
    const row = {
      method: 'PUT',
      path: '/item',
      purpose: 'change',
      schema: maintenanceReply,
      clean: cleanReceipt,
    } as const;
    // @ts-expect-error a write never comes back without a reply
    const lacking = () => writeCall({ ...row, optional: 'path-without-id' });
    expect([wrong, lacking]).toHaveLength(2);
  });
});
