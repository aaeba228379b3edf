/** The keys that every fetched list has for marks and for going to a row or a column. */
import '../support/with-colour.ts';
import { afterEach, describe, expect, test } from 'vitest';
import type { PaneName } from '../../src/tui/panes/names.ts';
import { type DeckOptions, type OpenDeck, openDeck } from '../support/deck.tsx';
import { startTestService } from '../support/local-service.ts';
import { json, startScriptedServer } from '../support/scripted-server.ts';

let open: OpenDeck | undefined;

const start = async (pane: PaneName, options: Omit<DeckOptions, 'parts'>): Promise<OpenDeck> => {
  open = await openDeck({ ...options, parts: { pane } });
  return open;
};

afterEach(async () => {
  await open?.close();
  open = undefined;
});

const scripted = (url: string) => ({ url, apiKey: 'sk-test-0123456789' });

const volume = (id: number, status = 'active') => ({ id, status, disk_space: 100, machine_id: 8000 + id });

const FIVE = [volume(1), volume(2, 'creating'), volume(3), volume(4, 'creating'), volume(5)];

/** Numbers of the volumes on screen. */
const ids = (deck: OpenDeck) => {
  const screen = deck.screen();
  const top = screen.findIndex((line) => /Volume.* Status/.test(line));
  return screen.slice(top + 1, -2).flatMap((line) => line.slice(3).trim().split(/\s+/)[0] || []);
};
const currentRow = (deck: OpenDeck) =>
  deck
    .screen()
    .find((line) => line[1] === '>')
    ?.slice(3)
    .trim();

describe('marks', () => {
  test('a renter marks all that the words leave, sees them alone, and takes the marks away again', async () => {
    await using server = await startScriptedServer(json(200, { volumes: FIVE }));
    const deck = await start('volumes', { service: scripted(server.url) });
    await deck.press('volumes.filter');
    await deck.type('creating');
    await deck.press('volumes.filter-keep', 'volumes.mark-shown');
    expect(deck.screen().at(-1)).toContain('2 marked');
    await deck.press('volumes.filter');
    for (let step = 0; step < 'creating'.length; step++) await deck.press('volumes.line-delete-before');
    await deck.press('volumes.filter-keep', 'volumes.last', 'volumes.up', 'volumes.marked-only');
    expect(ids(deck)).toEqual(['2', '4']);
    expect(deck.screen()[1]).toContain('marked only 2/2   as of');
    expect(currentRow(deck)).toMatch(/^4 /);
    await deck.press('volumes.marked-only');
    expect(ids(deck)).toEqual(['1', '2', '3', '4', '5']);
    expect(currentRow(deck)).toMatch(/^4 /);
    await deck.press('volumes.mark-shown');
    expect(deck.screen().at(-1)).toContain('5 marked');
    await deck.press('volumes.mark-shown');
    expect(deck.screen().at(-1)).not.toContain('marked');
    await deck.send('M');
    expect(deck.text()).toContain('No volume is marked: Space marks one, * marks all that are shown.');
    expect(server.requests).toHaveLength(1);
  });

  test('a renter who sees marked rows alone is told why none is there, and what to press', async () => {
    await using server = await startScriptedServer(json(200, { volumes: FIVE }));
    const deck = await start('volumes', { service: scripted(server.url) });
    await deck.press('volumes.mark', 'volumes.marked-only', 'volumes.filter');
    await deck.type('creating');
    expect(deck.text()).toContain('The marked volume does not match the filter.');
    expect(deck.text()).toContain('Only marked rows are shown: press M to see all again');
    await deck.press('volumes.filter-keep', 'volumes.unmark');
    expect(ids(deck)).toEqual(['2', '4']);
  });

  test('a renter is told of marked volumes that are gone, and the others stay marked', async () => {
    await using server = await startScriptedServer(
      json(200, { volumes: FIVE }),
      json(200, { volumes: FIVE.filter(({ id }) => id !== 2) }),
    );
    const deck = await start('volumes', { service: scripted(server.url) });
    await deck.press('volumes.mark', 'volumes.mark', 'volumes.mark');
    await deck.press('volumes.refresh');
    expect(deck.screen().at(-1)).toContain('2 marked, 1 gone');
    expect(ids(deck)).toEqual(['1', '3', '4', '5']);
    expect(deck.screen().filter((line) => line.startsWith('*'))).toHaveLength(2);
  });

  test('the offers have the same keys', async () => {
    const service = await startTestService({ offers: 400, seed: 11 });
    const deck = await start('offers', { service, columns: 100 });
    await deck.press('offers.mark', 'offers.down', 'offers.mark', 'offers.marked-only');
    expect(deck.screen()[1]).toContain('marked only 2/2');
    expect(deck.screen().filter((line) => line.startsWith('*'))).toHaveLength(2);
    await deck.press('offers.mark');
    expect(deck.screen()[1]).toContain('marked only 1/1');
    await deck.press('offers.mark');
    expect(deck.screen()[1]).not.toContain('marked only');
  });
});

/** Rows that are said to show what is looked for, by their numbers. */
const matches = (deck: OpenDeck) =>
  deck.screen().flatMap((line) => (line[1] === '~' ? line.slice(3).trim().split(/\s+/)[0] || [] : []));
const underlined = (deck: OpenDeck) =>
  deck
    .cells()
    // Below the headings, of which that of the column under the cursor is underlined too.
    .slice(5)
    .flatMap((cells) => cells.filter((cell) => cell.includes('underline')))
    .map(([letter]) => letter)
    .join('');

