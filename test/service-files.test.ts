/**
 * Copies at the local service (docs/interface.md, Files): real files go from one folder to another, as time passes.
 *
 * @module-tag service
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderInMemory } from './support/local-service.ts';
import { startRenter, UNTIL_IT_RUNS_S } from './support/renter.ts';

const COPY = '/api/v0/commands/copy_direct/';
const CLOUD = '/api/v0/commands/rclone/';
/** Each file takes so long. */
const FILE_S = 2;
const FILES = 5;

/** A renter with two instances that run, and the folder of files of his service. */
const startCopier = async ({ image = 'ubuntu:24.04', ...options }: { image?: string; thresholds?: boolean } = {}) => {
  const folder = folderInMemory();
  const dataFile = join(folder, 'service.db');
  const renter = await startRenter({ dataFile, ...options });
  const one = await renter.rent();
  renter.clock.pass(5);
  const other = await renter.rent({ image });
  renter.clock.pass(UNTIL_IT_RUNS_S);
  const files = `${dataFile}.files`;
  const filesOf = (kind: string, id: number): readonly string[] =>
    readdirSync(join(files, kind, String(id)), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(files, kind, String(id)).length))
      .sort();
  const copy = (body: object) => renter.send('PUT', COPY, { client_id: 'me', ...body });
  const list = async (path: string) => (await renter.send('GET', path)).body as never;
  const { volumes }: { volumes: readonly { id: number }[] } = await list('/api/v0/volumes/');
  const connections: readonly { id: number }[] = await list('/api/v0/users/cloud_integrations/');
  return { ...renter, one, other, files, filesOf, copy, volume: volumes[0]?.id ?? 0, cloud: connections[0]?.id ?? 0 };
};

describe('a copy', () => {
  test('moves the tree file by file, says how far it is, and counts on the disk', async () => {
    const { one, other, copy, clock, show, filesOf, files } = await startCopier();
    const before = Number((await show(other))?.disk_usage);
    const from = { src_id: one, src_path: '/workspace/' };
    expect(await copy({ ...from, dst_id: `C.${other}`, dst_path: '/data' })).toMatchObject({
      status: 200,
      body: { success: true },
    });
    clock.pass(FILE_S);
    expect((await show(other))?.status_msg).toBe(
      `Copying C.${one}:/workspace/ to C.${other}:/data: 1 of ${FILES} files (20 %)`,
    );
    expect((await show(one))?.status_msg).toMatch(/^Copying /);
    const came = filesOf('instances', other).filter((file) => file.startsWith('/data/'));
    expect(came).toEqual(['/data/README.md']);
    clock.pass(FILE_S * FILES);
    expect((await show(other))?.status_msg).toBe(`Copy finished: C.${one}:/workspace/ to C.${other}:/data`);
    const read = (id: number, path: string) => readFileSync(join(files, 'instances', String(id), path), 'utf8');
    expect(read(other, 'data/checkpoints/step-100.pt')).toBe(read(one, 'workspace/checkpoints/step-100.pt'));
    expect(Number((await show(other))?.disk_usage)).toBeGreaterThan(before + 0.3);
    clock.pass(120);
    expect((await show(other))?.status_msg).toMatch(/^success, running/);
  });

  test('without a slash at its end the folder comes as itself, and a file alone too', async () => {
    const { one, volume, copy, clock, show, filesOf } = await startCopier();
    await copy({ src_id: String(one), src_path: '/workspace/checkpoints', dst_id: `V.${volume}`, dst_path: '/kept/' });
    await copy({ src_id: `V.${volume}`, src_path: '/data/README.md', dst_id: one, dst_path: '/workspace' });
    clock.pass(FILE_S * FILES);
    await show(one);
    expect(filesOf('volumes', volume)).toContain('/kept/checkpoints/step-300.pt');
    expect(filesOf('instances', one)).toContain('/workspace/README.md');
  });

  test('is ended with all others into its target, and what came stays', async () => {
    const { one, other, copy, clock, show, send, filesOf } = await startCopier({ thresholds: true });
    await copy({ src_id: one, src_path: '/workspace/', dst_id: other, dst_path: '/a' });
    clock.pass(1);
    await copy({ src_id: one, src_path: '/workspace/', dst_id: other, dst_path: '/b' });
    clock.pass(FILE_S * 2);
    expect(await send('DELETE', COPY, { dst_id: `C.${other}` })).toEqual({
      status: 200,
      body: { success: true, msg: 'copies ended: 2' },
    });
    clock.pass(FILE_S * FILES);
    expect((await show(other))?.status_msg).toBe(
      `Copy ended: C.${one}:/workspace/ to C.${other}:/b, 2 of ${FILES} files came`,
    );
    expect(filesOf('instances', other).filter((file) => file.startsWith('/a/'))).toHaveLength(2);
  });

  test('no path leads out of the folder of its target, and a folder goes with its instance', async () => {
    const { one, other, copy, clock, send, show, files, filesOf } = await startCopier();
    await copy({ src_id: one, src_path: '/../../../workspace/', dst_id: other, dst_path: '/data/../../../../up' });
    clock.pass(FILE_S * FILES);
    await show(other);
    expect(filesOf('instances', other)).toContain('/up/train.py');
    expect(readdirSync(files)).toEqual(['instances']);
    await send('DELETE', `/api/v0/instances/${other}/`);
    await show(one);
    expect(existsSync(join(files, 'instances', String(other)))).toBe(false);
  });

  test('is refused where it leads nowhere, or into what must not be copied into', async () => {
    const { one, other, copy } = await startCopier();
    const refusals = [
      [{ dst_path: '/' }, 400, 'dst_path: / cannot be copied into'],
      [{ dst_path: '//' }, 400, 'dst_path: / cannot be copied into'],
      [{ dst_path: '/root/.' }, 400, 'dst_path: /root cannot be copied into'],
      [{ dst_id: 'V.1' }, 404, 'you have no volumes 1'],
      [{ dst_id: 'nowhere' }, 400, 'dst_id: must be a place, such as 4711, V.12 or s3.5'],
      [{ dst_id: 'local' }, 400, 'what is local is copied with an rsync of your own, over ssh'],
      [{ src_path: '/missing' }, 400, 'src_path: there is no /missing'],
      [{ src_path: 'a\0b' }, 400, 'src_path: must not hold NUL'],
    ] as const;
    const body = { src_id: one, src_path: '/workspace/', dst_id: other, dst_path: '/data' };
    for (const [wrong, status, msg] of refusals)
      expect(await copy({ ...body, ...wrong })).toMatchObject({ status, body: { success: false, msg } });
  });

  test('replaces the disk of a virtual machine that is stopped, and no other', async () => {
    const { one, other, copy, clock, change, show, filesOf } = await startCopier({ image: 'vastai/kvm:cuda-12' });
    const body = { src_id: one, src_path: '/workspace/', dst_id: other, dst_path: '/disk' };
    expect(await copy(body)).toMatchObject({ status: 400, body: { msg: expect.stringContaining('stop it first') } });
    await change(other, { state: 'stopped' });
    clock.pass(5);
    await copy(body);
    clock.pass(FILE_S * FILES);
    await show(other);
    expect(filesOf('instances', other).every((file) => file.startsWith('/disk/'))).toBe(true);
  });
});

