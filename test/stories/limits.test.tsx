/** Limits of what may be spent, on the screen: what they stand against is not sent, and the amount that is typed goes over them, once. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createReservations } from '../../src/storage/journal/reservations.ts';
import { type OpenDeck, openDeck } from '../support/deck.tsx';
import { startJournal } from '../support/journal.ts';
import { folderInMemory } from '../support/local-service.ts';
import { instances, OFFER, offers } from '../support/renting.ts';
import { json, type ScriptedReply, startScriptedServer } from '../support/scripted-server.ts';

let open: OpenDeck | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

/** A program with these limits, whose journal is in memory. */
const start = async (url: string, pane: 'instances' | 'offers', limits: object): Promise<OpenDeck> => {
  const folder = folderInMemory();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'limits.json'), JSON.stringify(limits));
  const usual = { configFolder: folder, stateFolder: folder };
  const journal = startJournal();
  const purse = {
    sources: { usual, configFolder: folder, ofProfile: undefined },
    reservations: createReservations(join(folder, 'reserved.db')),
    service: url,
  };
  open = await openDeck({
    columns: 110,
    rows: 40,
    service: { url, apiKey: 'sk-test-0123456789' },
    parts: { pane, journal: { ...journal, purse } },
  });
  return open;
};

const STOPPED = {
  ...{
    id: 5,
    actual_status: 'stopped',
    intended_status: 'stopped',
    machine_id: 8005,
    num_gpus: 2,
    gpu_name: 'RTX 4090',
  },
  ...{ dph_base: 0.49, dph_total: 0.5, storage_total_cost: 0.01, search: { totalHour: 0.5, diskHour: 0.01 } },
};

/** Answers by what is asked, however often; `writes` are what came about. */
const answering = () => {
  const writes: string[] = [];
  const reply: ScriptedReply = (response, request) => {
    const { method, path } = request;
    if (method === 'GET' && path.includes('/instances')) instances(STOPPED)(response, request);
    else if (path.includes('/bundles')) offers(OFFER)(response, request);
    else if (path.includes('/ssh')) json(200, [])(response, request);
    else if (method === 'GET') json(404, {})(response, request);
    else {
      writes.push(`${method} ${path}`);
      json(200, { success: true, new_contract: 77 })(response, request);
    }
  };
  return { writes, replies: Array.from({ length: 40 }, () => reply) };
};

test('an instance is not started over a limit, and is by the amount that is typed', async () => {
  const { writes, replies } = answering();
  await using server = await startScriptedServer(...replies);
  const deck = await start(server.url, 'instances', { per_rental_per_hour: 0.4 });
  await deck.press('instances.start-stop', 'instances.change-confirm');
  await deck.type('5');
  await deck.press('instances.change-send');
  expect(deck.text()).toContain('what the rental costs would be $0.5000/h, and at most $0.4000/h is allowed');
  expect(deck.text()).toContain('per_rental_per_hour in');
  await deck.press('instances.change-again', 'instances.change-confirm');
  expect(deck.text()).toContain('A limit of yours is in the way of it');
  await deck.type('5');
  await deck.press('instances.change-send');
  expect(writes).toEqual([]);
  await deck.press('instances.line-delete-word');
  await deck.type('0.4900');
  await deck.press('instances.change-send');
  expect(writes).toEqual(['PUT /api/v0/instances/5/']);
});

test('an offer is not rented over a limit, and is once the price is typed in view of it', async () => {
  const { writes, replies } = answering();
  await using server = await startScriptedServer(...replies);
  const deck = await start(server.url, 'offers', { per_rental_per_hour: 0.4 });
  await deck.press('offers.rent');
  await deck.type('ubuntu:24.04');
  await deck.press('offers.rent-review', 'offers.rent-confirm');
  await deck.type('0.5008');
  await deck.press('offers.rent-send');
  expect(deck.text()).toMatch(/what the rental costs would be \$0\.5\d+\/h, and at most \$0\.4000\/h is allowed/);
  expect(deck.text()).toContain('Whoever types the price goes over it, this once.');
  expect(writes).toEqual([]);
  await deck.press('offers.rent-confirm');
  await deck.type('0.5008');
  await deck.press('offers.rent-send');
  expect(writes).toEqual(['POST /api/v0/asks/5/']);
});

test('a lease is not set for longer than the limits allow', async () => {
  const { replies } = answering();
  await using server = await startScriptedServer(...replies);
  const deck = await start(server.url, 'instances', { longest_lease_hours: 5 });
  await deck.press('instances.lease');
  await deck.type('+6h');
  await deck.press('instances.lease-set');
  expect(deck.text()).toContain('its lease would be 6 h, and at most 5 h is allowed (longest_lease_hours in');
  expect(deck.text()).toContain('It has no end');
});
