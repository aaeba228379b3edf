/** What each part of a filter keeps of the market, asked for by a key and counted on a page of its own. */
import { expect, onTestFinished, test } from 'vitest';
import { type DeckOptions, openDeck } from '../support/deck.tsx';
import { json, type ScriptedServer, startScriptedServer } from '../support/scripted-server.ts';

const offer = (id: number, gpus: number, price: number, more: object = {}) => ({
  id,
  machine_id: 8000 + id,
  num_gpus: gpus,
  gpu_name: 'RTX 4090',
  dph_total: price,
  verification: 'verified',
  rentable: true,
  rented: false,
  cpu_arch: 'amd64',
  ...more,
});

const MARKET = [
  offer(1, 1, 0.4),
  offer(2, 2, 0.7),
  offer(3, 4, 1.3),
  offer(4, 4, 1.9, { verification: 'unverified' }),
  offer(5, 8, 2.8, { rented: true }),
];
const ALL = json(200, { offers: MARKET });

const start = async (server: ScriptedServer, filter: string, options: Partial<DeckOptions> = {}) => {
  const service = { url: server.url, apiKey: 'sk-test-0123456789' };
  const deck = await openDeck({ service, columns: 80, rows: 24, start: { filter }, ...options });
  onTestFinished(deck.close);
  return deck;
};

/** The lines of the page below its headings, blanks closed up. */
const partsOn = (screen: readonly string[]) => {
  const headings = screen.findIndex((line) => line.includes('alone'));
  return screen
    .slice(headings + 1)
    .map((line) => line.replaceAll('#', '').replaceAll(/\s+/g, ' ').trim())
    .filter((line) => /^(?:> )?\S+ (?:\(default\) )?[\d-]/.test(line));
};

test('a renter asks for the whole market once, and sees what each part of the filter keeps of it', async () => {
  await using server = await startScriptedServer(json(200, { offers: [MARKET[2]] }), ALL);
  const deck = await start(server, 'num_gpus>=4 dph_total<2');
  await deck.press('offers.waterfall');
  expect(deck.text()).toContain('how many there are is not known: at most 100,000');
  expect(server.requests).toHaveLength(1);
  await deck.press('offers.waterfall-ask');
  expect(server.requests).toHaveLength(2);
  expect(JSON.parse(server.requests[1]?.body ?? '')).toEqual({
    verified: { in: [true, false] },
    rentable: { in: [true, false] },
    rented: { eq: true },
    cpu_arch: { notin: [] },
    limit: 100_000,
    type: 'ondemand',
    order: [['dlperf_per_dphtotal', 'desc']],
    allocated_storage: 8,
  });
  expect(deck.text()).toMatch(/5 offers {3}nothing cut {3}as of 12:00/);
  expect(deck.text()).toContain('1 passes the whole filter.');
  expect(partsOn(deck.screen())).toEqual([
    '> num_gpus>=4 3 3 3',
    'dph_total<2 4 2 1',
    'verified (default) 4 1 2',
    'rentable (default) 5 1 1',
    '!rented (default) 4 1 1',
    'cpu_arch=amd64 (default) 5 1 1',
  ]);
  await deck.press('offers.waterfall-close');
  expect(deck.text()).toContain('/ num_gpus>=4 dph_total<2');
  await deck.press('offers.waterfall');
  expect(deck.text()).toContain('1 passes the whole filter.');
  expect(server.requests).toHaveLength(2);
});

test('a renter switches parts off and on, removes one, and the filter says so at once', async () => {
  const none = json(200, { offers: [] });
  await using server = await startScriptedServer(none, ALL, ...Array.from({ length: 9 }, () => none));
  const deck = await start(server, 'num_gpus>=4  price<1 4090');
  await deck.press('offers.waterfall', 'offers.waterfall-ask', 'offers.waterfall-down', 'offers.waterfall-switch');
  expect(deck.text()).toContain('1 passes the whole filter.');
  expect(partsOn(deck.screen()).slice(0, 4)).toEqual([
    'num_gpus>=4 3 3 3',
    '> dph_total<1 2 - - off',
    '4090 5 3 1',
    'verified (default) 4 2 2',
  ]);
  await deck.press('offers.waterfall-switch', 'offers.waterfall-down', 'offers.waterfall-remove');
  expect(partsOn(deck.screen()).slice(0, 3)).toEqual([
    'num_gpus>=4 3 3 2',
    'dph_total<1 2 0 1',
    '> verified (default) 4 0 0',
  ]);
  await deck.press('offers.waterfall-switch', 'offers.waterfall-last', 'offers.waterfall-remove');
  expect(partsOn(deck.screen()).slice(2)).toEqual([
    'cpu_arch=any - 0 - not judged here',
    'verified (default) 4 - - off',
    'rentable (default) 5 0 0',
    '> !rented (default) 4 0 0',
  ]);
  await deck.press('offers.waterfall-close');
  expect(deck.text()).toContain('/ num_gpus>=4 price<1 cpu_arch=any verified');
  const last = JSON.parse(server.requests.at(-1)?.body ?? '');
  expect(last).toMatchObject({ num_gpus: { gte: 4 }, dph_total: { lt: 1 }, cpu_arch: { notin: [] } });
});

test('a renter edits the part under the cursor in the line, a default too', async () => {
  await using server = await startScriptedServer(ALL, ALL, ALL);
  const deck = await start(server, 'num_gpus>=4 dph_total<2');
  await deck.press('offers.waterfall', 'offers.waterfall-edit');
  await deck.type('8');
  expect(deck.text()).toContain('/ num_gpus>=48 dph_total<2');
  await deck.press('offers.filter-restore');
  expect(deck.text()).toContain('/ num_gpus>=4 dph_total<2');
  await deck.press('offers.waterfall', 'offers.waterfall-last', 'offers.waterfall-edit');
  await deck.press('offers.filter-keep');
  expect(deck.text()).toContain('/ num_gpus>=4 dph_total<2 cpu_arch=amd64');
});
