/**
 * Templates of the local service (docs/interface.md, Templates): the list, every write, and what they fill in.
 *
 * @module-tag service
 */
import { describe, expect, test } from 'vitest';
import { startRenter, UNTIL_IT_RUNS_S } from './support/renter.ts';

const VLLM = '5d2e9c7b14f84a06b3e1d0c9f7a6e852';
const OWN = { name: 'sweep', image: 'acme/sweep', tag: '3', env: '-e MODE=fast -p 8080:8080', onstart: 'echo hello' };

const start = async () => {
  const renter = await startRenter();
  const { send } = renter;
  const write = (method: string, body: object) => send(method, '/api/v0/template/', body);
  const list = async (filters: object = {}) => {
    const query = new URLSearchParams({ select_filters: JSON.stringify(filters), select_cols: '["*"]' });
    return (await send('GET', `/api/v0/template/?${query}`)).body as { templates: Record<string, unknown>[] };
  };
  const create = async (body: object = OWN) =>
    ((await write('POST', body)).body as { template: Record<string, unknown> & { id: number; hash_id: string } })
      .template;
  return { ...renter, write, list, create };
};

describe('GET /api/v0/template/', () => {
  test('gives the recommended ones and the own ones, and what the filters leave', async () => {
    const { list, create } = await start();
    await create();
    expect((await list()).templates.map(({ name }) => name)).toEqual(['PyTorch', 'vLLM', 'CUDA', 'sweep']);
    expect((await list({ recommended: { eq: true }, image: { eq: 'nvidia/cuda' } })).templates).toMatchObject([
      { name: 'CUDA' },
    ]);
    expect((await list({ creator_id: { eq: 204117 } })).templates).toMatchObject([
      { name: 'sweep', recommended: false },
    ]);
  });

  test('"none found = success:false"', async () => {
    const { list } = await start();
    expect(await list({ name: { eq: 'none' } })).toEqual({ success: false, templates_found: 0, templates: [] });
  });
});

describe('POST, PUT and DELETE /api/v0/template/', () => {
  test('"the same again = success:false, with the template"', async () => {
    const { write, create } = await start();
    const { id, hash_id } = await create();
    expect((await write('POST', OWN)).body).toMatchObject({ success: false, template: { id, hash_id } });
  });

  test('keeps nothing of the registry login but where it leads', async () => {
    const { create, list } = await start();
    const login = { docker_login_repo: 'ghcr.io', docker_login_user: 'me', docker_login_pass: 'opensesame' };
    const { hash_id } = await create({ ...OWN, ...login });
    expect((await create()).hash_id).not.toBe(hash_id);
    expect(JSON.stringify(await list())).toContain('ghcr.io');
    expect(JSON.stringify(await list())).not.toContain('opensesame');
  });

  test('"hash_id changes, id stays", and what is not named stays', async () => {
    const { write, create } = await start();
    const { id, hash_id } = await create();
    const { body } = await write('PUT', { hash_id, tag: '4' });
    expect(body).toMatchObject({ success: true, template: { ...OWN, id, tag: '4' } });
    expect((body as { template: { hash_id: string } }).template.hash_id).not.toBe(hash_id);
    expect((await write('PUT', { hash_id, tag: '5' })).status).toBe(404);
  });

  test('"a shared one is copied"', async () => {
    const { write, list } = await start();
    const { body } = await write('PUT', { hash_id: VLLM, name: 'mine' });
    expect(body).toMatchObject({ template: { name: 'mine', image: 'vllm/vllm-openai', creator_id: 204117 } });
    expect((await list({ hash_id: { eq: VLLM } })).templates).toMatchObject([{ name: 'vLLM' }]);
  });

  test('deletes by the id: "400 while others use it"', async () => {
    const { write, create, rent, list } = await start();
    const { id, hash_id } = await create();
    const other = await create({ ...OWN, name: 'other' });
    await rent({ image: undefined, template_hash_id: hash_id });
    expect(await write('DELETE', { template_id: id })).toMatchObject({
      status: 400,
      body: { error: 'template_in_use' },
    });
    expect((await write('DELETE', { template_id: other.id })).body).toEqual({ success: true });
    expect((await write('DELETE', { template_id: 2 })).status).toBe(404);
    expect((await list({ creator_id: { eq: 204117 } })).templates).toMatchObject([{ id, count_created: 1 }]);
  });

  test.each([
    ['no name', { image: 'a' }, /^name: /],
    ['a member that is none', { ...OWN, cpu: 3 }, 'cpu: a template has nothing of this name'],
    ['no options', { ...OWN, env: 'A=1' }, 'env: must be options such as "-e NAME=value -p 8080:8080"'],
    [
      'a small disk',
      { ...OWN, recommended_disk_space: 7 },
      'recommended_disk_space: must be a number of GB, 8 or more',
    ],
  ])('%s is a 400', async (_, body, msg) => {
    const { write } = await start();
    expect(await write('POST', body)).toMatchObject({
      status: 400,
      body: { error: 'invalid_args', msg: typeof msg === 'string' ? msg : expect.stringMatching(msg) },
    });
  });
});

describe('what a template fills in', () => {
  test('"scalars of the request win; env merges by name, request wins"', async () => {
    const { create, rent, show } = await start();
    const { hash_id } = await create({ ...OWN, runtype: 'jupyter', jup_direct: true, recommended_disk_space: 20 });
    const whole = await rent({ image: undefined, disk: undefined, template_hash_id: hash_id });
    expect(await show(whole)).toMatchObject({
      ...{ image_uuid: 'acme/sweep:3', disk_space: 20, image_runtype: 'jupyter_direct', onstart: 'echo hello' },
      ...{
        template_name: 'sweep',
        extra_env: [
          ['MODE', 'fast'],
          ['-p 8080:8080', '1'],
        ],
      },
    });
    const asked = { image: 'acme/other', disk: 30, runtype: 'ssh', env: { MODE: 'slow', MORE: '1' }, onstart: 'true' };
    expect(await show(await rent({ ...asked, template_hash_id: hash_id }))).toMatchObject({
      ...{ image_uuid: 'acme/other', disk_space: 30, image_runtype: 'ssh', onstart: 'true' },
      extra_env: [
        ['MODE', 'slow'],
        ['-p 8080:8080', '1'],
        ['MORE', '1'],
      ],
    });
  });

  test('an instance is given another image or template in place, and loads anew', async () => {
    const { rent, show, send, clock } = await start();
    const id = await rent({ env: { A: '1' } });
    clock.pass(UNTIL_IT_RUNS_S);
    expect(await show(id)).toMatchObject({ actual_status: 'running' });
    const change = (body: object) => send('PUT', `/api/v0/instances/update_template/${id}/`, { id, ...body });
    expect((await change({ image: 'acme/other:1' })).body).toEqual({ success: true });
    expect(await show(id)).toMatchObject({
      image_uuid: 'acme/other:1',
      actual_status: 'loading',
      extra_env: [['A', '1']],
    });
    expect((await change({ template_hash_id: VLLM })).status).toBe(200);
    expect(await show(id)).toMatchObject({ image_uuid: 'vllm/vllm-openai:v0.12.0', template_name: 'vLLM' });
    expect((await change({ template_hash_id: 'f00' })).status).toBe(404);
    expect((await change({ disk: 99 })).body).toMatchObject({ error: 'invalid_args' });
  });
});
