/**
 * The line over a list: coloured by what its parts are, cut between clauses where it is too long, seen whole, and its history
 * searched.
 *
 * @module-tag exhaustive
 */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Service } from '../../src/local-service/serve.ts';
import { type DeckOptions, type OpenDeck, openDeck } from '../support/deck.tsx';
import { type ListPane, listIn } from '../support/list-state.ts';
import { call, startTestService } from '../support/local-service.ts';
import { json, startScriptedServer } from '../support/scripted-server.ts';
import '../support/with-colour.ts';

let service: Service;

beforeEach(async () => {
  service = await startTestService({ offers: 60, seed: 11 });
});

type Lists = ListPane;

const open = async (pane: Lists = 'offers', options: Partial<DeckOptions> = {}): Promise<OpenDeck> => {
  const deck = await openDeck({ service, ...options, parts: { pane, ...options.parts } });
  onTestFinished(deck.close);
  return deck;
};

const lineOf = (deck: OpenDeck, pane: Lists = 'offers') => listIn(deck.deck.store.getState(), pane).filter.text;

const typeLine = async (deck: OpenDeck, text: string, pane: Lists = 'offers') => {
  await deck.press(`${pane}.filter`, `${pane}.line-delete-to-start`);
  await deck.type(text);
};

/** Keeps a filter that arrives at once. */
const keep = async (deck: OpenDeck, text: string, pane: Lists = 'offers') => {
  await typeLine(deck, '', pane);
  await deck.send(text);
  await deck.press(`${pane}.filter-keep`);
};

/** The row of the filter. */
const FILTER_ROW = 1;

/** How the row is drawn: the text of each stretch that looks the same, blanks left out. */
const looks = (deck: OpenDeck, isLook: (cell: ReturnType<OpenDeck['drawn']>[0][0]) => boolean): string =>
  (deck.drawn()[FILTER_ROW] ?? [])
    .map((cell) => (isLook(cell) ? cell.text : ' '))
    .join('')
    .trim()
    .replace(/ +/g, ' ');

const CYAN = 6;
const GREEN = 2;
const RED = 9;

