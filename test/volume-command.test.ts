/** Renting, cloning and deleting volumes from a script: the lists first, exact requests, journal, exit codes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Volume, VolumeOffer } from '../src/catalogue/values.ts';
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

const NOW_EPOCH_MS = Date.UTC(2026, 10, 22, 12);

const offer: VolumeOffer = { id: 91, machine_id: 7, disk_space: 400, storage_cost: 0.072 };
const offers = json(200, { offers: [offer] });
const volumes = (...all: readonly Volume[]): ScriptedReply => json(200, { volumes: all });
const made = json(200, { success: true, volume_name: 'V.12' });

/** `gpudeck volume` on `server` with its journal in `folder`, on a clock that never makes a test wait. */
const run = (server: Pick<ScriptedServer, 'url'>, args: readonly string[], folder = temporaryFolder()) =>
  gpudeck(['volume', ...args, '--config', folder], {
    environment: { GPUDECK_BASE_URL: server.url, GPUDECK_API_KEY: 'key' },
    clock: impatientClock(NOW_EPOCH_MS, TIME_LIMITS_MS),
  });

/** What was sent besides reads, as method, path and body. */
const writesOf = ({ requests }: ScriptedServer) =>
  requests
    .filter(({ method, path }) => method !== 'GET' && !path.endsWith('/search/'))
    .map(({ method, path, body }) => [method, path, JSON.parse(body)]);

describe('the exact call', () => {
  test.each([
    [['rent', '91', '--size', '200', '--name', 'data'], 'PUT', '/', { id: 91, size: 200, name: 'data' }],
    [['rent', '91', '--size', '0.2TB'], 'PUT', '/', { id: 91, size: 200 }],
    [['clone', '5', '91'], 'POST', '/copy/', { src_id: 5, dst_id: 91, size: 101 }],
    [['clone', '5', '91', '--size', '300'], 'POST', '/copy/', { src_id: 5, dst_id: 91, size: 300 }],
    [['delete', '5'], 'DELETE', '/?id=5', { id: 5 }],
  ] as const)('%s is printed by a dry run, and sent with --yes', async (args, method, path, body) => {
    const lists: readonly ScriptedReply[] =
      args[0] === 'delete'
        ? [volumes({ id: 5, disk_space: 100.5, instances: [] })]
        : [offers, ...(args[0] === 'clone' ? [volumes({ id: 5, disk_space: 100.5 })] : [])];
    await using server = await startScriptedServer(...lists, ...lists, made);
    const dry = await run(server, [...args, '--dry-run']);
    expect(JSON.parse(dry.out)).toEqual({ method, path: `/api/v0/volumes${path}`, body });
    expect(writesOf(server)).toEqual([]);
    expect((await run(server, [...args, '--yes'])).code).toBe(0);
    expect(writesOf(server)).toEqual([[method, `/api/v0/volumes${path}`, body]]);
  });
});

test('the line of JSON names the new volume; what it costs is said before', async () => {
  await using server = await startScriptedServer(offers, made);
  const { code, out, errors } = await run(server, ['rent', '91', '--size', '200', '--yes']);
  expect([code, JSON.parse(out)]).toMatchObject([
    0,
    { offer_id: 91, change: 'rent-volume', size_gb: 200, name: null, outcome: 'accepted', volume_id: 12 },
  ]);
  expect(errors).toContain(
    '200 GB at $0.072 per GB and month cost $14.40 a month, used or not, until the volume is deleted.',
  );
  expect(writesOf(server)).toEqual([['PUT', '/api/v0/volumes/', { id: 91, size: 200 }]]);
});

test.each([
  [['rent', '91', '--size', '401', '--yes'], '401 GB are more than the 400 GB that are left there.'],
  [['rent', '92', '--size', '4', '--yes'], 'Offer 92 is not in your list.'],
  [['clone', '5', '91', '--size', '99', '--yes'], 'A clone is no smaller than its source: volume 5 has 100 GB.'],
  [['clone', '6', '91', '--yes'], 'Volume 6 is not in your list.'],
])('%s is not sent', async (args, problem) => {
  await using server = await startScriptedServer(offers, volumes({ id: 5, disk_space: 100 }));
  const { code, out, errors } = await run(server, args);
  expect([code, out]).toEqual([1, '']);
  expect(errors).toContain(`${problem}\n`);
  expect(writesOf(server)).toEqual([]);
});

test('a volume on which an instance hangs is not deleted', async () => {
  await using server = await startScriptedServer(
    volumes({ id: 5, instances: [{ id: 4711 }] }, { id: 6, instances: [] }),
  );
  const { code, errors } = await run(server, ['delete', '6', '5', '--yes']);
  expect(code).toBe(1);
  expect(errors).toContain('Destroy instance 4711 first: volume 5 hangs on it. Stopped is not enough.');
  expect(writesOf(server)).toEqual([]);
});

test('a deletion without an answer is looked up in the list, and is not sent again', async () => {
  const there = volumes({ id: 5, instances: [] });
  await using server = await startScriptedServer(there, hangUp, there);
  const folder = temporaryFolder();
  const first = await run(server, ['delete', '5', '--yes'], folder);
  expect(first.code).toBe(6);
  expect(JSON.parse(first.out)).toMatchObject({ volume_id: 5, outcome: 'unknown' });
  expect(first.out).toContain('The list, read again, still has it.');
  server.script(there);
  const again = await run(server, ['delete', '5', '--yes'], folder);
  expect(JSON.parse(again.out)).toMatchObject({ outcome: 'unknown_before' });
  expect(writesOf(server)).toHaveLength(1);
});

test('a volume that a limit does not allow is not rented', async () => {
  await using server = await startScriptedServer(offers, offers);
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'limits.json'), '{"never_machines": [7]}', { mode: 0o600 });
  const { code, out } = await run(server, ['rent', '91', '--size', '20', '--yes'], folder);
  expect(code).not.toBe(0);
  expect(out).toContain('machine 7');
  expect(writesOf(server)).toEqual([]);
});

test('offers are found by a filter line over their own fields', async () => {
  const dear = { ...offer, id: 92, storage_cost: 0.3 };
  await using server = await startScriptedServer(json(200, { offers: [offer, dear] }));
  const { code, out } = await run(server, [
    'search',
    'storage_cost<0.1',
    'disk_space>=400',
    '--json',
    '--fields',
    'id',
  ]);
  expect([code, JSON.parse(out)]).toEqual([0, [{ id: 91 }]]);
});
