/** Completing the filter line while it is typed: what is offered, what each key does with it, and what it never gets in the way of. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Service } from '../../src/local-service/serve.ts';
import { type DeckOptions, type OpenDeck, openDeck } from '../support/deck.tsx';
import { call, startTestService } from '../support/local-service.ts';

type Row = { readonly gpu_name: string; readonly num_gpus: number };

let service: Service;
let open: OpenDeck | undefined;

const start = async (options: Partial<DeckOptions> = {}): Promise<OpenDeck> => {
  open = await openDeck({ service, columns: 120, ...options });
  await open.press('offers.filter');
  return open;
};

/** What the service itself holds, asked without the program. */
const ask = async (body: object): Promise<readonly Row[]> => {
  const answer = await call(service, 'POST', '/api/v0/bundles', {
    key: service.apiKey,
    body: { limit: 5000, ...body },
  });
  return (answer.body as { offers: Row[] }).offers;
};

const line = (deck: OpenDeck) => deck.screen()[1] ?? '';
const candidates = (deck: OpenDeck) => deck.screen()[2] ?? '';
const meaning = (deck: OpenDeck) => deck.screen()[3] ?? '';

beforeEach(async () => {
  service = await startTestService({ offers: 400, seed: 11 });
});
afterEach(async () => {
  await open?.close();
  open = undefined;
});

