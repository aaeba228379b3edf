import { describe, expect, test } from 'vitest';
import { CALLS, type ListCall, type WriteCall } from '../src/api/calls.ts';
import { createPacing } from '../src/api/http/pacing.ts';
import type { Received } from '../src/api/records/records.ts';
import type { Offer } from '../src/catalogue/values.ts';
import { clientFor, failureOf, SEARCH, WEBHOOK, WINDOW } from './support/api-client.ts';
import { impatientClock, TIME_LIMITS_MS } from './support/impatient-clock.ts';
import { json, raw, startScriptedServer } from './support/scripted-server.ts';

/** What a search makes of `body`. */
const searchReply = async (body: unknown) => {
  await using server = await startScriptedServer(json(200, body));
  return await clientFor(server.url).searchOffers(SEARCH);
};

describe('offers', () => {
  test('keep absent, null, fractional and unlisted values as they came', async () => {
    const offer = {
      id: 1,
      cpu_cores_effective: 38.4,
      pci_gen: 3,
      bw_nvlink: 154.686,
      start_date: null,
      driver_vers: null,
      external: null,
      cluster_id: 'eu-7',
      has_avx: 1,
      gpu_ids: [1, 2],
      time_remaining: '',
      cpu_name: 'AMD EPYC® 7543 ',
      search: { totalHour: 1.5, somethingNew: 'x' },
      instance: {},
      a_new_field: { deep: [1] },
    };
    expect(await searchReply({ success: true, offers: [offer], more: 1 })).toEqual({
      records: [offer],
      malformedValues: 0,
      malformedRecords: 0,
    });
  });

  test('a value of a wrong kind is marked and counted, and costs nothing else', async () => {
    const { records, malformedValues } = await searchReply({
      offers: [
        { id: 1, dph_total: '1.25', gpu_name: 4090, rentable: 'yes', machine_id: 5 },
        { id: 2, gpu_ids: [1, 'x', 'y'], search: { totalHour: 'n/a', diskHour: 0.1 }, instance: [] },
      ],
    });
    expect(malformedValues).toBe(6);
    expect(records[0]).toStrictEqual({
      id: 1,
      dph_total: undefined,
      gpu_name: undefined,
      rentable: undefined,
      machine_id: 5,
    });
    expect(records[1]).toStrictEqual({
      id: 2,
      gpu_ids: undefined,
      search: { totalHour: undefined, diskHour: 0.1 },
      instance: undefined,
    });
  });

  test('a number too large for a number is of a wrong kind', async () => {
    await using server = await startScriptedServer(raw(200, 'application/json', '{"offers":[{"id":1,"score":1e999}]}'));
    const reply = await clientFor(server.url).searchOffers(SEARCH);
    expect(reply.records[0]).toStrictEqual({ id: 1, score: undefined });
    expect(reply.malformedValues).toBe(1);
  });

  test('a number that JSON does not have is one value of a wrong kind, and no offer is lost', async () => {
    const body = `{"took": NaN, "offers": [
      {"id": 1, "score": NaN, "dlperf": -Infinity, "gpu_name": "NaN \\" Infinity"},
      {"id": 2, "gpu_ids": [1, Infinity], "search": {"totalHour": NaN, "diskHour": 0.1}, "external": NaN},
      {"id":3,"dph_total":Infinity}], "more": -Infinity}`;
    await using server = await startScriptedServer(raw(200, 'application/json', body));
    const reply = await clientFor(server.url).searchOffers(SEARCH);
    expect(reply.malformedValues).toBe(5);
    expect(reply.records).toStrictEqual([
      { id: 1, score: undefined, dlperf: undefined, gpu_name: 'NaN " Infinity' },
      { id: 2, gpu_ids: undefined, search: { totalHour: undefined, diskHour: 0.1 }, external: Infinity },
      { id: 3, dph_total: undefined },
    ]);
  });

  test('a word that is no such number still makes the reply unreadable', async () => {
    for (const word of ['Nan', 'None', 'Infinit', 'x']) {
      const body = `{"offers":[{"id":1},{"id":2,"score":${word}}]}`;
      await using server = await startScriptedServer(raw(200, 'application/json', body));
      expect(await failureOf(clientFor(server.url).searchOffers(SEARCH)), word).toMatchObject({ kind: 'unreadable' });
    }
  });

  test('a list says when the service cut it, whatever its length', async () => {
    expect(await searchReply({ truncated: true, offers: [{ id: 1 }] })).toMatchObject({ isTruncated: true });
    expect(await searchReply({ offers: [{ id: 1 }], truncated: false })).not.toHaveProperty('isTruncated');
    expect(await searchReply({ offers: [{ id: 1, truncated: true }] })).not.toHaveProperty('isTruncated');
  });

  test('an entry that is no object is left out and counted', async () => {
    expect(await searchReply({ offers: [{ id: 1 }, null, 7, [{ id: 9 }], { id: 2 }] })).toEqual({
      records: [{ id: 1 }, { id: 2 }],
      malformedValues: 0,
      malformedRecords: 3,
    });
  });

  test('a single object under offers, the published sample, is a list of one', async () => {
    expect((await searchReply({ offers: { id: 1 } })).records).toEqual([{ id: 1 }]);
  });

  test('are handed on in order with their text exactly as received, and the reply holds the same ones', async () => {
    const texts = Array.from({ length: 3000 }, (_, index) => `{ "id": ${index}.0, "filler": "${'™'.repeat(200)}" }`);
    const body = `{"offers": [${texts.join(' , ')}]}`;
    await using server = await startScriptedServer(raw(200, 'application/json', body));
    const received: Received<Offer>[] = [];
    let batchCount = 0;
    const reply = await clientFor(server.url).searchOffers(
      { ...SEARCH, limit: 3000 },
      {
        onRecords: (batch) => {
          batchCount++;
          received.push(...batch);
        },
      },
    );
    expect(received.map(({ text }) => text)).toEqual(texts);
    expect(received.map(({ record }) => record)).toEqual(reply.records);
    expect(reply.records.map(({ id }) => id)).toEqual(Array.from({ length: 3000 }, (_, index) => index));
    expect(batchCount).toBeGreaterThan(1);
  });

  test('beyond the limit of the request are left unread', async () => {
    await using server = await startScriptedServer((response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"offers":[{"id":1},{"id":2},{"id":3}');
    });
    const reply = await clientFor(server.url).searchOffers({ ...SEARCH, limit: 1 });
    expect(reply.records).toEqual([{ id: 1 }]);
  });
});

describe('the other lists', () => {
  test('volumes and connections lose no row for a number that JSON does not have', async () => {
    await using server = await startScriptedServer(
      raw(
        200,
        'application/json',
        '{"volumes":[{"id":1,"disk_space":NaN},{"id":2,"instances":[7,8]}],"truncated":true}',
      ),
      raw(200, 'application/json', '[{"id":1,"name":"a","age":-Infinity},{"id":NaN,"name":"b"}]'),
      raw(200, 'application/json', '{"success":true,"took":NaN,"you_sent":"3 notifications sent"}'),
    );
    const client = clientFor(server.url);
    expect(await client.list(CALLS.volumes)).toMatchObject({
      records: [
        { id: 1, disk_space: undefined },
        { id: 2, instances: [7, 8] },
      ],
      malformedValues: 1,
      isTruncated: true,
    });
    expect(await client.list(CALLS.connections)).toMatchObject({
      records: [
        { id: 1, name: 'a' },
        { id: undefined, name: 'b' },
      ],
      malformedValues: 1,
    });
    expect(await client.write(CALLS.maintenance, WINDOW)).toMatchObject({ notifications: 3 });
  });

  test('volumes keep the contents of instances, and come with their texts', async () => {
    const text = '{"id":5, "instances":[{"any":"thing"}], "disk_space":"big"}';
    await using server = await startScriptedServer(raw(200, 'application/json', `{"volumes":[${text}]}`));
    expect(await clientFor(server.url).list(CALLS.volumes)).toStrictEqual({
      records: [{ id: 5, instances: [{ any: 'thing' }], disk_space: undefined }],
      texts: [text],
      malformedValues: 1,
      malformedRecords: 0,
    });
  });

  test('connections are a JSON array', async () => {
    const connections = [
      { id: 1, name: 'backup', cloud_type: 's3' },
      { id: 2, name: 'models', cloud_type: 'a_new_kind' },
    ];
    await using server = await startScriptedServer(json(200, connections));
    const reply = await clientFor(server.url).list(CALLS.connections);
    expect(reply.records).toEqual(connections);
    expect(reply.texts).toEqual([
      '{"id":1,"name":"backup","cloud_type":"s3"}',
      '{"id":2,"name":"models","cloud_type":"a_new_kind"}',
    ]);
  });
});

describe('what the writing calls answer', () => {
  test('a window: the sentence and the number in it', async () => {
    await using server = await startScriptedServer(
      json(200, { success: true, you_sent: '12 notifications sent' }),
      json(200, { success: true, you_sent: '1 notifications sent' }),
      json(200, { success: true }),
      json(200, { success: true, you_sent: 3 }),
    );
    const client = clientFor(server.url);
    expect(await client.write(CALLS.maintenance, WINDOW)).toEqual({
      youSent: '12 notifications sent',
      notifications: 12,
    });
    // One is one.
    expect(await client.write(CALLS.maintenance, WINDOW)).toEqual({ youSent: '1 notification sent', notifications: 1 });
    expect(await client.write(CALLS.maintenance, WINDOW)).toEqual({ youSent: undefined, notifications: undefined });
    expect(await client.write(CALLS.maintenance, WINDOW)).toEqual({ youSent: undefined, notifications: undefined });
  });

  test('a webhook: the record, the secret apart from it, and what was switched on', async () => {
    const webhook = {
      id: 3,
      user_id: 42,
      name: 'alerts',
      webhook_url: 'https://hooks.example/gpu',
      event_types: ['client:low_credit', 'host:machine_offline'],
      created_at: 1_796_000_000,
      updated_at: 1_796_000_000,
    };
    await using server = await startScriptedServer(
      json(200, {
        success: true,
        webhook: { ...webhook, webhook_secret: 'whsec_0001' },
        enabled_notification_preferences: ['client:low_credit'],
      }),
      json(200, { success: true, webhook: { id: '3', name: 'alerts' } }),
    );
    const client = clientFor(server.url);
    expect(await client.write(CALLS.webhooks, WEBHOOK)).toEqual({
      webhook,
      secret: 'whsec_0001',
      enabledNotificationPreferences: ['client:low_credit'],
    });
    expect(await client.write(CALLS.webhooks, WEBHOOK)).toEqual({
      webhook: { name: 'alerts' },
      secret: undefined,
      enabledNotificationPreferences: undefined,
    });
  });

  test('preferences: as the service repeats them, or nothing when it does not', async () => {
    const preferences = { client: { low_credit: { email: true, webhooks: false } }, host: {} };
    await using server = await startScriptedServer(
      json(200, { success: true, notification_preferences: preferences }),
      json(200, { success: true, notification_preferences: { client: 'all' } }),
    );
    const client = clientFor(server.url);
    expect(await client.write(CALLS.preferences, { userId: 42, preferences })).toEqual({ preferences });
    expect(await client.write(CALLS.preferences, { userId: 42, preferences })).toEqual({
      preferences: undefined,
    });
  });
});

describe('of a host', () => {
  const written = async <Request, Reply>(row: WriteCall<Request, Reply>, request: Request, body: unknown) => {
    await using server = await startScriptedServer(json(200, body));
    return await clientFor(server.url).write(row, request);
  };
  const listed = async <Row>(row: ListCall<Row>, body: unknown) => {
    await using server = await startScriptedServer();
    server.offer('machines/?owner=me', json(200, body));
    server.offer('instances/pending-price-increases/', json(200, body));
    return (await clientFor(server.url).list(row)).records;
  };

  test('a listing is a yes in either shape, and says how many contracts it has lengthened', async () => {
    const request = {
      ...{ machineId: 7, pricePerGpu: 0.4, diskPrice: 0.1, upPrice: 0, downPrice: 0 },
      ...{ minChunk: 1, end: null, discount: 0, volumeGb: 0 },
    };
    const said = async (body: unknown) => (await written(CALLS.listMachine, request, body)).message;
    expect(await said({ success: true, extended: 2 })).toBe('2 contracts of renters lengthened');
    const results = [{ machine_id: 7, extended: 1, new_contracts: 1 }];
    expect(await said({ success: true, you_sent: {}, results })).toBe('1 contract of renters lengthened');
    expect(await said({ success: true })).toBeUndefined();
    const refused = { success: false, error: 'machine_locked', msg: 'locked', results: [] };
    const failure = (reply: object) => failureOf(written(CALLS.listMachine, request, reply));
    expect(await failure(refused)).toMatchObject({ kind: 'refused', isOutcomeUnknown: false });
    expect(await failure({ ...refused, results })).toMatchObject({ isOutcomeUnknown: true });
  });

  test('a clean-up that had nothing to do is no refusal, and an error is one', async () => {
    const request = { machineId: 7 };
    const nothing = { success: false, num_deleted: 0, msg: 'no expired storage' };
    expect(await written(CALLS.cleanUp, request, nothing)).toEqual({ message: 'nothing to do: no expired storage' });
    const done = { success: true, num_deleted: 3, msg: 'deleted 3' };
    expect(await written(CALLS.cleanUp, request, done)).toEqual({ message: 'deleted 3' });
    expect(await written(CALLS.cleanUp, request, { ...done, msg: undefined })).toEqual({ message: '3 deleted' });
    const refused = { success: false, num_deleted: 0, error: 'machine_locked', msg: 'locked' };
    const failure = (reply: object) => failureOf(written(CALLS.cleanUp, request, reply));
    expect(await failure(refused)).toMatchObject({ kind: 'refused', isOutcomeUnknown: false });
    expect(await failure({ ...refused, num_deleted: 3 })).toMatchObject({ isOutcomeUnknown: true });
  });

  test('reports may write their times as text, and what is no report costs nothing else', async () => {
    const body = [
      { problem: 'slow', message: 'x', created_at: '2026-08-01T10:00:00' },
      7,
      { created_at: 1_785_578_400.5 },
    ];
    await using server = await startScriptedServer();
    server.offer('reports/', json(200, body));
    expect(await clientFor(server.url).read(CALLS.reports, { machineId: 7 })).toEqual([
      { problem: 'slow', message: 'x', createdAtS: 1_785_578_400 },
      { createdAtS: 1_785_578_400.5 },
    ]);
  });

  test('a machine has its id as a number, however it is told', async () => {
    const machines = [{ id: '7' }, { machine_id: 8 }, { id: 9, machine_id: 9 }];
    expect((await listed(CALLS.machines, { machines })).map(({ id }) => id)).toEqual([7, 8, 9]);
  });

  test('machines that were read for their ids a moment ago are read anew where that is what is wanted', async () => {
    await using server = await startScriptedServer();
    const [before, after] = [0.4, 0.5].map((price) => json(200, { machines: [{ id: 7, listed_gpu_cost: price }] }));
    if (before !== undefined && after !== undefined) server.offer('machines/?owner=me', before, after);
    server.offer('maintenances?owner=me', json(200, []));
    const clock = impatientClock(0, TIME_LIMITS_MS);
    const client = clientFor(server.url, { clock, pacing: createPacing({ clock }) });
    await client.list(CALLS.windows);
    const { records } = await client.list(CALLS.machines, { isFresh: true });
    expect(records).toEqual([{ id: 7, listed_gpu_cost: 0.5 }]);
  });

  test('a price increase has its prices by the hour and the month, and what does not change stays null', async () => {
    const increase = {
      ...{ pending_price_increase_id: 5, contract_id: 4711 },
      ...{ old_gpu_costpersec: 0.0001, new_gpu_costpersec: 0.0002, old_disk_ram_costpersec: 1e-8 },
      ...{ new_disk_ram_costpersec: null, contract_end_date: 1_800_000_000 },
    };
    const [record] = await listed(CALLS.priceIncreases, { success: true, pending_price_increases: [increase] });
    expect(record).toEqual({
      ...{ ...increase, id: 5, old_gpu_cost: 0.36, new_gpu_cost: 0.72, old_disk_cost: 0.02592, new_disk_cost: null },
    });
  });
});
