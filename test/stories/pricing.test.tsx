/** A host prices machines: the form, its review, and what is sent of it, one call a machine, each read again. */
import { describe, expect, test } from 'vitest';
import type { HostMachine } from '../../src/catalogue/values.ts';
import { openDeck } from '../support/deck.tsx';
import { startRuns } from '../support/runs.ts';
import { hangUp, json, type ScriptedReply, startScriptedServer } from '../support/scripted-server.ts';

/** 2027-03-01 18:00 UTC. */
const END = Date.UTC(2027, 2, 1, 18) / 1000;

const machine = (id: number, more: HostMachine = {}): HostMachine => ({
  ...{ id, hostname: `node-${id}`, num_gpus: 4, gpu_name: 'RTX 4090', verification: 'verified', listed: true },
  ...{ listed_gpu_cost: 0.5, listed_storage_cost: 0.15, listed_inet_up_cost: 0.003, listed_inet_down_cost: 0.002 },
  ...{ min_bid_price: 0.1, min_chunk: 1, end_date: END, credit_discount_max: 0.3, listed_volume_cost: 0.12 },
  ...more,
});

/** Others ask $0.40 in the middle for a GPU. */
const OFFERS = [0.3, 0.35, 0.4, 0.45, 0.5].map((price, place) => ({
  ...{ id: 9000 + place, machine_id: 8000 + place, host_id: 8000 + place, num_gpus: 2, gpu_name: 'RTX 4090' },
  ...{ verification: 'verified', dph_base: 2 * price, dph_total: 2 * price, rentable: true },
}));

/** A service with these machines, which does what it is told, but for calls that `instead` answers in another way. */
const startHost = async (machines: readonly HostMachine[], instead: Readonly<Record<number, ScriptedReply>> = {}) => {
  const listed = new Map(machines.map((one) => [one.id, one]));
  const writes: string[] = [];
  const route: ScriptedReply = (response, request) => {
    if (!request.path.includes('/machines/')) return json(200, { success: true, offers: OFFERS })(response, request);
    writes.push(`${request.method} ${request.path} ${request.body}`);
    const sent = JSON.parse(request.body === '' ? '{}' : request.body);
    const id = sent.machine ?? Number(request.path.split('/')[4]);
    const other = instead[id];
    if (other !== undefined) return other(response, request);
    if (sent.price_gpu !== undefined)
      listed.set(id, { ...listed.get(id), listed: true, listed_gpu_cost: sent.price_gpu, end_date: sent.end_date });
    if (sent.price !== undefined) listed.set(id, { ...listed.get(id), min_bid_price: sent.price });
    if (request.method === 'DELETE') listed.set(id, { ...listed.get(id), listed: false });
    return json(200, { success: true, extended: 0, you_sent: {} })(response, request);
  };
  const server = await startScriptedServer(...Array.from({ length: 30 }, () => route));
  server.offer('machines/?owner=me', (response, request) =>
    json(200, { machines: [...listed.values()] })(response, request),
  );
  return { server, writes, listed, service: { url: server.url, apiKey: 'sk-test-0123456789' } };
};

const AT_HOST = { pane: 'machines', timeZone: 'UTC' } as const;

