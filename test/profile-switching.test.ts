/**
 * The built program with two profiles at two addresses: what is seen, typed and kept under one is never shown under the other,
 * and no key goes to the other address. `npm test` builds it first.
 *
 * @module-tag program
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from './support/local-service.ts';
import { openPty, type Pty } from './support/pty.ts';
import { go, kill } from './support/running-program.ts';
import { json, type ScriptedReply, type ScriptedServer, startScriptedServer } from './support/scripted-server.ts';

/** A profile: what its service names everything after, the machine that its draft is about, and its key. */
const ALPHA = { name: 'alpha', mark: 'ALFA', machineId: 811811, key: 'sk-first-0123456-aaaa' } as const;
const BETA = { name: 'beta', mark: 'BRAVO', machineId: 822822, key: 'sk-other-6543210-bbbb' } as const;
type Profile = typeof ALPHA | typeof BETA;

/** Everything by which a screen could tell of a profile, but for its name in the palette. */
const tracesOf = ({ mark, machineId, key }: Profile) => [mark, String(machineId), key.slice(-4)];

const startMarket = async ({ mark, machineId }: Profile): Promise<ScriptedServer> => {
  const answers: Readonly<Record<string, unknown>> = {
    bundles: { offers: [1, 2].map((id) => ({ id, machine_id: machineId, num_gpus: id, gpu_name: `${mark} GPU` })) },
    volumes: { volumes: [{ id: 3, machine_id: machineId, status: `${mark} vol` }] },
    cloud_integrations: [{ id: 4, name: `${mark} bucket`, cloud_type: 's3' }],
  };
  const reply: ScriptedReply = (response, request) =>
    json(200, answers[request.path.split('/').at(-1) ?? ''])(response, request);
  const server = await startScriptedServer(...Array.from({ length: 100 }, () => reply));
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
};

const keysAt = (server: ScriptedServer) => [...new Set(server.requests.map(({ headers }) => headers.authorization))];

/** A config folder with both profiles. */
const configFolder = (addresses: Readonly<Record<string, string>>): string => {
  const folder = temporaryFolder();
  for (const { name, key } of [ALPHA, BETA]) writeFileSync(join(folder, `${name}.key`), key, { mode: 0o600 });
  writeProfiles(folder, addresses);
  return folder;
};

const writeProfiles = (folder: string, addresses: Readonly<Record<string, string>>) => {
  const profiles = Object.fromEntries(
    Object.entries(addresses).map(([name, base_url]) => [name, { base_url, key_file: `${name}.key`, user_id: 7 }]),
  );
  writeFileSync(join(folder, 'profiles.json'), JSON.stringify({ profiles }), { mode: 0o600 });
};

const start = (folder: string, { name }: Profile): Pty => {
  const command = [process.execPath, 'dist/gpudeck.js', '--config', folder, '--profile', name];
  const environment = { GPUDECK_BASE_URL: undefined, GPUDECK_API_KEY: undefined, GPUDECK_USER_ID: undefined };
  return openPty(command, { columns: 120, rows: 30, environment });
};