describe('a filter line', () => {
  test('whose words no row at hand has finds them among all offers by a key that is named', async () => {
    const deck = await open('offers', { start: { limit: 3 } });
    const { rows } = deck.deck.store.getState().offers.list;
    const models = (await call(service, 'POST', '/api/v0/bundles', { key: service.apiKey, body: { limit: 60 } })).body;
    const names = (models as { readonly offers: readonly { readonly gpu_name: string }[] }).offers;
    const other = names.find(({ gpu_name: name }) => rows.every((row) => row.gpu_name !== name))?.gpu_name ?? '';
    await keep(deck, `"${other}"`);
    expect(deck.text().replace(/\s+/g, ' ')).toContain('or + asks for all, at most 100,000.');
    await deck.press('offers.more');
    expect(deck.deck.store.getState().offers.list.shown[0]?.gpu_name).toBe(other);
  });

  test('whose word is read says which rows show it otherwise, and a key looks for the text instead', async () => {
    const offers = [
      { id: 1, machine_id: 4090, gpu_name: 'H100 SXM' },
      { id: 2, machine_id: 8207, gpu_name: 'RTX 4090' },
    ];
    await using server = await startScriptedServer(
      json(200, { offers }),
      json(200, { offers: offers.slice(1) }),
      json(200, { offers }),
    );
    const deck = await open('offers', { columns: 120, service: { url: server.url, apiKey: 'key' } });
    await deck.press('offers.filter');
    await deck.send('4090');
    expect(deck.text()).toContain('reads gpu_name=RTX_4090   1 row shows "4090" otherwise: Ctrl-T');
    await deck.press('offers.filter-as-text');
    expect(lineOf(deck)).toBe('"4090"');
    expect(deck.text()).not.toContain('otherwise');
    expect(deck.deck.store.getState().offers.list.shown.map(({ id }) => id)).toEqual([1, 2]);
  });

  test('that is new is seen from its first row, unless the row under the cursor is in what is left', async () => {
    const deck = await open();
    const list = () => deck.deck.store.getState().offers.list;
    const here = () => list().shown[list().cursor.row];
    for (let count = 0; count < 20; count++) await deck.press('offers.down');
    const before = here();
    await keep(deck, `machine_id!=${before?.machine_id}`);
    expect(deck.screen()[FILTER_ROW]).toMatch(/ 1\/[\d,]+/);
    for (let count = 0; count < 5; count++) await deck.press('offers.down');
    const now = here();
    await keep(deck, `host_id=${now?.host_id}`);
    expect(here()?.id).toBe(now?.id);
  });

  test('that is opened again takes what is typed as a word of its own', async () => {
    const deck = await open();
    await keep(deck, 'num_gpus=1');
    await deck.press('offers.filter');
    await deck.type('verified=any');
    expect(lineOf(deck)).toBe('num_gpus=1 verified=any');
    await deck.press('offers.filter-keep', 'offers.filter');
    await deck.type(',');
    expect(lineOf(deck)).toBe('num_gpus=1 verified=any,');
    await deck.press('offers.filter-restore', 'offers.filter', 'offers.line-delete-before');
    await deck.type('y');
    expect(lineOf(deck)).toBe('num_gpus=1 verified=any');
  });

  test('is coloured by field and value while it is typed and when it is kept, and a mistake is underlined too', async () => {
    const deck = await open('offers', { columns: 120 });
    await typeLine(deck, 'num_gpus>=2 gpu_name in [RTX_4090, RTX_3090] !static_ip 4090 foo=3 ');
    expect(looks(deck, ({ colour }) => colour === CYAN)).toBe('/ num_gpus gpu_name static_ip');
    expect(looks(deck, ({ colour }) => colour === GREEN)).toBe('2 RTX_4090 RTX_3090 3');
    expect(looks(deck, ({ colour, isUnderlined }) => colour === RED && isUnderlined)).toBe('foo');
    await deck.press('offers.line-delete-to-start');
    await deck.type('num_gpus>=2 dph_total<30');
    await deck.press('offers.filter-keep');
    expect(looks(deck, ({ colour }) => colour === CYAN)).toBe('num_gpus dph_total [Offers]');
    expect(looks(deck, ({ colour }) => colour === GREEN)).toBe('2 30');
    expect(looks(deck, ({ isUnderlined }) => isUnderlined)).toBe('');
  });

  test('reads the same without colour', async () => {
    const deck = await open('offers', { look: { hasColour: false } });
    await typeLine(deck, 'num_gpus>=2 foo=3 ');
    expect(deck.screen()[FILTER_ROW]).toContain(' / num_gpus>=2 foo=3');
    expect(looks(deck, ({ colour }) => colour !== undefined)).toBe('');
    expect(looks(deck, ({ isUnderlined }) => isUnderlined)).toBe('foo');
  });

  test('in a list of words marks what is no word, and colours nothing else', async () => {
    const deck = await open('ledger');
    await typeLine(deck, 'samsung status=running', 'ledger');
    expect(looks(deck, ({ colour }) => colour === RED)).toBe('status=running');
    expect(looks(deck, ({ colour }) => colour === GREEN)).toBe('');
  });
});

const LONG = 'num_gpus>=1 gpu_ram>=8GB dph_total<90 disk_space>1GB inet_down>1Mbps reliability>1% cpu_ram>1GB';

