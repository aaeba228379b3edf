/** Reading what a filter can say: from the list and while typing, what Enter takes over, and that Esc changes nothing. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Service } from '../../src/local-service/serve.ts';
import { type DeckOptions, type OpenDeck, openDeck } from '../support/deck.tsx';
import { listIn } from '../support/list-state.ts';
import { startTestService } from '../support/local-service.ts';

let service: Service;
let open: OpenDeck | undefined;

const start = async (options: Partial<DeckOptions> = {}): Promise<OpenDeck> => {
  open = await openDeck({ service, columns: 120, rows: 30, ...options });
  return open;
};

const listOf = (deck: OpenDeck) => deck.deck.store.getState().offers.list;
const line = (deck: OpenDeck) => deck.screen()[1] ?? '';
/** The filter line of a list, which may have a line of titles above it. */
const listLine = (deck: OpenDeck) => deck.screen().slice(1, 3).join('\n');
const chosen = (deck: OpenDeck) => deck.screen().find((text) => text.startsWith(' > ')) ?? '';

beforeEach(async () => {
  service = await startTestService({ offers: 120, seed: 11 });
});
afterEach(async () => {
  await open?.close();
  open = undefined;
});

describe('what a filter can say', () => {
  test('a renter in the middle of a line reads the page, and Esc goes back to the line exactly as it was', async () => {
    const deck = await start();
    await deck.press('offers.filter');
    await deck.type('num_gpus>=2 gpu_r');
    await deck.press('offers.line-word-left', 'offers.line-left');
    const before = listOf(deck);
    const screen = deck.screen();
    await deck.press('offers.filter-language');
    expect(chosen(deck)).toMatch(/^ > num_gpus +GPU: Count/);
    expect(deck.screen()[3]).toMatch(/^ Fields, with the unit/);
    await deck.type('disk');
    await deck.press('offers.language-down', 'offers.language-close');
    expect(listOf(deck)).toEqual(before);
    expect(deck.screen()).toEqual(screen);
    await deck.type('9');
    expect(line(deck)).toContain('/ num_gpus>=29 gpu_r');
  });

  test('a renter who has forgotten a name looks for it by what it means, and goes on typing behind it', async () => {
    const deck = await start();
    await deck.press('offers.filter');
    await deck.type('num_gpus>=2 ');
    await deck.press('offers.filter-language');
    await deck.type('price');
    expect(chosen(deck)).toMatch(/^ > dph_total +\$\/h +Price: Total/);
    expect(line(deck)).toMatch(/\d+ of \d+ entries/);
    await deck.press('offers.language-take');
    await deck.type('<2');
    await deck.press('offers.filter-keep');
    expect(listOf(deck).filter.text).toBe('num_gpus>=2 dph_total<2');
    expect(listOf(deck).query.parsed.problems).toEqual([]);
  });

  test('a renter who is typing a value sees its field, with unit, operators and the values that are here', async () => {
    const deck = await start();
    await deck.press('offers.filter');
    await deck.type('gpu_ram>=');
    await deck.press('offers.filter-language');
    expect(chosen(deck)).toMatch(/^ > gpu_ram +GB +GPU: VRAM per GPU +[\d.]+ to [\d.]+$/);
    expect(deck.text()).toContain('   = != > < >= <= in notin · a bare number is in GB');
    expect(deck.text()).toContain('   units: MB MiB M GB G GiB TB T TiB');
    expect(deck.text()).toMatch(/ in \d+ offers: {2}[\d.]+ \S+ .*[\d.]+ GB/);
  });

  test('a name that is begun gives way to the one that is taken', async () => {
    const deck = await start();
    await deck.press('offers.filter');
    await deck.type('static_ip geo');
    await deck.press('offers.filter-language');
    expect(chosen(deck)).toContain('geolocation');
    await deck.press('offers.language-take');
    expect(listOf(deck).filter).toMatchObject({ text: 'static_ip geolocation', at: 21 });
    await deck.type('=');
    await deck.press('offers.filter-language');
    await deck.type('switzerland');
    await deck.press('offers.language-down', 'offers.language-take');
    expect(listOf(deck).filter.text).toBe('static_ip geolocation=EUROPE');
    await deck.press('offers.line-undo');
    expect(listOf(deck).filter.text).toBe('static_ip geolocation=');
  });

  test('from the list, Enter begins a filter with the example, and Esc leaves the list as it was', async () => {
    const deck = await start();
    const screen = deck.screen();
    await deck.press('offers.language', 'offers.language-close');
    expect(deck.screen()).toEqual(screen);
    await deck.press('offers.language', 'offers.language-down', 'offers.language-take');
    expect(listOf(deck).filter).toMatchObject({ text: 'gpu_ram>=24GiB', at: 14 });
    await deck.press('offers.filter-restore');
    expect(listOf(deck).filter.text).toBe('');
  });

  test('the help names the key, and the palette finds it by many words', async () => {
    const deck = await start();
    await deck.press('frame.help');
    expect(deck.text()).toMatch(/Ctrl-G +what a filter can say/);
    await deck.press('offers.language');
    expect(deck.text(), 'the key works in the help').toContain('A filter is conditions and words');
    await deck.press('offers.language-close');
    for (const word of ['grammar', 'syntax', 'operators', 'fields', 'examples']) {
      await deck.press('frame.palette');
      await deck.type(word);
      expect(chosen(deck), word).toContain('what a filter can say');
      await deck.press('palette.close');
    }
    await deck.press('offers.filter');
    expect(deck.text()).toContain('Ctrl-G help');
  });

  test('rows that arrive meanwhile change nothing but the values that are told', async () => {
    const deck = await start();
    await deck.press('offers.filter');
    await deck.type('num_gpus>=2');
    await deck.press('offers.filter-language');
    await deck.type('dlperf');
    await deck.settle();
    expect(chosen(deck)).toContain('dlperf');
    await deck.resize(80, 24);
    expect(chosen(deck)).toContain('dlperf');
    await deck.press('offers.language-close');
    expect(line(deck)).toContain('/ num_gpus>=2');
  });

  test('where lines are appended, all of an entry stands under the line that is typed into, in words', async () => {
    const deck = await start({ look: { isPlain: true } });
    await deck.press('offers.filter', 'offers.filter-language');
    await deck.type('gpu_ram ');
    await deck.press('offers.language-down');
    expect(deck.screen()[2]).toMatch(/^ {3}gpu_ram {2}GPU: VRAM per GPU · also vram/);
    expect(deck.screen()[5]).toMatch(/^ {3}in \d+ offers: {2}[\d.]+ to [\d.]+ GB$/);
    expect(chosen(deck)).toMatch(/^ > gpu_ram /);
  });

  test('nothing that is looked for is not there without a word, and Enter says so', async () => {
    const deck = await start({ columns: 80, rows: 24 });
    await deck.press('offers.filter', 'offers.filter-language');
    await deck.type('no such thing');
    expect(deck.text()).toContain('Nothing has this. Esc goes back to the line as it was.');
    await deck.press('offers.language-take');
    expect(deck.text()).toContain('Nothing here has "no such thing".');
  });
});

