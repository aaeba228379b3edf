/** What a script gets from `gpudeck search` and `gpudeck list`: results on stdout, words on stderr, an honest exit code. */
import { Writable } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import { startTestService, temporaryFolder } from './support/local-service.ts';
import { manualClock } from './support/manual-clock.ts';
import { EVERYTHING, type Row } from './support/market.ts';
import { at, gpudeck } from './support/one-shot.ts';
import { cutOff, hangUp, json, raw, startAccountServer, startScriptedServer } from './support/scripted-server.ts';

/** Every offer of a service, as raw rows. */
const allOffers = async ({ url, apiKey }: { url: string; apiKey: string }): Promise<readonly Row[]> => {
  const response = await fetch(`${url}/api/v0/bundles`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}` },
    body: JSON.stringify({ ...EVERYTHING, limit: 100_000 }),
  });
  const { offers } = (await response.json()) as { offers: Row[] };
  return offers;
};

const offers = (...texts: readonly string[]) => raw(200, 'application/json', `{"offers":[${texts.join(',')}]}`);

describe('searching', () => {
  test('a filter finds exactly the offers that a plain evaluation of all rows finds, in order', async () => {
    const service = await startTestService({ offers: 2000, seed: 11 });
    const { code, out } = await gpudeck(
      ['search', 'num_gpus>=4 gpu_ram>=24 geolocation in [US,DE] dph_total<3', '--order', 'dph_total', '--json'],
      at(service),
    );
    const expected = (await allOffers(service))
      .filter((row) => row.verification === 'verified' && row.rentable === true && row.rented === false)
      .filter((row) => row.cpu_arch === 'amd64' && Number(row.num_gpus) >= 4 && Number(row.gpu_ram) >= 24_000)
      .filter((row) => /(US|DE)$/.test(String(row.geolocation)) && Number(row.dph_total) < 3)
      .sort((a, b) => Number(a.dph_total) - Number(b.dph_total) || a.id - b.id);
    expect(code).toBe(0);
    expect(expected.length).toBeGreaterThan(5);
    expect(JSON.parse(out)).toEqual(expected);
  });

  test('the request carries filter, defaults, limit, type, order and storage, as literal JSON', async () => {
    await using server = await startScriptedServer(offers());
    const line = 'search gpu_name=RTX_4090 reliability>98% --order dph:desc,id --type bid --limit 7 --storage 50';
    await gpudeck(line.split(' '), at(server));
    expect(server.requests).toMatchObject([
      { method: 'POST', path: '/api/v0/bundles', headers: { authorization: 'Bearer key' } },
    ]);
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
      gpu_name: { eq: 'RTX 4090' },
      reliability: { gt: 0.98 },
      verified: { eq: true },
      rentable: { eq: true },
      rented: { eq: false },
      cpu_arch: { eq: 'amd64' },
      limit: 7,
      type: 'bid',
      order: [
        ['dph_total', 'desc'],
        ['id', 'asc'],
      ],
      allocated_storage: 50,
    });
  });

  test('a dry run prints the request and sends nothing', async () => {
    await using server = await startScriptedServer();
    const { code, out, errors } = await gpudeck(
      ['search', 'verified=any', 'num_gpus=8', '4090', '--dry-run'],
      at(server),
    );
    expect(errors).toBe(
      'gpudeck: 4090 is looked for as a text in the rows; --words reads it as gpu_name=RTX_4090\n' +
        'gpudeck: not sent, but applied to the answer: 4090; --limit 1000 counts what is left then\n',
    );
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      method: 'POST',
      path: '/api/v0/bundles',
      body: {
        verified: { in: [true, false] },
        num_gpus: { eq: 8 },
        rentable: { eq: true },
        rented: { eq: false },
        cpu_arch: { eq: 'amd64' },
        limit: 100_000,
        type: 'ondemand',
        order: [['dlperf_per_dphtotal', 'desc']],
        allocated_storage: 8,
      },
    });
    expect(server.requests).toEqual([]);
  });

  test('a wrong filter is shown with a caret under the place, and nothing is sent', async () => {
    await using server = await startScriptedServer();
    const { code, out, errors } = await gpudeck(['search', 'num_gpus>=4', 'dph_ttal<3'], at(server));
    expect({ code, out, requests: server.requests }).toEqual({ code: 2, out: '', requests: [] });
    expect(errors.split('\n').slice(0, 3)).toEqual([
      'gpudeck search: there is a problem in the filter, so nothing was asked for',
      '  num_gpus>=4 dph_ttal<3',
      '              ^^^^^^^^',
    ]);
    expect(errors).toContain('dph_total');
  });

  test('a word is looked for in all offers, and the limit counts those that have it', async () => {
    const names = ['RTX 4090', 'H100 SXM', 'A100', 'H100 NVL', 'H100 PCIE'];
    const reply = json(200, { offers: names.map((gpu_name, id) => ({ id, gpu_name })) });
    await using server = await startScriptedServer(reply, reply);
    const two = await gpudeck(['search', 'h100', '--limit', '2', '--csv', '--fields', 'id'], at(server));
    expect(two).toEqual({
      code: 0,
      out: 'id\n1\n3\n',
      errors:
        'gpudeck: h100 is looked for as a text in the rows; --words reads it as gpu_name in [H100_SXM, H100_NVL, H100_PCIE]\n' +
        'gpudeck: applied to the answer: h100\n',
    });
    const sorted = ['--limit', '2', '--order', 'dph_gpu', '--csv', '--fields', 'id'];
    const nine = await gpudeck(['search', 'h100', ...sorted.slice(0, 1), '9', ...sorted.slice(2)], at(server));
    expect(nine.errors).toContain('applied to the answer: h100; 3 of 5 offers left');
    expect(server.requests.map(({ body }) => JSON.parse(body).limit)).toEqual([100_000, 100_000]);
  });

  test.each([
    ['on a terminal', ['h100', 'cheapest', 'under', '$2'], { columns: 100 }],
    ['with --words', ['--words', 'h100 cheapest under $2'], {}],
  ])('words are read %s, which is said', async (_, words, parts) => {
    await using server = await startScriptedServer(offers());
    const { code, errors } = await gpudeck(['search', ...words], { ...at(server), ...parts });
    expect(code).toBe(0);
    expect(errors).toContain(
      'gpudeck: read as gpu_name in [H100_SXM, H100_NVL, H100_PCIE] dph_total<2 --order dph_total\n',
    );
    expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({
      gpu_name: { in: ['H100 SXM', 'H100 NVL', 'H100 PCIE'] },
      dph_total: { lt: 2 },
      order: [['dph_total', 'asc']],
      limit: 1000,
    });
  });

  test('host_id=me stands for the own machines', async () => {
    await using server = await startScriptedServer(offers());
    await gpudeck(['search', 'host_id=me'], {
      environment: { ...at(server).environment, GPUDECK_USER_ID: '42' },
    });
    expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({ host_id: { eq: 42 } });
    const unknown = await gpudeck(['search', 'host_id=me'], at(server));
    expect(unknown.code).toBe(2);
    expect(unknown.errors).toContain('set user_id in the profile, or GPUDECK_USER_ID');
  });

  test('words into a pipe that say a clause with a figure are a problem that names it', async () => {
    await using server = await startScriptedServer();
    const { code, errors } = await gpudeck(['search', 'h100 under $2'], at(server));
    expect({ code, requests: server.requests }).toEqual({ code: 2, requests: [] });
    expect(errors).toContain('did you mean dph_total<$2?');
  });

  test('words and second clauses on a field are applied to the answer, which is said', async () => {
    await using server = await startScriptedServer(
      offers(
        '{"id":1,"num_gpus":4,"gpu_name":"RTX 4090"}',
        '{"id":2,"num_gpus":8,"gpu_name":"RTX 4090"}',
        '{"id":3,"num_gpus":4,"gpu_name":"H100 SXM"}',
      ),
    );
    const { out, errors } = await gpudeck(['search', 'num_gpus>2 num_gpus<8 4090', '--fields', 'id'], at(server));
    expect(out).toBe('{"id":1}\n');
    expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({ num_gpus: { gt: 2 } });
    expect(errors).toBe(
      'gpudeck: 4090 is looked for as a text in the rows; --words reads it as gpu_name=RTX_4090\n' +
        'gpudeck: applied to the answer: 4090 num_gpus<8; 1 of 3 offers left\n',
    );
  });

  test('what words would be read as is named where they are not read', async () => {
    await using server = await startScriptedServer();
    const piped = await gpudeck(['search', 'h100 under $2'], at(server));
    expect(piped.errors).toContain(
      'With --words it is read as gpu_name in [H100_SXM, H100_NVL, H100_PCIE] dph_total<2.\n',
    );
    const wrong = await gpudeck(['search', '--words', 'rtx 4900'], at(server));
    expect(wrong.errors).toContain('There is no such model here as "rtx 4900": did you mean RTX 4090?');
    expect([piped.code, wrong.code, server.requests]).toEqual([2, 2, []]);
  });

  test('a model in another spelling is sent in the known one, which is said', async () => {
    await using server = await startScriptedServer(offers('{"id":1,"gpu_name":"RTX 4090"}'));
    const { code, out, errors } = await gpudeck(['search', 'gpu_name=rtx_4090', '--fields', 'id'], at(server));
    expect({ code, out }).toEqual({ code: 0, out: '{"id":1}\n' });
    expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({ gpu_name: { eq: 'RTX 4090' } });
    expect(errors).toBe('gpudeck: "rtx_4090" is sent as "RTX 4090"; put it in quotes to send it as typed.\n');
  });

  test.each(['gpu_name=4090', 'gpu_name=*', 'gpu_name=RTX*', 'compute_cap>=70', 'dph_total<1,5', 'a OR b', 'a && b'])(
    'what cannot be meant as typed is a bad usage with a suggestion: %s',
    async (filter) => {
      await using server = await startScriptedServer();
      const { code, errors } = await gpudeck(['search', filter], at(server));
      expect({ code, requests: server.requests }).toEqual({ code: 2, requests: [] });
      expect(errors).toMatch(/did you mean|write|remove it/);
    },
  );

  test('a search without rows says what is known of the cause, and is no failure', async () => {
    await using server = await startScriptedServer(offers(), offers('{"id":1,"gpu_name":"RTX 4090"}'));
    const none = await gpudeck(['search', 'gpu_name=RTX_9999 verified=any'], at(server));
    expect({ code: none.code, out: none.out }).toEqual({ code: 0, out: '' });
    expect(none.errors).toBe(
      'gpudeck: No gpu_name "RTX 9999" is known here; it is sent as typed.\n' +
        'gpudeck: no offer matches; by default rentable, !rented, cpu_arch=amd64: rentable=any, rented=any, cpu_arch=any lifts that\n' +
        'gpudeck: an empty answer does not say which part of the filter keeps them away: search --explain reads the market and says it\n',
    );
    const narrowed = await gpudeck(['search', '4090 epyc'], at(server));
    expect(narrowed.errors).toBe(
      'gpudeck: 4090 is looked for as a text in the rows; --words reads it as gpu_name=RTX_4090\n' +
        'gpudeck: epyc is looked for as a text in the rows; --words reads it as cpu_name~epyc\n' +
        'gpudeck: applied to the answer: 4090 epyc; 0 of 1 offers left\n' +
        'gpudeck: of the offers received, epyc is in no column; any:epyc looks in every field\n' +
        'gpudeck: of the offers received, 1 would match without epyc\n',
    );
    expect(server.requests).toHaveLength(2);
  });

  test('a list that the service cut is said to be cut, whatever its length', async () => {
    const cut = raw(200, 'application/json', '{"truncated":true,"offers":[{"id":1},{"id":2}]}');
    await using server = await startScriptedServer(cut, cut);
    expect(await gpudeck(['search', '--fields', 'id'], at(server))).toMatchObject({
      code: 0,
      errors: 'gpudeck: showing the first 2; the service cut the list short: narrow the filter to find the rest\n',
    });
    expect(await gpudeck(['search', '--limit', '2', '--fields', 'id'], at(server))).toMatchObject({
      errors: '',
    });
  });

  test('numbers that JSON does not have are null in JSON, and said on stderr', async () => {
    const reply = offers('{"id":1,"score":NaN,"gpu_name":"NaN"}', '{"id":2,"search":{"totalHour":-Infinity}}');
    await using server = await startScriptedServer(reply, reply, reply);
    const { out, errors } = await gpudeck(['search', '--json'], at(server));
    expect(JSON.parse(out)).toEqual([
      { id: 1, score: null, gpu_name: 'NaN' },
      { id: 2, search: { totalHour: null } },
    ]);
    expect(errors).toBe('gpudeck: values with an unexpected type, which only JSON shows: 2\n');
    const chosen = await gpudeck(['search', '--ndjson', '--fields', 'id,search.totalHour,score'], at(server));
    expect(chosen.out).toBe('{"id":1,"score":null}\n{"id":2,"search.totalHour":null}\n');
    const table = await gpudeck(['search', '--table', '--fields', 'id,score'], at(server));
    expect(table.out).toMatch(/^ *1 +\?$/m);
  });

  test('a limit that was asked for is no news, and one that was not is told', async () => {
    const service = await startTestService();
    const { code, out, errors } = await gpudeck(['search', '--limit', '3'], at(service));
    expect(code).toBe(0);
    expect(out.trimEnd().split('\n')).toHaveLength(3);
    expect(errors).toBe('');
    await using server = await startScriptedServer(
      json(200, { offers: Array.from({ length: 1000 }, (_, id) => ({ id })) }),
    );
    const usual = await gpudeck(['search', '--fields', 'id'], at(server));
    expect(usual.errors).toBe('gpudeck: showing the first 1000; there may be more offers: raise --limit\n');
  });

  test('without an address and a key the local service answers', async () => {
    vi.stubEnv('XDG_STATE_HOME', temporaryFolder());
    const { code, out, errors } = await gpudeck(['search', '--limit', '1', '--ndjson', '--fields', 'id']);
    vi.unstubAllEnvs();
    expect({ code, errors }).toEqual({
      code: 0,
      errors: '',
    });
    expect(out).toMatch(/^\{"id":\d+\}\n$/);
  });
});

describe('formats', () => {
  const OFFER = '{"id":1,"dph_total":0.10,"num_gpus":2,"gpu_name":"RTX 4090","extra":[1.50]}';

  test('a pipe gets one JSON object a line, exactly as received', async () => {
    await using server = await startScriptedServer(offers(OFFER, '{"id":2}'));
    expect((await gpudeck(['search'], at(server))).out).toBe(`${OFFER}\n{"id":2}\n`);
  });

  test('a terminal gets a table that fits it', async () => {
    await using server = await startScriptedServer(offers(OFFER));
    const { out } = await gpudeck(['search'], { ...at(server), columns: 40 });
    expect(out).toBe(
      ['\x1b[2m    $/h  GPU                 VRAM GB\x1b[22m', ' 0.1000  2x RTX 4090               -', ''].join('\n'),
    );
  });

  test('fields that have no room on a terminal are named', async () => {
    await using server = await startScriptedServer(offers(OFFER));
    const { out, errors } = await gpudeck(['search', '--fields', 'id,cpu_name,mobo_name'], {
      ...at(server),
      columns: 40,
    });
    expect(out.split('\n')[1]).toBe('       1  -');
    expect(errors).toBe('gpudeck: a width of 40 leaves no room for mobo_name\n');
  });

  test('values of a wrong kind are counted, and JSON still shows them', async () => {
    await using server = await startScriptedServer(offers('{"id":1,"num_gpus":"many"}'));
    const { out, errors } = await gpudeck(['search', '--fields', 'id,num_gpus'], at(server));
    expect(out).toBe('{"id":1,"num_gpus":"many"}\n');
    expect(errors).toBe('gpudeck: values with an unexpected type, which only JSON shows: 1\n');
  });
});

describe('listing', () => {
  test("volumes are the caller's, in the service's own words", async () => {
    const service = await startTestService();
    const { code, out } = await gpudeck(['list', 'volumes', '--json'], at(service));
    const response = await fetch(`${service.url}/api/v0/volumes`, {
      headers: { Authorization: `Bearer ${service.apiKey}` },
    });
    const { volumes } = (await response.json()) as { volumes: object[] };
    expect(code).toBe(0);
    expect(volumes.length).toBeGreaterThan(0);
    expect(JSON.parse(out)).toEqual(volumes);
  });

  test('volumes make a table', async () => {
    await using server = await startScriptedServer(
      json(200, { volumes: [{ id: 7, status: 'active', disk_space: 1374.87, machine_id: 1930, instances: [{}] }] }),
    );
    const { out } = await gpudeck(
      ['list', 'volumes', '--table', '--fields', 'id,status,disk_space,instances'],
      at(server),
    );
    expect(out).toBe('  Volume  Status      Disk GB  Inst.\n       7  active        1,375      1\n');
  });

  test('connections make CSV', async () => {
    await using server = await startScriptedServer(json(200, [{ id: 1, name: 'a,b', cloud_type: 's3' }]));
    const { code, out } = await gpudeck(['list', 'connections', '--csv'], at(server));
    expect({ code, out }).toEqual({ code: 0, out: 'id,name,cloud_type\n1,"a,b",s3\n' });
  });

  test('SSH keys of the account make NDJSON', async () => {
    const key = { id: 3, user_id: 7, key: 'ssh-ed25519 AAAAC3 me@home', created_at: 1_790_000_000, deleted_at: null };
    await using server = await startAccountServer(json(200, [key]));
    const { code, out } = await gpudeck(['list', 'ssh-keys', '--ndjson', '--fields', 'id,key'], at(server));
    expect({ code, out }).toEqual({ code: 0, out: '{"id":3,"key":"ssh-ed25519 AAAAC3 me@home"}\n' });
    expect(server.requests.map(({ path }) => path)).toEqual(['/api/v0/ssh/']);
  });

  test.each([
    ['not_found', 0, ''],
    ['auth_error', 3, 'The service did not accept the API key'],
    [undefined, 1, 'This service has no such call'],
  ])('SSH keys that are answered 404 with the code %s', async (error, code, words) => {
    const told = { success: false, error, msg: 'there are none' };
    await using server = await startAccountServer(error === undefined ? raw(404, 'text/html', '') : json(404, told));
    const ended = await gpudeck(['list', 'ssh-keys', '--json'], at(server));
    expect(ended).toMatchObject({ code, out: code === 0 ? '[\n]\n' : '' });
    expect(ended.errors).toContain(words);
  });

  test.each(['machines', 'volumes', 'instances'])('%s that are answered 404 are no empty list', async (what) => {
    const told = { success: false, error: 'not_found', msg: 'there are none' };
    await using server = await startScriptedServer(json(404, told), json(404, told));
    expect((await gpudeck(['list', what, '--json'], at(server))).code).not.toBe(0);
  });

  test('SSH keys are read alike, whichever way the service writes their text and times', async () => {
    const key = { id: 3, user_id: 7, key: 'ssh-ed25519 AAAAC3 me@home', created_at: 1_790_000_000, deleted_at: null };
    const { key: text, ...rest } = key;
    const other = { ...rest, public_key: text };
    const times = ['2026-09-21T14:13:20Z', '2026-09-21T14:13:20.000+00:00', '2026-09-21 14:13:20', 1_790_000_000];
    await using server = await startAccountServer();
    for (const created_at of times) server.script(json(200, [{ ...other, created_at }]));
    for (const _ of times) {
      const { out } = await gpudeck(['list', 'ssh-keys', '--ndjson', '--fields', 'id,key,created_at'], at(server));
      expect(JSON.parse(out)).toEqual({ id: 3, key: text, created_at: 1_790_000_000 });
    }
    server.script(json(200, [{ ...key, public_key: text, created_at: times[0] }]));
    const table = await gpudeck(['list', 'ssh-keys', '--table', '--fields', 'id,key,created_at'], at(server));
    expect(table.out).toMatch(/ 3 {2}ssh-ed25519 AAAAC3 me@home .*2026-09-21 14:13/);
  });

  test('machines make a table of what they are listed for and earn', async () => {
    const machine = {
      id: 1206,
      hostname: 'node-2',
      num_gpus: 8,
      gpu_name: 'RTX 4090',
      gpu_occupancy: 'DDIxxxxx',
      listed_gpu_cost: 0.41,
      earn_day: 21.5,
      num_reports: 2,
      min_bid_price: 'cheap',
    };
    await using server = await startScriptedServer();
    server.offer('machines/?owner=me', json(200, { machines: [machine] }));
    const fields = 'id,gpu_name,gpu_occupancy,listed_gpu_cost,earn_day,num_reports,min_bid_price';
    const { out, errors } = await gpudeck(['list', 'machines', '--table', '--fields', fields], at(server));
    expect(out).toBe(
      [
        'Machine  GPU           In use    $/GPU/h    24h $  Rep.  bid/GPU/h',
        '   1206  RTX 4090      DDIxxxxx   0.4100    21.50     2          ?\n',
      ].join('\n'),
    );
    expect(errors).toContain('values with an unexpected type, which only JSON shows: 1');
    expect(server.optionalRequests.map(({ path }) => path)).toEqual(['/api/v0/machines/?owner=me']);
  });

  test('webhooks never come with a secret, and their types are words in a table', async () => {
    const webhook = { id: 4, name: 'ops', event_types: ['host:machine_offline', 'client:outbid'] };
    const reply = json(200, { webhooks: [{ ...webhook, webhook_secret: 'whsec_telling_secret' }] });
    await using server = await startScriptedServer();
    server.offer('webhooks', reply);
    const table = await gpudeck(['list', 'webhooks', '--table', '--fields', 'id,event_types'], at(server));
    expect(table.out).toContain('host:machine_offline client:outbid');
    const whole = await gpudeck(['list', 'webhooks', '--json'], at(server));
    expect(JSON.parse(whole.out)).toMatchObject([webhook]);
    expect(table.out + whole.out).not.toContain('whsec_telling');
  });

  test('windows come as a bare list; a service without the call is told by its name', async () => {
    await using server = await startScriptedServer();
    server.offer(
      'maintenances?owner=me',
      json(200, [{ id: 1, machine_id: 1206, start_time: 1_796_090_400, cancelled_at: null }]),
      json(404, { success: false, error: 'not_found', msg: 'there is no such path' }),
    );
    const { out } = await gpudeck(['list', 'windows', '--csv', '--fields', 'machine_id,start_time'], at(server));
    expect(out).toBe('machine_id,start_time\n1206,1796090400\n');
    const lacking = await gpudeck(['list', 'windows'], at(server));
    expect(lacking.errors).toContain(
      'Tried to list the announced windows (GET /api/v0/machines/maintenances?owner=me)',
    );
    expect(lacking.errors).toContain('This service has no such call');
  });

  test('windows are asked for by the machines of the key, which are asked for first', async () => {
    await using server = await startScriptedServer();
    server.offer('machines/?owner=me', json(200, { machines: [{ id: 1206 }, { id: 1207 }] }));
    server.offer('maintenances?owner=me', json(200, [{ id: 1, machine_id: 1206 }]));
    const { out } = await gpudeck(['list', 'windows', '--json'], at(server));
    expect(JSON.parse(out)).toEqual([{ id: 1, machine_id: 1206 }]);
    expect(server.optionalRequests.map(({ path }) => path)).toEqual([
      '/api/v0/machines/?owner=me',
      '/api/v0/machines/maintenances?owner=me&machine_ids=%5B1206,1207%5D',
    ]);
    server.offer('machines/?owner=me', json(200, { machines: [] }));
    expect(await gpudeck(['list', 'windows', '--json'], at(server))).toMatchObject({ code: 0, out: '[\n]\n' });
  });

  test('what has come of the pages is told where stderr is a terminal, and nothing of it in a pipe', async () => {
    const pages = [
      json(200, { instances: [{ id: 1 }, { id: 2 }], total_instances: 4, next_token: 'more' }),
      json(200, { instances: [{ id: 3 }], next_token: 'last' }),
      json(200, { instances: [{ id: 4 }] }),
    ];
    await using server = await startScriptedServer(...pages, ...pages);
    const told: string[] = [];
    const shown = await gpudeck(['list', 'instances', '--csv', '--fields', 'id'], {
      ...at(server),
      onProgress: (text) => told.push(text),
    });
    expect(told).toEqual(['[############------------] 2 of 4', '3 so far', '']);
    const piped = await gpudeck(['list', 'instances', '--csv', '--fields', 'id'], at(server));
    expect(piped).toEqual({ code: 0, out: shown.out, errors: '' });
    expect(shown).toEqual(piped);
  });

  test('pages that never end are said to be no whole list, with what came', async () => {
    const again = json(200, { instances: [{ id: 1 }], next_token: 'again' });
    await using server = await startScriptedServer(again, again);
    const { code, out, errors } = await gpudeck(['list', 'instances', '--csv', '--fields', 'id'], at(server));
    expect({ code, out }).toEqual({ code: 0, out: 'id\n1\n' });
    expect(errors).toBe(
      'gpudeck: the list is not whole: the service names more pages, which bring no new record after these 1\n',
    );
  });

  test('instances come from all pages, and what may hold tokens only where it is named', async () => {
    const telling = { extra_env: [['HF_TOKEN', 'hf_telling']], onstart: 'login hf_telling' };
    const pages = [
      json(200, { instances: [{ id: 1, ...telling }], next_token: 'more' }),
      json(200, { instances: [{ id: 2, onstart: null }] }),
    ];
    await using server = await startScriptedServer(...pages, ...pages, ...pages);
    const whole = await gpudeck(['list', 'instances', '--json'], at(server));
    expect(JSON.parse(whole.out)).toEqual([
      { id: 1, extra_env: '[redacted]', onstart: '[redacted]' },
      { id: 2, onstart: null },
    ]);
    const some = await gpudeck(['list', 'instances', '--csv', '--fields', 'id,label'], at(server));
    expect(some.out).not.toContain('hf_telling');
    const named = await gpudeck(['list', 'instances', '--json', '--fields', 'id,onstart'], at(server));
    expect(JSON.parse(named.out)).toEqual([
      { id: 1, onstart: 'login hf_telling' },
      { id: 2, onstart: null },
    ]);
  });
});

describe('exit codes say what went wrong', () => {
  test('3: there is no key for the address', async () => {
    const { code, errors } = await gpudeck(['search'], { environment: { GPUDECK_BASE_URL: 'http://127.0.0.1:1' } });
    expect({ code, errors }).toEqual({
      code: 3,
      errors: 'gpudeck: there is no API key for 127.0.0.1:1: set GPUDECK_API_KEY, or name a key_file in its profile\n',
    });
  });

  test('3: "A missing or invalid key on the search endpoint gives status 404"', async () => {
    const service = await startTestService();
    const { code, out, errors } = await gpudeck(['search'], at({ url: service.url, apiKey: 'wrong' }));
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(errors).toContain('gpudeck: Tried to search offers (POST /api/v0/bundles).\n');
    expect(errors).not.toContain('wrong');
  });

  test('1: the service failed', async () => {
    await using server = await startScriptedServer(raw(500, 'text/html', '<h1>Internal error</h1>'));
    const { code, out, errors } = await gpudeck(['list', 'volumes', '--json'], at(server));
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(errors).toContain('Internal error');
  });

  test('1: an answer that breaks off leaves JSON that cannot be taken for a whole one', async () => {
    await using server = await startScriptedServer(raw(200, 'application/json', '{"offers":[{"id":1},{"id":2}'));
    const { code, out } = await gpudeck(['search', '--json'], at(server));
    expect(code).toBe(1);
    expect(() => JSON.parse(out)).toThrow();
  });

  /** A clock on which every wait that is announced passes at once. */
  const passingWaits = () => {
    const clock = manualClock();
    const onMessage = (text: string): void => {
      const [, seconds] = /waiting ([\d.]+) s/.exec(text) ?? [];
      if (seconds !== undefined) queueMicrotask(() => clock.elapse(Number(seconds) * 1000));
    };
    return { clock, onMessage };
  };
  const tooOften = (seconds: number) =>
    json(429, { detail: `API requests too frequent endpoint threshold=${seconds}` });

  test('5: nobody listens at the address, at the third try neither', async () => {
    const server = await startScriptedServer();
    await server[Symbol.asyncDispose]();
    const { code, errors } = await gpudeck(['list', 'connections'], { ...at(server), ...passingWaits() });
    expect(code).toBe(5);
    expect(errors.split('\n').slice(0, 3)).toEqual([
      'gpudeck: no connection (ECONNREFUSED); waiting 0.8 s before try 2 of 3',
      'gpudeck: no connection (ECONNREFUSED); waiting 1.5 s before try 3 of 3',
      'gpudeck: Tried to list the cloud connections (GET /api/v0/users/cloud_integrations).',
    ]);
    expect(errors).toContain('No connection to the service');
  });

  test('0: a call that came too soon waits its turn and says so', async () => {
    await using server = await startScriptedServer(tooOften(5.5), tooOften(5.5), json(200, { volumes: [{ id: 1 }] }));
    const { code, out, errors } = await gpudeck(['list', 'volumes'], { ...at(server), ...passingWaits() });
    expect({ code, out }).toEqual({ code: 0, out: '{"id":1}\n' });
    expect(errors).toBe(
      'gpudeck: called too soon; waiting 5.5 s before try 2\ngpudeck: called too soon; waiting 5.5 s before try 3\n',
    );
  });

  test('4: a turn that does not come within a minute is not waited for', async () => {
    await using server = await startScriptedServer(tooOften(40), tooOften(40));
    const { code, errors } = await gpudeck(['list', 'volumes'], { ...at(server), ...passingWaits() });
    expect(code).toBe(4);
    expect(server.requests).toHaveLength(2);
    expect(errors).toContain('gpudeck: Wait 40 s between calls of this kind.\n');
  });

  test('0: a service that is busy for a moment is asked again, when it says', async () => {
    await using server = await startScriptedServer(
      raw(503, 'text/html', '<h1>Busy</h1>', { 'retry-after': '7' }),
      hangUp,
      offers('{"id":1}'),
    );
    const { code, out, errors } = await gpudeck(['search'], { ...at(server), ...passingWaits() });
    expect({ code, out }).toEqual({ code: 0, out: '{"id":1}\n' });
    expect(errors).toBe(
      'gpudeck: the service failed (503); waiting 7.0 s before try 2 of 3\n' +
        'gpudeck: connection lost (UND_ERR_SOCKET); waiting 2.0 s before try 3 of 3\n',
    );
  });

  test('5: an answer of which part was printed is not asked for again: no line is printed twice', async () => {
    await using server = await startScriptedServer(cutOff(200, '{"offers":[{"id":1},{"id":2},'), offers('{"id":1}'));
    const { code, out, errors } = await gpudeck(['search'], { ...at(server), ...passingWaits() });
    expect({ code, out }).toEqual({ code: 5, out: '{"id":1}\n{"id":2}\n' });
    expect(errors).not.toContain('waiting');
    expect(server.requests).toHaveLength(1);
  });
});

describe('where the results go', () => {
  const failing = (code: string) =>
    new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code, syscall: 'write' })),
    });

  test('a reader that has seen enough ends the command quietly', async () => {
    await using server = await startScriptedServer(offers('{"id":1}'));
    expect(await gpudeck(['search'], { ...at(server), stdout: failing('EPIPE') })).toEqual({
      code: 0,
      out: '',
      errors: '',
    });
  });

  test('a full disk is said, with exit code 1', async () => {
    await using server = await startScriptedServer(offers('{"id":1}'));
    expect(await gpudeck(['search'], { ...at(server), stdout: failing('ENOSPC') })).toEqual({
      code: 1,
      out: '',
      errors: 'gpudeck: the results could not be written: ENOSPC\n',
    });
  });
});

describe("the local service's keys", () => {
  test('a key is made, listed and deleted by the same program', async () => {
    const data = ['--data', `${temporaryFolder()}/service.db`];
    const made = await gpudeck(['keys', 'create', 'robot', '--allow', 'manage_machines', ...data]);
    expect(made.code).toBe(0);
    expect(made.out).toMatch(/^[0-9a-f]{64}\n$/);
    expect((await gpudeck(['keys', 'list', ...data])).out).toContain('robot');
    expect(await gpudeck(['keys', 'delete', '1', ...data])).toMatchObject({ code: 0 });
    expect((await gpudeck(['keys', 'list', ...data])).out).not.toContain('robot');
  });
});

test('a field whose operator a shell may have taken is refused with what a shell does', async () => {
  const { code, errors } = await gpudeck(['search', '--dry-run', 'num_gpus', 'verified']);
  expect(code).toBe(2);
  expect(errors).toMatch(
    /\nWithout quotes the shell takes > and < as redirections.* Put the filter in quotes: 'num_gpus>=4'\n$/,
  );
  expect((await gpudeck(['search', '--dry-run', 'num_gpu>=4'])).errors).not.toContain('shell');
  expect((await gpudeck(['search', '--dry-run', 'num_gpus reliability>0.9'])).errors).not.toContain('shell');
});

test('of a long filter the part around the problem is shown', async () => {
  const { code, errors } = await gpudeck([
    'search',
    `${'num_gpus>=4 '.repeat(100)}num_gpu=1 ${'gpu_ram>=1 '.repeat(100)}`,
  ]);
  expect(code).toBe(2);
  const [, line = '', carets = ''] = errors.split('\n');
  expect(line.length).toBeLessThan(200);
  expect(line.slice(carets.indexOf('^'), carets.lastIndexOf('^') + 1)).toBe('num_gpu');
});
