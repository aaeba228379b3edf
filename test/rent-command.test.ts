/** `gpudeck rent`: exact requests, what it prints, journal and exit codes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { impatientClock, TIME_LIMITS_MS } from './support/impatient-clock.ts';
import { temporaryFolder } from './support/local-service.ts';
import { gpudeck } from './support/one-shot.ts';
import { created, instances, OFFER, offers, rented, UNCOVERED } from './support/renting.ts';
import {
  hangUp,
  json,
  raw,
  type ScriptedReply,
  type ScriptedServer,
  startScriptedServer,
} from './support/scripted-server.ts';

const TOKEN = 'hf_Qx7hJ2mV9tokenOfSomebody';
const PLAN = ['--image', 'ubuntu:24.04', '--disk', '40', '--label', 'train'];

/** `gpudeck rent` on `server` with its journal in `folder`, on a clock that never makes a test wait. */
const rent = (
  server: Pick<ScriptedServer, 'url'>,
  args: readonly string[],
  folder = temporaryFolder(),
  world: Parameters<typeof gpudeck>[1] = {},
) =>
  gpudeck(['rent', '--config', folder, ...args], {
    environment: { GPUDECK_BASE_URL: server.url, GPUDECK_API_KEY: 'key', HF_TOKEN: TOKEN },
    clock: impatientClock(Date.UTC(2026, 10, 22), TIME_LIMITS_MS),
    ...world,
  });

const sentTo = (server: ScriptedServer) =>
  server.requests.map(({ method, path }) => `${method} ${path.replace(/\?.*$/, '')}`);

const creationsOf = (server: ScriptedServer) =>
  server.requests.filter(({ method, path }) => method === 'POST' && path.startsWith('/api/v0/asks/'));

const SEARCH = 'POST /api/v0/bundles';
const LIST = 'GET /api/v1/instances/';
const CREATE = 'POST /api/v0/asks/5/';
const GONE = json(410, { success: false, error: 'no_such_ask', msg: 'offer 5 is gone' });

