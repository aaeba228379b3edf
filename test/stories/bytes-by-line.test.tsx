/** What the offers cost on the line, by what the line is like: 160 by 48 cells, in the colours of the usual theme. */
import { afterAll, describe, expect, test } from 'vitest';
// Ink's own copy, of which there is one in a worker.
import chalk from '../../node_modules/chalk/source/index.js';
import { createLooks } from '../../src/tui/looks.ts';
import { type OpenDeck, openDeck } from '../support/deck.tsx';
import { startTestService } from '../support/local-service.ts';
import { startPast, weekOf } from '../support/past.ts';

const before = chalk.level;
afterAll(() => {
  chalk.level = before;
});

type Line = { readonly colourLevel: 0 | 2 | 3; readonly isSlow: boolean; readonly isQuick: boolean };

const start = async ({ colourLevel, isSlow, isQuick }: Line): Promise<OpenDeck> => {
  chalk.level = Math.max(1, colourLevel) as 1 | 2 | 3;
  const looks = createLooks(
    { background: 'dark' },
    { colourLevel, hasColour: colourLevel > 0, isAscii: false, isPlain: false },
    { places: { configFolder: '/nowhere' }, redraw: () => {} },
  );
  const service = await startTestService({ offers: 300, seed: 11 });
  const { history } = await startPast(service.url, await weekOf(service.url, service.apiKey));
  const link = () => ({ roundTripMs: 5, isSlow, isQuick, sentBytes: 0 });
  const deck = await openDeck({ service, columns: 160, rows: 48, look: looks.look(), link, parts: { history } });
  // What has come judges the line, and so repaints what depends on it.
  await deck.press('offers.down');
  return deck;
};

/** The bytes that each of so many presses of a key led to. */
const costs = async (deck: OpenDeck, binding: string, times: number): Promise<number[]> => {
  const sent = [];
  deck.bytesSent();
  for (let count = 0; count < times; count++) {
    await deck.press(binding);
    sent.push(deck.bytesSent());
  }
  return sent;
};

describe('a page, a step of the cursor and a scrolled line cost at most so many bytes', () => {
  test.each([
    ['on a slow line, without colours', { colourLevel: 3, isSlow: true, isQuick: false }, 7_500, 60, 350],
    ['on a usual line', { colourLevel: 3, isSlow: false, isQuick: false }, 11_500, 90, 350],
    ['on a usual line where no colours are wanted', { colourLevel: 0, isSlow: false, isQuick: false }, 7_500, 60, 350],
    ['on a quick line, in true colours', { colourLevel: 3, isSlow: false, isQuick: true }, 16_000, 800, 700],
  ] as const)('%s', async (_, line, page, step, scroll) => {
    const deck = await start(line);
    if (!line.isSlow) await deck.press('frame.preview');
    expect(deck.text().includes('7 days')).toBe(!line.isSlow);
    expect(Math.max(...(await costs(deck, 'offers.down', 4)))).toBeLessThanOrEqual(step);
    const pages = await costs(deck, 'offers.page-down', 2);
    expect(Math.max(...pages)).toBeLessThanOrEqual(page);
    expect(Math.min(...pages)).toBeGreaterThan(2_000);
    await deck.press('offers.last', 'offers.first');
    await deck.repeat('offers.down', 42);
    await deck.press('offers.down');
    expect(Math.max(...(await costs(deck, 'offers.down', 4)))).toBeLessThanOrEqual(scroll);
    await deck.close();
  });
});

/** Bytes of a preview that is painted. */
const PREVIEW = 1_200;

describe('with the preview beside, each of them costs so much and one paint of it, and a scrolled line its cells', () => {
  test.each([
    ['on a usual line', { colourLevel: 3, isSlow: false, isQuick: false }, 11_500, 90, 2_200],
    ['on a quick line, in true colours', { colourLevel: 3, isSlow: false, isQuick: true }, 16_000, 800, 2_600],
  ] as const)('%s', async (_, line, page, step, scroll) => {
    const deck = await start(line);
    expect(Math.max(...(await costs(deck, 'offers.down', 8)))).toBeLessThanOrEqual(step + PREVIEW);
    expect(Math.max(...(await costs(deck, 'offers.page-down', 2)))).toBeLessThanOrEqual(page);
    await deck.press('offers.first');
    await deck.repeat('offers.down', 42);
    expect(Math.max(...(await costs(deck, 'offers.down', 4)))).toBeLessThanOrEqual(scroll + PREVIEW);
    for (const list of ['instances', 'ledger']) {
      await deck.press(`frame.${list}`);
      expect(Math.max(...(await costs(deck, `${list}.down`, 2)))).toBeLessThanOrEqual(step + PREVIEW);
    }
    await deck.settle();
    expect(deck.bytesSent()).toBe(0);
    await deck.close();
  });
});
