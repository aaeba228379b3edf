/**
 * Instances of the local service (docs/interface.md, Instances): creation, the lists, and every refusal.
 *
 * @module-tag service
 */
import { describe, expect, test } from 'vitest';
import { createKey, scopedTo } from '../src/local-service/account/keys.ts';
import { openDataFile } from '../src/local-service/data-file.ts';
import { temporaryFolder } from './support/local-service.ts';
import { startRenter } from './support/renter.ts';

const refusal = (status: number, error: string, msg: unknown) => ({ status, body: { success: false, error, msg } });

describe('POST and PUT /api/v0/asks/{id}/', () => {
  test.each(['POST', 'PUT'])('%s creates an instance: "returns new_contract"', async (method) => {
    const { send, offer, show } = await startRenter();
    const { id, machine_id, dph_base, num_gpus } = await offer();
    expect(await send(method, `/api/v0/asks/${id}/`, { image: 'ubuntu:24.04', disk: 20, label: 'one' })).toEqual({
      status: 200,
      body: { success: true, new_contract: 40_000_001 },
    });
    expect(await show(40_000_001)).toMatchObject({
      id: 40_000_001,
      machine_id,
      dph_base,
      num_gpus,
      label: 'one',
      disk_space: 20,
      image_uuid: 'ubuntu:24.04',
      image_runtype: 'ssh',
      actual_status: null,
      intended_status: 'running',
    });
  });

  test('everything that was asked for stands in the record', async () => {
    const { rent, show } = await startRenter();
    const id = await rent({
      image: 'vllm/vllm-openai:latest',
      disk: '32',
      label: 'Übung 7',
      runtype: 'jupyter_direct',
      env: { HF_TOKEN: 'hf_x', '-p 8080:8080': '1' },
      onstart: 'echo hello',
      args: ['--model', 'llama'],
      cancel_unavail: true,
    });
    expect(await show(id)).toMatchObject({
      image_uuid: 'vllm/vllm-openai:latest',
      disk_space: 32,
      label: 'Übung 7',
      image_runtype: 'jupyter_direct',
      extra_env: [
        ['HF_TOKEN', 'hf_x'],
        ['-p 8080:8080', '1'],
      ],
      onstart: 'echo hello',
      template_name: null,
      volume_info: [],
    });
  });

  test('a disk that is not mentioned has 8 GB, and prices agree with each other', async () => {
    const { rent, show, offer } = await startRenter();
    const { dph_base: base, storage_cost: perMonth } = await offer();
    const disk = (Number(perMonth) * 8) / 720;
    const record = await show(await rent());
    expect(record).toMatchObject({ disk_space: 8, dph_base: base, storage_total_cost: disk });
    expect(record?.dph_total).toBe(Number(base) + disk);
    expect(record).toMatchObject({
      search: { gpuCostPerHour: base, diskHour: disk, slaPremiumPerHour: 0, totalHour: Number(base) + disk },
    });
  });

  test('"price = a bid, absent = on demand"', async () => {
    const { rent, show, offer } = await startRenter();
    const cheap = await offer();
    const price = Number(cheap.min_bid);
    const id = await rent({ price }, cheap.id);
    expect(await show(id)).toMatchObject({ is_bid: true, dph_base: price, min_bid: price });
  });

  test('a template stands for its image', async () => {
    const { rent, show } = await startRenter();
    const id = await rent({ image: undefined, template_hash_id: '5d2e9c7b14f84a06b3e1d0c9f7a6e852' });
    expect(await show(id)).toMatchObject({ image_uuid: 'vllm/vllm-openai:v0.12.0', template_name: 'vLLM' });
  });

  test.each<[string, object, string]>([
    ['a disk under 8 GB', { disk: 7.9 }, 'disk: must be a number of GB, 8 or more'],
    ['a disk that is no number', { disk: 'big' }, 'disk: must be a number of GB, 8 or more'],
    ['no image', { image: undefined }, 'image: is missing: give an image, or template_hash_id'],
    ['an empty image', { image: '' }, 'image: must not be empty'],
    ['an image of two words', { image: 'a b' }, 'image: must be the name of an image, such as ubuntu:24.04'],
    ['an onstart of 4,049 characters', { onstart: 'x'.repeat(4049) }, 'onstart: must be at most 4048 characters'],
    ['a label of 257 characters', { label: 'x'.repeat(257) }, 'label: must be at most 256 characters'],
    [
      'another runtype',
      { runtype: 'telnet' },
      'runtype: must be one of ssh, jupyter, args, ssh_proxy, ssh_direct, jupyter_proxy, jupyter_direct',
    ],
    ['another target_state', { target_state: 'frozen' }, 'target_state: must be running or stopped'],
    ['an env that is a list', { env: ['A=1'] }, 'env: must be an object of names and values'],
    [
      'a variable of two words',
      { env: { 'A B': '1' } },
      'env.A B: must be a name such as HF_TOKEN, or an option such as "-p 8080:8080"',
    ],
    ['a variable that would be lost', { env: JSON.parse('{"__proto__":"1"}') }, 'env: must not name __proto__'],
    ['args that are a text', { args: '-v' }, 'args: must be a list of texts'],
    ['a target of 1', { target_reliability: 1 }, 'target_reliability: must be greater than 0 and less than 1'],
    [
      'a volume without a path',
      { volume_info: { volume_id: 1, mount_path: 'data' } },
      'volume_info.mount_path: must be an absolute path',
    ],
    [
      'a new volume of no offer',
      { volume_info: { create_new: true, size: 5, mount_path: '/data' } },
      'volume_info: needs volume_id, of a volume or with create_new and a size in GB of the offer of one',
    ],
    [
      'a volume that is neither old nor new',
      { volume_info: { mount_path: '/data' } },
      'volume_info: needs volume_id, of a volume or with create_new and a size in GB of the offer of one',
    ],
  ])('400 invalid_args: %s', async (_, change, msg) => {
    const { send, offer, listed } = await startRenter();
    const before = (await listed()).length;
    const { id } = await offer();
    expect(await send('POST', `/api/v0/asks/${id}/`, { image: 'ubuntu:24.04', ...change })).toEqual(
      refusal(400, 'invalid_args', msg),
    );
    expect(await listed()).toHaveLength(before);
  });

  test('onstart may have 4,048 characters, a label 256 of any kind', async () => {
    const { rent, show } = await startRenter();
    const id = await rent({ onstart: 'x'.repeat(4048), label: '\u{1f600}'.repeat(256) });
    expect(await show(id)).toMatchObject({ onstart: 'x'.repeat(4048), label: '\u{1f600}'.repeat(256) });
  });

  test('400 invalid_args: a disk over what is free', async () => {
    const { send, offer } = await startRenter();
    const { id, disk_space: free } = await offer();
    expect(await send('POST', `/api/v0/asks/${id}/`, { image: 'a', disk: Number(free) + 1 })).toEqual(
      refusal(400, 'invalid_args', `disk: ${Number(free) + 1} GB are asked for and ${free} GB are free`),
    );
  });

  test.each([0, 0.0009, 128.01, -1, 'much', Number.MAX_VALUE])('400 invalid_price: %d', async (price) => {
    const { send, offer } = await startRenter();
    const { id } = await offer();
    expect(await send('POST', `/api/v0/asks/${id}/`, { image: 'a', price })).toEqual(
      refusal(400, 'invalid_price', 'price: must be a number from 0.001 to 128 in $/h'),
    );
  });

  test('400 invalid_price: a bid below the smallest one', async () => {
    const { send, offer } = await startRenter();
    const { id, min_bid } = await offer();
    expect(await send('POST', `/api/v0/asks/${id}/`, { image: 'a', price: Number(min_bid) * 0.99 })).toEqual(
      refusal(400, 'invalid_price', `price: the smallest bid is ${min_bid} $/h`),
    );
  });

  test('400 no_ssh_key_for_vm: a virtual machine without a key in the account', async () => {
    const { send, offer, rent } = await startRenter();
    const { id } = await offer({ vms_enabled: { eq: true } });
    expect(await send('DELETE', '/api/v0/ssh/1/')).toEqual({ status: 200, body: { success: true } });
    expect(await send('POST', `/api/v0/asks/${id}/`, { image: 'a' })).toEqual(
      refusal(
        400,
        'no_ssh_key_for_vm',
        'this machine runs virtual machines, which take no SSH key later: add one to your account first',
      ),
    );
    // A container can have its key later.
    await rent();
  });

  test('403: a key without manage_instances', async () => {
    const dataFile = `${temporaryFolder()}/service.db`;
    const { send, offer, rent } = await startRenter({ dataFile });
    const { id: askId } = await offer();
    const id = await rent({}, (await offer({ num_gpus: { eq: 2 } })).id);
    const database = openDataFile(dataFile);
    const keyOf = (name: string, permissions: Parameters<typeof createKey>[1]['permissions']) =>
      createKey(database, { userId: 204_117, name, permissions, nowS: 1 }).value;
    const reader = keyOf('reader', scopedTo(['manage_machines', 'manage_notifications', 'manage_billing']));
    const manager = keyOf('manager', scopedTo(['manage_instances']));
    database.close();
    const writes: readonly [string, string][] = [
      ['POST', `/api/v0/asks/${askId}/`],
      ['PUT', `/api/v0/asks/${askId}/`],
      ['PUT', `/api/v0/instances/${id}/`],
      ['PUT', `/api/v0/instances/reboot/${id}/`],
      ['PUT', `/api/v0/instances/bid_price/${id}/`],
      ['DELETE', `/api/v0/instances/${id}/`],
      ['POST', `/api/v0/instances/${id}/ssh/`],
      ['DELETE', `/api/v0/instances/${id}/ssh/1/`],
      ['POST', '/api/v0/ssh/'],
      ['DELETE', '/api/v0/ssh/1/'],
    ];
    for (const [method, path] of writes) {
      const msg = 'this API key lacks the permission manage_instances';
      expect([path, await send(method, path, { image: 'a' }, reader)]).toEqual([
        path,
        refusal(403, 'permission_denied', msg),
      ]);
      expect([path, (await send(method, path, {}, '')).status]).toEqual([path, 401]);
    }
    for (const path of ['/api/v1/instances/', '/api/v0/instances/', `/api/v0/instances/${id}/`, '/api/v0/ssh/']) {
      expect((await send('GET', path, undefined, reader)).status).toBe(200);
    }
    // A log is only read.
    expect((await send('PUT', `/api/v0/instances/request_logs/${id}/`, {}, reader)).status).toBe(200);
    expect((await send('POST', `/api/v0/asks/${askId}/`, { image: 'a' }, manager)).status).toBe(200);
  });

  test('404: an id that is no number, and a template that nobody made', async () => {
    const { send, offer } = await startRenter();
    expect(await send('POST', '/api/v0/asks/first/', { image: 'a' })).toEqual(
      refusal(404, 'not_found', 'there is no offer first'),
    );
    const { id } = await offer();
    expect(await send('POST', `/api/v0/asks/${id}/`, { template_hash_id: 'f00' })).toEqual(
      refusal(404, 'not_found', 'there is no template f00'),
    );
  });

  test('410 no_such_ask: an offer that is gone, that others rent, or that is rented already', async () => {
    const { send, search, rent } = await startRenter();
    expect(await send('POST', '/api/v0/asks/1/', { image: 'a' })).toEqual(
      refusal(410, 'no_such_ask', 'offer 1 is gone: search again'),
    );
    const [taken] = await search({ rentable: { eq: false } });
    expect(await send('POST', `/api/v0/asks/${taken?.id}/`, { image: 'a' })).toEqual(
      refusal(410, 'no_such_ask', `offer ${taken?.id} is rented already: choose another one`),
    );
    const [own] = await search();
    await rent({}, own?.id);
    expect((await send('POST', `/api/v0/asks/${own?.id}/`, { image: 'a' })).status).toBe(410);
  });

  test('"cancel_unavail false: created stopped", and started once its GPUs are free', async () => {
    const { clock, send, search, show, listed } = await startRenter({ still: false });
    const [taken] = await search({ rentable: { eq: false } });
    const body = { image: 'a', cancel_unavail: false };
    const reply = await send('POST', `/api/v0/asks/${taken?.id}/`, body);
    expect(reply).toEqual({ status: 200, body: { success: false, new_contract: 40_000_001 } });
    const id = 40_000_001;
    expect(await show(id)).toMatchObject({ actual_status: 'stopped', intended_status: 'stopped' });
    const start = await send('PUT', `/api/v0/instances/${id}/`, { state: 'running' });
    expect(start).toMatchObject({ status: 200, body: { success: false, error: 'resources_unavailable' } });
    expect(await show(id)).toMatchObject({ actual_status: 'stopped', intended_status: 'running' });
    // Whoever rents them now leaves with the next rounds of the market.
    let days = 0;
    while ((await show(id))?.actual_status === 'stopped' && days++ < 30) {
      clock.pass(86_400);
      await search();
    }
    expect((await listed()).find((one) => one.id === id)).toMatchObject({ intended_status: 'running' });
    expect((await show(id))?.actual_status).not.toBe('stopped');
  });

  test('a new volume, which stays when the instance is gone, and can be had again on its machine alone', async () => {
    const { send, rent, show, search } = await startRenter();
    const volumes = async () => (await send('GET', '/api/v0/volumes')).body as { volumes: readonly object[] };
    const before = (await volumes()).volumes.length;
    const roomy = (await search()).filter((found) => Number(found.avail_vol_size) > 60);
    const [one, other] = [roomy[0], roomy.find((found) => found.machine_id !== roomy[0]?.machine_id)];
    const fresh = { create_new: true, volume_id: one?.avail_vol_ask_id, size: 50, mount_path: '/new' };
    const id = await rent({ volume_info: fresh }, one?.id);
    expect((await volumes()).volumes).toHaveLength(before + 1);
    const record = (await show(id)) as unknown as { volume_info: readonly { volume_id: number }[] };
    const [volume] = record.volume_info;
    expect(volume).toEqual({ volume_id: expect.any(Number), size: 50, mount_path: '/new' });
    expect((await volumes()).volumes).toContainEqual(
      expect.objectContaining({ id: volume?.volume_id, machine_id: one?.machine_id, disk_space: 50 }),
    );
    await send('DELETE', `/api/v0/instances/${id}/`);
    const kept = { volume_id: volume?.volume_id, mount_path: '/data' };
    expect(await send('POST', `/api/v0/asks/${other?.id}/`, { image: 'a', volume_info: kept })).toEqual(
      refusal(
        400,
        'invalid_args',
        `volume_info: you have no volume ${volume?.volume_id} on machine ${other?.machine_id}`,
      ),
    );
    expect(await show(await rent({ volume_info: kept }, one?.id))).toMatchObject({
      volume_info: [{ volume_id: volume?.volume_id, size: 50, mount_path: '/data' }],
    });
    const large = { ...fresh, volume_id: other?.avail_vol_ask_id, size: Number(other?.avail_vol_size) + 1 };
    expect((await send('POST', `/api/v0/asks/${other?.id}/`, { image: 'a', volume_info: large })).status).toBe(400);
  });
});

