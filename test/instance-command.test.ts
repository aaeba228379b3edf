/** Changing instances from a script: the list first, exact requests, journal, exit codes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Instance } from '../src/catalogue/values.ts';
import { impatientClock, TIME_LIMITS_MS } from './support/impatient-clock.ts';
import { temporaryFolder } from './support/local-service.ts';
import { gpudeck } from './support/one-shot.ts';
import { startRenter, UNTIL_IT_RUNS_S } from './support/renter.ts';
import {
  hangUp,
  json,
  raw,
  type ScriptedReply,
  type ScriptedServer,
  startScriptedServer,
} from './support/scripted-server.ts';

const NOW_EPOCH_MS = Date.UTC(2026, 10, 22, 12);

const instance = (id: number, more: Instance = {}): Instance => ({
  id,
  actual_status: 'running',
  intended_status: 'running',
  label: null,
  is_bid: false,
  dph_base: 0.49,
  dph_total: 0.5,
  storage_total_cost: 0.01,
  ...more,
});

const list = (...instances: readonly Instance[]): ScriptedReply => json(200, { success: true, instances });
const yes = json(200, { success: true });
const noSuch = json(404, { success: false, error: 'not_found', msg: 'you have no instance 5' });

/** `gpudeck instance` on `server` with its journal in `folder`, on a clock that never makes a test wait. */
const change = (
  server: Pick<ScriptedServer, 'url'>,
  args: readonly string[],
  { folder = temporaryFolder(), ...world }: Parameters<typeof gpudeck>[1] & { readonly folder?: string } = {},
) =>
  gpudeck(['instance', ...args, '--config', folder], {
    environment: { GPUDECK_BASE_URL: server.url, GPUDECK_API_KEY: 'key' },
    clock: impatientClock(NOW_EPOCH_MS, TIME_LIMITS_MS),
    ...world,
  });

test('a label that holds the key is refused before it is sent', async () => {
  const key = 'sk-live-6Qm2xT9vB4nL8';
  await using server = await startScriptedServer(list(instance(5), instance(6)));
  const { code, out, errors } = await change(server, ['label', '5', '--label', `for ${key}`, '--yes'], {
    environment: { GPUDECK_BASE_URL: server.url, GPUDECK_API_KEY: key },
  });
  expect(code).toBe(1);
  expect(out + errors).toContain('The label holds the API key or a secret, which others would read. Nothing was sent.');
  expect(out).not.toContain(key);
  expect(server.requests).toHaveLength(1);
});

const linesOf = (out: string): Record<string, unknown>[] =>
  out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** What was sent besides the list, as method, path and body. */
const writesOf = ({ requests }: ScriptedServer) =>
  requests.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);

describe('the exact call', () => {
  test.each([
    [['start', '5'], 'PUT', '/api/v0/instances/5/', { state: 'running' }],
    [['stop', '5'], 'PUT', '/api/v0/instances/5/', { state: 'stopped' }],
    [['reboot', '5'], 'PUT', '/api/v0/instances/reboot/5/', undefined],
    [['recycle', '5'], 'PUT', '/api/v0/instances/recycle/5/', undefined],
    [['destroy', '5'], 'DELETE', '/api/v0/instances/5/', undefined],
    [['label', '5', '--label', 'run 7'], 'PUT', '/api/v0/instances/5/', { label: 'run 7' }],
    [['label', '5', '--label', ''], 'PUT', '/api/v0/instances/5/', { label: '' }],
    [
      ['change', '5', '--to', 'ubuntu:26.04'],
      'PUT',
      '/api/v0/instances/update_template/5/',
      { id: 5, image: 'ubuntu:26.04' },
    ],
    [
      ['change', '5', '--to', '5d2e9c7b14f84a06b3e1d0c9f7a6e852'],
      'PUT',
      '/api/v0/instances/update_template/5/',
      { id: 5, template_hash_id: '5d2e9c7b14f84a06b3e1d0c9f7a6e852' },
    ],
    [['bid', '5', '--price', '.25'], 'PUT', '/api/v0/instances/bid_price/5/', { client_id: 'me', price: 0.25 }],
  ] as const)('%s is printed by a dry run, which only reads, and sent with --yes', async (args, method, path, body) => {
    await using server = await startScriptedServer(
      list(instance(5, { is_bid: true })),
      list(instance(5, { is_bid: true })),
      yes,
    );
    const dry = await change(server, [...args, '--dry-run']);
    expect([dry.code, linesOf(dry.out)]).toEqual([0, [{ method, path, ...(body && { body }) }]]);
    expect(writesOf(server)).toEqual([]);
    const made = await change(server, [...args, '--yes']);
    expect([made.code, linesOf(made.out)]).toEqual([
      0,
      [
        {
          instance_id: 5,
          change: args[0],
          outcome: 'accepted',
          message: null,
          at: expect.stringMatching(/^2026-11-22T12:00:/),
        },
      ],
    ]);
    expect(writesOf(server)).toEqual([[method, path, body === undefined ? '' : JSON.stringify(body)]]);
  });

  test('is made to each id once, in their order, however often it is named', async () => {
    await using server = await startScriptedServer(list(instance(5), instance(6)), yes, yes);
    const { code } = await change(server, ['destroy', '6', '5', '6', '--yes']);
    expect(code).toBe(0);
    expect(writesOf(server).map(([, path]) => path)).toEqual(['/api/v0/instances/6/', '/api/v0/instances/5/']);
  });
});