describe('a script that rents an offer', () => {
  test('is told what is spent by the list of instances where the service tells what is left alone', async () => {
    const running = json(200, { success: true, instances: [{ id: 3, actual_status: 'running', dph_total: 0.5 }] });
    await using server = await startScriptedServer(offers(OFFER), running);
    server.offer('users/current/', json(200, { credit: 12 }));
    const { errors } = await rent(server, ['5', ...PLAN, '--dry-run']);
    expect(errors).toContain(
      'Burn: at least $0.5000/h now, at least $1.00/h afterwards, added up from the records. Runway: ',
    );
    expect(sentTo(server)).toEqual([SEARCH, LIST]);
  });

  test('gets the id alone on stdout, and on stderr what was sent and what it costs', async () => {
    await using server = await startScriptedServer(offers(OFFER), instances(), created(77));
    const { code, out, errors } = await rent(server, ['5', ...PLAN, '--yes']);
    expect({ code, out }).toEqual({ code: 0, out: '77\n' });
    expect(sentTo(server)).toEqual([SEARCH, LIST, CREATE]);
    expect(errors).toBe(
      [
        'gpudeck rent: offer 5, 2x RTX 4090 of machine 8207: $0.5040/h, $12.10 a day, $362.88 in 30 days; stopped $0.0040/h until it is destroyed',
        'gpudeck rent: Burn and runway are not known: what is spent per hour is not told.',
        'gpudeck rent: Which SSH keys of the account go in is not known: the service does not tell.',
        'gpudeck rent: Which variables of the account go in is not known: the service does not tell.',
        'gpudeck rent: until: none, it costs until it is destroyed',
        'gpudeck rent: send {"method":"POST","path":"/api/v0/asks/5/","body":{"image":"ubuntu:24.04","disk":40,"label":"train","runtype":"ssh"}}',
        'gpudeck rent: rented as instance 77, labelled train.',
        '',
      ].join('\n'),
    );
  });

  test('is told which SSH keys and variables of the account go in, whatever else fails of that', async () => {
    await using server = await startScriptedServer(offers(OFFER), offers(OFFER), offers(OFFER));
    const key = { id: 3, key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0fT3mJ2nX1cZ8mI4qkqk0bWc2hQy0v6E0Q3Y0x5k0r' };
    server.offer('v0/ssh/', json(200, [key, { id: 4, key: `${key.key} ann@laptop` }]));
    server.offer('v0/secrets/', json(200, { secrets: { HF_HOME: TOKEN, HF_TOKEN: TOKEN } }));
    const args = ['5', ...PLAN, '--env', 'HF_TOKEN', '--dry-run'];
    const { errors } = await rent(server, args);
    expect(errors).toContain('rent: SSH keys that go in: SHA256:BPb8APQYZQ6I, ann@laptop.\n');
    expect(errors).toContain(
      'rent: Account variables: HF_HOME, HF_TOKEN. Which value holds of HF_TOKEN, given here too, is not published.\n',
    );
    expect(errors).not.toContain(TOKEN);
    server.offer('v0/ssh/', json(200, []));
    server.offer('v0/secrets/', json(403, { error: 'forbidden', msg: 'not allowed' }));
    const other = await rent(server, args);
    expect(other.errors).toContain('rent: ! The account has no SSH key, so that nobody could log in.');
    expect(other.errors).toContain('rent: Which variables of the account go in is not known');
    server.offer('v0/ssh/', hangUp);
    expect((await rent(server, args)).code).toBe(0);
  });

  test('leaves to a template what is not given, which is read first and said', async () => {
    const told = {
      id: 3,
      hash_id: 'f00',
      name: 'sweep',
      image: 'acme/sweep',
      tag: '3',
      runtype: 'ssh',
      ssh_direct: true,
    };
    const more = { env: '-e MODE=fast -e HF_TOKEN=x -p 80:80', onstart: 'echo', recommended_disk_space: 40 };
    const template = json(200, { success: true, templates: [{ ...told, ...more }] });
    await using server = await startScriptedServer(template, offers(OFFER), instances(), created(77));
    const given = ['--template', 'f00', '--label', 'train', '--env', 'HF_TOKEN'];
    const { code, errors } = await rent(server, ['5', ...given, '--yes']);
    expect(code).toBe(0);
    expect(errors).toContain(
      'The template sweep fills in the image acme/sweep:3, run as ssh_direct, its on-start script, MODE, -p 80:80.',
    );
    expect(JSON.parse(creationsOf(server)[0]?.body ?? '')).toEqual({
      ...{ template_hash_id: 'f00', disk: 40, label: 'train', env: { HF_TOKEN: TOKEN } },
    });
  });

  test('a template of which parts are given stands for the others', async () => {
    const template = json(200, {
      success: true,
      templates: [{ hash_id: 'f00', name: 'a', image: 'c', runtype: 'ssh' }],
    });
    await using server = await startScriptedServer(template, offers(OFFER));
    const { out } = await rent(server, ['5', ...PLAN, '--template', 'f00', '--dry-run']);
    expect(JSON.parse(out).body).toEqual({
      ...{ template_hash_id: 'f00', image: 'ubuntu:24.04', disk: 40, label: 'train' },
    });
  });

  test.each([
    ['--dry-run', []],
    ['--yes', [instances(), created(77)]],
  ])('is told that the offer ends soon, and what it costs until then, with %s', async (way, replies) => {
    await using server = await startScriptedServer(offers({ ...OFFER, duration: 36_000 }), ...replies);
    const { code, errors } = await rent(server, ['5', ...PLAN, way]);
    expect(code).toBe(0);
    expect(errors).toContain('$0.5040/h, until it ends, in 10 h: $5.04; stopped $0.0040/h until it is destroyed\n');
    expect(errors).toContain('gpudeck rent: ! offer 5 ends in 10 h.\n');
  });

  test('sees with a dry run the exact calls, and nothing is created', async () => {
    await using server = await startScriptedServer(
      offers({ ...OFFER, expected_reliability: 0.99, search: { slaPremiumPerHour: 0.01 } }),
    );
    const { code, out } = await rent(server, ['5', ...PLAN, '--sla', '98%', '--dry-run']);
    expect(code).toBe(0);
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      {
        method: 'POST',
        path: '/api/v0/asks/5/',
        body: { image: 'ubuntu:24.04', disk: 40, label: 'train', runtype: 'ssh', target_reliability: 0.98 },
      },
      { method: 'PUT', path: '/api/v0/asks/5/', body: { target_reliability: 0.98 } },
    ]);
    expect(sentTo(server)).toEqual([SEARCH]);
  });

  test.each([
    ['200 /data', { create_new: true, volume_id: 9100, size: 200, mount_path: '/data' }],
    ['0.5TB /data', { create_new: true, volume_id: 9100, size: 500, mount_path: '/data' }],
    ['#12 /data', { volume_id: 12, mount_path: '/data' }],
  ])('attaches the volume that --volume %j names', async (text, volume_info) => {
    await using server = await startScriptedServer(offers(OFFER));
    const { out } = await rent(server, ['5', ...PLAN, '--volume', text, '--dry-run']);
    expect(JSON.parse(out).body).toMatchObject({ volume_info });
  });

  test('without a label gives it one of its own', async () => {
    await using server = await startScriptedServer(offers(OFFER));
    const { out } = await rent(server, ['5', '--image', 'a', '--disk', '40', '--dry-run']);
    expect(JSON.parse(out).body.label).toMatch(/^gpudeck-[a-z]{6}$/);
  });

  test.each([
    ['for more than --max', ['--max', '0.5'], 1, 'costs $0.5040/h now'],
    ['with a bid above the price on demand', ['--bid', '0.6'], 2, 'above the price on demand'],
    ['with more disk than there is', ['--disk', '501'], 2, '500 GB of disk at most'],
  ])('does not rent it %s', async (_, more, expectedCode, words) => {
    await using server = await startScriptedServer(offers(OFFER));
    const { code, out, errors } = await rent(server, ['5', ...PLAN, ...more, '--yes']);
    expect({ code, out }).toEqual({ code: expectedCode, out: '' });
    expect(errors).toContain(words);
    expect(sentTo(server)).toEqual([SEARCH]);
  });

  test.each([
    ['nothing at all', [], 'name an offer'],
    ['an offer and --cheapest', ['5', '--cheapest', 'num_gpus=1', '--max', '1'], 'not both'],
    ['--cheapest without --max', ['--cheapest', 'num_gpus=1'], '--cheapest needs --max'],
    ['a word', ['--cheapest', '4090 num_gpus=1', '--max', '1'], 'write gpu_name=RTX_4090, or put it in quotes'],
    ['a filter that is none', ['--cheapest', 'num_gpus=x', '--max', '1'], 'problem in the filter'],
    ['a label of two lines', ['5', '--label', 'a\nb'], 'one line'],
    ['a disk that is too small', ['5', '--disk', '7'], '8 GB or more'],
    ['a value where everybody can read it', ['5', '--env', `HF=${TOKEN}`], 'list of processes'],
    ['a variable that is not set', ['5', '--env', 'NOT_THERE'], 'NOT_THERE is not set'],
    ["gpudeck's own key", ['5', '--env', 'GPUDECK_API_KEY'], 'is not sent'],
    ['a volume that is none', ['5', '--volume', '/data'], '200 /data'],
    ['a volume without a path', ['5', '--volume', '200 data'], 'absolute path'],
    ['a script that is not there', ['5', '--onstart', '/nonexistent/s.sh'], '/nonexistent/s.sh'],
    ['a preset that is not there', ['5', '--preset', 'nope'], 'no preset "nope"'],
    ['a length without --wait', ['5', '--timeout', '10m'], 'add --wait'],
    ['nobody to ask', ['5'], 'Add --yes to rent'],
  ])('is told what is wrong with %s, and nothing is asked', async (_, args, words) => {
    await using server = await startScriptedServer();
    const asks = words.startsWith('Add') ? [] : ['--yes'];
    const { code, errors } = await rent(server, [...PLAN, ...args, ...asks]);
    expect(errors).toContain(words);
    expect(errors).not.toContain(TOKEN);
    expect({ code, sent: sentTo(server) }).toEqual({ code: 2, sent: [] });
  });

  describe('at a service that creates with PUT alone', () => {
    const rentWithPut = async (answer: ScriptedReply, ...args: readonly string[]) => {
      const covered = { ...OFFER, expected_reliability: 0.99, search: { slaPremiumPerHour: 0 } };
      const lists = Array.from({ length: 9 }, () => instances());
      const server = await startScriptedServer(offers(covered), instances(), answer, ...lists);
      const folder = temporaryFolder();
      const profiles = { profiles: { there: { base_url: server.url, key_file: 'there.key', rent_with: 'PUT' } } };
      writeFileSync(join(folder, 'profiles.json'), JSON.stringify(profiles), { mode: 0o600 });
      writeFileSync(join(folder, 'there.key'), 'key-0123456789', { mode: 0o600 });
      const told = await gpudeck(['rent', '5', ...PLAN, ...args, '--profile', 'there', '--config', folder], {
        environment: {},
        clock: impatientClock(Date.UTC(2026, 10, 22), TIME_LIMITS_MS),
      });
      await server[Symbol.asyncDispose]();
      return { ...told, creations: sentTo(server).filter((call) => call.includes('/asks/')) };
    };

    test('sends one PUT, which carries the cover, and no call for it', async () => {
      const { code, out, errors, creations } = await rentWithPut(created(77), '--sla', '98%', '--yes');
      expect({ code, out, creations }).toEqual({ code: 0, out: '77\n', creations: ['PUT /api/v0/asks/5/'] });
      expect(errors).toContain('The creation asked for its SLA cover');
      expect(errors).not.toContain('was not sent');
    });

    test('takes a yes that names no instance for an outcome that nobody knows', async () => {
      const { code, out, creations } = await rentWithPut(json(200, { success: true }), '--yes');
      expect({ code, out, creations }).toEqual({ code: 6, out: '', creations: ['PUT /api/v0/asks/5/'] });
    });

    test('shows it in the dry run', async () => {
      const { out, creations } = await rentWithPut(created(77), '--dry-run');
      expect(JSON.parse(out)).toMatchObject({ method: 'PUT', path: '/api/v0/asks/5/' });
      expect(creations).toEqual([]);
    });
  });

  describe('at a service that refuses to create with POST', () => {
    const no = (status: number, headers = {}) =>
      json(status, { success: false, error: 'method_not_allowed', msg: 'no POST here' }, headers);
    const BOTH = [SEARCH, LIST, CREATE, SEARCH, LIST, 'PUT /api/v0/asks/5/'];

    test.each([405, 501])('(%i) rents with PUT as a rental of its own, and the next time at once', async (status) => {
      const folder = temporaryFolder();
      await using server = await startScriptedServer(offers(OFFER), instances(), no(status));
      server.script(offers(OFFER), instances(rented(3)), created(77), offers(OFFER), instances(), created(78));
      const first = await rent(server, ['5', ...PLAN, '--yes'], folder);
      expect({ code: first.code, out: first.out, sent: sentTo(server) }).toEqual({ code: 0, out: '77\n', sent: BOTH });
      expect(first.errors).toContain('what follows is a rental of its own, with PUT');
      const dry = await rent(server, ['5', ...PLAN, '--dry-run'], folder);
      expect(JSON.parse(dry.out)).toMatchObject({ method: 'PUT' });
    });

    test('forgets it once PUT is refused the same way', async () => {
      const folder = temporaryFolder();
      await using server = await startScriptedServer(offers(OFFER), instances(), no(405));
      server.script(offers(OFFER), instances(), created(77));
      await rent(server, ['5', ...PLAN, '--yes'], folder);
      server.script(offers(OFFER), instances(rented(77)), no(405), offers(OFFER));
      const { code } = await rent(server, ['5', ...PLAN, '--label', 'other', '--yes', '--again'], folder);
      const asks = sentTo(server).filter((call) => call.includes('/asks/'));
      expect({ code, asks }).toEqual({ code: 1, asks: [CREATE, 'PUT /api/v0/asks/5/', 'PUT /api/v0/asks/5/'] });
      const dry = await rent(server, ['5', ...PLAN, '--label', 'other', '--dry-run'], folder);
      expect(JSON.parse(dry.out)).toMatchObject({ method: 'POST' });
    });

    test('does not remember it where PUT brings no instance either', async () => {
      const folder = temporaryFolder();
      await using server = await startScriptedServer(offers(OFFER), instances(), no(405), offers(OFFER), instances());
      server.script(no(405), offers(OFFER));
      const { code } = await rent(server, ['5', ...PLAN, '--yes'], folder);
      expect({ code, sent: sentTo(server) }).toEqual({ code: 1, sent: BOTH });
      expect((await rent(server, ['5', ...PLAN, '--dry-run'], folder)).out).toContain('"POST"');
    });

    test('asks for the price of the second one anew', async () => {
      await using server = await startScriptedServer(offers(OFFER), offers(OFFER), instances(), no(405));
      server.script(offers({ ...OFFER, dph_total: 0.604 }));
      const questions: string[] = [];
      const answers = ['0.504', 'no'];
      const ask = async (question: string) => {
        questions.push(question);
        return answers.shift() ?? '';
      };
      const { code, out } = await rent(server, ['5', ...PLAN], undefined, { ask });
      expect({ code, out, sent: sentTo(server).filter((call) => call.includes('/asks/')) }).toEqual({
        code: 2,
        out: '',
        sent: [CREATE],
      });
      expect(questions.map((question) => /[\d.]{6}/.exec(question)?.[0])).toEqual(['0.5040', '0.6040']);
    });

    test.each([
      ['by a page of a proxy', raw(405, 'text/html', '<h1>Not Allowed</h1>'), 6],
      ['with another no', json(404, { success: false, error: 'no_such_ask', msg: 'no' }), 1],
    ])('%s: nothing else is sent', async (_, answer, expected) => {
      await using server = await startScriptedServer(offers(OFFER), instances(), answer);
      for (let looks = 0; looks < 9; looks++) server.script(instances());
      const { code } = await rent(server, ['5', ...PLAN, '--yes']);
      expect(code).toBe(expected);
      expect(sentTo(server).filter((call) => call.startsWith('PUT'))).toEqual([]);
    });
  });

  test('a cut list in which it is missing does not say that it is gone', async () => {
    const coming = rented(77, { actual_status: 'loading' });
    const cut = json(200, { success: true, instances: [], truncated: true });
    const runs = instances(rented(77, { actual_status: 'running' }));
    await using server = await startScriptedServer(
      offers(OFFER),
      instances(),
      created(77),
      instances(coming),
      cut,
      runs,
    );
    expect((await rent(server, ['5', ...PLAN, '--yes', '--wait'])).code).toBe(0);
  });

  test('rents no new volume where the offer has none', async () => {
    await using server = await startScriptedServer(offers({ ...OFFER, avail_vol_ask_id: null }));
    const { code, errors } = await rent(server, ['5', ...PLAN, '--volume', '200 /data', '--yes']);
    expect(code).toBe(2);
    expect(errors).toContain('This offer has no volume to rent');
    expect(creationsOf(server)).toEqual([]);
  });

  test('is refused with --read-only', async () => {
    await using server = await startScriptedServer();
    const { code, errors } = await rent(server, ['5', ...PLAN, '--yes', '--read-only']);
    expect({ code, sent: sentTo(server) }).toEqual({ code: 2, sent: [] });
    expect(errors).toContain('--read-only');
  });

  test.each([
    ['the offer is gone', 410, 'no_such_ask', 1, 'search again'],
    ['a price out of range', 400, 'invalid_price', 1, 'rent it on demand'],
    ['a bad argument', 400, 'invalid_args', 1, 'Fix what the message names'],
    ['no SSH key for a virtual machine', 400, 'no_ssh_key_for_vm', 1, 'Add an SSH key'],
    ['a key without the flag', 403, 'permission_denied', 1, 'manage_instances'],
    ['no such template', 404, 'not_found', 1, 'Fix what the message names'],
    ['a rejected key', 401, 'auth_error', 3, 'valid API key'],
  ])('is told of a refusal: %s', async (_, status, error, expectedCode, words) => {
    await using server = await startScriptedServer(
      offers(OFFER),
      instances(),
      json(status, { success: false, error, msg: 'what the service says' }),
    );
    const { code, out, errors } = await rent(server, ['5', ...PLAN, '--yes']);
    expect({ code, out }).toEqual({ code: expectedCode, out: '' });
    expect(errors).toContain(words);
    expect(creationsOf(server)).toHaveLength(1);
  });

  test.each([
    ['names no price', { dph_total: null }],
    ['names one below zero', { dph_total: -1 }],
  ])('rents nothing with --yes where the service %s', async (_, change) => {
    await using server = await startScriptedServer(offers({ ...OFFER, ...change }));
    const { code, errors } = await rent(server, ['5', ...PLAN, '--yes']);
    expect(code).toBe(1);
    expect(errors).toContain('does not name all parts of its price, or one below zero. Nothing was sent.');
    expect(creationsOf(server)).toEqual([]);
  });

  test('is told of a call that came too soon', async () => {
    const tooSoon = json(429, { detail: 'API requests too frequent endpoint threshold=4.5' });
    await using server = await startScriptedServer(offers(OFFER), instances(), tooSoon);
    const { code, out, errors } = await rent(server, ['5', ...PLAN, '--yes']);
    expect({ code, out }).toEqual({ code: 4, out: '' });
    expect(errors).toContain('Wait');
    expect(creationsOf(server)).toHaveLength(1);
  });

  test.each([
    [{ success: false, new_contract: 78 }],
    [{ success: false, new_contract: '78', msg: 'created, but it could not be started', instance_api_key: 'f00d' }],
  ])('gets the id of what was created stopped: %j', async (answer) => {
    for (const [args, expected] of [
      [[], 0],
      [['--wait'], 1],
    ] as const) {
      await using server = await startScriptedServer(offers(OFFER), instances(), json(200, answer));
      const { code, out, errors } = await rent(server, ['5', ...PLAN, '--yes', ...args]);
      expect({ code, out }).toEqual({ code: expected, out: '78\n' });
      expect(errors).toContain('created stopped');
      expect(errors).not.toContain('refused');
      expect(creationsOf(server)).toHaveLength(1);
      expect(server.requests).toHaveLength(3);
    }
  });

  test.each([
    ['a key and no id', { success: false, error: 'oops', msg: 'x', instance_api_key: 'f00d' }],
    ['an id that cannot be read', { success: false, error: 'oops', msg: 'x', new_contract: 'abc' }],
    ['no reason', { success: false }],
    ['a no that is none', { error: 'oops', msg: 'x' }],
  ])('looks for the instance where the answer has %s', async (_, answer) => {
    const lists = Array.from({ length: 8 }, () => instances());
    await using server = await startScriptedServer(offers(OFFER), instances(), json(200, answer), ...lists);
    const { code, out, errors } = await rent(server, ['5', ...PLAN, '--yes']);
    expect({ code, out }).toEqual({ code: 6, out: '' });
    expect(errors).not.toContain('f00d');
    expect(creationsOf(server)).toHaveLength(1);
  });
});

