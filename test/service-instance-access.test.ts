/**
 * How somebody gets into and looks at an instance of the local service: logs, SSH keys, SLA cover, and the pace of calls
 * (docs/interface.md, Instances).
 *
 * @module-tag service
 */
import { describe, expect, test } from 'vitest';
import { startRenter, UNTIL_IT_RUNS_S } from './support/renter.ts';

const refusal = (status: number, error: string, msg: unknown) => ({ status, body: { success: false, error, msg } });
const DONE = { status: 200, body: { success: true } };

/** A renter with one instance that has run for a while, and its log. */
const startLogged = async (body: object = {}) => {
  const renter = await startRenter();
  const id = await renter.rent(body);
  renter.clock.pass(UNTIL_IT_RUNS_S + 100);
  const ask = (wanted: object = {}) => renter.send('PUT', `/api/v0/instances/request_logs/${id}/`, wanted);
  const addressOf = async (wanted: object = {}) =>
    String(Reflect.get(Object(await ask(wanted).then((reply) => reply.body)), 'result_url'));
  const read = async (wanted: object = {}) => {
    const address = await addressOf(wanted);
    renter.clock.pass(1);
    const text = await (await fetch(address)).text();
    return text.split('\n').slice(0, -1);
  };
  return { ...renter, id, ask, addressOf, read };
};

describe('PUT /api/v0/instances/request_logs/{id}/', () => {
  test('"result_url: plain text, fetched without the key until 200": not at once, then for ten minutes', async () => {
    const { service, addressOf, clock } = await startLogged();
    const address = await addressOf();
    expect(new URL(address).origin).toBe(service.url);
    const status = async () => (await fetch(address)).status;
    expect(await status()).toBe(404);
    clock.pass(0.5);
    expect(await status()).toBe(404);
    clock.pass(0.5);
    const reply = await fetch(address);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/plain;charset=UTF-8']);
    clock.pass(598);
    expect(await status()).toBe(200);
    clock.pass(2);
    expect(await status()).toBe(404);
  });

  test('the log grows while it runs, one address keeps what was asked for, and another one has more', async () => {
    const { read, addressOf, clock, change, id } = await startLogged();
    const address = await addressOf();
    clock.pass(1);
    const first = await (await fetch(address)).text();
    clock.pass(60);
    expect(await (await fetch(address)).text()).toBe(first);
    const before = await read();
    expect(before.join('\n').startsWith(first.trimEnd())).toBe(true);
    expect(before.length).toBeGreaterThan(first.split('\n').length + 9);
    expect(before[0]).toMatch(/^2026-11-01 12:00:\d\d sshd listening on port 22$/);
    expect(before[1]).toMatch(/^2026-11-01 12:00:\d\d step 20 loss \d\.\d{3} /);
    await change(id, { state: 'stopped' });
    clock.pass(600);
    const stopped = await read();
    expect(stopped.at(-1)).toMatch(/received SIGTERM, saving checkpoint$/);
    expect(stopped.length).toBeLessThan(before.length + 3);
  });

  test('"tail (text), filter, daemon_logs"', async () => {
    const { read } = await startLogged();
    const all = await read();
    expect(await read({ tail: '3' })).toHaveLength(3);
    expect(await read({ filter: 'sshd' })).toEqual([all[0]]);
    expect(await read({ filter: 'nothing like it' })).toEqual([]);
    const daemon = await read({ daemon_logs: 'true' });
    expect(daemon.map((line) => line.slice(20))).toEqual([
      'provisioning: create container -e HF_HOME -e WANDB_MODE',
      'loading: pull ubuntu:24.04',
      'running: success, running ubuntu:24.04',
    ]);
  });

  test.each<[object, string]>([
    [{ tail: 'all' }, 'tail: must be a whole number of lines, as text'],
    [{ tail: 0 }, 'tail: must be a whole number of lines, as text'],
    [{ filter: 7 }, 'filter: must be a text'],
    [{ daemon_logs: 'yes' }, 'daemon_logs: must be true or false'],
  ])('%o is refused', async (wanted, msg) => {
    const { ask } = await startLogged();
    expect(await ask(wanted)).toEqual(refusal(400, 'invalid_args', msg));
  });

  test('an address that nobody was given, and that of a destroyed instance, lead nowhere', async () => {
    const { service, addressOf, clock, send, id } = await startLogged();
    const address = await addressOf();
    clock.pass(1);
    expect((await fetch(address)).status).toBe(200);
    await send('DELETE', `/api/v0/instances/${id}/`);
    expect((await fetch(address)).status).toBe(404);
    expect((await fetch(`${service.url}/logs/${'0'.repeat(64)}`)).status).toBe(404);
    expect((await fetch(`${service.url}/logs/`)).status).toBe(404);
  });

  test('the variables of the account reach what is created, beside its own, each once', async () => {
    const { read } = await startLogged({ env: { MODE: 'fast', HF_HOME: '/data', '-p 80:80': '1' } });
    const [first] = await read({ daemon_logs: 'true' });
    expect(first?.slice(20)).toBe('provisioning: create container -e HF_HOME -e WANDB_MODE -e MODE');
  });

  test('a month of lines is cut to the last ten thousand', async () => {
    const { read, clock } = await startLogged();
    clock.pass(30 * 24 * 3600);
    expect(await read()).toHaveLength(10_000);
  });
});

