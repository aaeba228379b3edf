/** What `y` offers in every fetched list, and what each line of its menu copies. */
import { afterEach, describe, expect, test } from 'vitest';
import { type DeckOptions, type OpenDeck, openDeck } from '../support/deck.tsx';
import { json, startScriptedServer } from '../support/scripted-server.ts';

let open: OpenDeck | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

/** The program on the offers or volumes of a service, and what it copied. */
const start = async (
  url: string,
  pane: 'offers' | 'volumes' | 'connections',
  options: Partial<DeckOptions> = {},
): Promise<{ readonly deck: OpenDeck; readonly copied: string[] }> => {
  const copied: string[] = [];
  open = await openDeck({
    service: { url, apiKey: 'sk-test-0123456789' },
    copy: async (text) => {
      copied.push(text);
      return 'sent';
    },
    ...options,
    parts: { pane, ...options.parts },
  });
  return { deck: open, copied };
};

const offer = (id: number, more: object = {}) => ({
  id,
  machine_id: id + 8000,
  gpu_name: 'RTX 4090',
  num_gpus: 2,
  dph_total: id / 4,
  ...more,
});

const offers = (...records: readonly object[]) => json(200, { offers: records });

describe('a renter who copies an offer', () => {
  test('sees what there is to copy, and takes a line by its letter or with Enter', async () => {
    await using server = await startScriptedServer(offers(offer(3), offer(1)));
    const { deck, copied } = await start(server.url, 'offers', { columns: 80, rows: 24 });
    await deck.press('offers.copy');
    expect(deck.screen().slice(1, 11)).toEqual([
      '',
      ' Copy the offer',
      ' > y   JSON              all that came',
      '   i   id                3',
      '   m   machine id        8003',
      '   c   cell              $/h   0.7500',
      '   t   row as text       the columns, tab-separated',
      '   v   CSV               every field, with a header',
      '   s   search command    gpudeck search --order dlperf_per_dphtotal:desc --typ…',
      '   r   request as curl   takes the key from GPUDECK_API_KEY',
    ]);
    expect(deck.screen().at(-1)).toMatch(/^ Enter copy {3}Down next {3}Esc back/);
    await deck.press('offers.copy-down', 'offers.copy-take');
    expect(deck.text()).toContain("Sent to your terminal's clipboard: the id of the offer.");
    expect(deck.text()).toContain('Rel %');
    await deck.press('offers.copy', 'offers.copy-machine', 'offers.copy', 'offers.copy-cell');
    expect(deck.text()).toContain('$/h of the offer');
    await deck.press('offers.copy', 'offers.copy-command');
    expect(copied).toEqual([
      '3',
      '8003',
      '0.7500',
      'gpudeck search --order dlperf_per_dphtotal:desc --type ondemand --limit 1000 --storage 8',
    ]);
  });

  test('changes nothing by leaving the menu, and reaches no other key from it', async () => {
    await using server = await startScriptedServer(offers(offer(3), offer(1)));
    const { deck, copied } = await start(server.url, 'offers');
    const before = deck.screen();
    await deck.press('offers.copy');
    await deck.type('2R/');
    expect(deck.text()).toContain('Copy the offer');
    await deck.press('offers.copy-close');
    expect(deck.screen()).toEqual(before);
    expect(copied).toEqual([]);
    expect(server.requests).toHaveLength(1);
  });

  test('copies the marked ones: ids for a filter, rows for a sheet, CSV with a header', async () => {
    await using server = await startScriptedServer(offers(offer(3), offer(1), offer(2)));
    const { deck, copied } = await start(server.url, 'offers', { columns: 160 });
    await deck.press('offers.mark', 'offers.mark', 'offers.copy');
    expect(deck.text()).toContain('Copy 2 offers');
    await deck.press('offers.copy-id', 'offers.copy', 'offers.copy-text', 'offers.copy', 'offers.copy-csv');
    const [ids, text = '', csv = ''] = copied;
    expect(ids).toBe('3,1');
    expect(text.split('\n').map((line) => line.split('\t').slice(0, 3))).toEqual([
      ['0.7500', '2x RTX 4090', expect.any(String)],
      ['0.2500', '2x RTX 4090', expect.any(String)],
    ]);
    const [head = '', ...lines] = csv.trimEnd().split('\n');
    const place = (name: string) => head.split(',').indexOf(name);
    expect(lines.map((line) => line.split(',')[place('machine_id')])).toEqual(['8003', '8001']);
    expect(lines.map((line) => line.split(',')[place('dph_total')])).toEqual(['0.75', '0.25']);
    expect(deck.text()).toContain("Sent to your terminal's clipboard: 2 offers as CSV.");
  });

  test('copies the request as a curl command without the key', async () => {
    await using server = await startScriptedServer(offers(offer(3)));
    const { deck, copied } = await start(server.url, 'offers', { start: { filter: 'num_gpus>=2', limit: 7 } });
    await deck.press('offers.copy', 'offers.copy-request');
    const [sent] = server.requests;
    expect(copied[0]).toContain(`--data-raw '${sent?.body}'`);
    expect(copied[0]).toContain(`'${server.url}${sent?.path}'`);
    expect(copied[0]).toContain('"$GPUDECK_API_KEY"');
    expect(copied[0]).not.toContain('sk-test');
  });

  test('copies text that a sheet would take for a formula as text', async () => {
    await using server = await startScriptedServer(offers(offer(3, { gpu_name: '=cmd|x\t\u001B[2J\n@SUM(1)' })));
    const { deck, copied } = await start(server.url, 'offers');
    await deck.press('offers.copy', 'offers.copy-csv', 'offers.copy', 'offers.copy-text');
    await deck.press('offers.column-right', 'offers.copy', 'offers.copy-cell');
    expect(copied.join('')).not.toMatch(/[^\P{Cc}\n\t]/u);
    expect(copied[0]).toContain(",'=cmd|x @SUM(1),");
    expect(copied[1]?.split('\n')).toHaveLength(1);
    expect(copied[2]).toBe('2x =cmd|x @SUM(1)');
  });

  test('is told where there is nothing to copy', async () => {
    await using server = await startScriptedServer(offers({ id: 5, gpu_name: 'A40', num_gpus: 1, dph_total: 1 }));
    const { deck, copied } = await start(server.url, 'offers');
    await deck.press('offers.copy', 'offers.copy-machine');
    expect(deck.text()).toContain('There is nothing to copy as machine id of the offer.');
    expect(copied).toEqual([]);
  });
});

