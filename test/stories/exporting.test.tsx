/** What `Y` writes into a file in every fetched list, and what becomes of a name that cannot be used. */
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type DeckOptions, type OpenDeck, openDeck } from '../support/deck.tsx';
import { temporaryFolder } from '../support/local-service.ts';
import { json, startScriptedServer } from '../support/scripted-server.ts';

let open: OpenDeck | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

/** The program in a home folder of its own, and the files there. */
const start = async (url: string, pane: 'offers' | 'volumes' = 'offers', options: Partial<DeckOptions> = {}) => {
  const home = temporaryFolder();
  open = await openDeck({
    service: { url, apiKey: 'sk-test-0123456789' },
    ...options,
    parts: { pane, homeFolder: home },
  });
  const deck = open;
  const read = (name: string) => readFileSync(join(home, name), 'utf8');
  /** Opens the form, and types the name of a file. */
  const name = async (text: string) => {
    await deck.press(`${pane}.export`, `${pane}.line-delete-to-start`);
    await deck.type(text);
  };
  return { deck, home, read, name };
};

const offer = (id: number, more: object = {}) => ({
  id,
  gpu_name: 'RTX 4090',
  num_gpus: 2,
  dph_total: id / 4,
  ...more,
});
const OFFERS = json(200, { offers: [offer(3), offer(1), offer(2)] });

