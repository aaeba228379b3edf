/** What a renter does about a host who wants more: sees it where it matters, reads what it comes to, and answers it once. */
import { afterEach, describe, expect, test } from 'vitest';
import type { Instance } from '../../src/catalogue/values.ts';
import { type OpenDeck, openDeck } from '../support/deck.tsx';
import {
  hangUp,
  json,
  type ScriptedReply,
  type ScriptedServer,
  startScriptedServer,
} from '../support/scripted-server.ts';

let open: OpenDeck | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

const instance = (id: number, more: Instance = {}): Instance => ({
  id,
  actual_status: 'running',
  intended_status: 'running',
  label: 'train',
  machine_id: 8000 + id,
  num_gpus: 2,
  gpu_name: 'RTX 4090',
  dph_base: 0.72,
  dph_total: 0.75,
  disk_space: 100,
  ...more,
});

/** 2026-12-01 10:00 UTC. */
const DECEMBER = Date.UTC(2026, 11, 1, 10) / 1000;

const increase = (id: number, contract: number, more: object = {}) => ({
  pending_price_increase_id: id,
  contract_id: contract,
  host_id: 7,
  old_gpu_costpersec: 0.0002,
  new_gpu_costpersec: 0.0003,
  old_disk_ram_costpersec: null,
  new_disk_ram_costpersec: null,
  old_bwu_cost: 0.01,
  new_bwu_cost: 0.02,
  old_bwd_cost: 0.01,
  new_bwd_cost: null,
  contract_end_date: DECEMBER,
  ask_end_date: DECEMBER + 30 * 86_400,
  created_at: DECEMBER - 86_400,
  ...more,
});

const increases = (...pending: readonly object[]): ScriptedReply =>
  json(200, { success: true, count: pending.length, truncated: false, pending_price_increases: pending });

const CALL = 'instances/pending-price-increases/';

/** A service with two instances, and what it tells of increases, one answer after the other. */
const startService = async (told: readonly ScriptedReply[], ...replies: readonly ScriptedReply[]) => {
  const all = json(200, { success: true, instances: [instance(5), instance(6, { label: null })] });
  const server = await startScriptedServer(all, ...replies);
  if (told.length > 0) server.offer(CALL, ...told);
  return server;
};

const start = async ({ url }: ScriptedServer, more: object = {}): Promise<OpenDeck> => {
  open = await openDeck({
    ...{
      columns: 160,
      rows: 48,
      service: { url, apiKey: 'sk-test-0123456789' },
      parts: { pane: 'instances', timeZone: 'UTC' },
    },
    ...more,
  });
  return open;
};

const writesOf = ({ requests }: ScriptedServer) =>
  requests.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => `${method} ${path} ${body}`);

const told = (deck: OpenDeck): string => deck.text().replaceAll(/\s+/g, ' ');

/** Types what confirms. */
const confirm = async (deck: OpenDeck, typed: string) => {
  await deck.press('instances.increase-confirm');
  await deck.type(typed);
  await deck.press('instances.increase-send');
};

