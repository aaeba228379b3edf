/** Copying files from a script: the list first, exact requests, what is in the way, the user's own rsync, exit codes. */
import { expect, test } from 'vitest';
import type { Instance } from '../src/catalogue/values.ts';
import type { SshRun } from '../src/instances/ssh.ts';
import { impatientClock, TIME_LIMITS_MS } from './support/impatient-clock.ts';
import { folderInMemory } from './support/local-service.ts';
import { gpudeck } from './support/one-shot.ts';
import {
  hangUp,
  json,
  type ScriptedReply,
  type ScriptedServer,
  startScriptedServer,
} from './support/scripted-server.ts';

const instance = (id: number, more: Instance = {}): Instance => ({
  ...{ id, actual_status: 'running', intended_status: 'running', status_msg: 'success, running' },
  ...{ image_uuid: 'ubuntu:24.04', ssh_host: 'ssh5.example.net', ssh_port: 41022 },
  ...more,
});
const list = (...instances: readonly Instance[]): ScriptedReply => json(200, { success: true, instances });
const volumes = json(200, { volumes: [{ id: 12, status: 'active' }] });
const yes = json(200, { success: true, msg: 'begun' });

/** `gpudeck copy` on `server` with its journal in `folder`, on a clock that never makes a test wait. */
const copy = (
  server: Pick<ScriptedServer, 'url'>,
  args: readonly string[],
  { folder = folderInMemory(), ...world }: Parameters<typeof gpudeck>[1] & { readonly folder?: string } = {},
) =>
  gpudeck(['copy', ...args, '--config', folder], {
    environment: { GPUDECK_BASE_URL: server.url, GPUDECK_API_KEY: 'key' },
    clock: impatientClock(Date.UTC(2026, 10, 22, 12), TIME_LIMITS_MS),
    ...world,
  });

const writesOf = ({ requests }: ScriptedServer) =>
  requests.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);

const DIRECT = '/api/v0/commands/copy_direct/';
const CLOUD = '/api/v0/commands/rclone/';
const direct = (src_id: string, src_path: string, dst_id: string, dst_path: string) => ({
  ...{ client_id: 'me', src_id, dst_id },
  ...{ src_path, dst_path },
});

test.each([
  [['5:/a/', '6:/b'], list(instance(5), instance(6)), 'PUT', DIRECT, direct('C.5', '/a/', 'C.6', '/b')],
  [['V.12:/a', '6:/b'], list(instance(6)), 'PUT', DIRECT, direct('V.12', '/a', 'C.6', '/b')],
  [['V.12:/a', 's3.7:/b'], volumes, 'PUT', DIRECT, direct('V.12', '/a', 's3.7', '/b')],
  [
    ['5:/a', 's3.7:/b', '--update', '--trial'],
    list(instance(5)),
    'POST',
    CLOUD,
    {
      ...{ instance_id: 5, selected: 7, src: '/a', dst: '/b', transfer: 'Instance To Cloud' },
      flags: ['--dry-run', '--update'],
    },
  ],
  [['cancel', '5'], list(instance(5)), 'DELETE', DIRECT, { client_id: 'me', dst_id: 'C.5' }],
  [['cancel', '5', '--cloud'], list(instance(5)), 'DELETE', CLOUD, { client_id: 'me', dst_id: 'C.5' }],
  [['cancel', 'V.12'], volumes, 'DELETE', DIRECT, { client_id: 'me', dst_id: 'V.12' }],
] as const)('%j is one exact call', async (args, listed, method, path, body) => {
  await using server = await startScriptedServer(listed, yes);
  const { code, out } = await copy(server, [...args, '--yes']);
  const [[sentMethod, sentPath, text = ''] = [], ...others] = writesOf(server);
  expect([code, sentMethod, sentPath, JSON.parse(text), others]).toEqual([0, method, path, body, []]);
  expect(JSON.parse(out)).toMatchObject({ outcome: 'accepted', message: 'begun' });
});

test('says what may be overwritten, and that a virtual machine is replaced, before anything is sent', async () => {
  await using server = await startScriptedServer(list(instance(5), instance(6)));
  const { errors } = await copy(server, ['5:/a', '6:/b', '--dry-run']);
  expect(errors).toContain('Anything under /b on instance 6 may be overwritten.');
  expect(errors).toContain('If that is a virtual machine, its whole disk is replaced');
});