describe('finding', () => {
  test('a renter goes from match to match, round the end, with every row in place', async () => {
    await using server = await startScriptedServer(json(200, { volumes: FIVE }));
    const deck = await start('volumes', { service: scripted(server.url), columns: 80 });
    await deck.press('volumes.find');
    await deck.type('Creat');
    expect(currentRow(deck)).toMatch(/^2 /);
    expect(deck.screen()[2]).toMatch(/^ f Creat .* match 1 of 2$/);
    await deck.press('volumes.find-keep');
    expect(ids(deck)).toEqual(['1', '2', '3', '4', '5']);
    expect(matches(deck)).toEqual(['4']);
    expect(underlined(deck)).toBe('creatcreat');
    expect(deck.screen().at(-1)).toMatch(/^ n next match {3}N previous match {3}.*Esc end the find/);
    await deck.press('volumes.find-next');
    expect([currentRow(deck)?.[0], deck.screen()[2]?.slice(-12)]).toEqual(['4', 'match 2 of 2']);
    await deck.press('volumes.find-next');
    expect(currentRow(deck)).toMatch(/^2 /);
    await deck.press('volumes.find-before', 'volumes.down');
    expect(deck.screen()[2]).toMatch(/ 2 matches$/);
    await deck.press('volumes.find-end');
    expect([matches(deck), underlined(deck), currentRow(deck)?.[0]]).toEqual([[], '', '5']);
    await deck.press('volumes.find-next');
    expect(deck.screen()[2]).toMatch(/ match 1 of 2$/);
    expect(server.requests).toHaveLength(1);
  });

  test('a renter is told when no row has the text, and comes back to where he was', async () => {
    await using server = await startScriptedServer(json(200, { volumes: FIVE }));
    const deck = await start('volumes', { service: scripted(server.url) });
    await deck.send('n');
    expect(deck.text()).toContain('Nothing to go to yet: press f and type a text to find.');
    await deck.press('volumes.down', 'volumes.find');
    await deck.type('zzz');
    expect(deck.screen()[2]).toMatch(/ no match$/);
    expect(currentRow(deck)).toMatch(/^2 /);
    await deck.press('volumes.find-keep');
    await deck.send('n');
    expect(deck.text()).toContain('No volume that is shown has "zzz": f finds another text.');
    await deck.press('volumes.find', 'volumes.find-cancel');
    expect(deck.screen()[2]?.trim()).toBe('as received');
    expect(currentRow(deck)).toMatch(/^2 /);
  });

  test('the offers have the same keys, and ask nothing for it', async () => {
    const service = await startTestService({ offers: 400, seed: 11 });
    const deck = await start('offers', { service, columns: 100 });
    await deck.press('offers.find');
    await deck.type('rtx');
    await deck.press('offers.find-keep');
    expect(deck.screen()[2]).toMatch(/^ f rtx .* match 1 of \d+$/);
    expect(currentRow(deck)).toContain('RTX');
    await deck.press('offers.find-next', 'offers.find-next');
    expect(deck.screen()[2]).toMatch(/match 3 of \d+$/);
    expect(currentRow(deck)).toContain('RTX');
    await deck.press('offers.find-end');
    expect(deck.screen()[2]).toContain('also sent');
  });
});

describe('a column', () => {
  test('is gone to by its name, also one that is not in view, and then sorted by', async () => {
    const service = await startTestService({ offers: 400, seed: 11 });
    const deck = await start('offers', { service, columns: 80 });
    const headings = () => deck.screen()[4] ?? '';
    expect(headings()).not.toContain('CUDA');
    await deck.press('offers.column-jump');
    await deck.type('cuda');
    expect(headings()).toContain('CUDA');
    expect(deck.screen()[2]).toMatch(/^ C cuda .* column 1 of 1$/);
    expect(deck.screen().at(-1)).toMatch(/^ Enter go there {3}Tab next column {3}Esc cancel/);
    await deck.press('offers.column-jump-keep', 'offers.sort');
    expect(headings()).toMatch(/↓ ?CUDA|CUDA ↓/);
  });

  test('that has no such name is said so, and Esc goes back to the one before', async () => {
    await using server = await startScriptedServer(json(200, { volumes: FIVE }));
    const deck = await start('volumes', { service: scripted(server.url) });
    await deck.press('volumes.column-jump');
    await deck.type('status');
    expect(deck.screen()[2]).toMatch(/Status {3}column 1 of 1$/);
    await deck.type('x');
    expect(deck.screen()[2]).toMatch(/no such column$/);
    await deck.send('\r');
    expect(deck.text()).toContain('No column has that name: type another part of it, or Esc.');
    await deck.press('volumes.column-jump-cancel', 'volumes.sort');
    expect(deck.text()).toMatch(/[↑↓] ?Volume/);
  });

  test('is made as wide as what stands in it, and as usual again', async () => {
    const where = 'Reykjavik and the surrounding municipalities';
    const long = { ...volume(6), disk_name: where };
    await using server = await startScriptedServer(json(200, { volumes: [...FIVE, long] }));
    const deck = await start('volumes', { service: scripted(server.url), columns: 120 });
    await deck.press('volumes.column-jump');
    await deck.type('disk_name');
    await deck.press('volumes.column-jump-keep');
    expect(deck.text()).not.toContain(where);
    await deck.press('volumes.column-widen');
    expect(deck.text()).toContain(where);
    await deck.press('volumes.column-widen');
    expect(deck.text()).not.toContain(where);
    await deck.press('volumes.column-jump');
    await deck.type('status');
    await deck.press('volumes.column-jump-keep', 'volumes.column-widen');
    expect(deck.text()).toContain('Nothing is cut in the column Status.');
  });
});
