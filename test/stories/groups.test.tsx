/** A renter looks at offers in groups. */
import { expect, test } from 'vitest';
import { type OpenDeck, openDeck } from '../support/deck.tsx';
import { json, startScriptedServer } from '../support/scripted-server.ts';

const offer = (id: number, model: string, price: number, place = 'Norway, NO') => ({
  id,
  machine_id: 8000 + id,
  num_gpus: 2,
  gpu_name: model,
  dph_total: price,
  dlperf_per_dphtotal: 200 - id,
  reliability: 0.99,
  verification: 'verified',
  geolocation: place,
});

/** Twelve of one model, from 0.2 $/h for a GPU on, and three of another, of which one stands first. */
const OFFERS = json(200, {
  offers: [
    offer(1, 'H100 SXM', 4.2),
    ...Array.from({ length: 12 }, (_, place) => offer(10 + place, 'RTX 4090', 0.4 + place / 50)),
    offer(40, 'H100 SXM', 3.8, 'Texas, US'),
    offer(41, 'H100 SXM', 4),
  ],
});

const lines = (deck: OpenDeck) => deck.screen().slice(5, -2);
const under = (deck: OpenDeck) => lines(deck).find((line) => line[1] === '>') ?? '';

test('a renter groups offers, folds a group, sees all of a long one, finds in it, and rents nothing from a band', async () => {
  await using server = await startScriptedServer(OFFERS);
  const deck = await openDeck({ service: { url: server.url, apiKey: 'sk-test-0123456789' }, columns: 100, rows: 30 });
  await deck.press('offers.group');
  expect(deck.text()).toContain('Grouped by GPU: Enter on a band folds it. # again: by count.');
  expect(deck.screen()[2]).toMatch(/by GPU, then DLP\/\$ ↓$/);
  expect(lines(deck)[0]).toMatch(/^ {3}▾ H100 SXM {2}3 offers +from 1\.9000 \$\/GPU\/h$/);
  expect(under(deck)).toMatch(/4\.2000 +2× H100 SXM/);
  expect(lines(deck).slice(4, 7)).toEqual([
    '',
    expect.stringMatching(/^ {3}▾ RTX 4090 {2}12 offers +0\.2550 median {3}p10 0\.2110 {3}p90 0\.2990$/),
    expect.stringMatching(/0\.4000 +2× RTX 4090/),
  ]);
  expect(deck.text()).toContain('   … 4 more');
  // The price of the row ends where the median above it does.
  expect(lines(deck)[6]?.indexOf('0.2000')).toBe(lines(deck)[5]?.indexOf('0.2550'));
  await deck.press('offers.last');
  expect(under(deck)).toBe(' > … 4 more');
  await deck.press('offers.open');
  expect(under(deck)).toMatch(/0\.5600 +2× RTX 4090/);
  await deck.press('offers.first');
  expect(under(deck)).toMatch(/^ > ▾ H100 SXM/);
  await deck.send('r');
  expect(deck.text()).toContain('There is no offer under the cursor');
  await deck.press('offers.open');
  expect(under(deck)).toMatch(/^ > ▸ H100 SXM {2}3 offers/);
  expect(deck.text()).not.toContain('2× H100');
  // The blank line is passed over, and a folded row is found.
  await deck.press('offers.down', 'offers.up', 'offers.find');
  await deck.type('us');
  await deck.press('offers.find-keep');
  expect(under(deck)).toMatch(/3\.8000 +2× H100 SXM/);
  await deck.press('offers.mark', 'offers.mark');
  expect(lines(deck).filter((line) => line.startsWith('*'))).toHaveLength(2);
  await deck.press('offers.open', 'offers.next');
  expect(deck.screen()[1]).toContain('Offer 11 ');
  await deck.press('offers.close', 'offers.group', 'offers.group');
  expect(lines(deck)[0]).toMatch(/^ {3}▾ Norway NO {2}14 offers +from 0\.2000/);
  await deck.press('offers.group', 'offers.group', 'offers.group');
  expect(deck.text()).toContain('Not grouped any more.');
  expect(deck.text()).not.toContain('▾');
  await deck.close();
});
