/** Choosing the columns of a table, in every fetched list. */
import '../support/with-colour.ts';
import { afterEach, expect, test } from 'vitest';
import { type DeckOptions, type OpenDeck, openDeck } from '../support/deck.tsx';
import { startTestService } from '../support/local-service.ts';
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

/** The headings over the rows, each once. */
const headings = (deck: OpenDeck): readonly string[] =>
  (deck.screen()[4] ?? '')
    .slice(3)
    .replaceAll(/[↑↓]/g, ' ')
    .trim()
    .split(/\s{2,}/);

/** The column of the page that the keys act on. */
const chosen = (deck: OpenDeck): string =>
  (deck.screen().find((line) => line.startsWith(' > ')) ?? '').slice(3, 41).trim().replaceAll(/\s+/g, ' ');

test('a renter brings the CUDA version to the front, hides what is of no use, and the table is so from then on', async () => {
  const service = await startTestService({ offers: 400, seed: 11 });
  const deck = await start({ service, columns: 80, rows: 24 });
  expect(headings(deck).slice(0, 3)).toEqual(['$/h', 'GPU', '$/GPU/h']);
  await deck.press('offers.columns');
  expect(deck.screen()[1]).toMatch(/^ Columns {3}26 shown, 2 pinned, \d+ hidden {3}\d+ below/);
  expect(deck.screen()[2]).toMatch(/^ dph_total: Total/);
  expect(chosen(deck)).toBe('1 $/h pinned');
  await deck.press('offers.columns-search');
  await deck.type('cuda');
  expect(deck.screen()[2]).toMatch(/^ \/ cuda .* 1 of \d+/);
  await deck.press('offers.columns-search-keep', 'offers.columns-pin', 'offers.columns-search-end');
  expect(chosen(deck)).toBe('3 CUDA pinned');
  await deck.press('offers.columns.down', 'offers.columns-toggle');
  expect(chosen(deck)).toBe('- =$/GPU/h hidden');
  await deck.press('offers.columns.down', 'offers.columns.down', 'offers.columns-earlier');
  await deck.press('offers.columns-back');
  expect(headings(deck).slice(0, 5)).toEqual(['$/h', 'GPU', 'CUDA', 'Rel %', 'DLP/$']);
  expect(deck.text()).not.toContain('$/GPU/h');
  // Moving sideways meets no hidden column, and what is pinned stays.
  for (let step = 0; step < 24; step++) await deck.press('offers.column-right');
  expect(headings(deck).slice(0, 3)).toEqual(['$/h', 'GPU', 'CUDA']);
  expect(deck.text()).not.toContain('$/GPU/h');
  await deck.press('offers.columns', 'offers.columns-usual', 'offers.columns-back');
  await deck.press('offers.column-jump');
  await deck.type('$/h');
  await deck.press('offers.column-jump-keep');
  expect(headings(deck).slice(0, 4)).toEqual(['$/h', 'GPU', '$/GPU/h', 'vs median']);
});

test('a renter on a wide screen sees the table change beside the columns that are chosen', async () => {
  const service = await startTestService({ offers: 400, seed: 11 });
  const deck = await start({ service, columns: 120, rows: 30 });
  const beside = () => deck.screen()[1]?.slice(44) ?? '';
  await deck.press('offers.columns');
  expect(beside()).toMatch(/\$\/h {2}GPU .*Rel %/);
  expect(deck.screen()[2]?.slice(44)).toMatch(/^ > +\d+\.\d{4} {2,3}\d+× /);
  await deck.press('offers.columns-search');
  await deck.type('motherboard');
  await deck.press('offers.columns-search-keep', 'offers.columns-toggle');
  expect(beside()).toContain('Motherboard');
  await deck.press('offers.columns-toggle');
  expect(beside()).not.toContain('Motherboard');
  await deck.press('offers.columns-toggle', 'offers.columns-close');
  expect(headings(deck)).toContain('Motherboard');
  expect(deck.deck.store.getState().offers.list.column).toBe('mobo_name');
});

