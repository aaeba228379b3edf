/** What a renter does with an instance that does not come back: another like it is rented, and then it is destroyed. */
import { afterEach, describe, expect, test } from 'vitest';
import type { Instance, Offer } from '../../src/catalogue/values.ts';
import { type OpenDeck, openDeck } from '../support/deck.tsx';
import { startJournal } from '../support/journal.ts';
import {
  hangUp,
  json,
  type ScriptedReply,
  type ScriptedServer,
  startScriptedServer,
} from '../support/scripted-server.ts';

let open: OpenDeck | undefined;

const start = async (url: string, readOnlyReason?: string, journal = startJournal()): Promise<OpenDeck> => {
  open = await openDeck({
    columns: 100,
    rows: 36,
    service: { url, apiKey: 'sk-test-0123456789' },
    parts: { pane: 'instances', journal, ...(readOnlyReason !== undefined && { readOnlyReason }) },
  });
  return open;
};

afterEach(async () => {
  await open?.close();
  open = undefined;
});

const lost: Instance = {
  id: 4711,
  actual_status: 'offline',
  intended_status: 'running',
  label: 'train',
  machine_id: 8001,
  num_gpus: 2,
  gpu_name: 'RTX 4090',
  image_uuid: 'ubuntu:24.04',
  image_runtype: 'ssh_direct',
  disk_space: 32,
  dph_total: 0.5,
  extra_env: [['HF_TOKEN', 'hf_telling']],
  onstart: null,
};

const offer = (id: number, dph: number, more: Offer = {}): Offer => ({
  id,
  machine_id: 8000 + id,
  num_gpus: 2,
  gpu_name: 'RTX 4090',
  geolocation: 'Norway, NO',
  disk_space: 100,
  dph_base: dph - 0.01,
  dph_total: dph,
  storage_total_cost: 0.01,
  storage_cost: 0.225,
  ...more,
});

const list = (...instances: readonly Instance[]): ScriptedReply => json(200, { success: true, instances });
const offers = (...found: readonly Offer[]): ScriptedReply => json(200, { offers: found });
const rented = json(200, { success: true, new_contract: 5000 });
const yes = json(200, { success: true });

/** What was sent besides what only reads. */
const writesOf = ({ requests }: ScriptedServer) =>
  requests
    .filter(({ method, path }) => method !== 'GET' && !path.endsWith('/bundles'))
    .map(({ method, path, body }) => [method, path, body && JSON.parse(body)]);

const RENT = {
  image: 'ubuntu:24.04',
  disk: 32,
  label: 'train',
  runtype: 'ssh_direct',
};

const confirm = async (deck: OpenDeck, price: string): Promise<void> => {
  await deck.press('instances.anew-confirm');
  await deck.type(price);
  await deck.press('instances.anew-send');
};

