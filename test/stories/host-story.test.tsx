/**
 * A host's days from end to end, over real HTTP: machines are read, a window is announced on three of them, seen on the service
 * and withdrawn; then one goes offline in the market, and what it delivers has `gpudeck listen` run a command, once.
 *
 * @module-tag program
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { callerRole } from '../../src/local-service/market/caller.ts';
import { outageFrom } from '../../src/local-service/market/state.ts';
import { impatientClock, TIME_LIMITS_MS } from '../support/impatient-clock.ts';
import { call, startTestService } from '../support/local-service.ts';
import { confirmWith, openMaintenance } from '../support/maintenance.ts';
import { usedHome } from '../support/used-home.ts';

const SEED = 7;
const OFFERS = 60;
const MINUTE_MS = 60_000;

/** Minutes after a market was made in which machines of the caller's own go offline, the earliest first. */
const outages = (machines: number): readonly number[] =>
  Array.from({ length: machines }, (_, index) => index)
    .filter((index) => callerRole(SEED, index) === 'host')
    .map((index) => outageFrom(SEED, index, 0).fromMinute)
    .sort((one, other) => one - other);

/** `gpudeck listen` as a process of its own, whose command writes each event that it is given behind the others. */
const startListener = async (
  home: string,
  secretFile: string,
  events: string,
  service: { url: string; apiKey: string },
) => {
  const command = ['--exec', 'sh', '--', '-c', `cat >>'${events}'; echo >>'${events}'`];
  const args = ['dist/gpudeck.js', 'listen', '--port', '0', '--json', '--secret-file', secretFile, ...command];
  const child: ChildProcess = spawn(process.execPath, args, {
    env: {
      HOME: home,
      PATH: process.env.PATH,
      GPUDECK_BASE_URL: service.url,
      GPUDECK_API_KEY: service.apiKey,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  if (child.stdout === null || child.stderr === null) throw new Error('The listener has no output.');
  const told = createInterface(child.stdout)[Symbol.asyncIterator]();
  for await (const line of createInterface(child.stderr)) {
    const url = /listening at (\S+)/.exec(line)?.[1];
    if (url !== undefined) return { url, child, nextLine: async () => JSON.parse((await told.next()).value ?? 'null') };
  }
  throw new Error('The listener ended before it listened.');
};

test('a host announces on three machines, sees it on the service, withdraws, and is told of a machine that goes offline', async () => {
  const [first = 0, second = 0] = outages(OFFERS);
  expect(second - first).toBeGreaterThan(10);
  // The service lives in the past until its market is to move: what it signs is then signed now.
  let behindMs = (first + 1) * MINUTE_MS;
  const clock = { now: () => Date.now() - behindMs };
  const service = await startTestService({ seed: SEED, offers: OFFERS, still: false, clock });
  const api = async (method: string, path: string, body?: unknown) =>
    (await call(service, method, `/api/v0${path}`, { key: service.apiKey, body })).body;

  const deck = await openMaintenance(service, {
    columns: 120,
    rows: 36,
    clock: impatientClock(Date.now(), TIME_LIMITS_MS),
    parts: { userId: service.userId },
  });
  const maintenance = () => deck.deck.store.getState().maintenance;
  const windows = () => maintenance().announced.list.rows.map(({ record }) => record);

  // The machines are read, and three of them planned for, without an id being typed.
  await deck.press('frame.machines', 'machines.mark', 'machines.mark', 'machines.mark');
  await deck.press('machines.maintain', 'maintenance.next');
  const ids = maintenance().draft.picked;
  expect(ids).toHaveLength(3);
  await deck.send('+36h');
  await deck.press('maintenance.keep');
  await deck.send('2');
  await deck.press('maintenance.keep', 'maintenance.pick-and-type', 'maintenance.keep');
  await confirmWith(deck, '3');
  expect(deck.text()).toContain('3 announced');

  // They are seen on the service, and withdrawn.
  await deck.press('maintenance.page-back', 'maintenance.page-back');
  expect(windows().map(({ machine_id: id }) => id)).toEqual(ids);
  await deck.press('windows.mark-shown', 'windows.withdraw', 'maintenance.withdraw-confirm');
  await deck.type('3');
  await deck.press('maintenance.withdraw-send');
  expect(deck.text().match(/ withdrawn +1 window/g)).toHaveLength(3);
  await deck.press('maintenance.withdraw-leave');
  expect(windows().filter(({ cancelled_at: at }) => typeof at === 'number')).toHaveLength(3);
  await deck.close();

  // A webhook leads to a listener, whose command writes down what it is told.
  const home = usedHome();
  const events = join(home, 'events');
  const types = ['host:machine_offline'];
  const created = await api('POST', '/webhooks', {
    name: 'pager',
    webhook_url: 'http://127.0.0.1:9/',
    event_types: types,
  });
  const { webhook } = created as { readonly webhook: { readonly id: number; readonly webhook_secret: string } };
  const secretFile = join(home, 'secret');
  writeFileSync(secretFile, webhook.webhook_secret, { mode: 0o600 });
  const listener = await startListener(home, secretFile, events, service);
  await api('PUT', `/webhooks/${webhook.id}`, { webhook_url: listener.url });

  // Days go by in the market, and one machine goes offline.
  behindMs = 0;
  const line = await listener.nextLine();
  expect(line).toMatchObject({ type: 'host:machine_offline', attempt: 1, outcome: 'done' });
  listener.child.kill('SIGTERM');
  expect(await once(listener.child, 'exit')).toEqual([0, null]);
  const [event, ...others] = readFileSync(events, 'utf8').trim().split('\n');
  expect(others).toEqual([]);
  const told = JSON.parse(event ?? '');
  expect(told).toMatchObject({ event_id: line.event_id, notif_type: 'host:machine_offline' });
  expect(ids).toContain(told.data.machine_id);
  expect(told.message).toBe(`Machine ${told.data.machine_id} cannot be reached`);
});