test('an id that cannot be written is on stderr, and the code says not to rent again', async () => {
  await using server = await startScriptedServer(offers(OFFER), instances(), created(77));
  const stdout = new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })),
  });
  const { code, errors } = await rent(server, ['5', ...PLAN, '--yes'], undefined, { stdout });
  expect(code).toBe(6);
  expect(errors).toContain('rented as instance 77');
  expect(errors).toContain('It is rented all the same.');
});

describe('somebody at a terminal', () => {
  const asked = async (answer: string) => {
    await using server = await startScriptedServer(offers(OFFER), offers(OFFER), instances(), created(77));
    const questions: string[] = [];
    const ask = async (question: string) => {
      questions.push(question);
      return answer;
    };
    const { code, out, errors } = await rent(server, ['5', ...PLAN], undefined, { ask });
    return { code, out, errors, questions, sent: creationsOf(server).length };
  };

  test('types the price to rent, after seeing what will be sent', async () => {
    const { code, out, questions, sent, errors } = await asked('0.504');
    expect({ code, out, sent }).toEqual({ code: 0, out: '77\n', sent: 1 });
    expect(questions).toEqual(['Type the price per hour, 0.5040, to rent it: ']);
    expect(errors).toContain('send {"method":"POST"');
  });

  test.each(['', 'yes', '5', '0.50'])('rents nothing with %j', async (answer) => {
    const { code, sent, errors } = await asked(answer);
    expect({ code, sent }).toEqual({ code: 2, sent: 0 });
    expect(errors).toContain('type the price per hour, 0.5040');
  });
});