describe('a price increase', () => {
  const pending = json(200, {
    success: true,
    pending_price_increases: [
      {
        ...{ pending_price_increase_id: 77, contract_id: 5, contract_end_date: 1_796_119_200, ask_end_date: null },
        ...{ old_gpu_costpersec: 0.0002, new_gpu_costpersec: 0.0003, old_disk_ram_costpersec: 1e-8 },
        ...{ new_disk_ram_costpersec: null, old_bwu_cost: 0.01, new_bwu_cost: null },
      },
    ],
  });
  const CALL = 'instances/pending-price-increases/';

  test('is listed in the units of all other prices', async () => {
    await using server = await startScriptedServer();
    server.offer(CALL, pending);
    const { code, out } = await gpudeck(
      ['list', 'increases', '--json', '--fields', 'contract_id,old_gpu_cost,new_gpu_cost,new_disk_cost'],
      { environment: { GPUDECK_BASE_URL: server.url, GPUDECK_API_KEY: 'key' } },
    );
    expect([code, JSON.parse(out)]).toEqual([
      0,
      [{ contract_id: 5, old_gpu_cost: 0.72, new_gpu_cost: 1.08, new_disk_cost: null }],
    ]);
  });

  test.each(['accept', 'reject'])('of an instance is told, and %sed by its own id once', async (word) => {
    await using server = await startScriptedServer(yes);
    server.offer(CALL, pending);
    const path = `/api/v0/instances/${word}-price-increase/`;
    const dry = await change(server, [`${word}-increase`, '5', '--dry-run']);
    expect([dry.code, linesOf(dry.out)]).toEqual([
      0,
      [{ method: 'PUT', path, body: { pending_price_increase_id: 77 } }],
    ]);
    expect(dry.errors).toContain('GPUs, $/h: 0.7200 now, 1.0800 afterwards');
    const { code, out } = await change(server, [`${word}-increase`, '5', '--yes']);
    expect([code, linesOf(out)]).toEqual([
      0,
      [expect.objectContaining({ instance_id: 5, change: `${word}-increase`, outcome: 'accepted' })],
    ]);
    expect(writesOf(server)).toEqual([['PUT', path, '{"pending_price_increase_id":77}']]);
  });

  test('that is gone is said to be, before and after it is answered', async () => {
    const gone = { error: 'no_pending_price_increase' };
    await using server = await startScriptedServer(json(404, gone), json(409, { success: false, ...gone }));
    server.offer(CALL, pending);
    const none = await change(server, ['accept-increase', '6', '--yes']);
    expect(none.code).toBe(1);
    expect(none.errors).toContain('No price increase of instance 6 is listed: there is nothing to answer.');
    for (const word of ['accept-increase', 'reject-increase']) {
      const late = await change(server, [word, '5', '--yes']);
      expect([late.code, linesOf(late.out)[0]]).toEqual([
        1,
        expect.objectContaining({ outcome: 'refused', reason: expect.stringContaining('It is gone: it was answered') }),
      ]);
    }
  });
});