describe('a host', () => {
  test('prices one machine: the form says where the price stands, the review what is sent, and the id confirms', async () => {
    const { server, writes, service } = await startHost([machine(7)]);
    await using _ = server;
    const deck = await openDeck({ service, columns: 80, rows: 24, parts: AT_HOST });
    await deck.press('machines.price');
    expect(deck.text()).toContain('Price machine 7');
    expect(deck.text()).toMatch(/Disk, \$\/GB\/month +0\.15/);
    expect(deck.text()).toMatch(/Ends +2027-03-01 18:00/);
    await deck.send('p25');
    expect(deck.text()).toContain('5 comparable from 0.3000, p25 0.3500, median 0.4000, p75 0.4500.');
    expect(deck.text()).toMatch(/7 +0\.5000 -> 0\.3500 +2nd of 6 +-13%/);
    // The size of the volume is in no record.
    await deck.press('machines.price-review');
    expect(deck.text()).toContain('The size of the volume is asked each time: write GB, or none.');
    expect(deck.text()).toContain('> Volume, GB');
    await deck.send('none');
    await deck.press('machines.price-review');
    expect(deck.text()).toContain('Price machine 7?');
    expect(deck.text()).toContain('0.5000 to $0.3500/GPU/h (p25 of 5 comparable offers of');
    await deck.press('machines.list-page-down', 'machines.list-confirm');
    expect(deck.text()).toContain("Type the machine's id, 7, to price:");
    await deck.send('7');
    await deck.press('machines.list-send');
    expect(writes).toEqual([
      'PUT /api/v0/machines/create_asks/ {"machine":7,"price_gpu":0.35,"price_disk":0.15,"price_inetu":0.003,' +
        `"price_inetd":0.002,"price_min_bid":0.1,"min_chunk":1,"end_date":${END},"credit_discount_max":0.3,"vol_size":0,"vol_price":0.12}`,
    ]);
    expect(deck.text()).toContain('The service accepted: price machine 7.');
    expect(deck.text()).toMatch(/7 +node-7 .*0\.3500/);
    // Nothing that was typed for it stands there the next time.
    await deck.press('machines.price');
    expect(deck.text()).toMatch(/Volume, GB +GB, or none: asked each time/);
  });

  test('prices three marked ones by the market; one is refused, and after a lost answer nothing more is sent', async () => {
    const refused = json(403, { success: false, error: 'machine_locked', msg: 'It is locked.' });
    const { server, writes, service } = await startHost(
      [7, 8, 9].map((id) => machine(id)),
      { 7: refused, 8: hangUp },
    );
    await using _ = server;
    const deck = await openDeck({ service, columns: 160, rows: 48, parts: AT_HOST });
    await deck.press('machines.mark', 'machines.mark', 'machines.mark', 'machines.price');
    await deck.send('median-5%');
    expect(deck.text()).toContain('What Enter reviews');
    for (const id of [7, 8, 9]) expect(deck.text()).toMatch(new RegExp(`${id} +0\\.5000 -> 0\\.3800 +3rd of 6 +-5%`));
    await deck.press('machines.price-review');
    await deck.send('none');
    await deck.press('machines.price-review', 'machines.list-confirm');
    await deck.send('3');
    await deck.press('machines.list-send');
    expect(writes.map((one) => one.match(/"machine":\d/)?.[0])).toEqual(['"machine":7', '"machine":8']);
    expect(deck.text()).toMatch(/7 +refused/);
    expect(deck.text()).toMatch(/8 +outcome unknown/);
    expect(deck.text()).toMatch(/9 +not sent/);
  });

  test('is told which one somebody else has changed meanwhile: it is not sent, and the next one is', async () => {
    const instead: Record<number, ScriptedReply> = {};
    const { server, writes, listed, service } = await startHost(
      [7, 8, 9].map((id) => machine(id)),
      instead,
    );
    await using _ = server;
    instead[7] = (response, request) => {
      listed.set(7, machine(7, { listed_gpu_cost: 0.38 }));
      listed.set(8, machine(8, { min_chunk: 2 }));
      json(200, { success: true })(response, request);
    };
    const deck = await openDeck({ service, columns: 160, rows: 48, parts: AT_HOST });
    await deck.press('machines.mark', 'machines.mark', 'machines.mark', 'machines.price');
    await deck.send('0.38');
    await deck.press('machines.price-review');
    await deck.send('none');
    await deck.press('machines.price-review', 'machines.list-confirm');
    await deck.send('3');
    await deck.press('machines.list-send');
    expect(writes.map((one) => one.match(/"machine":\d/)?.[0])).toEqual(['"machine":7', '"machine":9']);
    expect(deck.text()).toMatch(/8 +not sent/);
    expect(deck.text()).toContain('the machine was changed meanwhile: smallest slice 2 GPUs in place of 1 GPU.');
  });

  test('is told the same of the first, however long the review has stood', async () => {
    const { server, writes, listed, service } = await startHost([machine(7)]);
    await using _ = server;
    const deck = await openDeck({ service, columns: 120, rows: 30, parts: AT_HOST });
    await deck.press('machines.price');
    await deck.send('0.38');
    await deck.press('machines.price-review');
    await deck.send('none');
    await deck.press('machines.price-review', 'machines.list-confirm');
    listed.set(7, machine(7, { listed_storage_cost: 0.2 }));
    await deck.send('7');
    await deck.press('machines.list-send');
    expect(writes).toEqual([]);
    expect(deck.text()).toContain('the machine was changed meanwhile: disk $0.2000/GB/month in place of');
  });

  test('sends nothing more after a machine that holds something else than it was sent', async () => {
    const { server, writes, service } = await startHost([machine(7), machine(8)], { 7: json(200, { success: true }) });
    await using _ = server;
    const deck = await openDeck({ service, columns: 120, rows: 30, parts: AT_HOST });
    await deck.press('machines.mark', 'machines.mark', 'machines.price');
    await deck.send('5');
    await deck.press('machines.price-review');
    await deck.send('none');
    await deck.press('machines.price-review', 'machines.list-page-down', 'machines.list-confirm');
    // Ten times the price of the market wants that price typed.
    await deck.send('2');
    await deck.press('machines.list-send');
    expect(deck.text()).toContain('Nothing was sent: to continue, type the price, 5.');
    await deck.send('\x155');
    await deck.press('machines.list-send');
    expect(writes).toHaveLength(1);
    expect(deck.text()).toContain('has another price $0.5000/GPU/h in place of $5.0000/GPU/h');
    expect(deck.text()).toMatch(/8 +not sent/);
  });

  test('goes back to the form where a machine has become another one since, and nothing was sent', async () => {
    const { server, writes, service } = await startHost([machine(7)]);
    await using _ = server;
    const [first, now] = [machine(7), machine(7, { listed_storage_cost: 0.2 })];
    server.offer('machines/?owner=me', json(200, { machines: [first] }), json(200, { machines: [now] }));
    const deck = await openDeck({ service, columns: 80, rows: 24, parts: AT_HOST });
    await deck.press('machines.price');
    await deck.send('0.35');
    await deck.press('machines.price-review');
    await deck.send('none');
    await deck.press('machines.price-review');
    expect(deck.text()).toContain('Machine 7 is offered otherwise since: nothing was sent. Review it again.');
    expect(deck.text()).toMatch(/Disk, \$\/GB\/month +0\.2$/m);
    await deck.press('machines.price-review');
    expect(deck.text()).toContain('"price_disk":0.2,');
    expect(writes).toEqual([]);
  });

  test('is told which machine is not sent, as nobody knows its smallest slice, and sends the other', async () => {
    const { server, writes, service } = await startHost([machine(7), machine(8, { min_chunk: null })]);
    await using _ = server;
    const deck = await openDeck({ service, columns: 80, rows: 24, parts: AT_HOST });
    await deck.press('machines.mark', 'machines.mark');
    expect(deck.screen().at(-1)).toMatch(/^ = compare {3}e price {3}/);
    await deck.press('machines.price');
    expect(deck.text()).toContain('8  not sent: smallest slice not known');
    await deck.press('machines.price-review');
    await deck.send('500');
    await deck.press('machines.price-review');
    expect(deck.text()).toContain('Machine 8 is not sent: smallest slice not known.');
    await deck.press('machines.list-page-down', 'machines.list-confirm');
    await deck.send('7');
    await deck.press('machines.list-send');
    expect(writes.map((one) => one.match(/"machine":\d/)?.[0])).toEqual(['"machine":7']);
  });

  test('finds what was typed again where the program was killed, and after leaving the form', async () => {
    const { server, writes, service } = await startHost([machine(7)]);
    await using _ = server;
    const runs = startRuns(service);
    const first = await runs.start({ columns: 80, rows: 24, parts: AT_HOST });
    await first.press('machines.price');
    await first.send('+10%');
    await first.press('machines.price-leave', 'machines.price');
    expect(first.text()).toMatch(/> Price, \$\/GPU\/h +\+10%/);
    await first.press('machines.price-before', 'machines.price-before');
    await first.send('500');
    await first.press('machines.price-review');
    expect(first.text()).toContain('Price machine 7?');
    await runs.die(first);
    const second = await runs.start({ columns: 80, rows: 24, parts: AT_HOST });
    expect(second.text()).toContain('prices of machine 7');
    await second.press('session.resume');
    expect(second.text()).toMatch(/Price, \$\/GPU\/h +\+10%/);
    expect(second.text()).toMatch(/> Volume, GB +500/);
    expect(second.text()).toMatch(/7 +0\.5000 -> 0\.5500/);
    // Another account has another machine 7.
    await second.press('machines.price-leave', 'frame.palette');
    await second.type('another key');
    await second.press('palette.run');
    await second.paste('sk-other-0123456789');
    await second.press('key.submit', 'machines.price');
    expect(second.text()).toMatch(/> Price, \$\/GPU\/h +0\.5$/m);
    expect(writes).toEqual([]);
  });

  test('whose call was lost is told what the list says, read again, as far as it tells anything', async () => {
    const instead: Record<number, ScriptedReply> = {};
    const { server, listed, service } = await startHost([machine(7)], instead);
    await using _ = server;
    instead[7] = (response, request) => {
      if (request.method === 'DELETE') listed.set(7, machine(7, { listed: false }));
      hangUp(response, request);
    };
    const deck = await openDeck({ service, columns: 120, rows: 30, parts: AT_HOST });
    for (const [name, words] of [
      ['clean-up', 'No list tells whether it was deleted.'],
      ['min-bid', 'The list, read again, says: smallest bid $0.1000/GPU/h.'],
      ['unlist', 'The list, read again, says that it is not listed.'],
    ]) {
      await deck.press(`machines.${name}`);
      if (name === 'min-bid') {
        await deck.send('0.2');
        await deck.press('machines.min-bid-review');
      }
      await deck.press(`machines.${name}-confirm`);
      await deck.send('7');
      await deck.press(`machines.${name}-send`);
      expect(deck.text()).toMatch(/7 +outcome unknown/);
      expect(deck.text()).toContain(words);
      await deck.press(`machines.${name}-leave`);
    }
  });

  test('takes a machine off the market, sets a smallest bid alone, and cleans up one machine at a time', async () => {
    const { server, writes, service } = await startHost([machine(7), machine(8)]);
    await using _ = server;
    const deck = await openDeck({ service, columns: 100, rows: 30, parts: AT_HOST });
    await deck.press('machines.clean-up');
    expect(deck.text()).toMatch(/Nobody can list beforehand\s+what that is\./);
    await deck.press('machines.clean-up-confirm');
    await deck.send('7');
    await deck.press('machines.clean-up-send');
    await deck.press('machines.min-bid');
    await deck.send('0.12');
    await deck.press('machines.min-bid-review', 'machines.min-bid-confirm');
    await deck.send('7');
    await deck.press('machines.min-bid-send', 'machines.unlist', 'machines.unlist-confirm');
    await deck.send('7');
    await deck.press('machines.unlist-send');
    await deck.press('machines.mark-shown', 'machines.clean-up');
    expect(deck.text()).toContain('Machines are cleaned up one at a time: unmark the others.');
    expect(writes).toEqual([
      'PUT /api/v0/machines/7/cleanup/ {}',
      'PUT /api/v0/machines/7/minbid/ {"client_id":"me","price":0.12}',
      'DELETE /api/v0/machines/7/asks/ ',
    ]);
  });
});
