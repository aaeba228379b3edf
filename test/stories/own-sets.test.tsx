/** Sets of the user in the filter line: `host_id in @trusted`, from a file that may change while the program runs. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { readSets } from '../../src/storage/files/sets.ts';
import { viewFiles } from '../../src/storage/files/view-files.ts';
import { createViews } from '../../src/views/views.ts';
import { type OpenDeck, openDeck } from '../support/deck.tsx';
import { temporaryFolder } from '../support/local-service.ts';
import { json, startScriptedServer } from '../support/scripted-server.ts';

let open: OpenDeck | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

const offer = (id: number) => ({
  id,
  machine_id: id * 10,
  host_id: id % 2,
  gpu_name: 'RTX 4090',
  num_gpus: 2,
  dph_total: id,
});
const four = () => json(200, { offers: [1, 2, 3, 4].map(offer) });
const bodyOf = (request?: { readonly body: string }) => JSON.parse(request?.body ?? '{}');

/** The program with a file of sets. */
const start = async (url: string, sets: object, filter = '') => {
  const configFolder = temporaryFolder();
  const write = (text: string) => writeFileSync(join(configFolder, 'sets.json'), text);
  write(JSON.stringify({ sets }));
  const read = () => readSets({ configFolder });
  open = await openDeck({
    service: { url, apiKey: 'sk-test-0123456789' },
    columns: 120,
    rows: 24,
    parts: { views: createViews(viewFiles({ configFolder }), read), sets: read },
  });
  if (filter !== '') {
    await open.press('offers.filter');
    await open.type(filter);
    await open.press('offers.filter-keep');
  }
  return { deck: open, write };
};

describe('a renter who has named the machines to trust', () => {
  test('finds their offers by the name, which stays in the line', async () => {
    await using server = await startScriptedServer(four(), json(200, { offers: [2, 3].map(offer) }));
    const { deck } = await start(server.url, { trusted: [20, 30], fast: ['RTX 4090'] });
    await deck.press('offers.filter');
    await deck.type('machine_id in @tru');
    expect(deck.text()).toContain('@trusted · 2');
    expect(deck.text()).toContain('@trusted: 20, 30 · 2 of 4 offers');
    expect(deck.text()).not.toContain('@fast');
    await deck.press('offers.filter-complete', 'offers.filter-keep');
    expect(deck.screen()[1]).toMatch(/^ \/ machine_id in @trusted .* 1\/2 /);
    expect(deck.text()).toContain('as machine_id in [20, 30]');
    expect(bodyOf(server.requests.at(-1)).machine_id).toEqual({ in: [20, 30] });
  });

  test('is told of a name that is not there, and Tab writes the nearest one', async () => {
    await using server = await startScriptedServer(four(), four());
    const { deck } = await start(server.url, { trusted: [20, 30] });
    await deck.press('offers.filter');
    await deck.type('machine_id in @trustd ');
    expect(deck.text()).toContain('There is no set "@trustd": did you mean @trusted?');
    await deck.press('offers.filter-complete');
    expect(deck.screen()[1]).toContain('/ machine_id in @trusted ');
  });

  test('sees the set as it is now after the file was changed, with / and with R', async () => {
    await using server = await startScriptedServer(four(), four(), four(), four(), four());
    const { deck, write } = await start(server.url, { trusted: [20, 30] }, 'machine_id in @trusted');
    expect(bodyOf(server.requests[1]).machine_id).toEqual({ in: [20, 30] });
    expect(deck.screen()[1]).toContain(' 1/2 of 4 ');
    write('{ "sets": { "trusted": [40] } }');
    await deck.press('offers.refresh');
    expect(bodyOf(server.requests[2]).machine_id).toEqual({ in: [40] });
    expect(deck.screen()[1]).toContain(' 1/1 of 4 ');
    write('{ "sets": { "trusted": [10, 20, 40] } }');
    await deck.press('offers.filter');
    expect(bodyOf(server.requests[3]).machine_id).toEqual({ in: [10, 20, 40] });
    await deck.press('offers.filter-restore');
    expect(deck.screen()[1]).toContain(' 1/3 of 4 ');
  });

  test('keeps the rows and learns why, when the file is broken meanwhile', async () => {
    await using server = await startScriptedServer(four(), four(), four());
    const { deck, write } = await start(server.url, { trusted: [20, 30] }, 'machine_id in @trusted');
    write('{ "sets": {\n "trusted": [20, }');
    await deck.press('offers.refresh');
    expect(deck.text()).toContain('@trusted is not known: ');
    expect(deck.text()).toContain('line 2');
    expect(deck.screen()[1]).toContain(' 1/2 of 4 ');
  });

  test('opens the view of their machines by the set called mine', async () => {
    await using server = await startScriptedServer(four(), json(200, { offers: [offer(1)] }));
    const { deck } = await start(server.url, { mine: [10] });
    await deck.press('offers.view-before');
    expect(deck.screen()[1]).toContain('/ machine_id in @mine verified=any');
    expect(bodyOf(server.requests.at(-1)).machine_id).toEqual({ in: [10] });
  });

  test('sees the name on the page that counts, and in the line that it writes', async () => {
    await using server = await startScriptedServer(four(), four(), four());
    const { deck } = await start(server.url, { trusted: [20, 30] }, 'machine_id=@trusted num_gpus=2');
    await deck.press('offers.waterfall');
    expect(deck.text()).toContain('machine_id in @trusted');
    await deck.press('offers.waterfall-switch', 'offers.waterfall-switch', 'offers.waterfall-edit');
    expect(deck.screen()[1]).toContain('/ machine_id=@trusted num_gpus=2 ');
    await deck.type('X');
    expect(deck.screen()[1]).toContain('/ machine_id=@trustedX num_gpus=2 ');
  });
});