describe('before anything is sent', () => {
  test('what is lost and what it costs is said', async () => {
    await using server = await startScriptedServer(list(instance(5, { label: 'train' })), yes);
    const { errors } = await change(server, ['stop', '5', '--yes']);
    expect(errors).toMatch(/: 5 {2}\+ running {2}train\n/);
    expect(errors).toContain('Cost: $0.5000/h now, $0.0100/h afterwards ($7.20 in 30 days).\n');
    expect(errors).toContain('Its disk stays, and is charged until it is destroyed.');
    expect(errors).toContain('send PUT /api/v0/instances/5/ {"state":"stopped"}');
  });

  test.each([
    [
      'an id that the list does not have',
      ['destroy', '5', '7', '8'],
      /Instance 7 is not in your list\.\n.*Instance 8 /,
    ],
    ['a machine that cannot be reached', ['stop', '5', '9'], /Instance 9 is offline: .*it can only be destroyed/],
    [
      'a recycling of what does not run',
      ['recycle', '4'],
      /Instance 4 does not run \(stopped\)\. Start it, then recycle it\./,
    ],
    ['a reboot of what does not run', ['reboot', '4'], /Instance 4 does not run \(stopped\)/],
    ['a bid for what is on demand', ['bid', '5', '--price', '0.2'], /Instance 5 is rented on demand/],
  ])('%s is named, and nothing is sent', async (_, args, said) => {
    const rented = [instance(5), instance(9, { actual_status: 'offline' }), instance(4, { actual_status: 'stopped' })];
    await using server = await startScriptedServer(list(...rented));
    const { code, out, errors } = await change(server, [...args, '--yes']);
    expect([code, out]).toEqual([1, '']);
    expect(errors).toMatch(said);
    expect(errors).toContain('Nothing was sent.');
    expect(writesOf(server)).toEqual([]);
  });

  test('says what is spent and how long that lasts, before and after, also where nothing is sent', async () => {
    await using server = await startScriptedServer(list(instance(5)), list(instance(5)));
    server.offer('users/current/', json(200, { credit: 12 }));
    const { errors } = await change(server, ['stop', '5', '--dry-run']);
    expect(errors).toContain(
      'Burn: at least $0.5000/h now, at least $0.0100/h afterwards, added up from the records. Runway: until Mon 23 Nov 12:00 at the latest now, until Mon 11 Jan 12:00 at the latest afterwards.',
    );
    expect((await change(server, ['label', '5', '--label', 'x', '--dry-run'])).errors).not.toContain('Burn');
  });

  test('what it costs is said until it ends, where that is before 30 days are over', async () => {
    const ending = [instance(5, { duration: 36_000 }), instance(6, { duration: 72_000 })];
    await using server = await startScriptedServer(list(...ending), list(...ending));
    const one = await change(server, ['stop', '5', '--dry-run']);
    expect(one.errors).toContain('$0.0100/h afterwards ($0.10 until it ends, in 10 h).');
    const both = await change(server, ['stop', '5', '6', '--dry-run']);
    expect(both.errors).toContain('$0.0200/h afterwards ($0.20 until the first ends, in 10 h).');
  });

  test('nothing is sent to stop what is stopped already, until it is told to', async () => {
    const stopped = instance(4, { actual_status: 'stopped', intended_status: 'stopped' });
    await using server = await startScriptedServer(
      list(stopped, instance(5)),
      yes,
      list(stopped),
      list(stopped),
      list(stopped),
      yes,
    );
    const both = await change(server, ['stop', '4', '5', '--yes']);
    expect(both.code).toBe(0);
    expect(linesOf(both.out)).toEqual([
      { instance_id: 4, change: 'stop', outcome: 'stopped_already', message: null },
      expect.objectContaining({ instance_id: 5, outcome: 'accepted' }),
    ]);
    const { code, errors } = await change(server, ['stop', '4']);
    expect([code, writesOf(server).length]).toEqual([0, 1]);
    expect(errors).toContain('Nothing is to be sent: stopped already.\n');
    const dry = await change(server, ['stop', '4', '--dry-run']);
    expect([dry.code, dry.out]).toEqual([0, '']);
    expect((await change(server, ['stop', '4', '--yes', '--again'])).code).toBe(0);
    expect(writesOf(server).map(([, path]) => path)).toEqual(['/api/v0/instances/5/', '/api/v0/instances/4/']);
  });

  test.each([
    ['is still to stop', { actual_status: 'running', intended_status: 'stopped' }],
    ['is to start', { actual_status: 'stopped', intended_status: 'running' }],
    ['was outbid', { actual_status: 'exited', intended_status: 'stopped', is_bid: true }],
  ])('a stop is sent to what %s', async (_, state) => {
    await using server = await startScriptedServer(list(instance(4, state)), yes);
    expect((await change(server, ['stop', '4', '--yes'])).code).toBe(0);
    expect(writesOf(server)).toHaveLength(1);
  });

  test('an offline instance can be destroyed', async () => {
    await using server = await startScriptedServer(list(instance(9, { actual_status: 'offline' })), yes);
    expect((await change(server, ['destroy', '9', '--yes'])).code).toBe(0);
  });

  test.each([
    [['stop', '5.5', '--yes'], 'Expected the id of an instance'],
    [['stop', '--yes'], "missing required argument 'id'"],
    [['stop', '5', '--yes', '--dry-run'], 'cannot be used with option'],
    [['label', '5', '--yes'], "required option '--label <text>' not specified"],
    [['label', '5', '--label', 'a\nb', '--yes'], 'one line without control characters'],
    [['label', '5', '--label', 'x'.repeat(1025), '--yes'], 'at most 1024 characters'],
    [['bid', '5', '--price', '33', '--yes'], 'from 0.001 to 32'],
    [['bid', '5', '--price', '0x1', '--yes'], 'from 0.001 to 32'],
  ])('%s is bad usage', async (args, said) => {
    await using server = await startScriptedServer();
    const { code, errors } = await change(server, args);
    expect([code, server.requests]).toEqual([2, []]);
    expect(errors).toContain(said);
  });

  test('a read-only program sends nothing, and may still print', async () => {
    await using server = await startScriptedServer(list(instance(5)));
    const { code, errors } = await change(server, ['stop', '5', '--yes', '--read-only']);
    expect([code, server.requests]).toEqual([2, []]);
    expect(errors).toContain('The program was started with --read-only. Nothing was sent.');
    expect((await change(server, ['stop', '5', '--dry-run', '--read-only'])).code).toBe(0);
  });

  test('without --yes a person is asked for the id of one, for the number of several; nobody is no yes', async () => {
    await using server = await startScriptedServer(
      list(instance(5)),
      list(instance(5)),
      yes,
      list(instance(5), instance(6)),
      yes,
      yes,
      list(instance(5)),
    );
    const asked: string[] = [];
    const answering = (answer: string) => ({
      ask: async (question: string) => {
        asked.push(question);
        return answer;
      },
    });
    expect((await change(server, ['destroy', '5'], answering('yes'))).code).toBe(2);
    expect(writesOf(server)).toHaveLength(0);
    expect((await change(server, ['destroy', '5'], answering('5'))).code).toBe(0);
    expect((await change(server, ['destroy', '5', '6'], answering('2'))).code).toBe(0);
    expect(asked.slice(1)).toEqual([
      "Type the instance's id, 5, to destroy: ",
      'Type the number of instances, 2, to destroy: ',
    ]);
    const silent = await change(server, ['destroy', '5']);
    expect([silent.code, writesOf(server).length]).toEqual([2, 3]);
    expect(silent.errors).toContain('Add --yes to send, or --dry-run');
  });
});

