// biome-ignore-all lint/suspicious/noThenProperty: what is done then, and no promise.
/** Leases from a script: setting, listing and clearing them, what confirms one that destroys, and looking after them. */
import { EventEmitter } from 'node:events';
import { Writable } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { impatientClock, TIME_LIMITS_MS } from './support/impatient-clock.ts';
import { leasedRow, START_S, startLeaseService } from './support/lease-service.ts';
import { folderInMemory } from './support/local-service.ts';
import { at, gpudeck } from './support/one-shot.ts';
import { created, instances, OFFER, offers } from './support/renting.ts';
import { startScriptedServer } from './support/scripted-server.ts';

const NOW_MS = Date.UTC(2026, 10, 22, 12);

/** A user with a journal at a service with the instances 4711 and 4712. */
const startUser = async () => {
  const clock = impatientClock(NOW_MS, TIME_LIMITS_MS);
  const service = await startLeaseService([leasedRow(4711), leasedRow(4712)], clock.now);
  onTestFinished(() => service[Symbol.asyncDispose]());
  const folder = folderInMemory();
  const run = (args: readonly string[], world: Parameters<typeof gpudeck>[1] = {}) =>
    gpudeck([...args, '--config', folder], { ...at(service), clock, ...world });
  return {
    ...{ clock, service, run },
    list: async () => JSON.parse((await run(['lease', 'list', '--json'])).out),
  };
};

describe('a script that gives an instance a lease', () => {
  test('gets it as a line of JSON, and has it in the list; what stood stays where nothing else is said', async () => {
    const { run, list, service } = await startUser();
    const set = await run(['lease', 'set', '4711', '+4h', '--then', 'stop']);
    expect(set.code, set.errors).toBe(0);
    expect(set.errors).toContain('while gpudeck leases run runs');
    const lease = {
      instance_id: 4711,
      until: '2026-11-22T16:00:00.000Z',
      then: 'stop',
      state: 'waiting',
      machine_id: 8207,
      start_date: START_S,
    };
    expect(JSON.parse(set.out)).toMatchObject(lease);
    expect(await list()).toEqual([expect.objectContaining(lease)]);
    await run(['lease', 'set', '4711', 'tomorrow 02:00']);
    expect(await list()).toEqual([expect.objectContaining({ until: '2026-11-23T02:00:00.000Z', then: 'stop' })]);
    await run(['lease', 'set', '4712', '+20s']);
    expect(await list()).toMatchObject([
      { instance_id: 4712, until: '2026-11-22T12:00:20.000Z', then: 'tell' },
      { instance_id: 4711 },
    ]);
    const human = await run(['lease', 'list']);
    expect(human.out).toContain('4711       train               Mon 23 Nov 02:00, then it is stopped\n');
    const cleared = await run(['lease', 'clear', '4711', '--json']);
    expect(JSON.parse(cleared.out)).toMatchObject({ instance_id: 4711, state: 'over', is_open: false });
    expect((await run(['lease', 'clear', '4711'])).code).toBe(1);
    expect(await list()).toMatchObject([{ instance_id: 4712 }]);
    expect(service.writes).toEqual([]);
  });

  test.each([
    [['set', '4711', '2026-11-01 02:00'], 2, 'That is in the past.'],
    [['set', '4711', 'whenever'], 2, 'This is no moment'],
    [['set', '4713', '+4h'], 1, 'Instance 4713 is not in your list. Nothing was set.'],
    [['set', '4711', '+4h', '--then', 'destroy'], 2, 'which --confirm 4711 confirms'],
    [['set', '4711', '+4h', '--then', 'destroy', '--yes'], 2, 'which --confirm 4711 confirms'],
    [['set', '4711', '+4h', '--then', 'destroy', '--yes', '--confirm', '4712'], 2, 'type the id of the instance, 4711'],
    [['set', '4711', '+4h', '--read-only'], 2, 'Nothing was changed.'],
    [['clear', '4711'], 1, 'Instance 4711 has no lease.'],
  ])('%j ends with %i: %s', async (args, code, says) => {
    const { run, list } = await startUser();
    const ended = await run(['lease', ...args]);
    expect([ended.code, ended.errors]).toEqual([code, expect.stringContaining(says)]);
    expect(await list()).toEqual([]);
  });

  test('that destroys types the id, and types it again to take that back', async () => {
    const { run, list } = await startUser();
    const confirmed = ['--yes', '--confirm', '4711'];
    expect((await run(['lease', 'set', '4711', '+4h', '--then', 'destroy', ...confirmed])).code).toBe(0);
    for (const args of [
      ['set', '4711', '+5h', '--then', 'tell'],
      ['set', '4711', '+5h'],
      ['clear', '4711'],
    ])
      expect((await run(['lease', ...args, '--yes'])).code).toBe(2);
    expect(await list()).toMatchObject([{ then: 'destroy', until: '2026-11-22T16:00:00.000Z' }]);
    const typed = await run(['lease', 'set', '4711', '+5h', '--then', 'tell'], { ask: async () => '4711' });
    expect(typed.code).toBe(0);
    expect(await list()).toMatchObject([{ then: 'tell' }]);
  });
});

