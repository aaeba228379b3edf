/** Templates from a script: created, changed, shown, deleted, made of presets and made into them; what is secret is told nowhere. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { impatientClock, TIME_LIMITS_MS } from './support/impatient-clock.ts';
import { startTestService, temporaryFolder } from './support/local-service.ts';
import { gpudeck } from './support/one-shot.ts';
import { hangUp, json, startScriptedServer } from './support/scripted-server.ts';

const VLLM = '5d2e9c7b14f84a06b3e1d0c9f7a6e852';
const PASSWORD = 'opensesame-4Qz8';

/** The command against `service`, with the files of one home. */
const home = (service: { readonly url: string; readonly apiKey?: string }) => {
  const folder = temporaryFolder();
  const run = (args: readonly string[], world: Parameters<typeof gpudeck>[1] = {}) =>
    gpudeck([...args, '--config', folder], {
      environment: { GPUDECK_BASE_URL: service.url, GPUDECK_API_KEY: service.apiKey ?? 'key', TOKEN: 'hf_secret77' },
      clock: impatientClock(Date.UTC(2026, 10, 22, 12), TIME_LIMITS_MS),
      ...world,
    });
  const template = async (...args: readonly string[]) => {
    const { code, out, errors } = await run(['template', ...args, '--yes']);
    expect([args[0], code, code === 0 ? '' : errors]).toEqual([args[0], 0, '']);
    return JSON.parse(out) as Readonly<Record<string, unknown>>;
  };
  const list = async () => JSON.parse((await run(['list', 'templates', '--json'])).out) as Record<string, unknown>[];
  return { folder, run, template, list };
};

describe('at the local service', () => {
  test('one is created, changed under its id, rented by no more once it is deleted', async () => {
    const { template, list } = home(await startTestService());
    const created = await template(
      'create',
      '--name',
      'sweep',
      '--image',
      'acme/sweep',
      '--tag',
      '3',
      '--env',
      'TOKEN',
    );
    const { template_id: id, hash_id: hash } = created;
    expect(created).toMatchObject({ change: 'create', outcome: 'accepted' });
    expect(await list()).toMatchObject([{ id, hash_id: hash, image: 'acme/sweep', env: '-e TOKEN=[redacted]' }]);
    const edited = await template('edit', `${id}`, '--disk', '40');
    expect(edited).toMatchObject({ template_id: id, change: 'edit', hash_id: expect.not.stringMatching(String(hash)) });
    expect(await list()).toMatchObject([{ id, tag: '3', env: '-e TOKEN=[redacted]', recommended_disk_space: 40 }]);
    expect(await template('delete', `${id}`)).toMatchObject({ template_id: id, outcome: 'accepted' });
    expect(await list()).toEqual([]);
  });

  test('the same again is refused, and one that is no more in the list is not changed', async () => {
    const { template, run } = home(await startTestService());
    const same = ['create', '--name', 'a', '--image', 'b'];
    await template(...same);
    const again = await run(['template', ...same, '--yes']);
    expect([again.code, JSON.parse(again.out)]).toMatchObject([1, { outcome: 'refused' }]);
    expect((await run(['template', 'edit', '77', '--disk', '9', '--yes'])).errors).toContain(
      'Template 77 is not in your list.',
    );
  });

  test('a preset is saved as a template, and a template is printed as a preset, without a value', async () => {
    const { folder, template, run } = home(await startTestService());
    const env = { TOKEN: { from_env: 'TOKEN' }, '-p 8080:8080': true };
    const train = { image: 'acme/train:1', disk: 30, runtype: 'jupyter_direct', env };
    writeFileSync(join(folder, 'presets.json'), JSON.stringify({ presets: { train } }));
    const { hash_id: hash } = await template('create', '--name', 'train', '--preset', 'train');
    const { out } = await run(['template', 'show', String(hash), '--preset', 'again']);
    expect((await run(['list', 'templates', '--json'])).out).toContain('"image":"acme/train","tag":"1"');
    expect(JSON.parse(out)).toEqual({ presets: { again: train } });
  });

  test('what no template can say of a preset stays there, and that is said', async () => {
    const { folder, run } = home(await startTestService());
    const presets = {
      plain: { image: 'acme/b' },
      data: { image: 'acme/b', volume: { new_gb: 50, mount_path: '/data' } },
    };
    writeFileSync(join(folder, 'presets.json'), JSON.stringify({ presets }));
    const errorsOf = async (preset: string) =>
      (await run(['template', 'create', '--name', 'b', '--preset', preset, '--dry-run'])).errors;
    expect([await errorsOf('plain'), await errorsOf('data')]).toEqual([
      expect.not.stringContaining('preset'),
      expect.stringContaining('preset data: Its label, volume and SLA target stay there: a template has none.'),
    ]);
  });

  test.each([
    [['--image', 'acme:5000/b:3'], { image: 'acme:5000/b', tag: '3' }],
    [['--image', 'acme:5000/b'], { image: 'acme:5000/b' }],
    [['--image', 'b:3', '--tag', '4'], { image: 'b:3', tag: '4' }],
    [['--image', 'b@sha256:00'], { image: 'b@sha256:00' }],
  ] as const)('%j is sent as %j: the tag of the image stands by itself', async (words, body) => {
    const { run } = home(await startTestService());
    const { out } = await run(['template', 'create', '--name', 'a', ...words, '--dry-run']);
    expect(JSON.parse(out)).toMatchObject({ body: { name: 'a', ...body } });
    expect(Object.keys(JSON.parse(out).body)).toEqual(['name', ...Object.keys(body)]);
  });

  test('list prints those with an image, of all that may be seen, and none where there is none', async () => {
    const { run } = home(await startTestService());
    const listed = async (image: string) =>
      JSON.parse((await run(['template', 'list', '--image', image, '--json'])).out) as Record<string, unknown>[];
    expect(await listed('nvidia/cuda')).toMatchObject([{ name: 'CUDA', recommended: true }]);
    expect(await listed('nobody/nothing')).toEqual([]);
  });

  test('show prints what it fills in', async () => {
    const { out } = await home(await startTestService()).run(['template', 'show', VLLM]);
    expect(out).toContain('vllm/vllm-openai');
    expect(out).toContain('-p 8000:8000');
    expect((await home(await startTestService()).run(['template', 'show', 'f00'])).errors).toContain(
      'no template f00: gpudeck list templates tells their hashes.',
    );
  });
});