describe('an outcome that is unknown', () => {
  const LOST = [offers(OFFER), instances(), hangUp, ...Array(7).fill(instances())];

  test('ends with 6, and offer and label are refused with 6 until --again', async () => {
    await using server = await startScriptedServer(...LOST);
    const folder = temporaryFolder();
    const first = await rent(server, ['5', ...PLAN, '--yes'], folder);
    expect({ code: first.code, out: first.out }).toEqual({ code: 6, out: '' });
    expect(first.errors).toContain('does not mean that it was not rented');
    server.script(instances(rented(9, { machine_id: 1 })), instances(rented(9)));
    const label = await rent(server, ['6', ...PLAN, '--yes'], folder);
    const offer = await rent(server, ['5', ...PLAN, '--label', 'other', '--yes'], folder);
    expect([label.code, offer.code, creationsOf(server).length]).toEqual([6, 6, 1]);
    expect(label.errors).not.toContain('most likely');
    expect(offer.errors).toContain('instance 9 is new on that machine with that label: that is it, most likely.');
    expect(offer.errors).toContain('--again rents all the same');
    server.script(offers(OFFER), instances(), created(78));
    const again = await rent(server, ['5', ...PLAN, '--yes', '--again'], folder);
    expect({ code: again.code, out: again.out }).toEqual({ code: 0, out: '78\n' });
    expect(creationsOf(server)).toHaveLength(2);
  });

  test('is none when the instance is in the list: its id is printed', async () => {
    await using server = await startScriptedServer(
      offers(OFFER),
      instances(rented(1)),
      hangUp,
      instances(rented(1), rented(9)),
    );
    const { code, out, errors } = await rent(server, ['5', ...PLAN, '--yes']);
    expect({ code, out }).toEqual({ code: 0, out: '9\n' });
    expect(errors).toContain('the answer was lost; instance 9');
  });

  test.each([
    [
      'a second instance is told, with 6',
      instances(UNCOVERED),
      { success: false, new_contract: 8 },
      6,
      'a second instance, 8',
    ],
    [
      'an answer that names the instance itself is no second one',
      instances(UNCOVERED),
      { success: true, new_contract: 7 },
      0,
      'rented as instance 7',
    ],
    [
      'an id that cannot be read tells of a second one, which nobody knows',
      instances(UNCOVERED),
      { success: true, new_contract: 'x9' },
      6,
      'was not confirmed',
    ],
    [
      'a key of an instance does so too',
      instances(UNCOVERED),
      { success: true, instance_api_key: 'k-1234567890' },
      6,
      'was not confirmed',
    ],
    [
      'a record with a premium needs no call',
      instances(rented(7, { instance: { slaPremiumPerHour: 0.01 } })),
      null,
      0,
      '',
    ],
    ['a record that does not say it sends nothing', instances(rented(7)), null, 0, 'was not sent'],
    ['a list that does not come sends nothing', json(500, {}), null, 0, 'was not sent'],
  ])('for the cover: %s', async (_, list, answer, expected, words) => {
    const covered = { ...OFFER, expected_reliability: 0.99, search: { slaPremiumPerHour: 0 } };
    await using server = await startScriptedServer(
      offers(covered),
      instances(),
      created(7),
      list,
      json(200, answer ?? {}),
    );
    const { code, out, errors } = await rent(server, ['5', ...PLAN, '--sla', '98%', '--yes']);
    expect({ code, out }).toEqual({ code: expected, out: '7\n' });
    expect(errors).toContain(words);
    expect(sentTo(server).filter((call) => call.startsWith('PUT'))).toHaveLength(answer === null ? 0 : 1);
  });

  test('cover together with a bid is refused before anything is sent', async () => {
    await using server = await startScriptedServer();
    const { code, errors } = await rent(server, ['5', ...PLAN, '--bid', '0.4', '--sla', '98%', '--yes']);
    expect(code).toBe(2);
    expect(errors).toContain('What is bid for has no SLA cover');
    expect(server.requests).toEqual([]);
  });

  test('of the cover alone ends with 6 and the id of the instance', async () => {
    const covered = { ...OFFER, expected_reliability: 0.99, search: { slaPremiumPerHour: 0 } };
    await using server = await startScriptedServer(
      offers(covered),
      instances(),
      created(7),
      instances(UNCOVERED),
      hangUp,
    );
    const { code, out, errors } = await rent(server, ['5', ...PLAN, '--sla', '98%', '--yes']);
    expect({ code, out }).toEqual({ code: 6, out: '7\n' });
    expect(errors).toContain('its SLA cover was not confirmed');
  });
});