describe('somebody who rents until a moment', () => {
  const PLAN = ['--image', 'ubuntu:24.04', '--disk', '40', '--label', 'train'];
  const rent = async (args: readonly string[], folder = folderInMemory(), ask?: () => Promise<string>) => {
    await using server = await startScriptedServer(
      offers(OFFER),
      ask ? offers(OFFER) : instances(),
      ask ? instances() : created(77),
      created(77),
    );
    const clock = impatientClock(NOW_MS, TIME_LIMITS_MS);
    const world = { ...at(server), clock, ...(ask && { ask }) };
    const ended = await gpudeck(['rent', '5', ...PLAN, ...args, '--config', folder], world);
    const { out } = await gpudeck(['lease', 'list', '--json', '--config', folder], world);
    return { ...ended, leases: JSON.parse(out), sent: server.requests.length };
  };

  test('is told until when and what then, before it is sent, and has the lease', async () => {
    const { code, errors, leases } = await rent(['--until', '+4h', '--then', 'stop', '--yes']);
    expect(code, errors).toBe(0);
    expect(errors).toContain('gpudeck rent: until: Sun 22 Nov 16:00, then it is stopped\n');
    expect(leases).toMatchObject([
      { instance_id: 77, until: '2026-11-22T16:00:00.000Z', then: 'stop', found_by_looking: false, label: 'train' },
    ]);
  });

  test('counts a length from the confirmation on', async () => {
    const folder = folderInMemory();
    await using server = await startScriptedServer(offers(OFFER), offers(OFFER), instances(), created(77));
    const clock = impatientClock(NOW_MS, TIME_LIMITS_MS);
    const ask = async (): Promise<string> => {
      clock.set(90_000);
      return '0.5040';
    };
    const args = ['rent', '5', ...PLAN, '--until', '+4h', '--config', folder];
    expect(await gpudeck(args, { ...at(server), clock, ask })).toMatchObject({ code: 0 });
    const { out } = await gpudeck(['lease', 'list', '--json', '--config', folder], { ...at(server), clock });
    expect(JSON.parse(out)).toMatchObject([{ until: '2026-11-22T16:01:30.000Z', then: 'tell' }]);
  });

  test('is refused where the moment passes before it is confirmed', async () => {
    await using server = await startScriptedServer(offers(OFFER), instances());
    const clock = impatientClock(NOW_MS, TIME_LIMITS_MS);
    const ask = async (): Promise<string> => {
      clock.set(2 * 3_600_000);
      return '0.5040';
    };
    const args = ['rent', '5', ...PLAN, '--until', '13:00', '--config', folderInMemory()];
    expect(await gpudeck(args, { ...at(server), clock, ask })).toMatchObject({
      code: 2,
      errors: expect.stringContaining('The moment until which it was to be rented has passed. Nothing was sent.'),
    });
  });

  test.each([
    [['--until', '2026-11-01 02:00', '--yes'], 'That is in the past.'],
    [['--then', 'stop', '--yes'], 'add --until'],
    [['--until', '+4h', '--then', 'destroy', '--yes'], 'add --confirm destroy'],
    [['--until', '+4h', '--then', 'destroy', '--confirm', '77', '--yes'], '--confirm'],
  ])('%j sends nothing', async (args, says) => {
    const { code, errors, sent, leases } = await rent(args);
    expect([code, errors, sent, leases]).toEqual([2, expect.stringContaining(says), 0, []]);
  });

  test('types the word for one that destroys', async () => {
    const { leases } = await rent(['--until', '+4h', '--then', 'destroy', '--confirm', 'destroy', '--yes']);
    expect(leases).toMatchObject([{ then: 'destroy' }]);
  });
});

test('gpudeck leases run warns, acts, says both as lines of JSON, and ends at a signal', async () => {
  const { run, list, service } = await startUser();
  await run(['lease', 'set', '4711', '+1h', '--then', 'stop']);
  const signals = new EventEmitter();
  let out = '';
  const stdout = new Writable({
    write: (chunk, _, done) => {
      out += String(chunk);
      if (out.includes('"done"')) signals.emit('SIGTERM');
      done();
    },
  });
  const { code } = await run(['leases', 'run', '--json'], { signals, stdout });
  expect(code).toBe(0);
  expect(
    out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    { kind: 'warning', instance_id: 4711, words: expect.stringContaining('gpudeck lease clear 4711 keeps it.') },
    { kind: 'done', instance_id: 4711, words: 'Its lease has stopped instance 4711 (train).' },
  ]);
  expect(service.writes.map(({ call }) => call)).toEqual(['PUT /api/v0/instances/4711/']);
  expect(await list()).toMatchObject([{ instance_id: 4711, state: 'over' }]);
});
