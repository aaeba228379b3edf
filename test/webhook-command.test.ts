/** Webhooks from a script: exact calls, the secret, the journal, exit codes. */
import { describe, expect, test } from 'vitest';
import { impatientClock, TIME_LIMITS_MS } from './support/impatient-clock.ts';
import { startTestService, temporaryFolder } from './support/local-service.ts';
import { gpudeck } from './support/one-shot.ts';
import {
  hangUp,
  json,
  type ScriptedReply,
  type ScriptedServer,
  startScriptedServer,
} from './support/scripted-server.ts';

const NOW_EPOCH_MS = Date.UTC(2026, 10, 22, 12);

const webhook = (
  server: { readonly url: string; readonly apiKey?: string },
  args: readonly string[],
  { folder = temporaryFolder(), ...world }: Parameters<typeof gpudeck>[1] & { readonly folder?: string } = {},
) =>
  gpudeck([...args, '--config', folder], {
    environment: { GPUDECK_BASE_URL: server.url, GPUDECK_API_KEY: server.apiKey ?? 'key' },
    clock: impatientClock(NOW_EPOCH_MS, TIME_LIMITS_MS),
    ...world,
  });

const PAGER = ['--name', 'pager', '--url', 'https://hooks.example.com/p', '--types', 'client:low_credit'];

const listed = json(200, {
  success: true,
  webhooks: [{ id: 12, name: 'pager', webhook_url: 'https://hooks.example.com/p', event_types: ['client:low_credit'] }],
});

/** A server that lists the one webhook as often as it is asked. */
const startLister = async (...replies: readonly ScriptedReply[]): Promise<ScriptedServer> => {
  const server = await startScriptedServer(...replies);
  server.offer('webhooks', listed);
  return server;
};

const writesOf = ({ requests }: ScriptedServer) =>
  requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);

describe('at the local service', () => {
  test('one is created with its secret, changed, tested, given another secret, and deleted', async () => {
    const service = await startTestService();
    const folder = temporaryFolder();
    const run = async (...args: readonly string[]) => {
      const { code, out, errors } = await webhook(service, ['webhook', ...args, '--yes'], { folder });
      expect([args[0], code, code === 0 ? '' : errors]).toEqual([args[0], 0, '']);
      return JSON.parse(out) as Readonly<Record<string, unknown>>;
    };
    const list = async () => JSON.parse((await webhook(service, ['list', 'webhooks', '--json'], { folder })).out);
    const { webhook_id: id, secret, outcome } = await run('create', ...PAGER);
    expect(outcome).toBe('accepted');
    expect(secret).toEqual(expect.stringMatching(/^.{16,}$/));
    expect(await run('change', `${id}`, '--name', 'other')).toMatchObject({ webhook_id: id, outcome: 'accepted' });
    expect(await list()).toMatchObject([{ id, name: 'other', webhook_url: 'https://hooks.example.com/p' }]);
    expect(await run('test', `${id}`)).toMatchObject({ outcome: 'accepted' });
    const rotated = await run('rotate', `${id}`);
    expect(rotated['secret']).toEqual(expect.stringMatching(/^.{16,}$/));
    expect(rotated['secret']).not.toBe(secret);
    expect(await run('delete', `${id}`)).toMatchObject({ outcome: 'accepted' });
    expect(await list()).toEqual([]);
  });
});

describe('before anything is sent', () => {
  test('a dry run prints the exact calls', async () => {
    await using server = await startLister();
    const created = await webhook(server, ['webhook', 'create', ...PAGER, '--dry-run']);
    expect(JSON.parse(created.out)).toEqual({
      method: 'POST',
      path: '/api/v0/webhooks',
      body: { name: 'pager', webhook_url: 'https://hooks.example.com/p', event_types: ['client:low_credit'] },
    });
    const changed = await webhook(server, ['webhook', 'change', '12', '--types', 'client:low_credit,x:y', '--dry-run']);
    expect(JSON.parse(changed.out)).toMatchObject({
      path: '/api/v0/webhooks/12',
      body: { event_types: ['client:low_credit', 'x:y'] },
    });
    expect(changed.errors).toContain('Its types become client:low_credit, x:y.');
    const deleted = await webhook(server, ['webhook', 'delete', '12', '--dry-run']);
    expect(deleted.errors).toContain('It does not come back: another one has another secret.');
    expect(writesOf(server)).toEqual([]);
  });

  test('what is not there, not whole or not agreed to is refused', async () => {
    await using server = await startLister();
    const none = await webhook(server, ['webhook', 'delete', '13', '--yes']);
    expect([none.code, none.errors]).toEqual([1, expect.stringContaining('Webhook 13 is not in your list.')]);
    for (const args of [
      ['create', '--name', 'pager', '--yes'],
      ['change', '12', '--yes'],
      ['create', ...PAGER.slice(0, 3), 'nowhere', ...PAGER.slice(4), '--yes'],
      ['create', ...PAGER],
      ['delete', '12'],
    ])
      expect([args, (await webhook(server, ['webhook', ...args])).code]).toEqual([args, 2]);
    expect(writesOf(server)).toEqual([]);
  });

  test('the name is asked for on a terminal', async () => {
    await using server = await startLister(json(200, { success: true, webhook: { id: 5 }, secret: 's'.repeat(40) }));
    const wrong = await webhook(server, ['webhook', 'create', ...PAGER], { columns: 100, ask: async () => 'other' });
    expect([wrong.code, writesOf(server)]).toEqual([2, []]);
    const right = await webhook(server, ['webhook', 'create', ...PAGER], { columns: 100, ask: async () => 'pager' });
    expect([right.code, writesOf(server)]).toEqual([0, ['POST /api/v0/webhooks']]);
  });
});

describe('a lost answer', () => {
  test('to a creation is an outcome unknown, and it is not sent again until it is told to be', async () => {
    await using server = await startLister(
      hangUp,
      json(200, { success: true, webhook: { id: 5 }, secret: 's'.repeat(40) }),
    );
    const folder = temporaryFolder();
    expect((await webhook(server, ['webhook', 'create', ...PAGER, '--yes'], { folder })).code).toBe(6);
    const again = await webhook(server, ['webhook', 'create', ...PAGER, '--yes'], { folder });
    expect([again.code, again.errors]).toEqual([6, expect.stringContaining('outcome unknown')]);
    expect(writesOf(server)).toHaveLength(1);
    expect((await webhook(server, ['webhook', 'create', ...PAGER, '--yes', '--again'], { folder })).code).toBe(0);
    expect(writesOf(server)).toHaveLength(2);
  });

  test('to a deletion says what the list has then, and is not repeated', async () => {
    await using server = await startLister(hangUp);
    const folder = temporaryFolder();
    const { code, out } = await webhook(server, ['webhook', 'delete', '12', '--yes'], { folder });
    expect(code).toBe(6);
    expect(JSON.parse(out)).toMatchObject({
      webhook_id: 12,
      outcome: 'unknown',
      reason: expect.stringContaining('lists it: pager'),
    });
    expect((await webhook(server, ['webhook', 'delete', '12', '--yes'], { folder })).code).toBe(6);
    expect(writesOf(server)).toEqual(['DELETE /api/v0/webhooks/12']);
  });
});
