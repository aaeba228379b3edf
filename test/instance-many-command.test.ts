/** Changing all instances that meet a filter, from a script: what is chosen, confirmed and sent, in one call where the service has it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Instance } from '../src/catalogue/values.ts';
import { impatientClock, TIME_LIMITS_MS } from './support/impatient-clock.ts';
import { temporaryFolder } from './support/local-service.ts';
import { gpudeck } from './support/one-shot.ts';
import {
  hangUp,
  json,
  type ScriptedReply,
  type ScriptedServer,
  startScriptedServer,
} from './support/scripted-server.ts';

const instance = (id: number, label: string, more: Instance = {}): Instance => ({
  ...{ id, label, actual_status: 'running', intended_status: 'running', dph_total: 0.5 },
  ...more,
});

const SWEEP = [instance(5, 'sweep-1'), instance(6, 'sweep-2'), instance(7, 'keep'), instance(8, 'sweep-3')];

const list = (...instances: readonly Instance[]): ScriptedReply => json(200, { success: true, instances });
const done = (...ids: readonly number[]): ScriptedReply =>
  json(200, { success: true, results: ids.map((id) => ({ id, success: true })) });

/** `gpudeck instance ...` on a service with these replies: how it ended, and what was sent besides the list. */
const change = async (
  replies: readonly ScriptedReply[],
  args: readonly string[],
  world: Parameters<typeof gpudeck>[1] = {},
) => {
  await using server = await startScriptedServer(...replies);
  return await changeAt(server, args, temporaryFolder(), world);
};

/** The same on `server`, with its journal in `folder`. */
const changeAt = async (
  { url, requests }: Pick<ScriptedServer, 'url' | 'requests'>,
  args: readonly string[],
  folder: string,
  world: Parameters<typeof gpudeck>[1] = {},
) => {
  const before = requests.length;
  const run = await gpudeck(['instance', ...args, '--config', folder], {
    environment: { GPUDECK_BASE_URL: url, GPUDECK_API_KEY: 'key' },
    clock: impatientClock(Date.UTC(2026, 10, 22, 12), TIME_LIMITS_MS),
    ...world,
  });
  const own = requests.slice(before);
  const sent = own
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, body }) => `${method} ${path.replace('/api/v0/instances/', '')} ${body}`.trim());
  const lines = run.out.split('\n').filter(Boolean);
  return { ...run, sent, ends: lines.map((line) => JSON.parse(line)), asked: own.length };
};

const FILTER = ['--filter', 'label=sweep*'];