describe('on a small screen', () => {
  test.each([
    [60, 15],
    [80, 24],
  ])('of %i by %i every entry can be gone to, with all that is known of it', async (columns, rows) => {
    const deck = await start({ columns, rows });
    await deck.press('offers.language');
    const seen = new Set<string>();
    for (let step = 0; step < 90; step++) {
      const now = chosen(deck);
      if (seen.has(now)) break;
      seen.add(now);
      const name = now.slice(3).split('  ')[0] ?? '';
      expect(
        deck.screen().filter((text) => text.startsWith(`   ${name}`)),
        name,
      ).not.toEqual([]);
      await deck.press('offers.language-down');
    }
    expect(seen.size).toBe(83);
  });
});

describe('what the words of other lists can be', () => {
  test.each(['volumes', 'connections', 'ledger'] as const)('is told in %s on the same key', async (pane) => {
    const deck = await start({ columns: 80, rows: 24, parts: { pane } });
    await deck.press(`${pane}.filter`);
    await deck.type('re');
    await deck.press(`${pane}.filter-language`);
    expect(deck.text()).toContain('Words: a row stays when it has each of them');
    expect(deck.text()).toContain('"one two"');
    await deck.press(`${pane}.language-close`);
    expect(listLine(deck)).toContain('/ re');
    await deck.press(`${pane}.filter-language`);
    await deck.type('!');
    await deck.press(`${pane}.language-take`);
    expect(listIn(deck.deck.store.getState(), pane).filter).toMatchObject({ text: 're !word', at: 8 });
    await deck.press(`${pane}.filter-restore`, `${pane}.language`, `${pane}.language-take`);
    expect(listIn(deck.deck.store.getState(), pane).filter.text).toBe('word');
  });
});