test('a renter begins with the pinned columns alone, and brings in those that are wanted', async () => {
  const service = await startTestService({ offers: 400, seed: 11 });
  const deck = await start({ service, columns: 60, rows: 15 });
  await deck.press('offers.columns');
  expect(deck.screen().at(-1)).toContain('x hide rest');
  await deck.press('offers.columns-first-only');
  expect(deck.text()).toContain('2 shown, 2 pinned, ');
  await deck.send('x');
  expect(deck.text()).toContain('No other column is shown.');
  await deck.press('offers.columns-search');
  await deck.type('gpu_ram');
  await deck.press('offers.columns-search-keep', 'offers.columns-toggle', 'offers.columns-close');
  expect(headings(deck)).toEqual(['$/h', 'GPU', 'VRAM']);
});

test('a renter is told why a key of the page does nothing, and the last column stays', async () => {
  await using server = await startScriptedServer(json(200, [{ id: 1, name: 'one', cloud_type: 's3' }]));
  const deck = await start({
    service: { url: server.url, apiKey: 'sk-test-0123456789' },
    parts: { pane: 'connections' },
  });
  await deck.press('connections.columns');
  await deck.send('K');
  expect(deck.text()).toContain('This is the first column.');
  await deck.send('u');
  expect(deck.text()).toContain('These are the usual columns.');
  await deck.press('connections.columns-toggle', 'connections.columns.down', 'connections.columns-toggle');
  await deck.send('J');
  expect(deck.text()).toContain('Only a column of the table has a place in it: Space shows this one.');
  await deck.press('connections.columns.last');
  await deck.send(' ');
  expect(deck.text()).toContain('One column has to stay.');
  await deck.press('connections.columns-search');
  await deck.type('zzz');
  expect(deck.screen()[3]).toContain('no such column');
  await deck.press('connections.columns-search-keep');
  await deck.send(' ');
  expect(deck.text()).toContain('No column has that: / changes it, Esc ends the search.');
  await deck.press('connections.columns-search-end', 'connections.columns-back');
  expect(deck.text()).not.toContain('Id');
  expect(deck.text()).toContain('s3');
  await deck.press('connections.columns', 'connections.columns-usual', 'connections.columns-close');
  expect(deck.text()).toMatch(/Id +Name +Type/);
});

test('the page outlives another size of the screen, rows that arrive, and a service without any', async () => {
  await using server = await startScriptedServer(json(200, { volumes: [] }), json(200, { volumes: [{ id: 7 }] }));
  const deck = await start({
    service: { url: server.url, apiKey: 'sk-test-0123456789' },
    columns: 120,
    parts: { pane: 'volumes' },
  });
  await deck.press('volumes.columns', 'volumes.columns.last', 'volumes.columns-toggle');
  const last = chosen(deck);
  await deck.resize(60, 15);
  expect(chosen(deck)).toBe(last);
  await deck.press('volumes.columns.up', 'volumes.columns-pin');
  await deck.resize(160, 48);
  expect(deck.screen()[1]).toMatch(/^ Columns {3}22 shown, 3 pinned, 1 hidden/);
  await deck.press('volumes.columns-close', 'volumes.refresh');
  expect(deck.text()).toContain('7');
});

test('the order is said over the table, also where the column is hidden, out of view, or another text is looked for', async () => {
  const service = await startTestService({ offers: 400, seed: 11 });
  const deck = await start({ service, columns: 80, rows: 24 });
  expect(deck.screen()[2]).toMatch(/ by DLP\/\$ ↓ *$/);
  await deck.press('offers.column-jump');
  await deck.type('up mb');
  await deck.press('offers.column-jump-keep', 'offers.sort', 'offers.first');
  for (let step = 0; step < 20; step++) await deck.press('offers.column-left');
  expect(headings(deck)).not.toContain('Up MB/s');
  expect(deck.screen()[2]).toMatch(/ by Up MB\/s ↓ *$/);
  await deck.press('offers.sort-further');
  expect(deck.screen()[2]).toMatch(/ by Up MB\/s ↓, \$\/h ↑ *$/);
  await deck.press('offers.find');
  await deck.type('rtx');
  expect(deck.screen()[3]).toMatch(/ by Up MB\/s ↓, \$\/h ↑ *$/);
  await deck.press('offers.find-cancel', 'frame.volumes');
  expect(deck.screen()[2]).toMatch(/ as received *$/);
  await deck.press('volumes.sort');
  expect(deck.screen()[2]).toMatch(/ by Volume ↑ *$/);
  await deck.press('frame.ledger');
  expect(deck.screen()[2]).toMatch(/ newest first *$/);
});