describe('an instance that does not come back', () => {
  test('is destroyed once the cheapest other one is rented, with its image, disk and label', async () => {
    const found = offers(offer(7, 0.6), offer(9, 0.4), offer(1, 0.1), offer(8, -0.2));
    await using server = await startScriptedServer(
      list(lost),
      list({ ...lost, onstart: 'run --token secret-of-mine' }),
      found,
      offers(offer(9, 0.4)),
      list(lost),
      rented,
      list(lost, { ...lost, id: 5000, actual_status: 'running' }),
      yes,
      list({ ...lost, id: 5000, actual_status: 'running' }),
    );
    const deck = await start(server.url);
    await deck.press('instances.open');
    expect(deck.text()).toContain('A rents another like it, and destroys this one, after asking.');
    await deck.press('instances.close', 'instances.anew');
    expect(JSON.parse(server.requests[2]?.body ?? '')).toMatchObject({
      gpu_name: { eq: 'RTX 4090' },
      num_gpus: { eq: 2 },
      disk_space: { gte: 32 },
      rentable: { eq: true },
    });
    // The cheapest is on the machine that is offline.
    expect(deck.text()).toContain('In its place: 2× RTX 4090 of machine 8009, Norway, NO.');
    expect(deck.text()).toContain('$0.4000/h');
    expect(deck.text()).toContain('Its disk is deleted, with everything on it, for good.');
    expect(deck.text()).toContain('which are hidden');
    expect(deck.text()).toContain('HF_TOKEN');
    expect(deck.text()).not.toMatch(/hf_telling|secret-of-mine/);
    expect(deck.text()).toContain('POST /api/v0/asks/9/');
    expect(deck.text()).toContain('DELETE /api/v0/instances/4711/');
    await confirm(deck, '4711');
    expect(deck.text()).toContain('Nothing was sent: to continue, type the price per hour, 0.4000.');
    expect(writesOf(server)).toEqual([]);
    await deck.press('instances.line-delete-to-start');
    await deck.type('0.4');
    await deck.press('instances.anew-send');
    expect(writesOf(server)).toEqual([
      ['POST', '/api/v0/asks/9/', { ...RENT, env: { HF_TOKEN: 'hf_telling' }, onstart: 'run --token secret-of-mine' }],
      ['DELETE', '/api/v0/instances/4711/', ''],
    ]);
    expect(deck.text()).toContain('5000 is rented, and 4711 is destroyed.');
  });

  test('with a lease says in the review that the other one has none', async () => {
    await using server = await startScriptedServer(list(lost), list(lost), offers(offer(9, 0.4)));
    const journal = startJournal();
    const leased = { account: 'k', instanceId: 4711, machineId: 8001, startS: 7, label: 'train', end: 'stop' as const };
    const fromMs = Date.UTC(2026, 10, 21, 12);
    journal.leases.set({ ...leased, fromMs, untilMs: fromMs + 3_600_000 });
    const deck = await start(server.url, undefined, journal);
    await deck.press('instances.anew');
    expect(deck.text().replace(/\s+/g, ' ')).toContain(
      'Its lease is not taken over (Sat 21 Nov 13:00, then it is stopped): the other one costs until it is destroyed. Z gives it an end',
    );
  });

  test.each([
    ['whose offer is taken meanwhile', offers(), 'The offer cannot be rented any more. Nothing was sent'],
    ['whose offer costs more now', offers(offer(9, 0.5)), 'The offer costs $0.5000/h now. Nothing was sent'],
  ])('%s is not destroyed', async (_, now, said) => {
    await using server = await startScriptedServer(list(lost), list(lost), offers(offer(9, 0.4)), now, list(lost));
    const deck = await start(server.url);
    await deck.press('instances.anew');
    await confirm(deck, '0.4');
    expect(deck.text()).toContain(said);
    expect(writesOf(server)).toEqual([]);
  });

  test('is rented anew with PUT at a service that refuses POST, once that was confirmed', async () => {
    const no = json(405, { success: false, error: 'method_not_allowed', msg: 'no POST here' });
    const found = offers(offer(9, 0.4));
    const running = { ...lost, id: 5000, actual_status: 'running' };
    await using server = await startScriptedServer(
      ...[list(lost), list(lost), found, found, list(lost), no],
      ...[found, list(lost), rented, list(lost, running), yes, list(running)],
    );
    const deck = await start(server.url);
    await deck.press('instances.anew');
    await confirm(deck, '0.4');
    expect(deck.text()).toContain('This service does not create with POST, and nothing was rented.');
    expect(deck.text()).toContain('PUT /api/v0/asks/9/');
    await confirm(deck, '0.4');
    const rent = { ...RENT, env: { HF_TOKEN: 'hf_telling' } };
    expect(writesOf(server)).toEqual([
      ['POST', '/api/v0/asks/9/', rent],
      ['PUT', '/api/v0/asks/9/', rent],
      ['DELETE', '/api/v0/instances/4711/', ''],
    ]);
    expect(deck.text()).toContain('5000 is rented, and 4711 is destroyed.');
  });

  test('is not destroyed where the service refuses to rent the other', async () => {
    const no = json(410, { success: false, error: 'no_such_ask', msg: 'the offer is gone' });
    await using server = await startScriptedServer(
      list(lost),
      list(lost),
      offers(offer(9, 0.4)),
      offers(offer(9, 0.4)),
      list(lost),
      no,
      list(lost),
    );
    const deck = await start(server.url);
    await deck.press('instances.anew');
    await confirm(deck, '0.4');
    expect(deck.text()).toContain('Nothing was rented.');
    expect(deck.text()).toContain('Nothing was destroyed.');
    expect(writesOf(server).map(([method]) => method)).toEqual(['POST']);
  });

  test('is not destroyed where the answer to the other is lost and no new one is found', async () => {
    await using server = await startScriptedServer(
      list(lost),
      list(lost),
      offers(offer(9, 0.4)),
      offers(offer(9, 0.4)),
      list(lost),
      hangUp,
      ...Array.from({ length: 40 }, () => list(lost)),
    );
    const deck = await start(server.url);
    await deck.press('instances.anew');
    await confirm(deck, '0.4');
    expect(deck.text()).toContain('Outcome unknown: another one may have been rented.');
    expect(deck.text()).toContain('Nothing was destroyed.');
    expect(writesOf(server).map(([method]) => method)).toEqual(['POST']);
  });

  const other = { ...lost, id: 5000, machine_id: 8009 };
  test.each([
    ['is created stopped', json(200, { success: false, new_contract: 5000 }), other, 'created stopped'],
    ['was found in the list', hangUp, other, 'did not name it in its answer'],
    ['does not come up', rented, { ...other, actual_status: 'exited' }, 'It is exited.'],
  ])('is not destroyed where the other one %s, and both ids are told', async (_, answer, seen, why) => {
    await using server = await startScriptedServer(
      list(lost),
      list(lost),
      offers(offer(9, 0.4)),
      offers(offer(9, 0.4)),
      list(lost),
      answer,
      ...Array.from({ length: 3 }, () => list(lost, seen)),
    );
    const deck = await start(server.url);
    await deck.press('instances.anew');
    await confirm(deck, '0.4');
    expect(deck.text()).toContain('5000 is rented.');
    expect(deck.text()).toContain(why);
    expect(deck.text()).toContain('4711 is not destroyed.');
    expect(writesOf(server).map(([method]) => method)).toEqual(['POST']);
  });

  test('is said to be there still where its destruction is not certain', async () => {
    await using server = await startScriptedServer(
      list(lost),
      list(lost),
      offers(offer(9, 0.4)),
      offers(offer(9, 0.4)),
      list(lost),
      rented,
      list(lost, { ...lost, id: 5000, actual_status: 'running' }),
      hangUp,
      list(lost),
    );
    const deck = await start(server.url);
    await deck.press('instances.anew');
    await confirm(deck, '0.4');
    expect(deck.text()).toContain('5000 is rented.');
    expect(deck.text()).toContain('4711: outcome unknown.');
    expect(writesOf(server)).toHaveLength(2);
    await deck.press('instances.anew-leave', 'instances.destroy');
    expect(deck.text()).toContain('destroy was sent');
  });

  test('is confirmed only when all of its review was in view', async () => {
    await using server = await startScriptedServer(list(lost), list(lost), offers(offer(9, 0.4)));
    const deck = await start(server.url);
    await deck.resize(60, 15);
    await deck.press('instances.anew');
    const seen = [deck.text()];
    for (let pages = 0; !deck.text().includes('DELETE') && pages < 9; pages++) {
      await deck.press('instances.anew-confirm');
      expect(deck.text()).toMatch(/Read to the end first: \d+ more below/);
      await deck.press('instances.anew-page-down');
      seen.push(deck.text());
    }
    expect(seen.join('\n')).toMatch(/everything on it.*In its place.*\$0\.4000\/h.*POST.*"disk": 32.*DELETE/s);
    await deck.press('instances.anew-confirm');
    expect(deck.text()).toContain('Type the price per hour, 0.4000:');
    expect(writesOf(server)).toEqual([]);
  });

  test('has no other that is like it', async () => {
    await using server = await startScriptedServer(list(lost), list(lost), offers(offer(1, 0.1)));
    const deck = await start(server.url);
    await deck.press('instances.anew');
    expect(deck.text()).toContain('No offer has as many GPUs of this model and enough disk. Nothing was sent.');
  });
});

test.each([
  ['runs', { actual_status: 'running' }, 'Not rented anew: 4711 is running, not exited, unknown or offline.'],
  ['tells no image', { image_uuid: null }, 'The service does not say which image, GPUs and disk it has'],
])('one that %s is refused with the reason', async (_, more, reason) => {
  await using server = await startScriptedServer(list({ ...lost, ...more }));
  const deck = await start(server.url);
  await deck.press('instances.anew');
  expect(deck.text()).toContain(reason);
  expect(server.requests).toHaveLength(1);
});

test('a read-only program refuses it with the reason', async () => {
  await using server = await startScriptedServer(list(lost));
  const deck = await start(server.url, 'The program was started with --read-only.');
  await deck.press('instances.anew');
  expect(deck.text()).toContain('The program was started with --read-only.');
  expect(server.requests).toHaveLength(1);
});
