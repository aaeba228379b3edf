/** The price for one GPU in the offers pane: sorted by and filtered by, here. */
import { afterEach, expect, test } from 'vitest';
import { type DeckOptions, type OpenDeck, openDeck } from '../support/deck.tsx';
import { json, startScriptedServer } from '../support/scripted-server.ts';

let open: OpenDeck | undefined;

const start = async (options: DeckOptions): Promise<OpenDeck> => {
  open = await openDeck(options);
  return open;
};

afterEach(async () => {
  await open?.close();
  open = undefined;
});

const offer = (id: number, gpus: number, price: number | null) => ({
  id,
  machine_id: 8000 + id,
  num_gpus: gpus,
  gpu_name: `Model ${id}`,
  dph_total: price,
  dlperf_per_dphtotal: 100 - id,
});

const OFFERS = json(200, { offers: [offer(1, 1, 0.5), offer(2, 4, 1.2), offer(3, 2, null), offer(4, 8, 3.2)] });

const models = (deck: OpenDeck) => [...deck.text().matchAll(/\d× (Model \d)/g)].map(([, model]) => model);

test('a renter sorts by the price for one GPU, and the service is asked in an order that it knows', async () => {
  await using server = await startScriptedServer(OFFERS, OFFERS);
  const service = { url: server.url, apiKey: 'sk-test-0123456789' };
  const deck = await start({ service, columns: 160 });
  await deck.press('offers.column-right', 'offers.column-right', 'offers.sort');
  expect(models(deck)).toEqual(['Model 2', 'Model 4', 'Model 1', 'Model 3']);
  expect(deck.text()).toMatch(/↑ =\$\/GPU\/h|=\$\/GPU\/h ↑/);
  expect(deck.screen().at(-1)).toMatch(/ all \d+$/);
  await deck.press('offers.sort');
  expect(models(deck)).toEqual(['Model 1', 'Model 4', 'Model 2', 'Model 3']);
  for (const { body } of server.requests)
    expect(JSON.parse(body)).toMatchObject({ order: [['dlperf_per_dphtotal', 'desc']] });
});

test('a list that was cut is said to be sorted among its own rows only', async () => {
  await using server = await startScriptedServer(OFFERS, OFFERS);
  const service = { url: server.url, apiKey: 'sk-test-0123456789' };
  const deck = await start({ service, columns: 160, start: { limit: 4 } });
  expect(deck.text()).not.toContain('sorted here');
  await deck.press('offers.column-right', 'offers.column-right', 'offers.sort');
  expect(deck.screen()[2]).toContain('by =$/GPU/h ↑, sorted here among the first 4');
  expect(deck.screen().at(-1)).toContain('first 4, may be cut: + for more');
});

test('a list that was cut is said to be sorted among its own rows until the service has answered in the new order', async () => {
  await using server = await startScriptedServer(OFFERS, json(400, { error: 'bad', msg: 'not now' }), OFFERS);
  const service = { url: server.url, apiKey: 'sk-test-0123456789' };
  const deck = await start({ service, columns: 160, start: { limit: 4 } });
  await deck.press('offers.sort');
  expect(JSON.parse(server.requests[1]?.body ?? '')).toMatchObject({ order: [['dph_total', 'asc']] });
  expect(deck.text()).toContain('by $/h ↑, sorted here among the first 4');
  await deck.press('offers.refresh');
  expect(deck.text()).toContain('by $/h ↑');
  expect(deck.text()).not.toContain('sorted here');
});

test('a renter filters by the price for one GPU, which is applied here and not sent', async () => {
  await using server = await startScriptedServer(OFFERS, OFFERS);
  const service = { url: server.url, apiKey: 'sk-test-0123456789' };
  const deck = await start({ service, columns: 160 });
  await deck.press('offers.filter');
  await deck.type('dph_gpu<0.5');
  await deck.press('offers.filter-keep');
  expect(models(deck)).toEqual(['Model 2', 'Model 4']);
  expect(deck.text()).toContain('applied here: dph_gpu<0.5');
  for (const { body } of server.requests) expect(body).not.toContain('dph_gpu');
});