describe("other people's tokens", () => {
  test('are sent, and stand in nothing that is printed or kept', async () => {
    const folder = temporaryFolder();
    const script = join(folder, 'start.sh');
    writeFileSync(script, `export WANDB=${TOKEN}-in-script\n`);
    const presets = {
      presets: { train: { image: 'ubuntu:24.04', disk: 40, env: { FROM: { from_env: 'HF_TOKEN' } } } },
    };
    writeFileSync(join(folder, 'presets.json'), JSON.stringify(presets), { mode: 0o600 });
    const no = json(400, { success: false, error: 'invalid_args', msg: `env: HF_TOKEN=${TOKEN} is odd` });
    await using server = await startScriptedServer(offers(OFFER), offers(OFFER), instances(), no);
    const args = ['5', '--preset', 'train', '--env', 'HF_TOKEN', '--env', '-p 8080:8080', '--onstart', script];
    const dry = await rent(server, [...args, '--dry-run'], folder);
    expect(JSON.parse(dry.out).body).toMatchObject({
      env: { FROM: '[redacted]', HF_TOKEN: '[redacted]', '-p 8080:8080': '1' },
      onstart: '[redacted]',
    });
    const { code, out, errors } = await rent(server, [...args, '--yes'], folder);
    expect(code).toBe(1);
    expect(JSON.parse(creationsOf(server)[0]?.body ?? '')).toMatchObject({
      env: { FROM: TOKEN, HF_TOKEN: TOKEN, '-p 8080:8080': '1' },
      onstart: `export WANDB=${TOKEN}-in-script\n`,
    });
    const kept = ['', '-wal'].map((end) => {
      try {
        return readFileSync(join(folder, 'state', `journal.db${end}`), 'latin1');
      } catch {
        return '';
      }
    });
    expect([dry.out, dry.errors, out, errors, ...kept].join('\n')).not.toContain('Qx7hJ2mV9token');
  });
});

