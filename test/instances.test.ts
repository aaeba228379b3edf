/** Instances as the service tells of them (docs/interface.md, Instances): pages, older services, states, and how one is reached. */
import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CALLS } from '../src/api/calls.ts';
import type { Exchange } from '../src/api/http/exchange.ts';
import {
  addressWords,
  isUnderway,
  presentRate,
  pressingOf,
  sshAddress,
  standingOf,
  statusAdvice,
  statusOf,
  statusWords,
} from '../src/catalogue/instance-columns.ts';
import { INSTANCE_FIELDS } from '../src/catalogue/instance-fields.ts';
import { sectionsOf } from '../src/catalogue/sections.ts';
import { anewPlan, startedWith } from '../src/instances/anew.ts';
import { clientFor, failureOf } from './support/api-client.ts';
import { json, startScriptedServer } from './support/scripted-server.ts';

const page = (ids: readonly number[], nextToken?: string) =>
  json(200, { success: true, instances: ids.map((id) => ({ id })), ...(nextToken && { next_token: nextToken }) });
const MISSING = [404, 405, 410, 501].map((status) => json(status, { success: false, error: 'no', msg: 'no' }));

const idsOf = async (url: string) => (await clientFor(url).list(CALLS.instances)).records.map(({ id }) => id);

test.each([
  ['runs', { actual_status: 'running' }, 0.5],
  ['reboots', { actual_status: 'rebooting' }, 0.5],
  ['is stopped', { actual_status: 'stopped' }, 0.01],
  ['has exited', { actual_status: 'exited' }, 0.01],
  ['is offline', { actual_status: 'offline' }, 0],
  ['is offline with SLA cover', { actual_status: 'offline', search: { slaPremiumPerHour: 0.1, totalHour: 0.6 } }, 0.6],
  ['is offline, and told of by the service itself', { actual_status: 'offline', instance: { totalHour: 0.02 } }, 0.02],
  ['loads', { actual_status: 'loading' }, 0.01],
  ['is in a state that nobody has published', { actual_status: 'thinking' }, undefined],
  ['is told of by the service itself', { actual_status: 'thinking', instance: { totalHour: 0.02 } }, 0.02],
  ['is stopped, and its disk costs more then', { actual_status: 'stopped', search: { diskHour: 0.03 } }, 0.03],
  ['is stopped, and has no price of its disk', { actual_status: 'stopped', storage_total_cost: null }, undefined],
])('an instance that %s costs what it costs now', (_, more, rate) => {
  expect(presentRate({ dph_total: 0.5, storage_total_cost: 0.01, ...more })).toBe(rate);
});

describe('a list that comes in pages', () => {
  test('is read to its end, each page by the token of the one before', async () => {
    await using server = await startScriptedServer(page([1, 2], 'a/b&c'), page([3], 'last'), page([4]));
    expect(await idsOf(server.url)).toEqual([1, 2, 3, 4]);
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/api/v1/instances/?limit=25',
      '/api/v1/instances/?limit=25&after_token=a%2Fb%26c',
      '/api/v1/instances/?limit=25&after_token=last',
    ]);
  });

  test('has a record once that moved to another page meanwhile, as it was read last', async () => {
    const moved = json(200, { instances: [{ id: 2, label: 'newer' }, { id: 3 }] });
    await using server = await startScriptedServer(page([1, 2], 't'), moved);
    const { records, texts } = await clientFor(server.url).list(CALLS.instances);
    expect(records).toEqual([{ id: 1 }, { id: 2, label: 'newer' }, { id: 3 }]);
    expect(texts[1]).toContain('newer');
  });

  test('keeps records without an id, however many', async () => {
    await using server = await startScriptedServer(json(200, { instances: [{ label: 'a' }, { label: 'b' }] }));
    expect((await clientFor(server.url).list(CALLS.instances)).records).toHaveLength(2);
  });

  test.each([
    ['whose token comes again', [page([1], 'x'), page([2], 'x')], [1, 2]],
    ['with a page that holds nothing but a token', [page([1], 'x'), page([], 'y')], [1]],
  ])('is known as cut when it never ends: one %s', async (_, pages, ids) => {
    await using server = await startScriptedServer(...pages);
    const { records, isTruncated } = await clientFor(server.url).list(CALLS.instances);
    expect(records.map(({ id }) => id)).toEqual(ids);
    expect(isTruncated).toBe(true);
  });

  test('is known as cut after two hundred pages without a new record', async () => {
    const endless = Array.from({ length: 300 }, (_, place) => page([1], `t${place}`));
    await using server = await startScriptedServer(...endless);
    expect((await clientFor(server.url).list(CALLS.instances)).isTruncated).toBe(true);
    expect(server.requests).toHaveLength(201);
  });

  test('tells of each page but the last, with what has come and how many there are', async () => {
    const first = json(200, { success: true, instances: [{ id: 1 }, { id: 2 }], total_instances: 3, next_token: 't' });
    await using server = await startScriptedServer(first, page([3]));
    const told: unknown[] = [];
    await clientFor(server.url).list(CALLS.instances, {
      onPage: ({ records }, total) => told.push([records.map(({ id }) => id), total]),
    });
    expect(told).toEqual([[[1, 2], 3]]);
  });

  test('is known as cut when it names a page behind it that no call brings', async () => {
    await using server = await startScriptedServer(json(200, { volumes: [{ id: 1 }], next_token: 'more' }));
    expect((await clientFor(server.url).list(CALLS.volumes)).isTruncated).toBe(true);
  });

  test('is a line of the ledger for each page', async () => {
    await using server = await startScriptedServer(page([1], 't'), page([2]));
    const paths: string[] = [];
    const onExchange = ({ path }: Exchange) => void paths.push(path);
    await clientFor(server.url, { onExchange }).list(CALLS.instances);
    expect(paths).toEqual(['/api/v1/instances/?limit=25', '/api/v1/instances/?limit=25&after_token=t']);
  });
});

