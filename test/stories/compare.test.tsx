import { afterEach, describe, expect, test } from 'vitest';
import type { Offer } from '../../src/catalogue/values.ts';
import { type DeckOptions, type OpenDeck, openDeck } from '../support/deck.tsx';
import { json, startScriptedServer } from '../support/scripted-server.ts';

let open: OpenDeck | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

const offer = (id: number, dph: number, more: Offer = {}): Offer => ({
  id,
  machine_id: 8000 + id,
  num_gpus: 2,
  gpu_name: 'RTX 4090',
  gpu_ram: 24564,
  dph_total: dph,
  dlperf: 90,
  dlperf_per_dphtotal: 100 - id,
  reliability: 0.99,
  geolocation: 'Germany, DE',
  ...more,
});

const OFFERS = [
  offer(11, 0.9),
  offer(12, 0.8, { reliability: 0.95 }),
  offer(13, 1.2, { num_gpus: 4, dlperf: 180 }),
  ...[14, 15, 16, 17].map((id) => offer(id, 2)),
];

/** Opens the offers pane on a service that answers with these offers, one list after the other. */
const start = async (
  answers: readonly (readonly Offer[])[] = [OFFERS],
  options: Omit<DeckOptions, 'service'> = {},
): Promise<OpenDeck & AsyncDisposable> => {
  const server = await startScriptedServer(...answers.map((offers) => json(200, { offers })));
  const deck = await openDeck({ service: { url: server.url, apiKey: 'key' }, ...options });
  open = deck;
  return { ...deck, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
};

const line = (deck: OpenDeck, label: string) =>
  deck
    .screen()
    .find((text) => text.trimStart().startsWith(label))
    ?.trim();

describe('a renter who compares offers', () => {
  test('sees the marked ones side by side, the best of each line marked', async () => {
    await using deck = await start();
    await deck.press('offers.mark', 'offers.mark', 'offers.mark');
    expect(deck.screen().at(-1)).toContain('= compare');
    await deck.press('offers.compare');
    expect(deck.text()).toContain('3 offers side by side   * the best');
    expect(line(deck, '> 11')).toMatch(/^> 11 +12 +13$/);
    expect(line(deck, '2× RTX')).toMatch(/^2× RTX 4090 +2× RTX 4090 +4× RTX 4090$/);
    expect(line(deck, 'Total $/h')).toMatch(/^Total \$\/h +0\.9000 +0\.8000\* +1\.2000$/);
    expect(line(deck, 'Total per GPU')).toMatch(/^Total per GPU \$\/h +0\.4500 +0\.4000 +0\.3000\*$/);
    await deck.press('offers.compare-page-down', 'offers.compare-page-down');
    expect(line(deck, 'DLPerf')).toMatch(/^DLPerf +90\.0 +90\.0 +180\.0$/);
    await deck.press('offers.compare-close');
    expect(deck.screen().at(-1)).toContain('3 marked');
  });

  test('sees an open offer beside the nearest ones like it, with as many GPUs, and their prices on its page', async () => {
    await using deck = await start([OFFERS], { columns: 160, rows: 48 });
    await deck.press('offers.open');
    expect(deck.text()).toMatch(/ Place +3 of 7 RTX 4090/);
    expect(deck.text()).toMatch(/ Nearest to it += compares/);
    await deck.press('offers.compare-nearest');
    expect(deck.text()).toContain('6 offers side by side');
    expect(line(deck, '>')).toMatch(/^> \d+( +\d+){5}$/);
    expect(line(deck, '>')).not.toMatch(/\b13\b/);
    await deck.press('offers.compare-close');
    expect(deck.text()).not.toContain('marked');
  });

  test('sees only the lines in which they differ, and all of them again', async () => {
    await using deck = await start();
    await deck.press('offers.mark', 'offers.mark', 'offers.compare');
    expect(deck.screen().at(-1)).toContain('d differences');
    await deck.press('offers.compare-differing');
    expect(line(deck, 'Total $/h')).toBeDefined();
    expect(line(deck, 'Reliability so far')).toMatch(/99\.00\* +95\.00$/);
    expect(line(deck, 'Model')).toBeUndefined();
    expect(deck.screen().at(-1)).toContain('d all lines');
    await deck.press('offers.compare-differing', 'offers.compare-page-down');
    expect(line(deck, 'Model')).toBeDefined();
  });

  test('goes from one to the next on a narrow screen, opens it, and comes back to where it stands', async () => {
    await using deck = await start([OFFERS], { columns: 60, rows: 15 });
    await deck.press('offers.mark', 'offers.mark', 'offers.mark', 'offers.compare');
    expect(line(deck, '→')).toMatch(/^→ +> 11 +12$/);
    expect(deck.screen().at(-1)).toMatch(/^ d differences +Enter detail +Esc back +\? help/);
    await deck.press('offers.compare-right', 'offers.compare-right');
    expect(line(deck, '←')).toMatch(/^← +12 +> 13$/);
    expect(line(deck, 'Total $/h')).toMatch(/0\.8000\* +1\.2000$/);
    await deck.press('offers.compare-open');
    expect(deck.text()).toContain('Offer 13   4×');
    await deck.press('offers.close');
    expect(line(deck, '←')).toMatch(/> 13$/);
    await deck.press('offers.compare-close');
    expect(deck.screen().find((text) => text[1] === '>')).toMatch(/1\.2000 +4× /);
  });

  test('is told how many can be compared', async () => {
    await using deck = await start();
    await deck.press('offers.compare');
    expect(deck.text()).toContain('Mark 2 to 6 offers to compare them: none is marked.');
    await deck.press('offers.mark', 'offers.compare');
    expect(deck.text()).toContain('only 1 is marked.');
    await deck.press('offers.last', 'offers.mark-range');
    expect(deck.screen().at(-1)).not.toContain('= compare');
    await deck.press('offers.compare');
    expect(deck.text()).toContain('7 are marked.');
  });

  test('is told which of them a newer answer no longer has', async () => {
    await using deck = await start([OFFERS, [offer(11, 0.7), offer(13, 1.2)], []]);
    await deck.press('offers.mark', 'offers.mark', 'offers.mark', 'offers.compare', 'offers.compare-right');
    await deck.press('offers.refresh');
    expect(deck.text()).toContain('2 offers side by side');
    expect(deck.text()).toContain('The offer 12 is no longer in the list.');
    expect(line(deck, '> 11')).toMatch(/^> 11 +13$/);
    expect(line(deck, 'Total $/h')).toMatch(/0\.7000\* +1\.2000$/);
    await deck.press('offers.refresh');
    expect(deck.text()).toContain('No longer in the list: 11, 12, 13.');
    await deck.press('offers.compare-open');
    expect(deck.text()).toContain('None of the compared offers is in the list now.');
    await deck.press('offers.compare-close', 'offers.compare');
    expect(deck.text()).toContain('Of the 3 marked offers none is in the list now');
  });
});

describe('a renter who compares volumes', () => {
  test('sees them side by side with the same keys, and opens one', async () => {
    const volume = (id: number, cost: number) => ({
      id,
      status: 'active',
      disk_space: 100,
      storage_total_cost: cost,
      machine_id: 8000 + id,
      reliability2: 0.99,
      instances: [],
    });
    await using server = await startScriptedServer(
      json(200, { volumes: [volume(31, 0.02), volume(32, 0.01), volume(33, 0.01)] }),
    );
    open = await openDeck({
      service: { url: server.url, apiKey: 'key' },
      columns: 80,
      rows: 24,
      parts: { pane: 'volumes' },
    });
    const deck = open;
    await deck.press('volumes.compare');
    expect(deck.text()).toContain('Mark 2 to 6 volumes to compare them: none is marked.');
    await deck.press('volumes.mark', 'volumes.mark', 'volumes.mark', 'volumes.compare');
    expect(deck.text()).toContain('3 volumes side by side');
    expect(line(deck, '> 31')).toMatch(/^> 31 +32 +33$/);
    expect(line(deck, 'active')).toMatch(/^active +active +active$/);
    expect(line(deck, 'Storage $/h')).toMatch(/^Storage \$\/h +0\.0200 +0\.0100\* +0\.0100\*$/);
    await deck.press('volumes.compare-differing');
    expect(line(deck, 'Reliability')).toBeUndefined();
    expect(line(deck, 'Machine')).toMatch(/^Machine +8031 +8032 +8033$/);
    await deck.press('volumes.compare-right', 'volumes.compare-open');
    expect(deck.text()).toContain('Volume 32   active');
  });
});