describe('the cheapest that fits', () => {
  const CHEAPEST = ['--cheapest', 'num_gpus=2', '--max', '0.6', ...PLAN, '--yes'];
  const at = (id: number, dph: number) => ({ ...OFFER, id, dph_total: dph });
  /** What one try asks before it sends. */
  const asking = (id: number, dph: number): readonly ScriptedReply[] => [offers(at(id, dph)), instances()];

  test('is the one of the lowest price, asked for again just before', async () => {
    await using server = await startScriptedServer(
      offers(at(8, 0.55), at(9, 0.52), at(10, 0.7)),
      ...asking(9, 0.52),
      created(77),
    );
    const { code, out } = await rent(server, CHEAPEST);
    expect({ code, out }).toEqual({ code: 0, out: '77\n' });
    expect(sentTo(server)).toEqual([SEARCH, SEARCH, LIST, 'POST /api/v0/asks/9/']);
    expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({
      num_gpus: { eq: 2 },
      order: [['dph_total', 'asc']],
      allocated_storage: 40,
    });
  });

  test('is the next one when the first is gone, has become dearer, or is refused with 410', async () => {
    await using server = await startScriptedServer(
      offers(at(6, 0.51), at(7, 0.52), at(8, 0.53), at(9, 0.54)),
      offers(),
      offers(at(7, 0.61)),
      ...asking(8, 0.53),
      GONE,
      ...asking(9, 0.54),
      created(77),
    );
    const { code, out } = await rent(server, CHEAPEST);
    expect({ code, out }).toEqual({ code: 0, out: '77\n' });
    expect(creationsOf(server).map(({ path }) => path)).toEqual(['/api/v0/asks/8/', '/api/v0/asks/9/']);
  });

  test.each([
    [{ success: false, error: 'no_such_ask', msg: 'offer 8' }],
    [{ success: false, error: 'invalid_args', msg: 'no_such_ask 8' }],
  ])('is the next one when the first is refused with 404 %j', async (body) => {
    const found = [offers(at(8, 0.53), at(9, 0.54)), ...asking(8, 0.53), json(404, body), ...asking(9, 0.54)];
    await using server = await startScriptedServer(...found, created(77));
    expect((await rent(server, CHEAPEST)).out).toBe('77\n');
  });

  test('is given up after five', async () => {
    const ids = [1, 2, 3, 4, 5, 6, 7];
    await using server = await startScriptedServer(
      offers(...ids.map((id) => at(id, 0.5 + id / 100))),
      ...ids.flatMap((id) => [...asking(id, 0.5 + id / 100), GONE]),
    );
    const { code, out } = await rent(server, CHEAPEST);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(creationsOf(server)).toHaveLength(5);
  });

  test('is not looked for any further once an answer was lost', async () => {
    await using server = await startScriptedServer(
      offers(at(8, 0.53), at(9, 0.54)),
      ...asking(8, 0.53),
      hangUp,
      ...Array(7).fill(instances()),
    );
    expect((await rent(server, CHEAPEST)).code).toBe(6);
    expect(creationsOf(server)).toHaveLength(1);
  });

  test('is none, with the price that would be needed', async () => {
    await using server = await startScriptedServer(offers(at(8, 0.7), at(9, 0.65)), offers());
    const dear = await rent(server, CHEAPEST);
    expect({ code: dear.code, out: dear.out }).toEqual({ code: 1, out: '' });
    expect(dear.errors).toContain('nothing fits for $0.6000/h: the cheapest that does costs $0.6500/h');
    const none = await rent(server, CHEAPEST);
    expect(none.code).toBe(1);
    expect(none.errors).toContain('no offer fits');
    expect(creationsOf(server)).toEqual([]);
  });

  test('is, for a bid, one that takes it', async () => {
    await using server = await startScriptedServer(
      offers({ ...at(8, 0.5), min_bid: 0.45 }, at(9, 0.55)),
      ...asking(9, 0.55),
      created(77),
    );
    const { code } = await rent(server, [...CHEAPEST, '--bid', '0.4']);
    expect(code).toBe(0);
    expect(creationsOf(server).map(({ path, body }) => [path, JSON.parse(body).price])).toEqual([
      ['/api/v0/asks/9/', 0.4],
    ]);
  });
});