/** Looks at every pane and every page of the notifications, and expects nothing of `other` there. */
const lookAround = async (pty: Pty, own: Profile, other: Profile) => {
  const steps: readonly (readonly [typed: string, words: string | RegExp])[] = [
    ['1', '1 Offers'],
    ['2', `${own.mark} vol`],
    ['3', `${own.mark} bucket`],
    ['4', '[Announce]'],
    ['5', '5 Notify'],
    [']', 'Preferences of user 7'],
    [']', '[Events]'],
    [']', '[Alerts]'],
    [']', /[[(]Webhooks/],
    ['6', '6 Req'],
    ['1', `${own.mark} GPU`],
  ];
  for (const step of steps) {
    await go(pty, [step]);
    const screen = pty.screen().join('\n');
    for (const trace of tracesOf(other)) expect(screen).not.toContain(trace);
    expect(screen).toContain(`${own.name}   key ..${own.key.slice(-4)}`);
  }
};

/** Leaves something in each pane that has room for it. */
const leaveTraces = (pty: Pty, { mark, machineId }: Profile) =>
  go(pty, [
    ['', `${mark} GPU`],
    [' ', '1 marked'],
    ['2', `${mark} vol`],
    ['3', `${mark} bucket`],
    ['5n', 'Name'],
    [`e${mark} hook\r`, '> URL'],
    ['\u001B', 'review and send'],
    ['4', '[Announce]'],
    [`e${machineId}\r`, '> Start'],
    ['\u001B[Z', `One machine: ${machineId}`],
    // What was typed is in the journal as soon as another pane is open.
    ['1', 'also sent'],
  ]);

const switchTo = (pty: Pty, { name }: Profile) =>
  go(pty, [
    [`:switch to ${name}`, `switch to ${name}`],
    ['\r', `gpudeck   ${name}   key`],
  ]);

test('what is seen and typed under one profile is never shown under the other, and is there again under its own', async () => {
  const [alpha, beta] = [await startMarket(ALPHA), await startMarket(BETA)];
  const folder = configFolder({ alpha: alpha.url, beta: beta.url });
  await using pty = start(folder, ALPHA);
  await leaveTraces(pty, ALPHA);
  const before = alpha.requests.length;
  await switchTo(pty, BETA);
  await lookAround(pty, BETA, ALPHA);
  await leaveTraces(pty, BETA);
  expect(alpha.requests).toHaveLength(before);

  await switchTo(pty, ALPHA);
  await lookAround(pty, ALPHA, BETA);
  await go(pty, [
    ['4', `One machine: ${ALPHA.machineId}`],
    ['5', `${ALPHA.mark} hook`],
  ]);
  expect(keysAt(alpha)).toEqual([`Bearer ${ALPHA.key}`]);
  expect(keysAt(beta)).toEqual([`Bearer ${BETA.key}`]);
});

test('a session that was killed is offered under its own profile, and to no profile that leads elsewhere', async () => {
  const [alpha, beta] = [await startMarket(ALPHA), await startMarket(BETA)];
  const folder = configFolder({ alpha: alpha.url, beta: beta.url });
  await using first = start(folder, ALPHA);
  await leaveTraces(first, ALPHA);
  await kill(first);

  await using other = start(folder, BETA);
  await go(other, [['', `${BETA.mark} GPU`]]);
  await lookAround(other, BETA, ALPHA);
  await kill(other);

  writeProfiles(folder, { alpha: beta.url, beta: beta.url });
  await using pointedElsewhere = start(folder, ALPHA);
  await go(pointedElsewhere, [['', `${BETA.mark} GPU`]]);
  expect(pointedElsewhere.screen().join('\n')).not.toContain('Resume');
  await kill(pointedElsewhere);

  writeProfiles(folder, { alpha: alpha.url, beta: beta.url });
  await using again = start(folder, ALPHA);
  await go(again, [
    ['', `Resume the session of`],
    ['\r', 'also sent'],
    ['4', `One machine: ${ALPHA.machineId}`],
  ]);
});

test('without a link each profile shows its own last answers, and none where it never had any', async () => {
  const [alpha, beta] = [await startMarket(ALPHA), await startMarket(BETA)];
  const folder = configFolder({ alpha: alpha.url, beta: beta.url });
  for (const profile of [ALPHA, BETA]) {
    await using pty = start(folder, profile);
    await go(pty, [
      ['', `${profile.mark} GPU`],
      ['2', `${profile.mark} vol`],
    ]);
    await go(pty, [
      ['1', `${profile.mark} GPU`],
      ['q', ''],
    ]);
    await pty.gone();
  }
  const nowhere = 'http://127.0.0.1:9';
  await alpha[Symbol.asyncDispose]();
  await using cutOff = start(folder, ALPHA);
  await go(cutOff, [
    ['', `${ALPHA.mark} GPU`],
    ['', 'kept from an earlier run: no answer since'],
    ['2', `${ALPHA.mark} vol`],
  ]);
  expect(cutOff.screen().join('\n')).not.toContain(BETA.mark);
  await kill(cutOff);
  writeProfiles(folder, { alpha: nowhere, beta: beta.url });
  await using pointedElsewhere = start(folder, ALPHA);
  await go(pointedElsewhere, [['', 'try 3 of 6']]);
  expect(pointedElsewhere.screen().join('\n')).not.toContain(ALPHA.mark);
});