describe('all that meet a filter', () => {
  test('are shown, and changed in one call; what became of each is told', async () => {
    const { code, errors, sent, ends } = await change([list(...SWEEP), done(5, 6, 8)], ['stop', ...FILTER, '--yes']);
    expect(code).toBe(0);
    expect(errors).toContain('5  + running  sweep-1');
    expect(errors).not.toContain('keep');
    expect(errors).toContain('One call for all of them: where its answer is lost, the outcome of each is unknown.');
    expect(sent).toEqual(['PUT  {"state":"stopped","ids":[5,6,8]}']);
    expect(ends.map(({ instance_id: id, outcome }) => [id, outcome])).toEqual([
      [5, 'accepted'],
      [6, 'accepted'],
      [8, 'accepted'],
    ]);
  });

  test('are sent one by one where there is no call for all, or the service refuses it', async () => {
    const yes = json(200, { success: true });
    const no = json(501, { success: false, error: 'not_implemented', msg: 'no such call' });
    const label = await change([list(...SWEEP), yes, yes, yes], ['label', ...FILTER, '--label', 'old', '--yes']);
    expect(label.sent).toEqual([5, 6, 8].map((id) => `PUT ${id}/ {"label":"old"}`));
    const stop = await change([list(...SWEEP), no, yes, yes, yes], ['stop', ...FILTER, '--yes']);
    expect(stop.sent).toEqual([
      'PUT  {"state":"stopped","ids":[5,6,8]}',
      ...[5, 6, 8].map((id) => `PUT ${id}/ {"state":"stopped"}`),
    ]);
    expect(stop.code).toBe(0);
  });

  test('are all refused by a refusal of the account, and nothing more is sent', async () => {
    const no = json(400, { success: false, error: 'insufficient_credit', msg: 'nothing is left' });
    const resting = SWEEP.map((one) => ({ ...one, actual_status: 'stopped', intended_status: 'stopped' }));
    const { code, sent, ends } = await change([list(...resting), no], ['start', ...FILTER, '--yes']);
    expect(code).toBe(1);
    expect(sent).toHaveLength(1);
    expect(ends.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'refused']);
  });

  test('are started one by one where limits are set: each is held against them', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'limits.json'), '{"never_machines": [6006]}', { mode: 0o600 });
    const yes = json(200, { success: true });
    const resting = SWEEP.map((one) => {
      const machine = { machine_id: 6000 + (one.id ?? 0) };
      return { ...one, ...machine, actual_status: 'stopped', intended_status: 'stopped' };
    });
    await using server = await startScriptedServer(list(...resting), yes, yes);
    const { errors, sent } = await changeAt(server, ['start', ...FILTER, '--yes'], folder);
    expect(sent).toEqual(['PUT 5/ {"state":"running"}']);
    expect(errors).toContain('machine 6006 is never to be rented');
  });

  test('are sent in portions of 64', async () => {
    const many = Array.from({ length: 70 }, (_, place) => instance(place + 1, 'sweep'));
    const ids = many.map(({ id }) => id ?? 0);
    const replies = [list(...many), done(...ids.slice(0, 64)), done(...ids.slice(64))];
    const { code, sent, ends } = await change(replies, ['destroy', ...FILTER, '--yes', '--expect', '70']);
    expect(code).toBe(0);
    expect(sent).toEqual([
      `DELETE  {"instance_ids":[${ids.slice(0, 64)}]}`,
      `DELETE  {"instance_ids":[${ids.slice(64)}]}`,
    ]);
    expect(ends).toHaveLength(70);
  });

  test('that are confirmed by a person are read once more: what has changed since is said, and not sent', async () => {
    const now = [instance(5, 'kept'), instance(6, 'sweep-2', { intended_status: 'stopped' }), instance(8, 'sweep-3')];
    const { code, sent, ends } = await change(
      [list(...SWEEP, instance(9, 'sweep-4', { dph_total: 2 })), list(...now), done(8)],
      ['destroy', '--filter', 'label=sweep*'],
      { ask: async () => '4' },
    );
    expect(sent).toEqual(['DELETE  {"instance_ids":[8]}']);
    expect(ends.map(({ instance_id: id, outcome, reason }) => [id, outcome, reason ?? ''])).toEqual([
      [5, 'not_sent', 'Not sent: the label of instance 5 was "sweep-1", and is "kept" now.'],
      [6, 'not_sent', 'Not sent: instance 6 was meant to be running, and is meant to be stopped now.'],
      [8, 'accepted', ''],
      [9, 'not_sent', 'Not sent: instance 9 is no longer in the list.'],
    ]);
    expect(code).toBe(1);
  });

  test('whose answer is lost are each an outcome unknown; the list is read once, and a later run sends none of them by itself', async () => {
    const yes = json(200, { success: true });
    const all = list(...SWEEP);
    await using server = await startScriptedServer(all, hangUp, list(instance(6, 'sweep-2')), all, all, yes, yes, yes);
    const folder = temporaryFolder();
    const stop = (...more: readonly string[]) => changeAt(server, ['stop', ...FILTER, '--yes', ...more], folder);
    const lost = await stop();
    expect([lost.code, lost.asked]).toEqual([6, 3]);
    expect(lost.ends.map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown', 'unknown']);
    expect(lost.ends[0].reason).toContain('The list has no such instance any more.');
    const next = await stop();
    expect(next.sent).toEqual([]);
    expect(next.ends.map(({ outcome }) => outcome)).toEqual(['unknown_before', 'unknown_before', 'unknown_before']);
    expect((await stop('--again')).sent).toEqual([5, 6, 8].map((id) => `PUT ${id}/ {"state":"stopped"}`));
  });

  test('are left out where it cannot be done to them, which is said', async () => {
    const some = [instance(5, 'sweep-1', { actual_status: 'offline' }), instance(6, 'sweep-2'), instance(8, 'sweep-3')];
    const { code, errors, sent } = await change([list(...some), done(6, 8)], ['stop', ...FILTER, '--yes']);
    expect(code).toBe(0);
    expect(errors).toContain(
      'Instance 5 is offline: its host cannot be reached, so it can only be destroyed. It is left out.',
    );
    expect(sent).toEqual(['PUT  {"state":"stopped","ids":[6,8]}']);
  });
});

describe('nothing is sent', () => {
  test.each([
    [['destroy', ...FILTER, '--yes'], 2, 'needs --expect with the number of instances'],
    [['stop'], 2, "missing required argument 'id'"],
    [['stop', '5', ...FILTER], 2, 'by their ids or by --filter, not by both'],
    [['stop', '--filter', ' '], 2, 'An empty filter names no instance'],
    [['stop', '5', '--expect', '1'], 2, '--expect is for --filter'],
    [['stop', '--filter', 'labl=x', '--yes'], 2, 'This list has no field "labl": did you mean label?'],
  ] as const)('nor asked for with %j', async (args, code, message) => {
    const run = await change([], args);
    expect([run.code, run.asked]).toEqual([code, 0]);
    expect(run.errors).toContain(message);
  });

  test.each([
    [
      ['destroy', ...FILTER, '--yes', '--expect', '2'],
      1,
      'The filter is met by 3 instances, and not by 2. Nothing was sent.',
    ],
    [['stop', '--filter', 'label=none*', '--yes'], 1, 'No instance meets the filter. Nothing was sent.'],
    // What is not known of an instance meets nothing.
    [
      ['destroy', '--filter', 'gpu_name!=RTX_4090', '--yes', '--expect', '4'],
      1,
      'No instance meets the filter. Nothing was sent.',
    ],
  ] as const)('with %j', async (args, code, message) => {
    const run = await change([list(...SWEEP)], args);
    expect([run.code, run.sent]).toEqual([code, []]);
    expect(run.errors).toContain(message);
  });

  test('with --dry-run: the one call is printed', async () => {
    const { code, out, sent } = await change([list(...SWEEP)], ['destroy', ...FILTER, '--dry-run']);
    expect([code, sent]).toEqual([0, []]);
    expect(JSON.parse(out)).toEqual({
      method: 'DELETE',
      path: '/api/v0/instances/',
      body: { instance_ids: [5, 6, 8] },
    });
  });
});