describe('a service that lists instances as before', () => {
  test.each([0, 1, 2, 3])('is asked so, and from then on at once (status %#)', async (place) => {
    const missing = MISSING[place] ?? page([]);
    await using server = await startScriptedServer(missing, page([1, 2]), page([3]));
    const client = clientFor(server.url);
    expect((await client.list(CALLS.instances)).records).toEqual([{ id: 1 }, { id: 2 }]);
    expect((await client.list(CALLS.instances)).records).toEqual([{ id: 3 }]);
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/api/v1/instances/?limit=25',
      '/api/v0/instances/?owner=me',
      '/api/v0/instances/?owner=me',
    ]);
  });

  test('is not taken for one where the key is refused, or the service fails', async () => {
    for (const status of [401, 403, 500]) {
      await using server = await startScriptedServer(json(status, { success: false, error: 'no', msg: 'no' }));
      expect((await failureOf(clientFor(server.url).list(CALLS.instances))).status).toBe(status);
      expect(server.requests).toHaveLength(1);
    }
  });

  test('may have neither call: that is the failure of the older one', async () => {
    const [first, second] = MISSING;
    if (first === undefined || second === undefined) throw new Error('two answers');
    await using server = await startScriptedServer(first, second);
    expect(await failureOf(clientFor(server.url).list(CALLS.instances))).toMatchObject({
      endpoint: 'instancesAtOnce',
      status: 405,
    });
  });
});

describe('what an instance is doing', () => {
  test.each([
    [{ actual_status: null }, '~ provisioning', true],
    [{ actual_status: 'loading', intended_status: 'running' }, '~ loading', true],
    [{ actual_status: 'running', intended_status: 'running' }, '+ running', false],
    [{ actual_status: 'running', intended_status: 'stopped' }, '+ running', true],
    [{ actual_status: 'stopped', intended_status: 'stopped' }, '- stopped', false],
    [{ actual_status: 'stopped', intended_status: 'running' }, '- stopped', true],
    [{ actual_status: 'exited', intended_status: 'running' }, '! exited', false],
    [{ actual_status: 'exited', intended_status: 'stopped', is_bid: true }, '! outbid', false],
    [{ actual_status: 'exited', intended_status: 'stopped', is_bid: false }, '! exited', false],
    [{ actual_status: 'offline' }, '! offline', false],
    [{ actual_status: 'hibernating' }, '? hibernating', false],
    [{ actual_status: 'constructor' }, '? constructor', false],
    [{ actual_status: undefined }, '? ?', false],
    [{}, '? ?', false],
  ])('%o is %s, on its way: %s', (record, words, underway) => {
    expect(statusWords(statusOf(record))).toBe(words);
    expect(isUnderway(record)).toBe(underway);
  });

  test('what is wrong is the most pressing, then what is on its way, what runs, what rests', () => {
    const idle = { actual_status: 'running', gpu_util: 4.9 };
    const records = ['stopped', 'running', 'loading', 'offline'].map((status) => ({ actual_status: status }));
    expect([...records, idle].toSorted((a, b) => pressingOf(a) - pressingOf(b))).toEqual([
      ...records.slice(3),
      idle,
      ...records.slice(0, 3).reverse(),
    ]);
    expect(pressingOf({ actual_status: 'hibernating' })).toBeLessThan(pressingOf(idle));
    // One that is being stopped is no more idle than its owner.
    expect(standingOf({ ...idle, intended_status: 'stopped' }).words).toBe('+ running');
    // One that came up just now is given the time to begin.
    expect(standingOf({ ...idle, uptime_mins: 9 }).words).toBe('+ running');
    expect(standingOf({ ...idle, uptime_mins: 10 }).words).toBe('? idle');
  });

  test.each(['exited', 'unknown', 'offline'])('%s does not come back by itself, which is said', (status) => {
    expect(statusAdvice(status)).toContain('It does not come back by itself');
  });
});