describe('an answer that is lost', () => {
  test('is an outcome unknown: the list is read again and says what is seen, and nothing more is sent', async () => {
    await using server = await startScriptedServer(
      list(instance(5), instance(6)),
      hangUp,
      list(instance(5, { intended_status: 'stopped' }), instance(6)),
    );
    const { code, out } = await change(server, ['stop', '5', '6', '--yes']);
    expect(code).toBe(6);
    expect(linesOf(out)).toEqual([
      expect.objectContaining({
        instance_id: 5,
        outcome: 'unknown',
        reason: expect.stringContaining('The list, read again, says: running, meant to be stopped.'),
      }),
      expect.objectContaining({ instance_id: 6, outcome: 'not_sent' }),
    ]);
    expect(writesOf(server)).toHaveLength(1);
  });

  test('of a destruction: the list may have it no more, or not be there to be read', async () => {
    await using server = await startScriptedServer(list(instance(5)), hangUp, list());
    const seen = await change(server, ['destroy', '5', '--yes']);
    expect([seen.code, seen.out]).toEqual([6, expect.stringContaining('The list has no such instance any more.')]);
    await using other = await startScriptedServer(list(instance(5)), hangUp, hangUp, hangUp, hangUp);
    const unseen = await change(other, ['destroy', '5', '--yes']);
    expect([unseen.code, unseen.out]).toEqual([6, expect.stringContaining('The list could not be read afterwards:')]);
  });

  test('is not sent again by a later run, until it is told to', async () => {
    const folder = temporaryFolder();
    await using server = await startScriptedServer(
      list(instance(5)),
      hangUp,
      list(instance(5)),
      list(instance(5), instance(6)),
      yes,
      list(instance(5)),
      yes,
      list(instance(5)),
      yes,
    );
    expect((await change(server, ['reboot', '5', '--yes'], { folder })).code).toBe(6);
    const second = await change(server, ['reboot', '5', '6', '--yes'], { folder });
    expect(second.code).toBe(6);
    expect(linesOf(second.out)).toEqual([
      expect.objectContaining({
        instance_id: 5,
        outcome: 'unknown_before',
        reason: expect.stringMatching(
          /^reboot was sent 2026-11-22 12:00, outcome unknown: .*--again sends it once more/,
        ),
      }),
      expect.objectContaining({ instance_id: 6, outcome: 'accepted' }),
    ]);
    expect((await change(server, ['reboot', '5', '--yes', '--again'], { folder })).code).toBe(0);
    expect((await change(server, ['reboot', '5', '--yes'], { folder })).code).toBe(0);
    expect(writesOf(server).map(([, path]) => path)).toEqual(
      [5, 6, 5, 5].map((id) => `/api/v0/instances/reboot/${id}/`),
    );
  });

  test('and what another gpudeck did since the list was asked for is not done twice', async () => {
    const folder = temporaryFolder();
    const other = Promise.withResolvers<number>();
    const whileListed: ScriptedReply = (response, request) => {
      void change(server, ['reboot', '5', '--yes'], { folder }).then(({ code }) => {
        other.resolve(code);
        list(instance(5))(response, request);
      });
    };
    await using server = await startScriptedServer(whileListed, list(instance(5)), yes);
    const { code, out } = await change(server, ['reboot', '5', '--yes'], { folder });
    expect([await other.promise, code, writesOf(server).length]).toEqual([0, 0, 1]);
    expect(linesOf(out)).toEqual([
      expect.objectContaining({
        outcome: 'accepted_before',
        reason: expect.stringMatching(/^Another gpudeck was first: reboot was sent .* and accepted\.$/),
      }),
    ]);
  });

  test('stands in the way of the same change alone', async () => {
    const folder = temporaryFolder();
    await using server = await startScriptedServer(
      list(instance(5)),
      hangUp,
      list(instance(5)),
      list(instance(5)),
      yes,
    );
    expect((await change(server, ['stop', '5', '--yes'], { folder })).code).toBe(6);
    expect((await change(server, ['destroy', '5', '--yes'], { folder })).code).toBe(0);
  });
});