const KEY = `ssh-ed25519 AAAA${'B'.repeat(64)} me@laptop`;
const OTHER_KEY = `ssh-rsa AAAA${'C'.repeat(300)}==`;

describe('/api/v0/ssh/', () => {
  test('"GET: a bare array {id,user_id,key,created_at,deleted_at?}; POST key{}"', async () => {
    const { send } = await startRenter();
    const added = {
      ...{ id: 2, user_id: 204_117, key: KEY, public_key: KEY },
      ...{ created_at: '2026-11-01T12:00:00Z', deleted_at: null },
    };
    expect(await send('POST', '/api/v0/ssh/', { ssh_key: ` ${KEY}\n` })).toEqual({
      status: 200,
      body: { success: true, key: added },
    });
    expect(await send('GET', '/api/v0/ssh/')).toEqual({
      status: 200,
      body: [
        expect.objectContaining({ id: 1, key: expect.stringMatching(/^ssh-ed25519 AAAA\S+ caller@gpudeck$/) }),
        added,
      ],
    });
    const replaced = { ...added, key: OTHER_KEY, public_key: OTHER_KEY };
    expect(await send('PUT', '/api/v0/ssh/2/', { id: 2, ssh_key: OTHER_KEY })).toEqual({
      status: 200,
      body: { success: true, key: replaced },
    });
    expect((await send('GET', '/api/v0/ssh/')).body).toEqual([expect.objectContaining({ id: 1 }), replaced]);
    expect(await send('PUT', '/api/v0/ssh/3/', { ssh_key: KEY })).toEqual(
      refusal(404, 'not_found', 'you have no SSH key 3'),
    );
    expect(await send('PUT', '/api/v0/ssh/1/', { ssh_key: OTHER_KEY })).toEqual(
      refusal(400, 'invalid_args', 'ssh_key: this key is there already'),
    );
    expect(await send('DELETE', '/api/v0/ssh/2/')).toEqual(DONE);
    expect(await send('DELETE', '/api/v0/ssh/2/')).toEqual(refusal(404, 'not_found', 'you have no SSH key 2'));
    expect(await send('DELETE', '/api/v0/ssh/mine/')).toEqual(refusal(404, 'not_found', 'there is no SSH key mine'));
    expect((await send('GET', '/api/v0/ssh/')).body).toHaveLength(1);
  });

  test.each([
    ['nothing', undefined],
    ['a private key', '-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl\n-----END OPENSSH PRIVATE KEY-----'],
    ['two keys', `${KEY}\n${OTHER_KEY}`],
    ['options before a key', `command="sh" ${KEY}`],
    ['a word', 'ssh-ed25519'],
  ])('%s is no public key', async (_, key) => {
    const { send } = await startRenter();
    expect(await send('POST', '/api/v0/ssh/', { ssh_key: key })).toEqual(
      refusal(400, 'invalid_args', expect.stringMatching(/^ssh_key: must be a /)),
    );
  });

  test('the same key twice is refused, whatever its comment', async () => {
    const { send } = await startRenter();
    await send('POST', '/api/v0/ssh/', { ssh_key: KEY });
    expect(await send('POST', '/api/v0/ssh/', { ssh_key: KEY.replace('me@laptop', 'again') })).toEqual(
      refusal(400, 'invalid_args', 'ssh_key: this key is there already'),
    );
  });
});