describe('a renter who copies', () => {
  test('a volume has the same menu, without a search, also while it is open', async () => {
    const volume = { id: 4, machine_id: 77, status: 'running', disk_space: 100 };
    await using server = await startScriptedServer(json(200, { volumes: [volume] }));
    const { deck, copied } = await start(server.url, 'volumes');
    await deck.press('volumes.open', 'volumes.copy-open');
    expect(deck.text()).toContain('Copy the volume');
    expect(deck.text()).not.toContain('curl');
    await deck.press('volumes.copy-machine');
    expect(deck.text()).toContain('Volume 4   running');
    expect(copied).toEqual(['77']);
  });

  test('a cell that a sheet would take for a formula gets a quotation mark, and a figure none', async () => {
    const connection = { id: -9, name: '=HYPERLINK("http://bad.example")', cloud_type: '@SUM(1)' };
    await using server = await startScriptedServer(json(200, [connection]));
    const { deck, copied } = await start(server.url, 'connections');
    await deck.press('connections.copy', 'connections.copy-text');
    expect(copied).toEqual([`-9\t'=HYPERLINK("http://bad.example")\t'@SUM(1)`]);
  });

  test('a connection is offered no machine', async () => {
    await using server = await startScriptedServer(json(200, [{ id: 9, name: 'team drive', cloud_type: 'gdrive' }]));
    const { deck, copied } = await start(server.url, 'connections');
    await deck.press('connections.copy');
    expect(deck.text()).not.toContain('machine');
    await deck.press('connections.copy-id');
    expect(copied).toEqual(['9']);
  });
});
