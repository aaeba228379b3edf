/** The week beside each offer: what its GPU cost on the last seven days, as far as the history has it. */
import { expect, onTestFinished, test } from 'vitest';
import type { Offer } from '../../src/catalogue/values.ts';
import type { History } from '../../src/history/history.ts';
import { type DeckOptions, openDeck } from '../support/deck.tsx';
import { startPast } from '../support/past.ts';
import { json, startScriptedServer } from '../support/scripted-server.ts';

const HOUR_MS = 3_600_000;
/** The clock of the test. */
const NOW_MS = Date.UTC(2026, 10, 21, 12);

const offer = (id: number, price: number, more: Offer = {}): Offer => ({
  id,
  machine_id: 8000 + id,
  num_gpus: 1,
  gpu_name: 'RTX 4090',
  cpu_arch: 'amd64',
  dph_total: price,
  verification: 'verified',
  ...more,
});

/** An answer every six hours of a week: one falls by a cent a day, one is the same, one rises by half of a percent, one was seen today alone. */
const answers = Array.from({ length: 29 }, (_, quarter) => {
  const day = Math.floor(quarter / 4);
  return {
    atEpochMs: NOW_MS - (28 - quarter) * 6 * HOUR_MS,
    offers: [
      // It was put up under another number since.
      offer(day < 3 ? 90 : 1, 0.4 - day / 100, { machine_id: 8001 }),
      offer(2, 0.5),
      offer(3, 0.6 + day / 4000),
      ...(quarter === 28 ? [offer(4, 0.7)] : []),
    ],
  };
});

const LIST = json(200, {
  offers: [
    offer(1, 0.33),
    offer(2, 0.5),
    offer(3, 0.6),
    offer(4, 0.7),
    offer(5, 0.8),
    ...Array.from({ length: 60 }, (_, more) => offer(100 + more, 1 + more / 100)),
  ],
});

const start = async (options: Partial<DeckOptions> = {}) => {
  const server = await startScriptedServer(LIST);
  const { history } = await startPast(server.url, answers);
  let readings = 0;
  const counted: History = {
    ...history,
    read: (work) => {
      readings++;
      return history.read(work);
    },
  };
  const deck = await openDeck({
    service: { url: server.url, apiKey: 'sk-test-0123456789' },
    columns: 120,
    rows: 24,
    ...options,
    parts: { history: counted },
  });
  onTestFinished(deck.close);
  const weeks = () => {
    const at = deck.screen().map((line) => line.indexOf('7 days'));
    const headings = at.findIndex((place) => place >= 0);
    return deck
      .screen()
      .slice(headings + 1, headings + 6)
      .map((line) => line.slice(at[headings]).slice(0, 13).trimEnd());
  };
  return Object.assign(deck, { weeks, readings: () => readings });
};

test('beside an offer stands its week, and how it has changed: nothing where less than two days are known', async () => {
  const deck = await start();
  expect(deck.text()).toContain('7 days');
  expect(deck.weeks()).toEqual(['▇▆▅▄▃▂▁  -15%', '▄▄▄▄▄▄▄  same', '▄▄▄▄▄▄▄  same', '', '']);
});

test('the history is asked once for the offers around the screen, and not at each key', async () => {
  const deck = await start();
  expect(deck.readings()).toBe(1);
  await deck.repeat('offers.down', 30);
  expect(deck.readings()).toBe(1);
  await deck.press('offers.last');
  expect(deck.readings()).toBe(2);
  await deck.press('offers.first', 'offers.down');
  expect(deck.readings()).toBe(2);
});

test('where bars are not shown the change stands alone, and a slow line and a narrow screen have neither', async () => {
  const ascii = await start({ isAscii: true, look: { isAscii: true } });
  expect(ascii.weeks().map((line) => line.slice(0, 6).trimEnd())).toEqual(['  -15%', '  same', '  same', '', '']);
  const aloud = await start({
    look: { isPlain: true, isSparse: true },
    link: () => ({ roundTripMs: 0, isSlow: true, isQuick: false, sentBytes: 0 }),
  });
  expect(aloud.text()).toContain('-15%');
  expect(aloud.text()).not.toContain('▄▄');
  const slow = await start({ look: { isSparse: true } });
  expect(slow.text()).not.toContain('7 days');
  const narrow = await start({ columns: 80 });
  expect(narrow.text()).not.toContain('7 days');
});