describe('a renter whose host wants more', () => {
  test('sees it at the instance and in a list, and what it comes to an hour and a month', async () => {
    await using server = await startService([increases(increase(77, 5))]);
    const deck = await start(server);
    expect(deck.text()).toMatch(/5 +train .*0\.7500 .* 259\.20/);
    await deck.press('instances.open');
    expect(told(deck)).toContain('! Its host wants $259.20 more a month from 2026-12-01 10:00 on. + answers it.');
    await deck.press('instances.close', 'instances.increases');
    expect(deck.text()).toMatch(/5 +259\.20 +0\.7500 +1\.1100 +540\.00 +799\.20 +0\.7200 +1\.0800 +2026-12-01 10:00/);
    await deck.resize(80, 24);
    expect(deck.text()).toMatch(/5 +259\.20 +0\.7500 +1\.1100 +540\.00 +2026-12-01 10:00/);
    await deck.press('priceIncreases.open');
    expect(told(deck)).toContain(
      'It costs 0.7500 $/h now and 1.1100 then, 540.00 $ a month now and 799.20 then: 259.20 more.',
    );
    await deck.press('priceIncreases.close', 'increases.leave');
    expect(deck.text()).toMatch(/5 +train .*259\.20/);
  });

  test('sees thousands apart', async () => {
    await using server = await startService([increases(increase(77, 5, { new_gpu_costpersec: 0.0012 }))]);
    const deck = await start(server);
    expect(deck.text()).toMatch(/5 +train .* 2,592\.00 /);
    await deck.press('instances.increases', 'increases.accept');
    expect(told(deck)).toContain('That is $3.60/h more, $2,592.00 in 30 days');
  });

  test('is told that nobody knows how much more it is where the disk costs more, and its size is not told', async () => {
    const disk = { old_disk_ram_costpersec: 1e-7, new_disk_ram_costpersec: 2e-7 };
    const server = await startScriptedServer(
      json(200, { success: true, instances: [instance(5, { disk_space: null })] }),
    );
    await using _ = server;
    server.offer(CALL, increases(increase(77, 5, disk)));
    const deck = await start(server);
    expect(deck.text()).toMatch(/5 +train .*0\.7500 .* \? /);
    await deck.press('instances.increases', 'increases.accept');
    expect(told(deck)).toContain('How much more that is in all is not known here.');
    expect(told(deck)).toContain('Disk, $/GB/month: 0.259 now, 0.518 afterwards');
  });

  test('accepts it by the id of the instance after a review, once', async () => {
    const pending = increases(increase(77, 5));
    const yes = json(200, { success: true, pending_price_increase_id: 77, contract_id: 5 });
    await using server = await startService([pending, pending, pending, increases()], yes);
    const deck = await start(server);
    await deck.press('instances.increases', 'increases.accept');
    expect(deck.text()).toContain('Accept the price increase of instance 5?');
    expect(told(deck)).toContain('GPUs, $/h: 0.7200 now, 1.0800 afterwards');
    expect(told(deck)).toContain('From 2026-12-01 10:00 on. Until then it costs what it does now.');
    expect(told(deck)).toContain('That is $0.3600/h more, $259.20 in 30 days, while it runs and without traffic.');
    expect(told(deck)).toContain('Burn: at least $1.50/h now, at least $1.86/h afterwards');
    expect(told(deck)).toContain('PUT /api/v0/instances/accept-price-increase/ {"pending_price_increase_id":77}');
    await confirm(deck, '77');
    expect(deck.text()).toContain('Nothing was sent: to continue, type the id of the instance, 5.');
    await deck.press('instances.line-delete-to-start');
    await deck.type('5');
    await deck.press('instances.increase-send');
    expect(writesOf(server)).toEqual(['PUT /api/v0/instances/accept-price-increase/ {"pending_price_increase_id":77}']);
    expect(told(deck)).toContain('accepted');
    await deck.press('instances.increase-leave');
    expect(deck.text()).toContain('No host wants more for what you rent of him.');
    await deck.press('increases.leave');
    expect(deck.text()).not.toContain('259.20');
  });

  test('is told that the burn stays as it is where the instance rests, as its GPUs are not paid for', async () => {
    const resting = instance(5, { actual_status: 'stopped', intended_status: 'stopped', storage_total_cost: 0.03 });
    await using server = await startScriptedServer(json(200, { success: true, instances: [resting] }));
    server.offer(CALL, increases(increase(77, 5)));
    const deck = await start(server);
    await deck.press('instances.increases', 'increases.accept');
    expect(told(deck)).toContain('That is $0.3600/h more');
    expect(told(deck)).toContain('Burn: at least $0.0300/h now, at least $0.0300/h afterwards');
  });

  test('rejects it with Enter, after reading that the contract ends', async () => {
    const pending = increases(increase(77, 5));
    await using server = await startService([pending], json(200, { success: true }));
    const deck = await start(server);
    await deck.press('instances.increases', 'increases.reject');
    expect(told(deck)).toContain('Its contract ends 2026-12-01 10:00.');
    expect(told(deck)).toContain('cannot be started again, and may be deleted 48 hours later.');
    await deck.press('instances.increase-send');
    expect(writesOf(server)).toEqual(['PUT /api/v0/instances/reject-price-increase/ {"pending_price_increase_id":77}']);
  });

  test('is asked again where another price is asked for meanwhile, and where it is gone nothing is sent', async () => {
    const dearer = increases(increase(77, 5, { new_gpu_costpersec: 0.0004 }));
    const pending = increases(increase(77, 5));
    await using server = await startService([pending, pending, dearer, increases()]);
    const deck = await start(server);
    await deck.press('instances.increases', 'increases.accept');
    await confirm(deck, '5');
    expect(told(deck)).toContain('Nothing was sent: it is no longer what you have read.');
    expect(told(deck)).toContain('GPUs, $/h: 0.7200 now, 1.4400 afterwards');
    await confirm(deck, '5');
    expect(told(deck)).toContain('5: no price increase is listed any more.');
    expect(writesOf(server)).toEqual([]);
  });

  test('reads what the list says where the answer was lost, and is told of it before sending once more', async () => {
    const pending = increases(increase(77, 5));
    await using server = await startService([pending], hangUp);
    const deck = await start(server);
    await deck.press('instances.increases', 'increases.accept');
    await confirm(deck, '5');
    expect(told(deck)).toContain('outcome unknown');
    expect(told(deck)).toContain('The list, read again, still has it.');
    await deck.press('instances.increase-again');
    expect(told(deck)).toContain('Instance 5: accept-increase "77" was sent');
    expect(writesOf(server)).toHaveLength(1);
  });

  test('sees nothing where the service has no such call, and hears so where it is asked for', async () => {
    await using server = await startService([]);
    const deck = await start(server);
    expect(deck.text()).not.toContain('More $/mo');
    await deck.press('instances.increases');
    expect(told(deck)).toContain('This service has no such call');
  });
});
