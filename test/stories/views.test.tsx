/** Views of offers in the terminal: walking them, keeping what the table shows, and what is said of those that cannot be used. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { viewFiles } from '../../src/storage/files/view-files.ts';
import { createViews } from '../../src/views/views.ts';
import { type DeckOptions, type OpenDeck, openDeck } from '../support/deck.tsx';
import { temporaryFolder } from '../support/local-service.ts';
import { json, startScriptedServer } from '../support/scripted-server.ts';

let open: OpenDeck | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

const KEY = 'sk-test-0123456789';

/** The program with a folder of views of its own. */
const start = async (url: string, options: Partial<DeckOptions> = {}) => {
  const configFolder = options.parts?.homeFolder ?? temporaryFolder();
  const folder = join(configFolder, 'views');
  open = await openDeck({
    service: { url, apiKey: KEY },
    columns: 110,
    rows: 24,
    ...options,
    parts: { ...options.parts, views: createViews(viewFiles({ configFolder })) },
  });
  const deck = open;
  const read = (name: string) => readFileSync(join(folder, `${name}.view`), 'utf8');
  const write = (name: string, text: string) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name}.view`), text);
  };
  /** Types `text` in the place of what stands in the field. */
  const name = async (text: string) => {
    await deck.press('offers.line-delete-to-start');
    await deck.type(text);
  };
  return { deck, folder, read, write, name };
};

const offer = (id: number, more: object = {}) => ({
  id,
  gpu_name: 'RTX 4090',
  num_gpus: 2,
  dph_total: id / 4,
  ...more,
});
const three = () => json(200, { offers: [offer(3), offer(1), offer(2)] });
const bodyOf = ({ body }: { readonly body: string }) => JSON.parse(body);

describe('a renter who walks the views', () => {
  test('sees them above the table, which one is open, and what the others had and when', async () => {
    await using server = await startScriptedServer(
      three(),
      json(200, { offers: [offer(5, { num_gpus: 8 })] }),
      three(),
      three(),
      three(),
    );
    const { deck, folder } = await start(server.url);
    expect(deck.screen()[3]).toMatch(/ {2}8-GPU machines in datacenters {3}cheap single GPUs {3}mine$/);
    await deck.press('offers.view-next');
    expect(deck.screen()[1]).toMatch(/^ \/ num_gpus=8 datacenter .* 1\/1 {3}as of 12:00/);
    expect(deck.screen()[3]).toMatch(/ \[8-GPU machines in datacenters] {2}cheap single GPUs {3}mine$/);
    expect(bodyOf(server.requests[1] ?? { body: '' })).toMatchObject({
      num_gpus: { eq: 8 },
      datacenter: { eq: true },
      order: [['dph_total', 'asc']],
    });
    await deck.press('offers.view-next');
    expect(deck.screen()[3]).toMatch(/ 8-GPU machines in datacenters 1 at 12:00 {2}\[cheap single GPUs] {2}mine$/);
    await deck.press('offers.view-before', 'offers.view-before', 'offers.view-before');
    expect(deck.screen()[3]).toContain('[cheap single GPUs]');
    expect(existsSync(folder)).toBe(false);
  });

  test('asks only for those that were opened, and for none again that was passed by', async () => {
    await using server = await startScriptedServer(three(), three(), three(), three());
    const { deck } = await start(server.url);
    expect(server.requests.length).toBe(1);
    await deck.press('offers.views');
    expect(server.requests.length).toBe(1);
    await deck.press('offers.view-down', 'offers.view-take');
    expect(server.requests.length).toBe(2);
    expect(deck.screen()[1]).toContain('num_gpus=1 reliability>=98%');
  });

  test('loses nothing that was typed when a changed view is left: it is marked, named, and found with Up and Ctrl-R', async () => {
    await using server = await startScriptedServer(three(), three(), three(), three(), three());
    const { deck } = await start(server.url);
    await deck.press('offers.view-next', 'offers.filter');
    await deck.type(' rtx');
    await deck.press('offers.filter-keep');
    expect(deck.screen()[3]).toContain('[8-GPU machines in datacenters*]');
    await deck.press('offers.view-next');
    expect(deck.text()).toContain(
      '"8-GPU machines in datacenters" was changed (filter) and not saved. Its filter: / and Up.',
    );
    expect(deck.screen()[3]).toContain('[cheap single GPUs] ');
    await deck.press('offers.filter', 'offers.filter-older');
    expect(deck.screen()[1]).toContain('/ num_gpus=8 datacenter rtx');
    await deck.press('offers.filter-restore', 'offers.filter');
    expect(deck.deck.store.getState().offers.list.filter.cancelled).toContain('num_gpus=8 datacenter rtx');
  });

  test('finds the filter that the program was started with by Up once a view took its place', async () => {
    await using server = await startScriptedServer(three(), three());
    const { deck } = await start(server.url, { start: { filter: 'num_gpus=2 gpu_ram>=20' } });
    await deck.press('offers.view-next', 'offers.filter', 'offers.filter-older');
    expect(deck.screen()[1]).toContain('/ num_gpus=2 gpu_ram>=20');
  });

  test('sees of a view that was changed what it had before', async () => {
    const eight = (...ids: readonly number[]) => json(200, { offers: ids.map((id) => offer(id, { num_gpus: 8 })) });
    await using server = await startScriptedServer(three(), eight(5), eight(5, 6), three());
    const { deck } = await start(server.url);
    await deck.press('offers.view-next', 'offers.type');
    expect(deck.screen()[1]).toContain('1/2');
    await deck.press('offers.view-next');
    expect(deck.screen()[3]).toContain('8-GPU machines in datacenters 1 at 12:00');
  });

  test('is told what a view of own machines wants where the user is not known, and else sees them', async () => {
    await using server = await startScriptedServer(three(), three(), three());
    const { deck } = await start(server.url);
    await deck.press('offers.view-before');
    expect(deck.text()).toContain('host_id=me stands for your machines, but your user id is not known');
    expect(deck.screen()[1]).toContain('/ host_id=me verified=any');
    expect(server.requests.length).toBe(1);
    await deck.close();
    const known = await start(server.url, { parts: { userId: 8207 } });
    await known.deck.press('offers.view-before');
    expect(known.deck.screen()[1]).toContain('/ host_id=8207 verified=any');
    expect(known.deck.screen()[3]).toContain('[mine]');
    expect(bodyOf(server.requests.at(-1) ?? { body: '' })).toMatchObject({ host_id: { eq: 8207 } });
    await known.deck.press('offers.views', 'offers.view-save', 'offers.view-name');
    expect(known.read('mine')).toContain('filter: host_id=me verified=any');
  });

  test('sees the open view alone where there is no room for all, and none on a narrow screen', async () => {
    await using server = await startScriptedServer(three(), three());
    const { deck } = await start(server.url, { columns: 60 });
    expect(deck.screen()[3]).not.toContain('mine');
    await deck.press('offers.view-next');
    expect(deck.screen()[3]).toMatch(/view 1 of 3: \[8-GPU machines in datacenters]$/);
  });
});

describe('a renter who keeps what the table shows', () => {
  test('gives it a name, changes it, sees what differs, and saves it under that name again', async () => {
    await using server = await startScriptedServer(three(), three(), three(), three(), three());
    const { deck, name, read } = await start(server.url, { start: { filter: 'num_gpus=2' } });
    await deck.press('offers.views', 'offers.view-save');
    await name('pairs');
    await deck.press('offers.view-name');
    expect(deck.text()).toContain('The view "pairs" is kept.');
    expect(read('pairs')).toContain('filter: num_gpus=2\n');
    await deck.press('offers.views-close', 'offers.type', 'offers.sort');
    expect(deck.screen()[3]).toContain('[pairs*]');
    await deck.press('offers.views');
    expect(deck.text()).toContain('The table differs in order, type: s saves it, Enter goes back.');
    await deck.press('offers.view-save', 'offers.view-name');
    expect(read('pairs')).toContain('type: bid\n');
    expect(deck.text()).not.toContain('The table differs');
    await deck.press('offers.views-close');
    expect(deck.screen()[3]).toContain('[pairs]');
  });

  test('keeps the columns with it, and finds them again', async () => {
    const long = () => json(200, { offers: [offer(3, { gpu_name: 'RTX 6000 Ada Generation 48 GB' })] });
    await using server = await startScriptedServer(long(), long(), long(), long(), long());
    const { deck, name, read } = await start(server.url);
    await deck.press('offers.column-right', 'offers.column-widen', 'offers.views', 'offers.view-save');
    await name('wide');
    await deck.press('offers.view-name', 'offers.views-close');
    expect(read('wide')).toContain('wide: gpu_name\n');
    await deck.press('offers.view-next');
    expect(deck.deck.store.getState().offers.list.columns).toBeUndefined();
    await deck.press('offers.view-before');
    expect(deck.deck.store.getState().offers.list.columns).toEqual({ widened: ['gpu_name'] });
  });

  test('is asked before another view is replaced, and told what a name cannot be', async () => {
    await using server = await startScriptedServer(three(), three());
    const { deck, name, read } = await start(server.url, { start: { filter: 'num_gpus=2' } });
    await deck.press('offers.views', 'offers.view-save');
    await name('a/b');
    await deck.press('offers.view-name');
    expect(deck.text()).toContain('A name cannot contain a slash: it is the name of a file too.');
    await name('MINE');
    await deck.press('offers.view-name');
    expect(deck.text()).toContain('Replace the view "MINE"? y replaces it.');
    await deck.press('offers.view-no');
    expect(deck.text()).toContain('Name of the view: MINE');
    await deck.press('offers.view-name', 'offers.view-yes');
    expect(deck.text()).toContain('The view "mine" is kept.');
    expect(read('mine')).toContain('filter: num_gpus=2\n');
  });

  test('is asked before a view is replaced that another program has changed meanwhile', async () => {
    await using server = await startScriptedServer(three(), three(), three());
    const { deck, name, read, write } = await start(server.url, { start: { filter: 'num_gpus=2' } });
    await deck.press('offers.views', 'offers.view-save');
    await name('pairs');
    await deck.press('offers.view-name');
    write('pairs', '# by hand\nfilter: num_gpus=3\n');
    await deck.press('offers.view-save', 'offers.view-name');
    expect(deck.text()).toContain('Replace the view "pairs"?');
    await deck.press('offers.view-yes');
    expect(read('pairs')).toMatch(/^# by hand\nfilter: num_gpus=2\n/);
  });

  test('sees what is about to be kept while it gets its name', async () => {
    await using server = await startScriptedServer(three());
    const { deck } = await start(server.url, { start: { filter: 'num_gpus=2 price<9' } });
    await deck.press('offers.views');
    expect(deck.text()).not.toContain('num_gpus=2 price<9');
    await deck.press('offers.view-save');
    expect(deck.text()).toContain('num_gpus=2 price<9');
    await deck.press('offers.view-name-cancel');
    expect(deck.text()).not.toContain('num_gpus=2 price<9');
  });

  test('finds a name again that was typed and cancelled', async () => {
    await using server = await startScriptedServer(three());
    const { deck, name } = await start(server.url);
    await deck.press('offers.views', 'offers.view-save');
    await name('four of a kind');
    await deck.press('offers.view-name-cancel', 'offers.view-save', 'offers.line-bring-back');
    expect(deck.text()).toContain('Name of the view: four of a kind');
  });

  test('never puts a key into the file', async () => {
    await using server = await startScriptedServer(three(), three());
    const { deck, folder, name } = await start(server.url, { start: { filter: `"${KEY}"` } });
    await deck.press('offers.views', 'offers.view-save');
    await name('secret');
    await deck.press('offers.view-name');
    expect(deck.text()).toContain('A key or a secret is in it: it is kept in no file.');
    expect(existsSync(folder)).toBe(false);
  });
});

describe('a renter who looks after the views', () => {
  test('renames one, and the tab with it', async () => {
    await using server = await startScriptedServer(three(), three());
    const { deck, folder, name } = await start(server.url);
    await deck.press('offers.view-next', 'offers.views', 'offers.view-rename');
    await name('eights');
    await deck.press('offers.view-name');
    expect(readdirSync(folder).sort()).toEqual(['cheap single GPUs.view', 'eights.view', 'mine.view']);
    await deck.press('offers.views-close');
    expect(deck.screen()[3]).toContain('[eights]');
  });

  test('deletes one after a question; what it showed stays on screen', async () => {
    await using server = await startScriptedServer(three(), three());
    const { deck, folder } = await start(server.url);
    await deck.press('offers.view-next', 'offers.views', 'offers.view-delete');
    expect(deck.text()).toContain('Delete the view "8-GPU machines in datacenters" and its file? y deletes it.');
    await deck.press('offers.view-no', 'offers.view-delete', 'offers.view-yes');
    expect(deck.text()).toContain('The view "8-GPU machines in datacenters" is deleted.');
    expect(readdirSync(folder).sort()).toEqual(['cheap single GPUs.view', 'mine.view']);
    await deck.press('offers.views-close');
    expect(deck.screen()[1]).toContain('/ num_gpus=8 datacenter');
    expect(deck.screen()[3]).toMatch(/ {2}cheap single GPUs {3}mine$/);
  });

  test('reads which file and line is wrong, opens the others all the same, and overwrites nothing', async () => {
    await using server = await startScriptedServer(three(), three());
    const { deck, folder, name, read, write } = await start(server.url, { columns: 160 });
    write('broken', 'limit: many\n');
    write('good', 'filter: num_gpus=2\n');
    write('newer', 'version: 2\nshape: round\n');
    await deck.press('offers.views');
    expect(deck.text()).toContain(`${folder}/broken.view, line 1: "many" is no limit`);
    await deck.press('offers.view-take');
    expect(deck.text()).toContain('broken.view, line 1');
    await deck.press('offers.view-save');
    await name('newer');
    await deck.press('offers.view-name', 'offers.view-yes');
    expect(deck.text()).toMatch(/It is left as it\s+is: mend it/);
    expect(read('newer')).toBe('version: 2\nshape: round\n');
    await deck.press('offers.view-name-cancel', 'offers.views-close', 'offers.view-next');
    expect(deck.screen()[1]).toContain('/ num_gpus=2');
    expect(deck.screen()[3]).toContain('[good]');
  });

  test('is told above the table that the open view lost its file, or cannot be read any more', async () => {
    await using server = await startScriptedServer(three(), three());
    const { deck, folder, write } = await start(server.url);
    write('good', 'filter: num_gpus=2\n');
    await deck.press('offers.view-next');
    write('good', 'limit: many\n');
    await deck.press('offers.views', 'offers.views-close');
    expect(deck.screen()[3]).toContain('[good, cannot be read]');
    rmSync(join(folder, 'good.view'));
    await deck.press('offers.views', 'offers.views-close');
    expect(deck.screen()[3]).toContain('[good, no longer kept]');
  });

  test('opens the page over an open offer too, and is back there with Esc', async () => {
    await using server = await startScriptedServer(three());
    const { deck } = await start(server.url);
    await deck.press('offers.open', 'offers.views', 'offers.views-close');
    expect(deck.deck.store.getState().offers.list.opened).toBeDefined();
    await deck.press('offers.views', 'offers.view-take');
    expect(deck.deck.store.getState().offers.list.opened).toBeUndefined();
  });

  test('is told where no views are kept', async () => {
    await using server = await startScriptedServer(three());
    open = await openDeck({ service: { url: server.url, apiKey: KEY } });
    await open.press('offers.views');
    expect(open.text()).toContain('No views are kept here.');
    expect(open.screen()[3]).not.toContain('mine');
  });
});