describe('/api/v0/instances/{id}/ssh/', () => {
  test('an instance has the keys of the account at its creation, as text holding JSON, and gets and loses others', async () => {
    const { send, rent } = await startRenter();
    await send('POST', '/api/v0/ssh/', { ssh_key: KEY });
    const id = await rent();
    const keys = async (): Promise<readonly { id: number; public_key: string }[]> => {
      const { body } = await send('GET', `/api/v0/instances/${id}/ssh/`);
      return JSON.parse((body as { ssh_keys: string }).ssh_keys);
    };
    const remove = (keyId: unknown) => send('DELETE', `/api/v0/instances/${id}/ssh/${keyId}/`);
    expect((await keys()).map(({ public_key: key }) => key)).toEqual([expect.stringContaining('caller@gpudeck'), KEY]);
    expect(await send('POST', `/api/v0/instances/${id}/ssh/`, { ssh_key: OTHER_KEY })).toEqual(DONE);
    expect(await send('POST', `/api/v0/instances/${id}/ssh/`, { ssh_key: OTHER_KEY })).toEqual(
      refusal(200, 'invalid_args', 'ssh_key: this key is there already'),
    );
    const last = (await keys()).at(-1);
    expect(last?.public_key).toBe(OTHER_KEY);
    expect(await remove(last?.id)).toEqual(DONE);
    expect(await keys()).toHaveLength(2);
    expect(await remove(last?.id)).toEqual(
      refusal(404, 'no_such_ssh_key', `instance ${id} has no SSH key ${last?.id}`),
    );
    expect(await send('GET', '/api/v0/instances/5/ssh/')).toEqual(refusal(404, 'not_found', 'you have no instance 5'));
  });

  test('a key that the account has no more reaches nothing that is created from then on', async () => {
    const { send, rent } = await startRenter();
    await send('POST', '/api/v0/ssh/', { ssh_key: KEY });
    await send('DELETE', '/api/v0/ssh/1/');
    const id = await rent();
    const { body } = await send('GET', `/api/v0/instances/${id}/ssh/`);
    expect(JSON.parse((body as { ssh_keys: string }).ssh_keys)).toMatchObject([{ id: 2, public_key: KEY }]);
  });

  test('a key is detached by its id in the account, whatever was added to the instance before it', async () => {
    const { send, rent, search } = await startRenter();
    const id = await rent();
    await send('POST', `/api/v0/instances/${id}/ssh/`, { ssh_key: OTHER_KEY });
    await send('POST', '/api/v0/ssh/', { ssh_key: KEY });
    const other = await rent({}, (await search()).at(-1)?.id);
    const idsOf = async (instanceId: number) => {
      const { body } = await send('GET', `/api/v0/instances/${instanceId}/ssh/`);
      return JSON.parse((body as { ssh_keys: string }).ssh_keys).map((key: { id: number }) => key.id);
    };
    expect(await idsOf(other)).toEqual([1, 2]);
    expect(await send('DELETE', `/api/v0/instances/${other}/ssh/2/`)).toEqual(DONE);
    expect(await idsOf(other)).toEqual([1]);
    // The second key of the first instance is in no account.
    expect(await send('DELETE', `/api/v0/instances/${id}/ssh/2/`)).toMatchObject({ status: 404 });
    expect(await idsOf(id)).toEqual([1, expect.any(Number)]);
  });

  test('"for a VM instance it cannot be added later"', async () => {
    const { send, rent, offer } = await startRenter();
    const id = await rent({}, (await offer({ vms_enabled: { eq: true } })).id);
    expect(await send('POST', `/api/v0/instances/${id}/ssh/`, { ssh_key: KEY })).toEqual(
      refusal(400, 'invalid_args', `instance ${id} is a virtual machine: it takes no key after its creation`),
    );
  });
});

describe('SLA cover', () => {
  const startCovered = async () => {
    const renter = await startRenter();
    const covered = await renter.offer({ has_sla: { eq: true }, reliability: { lt: 0.999 } });
    const claim = Number(covered.expected_reliability);
    const cover = (body: object, askId = covered.id) => renter.send('PUT', `/api/v0/asks/${askId}/`, body);
    return { ...renter, covered, claim, cover };
  };

  test('"enables SLA coverage when given the same target_reliability as the search"', async () => {
    const { rent, show, covered, claim, cover, search } = await startCovered();
    const [priced] = await search({ id: { eq: covered.id }, target_reliability: { eq: claim } });
    const id = await rent({}, covered.id);
    expect(await cover({ target_reliability: claim })).toEqual(DONE);
    const record = await show(id);
    expect(record?.dph_total).toBe(priced?.dph_total);
    expect(record?.search).toMatchObject({
      slaPremiumPerHour: Reflect.get(Object(priced?.search), 'slaPremiumPerHour'),
    });
  });

  test('a target at creation costs the same', async () => {
    const { rent, show, covered, claim, search } = await startCovered();
    const [priced] = await search({ id: { eq: covered.id }, target_reliability: { eq: claim } });
    const id = await rent({ target_reliability: claim }, covered.id);
    const record = await show(id);
    expect(record?.dph_total).toBe(priced?.dph_total);
    // What is charged while it runs is what the offer has said.
    expect(record?.search).toEqual(priced?.instance);
  });

  test.each(['ondemand', 'bid', 'reserved'])(
    'an instance that a search of %s leads to is charged what the offer says of it',
    async (type) => {
      const { rent, show, search } = await startRenter();
      const offers = await search({ type, allocated_storage: 40 });
      const offer = offers.find(({ discount_rate: rate }) => Number(rate) > 0);
      const bid = type === 'bid' ? { price: Reflect.get(Object(offer?.instance), 'gpuCostPerHour') } : {};
      const id = await rent({ disk: 40, ...bid }, offer?.id);
      expect((await show(id))?.search).toEqual(offer?.instance);
    },
  );

  test('404 where nothing is rented, and never an instance', async () => {
    const { covered, cover, listed } = await startCovered();
    const before = (await listed()).length;
    expect(await cover({ target_reliability: 0.5 })).toEqual(
      refusal(404, 'not_found', `you rent nothing from offer ${covered.id}`),
    );
    expect(await listed()).toHaveLength(before);
  });

  test('400 for a target out of range or above the claim', async () => {
    const { rent, covered, claim, cover, send } = await startCovered();
    await rent({}, covered.id);
    for (const target of [0, 1, -1, 'most', undefined]) {
      expect(await cover({ target_reliability: target })).toEqual(
        refusal(400, 'invalid_args', 'target_reliability: must be greater than 0 and less than 1'),
      );
    }
    const above = refusal(400, 'invalid_args', `target_reliability: the host claims ${claim}`);
    expect(await cover({ target_reliability: 0.9999 })).toEqual(above);
    await send('DELETE', '/api/v0/instances/40000001/');
    expect(await send('POST', `/api/v0/asks/${covered.id}/`, { image: 'a', target_reliability: 0.9999 })).toEqual(
      above,
    );
  });
});