describe('a renter who exports offers', () => {
  test('writes all that are shown into a file of the home folder that nobody else can read', async () => {
    await using server = await startScriptedServer(OFFERS);
    const { deck, home, read } = await start(server.url, 'offers', { columns: 80, rows: 24 });
    await deck.press('offers.export');
    expect(deck.screen().slice(1, 6)).toEqual([
      '',
      ' Export 3 offers',
      expect.stringMatching(/^ File ~\/offers-\d{4}-\d\d-\d\d\.csv/),
      '',
      '   The ending is the format: .csv, .json or .ndjson.',
    ]);
    await deck.press('offers.export-save');
    const [file = ''] = readdirSync(home);
    expect(file).toMatch(/^offers-\d{4}-\d\d-\d\d\.csv$/);
    expect(deck.text()).toContain(`Wrote 3 offers to ${join(home, file)}`);
    expect(statSync(join(home, file)).mode & 0o777).toBe(0o600);
    const [head = '', ...lines] = read(file).trimEnd().split('\n');
    const place = head.split(',').indexOf('id');
    expect(lines.map((line) => line.split(',')[place])).toEqual(['3', '1', '2']);
  });

  test('writes the columns that were chosen as CSV, a computed one among them, and is told so', async () => {
    await using server = await startScriptedServer(OFFERS);
    const { deck, read, name } = await start(server.url, 'offers', { columns: 80, rows: 24 });
    await deck.press('offers.columns', 'offers.columns-later', 'offers.columns-search');
    await deck.type('$/gpu/h');
    await deck.press('offers.columns-search-keep', 'offers.columns-pin', 'offers.columns-search-end');
    for (let step = 0; step < 23; step++) await deck.press('offers.columns.down', 'offers.columns-toggle');
    await deck.press('offers.columns-close');
    await name('~/three.csv');
    expect(deck.text()).toMatch(/CSV holds the columns\s+chosen with c, which are 3; JSON holds every field\./);
    await deck.press('offers.export-save');
    expect(deck.text()).toContain('Wrote 3 offers, 3 columns to ');
    expect(read('three.csv')).toBe(
      'gpu_name,dph_total,dph_gpu\nRTX 4090,0.75,0.375\nRTX 4090,0.25,0.125\nRTX 4090,0.5,0.25\n',
    );
    await deck.press('offers.copy');
    expect(deck.text()).toContain('   v   CSV               3 columns chosen, with a header');
    await deck.press('offers.copy-close');
    await name('~/three.json');
    await deck.press('offers.export-save');
    expect(JSON.parse(read('three.json'))).toEqual([offer(3), offer(1), offer(2)]);
  });

  test('writes the open one alone', async () => {
    await using server = await startScriptedServer(OFFERS);
    const { deck, read } = await start(server.url);
    await deck.press('offers.down', 'offers.open', 'offers.export-open');
    expect(deck.text()).toContain('Export the offer');
    await deck.press('offers.line-delete-to-start');
    await deck.type('~/one.ndjson');
    await deck.press('offers.export-save');
    expect(JSON.parse(read('one.ndjson'))).toEqual(offer(1));
    expect(deck.text()).toContain('Offer 1');
  });

  test('writes the marked ones as JSON, or one a line', async () => {
    await using server = await startScriptedServer(OFFERS);
    const { deck, read, name } = await start(server.url);
    await deck.press('offers.mark', 'offers.mark');
    await name('~/two.json');
    expect(deck.text()).toContain('Export 2 offers');
    await deck.press('offers.export-save');
    expect(JSON.parse(read('two.json'))).toEqual([offer(3), offer(1)]);
    await name('~/two.NDJSON');
    await deck.press('offers.export-save');
    expect(
      read('two.NDJSON')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([offer(3), offer(1)]);
  });

  test('replaces a file only with a second Enter, and not when another name was typed meanwhile', async () => {
    await using server = await startScriptedServer(OFFERS);
    const { deck, home, read, name } = await start(server.url);
    writeFileSync(join(home, 'mine.json'), 'mine', { mode: 0o644 });
    await name('~/mine.json');
    await deck.press('offers.export-save');
    expect(deck.text().replace(/\s+/g, ' ')).toContain('exists: Enter replaces it, Esc cancels.');
    expect(read('mine.json')).toBe('mine');
    await deck.type('x');
    expect(deck.text()).not.toContain('replaces it');
    await deck.press('offers.line-delete-before', 'offers.export-save');
    expect(read('mine.json')).toBe('mine');
    await deck.press('offers.export-cancel');
    expect(read('mine.json')).toBe('mine');
    await name('~/mine.json');
    await deck.press('offers.export-save', 'offers.export-save');
    expect(JSON.parse(read('mine.json'))).toHaveLength(3);
    expect(statSync(join(home, 'mine.json')).mode & 0o777).toBe(0o600);
    expect(readdirSync(home)).toEqual(['mine.json']);
  });

  test('is told why a name cannot be used, and finds again what was typed', async () => {
    await using server = await startScriptedServer(OFFERS);
    const { deck, home, name } = await start(server.url);
    mkdirSync(join(home, 'folder.csv'));
    writeFileSync(join(home, 'real.csv'), 'real');
    symlinkSync(join(home, 'real.csv'), join(home, 'link.csv'));
    for (const [typed, words] of [
      ['~/offers.xlsx', 'End the name in .csv, .json or .ndjson: that is the format.'],
      ['', 'Type the name of a file.'],
      ['~/missing/offers.csv', 'There is no such folder'],
      ['~/folder.csv', 'must be a regular file'],
      ['~/link.csv', 'is a symbolic link'],
    ] as const) {
      await name(typed);
      await deck.press('offers.export-save');
      if (deck.text().includes('replaces it')) await deck.press('offers.export-save');
      expect(deck.text().replace(/\s+/g, ' ')).toContain(words);
      expect(deck.text()).toContain(`File ${typed}`.trim());
      await deck.press('offers.export-cancel');
    }
    expect(readFileSync(join(home, 'real.csv'), 'utf8')).toBe('real');
    await deck.press('offers.export', 'offers.line-bring-back');
    expect(deck.text()).toContain('File ~/link.csv');
  });

  test('gets thousands of rows whole and in order', async () => {
    const many = Array.from({ length: 2500 }, (_, id) => offer(id + 1, { gpu_name: `GPU ${'"'}\n,;=${id}` }));
    await using server = await startScriptedServer(json(200, { offers: many }));
    const { deck, read, name } = await start(server.url, 'offers', { start: { limit: 5000 } });
    await name('~/many.json');
    await deck.press('offers.export-save');
    expect(JSON.parse(read('many.json'))).toEqual(many);
    await name('~/many.csv');
    await deck.press('offers.export-save');
    expect(read('many.csv').trimEnd().split('\n')).toHaveLength(2501);
    expect(read('many.csv')).not.toMatch(/;=/);
  });
});

test('a volume is written as it was received', async () => {
  const volume = { id: 4, machine_id: 77, status: 'running', disk_space: 100, own: { words: ['\u202E'] } };
  await using server = await startScriptedServer(json(200, { volumes: [volume] }));
  const { deck, read, name } = await start(server.url, 'volumes');
  await name('~/volumes.ndjson');
  await deck.press('volumes.export-save');
  expect(deck.text()).toContain('Wrote the volume to ');
  expect(JSON.parse(read('volumes.ndjson'))).toEqual(volume);
  expect(read('volumes.ndjson')).toContain('\\u202e');
});

test('a list without rows says that there is nothing to export', async () => {
  await using server = await startScriptedServer(json(200, { volumes: [] }));
  const { deck } = await start(server.url, 'volumes');
  await deck.press('volumes.export');
  expect(deck.text()).toContain('There is no volume under the cursor.');
});
