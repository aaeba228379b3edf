/** What a renter's usual errand takes, counted in presses: from an empty line to the cheapest of its kind, three compared, one chosen. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Service } from '../../src/local-service/serve.ts';
import { type OpenDeck, openDeck } from '../support/deck.tsx';
import { call, startTestService } from '../support/local-service.ts';

let service: Service;
let open: OpenDeck | undefined;

beforeEach(async () => {
  service = await startTestService({ offers: 5000, seed: 11 });
});
afterEach(async () => {
  await open?.close();
  open = undefined;
});

/** Most presses that the errand may take, those of the text among them. */
const MOST_PRESSES = 21;

const EU = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' ');

/** Ids of what the service has of that kind, the cheapest first. */
const cheapest = async (): Promise<readonly string[]> => {
  const body = {
    gpu_name: { eq: 'RTX 4090' },
    num_gpus: { eq: 4 },
    geolocation: { in: EU },
    order: [['dph_total', 'asc']],
    limit: 100,
  };
  const answer = await call(service, 'POST', '/api/v0/bundles', { key: service.apiKey, body });
  return (answer.body as { offers: { id: number }[] }).offers.map(({ id }) => String(id));
};

describe('a renter who wants four cards of a model in a region', () => {
  test.each([
    [80, 24],
    [160, 48],
  ])('compares the three cheapest and opens one with few presses, at %i x %i', async (columns, rows) => {
    const expected = await cheapest();
    expect(expected.length).toBeGreaterThan(3);
    const deck = await openDeck({ service, columns, rows });
    open = deck;
    let presses = 0;
    const press = async (...ids: readonly string[]) => {
      presses += ids.length;
      await deck.press(...ids);
    };
    const type = async (text: string) => {
      presses += text.length;
      await deck.type(text);
    };

    await press('offers.filter');
    await type('4x');
    await press('offers.filter-complete');
    await type(' 4090');
    await press('offers.filter-complete');
    await type(' eu');
    await press('offers.filter-complete', 'offers.filter-keep');
    expect(deck.screen()[1]).toContain('num_gpus=4 gpu_name=RTX_4090 geolocation=EU');
    expect(deck.screen().at(-1)).toMatch(/ all \d+$/);
    await press('offers.sort');
    expect(deck.text()).toContain('by $/h ↑');
    await press('offers.mark', 'offers.mark', 'offers.mark', 'offers.compare');
    expect(deck.text()).toContain('3 offers side by side');
    for (const id of expected.slice(0, 3)) expect(deck.text()).toContain(id);
    await press('offers.compare-open');
    expect(deck.text()).toContain(`Offer ${expected[0]}   4× RTX 4090`);
    expect(presses).toBeLessThanOrEqual(MOST_PRESSES);
  });
});