describe('what is rented', () => {
  test('"leaves the market for others and is found again with rented=true"', async () => {
    const { rent, search, send } = await startRenter();
    const [{ id: askId } = { id: 0 }] = await search();
    const id = await rent({}, askId);
    const ids = async (filters: object) => (await search({ limit: 1000, ...filters })).map((found) => found.id);
    expect(await ids({})).not.toContain(askId);
    expect(await ids({ rented: { eq: true } })).toContain(askId);
    await send('DELETE', `/api/v0/instances/${id}/`);
    expect(await ids({})).toContain(askId);
  });

  test('is destroyed at once, and a second time is a 404 that harms nothing', async () => {
    const { rent, show, listed, send } = await startRenter();
    const id = await rent();
    expect(await send('DELETE', `/api/v0/instances/${id}/`, {})).toEqual({
      status: 200,
      body: { success: true, msg: `instance ${id} is destroyed` },
    });
    expect(await show(id)).toBeUndefined();
    expect((await listed()).map((record) => record.id)).not.toContain(id);
    expect(await send('DELETE', `/api/v0/instances/${id}/`)).toEqual(
      refusal(404, 'not_found', `you have no instance ${id}`),
    );
    expect(await rent()).toBe(id + 1);
  });

  test('with an id that nobody has: 404 not_found on every write, null on the read', async () => {
    const { send } = await startRenter();
    const key = { ssh_key: `ssh-ed25519 AAAA${'B'.repeat(60)} me` };
    const writes: readonly [string, string, object][] = [
      ['PUT', '/api/v0/instances/5/', { state: 'stopped' }],
      ['PUT', '/api/v0/instances/reboot/5/', {}],
      ['PUT', '/api/v0/instances/bid_price/5/', { client_id: 'me', price: 0.1 }],
      ['PUT', '/api/v0/instances/request_logs/5/', {}],
      ['DELETE', '/api/v0/instances/5/', {}],
      ['POST', '/api/v0/instances/5/ssh/', key],
      ['DELETE', '/api/v0/instances/5/ssh/1/', {}],
    ];
    for (const [method, path, body] of writes) {
      expect([path, await send(method, path, body)]).toEqual([
        path,
        refusal(404, 'not_found', 'you have no instance 5'),
      ]);
    }
    expect(await send('GET', '/api/v0/instances/5/')).toEqual({ status: 200, body: { instances: null } });
  });
});