test('values and the login are sent, and told nowhere', async () => {
  await using server = await startScriptedServer(
    json(200, { success: false, templates_found: 0, templates: [] }),
    json(200, { success: true, template: { id: 5, hash_id: 'abc', docker_login_pass: PASSWORD } }),
  );
  server.offer('users/current/', json(200, { success: true, id: 7 }));
  const { folder, run } = home(server);
  const file = join(folder, 'pass');
  writeFileSync(file, PASSWORD, { mode: 0o600 });
  const parts = [
    '--name',
    'a',
    '--image',
    'ghcr.io/me/a',
    '--env',
    'TOKEN',
    '--login',
    'me@ghcr.io',
    '--login-file',
    file,
  ];
  const { code, out, errors } = await run(['template', 'create', ...parts, '--yes']);
  expect([code, JSON.parse(out)]).toEqual([
    0,
    { change: 'create', outcome: 'accepted', message: null, template_id: 5, hash_id: 'abc', at: expect.any(String) },
  ]);
  expect(server.requests.map(({ path }) => decodeURIComponent(path))).toEqual([
    '/api/v0/template/?select_filters={"creator_id":{"eq":7}}&select_cols=["*"]',
    '/api/v0/template/',
  ]);
  expect(JSON.parse(server.requests[1]?.body ?? '')).toEqual({
    ...{ name: 'a', image: 'ghcr.io/me/a', env: '-e TOKEN=hf_secret77' },
    ...{ docker_login_repo: 'ghcr.io', docker_login_user: 'me', docker_login_pass: PASSWORD },
  });
  expect(errors).toContain('Whoever can rent by it can read the values of TOKEN.');
  const kept = readFileSync(join(folder, 'state', 'journal.db'), 'latin1');
  for (const secret of [PASSWORD, 'hf_secret77']) expect(out + errors + kept).not.toContain(secret);
});

test('one whose answer is lost is looked for by its name, and not sent again', async () => {
  const listed = json(200, { success: true, templates: [{ id: 9, hash_id: 'f00', name: 'a', image: 'b' }] });
  await using server = await startScriptedServer(listed, hangUp, listed);
  const { run } = home(server);
  const args = ['template', 'create', '--name', 'a', '--image', 'b', '--yes'];
  const lost = await run(args);
  expect(lost.out + lost.errors).toContain('The list, read again, has 9, hash f00.');
  expect(lost.code).toBe(6);
});

test.each([
  [['create', '--image', 'a'], 'Name the template.'],
  [['create', '--name', 'a'], 'Name an image, such as ubuntu:24.04.'],
  [['create', '--name', 'a', '--image', 'a b'], 'The name of an image has no spaces.'],
  [['edit', '5'], 'Nothing is to be changed.'],
  [['edit', '5', '--login', 'me'], 'A login is given as --login USER@REGISTRY --login-file FILE'],
])('%j is refused at once', async (args, words) => {
  const { code, errors } = await home({ url: 'http://127.0.0.1:9' }).run(['template', ...args, '--yes']);
  expect([code, errors]).toEqual([2, expect.stringContaining(words)]);
});
