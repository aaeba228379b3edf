/** Looking at the files of a stopped instance from a script: what is sent, and what is not. */
import { describe, expect, test } from 'vitest';
import { impatientClock, TIME_LIMITS_MS } from './support/impatient-clock.ts';
import { temporaryFolder } from './support/local-service.ts';
import { gpudeck } from './support/one-shot.ts';
import { startRenter, UNTIL_IT_RUNS_S } from './support/renter.ts';
import { json, raw, type ScriptedServer, startScriptedServer } from './support/scripted-server.ts';

const execute = ({ url }: Pick<ScriptedServer, 'url'>, ...args: readonly string[]) =>
  gpudeck(['instance', 'execute', ...args, '--config', temporaryFolder()], {
    environment: { GPUDECK_BASE_URL: url, GPUDECK_API_KEY: 'sk-test-0123456789' },
    clock: impatientClock(Date.UTC(2026, 10, 22, 12), TIME_LIMITS_MS),
  });

describe('gpudeck instance execute', () => {
  test('prints what the command printed, which is fetched without the key', async () => {
    await using server = await startScriptedServer((response, request) =>
      json(200, { success: true, result_url: `${server.url}/results/1` })(response, request),
    );
    server.script(raw(200, 'text/plain', 'train.py\n\x1b[31mcheckpoints\n'));
    const { code, out } = await execute(server, '5', 'ls -l', '/workspace');
    expect([code, out]).toEqual([0, 'train.py\ncheckpoints\n']);
    const [asked, fetched] = server.requests;
    expect([asked?.method, asked?.path, asked?.body]).toEqual([
      ...['PUT', '/api/v0/instances/command/5/'],
      '{"command":"ls -l /workspace"}',
    ]);
    expect(fetched?.headers.authorization).toBeUndefined();
  });

  test('says where the service runs no commands', async () => {
    await using server = await startScriptedServer(raw(404, 'text/html', '<h1>Not Found</h1>'));
    const { code, errors } = await execute(server, '5', 'du /');
    expect([code, errors]).toEqual([1, 'gpudeck instance execute: this service runs no commands on instances\n']);
  });

  test.each([
    ['rm -rf /', 'Only ls and du are run, which change nothing.'],
    ['lsof', 'Only ls and du are run, which change nothing.'],
    ['ls /; rm x', 'Signs of a shell, such as ; or |, are not sent: write one command alone.'],
    [`ls ${'a'.repeat(510)}`, 'A command has at most 512 characters.'],
  ])('does not send %j', async (command, problem) => {
    await using server = await startScriptedServer();
    const { code, errors } = await execute(server, '5', command);
    expect(code).toBe(2);
    expect(errors).toContain(problem);
    expect(server.requests).toEqual([]);
  });
});

test('the local service lists the files of a stopped instance, and of none that runs', async () => {
  const { rent, clock, change, send } = await startRenter({ thresholds: false });
  const id = await rent();
  clock.pass(UNTIL_IT_RUNS_S);
  const run = (command: string) => send('PUT', `/api/v0/instances/command/${id}/`, { command });
  expect(await run('ls /')).toMatchObject({ status: 400, body: { error: 'invalid_args' } });
  await change(id, { state: 'stopped' });
  clock.pass(UNTIL_IT_RUNS_S);
  const printed = async (command: string) => {
    const { body } = await run(command);
    clock.pass(1);
    return (await fetch(String((body as { result_url: string }).result_url))).text();
  };
  expect(await printed('ls /workspace')).toBe('README.md\ncheckpoints\ntrain.py\n');
  expect(await printed('ls -l /workspace/train.py')).toMatch(/^\d+\t\/workspace\/train\.py\n$/);
  expect(await printed('du /workspace')).toMatch(/^\d+\t\/workspace\n$/);
  expect(await printed('ls /nowhere')).toBe("ls: cannot access '/nowhere': No such file or directory\n");
  expect((await send('PUT', `/api/v0/instances/update_template/${id}/`, { id, image: 'acme/b' })).status).toBe(200);
  expect(await printed('ls /workspace')).toContain('No such file or directory');
  expect(await run('rm /workspace/train.py')).toMatchObject({ status: 400, body: { error: 'invalid_args' } });
});
