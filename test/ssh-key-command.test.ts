/** SSH keys from a script: added from a file, deleted, attached to an instance and detached; a private one is sent nowhere. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readPublicKey } from '../src/catalogue/ssh-key-text.ts';
import { impatientClock, TIME_LIMITS_MS } from './support/impatient-clock.ts';
import { temporaryFolder } from './support/local-service.ts';
import { gpudeck } from './support/one-shot.ts';
import { hangUp, json, startAccountServer } from './support/scripted-server.ts';

const BYTES = 'AAAAC3NzaC1lZDI1NTE5AAAAIJ0fT3mJ2nX1cZ8mI4qkqk0bWc2hQy0v6E0Q3Y0x5k0r';
const KEY = `ssh-ed25519 ${BYTES} ann@laptop`;
const PRINT = readPublicKey(KEY)?.fingerprint;

/** The command against a service, with the files of one home. */
const home = (url: string) => {
  const folder = temporaryFolder();
  const file = join(folder, 'id_ed25519.pub');
  writeFileSync(file, `${KEY}\n`);
  const run = (...args: readonly string[]) =>
    gpudeck(['ssh-key', ...args, '--config', folder], {
      environment: { GPUDECK_BASE_URL: url, GPUDECK_API_KEY: 'key', HOME: folder },
      clock: impatientClock(Date.UTC(2026, 10, 22, 12), TIME_LIMITS_MS),
    });
  return { folder, file, run };
};

test('a fingerprint is that of ssh-keygen -l, and a comment makes no other key', () => {
  expect(PRINT).toBe('SHA256:BPb8APQYZQ6Ik2+fubRsyxvtzQWna1wBQFEShdmJCHk');
  expect(readPublicKey(`ssh-ed25519 ${BYTES}`)?.fingerprint).toBe(PRINT);
  expect(
    readPublicKey(`${KEY}
ssh-ed25519 ${BYTES}`),
  ).toBeUndefined();
});

describe('gpudeck ssh-key', () => {
  test('adds the key of a file once, and what the account has already is not sent', async () => {
    await using server = await startAccountServer(
      json(404, { error: 'no_ssh_keys' }),
      json(200, { success: true, key: { id: 3 } }),
    );
    const { run, file } = home(server.url);
    const { code, out } = await run('add', file, '--yes');
    expect([code, JSON.parse(out)]).toMatchObject([0, { change: 'add', outcome: 'accepted' }]);
    expect(server.requests.map(({ method, body }) => [method, body])).toEqual([
      ['GET', ''],
      ['POST', JSON.stringify({ ssh_key: KEY })],
    ]);
    await using having = await startAccountServer(json(200, [{ id: 3, public_key: `ssh-ed25519 ${BYTES} other` }]));
    const again = await home(having.url).run('add', file, '--yes');
    expect(again.out + again.errors).toContain('there_already');
    expect(having.requests).toHaveLength(1);
  });

  test('refuses a private key, and sends nothing', async () => {
    await using server = await startAccountServer();
    const { run, folder } = home(server.url);
    const file = join(folder, 'id_ed25519');
    writeFileSync(file, '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk\n-----END OPENSSH PRIVATE KEY-----\n');
    const { code, errors } = await run('add', file, '--yes');
    expect(code).toBe(2);
    expect(errors).toContain('holds a private key');
    expect(errors).not.toContain('b3BlbnNzaC1rZXk');
    expect(server.requests).toEqual([]);
  });

  test('attaches what is there already with success, and detaches by the id that the instance has for it', async () => {
    const instances = json(200, { instances: [{ id: 5, label: 'a' }] });
    await using server = await startAccountServer(instances, json(200, { success: false, msg: 'key already there' }));
    const { run, file } = home(server.url);
    const attached = await run('attach', file, '5', '--yes');
    expect([attached.code, JSON.parse(attached.out)]).toMatchObject([0, { instance_id: 5, outcome: 'accepted' }]);
    const keys = json(200, { success: true, ssh_keys: JSON.stringify([{ id: 77, public_key: KEY }]) });
    await using other = await startAccountServer(keys, instances, json(200, { success: true }));
    expect((await home(other.url).run('detach', file, '5', '--yes')).code).toBe(0);
    expect(other.requests.at(-1)).toMatchObject({ method: 'DELETE', path: '/api/v0/instances/5/ssh/77/' });
  });

  test('an addition without an answer is looked up by the list', async () => {
    await using server = await startAccountServer(json(200, []), hangUp, json(200, [{ id: 3, key: KEY }]));
    const { run, file } = home(server.url);
    const { code, out } = await run('add', file, '--yes');
    expect(code).not.toBe(0);
    expect(JSON.parse(out)).toMatchObject({ outcome: 'unknown' });
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('tells what an instance lets in', async () => {
    await using server = await startAccountServer(json(200, { ssh_keys: [{ id: 77, public_key: KEY }] }));
    expect((await home(server.url).run('show', '5')).out).toBe(`77  ssh-ed25519  ${PRINT}  ann@laptop\n`);
  });
});