describe('the pace of calls', () => {
  const tooFrequent = (threshold: number) => {
    const sentence = `API requests too frequent endpoint threshold=${threshold}`;
    return { status: 429, body: { detail: sentence, msg: sentence } };
  };
  const ID = '30000016';
  const FIRST_KEY = `ssh-ed25519 AAAA${'D'.repeat(64)}`;

  test.each<[method: string, path: string, threshold: number, body?: object]>([
    ['GET', '/api/v1/instances/', 1],
    ['GET', '/api/v0/instances/', 20],
    ['GET', `/api/v0/instances/${ID}/`, 2],
    ['PUT', `/api/v0/instances/${ID}/`, 1, { label: 'x' }],
    ['PUT', `/api/v0/instances/reboot/${ID}/`, 1, {}],
    ['GET', `/api/v0/instances/${ID}/ssh/`, 2],
    ['POST', `/api/v0/instances/${ID}/ssh/`, 2, { ssh_key: FIRST_KEY }],
    ['DELETE', `/api/v0/instances/${ID}/ssh/1/`, 2],
    ['GET', '/api/v0/ssh/', 1],
    ['POST', '/api/v0/ssh/', 1, { ssh_key: FIRST_KEY }],
    ['DELETE', '/api/v0/ssh/1/', 1],
  ])('%s %s: once in %d s', async (method, path, threshold, body) => {
    const { send, clock } = await startRenter({ thresholds: true });
    expect((await send(method, path, body)).status).toBe(200);
    clock.pass(threshold - 0.1);
    expect(await send(method, path, body)).toEqual(tooFrequent(threshold));
    clock.pass(0.1);
    expect((await send(method, path, body)).status).not.toBe(429);
  });

  test('creations once in 4.5 s, by POST and PUT together; cover apart from them, and bids once in 5.5 s', async () => {
    const { send, search, clock } = await startRenter({ thresholds: true });
    const [one, other] = (await search()).filter(
      (found, place, all) => all[place - 1]?.machine_id !== found.machine_id,
    );
    const price = Number(one?.min_bid);
    const create = (method: string, id: unknown) => send(method, `/api/v0/asks/${id}/`, { image: 'a', price });
    expect((await create('POST', one?.id)).status).toBe(200);
    clock.pass(4.4);
    expect(await create('PUT', other?.id)).toEqual(tooFrequent(4.5));
    expect((await send('PUT', `/api/v0/asks/${one?.id}/`, { target_reliability: 0.5 })).status).toBe(400);
    const bid = () => send('PUT', '/api/v0/instances/bid_price/40000001/', { client_id: 'me', price: 1 });
    expect((await bid()).status).toBe(200);
    clock.pass(5.4);
    expect(await bid()).toEqual(tooFrequent(5.5));
    clock.pass(0.1);
    expect((await bid()).status).toBe(200);
  });

  test('destroying once in 3 s, one or several; asking for logs at any pace', async () => {
    const { send, clock } = await startRenter({ thresholds: true });
    for (let round = 0; round < 3; round++) {
      expect((await send('PUT', `/api/v0/instances/request_logs/${ID}/`, {})).status).toBe(200);
    }
    const several = () => send('DELETE', '/api/v0/instances/', { instance_ids: [30_000_080] });
    expect((await send('DELETE', `/api/v0/instances/${ID}/`)).status).toBe(200);
    clock.pass(2.9);
    expect(await several()).toEqual(tooFrequent(3));
    clock.pass(0.1);
    expect((await several()).status).toBe(200);
  });
});
