/**
 * Services whose `inet_down` and `inet_up` are megabits: a profile says so, and what is shown, kept and filtered is in MB/s all the same.
 *
 * @module-tag program
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/local-service.ts';
import { gpudeck } from './support/one-shot.ts';
import { openPty } from './support/pty.ts';
import { json, startScriptedServer } from './support/scripted-server.ts';

/** The arguments that name a profile at `url`, of a service of that unit. */
const profileAt = (url: string, network_unit?: string): readonly string[] => {
  const folder = temporaryFolder();
  const profiles = { there: { base_url: url, key_file: 'there.key', ...(network_unit && { network_unit }) } };
  writeFileSync(join(folder, 'profiles.json'), JSON.stringify({ profiles }), { mode: 0o600 });
  writeFileSync(join(folder, 'there.key'), 'key', { mode: 0o600 });
  return ['--config', folder, '--profile', 'there'];
};

const OFFER = {
  id: 1,
  machine_id: 2,
  gpu_name: 'A "inet_up": 8 B',
  inet_down: 800.5,
  inet_up: 96,
  inet_down_cost: 0.02,
  disk_bw: 3000,
};

test.each([
  ['Mb/s', 'inet_down>=800Mbps', { gte: 800 }],
  ['Mb/s', 'inet_down>=1Gbps', { gte: 1000 }],
  ['Mb/s', 'inet_down>=100MB/s', { gte: 800 }],
  ['Mb/s', 'inet_down in [100, 62.5]', { in: [800, 500] }],
  ['MB/s', 'inet_down>=800Mbps', { gte: 100 }],
  [undefined, 'inet_down>=800Mbps', { gte: 100 }],
])('with "network_unit": %j in the profile, %s is sent as %j, and a dry run says so', async (unit, filter, sent) => {
  await using server = await startScriptedServer(json(200, { offers: [] }));
  const profile = profileAt(server.url, unit);
  expect((await gpudeck([...profile, 'search', filter, '--json'])).code).toBe(0);
  const asked = JSON.parse(server.requests[0]?.body ?? '');
  expect(asked).toMatchObject({ inet_down: sent, verified: { eq: true } });
  const dry = await gpudeck([...profile, 'search', filter, '--dry-run']);
  expect(JSON.parse(dry.out).body).toEqual(asked);
});

test('figures of offers, instances and volumes are shown and printed in MB/s; no other one is touched', async () => {
  const volume = { id: 3, machine_id: 2, status: 'running', inet_down: 80, inet_up: 8 };
  await using server = await startScriptedServer(
    json(200, { offers: [OFFER] }),
    json(200, { offers: [OFFER] }),
    json(200, { volumes: [volume] }),
  );
  const there = profileAt(server.url, 'Mb/s');
  const { out } = await gpudeck([...there, 'search', 'inet_down>=100 verified=any', '--json']);
  expect(JSON.parse(out)).toEqual([{ ...OFFER, inet_down: 100.0625, inet_up: 12 }]);
  const table = await gpudeck([...there, 'search', '', '--fields', 'inet_down,inet_up,disk_bw', '--table']);
  expect(table.out).toContain('Down MB/s  Up MB/s  Disk MB/s');
  expect(table.out).toMatch(/^ +100 +12 +3,000$/m);
  const volumes = await gpudeck([...there, 'list', 'volumes', '--json']);
  expect(JSON.parse(volumes.out)).toMatchObject([{ inet_down: 10, inet_up: 1 }]);
});

test('another unit is refused, with what can be written', async () => {
  const { code, errors } = await gpudeck([...profileAt('https://one.example', 'kb/s'), 'search', '']);
  expect(code).toBe(2);
  expect(errors).toContain('network_unit');
  expect(errors).toContain('Mb/s');
});

test('in the panes, figures are in MB/s, and a filter is sent in megabits', async () => {
  const reply = json(200, { offers: [OFFER] });
  await using server = await startScriptedServer(...Array.from({ length: 20 }, () => reply));
  const command = [
    process.execPath,
    'dist/gpudeck.js',
    ...profileAt(server.url, 'Mb/s'),
    'offers',
    'inet_down>=800Mbps',
  ];
  const environment = { HOME: temporaryFolder(), GPUDECK_BASE_URL: undefined, GPUDECK_API_KEY: undefined };
  await using pty = openPty(command, { columns: 250, rows: 30, environment });
  await pty.until(() => /Down MB\/s/.test(pty.screen().join('\n')) && /\b100 +12\b/.test(pty.screen().join('\n')));
  expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({ inet_down: { gte: 800 } });
});