describe('a filter that is too long for its row', () => {
  test('is cut between clauses with a count of the others, and F shows all of it', async () => {
    const deck = await open('offers', { columns: 80, rows: 24 });
    await keep(deck, LONG);
    expect(deck.screen()[FILTER_ROW]).toMatch(/^ \/ num_gpus>=1 gpu_ram>=8GB {2}\+5 clauses \(F\) /);
    await deck.press('offers.filter-whole');
    expect(deck.screen().slice(1, 6)).toEqual([
      ' Filter   7 clauses',
      '',
      '   num_gpus>=1 gpu_ram>=8GB dph_total<90 disk_space>1GB inet_down>1Mbps',
      '   reliability>1% cpu_ram>1GB',
      '',
    ]);
    await deck.press('offers.whole-close');
    expect(deck.screen()[FILTER_ROW]).toContain('+5 clauses (F)');
    await deck.press('offers.filter-whole', 'offers.whole-edit');
    await deck.type(' !rented');
    expect(lineOf(deck)).toBe(`${LONG} !rented`);
    await deck.press('offers.filter-restore');
    expect(lineOf(deck)).toBe(LONG);
  });

  test('is shown whole on a larger screen', async () => {
    const deck = await open('offers', { columns: 80, rows: 24 });
    await keep(deck, LONG);
    await deck.resize(160, 48);
    expect(deck.screen()[FILTER_ROW]).toContain(` / ${LONG}  `);
  });

  test('follows the cursor while it is typed', async () => {
    const deck = await open('offers', { columns: 80, rows: 24 });
    await typeLine(deck, LONG);
    expect(deck.screen()[FILTER_ROW]).toMatch(/^ \/ ….* cpu_ram>1GB /);
    await deck.press('offers.line-start');
    expect(deck.screen()[FILTER_ROW]).toMatch(/^ \/ num_gpus>=1 .*…/);
  });

  test('is scrolled where it has more lines than the screen', async () => {
    const deck = await open('offers', { columns: 60, rows: 15 });
    const machines = Array.from({ length: 150 }, (_, index) => 8000 + index).join(', ');
    await keep(deck, `machine_id notin [${machines}]`);
    expect(deck.screen()[FILTER_ROW]).toMatch(
      /^ \/ machine_id notin \[8000, …? ?….* {2}\(F\) |^ \/ machine_id notin \[8000, … {2}\(F\)/,
    );
    await deck.press('offers.filter-whole');
    expect(deck.text()).toContain('more below');
    expect(deck.text()).not.toContain('8149]');
    await deck.press('offers.whole-page-down', 'offers.whole-page-down', 'offers.whole-page-down');
    expect(deck.text()).toContain('8149]');
    expect(deck.text()).toContain('more above');
    expect(deck.text()).not.toContain('more below');
    await deck.resize(160, 48);
    expect(deck.text()).toContain('machine_id notin [8000, ');
  });

  test('F says that there is nothing to show where there is no filter', async () => {
    const deck = await open();
    await deck.press('offers.filter-whole');
    expect(deck.text()).toContain(' There is no filter: / begins one.');
  });
});

describe.each<Lists>(['offers', 'volumes', 'connections', 'ledger'])('the history of the filter of the %s', (pane) => {
  /** The line below the header, and below the titles where the pane has pages. */
  const TOP = pane === 'connections' ? 2 : 1;
  const LINES =
    pane === 'offers'
      ? ['num_gpus>=2', 'dph_total<3 gpu_name=RTX_4090', 'gpu_ram>=24GB']
      : ['samsung', 'western 4090', 'pool'];
  const [oldest = '', middle = '', newest = ''] = LINES;

  const withHistory = async () => {
    const deck = await open(pane);
    for (const line of LINES) await keep(deck, line, pane);
    return deck;
  };

  test('is searched while typing, the newest first, and what is found is taken over to be edited', async () => {
    const deck = await withHistory();
    await deck.press(`${pane}.filter`, `${pane}.line-delete-to-start`, `${pane}.filter-history`);
    expect(deck.screen().slice(TOP, TOP + 6)).toEqual([
      expect.stringMatching(/^ R .* 3 earlier filters$/),
      '',
      ` > ${newest}`,
      `   ${middle}`,
      `   ${oldest}`,
      '',
    ]);
    await deck.type('4090');
    expect(deck.screen().slice(TOP, TOP + 4)).toEqual([
      expect.stringMatching(/^ R 4090 .* 1 of 3 earlier filters$/),
      '',
      ` > ${middle}`,
      '',
    ]);
    const row = deck.drawn()[TOP + 2] ?? [];
    expect(
      row
        .filter(({ isUnderlined }) => isUnderlined)
        .map(({ text }) => text)
        .join(''),
    ).toBe('4090');
    expect(lineOf(deck, pane)).toBe('');
    await deck.press(`${pane}.history-take`);
    expect(lineOf(deck, pane)).toBe(middle);
    expect(listIn(deck.deck.store.getState(), pane).editing).toBeDefined();
    await deck.press(`${pane}.line-undo`);
    expect(lineOf(deck, pane)).toBe('');
  });

  test('Esc goes back to the line as it was, and what was cancelled stands first', async () => {
    const deck = await withHistory();
    await typeLine(deck, 'half a thought', pane);
    await deck.press(`${pane}.line-left`, `${pane}.filter-history`);
    await deck.type('zzz');
    expect(deck.text()).toContain('No earlier filter has this.');
    await deck.press(`${pane}.history-take`);
    expect(deck.text()).toContain(' No earlier filter has "zzz".');
    await deck.press(`${pane}.history-close`);
    expect(listIn(deck.deck.store.getState(), pane).filter).toMatchObject({ text: 'half a thought', at: 13 });
    await deck.press(`${pane}.filter-restore`, `${pane}.history`);
    expect(deck.screen()[TOP + 2]).toBe(' > half a thought');
    await deck.press(`${pane}.history-close`);
    expect(listIn(deck.deck.store.getState(), pane).editing).toBeUndefined();
    expect(lineOf(deck, pane)).toBe(newest);
  });

  test('says so where there is none', async () => {
    const deck = await open(pane);
    await deck.press(`${pane}.filter`, `${pane}.filter-history`);
    expect(deck.text()).toContain(' There is no history yet: no other filter was kept or cancelled here.');
    await deck.press(`${pane}.filter-restore`, `${pane}.history`);
    expect(deck.text()).toContain(' There is no history yet');
  });
});

describe('going through the history', () => {
  test('Ctrl-R and Down go to older lines, Up to newer ones, and the list follows', async () => {
    const deck = await open('offers', { columns: 60, rows: 15 });
    for (let count = 1; count <= 20; count++) await keep(deck, `num_gpus>=${count}`);
    await deck.press('offers.history');
    await deck.send('\u0012\u0012\u001B[B');
    expect(deck.text()).toContain(' > num_gpus>=16');
    await deck.press('offers.history-newer');
    expect(deck.text()).toContain(' > num_gpus>=17');
    for (let step = 0; step < 30; step++) await deck.press('offers.history-older');
    expect(deck.text()).toContain(' > num_gpus>=1\n');
    expect(deck.text()).not.toContain('num_gpus>=19');
    await deck.send('\t');
    expect(lineOf(deck)).toBe('num_gpus>=1');
  });

  test('shows the part that was found of a line that is longer than the screen, and cuts no word', async () => {
    const deck = await open('offers', { columns: 60, rows: 15 });
    await keep(deck, `${LONG} gpu_name=RTX_4090 direct_port_count>=1 direct_port_count>=2`);
    await keep(deck, 'num_gpus>=2');
    await deck.press('offers.history');
    await deck.type('rtx');
    expect(deck.screen()[3]).toMatch(/^ > …\S.* gpu_name=RTX_4090 direct_port_count>=1 …$/);
  });
});

describe('undo while typing', () => {
  test('is offered in the footer once something was typed, and takes it back', async () => {
    const deck = await open();
    await deck.press('offers.filter');
    expect(deck.screen().at(-1)).not.toContain('Ctrl-_');
    await deck.type('num_gpus');
    expect(deck.screen().at(-1)).toContain(' Ctrl-_ undo');
    await deck.send('\u001F');
    expect(lineOf(deck)).toBe('');
  });

  test('is explained by the help', async () => {
    const deck = await open('offers', { columns: 160, rows: 110 });
    await deck.press('frame.help');
    expect(deck.text()).toMatch(/Ctrl-_ +while you type: takes back the last edit/);
    expect(deck.text()).toMatch(/F +show all of a long filter/);
    expect(deck.text()).toMatch(/Ctrl-R +search earlier filters/);
  });
});