test('a start that waits for room on its machine is told as queued, and stop and label know no such yes', async () => {
  const queued = json(200, { success: false, error: 'resources_unavailable', msg: 'no GPU is free' });
  const stopped = list(instance(5, { actual_status: 'exited', intended_status: 'stopped' }));
  await using server = await startScriptedServer(stopped, queued);
  const { code, out } = await change(server, ['start', '5', '--yes']);
  expect(code).toBe(0);
  expect(linesOf(out)).toMatchObject([{ outcome: 'accepted', message: expect.stringContaining('queued') }]);
  await using other = await startScriptedServer(list(instance(5)), queued);
  expect(linesOf((await change(other, ['stop', '5', '--yes'])).out)).toMatchObject([{ outcome: 'refused' }]);
});

describe('a no of the service', () => {
  test('of one instance does not keep the others from being destroyed', async () => {
    await using server = await startScriptedServer(list(instance(5), instance(6)), noSuch, yes);
    const { code, out } = await change(server, ['destroy', '5', '6', '--yes']);
    expect(code).toBe(1);
    expect(linesOf(out).map(({ outcome }) => outcome)).toEqual(['refused', 'accepted']);
  });

  test.each([
    ['a key that is not accepted', json(401, { success: false, error: 'bad_key', msg: 'no' }), 3, 'refused'],
    ['a failure of its own', json(500, { success: false, error: 'oops', msg: 'sorry' }), 6, 'unknown'],
    ['rubbish', raw(200, 'text/html', '<p>done</p>'), 6, 'unknown'],
  ])('%s ends the run', async (_, no, expected, outcome) => {
    const all = list(instance(5), instance(6));
    await using server = await startScriptedServer(all, no, all);
    const { code, out } = await change(server, ['stop', '5', '6', '--yes']);
    expect(code).toBe(expected);
    expect(linesOf(out).map((line) => line.outcome)).toEqual([outcome, 'not_sent']);
  });

  test.each(['stop', 'destroy', 'reboot'])(
    'that %s was called too soon is said, and nothing is sent again',
    async (verb) => {
      const tooSoon = json(429, { detail: 'API requests too frequent endpoint threshold=1.0' });
      await using server = await startScriptedServer(list(instance(5), instance(6)), tooSoon, yes);
      const { code, out } = await change(server, [verb, '5', '6', '--yes']);
      expect(code).toBe(4);
      expect(linesOf(out).map(({ outcome }) => outcome)).toEqual(['refused', 'not_sent']);
      expect(out).toMatch(/too soon.*Wait/);
      expect(writesOf(server)).toHaveLength(1);
    },
  );

  test('that is a page about too many requests is an outcome unknown', async () => {
    const page = raw(429, 'text/html', '<title>429 Too Many Requests</title>');
    await using server = await startScriptedServer(list(instance(5)), page, list(instance(5)));
    expect((await change(server, ['destroy', '5', '--yes'])).code).toBe(6);
    expect(writesOf(server)).toHaveLength(1);
  });

  test.each([
    ['no credit', json(400, { success: false, error: 'insufficient_credit', msg: 'add credit' }), 'not_sent'],
    ['a key in its own words', json(404, { success: false, error: 'auth_error', msg: 'invalid key' }), 'not_sent'],
    ['no such call', json(405, { success: false, error: 'no_call', msg: 'no' }), 'not_sent'],
    ['one that may not be changed', json(403, { success: false, error: 'no', msg: 'another host' }), 'accepted'],
    ['a no with status 200', json(200, { success: false, error: 'invalid_id', msg: 'it is down' }), 'accepted'],
  ])('of %s keeps the others from being sent only where it meets them too', async (_, no, other) => {
    await using server = await startScriptedServer(list(instance(5), instance(6)), no, yes);
    const { out } = await change(server, ['stop', '5', '6', '--yes']);
    expect(linesOf(out).map(({ outcome }) => outcome)).toEqual(['refused', other]);
  });
});