describe('waiting until it runs', () => {
  const waiting = async (...lists: readonly ScriptedReply[]) => {
    await using server = await startScriptedServer(offers(OFFER), instances(), created(7), ...lists);
    const { code, out, errors } = await rent(server, ['5', ...PLAN, '--yes', '--wait', '--timeout', '20s']);
    return {
      code,
      out,
      said: errors
        .split('\n')
        .filter((line) => line.includes('instance 7: '))
        .map((line) => line.replace(/.*: /, '')),
    };
  };
  const as = (status: string | null) => instances(rented(7, { actual_status: status }));

  test('ends with 0 once it runs', async () => {
    expect(await waiting(instances(), as(null), as('loading'), json(503, {}), as('running'))).toEqual({
      code: 0,
      out: '7\n',
      said: ['provisioning', 'loading', 'running'],
    });
  });

  test.each(['exited', 'unknown', 'offline'])('ends with 1 when it is %s', async (status) => {
    expect(await waiting(as('loading'), as(status))).toMatchObject({ code: 1, out: '7\n' });
  });

  test('ends with 1 when it is no longer there', async () => {
    expect(await waiting(as('loading'), instances())).toMatchObject({ code: 1, out: '7\n' });
  });

  test('ends with 7 when the time has passed', async () => {
    expect(await waiting(...Array(9).fill(as('loading')))).toEqual({ code: 7, out: '7\n', said: ['loading'] });
  });
});
