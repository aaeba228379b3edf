/** A phone, or a part of a split window: everything can be reached and done on 40 columns. */
import { afterEach, describe, expect, test } from 'vitest';
import { type OpenDeck, openDeck } from '../support/deck.tsx';
import { startTestService } from '../support/local-service.ts';

let open: OpenDeck | undefined;

const start = async (columns: number, rows: number, pane: 'offers' | 'volumes' | 'ledger' = 'offers') => {
  const service = await startTestService({ offers: 400, seed: 11 });
  open = await openDeck({ service, columns, rows, parts: { pane } });
  return open;
};

afterEach(async () => {
  await open?.close();
  open = undefined;
});

const rowsOf = (deck: OpenDeck) => {
  const screen = deck.screen();
  const top = screen.findIndex((line) => /GPU +/.test(line));
  return screen.slice(top + 1, -2).filter((line) => line !== '');
};
const currentRow = (deck: OpenDeck) => rowsOf(deck).find((line) => line[1] === '>') ?? '';
const footer = (deck: OpenDeck) => deck.screen().at(-1) ?? '';
const CARD = /^[ *][ >] +\d+× \S.* +\d+\.\d{4} +\S+ +\d+$/;

describe.each([
  [40, 20],
  [45, 30],
])('on %i by %i', (columns, rows) => {
  test('every offer is a line with GPU, price, place and machine', async () => {
    const deck = await start(columns, rows);
    expect(rowsOf(deck)).toHaveLength(rows - 7);
    for (const row of rowsOf(deck)) expect(row).toMatch(CARD);
    expect(deck.text()).toMatch(/GPU +\$\/h +at +Machine/);
    expect(rowsOf(deck).join('')).not.toContain('…');
    expect(deck.text()).toMatch(/1\/176 {3}as of/);
    expect(footer(deck)).toContain(' ? help');
  });

  test('a filter is typed, what it leaves is moved through, marked, sorted and opened', async () => {
    const deck = await start(columns, rows);
    await deck.press('offers.filter');
    await deck.type('num_gpus=4 dph<9');
    expect(deck.text()).toContain('num_gpus=4 dph<9');
    expect(footer(deck)).toMatch(/Enter accept .*Esc cancel$/);
    await deck.press('offers.filter-keep');
    for (const row of rowsOf(deck)) expect(row).toMatch(/^[ *][ >] {2}4× /);
    await deck.press('offers.mark', 'offers.down', 'offers.down', 'offers.mark');
    expect(rowsOf(deck).filter((line) => line.startsWith('*'))).toHaveLength(2);
    expect(footer(deck)).toContain('2 marked');
    await deck.press('offers.sort');
    const prices = rowsOf(deck).map((row) => Number(/(\d+\.\d{4})/.exec(row)?.[1]));
    expect(prices).toEqual(prices.toSorted((one, other) => one - other));
    expect(deck.text()).toContain('by $/h ↑');
    const price = /(\d+\.\d{4})/.exec(currentRow(deck))?.[1] ?? '?';
    await deck.press('offers.open');
    expect(deck.text()).toMatch(new RegExp(`Total +${price} \\$/h`));
    expect(footer(deck)).toContain('Esc back');
    await deck.press('offers.page');
    expect(deck.text()).toMatch(/\$\/h +\$\/(?:month|[\d.]+ [hd])\n/);
    expect(deck.text()).toMatch(new RegExp(`You pay +${price} +[\\d,]+\\.\\d\\d\n`));
  });

  test('every column is reached by moving sideways, and seen whole beside the GPU', async () => {
    const deck = await start(columns, rows);
    const seen = new Set<string>();
    for (let step = 0; step < 26; step++) {
      const heading = deck.screen().find((line) => / GPU /.test(line)) ?? '';
      for (const word of heading
        .replaceAll(/[←→↑↓]/g, ' ')
        .trim()
        .split(/ {2,}/))
        seen.add(word);
      await deck.press('offers.column-right');
    }
    for (const heading of ['$/h', 'at', 'Machine', 'Rel %', 'VRAM', '✓', 'Offer', 'Ports'])
      expect([...seen], heading).toContain(heading);
  });

  test('what is compared has its values beside short labels', async () => {
    const deck = await start(columns, rows);
    await deck.press('offers.mark', 'offers.down', 'offers.mark', 'offers.compare');
    expect(deck.text()).toMatch(/Total \$\/h +\d+\.\d{4}/);
  });

  test('the disk is asked for in a field that can be seen', async () => {
    const deck = await start(columns, rows);
    await deck.press('offers.storage', 'offers.line-delete-to-start');
    await deck.type('250');
    expect(deck.screen()[1]).toMatch(/^ Disk of the instance.*250$/);
  });
});

test('a window that is drawn smaller and wider again keeps cursor, filter and marks', async () => {
  const deck = await start(100, 30);
  await deck.press('offers.mark', 'offers.down');
  const machine = / (\d+) /.exec(currentRow(deck))?.[1];
  await deck.resize(40, 15);
  expect(currentRow(deck)).toMatch(CARD);
  expect(footer(deck)).toContain('1 marked');
  await deck.resize(39, 15);
  expect(deck.text()).toContain('gpudeck needs 40x10.');
  await deck.resize(100, 30);
  expect(/ (\d+) /.exec(currentRow(deck))?.[1]).toBe(machine);
});

describe('on ten lines of forty columns', () => {
  test('each offer is one text with what matters of it, and the cursor, a filter and its page work', async () => {
    const deck = await start(40, 10);
    const offers = () => deck.screen().slice(4, 8);
    for (const line of offers())
      expect(line).toMatch(/^ [> ] \$\d+\.\d{4}\/h {2}\d+× \S.* {2}[A-Z]{2} {2}\d+\.\d\d %$/);
    expect(deck.screen()[1]).toMatch(/^ \/ no filter +1\/176 {3}as of 12:00$/);
    await deck.repeat('offers.down', 5);
    expect(offers().filter((line) => line[1] === '>')).toHaveLength(1);
    await deck.press('offers.filter');
    await deck.type('num_gpus=4');
    await deck.press('offers.filter-keep');
    for (const line of offers()) expect(line).toMatch(/\/h {2}4× /);
    await deck.press('offers.open');
    expect(deck.screen()[1]).toMatch(/^ Offer \d+ /);
    expect(deck.text()).toMatch(/Total +\d+\.\d{4} \$\/h/);
  });

  test('each instance is one text: its state, its id, what it costs now and its GPUs', async () => {
    const deck = await start(40, 10);
    await deck.press('frame.instances');
    const instances = deck
      .screen()
      .slice(3, 8)
      .filter((line) => line !== '');
    expect(instances.length).toBeGreaterThan(2);
    for (const line of instances) expect(line).toMatch(/^ [> ] \+ running {2}\d{8} {2}\$\d\.\d{4}\/h {2}\d× /);
    await deck.press('instances.down', 'instances.open');
    expect(deck.screen()[2]).toMatch(/^ Instance \d+ {3}\+ /);
  });
});