describe('what is rented anew', () => {
  test.each([
    ['ssh_direct', 'ssh_direct'],
    ['args', 'args'],
    ['ssh_direc ssh_proxy', 'ssh_direct'],
    ['jupyter_proxy ssh_proxy', 'jupyter_proxy'],
    ['jupyter_direc ssh_direc ssh_proxy', 'jupyter_direct'],
    ['something else', 'ssh'],
    [null, 'ssh'],
  ])('is run as %s was: %s', (words, runType) => {
    expect(anewPlan({ id: 1, image_runtype: words }, 'x', { environment: {} }).runType).toBe(runType);
  });
});

describe('what it is started with', () => {
  test.each([
    [
      [
        ['A', 'b'],
        ['-p 80:80', '1'],
      ],
      { A: 'b', '-p 80:80': '1' },
    ],
    [
      { A: 'b', N: 3 },
      { A: 'b', N: '3' },
    ],
    [[], {}],
    [null, {}],
    [undefined, {}],
    ['', {}],
  ])('is read of %j', (environment, read) => {
    expect(startedWith({ id: 1, extra_env: environment, onstart: null })).toEqual({ environment: read });
    expect(startedWith({ id: 1, extra_env: environment, onstart: 'run' })).toEqual({
      environment: read,
      onStart: 'run',
    });
  });

  test.each(['-e A=b', [['A']], [1], { A: {} }])('is not guessed of %j', (environment) => {
    expect(startedWith({ id: 1, extra_env: environment })).toBeUndefined();
  });
});

describe('how an instance is reached', () => {
  const ports = (port: unknown) => ({ '22/tcp': [{ HostIp: '0.0.0.0', HostPort: port }] });

  test.each([
    [{ public_ipaddr: '203.0.113.7', ports: ports('41022') }, '203.0.113.7:41022'],
    [{ public_ipaddr: '2001:db8::7', ports: ports(41022) }, '[2001:db8::7]:41022'],
    [
      { public_ipaddr: '203.0.113.7', ports: null, ssh_host: 'ssh4.example.com', ssh_port: 20_022 },
      'ssh4.example.com:20022',
    ],
    [{ ssh_host: 'ssh4.example.com', ssh_port: 20_022, image_runtype: 'jupyter_proxy' }, 'ssh4.example.com:20023'],
    [{ public_ipaddr: '203.0.113.7', ssh_host: 'a.example', ssh_port: 22, ports: {} }, 'a.example:22'],
  ])('%o: %s', (record, words) => {
    const address = sshAddress(record);
    expect('problem' in address ? address.problem : addressWords(address)).toBe(words);
  });

  test.each([
    ['-oProxyCommand=reboot', 22],
    ['example.com -oProxyCommand=reboot', 22],
    ['root@example.com', 22],
    ['example.com;reboot', 22],
    ['$(reboot).example.com', 22],
    ['fe80::1%eth0', 22],
    ['exa\u001b[2Jmple.com', 22],
    ['example.com\n', Number.NaN],
    ['example.com', 0],
    ['example.com', 65_536],
    ['example.com', 22.5],
    ['example.com', '22 -v'],
    ['', 22],
    [7, 22],
  ])('not by host %j, port %j', (host, port) => {
    expect(sshAddress({ ssh_host: host, ssh_port: port })).toHaveProperty('problem');
  });

  test('by nothing that ssh could take for an option or a shell for a command', () => {
    const host = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.domain(), fc.ipV4(), fc.ipV6());
    fc.assert(
      fc.property(host, fc.oneof(fc.integer(), fc.string(), fc.constant(22)), (ssh_host, ssh_port) => {
        const address = sshAddress({ ssh_host, ssh_port });
        if ('problem' in address) return;
        expect(address.host).toMatch(/^[a-z\d:][a-z\d.:-]*$/i);
        expect(isIP(address.host) > 0 || !address.host.includes(':')).toBe(true);
        expect(Number.isInteger(address.port) && address.port > 0 && address.port < 65_536).toBe(true);
      }),
    );
  });
});

test('its SLA and what was paid in advance stand with their names on its page', () => {
  const record = { target_reliability: 0.99, sla_r_claim: 0.995, credit_balance: 12.5, credit_discount: 0.2 };
  const told = sectionsOf(record, INSTANCE_FIELDS).flatMap(({ title, entries }) =>
    entries.flatMap(({ label, value, unit, isAbsent }) => (isAbsent ? [] : `${title}: ${label} ${value} ${unit}`)),
  );
  expect(told).toEqual([
    'Price: Paid in advance, left 12.50 $',
    'Price: Discount for paying in advance 20.00 %',
    'Reliability: SLA target 99.00 %',
    'Reliability: SLA claim of the host 99.50 %',
  ]);
});