describe('completing a filter', () => {
  test('a renter who opens the line sees the fields that people search by most, and the table stays where it is', async () => {
    const deck = await start();
    expect(candidates(deck)).toMatch(/^ {3}gpu_name {2}num_gpus {2}dph_total {2}gpu_ram {2}reliability .*\+\d+ more$/);
    expect(meaning(deck)).toContain('also sent: verified');
    const headings = deck.screen().findIndex((text) => text.includes('Rel %'));
    await deck.press('offers.filter-restore');
    expect(deck.screen().findIndex((text) => text.includes('Rel %'))).toBe(headings);
  });

  test('a renter reads unit, meaning and range of a field before taking it', async () => {
    const deck = await start();
    await deck.type('gpu_r');
    expect(candidates(deck).trim()).toBe('gpu_ram');
    expect(meaning(deck)).toMatch(/^ {3}gpu_ram {2}GPU: VRAM per GPU, in GB · [\d.]+ to [\d.]+ GB in \d+ offers/);
    // The order is another matter, and stands apart.
    expect(meaning(deck)).toMatch(/offers {10,}by DLP\/\$ ↓$/);
  });

  test('a renter takes a model with its count, and Down and Up go on from there', async () => {
    const all = await ask({});
    const deck = await start();
    await deck.type('gpu_name=RTX_4');
    const counts = new Map<string, number>();
    for (const { gpu_name: name } of all) counts.set(name, (counts.get(name) ?? 0) + 1);
    expect(candidates(deck)).toContain(`   RTX_4090 · ${counts.get('RTX 4090')}  `);
    await deck.press('offers.filter-complete');
    expect(line(deck)).toContain('/ gpu_name=RTX_4090 ');
    expect(deck.text()).toContain('Tab next candidate');
    expect(meaning(deck)).toContain(`gpu_name=RTX_4090 · ${counts.get('RTX 4090')} of ${all.length} offers`);
    await deck.send('\u001B[B');
    expect(line(deck)).not.toContain('/ gpu_name=RTX_4090 ');
    await deck.send('\u001B[A');
    expect(line(deck)).toContain('/ gpu_name=RTX_4090 ');
    expect(candidates(deck), 'counted when the walk began').toContain(`   RTX_4090 · ${counts.get('RTX 4090')}  `);
  });

  test('any other key ends the walk, and then Up is the filter before', async () => {
    const deck = await start();
    await deck.type('num_gpus=2');
    await deck.press('offers.filter-keep', 'offers.filter', 'offers.line-delete-to-start');
    await deck.type('gpu_');
    await deck.press('offers.filter-complete');
    expect(line(deck)).toContain('/ gpu_name ');
    await deck.press('offers.line-end');
    await deck.send('\u001B[A');
    expect(line(deck)).toContain('/ num_gpus=2 ');
  });

  test('the search of earlier filters has its keys for itself', async () => {
    const deck = await start();
    for (const filter of ['num_gpus=2', 'num_gpus=4']) {
      await deck.type(filter);
      await deck.press('offers.filter-keep', 'offers.filter', 'offers.line-delete-to-start');
    }
    await deck.type('gpu_');
    await deck.press('offers.filter-complete');
    await deck.send('\u0012');
    await deck.send('\u001B[B');
    await deck.send('\r');
    expect(line(deck)).toContain('/ num_gpus=2 ');
  });

  test('Right takes the first candidate at the end of the line, and only moves inside it', async () => {
    const deck = await start();
    await deck.type('gpu_na');
    await deck.press('offers.line-left');
    await deck.send('\u001B[C');
    expect(line(deck)).toContain('/ gpu_na ');
    await deck.send('\u001B[C');
    expect(line(deck)).toContain('/ gpu_name ');
    await deck.type('=');
    await deck.send('\u001B[C');
    expect(line(deck), 'nothing is begun').toContain('/ gpu_name= ');
  });

  test('Enter, Esc and letters mean what they mean while candidates stand there', async () => {
    const deck = await start();
    await deck.type('num_gpus=2 ');
    await deck.press('offers.filter-keep');
    expect(deck.text()).toContain(`1/${(await ask({ num_gpus: { eq: 2 } })).length} `);
    await deck.press('offers.filter');
    await deck.type('gpu_');
    await deck.press('offers.filter-complete', 'offers.filter-restore');
    expect(line(deck)).toContain('/ num_gpus=2 ');
    expect(line(deck)).not.toContain('gpu_name');
  });

  test('a renter sees how the prices at hand spread before naming one', async () => {
    const deck = await start();
    await deck.type('dph_total<');
    expect(candidates(deck)).toMatch(
      /^ {3}dph_total {2}[\d.]+ [▁-█·]+ [\d.]+ [▁-█·] [\d.]+ \$\/h {3}\d+ offers {3}half of them at most/,
    );
    await deck.press('offers.line-delete-to-start');
    await deck.type('num_gpus>=');
    expect(candidates(deck)).toMatch(/^ {3}num_gpus {2}1 [▁-█·]+ \d+ {3}\d+ offers/);
  });

  test('where lines are appended, the spread is said in words', async () => {
    const deck = await start({ look: { isPlain: true } });
    await deck.type('dph_total<');
    expect(candidates(deck)).toMatch(
      /^ {3}dph_total: [\d.]+ to [\d.]+ \$\/h in \d+ offers, half of them at most [\d.]+ \$\/h$/,
    );
  });

  test('a list that was cut is counted as such', async () => {
    const deck = await start({ start: { limit: 100 } });
    await deck.type('gpu_name=');
    expect(meaning(deck)).toContain(' of the first 100 offers');
  });

  test('a renter puts regions, countries and models together without typing one whole', async () => {
    const deck = await start();
    await deck.type('geolocation in [eu');
    expect(meaning(deck)).toMatch(/EU: 27 countries · \d+ of \d+ offers/);
    await deck.press('offers.filter-complete');
    await deck.type(', germ');
    await deck.press('offers.filter-complete');
    await deck.type('] !stat');
    await deck.press('offers.filter-complete');
    await deck.type(' 4090');
    await deck.press('offers.filter-complete');
    await deck.type(' | 5090');
    await deck.press('offers.filter-complete');
    expect(line(deck)).toContain('/ geolocation in [EU, DE] !static_ip gpu_name=RTX_4090 | RTX_5090 ');
    expect(deck.text()).not.toContain('Tab applies it');
  });

  test('a problem comes before candidates, which stand under it where there is room', async () => {
    const deck = await start();
    await deck.type('num_gpu>=2 gpu_na');
    expect(candidates(deck)).toContain('The service has no filter "num_gpu"');
    expect(meaning(deck).trim()).toBe('gpu_name');
  });

  test('a problem of two lines leaves room for candidates, and ends between words', async () => {
    const deck = await start({ columns: 60, rows: 15 });
    await deck.type('num_gpu>=2 gpu_');
    expect(candidates(deck)).toContain('The service has no filter "num_gpu"');
    expect(meaning(deck)).toMatch(/^ {3}num_gpus\? {3}gpu_name {2}gpu_ram {2}\+\d+ more$/);
  });

  test('what is wrong with a figure that is still typed is said first, and mended by the next Tab', async () => {
    const deck = await start();
    await deck.type('compute_cap>=70');
    expect(deck.text()).toContain('Not applied: 70 can mean 7.0 or 700: write the one you mean. Tab applies it.');
    expect(line(deck)).toContain('/ compute_cap>=70 ');
    await deck.press('offers.filter-complete');
    expect(line(deck)).toContain('/ compute_cap>=7.0 ');
  });

  test('fields of earlier filters come before those that were never used', async () => {
    const deck = await start();
    await deck.type('pci');
    expect(candidates(deck)).toMatch(/^ {3}pci_gen {2}pcie_bw/);
    await deck.type('e_bw>1');
    await deck.press('offers.filter-keep', 'offers.filter', 'offers.line-delete-to-start');
    await deck.type('pci');
    expect(candidates(deck)).toMatch(/^ {3}pcie_bw {2}pci_gen/);
  });

  test('at 60 columns nothing is cut in a word', async () => {
    const deck = await start({ columns: 60, rows: 15 });
    await deck.type('gpu_');
    expect(candidates(deck)).toMatch(/^ {3}gpu_name {2}gpu_ram {2}gpu_total_ram {2}\+\d+ more$/);
    await deck.type('ram>');
    expect(candidates(deck)).toMatch(/^ {3}gpu_ram {2}[\d.]+ [▁-█·]+(?: [\d.]+ [▁-█·])? [\d.]+ GB(?: {3}\d+ offers)?$/);
  });
});