test('a virtual machine has to be stopped, and no --yes stands for its disk', async () => {
  const vm = instance(6, { image_uuid: 'docker.io/vendor/kvm:desktop' });
  const stopped = { ...vm, actual_status: 'stopped', intended_status: 'stopped' };
  await using server = await startScriptedServer(
    ...[list(instance(5), vm), list(instance(5), stopped), list(instance(5), stopped), yes],
  );
  expect((await copy(server, ['5:/a', '6:/b', '--yes'])).errors).toContain('it has to be stopped before');
  const unseen = await copy(server, ['5:/a', '6:/b', '--yes']);
  expect(unseen.errors).toContain('its whole disk is replaced, and what is there is lost');
  expect({ code: unseen.code, writes: writesOf(server) }).toEqual({ code: 2, writes: [] });
  const typed = await copy(server, ['5:/a', '6:/b'], { ask: async () => 'replaced' });
  expect({ code: typed.code, writes: writesOf(server).length }).toEqual({ code: 0, writes: 1 });
});

test('an unanswered copy is unknown, is not sent again by itself, and is known where all are ended', async () => {
  const folder = folderInMemory();
  const all = list(instance(5), instance(6, { status_msg: 'Copying 2 of 8 files' }));
  await using server = await startScriptedServer(all, hangUp, all, all, all, yes);
  const lost = await copy(server, ['5:/a', '6:/b', '--yes'], { folder });
  expect(lost.code).toBe(6);
  expect(lost.out).toContain('Copying 2 of 8 files');
  expect((await copy(server, ['5:/c', '6:/d', '--yes'], { folder })).out).toContain('unknown_before');
  const ended = await copy(server, ['cancel', '6', '--yes'], { folder });
  expect(ended.errors).toContain('copy "5:/a -> 6:/b" was sent 2026-11-22 12:00, outcome unknown');
  expect(ended.errors).toContain('Copying 2 of 8 files');
  expect(writesOf(server).map(([method]) => method)).toEqual(['PUT', 'DELETE']);
});

test('--wait goes on until the message of the instance says that it is over', async () => {
  const said = (status_msg: string) => list(instance(6, { status_msg }));
  await using server = await startScriptedServer(
    ...[said('success, running'), yes, said('success, running'), said('Copying 1 of 2'), said('Copying 1 of 2')],
    said('Copy finished'),
  );
  const { code, errors } = await copy(server, ['V.12:/a', '6:/b', '--yes', '--wait']);
  expect({ code, asked: server.requests.length }).toEqual({ code: 0, asked: 6 });
  expect(errors.split('\n').filter((line) => line.includes('Copying 1 of 2'))).toHaveLength(1);
});

test('a local copy is the user’s own rsync: shown, confirmed and told', async () => {
  const runs: SshRun[] = [];
  const runSsh = async (run: SshRun) => {
    runs.push(run);
    return { kind: 'exited', code: 23 } as const;
  };
  const all = list(instance(5));
  await using server = await startScriptedServer(all, all, all);
  const line = "rsync -a --partial --progress -e 'ssh -p 41022' -- ./a root@ssh5.example.net:/data";
  expect((await copy(server, ['./a', '5:/data', '--dry-run'], { runSsh })).out).toBe(`${line}\n`);
  expect((await copy(server, ['./a', '5:/data'], { runSsh, ask: async () => 'no' })).code).toBe(2);
  expect(runs).toEqual([]);
  const done = await copy(server, ['./a', '5:/data'], { runSsh, ask: async () => '5' });
  expect(done).toMatchObject({ code: 23, errors: expect.stringContaining(`runs ${line}`) });
  expect(done.errors).toContain('Anything under /data on instance 5 may be overwritten.');
  expect(done.errors).toContain('exit code 23: some files were not copied');
  expect({ runs: runs.length, writes: writesOf(server) }).toEqual({ runs: 1, writes: [] });
});

test.each([
  [['5:/a', '6:/root/.'], 'Nothing is copied into /root of instance 6'],
  [['5:/a', '6:/b', '--trial'], '--trial is for a copy with a cloud connection'],
  [['cancel', 's3.5'], 'Expected an instance, such as 4711, or a volume, such as V.12.'],
])('refuses %j without a call', async (args, words) => {
  await using server = await startScriptedServer();
  const { code, errors } = await copy(server, args);
  expect({ code, asked: server.requests.length }).toEqual({ code: 2, asked: 0 });
  expect(errors).toContain(words);
});

test.each(['the source', 'the target'])('an instance that is not listed is not copied with, as %s', async (which) => {
  await using server = await startScriptedServer(list(instance(which === 'the source' ? 6 : 5)));
  const { code, errors } = await copy(server, ['5:/a', '6:/b', '--yes']);
  expect({ code, writes: writesOf(server) }).toEqual({ code: 1, writes: [] });
  expect(errors).toContain('is not in your list');
});