describe('a cloud copy', () => {
  test('tells in a dry run what it would copy, copies it, and then only what its flags leave', async () => {
    const { one, cloud, send, clock, show, filesOf } = await startCopier();
    const body = { instance_id: one, selected: cloud, src: '/workspace/checkpoints/', dst: '/kept', flags: [] };
    const up = { ...body, transfer: 'Instance To Cloud' };
    const dry = 'dry run: 3 files would be copied: /kept/step-100.pt, /kept/step-200.pt, /kept/step-300.pt';
    expect((await send('POST', CLOUD, { ...up, flags: ['--dry-run'] })).body).toEqual({ success: true, msg: dry });
    expect(filesOf('connections', cloud)).not.toContain('/kept/step-100.pt');
    await send('POST', CLOUD, up);
    clock.pass(FILE_S * FILES);
    await show(one);
    expect(filesOf('connections', cloud)).toContain('/kept/step-100.pt');
    for (const flag of ['--ignore-existing', '--size-only'])
      expect((await send('POST', CLOUD, { ...up, flags: ['--dry-run', flag] })).body).toMatchObject({
        msg: expect.stringMatching(/^dry run: 0 files/),
      });
    const down = { ...body, src: '/kept/', dst: '/workspace/back', transfer: 'Cloud To Instance' };
    await send('POST', CLOUD, down);
    expect((await send('DELETE', CLOUD, { dst_id: one })).body).toEqual({ success: true, msg: 'copies ended: 1' });
  });

  test('is refused where it leads nowhere, or into what must not be copied into', async () => {
    const { one, cloud, send } = await startCopier();
    const refusals = [
      [{ transfer: 'Up' }, 400, 'transfer: must be Instance To Cloud or Cloud To Instance'],
      [{ selected: 1 }, 404, 'you have no connections 1'],
      [
        { transfer: 'Cloud To Instance', src: '/datasets/', dst: '/root/' },
        400,
        'dst_path: /root cannot be copied into',
      ],
    ] as const;
    const body = { instance_id: one, selected: cloud, src: '/workspace/', dst: '/x', transfer: 'Instance To Cloud' };
    for (const [wrong, status, msg] of refusals)
      expect(await send('POST', CLOUD, { ...body, ...wrong })).toMatchObject({ status, body: { msg } });
  });
});