test('words of the filter and f look in the columns that were chosen, and it is said how many rows they leave', async () => {
  const records = [
    { id: 1, machine_id: 11, gpu_name: 'RTX 4090', num_gpus: 1, dph_total: 0.1, mobo_name: 'ROMED8-2T' },
    { id: 2, machine_id: 12, gpu_name: 'RTX 4090', num_gpus: 1, dph_total: 0.2, mobo_name: 'H12SSL-i' },
    { id: 3, machine_id: 13, gpu_name: 'H100 SXM', num_gpus: 1, dph_total: 0.3, mobo_name: 'ROMED8-2T' },
  ];
  await using server = await startScriptedServer(
    ...Array.from({ length: 9 }, () => json(200, { success: true, offers: records })),
  );
  const service = { url: server.url, apiKey: 'sk-test-0123456789' };
  const deck = await start({ service, columns: 100, rows: 24 });
  const shown = () => deck.deck.store.getState().offers.list.shown.map(({ id }) => id);
  await deck.press('offers.filter');
  await deck.type('romed8');
  await deck.press('offers.filter-keep');
  expect(shown()).toEqual([]);
  await deck.press('offers.columns', 'offers.columns-search');
  await deck.type('motherboard');
  await deck.press('offers.columns-search-keep', 'offers.columns-toggle');
  expect(shown()).toEqual([1, 3]);
  expect(deck.text()).toContain('Words are looked for in the columns of the table: 2 of 3 offers left.');
  await deck.press('offers.columns-close', 'offers.filter');
  await deck.type(' !"h100"');
  await deck.press('offers.filter-keep');
  expect(shown()).toEqual([1]);
  // The hidden model is no more what a word is held against; what any: finds needs no column.
  await deck.press('offers.columns', 'offers.columns.first', 'offers.columns.down');
  expect(chosen(deck)).toContain('GPU');
  await deck.press('offers.columns-toggle', 'offers.columns-close');
  expect(shown()).toEqual([1, 3]);
  await deck.press('offers.filter', 'offers.line-delete-to-start');
  await deck.type('any:h100');
  await deck.press('offers.filter-keep');
  expect(shown()).toEqual([3]);
  await deck.press('offers.filter', 'offers.line-delete-to-start', 'offers.filter-keep', 'offers.find');
  await deck.type('romed8');
  expect(deck.text()).toContain('match 1 of 2');
  await deck.press('offers.find-keep', 'offers.columns', 'offers.columns-usual', 'offers.columns-close');
  expect(deck.text()).toContain('no match');
});

test('in a list of volumes words look in the chosen columns too', async () => {
  const service = await startTestService({ offers: 400, seed: 11 });
  const deck = await start({ service, columns: 120, rows: 24, parts: { pane: 'volumes' } });
  const { rows } = deck.deck.store.getState().volumes.list;
  const shown = () => deck.deck.store.getState().volumes.list.shown.length;
  await deck.press('volumes.filter');
  await deck.type('active');
  await deck.press('volumes.filter-keep');
  const active = shown();
  expect(active).toBeGreaterThan(0);
  await deck.press('volumes.columns', 'volumes.columns-search');
  await deck.type('status');
  await deck.press('volumes.columns-search-keep', 'volumes.columns-toggle', 'volumes.columns-close');
  expect(shown()).toBe(0);
  await deck.press('volumes.columns', 'volumes.columns-usual', 'volumes.columns-close');
  expect(shown()).toBe(active);
  expect(rows.length).toBeGreaterThan(0);
});