test('text of the service cannot move the cursor of the terminal', async () => {
  const evil = json(200, { success: true, msg: 'done\u001b[2J\u009b5A\nroot' });
  const labelled = list(instance(5, { label: 'a\u001b[31mb' }));
  await using server = await startScriptedServer(labelled, evil);
  const { out, errors } = await change(server, ['destroy', '5', '--yes'], { columns: 80 });
  expect(out).toMatch(/^5 +accepted +done root\n$/);
  expect(out + errors).not.toMatch(/[\u001b\u009b]/);
});

test('a journal that cannot be written keeps everything from being sent', async () => {
  const folder = temporaryFolder();
  await using server = await startScriptedServer(list(instance(5)));
  const file = join(folder, 'no-folder');
  writeFileSync(file, '');
  const { code, errors } = await change(server, ['stop', '5', '--yes'], { folder: file });
  expect([code, writesOf(server)]).toEqual([1, []]);
  expect(errors).toContain('Nothing was sent.');
});

test('a renter stops, starts, labels, reboots and destroys on the local service', async () => {
  const renter = await startRenter({ thresholds: false });
  const id = await renter.rent();
  renter.clock.pass(UNTIL_IT_RUNS_S);
  const folder = temporaryFolder();
  const made = async (...args: readonly string[]) => {
    const { code } = await change(renter.service, [...args, '--yes'], {
      folder,
      environment: { GPUDECK_BASE_URL: renter.service.url, GPUDECK_API_KEY: renter.service.apiKey },
    });
    renter.clock.pass(UNTIL_IT_RUNS_S);
    const record = await renter.show(id);
    return [code, record?.actual_status, record?.label];
  };
  expect(await made('label', String(id), '--label', 'mine')).toEqual([0, 'running', 'mine']);
  expect(await made('stop', String(id))).toEqual([0, 'stopped', 'mine']);
  expect(await made('start', String(id))).toEqual([0, 'running', 'mine']);
  expect(await made('reboot', String(id))).toEqual([0, 'running', 'mine']);
  expect(await made('destroy', String(id))).toEqual([0, undefined, undefined]);
});
